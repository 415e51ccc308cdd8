// Reductions by a body: a group of results at a time, every join one call for all of them (and for all lanes of a leaf).
#include "det/Runtime/Host/GenericReduce.h"

#include "det/Runtime/Host/Postfix.h"

#include <algorithm>
#include <cstring>

namespace det::rt::host {

namespace {

constexpr int64_t laneCount = 32;
/// Elements of one call of the body.
constexpr int64_t callElements = 1024;
constexpr size_t mostInputs = 32;
/// Contiguous rows that are reduced side by side.
constexpr int64_t rowsAtOnce = 8;

/// One array per input, of up to callElements elements.
struct Values {
  char *data[mostInputs];
};

template <class T> void copyStrided(const char *from, int64_t stride, char *to, int64_t toStride, int64_t count) {
  const T *source = reinterpret_cast<const T *>(from);
  T *target = reinterpret_cast<T *>(to);
  for (int64_t i = 0; i < count; ++i)
    target[i * toStride] = source[i * stride];
}

void copyElements(int64_t bytes, const char *from, int64_t stride, char *to, int64_t toStride, int64_t count) {
  if (stride == 1 && toStride == 1)
    std::memcpy(to, from, size_t(count * bytes));
  else if (bytes == 1)
    copyStrided<uint8_t>(from, stride, to, toStride, count);
  else if (bytes == 2)
    copyStrided<uint16_t>(from, stride, to, toStride, count);
  else if (bytes == 4)
    copyStrided<uint32_t>(from, stride, to, toStride, count);
  else
    copyStrided<uint64_t>(from, stride, to, toStride, count);
}

/// Copies one element of each lane.
void copyLanes(int64_t bytes, const char *from, char *to) {
  if (bytes == 4)
    std::memcpy(to, from, laneCount * 4);
  else if (bytes == 8)
    std::memcpy(to, from, laneCount * 8);
  else
    std::memcpy(to, from, size_t(laneCount * bytes));
}

/// Evaluates a group of results.
class Evaluator {
public:
  Evaluator(const GenericReduce &r, const void *const *inputs, void *scratch)
      : r(r), inputs(inputs), width(r.lanes ? laneCount : 1), memory(static_cast<char *>(scratch)) {
    bodyScratch = memory;
    memory += padded(r.body.scratch);
    left = take();
    right = take();
    int64_t depth = std::max<int64_t>(1, postfixDepth(r.pops.data(), int64_t(r.pops.size())));
    for (int64_t i = 0; i < depth; ++i)
      stack.push_back(take());
    innermost = r.kept.empty() ? 1 : r.kept.back();
    isDirect = r.lanes && !r.box.empty();
    for (size_t i = 0; i < r.inputs(); ++i)
      isDirect &= isDirect && r.boxStrides[i].back() == 1;
  }

  void run(const void *const *inits, void *const *outputs, int64_t first, int64_t results) {
    count = results;
    locate(first);
    size_t held = 0;
    for (size_t leaf = 0; leaf < r.leaves.size(); ++leaf) {
      evaluate(r.leaves[leaf], stack[held++]);
      for (int pop = 0; pop < r.pops[leaf]; ++pop, --held)
        join(stack[held - 2], stack[held - 1], count, stack[held - 2]);
    }
    for (size_t i = 0; i < r.inputs(); ++i)
      for (int64_t j = 0; j < count; ++j)
        std::memcpy(right.data[i] + j * bytes(i), inits[i], size_t(bytes(i)));
    if (!r.leaves.empty())
      join(right, stack[0], count, right);
    for (size_t i = 0; i < r.inputs(); ++i)
      std::memcpy(static_cast<char *>(outputs[i]) + first * bytes(i), right.data[i], size_t(count * bytes(i)));
  }

private:
  int64_t bytes(size_t input) const { return r.body.resultBytes[input]; }

  Values take() {
    Values values;
    for (size_t i = 0; i < r.inputs(); ++i) {
      values.data[i] = memory;
      memory += padded(size_t(callElements * bytes(i)));
    }
    return values;
  }

  void join(const Values &a, const Values &b, int64_t elements, const Values &to) const {
    void *buffers[3 * mostInputs];
    void **next = buffers;
    for (const Values *values : {&a, &b, &to})
      for (size_t i = 0; i < r.inputs(); ++i)
        *next++ = values->data[i];
    r.body.run(buffers, elements, bodyScratch);
  }

