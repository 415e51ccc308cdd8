// Constants: bytes of the constants section. One whose elements are all equal takes a single element, read with stride 0.
#include "Lowerings.h"

using namespace mlir;

namespace det::plan {

static LogicalResult lowerConstant(ConstantOp op, ProgramBuilder &builder) {
  FailureOr<uint64_t> offset = builder.tables.constant(op.getValue());
  if (failed(offset))
    return op.emitOpError("has data of a kind that artifacts cannot hold; print it as dense<...>");
  ArrayRef<int64_t> shape = globalShape(op.getResult());
  SmallVector<int64_t> local = builder.localShape(op.getResult());
  int64_t bytes = bytesOf(op.getResult());
  bool isSplat = op.getValue().isSplat();
  View view = View::dense(builder.constantBuffer(*offset, (isSplat ? 1 : elementsOf(shape)) * bytes), shape);
  if (isSplat)
    view.strides.assign(shape.size(), 0);
  else
    // A rank reads its own box of the whole constant.
    for (size_t dim = 0; dim < shape.size(); ++dim)
      if (local[dim] != shape[dim])
        view.terms.push_back({builder.placements.layout(op.getResult()), SmallVector<int64_t>(shape), static_cast<unsigned>(dim),
                              view.strides[dim]});
  view.shape = local;
  builder.setView(op.getResult(), std::move(view));
  return success();
}

void addConstantLowerings(LoweringTable &table) { addLowering<ConstantOp>(table, lowerConstant); }

} // namespace det::plan
