// Splits recorded tests into programs and rules.
//
// Two styles exist: `check.expect_*` operations, and calls of custom targets `@check.expect_*`. In the program that is
// made of a test, its function is @main and returns the values that the checks name, instead of checking them.
#include "SplitChecks.h"

#include "CheckContext.h"
#include "Jumps.h"
#include "NaNSigns.h"
#include "det/Dialect/Det/Det.h"
#include "det/Transforms/Pipelines.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace det {
namespace {

/// The check or print that an operation is, without its dialect; empty for other operations.
StringRef checkName(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (name == "stablehlo.custom_call" || name == "mhlo.custom_call") {
    auto target = op->getAttrOfType<StringAttr>("call_target_name");
    name = target ? target.getValue() : "";
  }
  if (name == "interpreter.print")
    return "print";
  return name.consume_front("check.") ? name : "";
}

/// Kind and default numbers by name; the custom calls have wider ones (they compare with another implementation).
std::optional<DetCheck> ruleOf(Operation *op, StringRef name) {
  bool call = op->getName().stripDialect() == "custom_call";
  name.consume_back("_const");
  if (name == "print")
    return DetCheck{DET_CHECK_PRINT, 0, 0, 0};
  if (name == "expect_eq" || name == "eq")
    return DetCheck{DET_CHECK_EQUAL, 0, 0, 0};
  if (name == "expect_almost_eq")
    return DetCheck{DET_CHECK_ALMOST, call ? 1e-3 : 1e-4, 0, 0};
  if (name == "expect_close")
    return DetCheck{DET_CHECK_ULPS, 0, 0, 3};
  return std::nullopt;
}

/// The numbers that an operation gives in place of a rule's default ones.
LogicalResult readNumbers(Operation *op, DetCheck &rule) {
  auto bad = [&](StringRef name, StringRef what) {
    return op->emitError() << "'" << op->getName() << "' expected '" << name << "' to be " << what << ", got "
                           << op->getAttr(name);
  };
  if (Attribute attribute = rule.kind == DET_CHECK_ALMOST ? op->getAttr("tolerance") : Attribute()) {
    auto tolerance = dyn_cast<FloatAttr>(attribute);
    if (!tolerance || !(tolerance.getValueAsDouble() >= 0))
      return bad("tolerance", "a number of at least 0");
    rule.tolerance = tolerance.getValueAsDouble();
  }
  for (auto [name, number] : {std::pair("min_ulp_difference", &rule.minUlps), std::pair("max_ulp_difference", &rule.maxUlps)}) {
    Attribute attribute = rule.kind == DET_CHECK_ULPS ? op->getAttr(name) : Attribute();
    if (!attribute)
      continue;
    // Unsigned: -1 is the largest number.
    auto integer = dyn_cast<IntegerAttr>(attribute);
    if (!integer || integer.getValue().getBitWidth() > 64)
      return bad(name, "an integer of 64 bits");
    *number = integer.getValue().getZExtValue();
  }
  return success();
}

/// Everything that a symbol of the module refers to.
llvm::StringSet<> referredTo(ModuleOp module) {
  llvm::StringSet<> names;
  module.walk([&](Operation *op) {
    op->getAttrDictionary().walk([&](SymbolRefAttr symbol) { names.insert(symbol.getLeafReference()); });
  });
  return names;
}

bool isTest(func::FuncOp function, const llvm::StringSet<> &referred) {
  return !function.isExternal() && function.getNumArguments() == 0 && llvm::hasSingleElement(function.getBody()) &&
         !referred.contains(function.getName());
}

/// Functions without checks and results are no tests.
bool statesChecks(func::FuncOp function, bool orPrints) {
  return function
      .walk([&](Operation *op) {
        StringRef name = checkName(op);
        return name.empty() || (name == "print" && !orPrints) ? WalkResult::advance() : WalkResult::interrupt();
      })
      .wasInterrupted();
}

/// The type of floats that no step can have as a result; null for other values.
FloatType unstored(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  auto element = type ? dyn_cast<FloatType>(type.getElementType()) : FloatType();
  return element && element.getWidth() <= 8 && !isa<Float8E5M2Type, Float8E4M3FNType, Float8E3M4Type, Float8E4M3Type>(element)
             ? element
             : FloatType();
}

/// A step between neighbours of a small type is many in f32; between its subnormal numbers more than these.
uint64_t stepsInF32(uint64_t steps, FloatType small) {
  unsigned shift = 24 - small.getFPMantissaWidth();
  return steps > (UINT64_MAX >> shift) ? UINT64_MAX : steps << shift;
}

/// Turns the test into @main, and its checks into results.
class Splitter {
public:
  Splitter(ModuleOp module, func::FuncOp test, CheckCase &result)
      : module(module), test(test), result(result), b(test.getContext()) {}