  /// Finds where the boxes of the group's results begin: runs of results along the innermost kept dim.
  void locate(int64_t first) {
    runs.clear();
    for (int64_t at = first; at < first + count;) {
      Run run{at - first, std::min(first + count - at, innermost - at % innermost), {}};
      for (size_t i = 0; i < r.inputs(); ++i) {
        int64_t rest = at, offset = 0;
        for (size_t d = r.kept.size(); d-- > 0; rest /= r.kept[d])
          offset += rest % r.kept[d] * r.keptStrides[i][d];
        run.base[i] = offset;
      }
      runs.push_back(run);
      at += run.count;
    }
  }

  /// Loads lanes elements from each box, which begin at `offsets` (per input) and lie `steps` apart: [result][lane].
  void load(const int64_t *offsets, const int64_t *steps, int64_t lanes, const Values &to) const {
    for (size_t i = 0; i < r.inputs(); ++i) {
      const char *from = static_cast<const char *>(inputs[i]);
      const int64_t along = r.kept.empty() ? 0 : r.keptStrides[i].back();
      for (const Run &run : runs) {
        const char *start = from + (run.base[i] + offsets[i]) * bytes(i);
        char *target = to.data[i] + run.first * lanes * bytes(i);
        if (lanes == 1)
          copyElements(bytes(i), start, along, target, 1, run.count);
        else
          for (int64_t j = 0; j < run.count; ++j)
            copyElements(bytes(i), start + j * along * bytes(i), steps[i], target + j * lanes * bytes(i), 1, lanes);
      }
    }
  }

  /// Lanes [from, from + some) of every result, of `all` lanes: packed, or put back.
  void pack(const Values &values, int64_t all, int64_t from, int64_t some, const Values &to) const {
    for (size_t i = 0; i < r.inputs(); ++i)
      for (int64_t j = 0; j < count; ++j)
        std::memcpy(to.data[i] + j * some * bytes(i), values.data[i] + (j * all + from) * bytes(i), size_t(some * bytes(i)));
  }
  void unpack(const Values &values, int64_t some, const Values &to, int64_t all) const {
    for (size_t i = 0; i < r.inputs(); ++i)
      for (int64_t j = 0; j < count; ++j)
        std::memcpy(to.data[i] + j * all * bytes(i), values.data[i] + j * some * bytes(i), size_t(some * bytes(i)));
  }

  /// A leaf: its elements row-major; element e belongs to lane e mod width.
  void evaluate(const std::vector<std::pair<int64_t, int64_t>> &box, const Values &result) {
    int64_t elements = 1;
    for (auto [begin, end] : box)
      elements *= end - begin;
    const int64_t used = std::min(width, elements), row = box.empty() ? 1 : box.back().second - box.back().first;
    if (isDirect && elements == row && used == laneCount)
      return evaluateRows(box, row, result);
    std::fill(at, at + box.size(), 0);
    int64_t offsets[mostInputs], steps[mostInputs];
    for (size_t i = 0; i < r.inputs(); ++i)
      steps[i] = box.empty() ? 0 : r.boxStrides[i].back();
    for (int64_t e = 0; e < elements;) {
      // The next lanes: in one piece where they lie in one row of the box, else element by element.
      const int64_t lanes = std::min(used, elements - e);
      const Values &to = e == 0 ? result : right;
      if (lanes == 1 || at[box.size() - 1] + lanes <= row) {
        offsetsAt(box, offsets);
        load(offsets, steps, lanes, to);
        advance(box, lanes);
      } else {
        for (int64_t l = 0; l < lanes; ++l) {
          offsetsAt(box, offsets);
          load(offsets, steps, 1, left);
          for (size_t i = 0; i < r.inputs(); ++i)
            copyElements(bytes(i), left.data[i], 1, to.data[i] + l * bytes(i), lanes, count);
          advance(box, 1);
        }
      }
      if (e > 0 && lanes == used) {
        join(result, right, count * lanes, result);
      } else if (e > 0) {
        pack(result, used, 0, lanes, left);
        join(left, right, count * lanes, left);
        unpack(left, lanes, result, used);
      }
      e += lanes;
    }
    joinLanes(result, used);
  }

