// det-import-ops: every input operation of @main becomes det operations, by the table of its family.
#include "Converters.h"
#include "det/Transforms/Import/Passes.h"

using namespace mlir;

namespace det {
namespace import {

FailureOr<input::Ints> Conversion::ints(StringRef attribute, int64_t count) const {
  std::optional<input::Ints> values = input::ints(op->getAttr(attribute));
  if (!values && count != 0 && !op->getAttr(attribute)) {
    (void)bad(attribute);
    return failure();
  }
  input::Ints result = values.value_or(input::Ints());
  if (count >= 0 && int64_t(result.size()) != count)
    return op->emitError() << "'" << op->getName() << "' expected " << count << " numbers in '" << attribute << "', got "
                           << result.size();
  return result;
}

FailureOr<int64_t> Conversion::integer(StringRef attribute) const {
  auto value = op->getAttrOfType<IntegerAttr>(attribute);
  if (!value || value.getInt() < 0) {
    (void)bad(attribute);
    return failure();
  }
  return value.getInt();
}

Value Conversion::make(StringRef detName, ValueRange operands, Type type) const {
  OperationState state(loc(), detName, operands, {type});
  return b.create(state)->getResult(0);
}

LogicalResult Conversion::replace(ValueRange values) const {
  op->replaceAllUsesWith(values);
  op->erase();
  return success();
}

void Conversions::add(StringRef names, int operands, Converter convert) {
  SmallVector<StringRef> list;
  names.split(list, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef name : list)
    table[name] = {convert, operands};
}

LogicalResult Conversion::convertRegion(Region &source, Region &target) const {
  if (!source.hasOneBlock())
    return op->emitError() << "'" << op->getName() << "' expected regions of one block";
  target.takeBody(source);
  for (Operation &inner : llvm::make_early_inc_range(target.front())) {
    if (inputName(&inner) == "return" || inputName(&inner) == "sdy.return") {
      OpBuilder builder(&inner);
      YieldOp::create(builder, inner.getLoc(), inner.getOperands());
      inner.erase();
    } else if (isInputOp(&inner) && failed(convertOp(&inner, conversions, meshes))) {
      return failure();
    }
  }
  return success();
}

namespace {

LogicalResult checkTypes(Operation *op) {
  auto types = llvm::to_vector(op->getOperandTypes());
  llvm::append_range(types, op->getResultTypes());
  for (Type type : types) {
    std::string why;
    if (!supportedType(type, why))
      return op->emitError() << "'" << op->getName() << "': " << why;
  }
  return success();
}

/// `{sdy.sharding = #sdy.sharding_per_value<[...]>}` on an operation: a constraint on each result.
LogicalResult constrainResults(Operation *op, Meshes &meshes) {
  Attribute attribute = op->getAttr("sdy.sharding");
  if (!attribute || op->getNumResults() == 0)
    return success();
  auto shardings = input::readShardingPerValue(attribute);
  std::string what = ("a result of '" + op->getName().getStringRef() + "'").str();
  if (!shardings || shardings->size() != op->getNumResults())
    return op->emitError() << "sharding of " << what << " cannot be read: " << attribute;
  OpBuilder b(op->getContext());
  b.setInsertionPointAfter(op);
  for (auto [result, sharding] : llvm::zip_equal(op->getResults(), *shardings)) {
    auto type = cast<RankedTensorType>(result.getType());
    auto attr = meshes.convert(sharding, type.getRank(), op->getLoc(), what);
    if (failed(attr))
      return failure();
    if (type.getRank() == 0)
      continue;
    auto constraint = ShardingConstraintOp::create(b, op->getLoc(), result, *attr);
    result.replaceAllUsesExcept(constraint, constraint);
  }
  return success();
}

} // namespace

LogicalResult convertOp(Operation *op, const Conversions &conversions, Meshes &meshes) {
  auto entry = conversions.table.find(inputName(op));
  // What has no det operation is named before its types are looked at.
  if (entry == conversions.table.end())
    return refuse(op, "det has no such operation; rewrite the step without it");
  const Conversions::Entry &conversion = entry->second;
  if (inputName(op) != "custom_call" && failed(checkTypes(op)))
    return failure();
  if (conversion.operands >= 0 && int(op->getNumOperands()) != conversion.operands)
    return op->emitError() << "'" << op->getName() << "' expected " << conversion.operands << " operands, got "
                           << op->getNumOperands();
  if (failed(constrainResults(op, meshes)))
    return failure();
  OpBuilder builder(op);
  return conversion.convert({op, builder, meshes, conversions});
}

} // namespace import

namespace {

using namespace import;

Conversions buildTable() {
  Conversions table;
  addElementwiseConversions(table);
  addMovementConversions(table);
  addReductionConversions(table);
  addSortConversions(table);
  addWindowConversions(table);
  addSelectAndScatterConversions(table);
  addProductConversions(table);
  addConvolutionConversions(table);
  addPlacementConversions(table);
  addManualConversions(table);
  addControlConversions(table);
  addEinsumConversions(table);
  addLinearAlgebraConversions(table);
  addComplexConversions(table);
  addNormalizationConversions(table);
  addBitsConversions(table);
  addChloConversions(table);
  addSpecialConversions(table);
  addRaggedConversions(table);
  addMapConversions(table);
  addRandomConversions(table);
  addRandomBitsConversions(table);
  return table;
}

struct ConvertOpsPass : PassWrapper<ConvertOpsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ConvertOpsPass)
  StringRef getArgument() const final { return "det-import-ops"; }
  StringRef getDescription() const final { return "turns input operations and shardings into det operations"; }
  void getDependentDialects(DialectRegistry &registry) const final { registry.insert<DetDialect>(); }

