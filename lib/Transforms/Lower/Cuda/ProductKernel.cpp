// A matrix product as a kernel.
//
// 16 x 16 threads make a tile of results; each thread holds up to 4 x 4 of them, 16 rows and 16 columns apart, so that neighbours
// read neighbouring elements. Each result is a chain of fma from -0.0 per leaf in ascending index, leaves joined along the tree:
// the shape of tiles changes no bit.
#include "Kernels.h"
#include "TreeWalk.h"

using namespace mlir;

namespace det::cuda {

static constexpr int64_t side = 16;       ///< threads along either side of a tile
static constexpr int64_t mostPerSide = 4; ///< results along either side that a thread holds

namespace {

/// One operand's dims in the roles that they have.
struct OperandDims {
  SmallVector<int64_t> freeSizes, freeStrides, batchStrides, contractingStrides;

  OperandDims(Value operand, ArrayRef<int64_t> batching, ArrayRef<int64_t> contracting) {
    ArrayRef<int64_t> shape = shapeOf(operand);
    SmallVector<int64_t> strides = denseStrides(shape);
    for (int64_t dim : batching)
      batchStrides.push_back(strides[dim]);
    for (int64_t dim : contracting)
      contractingStrides.push_back(strides[dim]);
    for (auto [dim, size] : llvm::enumerate(shape))
      if (!llvm::is_contained(batching, dim) && !llvm::is_contained(contracting, dim)) {
        freeSizes.push_back(size);
        freeStrides.push_back(strides[dim]);
      }
  }
};

class ProductEmitter {
public:
  ProductEmitter(DotOp dot)
      : dot(dot), left(dot.getLhs(), dot.getLhsBatching(), dot.getLhsContracting()),
        right(dot.getRhs(), dot.getRhsBatching(), dot.getRhsContracting()), rows(volume(left.freeSizes)),
        columns(volume(right.freeSizes)) {
    for (int64_t dim : dot.getLhsBatching())
      batchSizes.push_back(shapeOf(dot.getLhs())[dim]);
    for (int64_t dim : dot.getLhsContracting())
      boxSizes.push_back(shapeOf(dot.getLhs())[dim]);
    auto perThread = [](int64_t size) { return std::clamp<int64_t>(order::ceilDiv(size, side), 1, mostPerSide); };
    tileRows = perThread(rows);
    tileColumns = perThread(columns);
  }

  Launch launch() const {
    return {volume(batchSizes) * order::ceilDiv(rows, side * tileRows) * order::ceilDiv(columns, side * tileColumns),
            side * side};
  }