  /// A leaf that is a contiguous row of at least 32 elements in every input: a few results at a time, so that their rows share
  /// the cache.
  void evaluateRows(const std::vector<std::pair<int64_t, int64_t>> &box, int64_t row, const Values &result) {
    std::fill(at, at + box.size(), 0);
    int64_t offsets[mostInputs];
    offsetsAt(box, offsets);
    const char *rows[mostInputs][callElements / laneCount];
    for (size_t i = 0; i < r.inputs(); ++i) {
      const int64_t along = r.kept.empty() ? 0 : r.keptStrides[i].back();
      for (const Run &run : runs)
        for (int64_t j = 0; j < run.count; ++j)
          rows[i][run.first + j] = static_cast<const char *>(inputs[i]) + (run.base[i] + offsets[i] + j * along) * bytes(i);
    }
    for (int64_t first = 0; first < count; first += rowsAtOnce) {
      const int64_t some = std::min(rowsAtOnce, count - first);
      Values sums;
      for (size_t i = 0; i < r.inputs(); ++i) {
        sums.data[i] = result.data[i] + first * laneCount * bytes(i);
        for (int64_t j = 0; j < some; ++j)
          copyLanes(bytes(i), rows[i][first + j], sums.data[i] + j * laneCount * bytes(i));
      }
      int64_t e = laneCount;
      for (; e + laneCount <= row; e += laneCount) {
        for (size_t i = 0; i < r.inputs(); ++i)
          for (int64_t j = 0; j < some; ++j)
            copyLanes(bytes(i), rows[i][first + j] + e * bytes(i), right.data[i] + j * laneCount * bytes(i));
        join(sums, right, some * laneCount, sums);
      }
      for (int64_t j = 0; j < some && e < row; ++j) { // the first lanes once more
        Values lanes, rest;
        for (size_t i = 0; i < r.inputs(); ++i) {
          lanes.data[i] = sums.data[i] + j * laneCount * bytes(i);
          rest.data[i] = const_cast<char *>(rows[i][first + j]) + e * bytes(i); // only read
        }
        join(lanes, rest, row - e, lanes);
      }
    }
    joinLanes(result, laneCount);
  }

  /// Lanes join by halving; those without elements do not exist.
  void joinLanes(const Values &result, int64_t used) {
    for (int64_t half = width / 2, have = used; half > 0; half /= 2) {
      if (have <= half)
        continue;
      pack(result, have, half, have - half, right);
      pack(result, have, 0, have - half, left);
      join(left, right, count * (have - half), left);
      // Lanes that had no partner stay as they are.
      pack(result, have, 0, half, right);
      unpack(left, have - half, right, half);
      for (size_t i = 0; i < r.inputs(); ++i)
        std::memcpy(result.data[i], right.data[i], size_t(count * half * bytes(i)));
      have = half;
    }
  }

  void offsetsAt(const std::vector<std::pair<int64_t, int64_t>> &box, int64_t *offsets) const {
    for (size_t i = 0; i < r.inputs(); ++i) {
      offsets[i] = 0;
      for (size_t d = 0; d < box.size(); ++d)
        offsets[i] += (box[d].first + at[d]) * r.boxStrides[i][d];
    }
  }

  void advance(const std::vector<std::pair<int64_t, int64_t>> &box, int64_t elements) {
    for (size_t d = box.size(); d-- > 0; elements = 1) {
      at[d] += elements;
      if (at[d] < box[d].second - box[d].first)
        return;
      at[d] = 0;
    }
  }

  /// Results that lie one after the other along the innermost kept dim: where their boxes begin, per input.
  struct Run {
    int64_t first, count;
    int64_t base[mostInputs];
  };

  const GenericReduce &r;
  const void *const *inputs;
  const int64_t width;
  char *memory;
  void *bodyScratch;
  Values left, right;
  std::vector<Values> stack;
  std::vector<Run> runs;
  int64_t innermost, count = 0;
  bool isDirect; ///< every input is contiguous along the innermost dim of the box
  int64_t at[16] = {};
};

} // namespace

int64_t GenericReduce::results() const {
  int64_t count = 1;
  for (int64_t size : kept)
    count *= size;
  return count;
}

int64_t genericReduceGrain(const GenericReduce &reduce) { return reduce.lanes ? callElements / laneCount : callElements; }

size_t genericReduceScratch(const GenericReduce &reduce) {
  int64_t depth = std::max<int64_t>(1, postfixDepth(reduce.pops.data(), int64_t(reduce.pops.size())));
  size_t one = 0;
  for (int64_t bytes : reduce.body.resultBytes)
    one += padded(size_t(callElements * bytes));
  return padded(reduce.body.scratch) + size_t(depth + 2) * one;
}

void runGenericReduce(const GenericReduce &reduce, const void *const *inputs, const void *const *inits, void *const *outputs,
                      int64_t begin, int64_t end, void *scratch) {
  Evaluator evaluator(reduce, inputs, scratch);
  const int64_t grain = genericReduceGrain(reduce);
  for (int64_t at = begin; at < end; at += grain)
    evaluator.run(inits, outputs, at, std::min(grain, end - at));
}

} // namespace det::rt::host
