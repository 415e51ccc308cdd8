// det-import-parallel: `interpreter.run_parallel` of recorded tests becomes a manual computation over replicas and partitions.
//
// Operands of all processes become rows of one tensor per operand, and rows of the results the results of the processes.
#include "../InputOps.h"
#include "det/Dialect/Det/Batch.h"
#include "det/Transforms/Import/Passes.h"

using namespace mlir;

namespace det {
namespace {

using namespace import;

/// The function that every process runs, and how many replicas and partitions there are.
struct Programs {
  FlatSymbolRefAttr function;
  int64_t replicas = 0, partitions = 0;
};

FailureOr<Programs> readPrograms(Operation *op) {
  Programs programs;
  auto bad = [&] {
    return op->emitError() << "'" << op->getName() << "' expected 'programs' with a list of functions for every replica";
  };
  auto outer = op->getAttrOfType<ArrayAttr>("programs");
  if (!outer || outer.empty())
    return bad();
  programs.replicas = outer.size();
  for (Attribute element : outer) {
    auto inner = dyn_cast<ArrayAttr>(element);
    if (!inner || inner.empty() || (programs.partitions && int64_t(inner.size()) != programs.partitions))
      return bad();
    programs.partitions = inner.size();
    for (Attribute symbol : inner) {
      auto function = dyn_cast<FlatSymbolRefAttr>(symbol);
      if (!function)
        return bad();
      if (programs.function && programs.function != function)
        return refuse(op, "processes run different functions; det compiles one program for all processes");
      programs.function = function;
    }
  }
  return programs;
}

LogicalResult replaceParallel(Operation *op) {
  FailureOr<Programs> programs = readPrograms(op);
  if (failed(programs))
    return failure();
  int64_t count = programs->replicas * programs->partitions;
  size_t operands = op->getNumOperands() / count, results = op->getNumResults() / count;
  auto alike = [&](TypeRange types, size_t each) {
    for (size_t i = 0; i < types.size(); ++i)
      if (types[i] != types[i % each] || !isa<RankedTensorType>(types[i]))
        return false;
    return each * count == types.size();
  };
  if (!alike(op->getOperandTypes(), operands) || !alike(op->getResultTypes(), results))
    return op->emitError() << "'" << op->getName() << "' expected operands and results of the same types for each of " << count
                           << " processes";
  OpBuilder b(op);
  MLIRContext *context = b.getContext();
  Location loc = op->getLoc();
  auto typeOf = [](Value value) { return cast<RankedTensorType>(value.getType()); };
  // Dim 0 is cut by both axes.
  auto sharding = [&](RankedTensorType type) -> Attribute {
    SmallVector<DimShardingAttr> dims(type.getRank() + 1, DimShardingAttr::get(context, {}, false, 0));
    dims[0] =
        DimShardingAttr::get(context, {AxisRefAttr::get(context, "replica"), AxisRefAttr::get(context, "partition")}, false, 0);
    return ShardingAttr::get(context, dims, {});
  };
  SmallVector<Value> inputs;
  SmallVector<Attribute> inShardings, outShardings;
  for (size_t i = 0; i < operands; ++i) {
    RankedTensorType type = typeOf(op->getOperand(i));
    SmallVector<Value> rows;
    for (int64_t process = 0; process < count; ++process)
      rows.push_back(ReshapeOp::create(b, loc, batch::typeOf(type, 1), op->getOperand(process * operands + i)));
    inputs.push_back(ConcatenateOp::create(b, loc, batch::typeOf(type, count), rows, 0));
    inShardings.push_back(sharding(type));
  }
  SmallVector<Type> types;
  for (size_t i = 0; i < results; ++i) {
    types.push_back(batch::typeOf(op->getResult(i).getType(), count));
    outShardings.push_back(sharding(typeOf(op->getResult(i))));
  }
  auto manual = ManualOp::create(b, loc, types, inputs, b.getStrArrayAttr({"replica", "partition"}),
                                 b.getDenseI64ArrayAttr({programs->replicas, programs->partitions}), b.getArrayAttr(inShardings),
                                 b.getArrayAttr(outShardings));
  {
    OpBuilder::InsertionGuard guard(b);
    Block *body = b.createBlock(&manual.getBody());
    SmallVector<Value> locals;
    for (size_t i = 0; i < operands; ++i) {
      RankedTensorType type = typeOf(op->getOperand(i));
      locals.push_back(ReshapeOp::create(b, loc, type, body->addArgument(batch::typeOf(type, 1), loc)));
    }
    auto call = func::CallOp::create(b, loc, programs->function, TypeRange(op->getResultTypes()).take_front(results), locals);
    SmallVector<Value> rows;
    for (Value result : call.getResults())
      rows.push_back(ReshapeOp::create(b, loc, batch::typeOf(result.getType(), 1), result));
    YieldOp::create(b, loc, rows);
  }
  for (int64_t process = 0; process < count; ++process)
    for (size_t i = 0; i < results; ++i) {
      Value all = manual.getResult(i), result = op->getResult(process * results + i);
      RankedTensorType type = typeOf(all);
      SmallVector<int64_t> starts(type.getRank(), 0), limits(type.getShape()), strides(type.getRank(), 1);
      starts[0] = process;
      limits[0] = process + 1;
      Value row = SliceOp::create(b, loc, batch::typeOf(result.getType(), 1), all, starts, limits, strides);
      result.replaceAllUsesWith(ReshapeOp::create(b, loc, result.getType(), row));
    }
  op->erase();
  return success();
}

struct ParallelProgramsPass : PassWrapper<ParallelProgramsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ParallelProgramsPass)
  StringRef getArgument() const final { return "det-import-parallel"; }
  StringRef getDescription() const final { return "turns interpreter.run_parallel into manual computations"; }
  void getDependentDialects(DialectRegistry &registry) const final { registry.insert<DetDialect>(); }

  void runOnOperation() final {
    SmallVector<Operation *> found;
    getOperation().walk([&](Operation *op) {
      if (op->getName().getStringRef() == "interpreter.run_parallel")
        found.push_back(op);
    });
    for (Operation *op : found)
      if (failed(replaceParallel(op)))
        return signalPassFailure();
  }
};

} // namespace

std::unique_ptr<Pass> createParallelProgramsPass() { return std::make_unique<ParallelProgramsPass>(); }

} // namespace det