  LogicalResult run() {
    llvm::StringSet<> referred = referredTo(module);
    for (auto function : llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
      if (function != test && isTest(function, referred))
        function.erase();
    for (Operation &op : llvm::make_early_inc_range(test.front()))
      if (StringRef name = checkName(&op); !name.empty() && failed(take(&op, name)))
        return failure();
    // What a callee prints on its way is no result of the test.
    WalkResult nested = module.walk([&](Operation *op) {
      StringRef name = checkName(op);
      if (name.empty())
        return WalkResult::advance();
      if (name != "print")
        return op->emitError() << "'" << op->getName() << "' expected directly in the function of a test",
               WalkResult::interrupt();
      op->erase();
      return WalkResult::advance();
    });
    if (nested.wasInterrupted())
      return failure();
    Operation *end = test.front().getTerminator();
    if (!isa<func::ReturnOp>(end))
      return test.emitError("expected a function that ends in a return");
    if (values.empty())
      for (auto [i, value] : llvm::enumerate(end->getOperands()))
        add(stored(value, end), "result" + std::to_string(i));
    end->setOperands(values);
    SmallVector<Type> types = llvm::map_to_vector(values, [](Value value) { return value.getType(); });
    test.setFunctionType(b.getFunctionType({}, types));
    SmallVector<Attribute> attrs;
    for (const std::string &name : names)
      attrs.push_back(b.getDictionaryAttr(
          {b.getNamedAttr(kNameAttr, b.getStringAttr(name)), b.getNamedAttr(kKindAttr, b.getStringAttr("metric"))}));
    test.setAllResultAttrs(attrs);
    test.setName("main");
    test.setPublic();
    return success();
  }

private:
  /// A value of floats that are no result of a step, as f32, which holds each of them.
  Value stored(Value value, Operation *at) {
    if (!unstored(value))
      return value;
    OperationState state(at->getLoc(), "stablehlo.convert", value,
                         {cast<RankedTensorType>(value.getType()).clone(b.getF32Type())});
    return OpBuilder(at).create(state)->getResult(0);
  }

  void add(Value value, const std::string &name) {
    values.push_back(value);
    names.push_back(name);
  }

  LogicalResult take(Operation *op, StringRef name) {
    std::optional<DetCheck> rule = ruleOf(op, name);
    if (!rule)
      return op->emitError() << "'" << name << "' is no check that det-run knows; known are expect_eq, expect_almost_eq and "
                             << "expect_close, with and without _const";
    if (failed(readNumbers(op, *rule)))
      return failure();
    bool constant = name.ends_with("_const"), print = rule->kind == DET_CHECK_PRINT;
    auto value = op->getAttrOfType<ElementsAttr>("value");
    if (op->getNumOperands() != (print || constant ? 1u : 2u) || (constant && !value))
      return op->emitError() << "'" << name << "' expected a computed and an expected value";
    if (op->getNumResults() || op->getNumRegions() || op->getNumSuccessors())
      return op->emitError() << "'" << name << "' expected no results and no regions";
    if (FloatType small = unstored(op->getOperand(0))) {
      rule->minUlps = stepsInF32(rule->minUlps, small);
      rule->maxUlps = stepsInF32(rule->maxUlps, small);
    }
    const std::string prefix = "check" + std::to_string(result.checks.size());
    result.checks.push_back(*rule);
    add(stored(op->getOperand(0), op), prefix + ".computed");
    if (constant) {
      OperationState state(op->getLoc(), "stablehlo.constant");
      state.addAttribute("value", value);
      state.addTypes(value.getType());
      add(stored(OpBuilder(op).create(state)->getResult(0), op), prefix + ".expected");
    } else if (!print) {
      add(stored(op->getOperand(1), op), prefix + ".expected");
    }
    op->erase();
    return success();
  }

  ModuleOp module;
  func::FuncOp test;
  CheckCase &result;
  Builder b;
  SmallVector<Value> values;
  std::vector<std::string> names;
};

constexpr const char *kTest = "a function of one block, without arguments, that nothing refers to";

/// The modules of a file, one after the other.
class Reader {
public:
  explicit Reader(std::vector<CheckCase> &cases) : cases(cases) {}

