// The recorded tests of StableHLO, where they are present: each file is imported, ordered and interpreted, and its
// result compared with the expected one by the rule that the file names. Files are not part of this repository: they
// lie in $DET_SHARED/conformance/stablehlo.
#include "det/Dialect/Det/Det.h"
#include "det/Dialect/Input/Input.h"
#include "det/Order/Number.h"
#include "det/Reference/Interpreter.h"
#include "det/Transforms/Import/Passes.h"
#include "det/Transforms/Order/Passes.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sstream>

using namespace mlir;
using namespace det;
using reference::Tensor;

namespace {

/// Sums whose operand det joins last, at the root; the recorded result adds update after update to it, and cancels.
const std::set<std::string> otherOrders{"scatter_add_float64_3_5_40_float64_3_5_2.mlir"};

/// A recorded test as a graph: instead of comparing, @main returns computed and expected values in turn.
struct Recorded {
  std::string text;
  std::vector<std::string> rules; ///< expect_eq, expect_close, expect_almost_eq
};

std::string between(const std::string &line, const std::string &open, const std::string &close) {
  size_t begin = line.find(open) + open.size();
  return line.substr(begin, line.find(close, begin) - begin);
}

Recorded readRecorded(const std::filesystem::path &path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  std::string operands, types, results;
  Recorded recorded;
  for (std::string line; std::getline(file, line);) {
    if (line.find("stablehlo.custom_call @check.") == std::string::npos) {
      lines.push_back(line);
      continue;
    }
    std::string pair = between(line, " : (", ") -> ()"), comma = operands.empty() ? "" : ", ";
    std::string type = pair.substr(0, (pair.size() - 2) / 2);
    operands += comma + between(line, "(", ")");
    types += comma + pair;
    for (const char *word : {"computed", "expected"}) {
      results +=
          (results.empty() ? "" : ", ") + type + " {jax.result_info = \"" + word + std::to_string(recorded.rules.size()) + "\"}";
    }
    recorded.rules.push_back(between(line, "@check.", "("));
  }
  bool inMain = false;
  for (std::string &line : lines) {
    if (line.find("func.func public @main()") != std::string::npos) {
      line = "  func.func public @main() -> (" + results + ") {";
      inMain = true;
    } else if (inMain && line.starts_with("    return ")) {
      line = "    return " + operands + " : " + types;
      inMain = false;
    }
    recorded.text += line + "\n";
  }
  return recorded;
}

/// A float element; nothing for other types.
std::optional<double> floatAt(const Tensor &tensor, int64_t i) {
  Type type = tensor.type().getElementType();
  const std::byte *at = tensor.data();
  auto read = [&](auto zero) {
    std::memcpy(&zero, at + i * sizeof(zero), sizeof(zero));
    return zero;
  };
  if (type.isF64())
    return read(double());
  if (type.isF32())
    return read(float());
  if (type.isBF16() || type.isF16())
    return order::widen(type.isBF16() ? order::bf16 : order::f16, read(uint16_t()));
  return std::nullopt;
}

/// The distance of a value of `type` to its neighbour.
double ulp(Type type, double value) {
  int fraction = type.isF64() ? 52 : type.isF32() ? 23 : type.isBF16() ? 7 : 10;
  int least = type.isF64() ? -1022 : type.isF16() ? -14 : -126;
  int exponent = value == 0 || !std::isfinite(value) ? least : std::max(std::ilogb(value), least);
  return std::ldexp(1.0, exponent - fraction);
}

bool agrees(const std::string &rule, const Tensor &computed, const Tensor &expected, int64_t i) {
  std::optional<double> x = floatAt(computed, i), y = floatAt(expected, i);
  if (!x) {
    int64_t size = reference::sizeInBytes(computed.type()) / computed.size();
    return !std::memcmp(computed.data() + i * size, expected.data() + i * size, size);
  }
  if (std::isnan(*x) || std::isnan(*y))
    return std::isnan(*x) && std::isnan(*y);
  double distance = std::fabs(*x - *y);
  if (*x == *y || rule == "expect_eq")
    return *x == *y;
  return distance <=
         (rule == "expect_close" ? 3 * ulp(computed.type().getElementType(), *y) : 1e-3 * std::max(1.0, std::fabs(*y)));
}

/// Whether the graph could be imported and prepared at all; compares if so.
bool compare(const Recorded &recorded) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  DialectRegistry registry;
  registerInputDialects(registry);
  registry.insert<DetDialect, func::FuncDialect>();
  context.appendDialectRegistry(registry);
  context.loadAllAvailableDialects();
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) { return success(); });
  auto text = prepareInputText(llvm::MemoryBuffer::getMemBufferCopy(recorded.text));
  if (!text) {
    llvm::consumeError(text.takeError());
    return false;
  }
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>((*text)->getBuffer(), ParserConfig(&context));
  PassManager passes(&context);
  addImportPasses(passes);
  passes.addPass(createOrderPass());
  passes.addPass(createVerifyOrderedPass());
  if (!module || failed(passes.run(*module)))
    return false;
  auto interpreter = reference::Interpreter::create(*module);
  if (!interpreter)
    return false;
  auto results = interpreter->run({});
  if (!results) {
    ADD_FAILURE() << results.error().message;
    return true;
  }
  for (size_t r = 0; r < recorded.rules.size(); ++r) {
    const Tensor &computed = (*results)[2 * r], &expected = (*results)[2 * r + 1];
    for (int64_t i = 0; i < computed.size(); ++i)
      if (!agrees(recorded.rules[r], computed, expected, i)) {
        ADD_FAILURE() << "result " << r << ", element " << i << ": got " << floatAt(computed, i).value_or(0) << ", expected "
                      << floatAt(expected, i).value_or(0) << " by " << recorded.rules[r];
        return true;
      }
  }
  return true;
}

TEST(Conformance, RecordedTests) {
  const char *shared = std::getenv("DET_SHARED");
  std::filesystem::path folder = std::filesystem::path(shared ? shared : DET_SHARED_DEFAULT) / "conformance" / "stablehlo";
  if (!std::filesystem::is_directory(folder))
    GTEST_SKIP() << "no recorded tests in " << folder;
  int compared = 0, refused = 0;
  for (const auto &entry : std::filesystem::directory_iterator(folder)) {
    std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".mlir" || otherOrders.contains(name))
      continue;
    SCOPED_TRACE(name);
    ++(compare(readRecorded(entry.path())) ? compared : refused);
  }
  RecordProperty("compared", compared);
  std::cout << compared << " compared, " << refused << " with an operation or a type that det lacks\n";
  EXPECT_GE(compared, 600);
}

} // namespace
