// det-import-names: arguments and results get canonical names and kinds.
//
// A donated argument whose next value is a result (StatePairs.h) is state, under one name; other arguments are the batch, other
// results metrics. Names come from argument locations and jax.result_info; common starts are dropped (NamePaths.h).
#include "../InputOps.h"
#include "StatePairs.h"
#include "det/Dialect/Det/Det.h"
#include "det/Transforms/Import/Passes.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;

namespace det {
namespace {

using namespace import;

std::optional<NamePath> locationPath(Location location) {
  auto name = dyn_cast<NameLoc>(location);
  if (!name || name.getName().empty())
    return std::nullopt;
  return NamePath::parse(name.getName());
}

class Naming {
public:
  explicit Naming(func::FuncOp main) : main(main), arguments(main.getNumArguments()), results(main.getNumResults()) {}

  LogicalResult run() {
    for (auto [i, argument] : llvm::enumerate(main.getArguments())) {
      arguments[i].path = locationPath(argument.getLoc());
      arguments[i].type = argument.getType();
    }
    for (unsigned i = 0; i < results.size(); ++i) {
      results[i].type = main.getResultTypes()[i];
      if (auto info = main.getResultAttrOfType<StringAttr>(i, "jax.result_info"))
        if (!info.getValue().empty())
          results[i].path = NamePath::parse(info.getValue());
    }
    if (failed(readAliases()) || failed(readModuleAliases()))
      return failure();
    pairByPath(arguments, results);
    if (failed(addUnread()))
      return failure();
    makeNames();
    return failed(checkDistinct(arguments, "arguments")) || failed(checkDistinct(results, "results")) ? failure() : store();
  }

private:
  LogicalResult alias(int64_t argument, int64_t result) {
    if (result < 0 || result >= int64_t(results.size()))
      return main.emitError() << "argument " << argument << " is donated to result " << result << ", '@main' has "
                              << results.size() << " results";
    Type from = main.getArgumentTypes()[argument], to = main.getResultTypes()[result];
    if (from != to)
      return main.emitError() << "argument " << argument << " of type " << from << " is donated to result " << result
                              << " of type " << to;
    if (results[result].partner >= 0)
      return main.emitError() << "arguments " << results[result].partner << " and " << argument << " are both donated to result "
                              << result;
    arguments[argument].partner = int(result);
    results[result].partner = int(argument);
    return success();
  }

  LogicalResult readAliases() {
    for (unsigned i = 0; i < arguments.size(); ++i) {
      arguments[i].isDonated = main.getArgAttr(i, "tf.aliasing_output") || main.getArgAttr(i, "jax.buffer_donor");
      auto output = main.getArgAttrOfType<IntegerAttr>(i, "tf.aliasing_output");
      if (!output)
        continue;
      if (failed(alias(i, output.getInt())))
        return failure();
      // pmap numbers its arguments, whatever trees they came from: the result's path says more.
      if (arguments[i].path && arguments[i].path->root == "flat_args" && results[output.getInt()].path)
        arguments[i].path.reset();
    }
    return success();
  }

  /// `mhlo.input_output_alias = [{alias = {parameter_number = 0}, output_index = array<i64: 0>}]` of torch-xla.
  LogicalResult readModuleAliases() {
    auto list = main->getParentOfType<ModuleOp>()->getAttrOfType<ArrayAttr>("mhlo.input_output_alias");
    for (Attribute element : list ? list.getValue() : ArrayRef<Attribute>()) {
      auto entry = dyn_cast<DictionaryAttr>(element);
      auto target = entry ? entry.getAs<DictionaryAttr>("alias") : DictionaryAttr();
      auto number = target ? target.getAs<IntegerAttr>("parameter_number") : IntegerAttr();
      auto index = entry ? entry.getAs<DenseI64ArrayAttr>("output_index") : DenseI64ArrayAttr();
      if (!number || !index || number.getInt() < 0 || number.getInt() >= int64_t(arguments.size()))
        return main.emitError() << "module attribute 'mhlo.input_output_alias' cannot be read";
      int64_t result = index.empty() ? 0 : index.asArrayRef().front();
      if (arguments[number.getInt()].partner < 0 && failed(alias(number.getInt(), result)))
        return failure();
    }
    return success();
  }