  void runOnOperation() final {
    if (failed(run(getOperation())))
      signalPassFailure();
  }

  static LogicalResult run(ModuleOp module) {
    func::FuncOp main = mainFunction(module);
    if (!main)
      return module.emitError("expected a function '@main'; run det-import-inline first");
    Meshes meshes;
    if (failed(meshes.read(module)) || failed(convertSignature(main, meshes)))
      return failure();
    const Conversions conversions = buildTable();
    // Manual computations that an earlier pass made hold input operations, too.
    SmallVector<Block *> blocks = {&main.getBody().front()};
    main.walk([&](ManualOp manual) { blocks.push_back(&manual.getBody().front()); });
    for (Block *block : blocks)
      for (Operation &op : llvm::make_early_inc_range(*block))
        if (isInputOp(&op) && failed(convertOp(&op, conversions, meshes)))
          return failure();
    finishModule(module, meshes);
    return verifyOps(main);
  }

  /// What the file asked for is checked here, whether or not the pass manager verifies after each pass. Each operation by itself:
  /// that values are defined before they are used has been checked since the text was read, and is again after the last pass.
  static LogicalResult verifyOps(func::FuncOp main) {
    WalkResult result = main.getBody().walk<WalkOrder::PreOrder>([](Operation *op) {
      OperationName name = op->getName();
      return failed(name.verifyInvariants(op)) || failed(name.verifyRegionInvariants(op)) ? WalkResult::interrupt()
                                                                                          : WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  /// Types and shardings of arguments and results; attributes of other dialects end here.
  static LogicalResult convertSignature(func::FuncOp main, Meshes &meshes) {
    auto convert = [&](Type type, DictionaryAttr attrs, Location location, const Twine &what, auto set) -> LogicalResult {
      std::string why, name = what.str();
      RankedTensorType tensor = supportedType(type, why);
      if (!tensor)
        return emitError(location) << name << ": " << why;
      SmallVector<NamedAttribute> kept;
      for (NamedAttribute attr : attrs ? attrs.getValue() : ArrayRef<NamedAttribute>())
        if (attr.getName().strref().starts_with("det."))
          kept.push_back(attr);
      Attribute sharding = attrs ? attrs.get("sdy.sharding") : Attribute();
      if (auto frontend = attrs ? attrs.getAs<DictionaryAttr>("mhlo.frontend_attributes") : DictionaryAttr())
        if (!sharding)
          sharding = frontend.get("xla.sdy.sharding");
      if (sharding) {
        // Inside a step it is a matter of placement whether a sum is finished; a value that is stored is whole.
        auto read = input::readSharding(sharding);
        if (read && !read->unreduced.empty())
          return emitError(location) << "sharding of " << name
                                     << " has unreduced axes, which are not supported; export without them";
        FailureOr<ShardingAttr> attr = meshes.convert(sharding, tensor.getRank(), location, name);
        if (failed(attr))
          return failure();
        kept.emplace_back(StringAttr::get(type.getContext(), kShardingAttr), *attr);
      }
      set(DictionaryAttr::get(type.getContext(), kept));
      return success();
    };
    for (auto [i, argument] : llvm::enumerate(main.getArguments()))
      if (failed(convert(argument.getType(), main.getArgAttrDict(i), argument.getLoc(), "argument " + Twine(i),
                         [&, i = i](DictionaryAttr attrs) { main.setArgAttrs(i, attrs); })))
        return failure();
    for (auto [i, type] : llvm::enumerate(main.getResultTypes()))
      if (failed(convert(type, main.getResultAttrDict(i), main.getLoc(), "result " + Twine(i),
                         [&, i = i](DictionaryAttr attrs) { main.setResultAttrs(i, attrs); })))
        return failure();
    return success();
  }

  static void finishModule(ModuleOp module, Meshes &meshes) {
    for (Operation &op : llvm::make_early_inc_range(*module.getBody()))
      if (inputName(&op) == "sdy.mesh")
        op.erase();
    for (Operation *op : {module.getOperation(), mainFunction(module).getOperation()})
      for (NamedAttribute attr : llvm::to_vector(op->getDiscardableAttrs()))
        if (!attr.getName().strref().starts_with("det."))
          op->removeDiscardableAttr(attr.getName());
    if (meshes.mesh())
      module->setAttr(kMeshAttr, meshes.mesh());
  }
};

} // namespace

std::unique_ptr<Pass> createConvertOpsPass() { return std::make_unique<ConvertOpsPass>(); }

} // namespace det