  void read(std::string_view text, std::string_view name) {
    OwningOpRef<ModuleOp> module = parseInput(text, name, context.get());
    if (!module) {
      cases.push_back({"", context.takeMessage("the module cannot be read"), "", {}, {}});
      return;
    }
    SmallVector<ModuleOp> modules;
    module->walk([&](ModuleOp inner) { modules.push_back(inner); });
    for (ModuleOp inner : modules) {
      llvm::StringSet<> referred = referredTo(inner);
      for (auto function : inner.getOps<func::FuncOp>()) {
        if (!isTest(function, referred) && statesChecks(function, /*orPrints=*/false))
          cases.push_back({function.getName().str(),
                           where(function.getLoc()) + "its checks would not run; expected them in " + kTest,
                           "",
                           {},
                           {}});
        else if (isTest(function, referred) && (function.getNumResults() > 0 || statesChecks(function, /*orPrints=*/true)))
          cases.push_back(split(inner, function.getName()));
      }
    }
  }

private:
  CheckCase split(ModuleOp module, StringRef function) {
    CheckCase result;
    result.function = function.str();
    OwningOpRef<ModuleOp> copy = module.clone();
    if (failed(Splitter(*copy, copy->lookupSymbol<func::FuncOp>(function), result).run())) {
      result.refusal = context.takeMessage("the test cannot be taken apart");
      return result;
    }
    result.doubt = doubtOf(*copy);
    result.jumps = mayJump(*copy);
    llvm::raw_string_ostream stream(result.program);
    copy->print(stream, OpPrintingFlags().enableDebugInfo());
    return result;
  }

  std::vector<CheckCase> &cases;
  CheckContext context;
};

} // namespace

std::vector<CheckCase> splitChecks(std::string_view text, std::string_view name) {
  std::vector<CheckCase> cases;
  Reader reader(cases);
  // Empty lines stand for the modules before, so that messages name lines of the file.
  std::string part;
  bool filled = false;
  size_t lines = 0;
  for (size_t at = 0; at <= text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    ++lines;
    bool separator = line.substr(0, 8) == "// -----";
    if (!separator) {
      filled |= line.find_first_not_of(" \t\r") != std::string_view::npos && line.substr(0, 2) != "//";
      part.append(line).push_back('\n');
    }
    if (filled && (separator || end == text.size()))
      reader.read(part, name);
    if (separator) {
      part.assign(lines, '\n');
      filled = false;
    }
    at = end + 1;
  }
  if (cases.empty())
    cases.push_back({"", std::string("there is no test in it; expected ") + kTest + ", with checks or results", "", {}, {}});
  return cases;
}

} // namespace det