  LogicalResult emit(CudaCode &code, const order::Order &order, ArrayRef<Value> pointers) {
    Type fromLeft = elementOf(dot.getLhs()), fromRight = elementOf(dot.getRhs()), to = elementOf(dot.getResult());
    Type acc = getAccumulationType(
        isa<FloatType>(to) && (fromLeft.isF64() || fromRight.isF64() || to.isF64()) ? code.builder.getF64Type() : fromLeft);
    TypedAttr zero = code.ops.identity(Combiner::Add, acc);
    if (!zero || (!isa<FloatType>(acc) && (fromLeft != acc || fromRight != acc)))
      return dot.emitOpError() << "expected float or equal integer operands, got " << fromLeft << " and " << fromRight;

    // Where the thread's results lie. Rows and columns past the end are computed from the last one and not stored.
    Value thread = code.threadInBlock();
    Value x = code.rem(thread, code.index(side)), y = code.div(thread, code.index(side));
    SmallVector<Value> place =
        code.delinearize(code.block(), ArrayRef<int64_t>{volume(batchSizes), order::ceilDiv(rows, side * tileRows),
                                                         order::ceilDiv(columns, side * tileColumns)});
    SmallVector<Value> batch = code.delinearize(place[0], batchSizes);
    SmallVector<Value> rowIndices = spread(code, place[1], y, tileRows), columnIndices = spread(code, place[2], x, tileColumns);
    SmallVector<Value> leftBases = bases(code, left, batch, rowIndices, rows),
                       rightBases = bases(code, right, batch, columnIndices, columns);

    auto join = [&](Value a, Value b) { return code.ops.combine(code.builder, code.loc, Combiner::Add, acc, a, b); };
    auto step = [&](ArrayRef<Value> coordinates, ValueRange accumulators) {
      auto fetch = [&](const OperandDims &dims, Type from, Value pointer, ArrayRef<Value> bases) {
        Value along = code.offset(coordinates, dims.contractingStrides);
        SmallVector<Value> elements;
        for (Value base : bases)
          elements.push_back(code.convert(from, acc, code.load(from, pointer, code.add(base, along))));
        return elements;
      };
      SmallVector<Value> a = fetch(left, fromLeft, pointers[0], leftBases), b = fetch(right, fromRight, pointers[1], rightBases);
      TreeWalk::Values next;
      for (auto [i, sum] : llvm::enumerate(accumulators))
        next.push_back(multiplyAdd(code, a[i / tileColumns], b[i % tileColumns], sum));
      return next;
    };
    SmallVector<Value> identities(tileRows * tileColumns, code.constant(zero));
    TreeWalk::Values sums = TreeWalk(code, order, boxSizes, identities, join, step).run();
    // A product over nothing is +0.0.
    if (volume(boxSizes) == 0)
      llvm::fill(sums, code.constant(code.builder.getZeroAttr(acc)));

    for (auto [i, row] : llvm::enumerate(rowIndices))
      for (auto [j, column] : llvm::enumerate(columnIndices)) {
        Value isInside = code.both(code.less(row, code.index(rows)), code.less(column, code.index(columns)));
        Value sum = sums[i * tileColumns + j];
        code.when(isInside, [&, row = row, column = column] {
          Value offset = code.offset({place[0], row, column}, {rows * columns, columns, 1});
          code.store(to, code.convert(acc, to, sum), pointers[2], offset);
        });
      }
    return success();
  }

private:
  /// The thread's indices along one side: `first + 16 i` in the tile.
  SmallVector<Value> spread(CudaCode &code, Value tile, Value first, int64_t count) {
    Value begin = code.add(code.mul(tile, code.index(side * count)), first);
    SmallVector<Value> indices;
    for (int64_t i = 0; i < count; ++i)
      indices.push_back(code.add(begin, code.index(side * i)));
    return indices;
  }

  SmallVector<Value> bases(CudaCode &code, const OperandDims &dims, ArrayRef<Value> batch, ArrayRef<Value> indices,
                           int64_t size) {
    Value outer = code.offset(batch, dims.batchStrides);
    SmallVector<Value> result;
    for (Value index : indices) {
      SmallVector<Value> free = code.delinearize(code.min(index, code.index(size - 1)), dims.freeSizes);
      result.push_back(code.add(outer, code.offset(free, dims.freeStrides)));
    }
    return result;
  }

  Value multiplyAdd(CudaCode &code, Value a, Value b, Value sum) {
    if (isa<FloatType>(sum.getType()))
      return mlir::math::FmaOp::create(code.builder, code.loc, a, b, sum);
    return code.add(sum, code.mul(a, b));
  }

  DotOp dot;
  OperandDims left, right;
  int64_t rows, columns;
  SmallVector<int64_t> batchSizes, boxSizes;
  int64_t tileRows, tileColumns;
};

} // namespace

FailureOr<Launch> emitProductKernel(gpu::GPUModuleOp module, StringRef name, DotOp dot, ScalarOps &ops) {
  FailureOr<order::Order> order = getKernelOrder(dot);
  if (failed(order))
    return failure();
  if (order->leaf != order::Leaf::Fold)
    return dot.emitOpError() << "expected leaf fold, got " << order::leafName(*order);
  ProductEmitter emitter(dot);
  Launch launch = emitter.launch();
  OpBuilder builder(dot.getContext());
  KernelFunction kernel = beginKernel(builder, module, name, dot, launch);
  CudaCode code(builder, dot.getLoc(), ops, kernel.index);
  if (failed(emitter.emit(code, *order, kernel.pointers)))
    return failure();
  return launch;
}

} // namespace det::cuda
