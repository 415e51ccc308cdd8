// Operations whose places are computed: dynamic slices, gather, scatter, torch_index_select.
#include "Spec.h"

using namespace mlir;

namespace det::import::spec {
namespace {

/// The start indices of a dynamic slice: one scalar integer per dim, all of one type.
LogicalResult startIndices(const Spec &s, unsigned first, StringRef inputLabel, StringRef countLabel, StringRef typeLabel) {
  if (int64_t(s.numIn()) - first != s.in().getRank())
    return s.fail(countLabel) << "expected " << s.in().getRank() << " start indices, got " << int64_t(s.numIn()) - first;
  for (unsigned i = first; i < s.numIn(); ++i)
    if (failed(s.scalar(inputLabel, "start indices", s.in(i), Int)) ||
        failed(s.sameType(typeLabel, "start indices of type", s.in(first), s.in(i))))
      return failure();
  return success();
}

LogicalResult dynamicSlice(const Spec &s) {
  if (s.numIn() < 1)
    return s.op->emitError() << "'" << s.op->getName() << "' expected an operand";
  auto sizes = s.ints("slice_sizes", s.in().getRank() ? std::nullopt : std::optional(Ints()));
  if (failed(sizes) || failed(s.sameElement("C1", "a result", s.in(), s.out())) || failed(startIndices(s, 1, "I2", "C2", "C3")) ||
      failed(s.size("C2", "slice_sizes", *sizes, s.in().getRank())))
    return failure();
  for (auto [size, dim] : llvm::zip_equal(*sizes, s.shape()))
    if (size < 0 || size > dim)
      return s.fail("C4") << "expected 'slice_sizes' of at most " << list(s.shape()) << ", got " << list(*sizes);
  return s.sameShape("C5", "a result of shape", *sizes, s.out().getShape());
}

LogicalResult dynamicUpdateSlice(const Spec &s) {
  if (s.numIn() < 2)
    return s.op->emitError() << "'" << s.op->getName() << "' expected an operand and an update";
  if (failed(s.sameType("C1", "a result of type", s.in(0), s.out())) ||
      failed(s.sameElement("C2", "an update", s.in(0), s.in(1))))
    return failure();
  if (s.in(1).getRank() != s.in(0).getRank())
    return s.fail("C3") << "expected an update of rank " << s.in(0).getRank() << ", got " << s.in(1);
  if (failed(startIndices(s, 2, "I3", "C4", "C5")))
    return failure();
  for (auto [size, dim] : llvm::zip_equal(s.shape(1), s.shape(0)))
    if (size > dim)
      return s.fail("C6") << "expected an update of at most " << list(s.shape(0)) << ", got " << list(s.shape(1));
  return success();
}

/// What gather and scatter share: which dims of the operand an index addresses, and which dims run in step.
struct IndexDims {
  Ints window, dropped, operandBatching, indexBatching, map;
  int64_t vectorDim;
};

/// Labels of one operation's constraints, in the order of the checks below.
struct IndexLabels {
  StringRef vectorRange, mapSize, droppedUnique, droppedSorted, droppedRange, batchingSorted, batchingRange, indexUnique,
      indexRange, indexVector, batchingSizes, batchingDims, mapUnique, mapRange;
  StringRef dropped, operandBatching, indexBatching, map;
};

LogicalResult checkIndexDims(const Spec &s, const IndexDims &d, ArrayRef<int64_t> shape, RankedTensorType indices,
                             const IndexLabels &l) {
  int64_t rank = shape.size(), indexRank = indices.getRank();
  if (failed(s.kind("I2", "indices", indices, Int)) ||
      failed(s.range(l.vectorRange, "index_vector_dim", d.vectorDim, 0, indexRank + 1)) ||
      failed(s.size(l.mapSize, l.map, d.map, d.vectorDim < indexRank ? indices.getDimSize(d.vectorDim) : 1)))
    return failure();
  Ints gone = d.dropped, addressed = d.map;
  llvm::append_range(gone, d.operandBatching);
  llvm::append_range(addressed, d.operandBatching);
  if (failed(s.unique(l.droppedUnique, l.dropped, gone)) || failed(s.sorted(l.droppedSorted, l.dropped, d.dropped)) ||
      failed(s.range(l.droppedRange, l.dropped, d.dropped, 0, rank)) ||
      failed(s.sorted(l.batchingSorted, l.operandBatching, d.operandBatching)) ||
      failed(s.range(l.batchingRange, l.operandBatching, d.operandBatching, 0, rank)) ||
      failed(s.unique(l.indexUnique, l.indexBatching, d.indexBatching)) ||
      failed(s.range(l.indexRange, l.indexBatching, d.indexBatching, 0, indexRank)))
    return failure();
  if (llvm::is_contained(d.indexBatching, d.vectorDim))
    return s.fail(l.indexVector) << "expected 'index_vector_dim' not to be one of '" << l.indexBatching << "' "
                                 << list(d.indexBatching);
  if (failed(s.size(l.batchingSizes, l.indexBatching, d.indexBatching, d.operandBatching.size())))
    return failure();
  for (auto [operandDim, indexDim] : llvm::zip_equal(d.operandBatching, d.indexBatching))
    if (shape[operandDim] != indices.getDimSize(indexDim))
      return s.fail(l.batchingDims) << "expected batching dims of equal size, got " << shape[operandDim] << " and "
                                    << indices.getDimSize(indexDim);
  if (failed(s.unique(l.mapUnique, l.map, addressed)))
    return failure();
  return s.range(l.mapRange, l.map, d.map, 0, rank);
}

/// The shape of a gather's result or a scatter's updates: window dims at `window`, the indices' other dims between them.
Ints windowedShape(const IndexDims &d, ArrayRef<int64_t> sizes, RankedTensorType indices) {
  Ints batch, kept, shape;
  for (auto [i, size] : llvm::enumerate(indices.getShape()))
    if (int64_t(i) != d.vectorDim)
      batch.push_back(size);
  for (auto [i, size] : llvm::enumerate(sizes))
    if (!llvm::is_contained(d.dropped, int64_t(i)) && !llvm::is_contained(d.operandBatching, int64_t(i)))
      kept.push_back(size);
  size_t nextBatch = 0, nextKept = 0;
  for (size_t i = 0; i < batch.size() + kept.size(); ++i) {
    bool window = llvm::is_contained(d.window, int64_t(i));
    if (window ? nextKept < kept.size() : nextBatch < batch.size())
      shape.push_back(window ? kept[nextKept++] : batch[nextBatch++]);
  }
  return shape;
}

LogicalResult gather(const Spec &s) {
  auto fields = s.fields("dimension_numbers", "gather");
  auto sizes = s.ints("slice_sizes", s.in().getRank() ? std::nullopt : std::optional(Ints()));
  if (failed(fields) || failed(sizes))
    return failure();
  IndexDims d{fields->list("offset_dims"),           fields->list("collapsed_slice_dims"),
              fields->list("operand_batching_dims"), fields->list("start_indices_batching_dims"),
              fields->list("start_index_map"),       fields->value("index_vector_dim")};
  int64_t rank = s.in().getRank();
  if (rank != int64_t(d.window.size() + d.dropped.size() + d.operandBatching.size()))
    return s.fail("C1") << "expected an operand of rank " << d.window.size() + d.dropped.size() + d.operandBatching.size()
                        << ", got " << s.in();
  if (failed(s.unique("C4", "offset_dims", d.window)) || failed(s.sorted("C4", "offset_dims", d.window)) ||
      failed(s.range("C5", "offset_dims", d.window, 0, s.out().getRank())))
    return failure();
  const IndexLabels labels = {"C2",
                              "C3",
                              "C6",
                              "C7",
                              "C8",
                              "C10",
                              "C11",
                              "C13",
                              "C14",
                              "C15",
                              "C16",
                              "C17",
                              "C18",
                              "C19",
                              "collapsed_slice_dims",
                              "operand_batching_dims",
                              "start_indices_batching_dims",
                              "start_index_map"};
  if (failed(checkIndexDims(s, d, s.shape(), s.in(1), labels)) || failed(s.size("C20", "slice_sizes", *sizes, rank)))
    return failure();
  for (auto [size, dim] : llvm::zip_equal(*sizes, s.shape()))
    if (size < 0 || size > dim)
      return s.fail("C21") << "expected 'slice_sizes' of at most " << list(s.shape()) << ", got " << list(*sizes);
  for (auto [dims, label] : {std::pair(&d.dropped, "C9"), std::pair(&d.operandBatching, "C12")})
    for (int64_t dim : *dims)
      if ((*sizes)[dim] > 1)
        return s.fail(label) << "expected 'slice_sizes' of at most 1 in dim " << dim << ", got " << (*sizes)[dim];
  if (failed(s.sameShape("C22", "a result of shape", windowedShape(d, *sizes, s.in(1)), s.out().getShape())))
    return failure();
  return s.sameElement("C23", "a result", s.in(0), s.out());
}

LogicalResult scatter(const Spec &s) {
  unsigned n = s.numOut();
  if (n == 0 || s.numIn() != 2 * n + 1)
    return s.fail("C5") << "expected as many operands, updates and results, and one tensor of indices";
  auto fields = s.fields("scatter_dimension_numbers", "scatter");
  if (failed(fields))
    return failure();
  IndexDims d{fields->list("update_window_dims"),           fields->list("inserted_window_dims"),
              fields->list("input_batching_dims"),          fields->list("scatter_indices_batching_dims"),
              fields->list("scatter_dims_to_operand_dims"), fields->value("index_vector_dim")};
  RankedTensorType indices = s.in(n), updates = s.in(n + 1);
  SmallVector<RankedTensorType> inputs;
  for (unsigned i = 0; i < n; ++i) {
    inputs.push_back(s.in(i));
    if (failed(s.sameShape("C1", "operands of shape", s.shape(0), s.shape(i))) ||
        failed(s.sameShape("C3", "updates of shape", updates.getShape(), s.shape(n + 1 + i))) ||
        failed(s.sameElement("C6", "updates", s.in(i), s.in(n + 1 + i))) ||
        failed(s.sameShape("C24", "results of shape", s.shape(i), s.out(i).getShape())))
      return failure();
  }
  int64_t rank = s.in().getRank();
  if (rank != int64_t(d.window.size() + d.dropped.size() + d.operandBatching.size()))
    return s.fail("C2") << "expected operands of rank " << d.window.size() + d.dropped.size() + d.operandBatching.size()
                        << ", got " << s.in();
  if (failed(s.unique("C7", "update_window_dims", d.window)) || failed(s.sorted("C7", "update_window_dims", d.window)) ||
      failed(s.range("C8", "update_window_dims", d.window, 0, updates.getRank())))
    return failure();
  const IndexLabels labels = {"C22",
                              "C19",
                              "C9",
                              "C10",
                              "C11",
                              "C12",
                              "C13",
                              "C14",
                              "C15",
                              "C16",
                              "C17",
                              "C18",
                              "C20",
                              "C21",
                              "inserted_window_dims",
                              "input_batching_dims",
                              "scatter_indices_batching_dims",
                              "scatter_dims_to_operand_dims"};
  if (failed(checkIndexDims(s, d, s.shape(), indices, labels)))
    return failure();
  // Updates may be smaller than the operand in window dims, nothing else.
  Ints sizes(s.shape()), largest = windowedShape(d, sizes, indices);
  bool fits = largest.size() == updates.getShape().size();
  for (size_t i = 0; fits && i < largest.size(); ++i)
    fits = llvm::is_contained(d.window, int64_t(i)) ? updates.getDimSize(i) <= largest[i] : updates.getDimSize(i) == largest[i];
  if (!fits)
    return s.fail("C4") << "expected updates of at most " << list(largest) << ", got " << list(updates.getShape());
  if (failed(s.combiner("C23", 0, inputs)))
    return failure();
  for (unsigned i = 0; i < n; ++i) {
    auto body = cast<RankedTensorType>(s.op->getRegion(0).getArgument(i).getType());
    if (failed(s.sameElement("C25", "results", body, s.out(i))))
      return failure();
  }
  return success();
}

/// An older look-up: slices of one dim at indices, after batch dims that both have.
LogicalResult torchIndexSelect(const Spec &s) {
  auto dim = s.integer("dim"), batch = s.integer("batch_dims");
  int64_t rank = s.in(0).getRank(), indexRank = s.in(1).getRank();
  if (failed(dim) || failed(batch) || failed(s.kind("", "indices", s.in(1), Int)) || failed(s.range("", "dim", *dim, 0, rank)) ||
      failed(s.range("", "batch_dims", *batch, 0, std::min(*dim, indexRank) + 1)) ||
      failed(s.sameShape("", "batch dims", s.shape(0).take_front(*batch), s.shape(1).take_front(*batch))))
    return failure();
  Ints expected(s.shape(0).take_front(*dim));
  llvm::append_range(expected, s.shape(1).drop_front(*batch));
  llvm::append_range(expected, s.shape(0).drop_front(*dim + 1));
  if (failed(s.sameShape("", "a result of shape", expected, s.out().getShape())))
    return failure();
  return s.sameElement("", "a result", s.in(0), s.out());
}

} // namespace

void addIndexedChecks(Checks &checks) {
  checks.add("dynamic_slice", -1, 1, 0, dynamicSlice);
  checks.add("dynamic_update_slice", -1, 1, 0, dynamicUpdateSlice);
  checks.add("gather", 2, 1, 0, gather);
  checks.add("scatter", -1, -1, 1, scatter);
  checks.add("torch_index_select", 2, 1, 0, torchIndexSelect);
}

} // namespace det::import::spec
