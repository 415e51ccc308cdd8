// Reductions of several arrays at once by a body. Leaves are folds (a thread each) or lanes<32> (a warp each); their values are joined
// along the tree, level by level, a block for some results. Which join has which operands is fixed by the order, so no schedule matters.
#include "Body.h"
#include "det/Runtime/Cuda/BodyRecords.h"

using namespace det::device;
using namespace det::rt::cuda;

namespace {

/// A value of every array, each in a word of its own.
template <uint32_t N> struct Values {
  uint64_t word[roomFor<N, mostBodyOperands>];
};

template <uint32_t N> class Reducer {
public:
  DET_INLINE explicit Reducer(const ReduceRecord &record)
      : record(record), arrays(countOf<N>(record.arrays)), scratch(bodyScratch(record.body.scratch, record.body.scratchBytes)) {}

  /// left = left joined with right.
  DET_INLINE void join(Values<N> &left, Values<N> &right) const {
    void *buffers[3 * roomFor<N, mostBodyOperands>];
    for (uint32_t a = 0; a < arrays; ++a) {
      buffers[a] = buffers[2 * arrays + a] = &left.word[a];
      buffers[arrays + a] = &right.word[a];
    }
    det_body(buffers, reinterpret_cast<const int64_t *>(record.body.params), 0, 1, scratch);
  }

  /// The fold of elements first, first + step, ... of a leaf, of which there is at least one.
  DET_INLINE Values<N> fold(int64_t leaf, int64_t result, int64_t first, int64_t step) const {
    const auto box = global<const int64_t>(record.boxes) + leaf * record.boxDims * 2;
    const int64_t elements = elementsOf(leaf);
    int64_t base[roomFor<N, mostBodyOperands>];
    for (uint32_t a = 0; a < arrays; ++a)
      base[a] = keptOffset(a, result);
    Values<N> sum = loadElements(base, box, first);
    for (int64_t e = first + step; e < elements; e += step) {
      Values<N> next = loadElements(base, box, e);
      join(sum, next);
    }
    return sum;
  }

  DET_INLINE int64_t elementsOf(int64_t leaf) const {
    const auto box = global<const int64_t>(record.boxes) + leaf * record.boxDims * 2;
    int64_t elements = 1;
    for (uint32_t d = 0; d < record.boxDims; ++d)
      elements *= box[2 * d + 1];
    return elements;
  }

  /// The value of a leaf: it is kept for the tree, or is the root.
  DET_INLINE void store(int64_t leaf, int64_t result, Values<N> &value) const {
    if (record.leaves == 1)
      return finish(result, value);
    for (uint32_t a = 0; a < arrays; ++a)
      storeElement(partialAt(a, leaf, result), record.array[a].bytes, value.word[a]);
  }

  DET_INLINE Values<N> load(int64_t leaf, int64_t result) const {
    Values<N> value;
    for (uint32_t a = 0; a < arrays; ++a)
      value.word[a] = loadElement(partialAt(a, leaf, result), record.array[a].bytes);
    return value;
  }

  DET_INLINE Values<N> init() const {
    Values<N> value;
    for (uint32_t a = 0; a < arrays; ++a)
      value.word[a] = loadElement(record.array[a].init, record.array[a].bytes);
    return value;
  }

  /// Joins the init and the root.
  DET_INLINE void finish(int64_t result, Values<N> &root) const {
    Values<N> value = init();
    join(value, root);
    storeResult(result, value);
  }

  DET_INLINE void storeResult(int64_t result, const Values<N> &value) const {
    for (uint32_t a = 0; a < arrays; ++a)
      storeElement(record.array[a].output + uint64_t(result) * record.array[a].bytes, record.array[a].bytes, value.word[a]);
  }

private:
  DET_INLINE Values<N> loadElements(const int64_t *base, GlobalPointer<const int64_t> box, int64_t e) const {
    Values<N> value;
    for (uint32_t a = 0; a < arrays; ++a)
      value.word[a] = loadElement(record.array[a].input + uint64_t(base[a] + boxOffset(box, a, e)) * record.array[a].bytes,
                                  record.array[a].bytes);
    return value;
  }
  DET_INLINE uint64_t partialAt(uint32_t a, int64_t leaf, int64_t result) const {
    return record.array[a].partial + uint64_t(leaf * record.results + result) * record.array[a].bytes;
  }
  DET_INLINE int64_t keptOffset(uint32_t a, int64_t result) const {
    const auto sizes = global<const int64_t>(record.kept), strides = sizes + int64_t(a + 1) * record.keptDims;
    int64_t offset = 0;
    for (uint32_t d = record.keptDims; d-- > 0;) {
      const int64_t size = sizes[d], rest = result / size;
      offset += (result - rest * size) * strides[d];
      result = rest;
    }
    return offset;
  }
  DET_INLINE int64_t boxOffset(GlobalPointer<const int64_t> box, uint32_t a, int64_t e) const {
    const auto strides = global<const int64_t>(record.strides) + int64_t(a) * record.boxDims;
    int64_t offset = 0;
    for (uint32_t d = record.boxDims; d-- > 1;) {
      const int64_t size = box[2 * d + 1], rest = e / size;
      offset += (box[2 * d] + e - rest * size) * strides[d];
      e = rest;
    }
    return record.boxDims > 0 ? offset + (box[0] + e) * strides[0] : offset;
  }

  const ReduceRecord &record;
  const uint32_t arrays;
  void *const scratch;
};

/// A thread per leaf and result, results side by side.
template <uint32_t N> DET_INLINE void foldLeaves(const ReduceRecord &record) {
  const int64_t item = gridThread();
  if (item >= record.results * record.leaves)
    return;
  const Reducer<N> reducer(record);
  const int64_t leaf = item / record.results, result = item % record.results;
  Values<N> value = reducer.fold(leaf, result, 0, 1);
  reducer.store(leaf, result, value);
}

/// A warp per leaf and result: lane l folds elements l, l + 32, ...; then lanes join by halving. Lanes without elements do not exist.
template <uint32_t N> DET_INLINE void laneLeaves(const ReduceRecord &record) {
  const int64_t item = gridThread() / warpSize;
  if (item >= record.results * record.leaves)
    return;
  const Reducer<N> reducer(record);
  const int64_t leaf = item / record.results, result = item % record.results, elements = reducer.elementsOf(leaf);
  const uint32_t used = elements < warpSize ? uint32_t(elements) : warpSize;
  Values<N> value = {}, other = {};
  if (lane() < used)
    value = reducer.fold(leaf, result, lane(), warpSize);
  for (uint32_t half = warpSize / 2, have = used; half > 0; half /= 2) {
    if (have <= half)
      continue;
    for (uint32_t a = 0; a < countOf<N>(record.arrays); ++a)
      other.word[a] = shuffleXor(uint32_t(value.word[a]), half) | uint64_t(shuffleXor(uint32_t(value.word[a] >> 32), half)) << 32;
    if (lane() < have - half)
      reducer.join(value, other);
    have = half;
  }
  if (lane() == 0)
    reducer.store(leaf, result, value);
}

/// The joins of some results, a level at a time; without leaves results are the inits.
template <uint32_t N> DET_INLINE void joinTrees(const ReduceRecord &record) {
  const Reducer<N> reducer(record);
  const auto levels = global<const uint32_t>(record.levels);
  const auto joins = global<const JoinPair>(record.joins);
  const int64_t first = int64_t(block()) * treeResults;
  const uint32_t results = record.results - first < treeResults ? uint32_t(record.results - first) : treeResults;
  for (uint32_t level = 0; level < record.levelCount; ++level) {
    const uint32_t begin = levels[level];
    const uint64_t items = uint64_t(levels[level + 1] - begin) * results;
    for (uint64_t item = thread(); item < items; item += bodyThreads) {
      const uint32_t left = joins[begin + item / results].left, right = joins[begin + item / results].right;
      const int64_t result = first + int64_t(item % results);
      Values<N> value = reducer.load(left, result), other = reducer.load(right, result);
      reducer.join(value, other);
      reducer.store(left, result, value);
    }
    barrier();
  }
  if (thread() >= results)
    return;
  if (record.leaves == 0) {
    reducer.storeResult(first + thread(), reducer.init());
    return;
  }
  Values<N> root = reducer.load(0, first + thread());
  reducer.finish(first + thread(), root);
}

} // namespace

#define DET_REDUCE_KERNELS(NAME, ARRAYS)                                                                                             \
  DET_KERNEL det_body_reduce_fold_##NAME(ReduceRecord record) { foldLeaves<ARRAYS>(record); }                                        \
  DET_KERNEL det_body_reduce_lanes_##NAME(ReduceRecord record) { laneLeaves<ARRAYS>(record); }                                       \
  DET_KERNEL det_body_reduce_tree_##NAME(ReduceRecord record) { joinTrees<ARRAYS>(record); }

DET_REDUCE_KERNELS(1, 1)
DET_REDUCE_KERNELS(2, 2)
DET_REDUCE_KERNELS(3, 3)
DET_REDUCE_KERNELS(n, 0)