  /// State that is written but never read has no argument in the file: it gets one, so that it is stored like the rest.
  LogicalResult addUnread() {
    for (unsigned i : findUnread(arguments, results)) {
      // Without paths of their own, arguments are known by their results alone, and JAX gives buffers by type.
      for (auto [number, argument] : llvm::enumerate(arguments))
        if (!argument.path && argument.partner >= 0 && argument.type == results[i].type)
          return main.emitError() << "whether argument " << number << " is donated to result " << argument.partner << " or to result "
                                  << i << " of the same type cannot be told: the step never reads a value of its state; export with "
                                  << "as_text(debug_info=True), which names arguments";
      NamedValue argument{pathOfUnread(i, arguments, results), results[i].type, true, int(i), ""};
      NamedAttrList attributes;
      if (Attribute sharding = main.getResultAttr(i, "sdy.sharding"))
        attributes.set("sdy.sharding", sharding);
      results[i].partner = int(arguments.size());
      if (failed(main.insertArgument(arguments.size(), argument.type, attributes.getDictionary(main.getContext()), main.getLoc())))
        return failure();
      arguments.push_back(std::move(argument));
    }
    return success();
  }

  void makeNames() {
    // Paths of aliased results name the arguments that have no location of their own.
    std::vector<NamePath> aliased(results.size());
    std::vector<NamePath *> stateResults, metrics, state, batch;
    for (auto [i, result] : llvm::enumerate(results)) {
      if (!result.path)
        continue;
      aliased[i] = *result.path;
      (result.partner >= 0 ? stateResults : metrics).push_back(&aliased[i]);
    }
    dropCommonStart(stateResults, /*leadingIndex=*/true);
    dropCommonStart(metrics, /*leadingIndex=*/true);
    std::vector<NamePath> located(arguments.size());
    for (auto [i, argument] : llvm::enumerate(arguments)) {
      if (!argument.path)
        continue;
      located[i] = *argument.path;
      (argument.partner >= 0 ? state : batch).push_back(&located[i]);
    }
    dropCommonStart(state, /*leadingIndex=*/false);
    dropCommonStart(batch, /*leadingIndex=*/false);

    for (auto [i, argument] : llvm::enumerate(arguments)) {
      if (argument.path)
        argument.name = located[i].join();
      else if (argument.partner >= 0 && results[argument.partner].path)
        argument.name = aliased[argument.partner].join();
      if (argument.name.empty())
        argument.name = "arg" + std::to_string(i);
    }
    for (auto [i, result] : llvm::enumerate(results)) {
      if (result.partner >= 0)
        result.name = arguments[result.partner].name;
      else if (result.path)
        result.name = aliased[i].join();
      if (result.name.empty())
        result.name = "result" + std::to_string(i);
    }
  }

  LogicalResult checkDistinct(ArrayRef<NamedValue> values, StringRef what) {
    llvm::StringMap<size_t> seen;
    for (auto [i, value] : llvm::enumerate(values)) {
      auto [entry, fresh] = seen.try_emplace(value.name, i);
      if (!fresh)
        return main.emitError() << what << " " << entry->second << " and " << i << " are both called '" << value.name
                                << "'; names must differ, so rename one in the step's signature";
    }
    return success();
  }

  LogicalResult store() {
    Builder b(main.getContext());
    for (auto [i, argument] : llvm::enumerate(arguments)) {
      main.setArgAttr(i, kNameAttr, b.getStringAttr(argument.name));
      main.setArgAttr(i, kKindAttr, b.getStringAttr(argument.partner >= 0 ? "state" : "batch"));
    }
    for (auto [i, result] : llvm::enumerate(results)) {
      main.setResultAttr(i, kNameAttr, b.getStringAttr(result.name));
      main.setResultAttr(i, kKindAttr, b.getStringAttr(result.partner >= 0 ? "state" : "metric"));
    }
    return success();
  }

  func::FuncOp main;
  std::vector<NamedValue> arguments, results;
};

/// Text of the det dialect has its names already.
bool hasNames(func::FuncOp main) {
  auto named = [&](unsigned count, auto attr) {
    for (unsigned i = 0; i < count; ++i)
      if (!attr(i))
        return false;
    return true;
  };
  return main.getNumArguments() + main.getNumResults() > 0 &&
         named(main.getNumArguments(), [&](unsigned i) { return main.getArgAttr(i, kNameAttr); }) &&
         named(main.getNumResults(), [&](unsigned i) { return main.getResultAttr(i, kNameAttr); });
}

struct NameValuesPass : PassWrapper<NameValuesPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(NameValuesPass)
  StringRef getArgument() const final { return "det-import-names"; }
  StringRef getDescription() const final { return "gives arguments and results of @main names and kinds"; }

  void runOnOperation() final {
    func::FuncOp main = mainFunction(getOperation());
    if (!main) {
      getOperation().emitError("expected a function '@main'; run det-import-inline first");
      return signalPassFailure();
    }
    if (!hasNames(main) && failed(Naming(main).run()))
      signalPassFailure();
  }
};

} // namespace

std::unique_ptr<Pass> createNameValuesPass() { return std::make_unique<NameValuesPass>(); }

} // namespace det
