// Compares kernels of regions with the reference interpreter.
#include "CheckRegions.h"

#include "Harness.h"
#include "det/Order/Number.h"
#include "det/Reference/Interpreter.h"

using namespace mlir;

namespace det::test {

/// The region's body as a function of its own.
static OwningOpRef<ModuleOp> makeFunction(RegionOp region) {
  OpBuilder builder(region.getContext());
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder, region.getLoc());
  builder.setInsertionPointToEnd(module->getBody());
  Block &body = region.getBody().front();
  auto func = func::FuncOp::create(
      builder, region.getLoc(), "main",
      builder.getFunctionType(body.getArgumentTypes(), cast<YieldOp>(body.getTerminator()).getValues().getTypes()));
  Block *entry = func.addEntryBlock();
  builder.setInsertionPointToEnd(entry);
  IRMapping mapping;
  mapping.map(body.getArguments(), entry->getArguments());
  for (Operation &op : body.without_terminator())
    builder.clone(op, mapping);
  SmallVector<Value> results;
  for (Value value : cast<YieldOp>(body.getTerminator()).getValues())
    results.push_back(mapping.lookup(value));
  func::ReturnOp::create(builder, region.getLoc(), results);
  return module;
}

static int64_t bytesOf(Type type) {
  auto shaped = cast<ShapedType>(type);
  return shaped.getNumElements() * ((shaped.getElementTypeBitWidth() + 7) / 8);
}

static std::vector<char> randomBytes(Type type, unsigned seed) {
  auto shaped = cast<ShapedType>(type);
  std::vector<char> bytes(bytesOf(type));
  Type element = shaped.getElementType();
  int64_t count = shaped.getNumElements();
  std::mt19937 generator(seed);
  if (element.isF32()) {
    std::vector<float> values = randomFloats(count, seed, seed % 2);
    std::memcpy(bytes.data(), values.data(), bytes.size());
  } else if (element.isInteger(1)) {
    for (char &byte : bytes)
      byte = generator() & 1;
  } else if (element.isInteger(32)) {
    for (int64_t i = 0; i < count; ++i) {
      uint32_t value = seed % 2 ? generator() : generator() % 300;
      std::memcpy(&bytes[i * 4], &value, 4);
    }
  } else if (isa<IntegerType>(element)) {
    for (char &byte : bytes)
      byte = generator();
  } else if (element.isF64()) {
    std::vector<float> values = randomFloats(count, seed, seed % 2);
    for (int64_t i = 0; i < count; ++i) {
      double value = order::canonical(values[i] * (1 + 0x1p-40 * (generator() % 1000)));
      std::memcpy(&bytes[i * 8], &value, 8);
    }
  } else if (element.isF16() || element.isBF16()) {
    for (int64_t i = 0; i < count; ++i) {
      uint16_t bits = generator(), exponent = element.isF16() ? 0x7c00 : 0x7f80;
      if ((bits & exponent) == exponent && seed % 2)
        bits &= 0x8000 | exponent; // an infinity
      else if ((bits & exponent) == exponent)
        bits = 0x3c00;
      std::memcpy(&bytes[i * 2], &bits, 2);
    }
  } else {
    std::memset(bytes.data(), 0, bytes.size());
  }
  return bytes;
}

int checkRegions(ArrayRef<std::pair<RegionOp, LoweredRegion>> regions, ArrayRef<std::string> names, Runner &runner) {
  int different = 0;
  unsigned seed = 0;
  for (const auto &entry : regions) {
    RegionOp region = entry.first;
    ++seed;
    std::vector<std::vector<char>> memory;
    std::vector<reference::Tensor> inputs;
    for (Value value : region.getInputs()) {
      memory.push_back(randomBytes(value.getType(), seed * 64 + memory.size() * 2 + (seed & 1)));
      inputs.push_back(reference::Tensor::copyOf(cast<RankedTensorType>(value.getType()), memory.back().data()));
    }
    for (Value value : region.getResults())
      memory.emplace_back(bytesOf(value.getType()), 0x55);
    for (uint64_t bytes : entry.second.temporaries)
      memory.emplace_back(bytes, 0x55);
    DenseSet<int> written;
    for (const KernelCall &call : entry.second.calls) {
      if (call.extent == 0)
        continue;
      std::vector<CallBuffer> buffers;
      for (int i : call.buffers) {
        size_t first = region.getInputs().size() + region.getNumResults();
        bool isInput =
            static_cast<size_t>(i) < region.getInputs().size() || (static_cast<size_t>(i) >= first && !written.insert(i).second);
        buffers.push_back({memory[i], isInput});
      }
      if (!runner.run(call, buffers, 2)) {
        llvm::errs() << "region " << seed << " does not run: " << names[call.kernel] << "\n";
        ++different;
      }
    }
    OwningOpRef<ModuleOp> module = makeFunction(region);
    auto interpreter = reference::Interpreter::create(*module);
    if (!interpreter) {
      llvm::errs() << "no interpreter: " << interpreter.error().message << "\n";
      ++different;
      continue;
    }
    auto results = interpreter->run(std::move(inputs));
    if (!results) {
      llvm::errs() << "no reference: " << results.error().message << "\n";
      ++different;
      continue;
    }
    for (auto [i, tensor] : llvm::enumerate(*results)) {
      const std::vector<char> &got = memory[region.getInputs().size() + i];
      if (std::memcmp(got.data(), tensor.data(), got.size()) == 0)
        continue;
      ++different;
      const char *expected = reinterpret_cast<const char *>(tensor.data());
      size_t at = std::mismatch(got.begin(), got.end(), expected).first - got.begin();
      size_t count = 0;
      for (size_t byte = 0; byte + 3 < got.size(); byte += 4)
        count += std::memcmp(&got[byte], expected + byte, 4) != 0;
      uint32_t a = 0, b = 0;
      std::memcpy(&a, &got[at / 4 * 4], 4);
      std::memcpy(&b, expected + at / 4 * 4, 4);
      llvm::errs() << "region " << seed << ", output " << i << ": " << count << " words differ, the first at " << at / 4
                   << ": got " << llvm::utohexstr(a) << ", expected " << llvm::utohexstr(b) << " in "
                   << names[entry.second.calls[0].kernel] << "\n";
    }
  }
  return different;
}

} // namespace det::test
