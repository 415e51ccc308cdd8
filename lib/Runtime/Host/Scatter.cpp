// Scatter: sorts the updates of a node by target, then evaluates each target's tree over the updates that exist.
//
// The tree T over block numbers is the binary trie of these numbers: two blocks part at the highest bit in which they
// differ (order.md section 1: every aligned group is a node, and what is left over joins smallest first). With several
// levels the numbers are written one behind the other. So the part of the tree that is present needs no walk over what is
// absent: neighbours part at a bit, and lower bits join first.
#include "det/Runtime/Host/Scatter.h"

#include "Combine.h"
#include "ScatterHits.h"
#include "ScatterOps.h"

#include <bit>
#include <cstring>

namespace det::rt::host {

namespace {

using Window = PreparedScatter::Window;

constexpr int64_t chunkBytes = 1024;
constexpr int mostEntries = 66; // bits of a key and two

/// An update that hits a row: its place in the tree and in the updates.
struct Hit {
  uint64_t key;
  int64_t update;
};

// One chunk of a row: `count` elements with strides in updates and in the operand.
struct Chunk {
  const PreparedScatter &s;
  Combine combine;
  const char *operand; // element 0 of the chunk; null for a partial node
  const char *updates; // where hit.update counts from, for this chunk
  char *out;
  int64_t count, updateStride, operandStride, bytes;

  const char *load(const char *from, int64_t stride, char *memory) const {
    if (stride == 1)
      return from;
    for (int64_t i = 0; i < count; ++i)
      std::memcpy(memory + i * bytes, from + i * stride * bytes, static_cast<size_t>(bytes));
    return memory;
  }

  void store(const char *value, char *memory) const {
    if (operandStride == 1)
      return canonicalise(s.type, value, out, count);
    canonicalise(s.type, value, memory, count);
    for (int64_t i = 0; i < count; ++i)
      std::memcpy(out + i * operandStride * bytes, memory + i * bytes, static_cast<size_t>(bytes));
  }

  void evaluate(const Hit *hits, int64_t hitCount) const {
    alignas(64) char memory[mostEntries][chunkBytes];
    alignas(64) char extra[chunkBytes];
    if (hitCount == 0) {
      if (!operand) {
        const uint64_t identity = identityBits(s.op, s.type);
        fill(s.type, &identity, memory[0], count);
        store(memory[0], extra);
      } else if (operand != out) {
        store(load(operand, operandStride, memory[0]), extra);
      }
      return;
    }
    if (s.op == ScatterOp::assign)
      return store(load(updates + hits[hitCount - 1].update * bytes, updateStride, memory[0]), extra);

    const char *stack[mostEntries];
    int parts[mostEntries]; // the bit at which an entry parts from the one below it
    int top = 0;
    const auto join = [&] {
      --top;
      combine(stack[top - 1], stack[top], memory[top - 1], count);
      stack[top - 1] = memory[top - 1];
    };
    for (int64_t i = 0; i < hitCount;) {
      const uint64_t key = hits[i].key;
      const int bit = i == 0 ? 0 : static_cast<int>(std::bit_width(key ^ hits[i - 1].key));
      while (top >= 2 && parts[top - 1] < bit)
        join();
      const char *leaf = load(updates + hits[i].update * bytes, updateStride, memory[top]);
      for (++i; i < hitCount && hits[i].key == key; ++i) {
        combine(leaf, load(updates + hits[i].update * bytes, updateStride, extra), memory[top], count);
        leaf = memory[top];
      }
      stack[top] = leaf;
      parts[top++] = bit;
    }
    while (top > 1)
      join();
    const char *root = stack[0];
    if (operand) {
      combine(load(operand, operandStride, extra), root, memory[0], count);
      root = memory[0];
    }
    store(root, extra);
  }
};

// All chunks of one row.
void evaluateRow(const PreparedScatter &s, const char *operand, const char *updates, char *out, const Hit *hits,
                 int64_t hitCount) {
  const int64_t bytes = elementSize(s.type);
  const Combine combine = s.op == ScatterOp::assign ? nullptr : combineFor(joinOf(s.op), s.type);
  const int64_t outer = s.windowed || s.window.empty() ? 0 : static_cast<int64_t>(s.window.size()) - 1;
  const Window inner = s.windowed || s.window.empty() ? Window{1, 1, 1, -1, 0} : s.window.back();
  int64_t at[maxRank] = {}, updateAt = 0, operandAt = 0;
  for (;;) {
    for (int64_t first = 0; first < inner.size; first += chunkBytes / bytes) {
      const int64_t place = (operandAt + first * inner.operand) * bytes;
      const Chunk chunk{s,
                        combine,
                        operand ? operand + place : nullptr,
                        updates + (updateAt + first * inner.updates) * bytes,
                        out + place,
                        std::min(chunkBytes / bytes, inner.size - first),
                        inner.updates,
                        inner.operand,
                        bytes};
      chunk.evaluate(hits, hitCount);
    }
    int64_t d = outer;
    for (; d-- > 0;) {
      updateAt += s.window[d].updates;
      operandAt += s.window[d].operand;
      if (++at[d] < s.window[d].size)
        break;
      updateAt -= s.window[d].size * s.window[d].updates;
      operandAt -= s.window[d].size * s.window[d].operand;
      at[d] = 0;
    }
    if (d < 0)
      return;
  }
}

// A row that is one element, and a sum: what Chunk::evaluate does, in registers. Unsigned T: sums that wrap.
template <class T>
void evaluateSum(const PreparedScatter &s, const char *operand, const char *updates, char *out, const Hit *hits, int64_t hitCount) {
  if (hitCount == 0)
    return evaluateRow(s, operand, updates, out, hits, hitCount);
  const T *terms = reinterpret_cast<const T *>(updates);
  T stack[mostEntries];
  int parts[mostEntries]; // the bit at which an entry parts from the one below it
  int top = 0;
  const auto join = [&] {
    --top;
    stack[top - 1] = stack[top - 1] + stack[top];
  };
  for (int64_t i = 0; i < hitCount;) {
    const uint64_t key = hits[i].key;
    const int bit = i == 0 ? 0 : static_cast<int>(std::bit_width(key ^ hits[i - 1].key));
    while (top >= 2 && parts[top - 1] < bit)
      join();
    T leaf = terms[hits[i].update];
    for (++i; i < hitCount && hits[i].key == key; ++i)
      leaf = leaf + terms[hits[i].update];
    stack[top] = leaf;
    parts[top++] = bit;
  }
  while (top > 1)
    join();
  if (operand)
    stack[0] = *reinterpret_cast<const T *>(operand) + stack[0];
  canonicalise(s.type, stack, out, 1);
}

using EvaluateRow = void (*)(const PreparedScatter &, const char *, const char *, char *, const Hit *, int64_t);

EvaluateRow evaluatorOf(const PreparedScatter &s) {
  if (s.op != ScatterOp::add || !(s.windowed || s.window.empty()))
    return evaluateRow;
  switch (s.type) {
  case Element::f32:
    return evaluateSum<float>;
  case Element::f64:
    return evaluateSum<double>;
  case Element::i32:
    return evaluateSum<uint32_t>;
  case Element::i64:
    return evaluateSum<uint64_t>;
  default:
    return evaluateRow;
  }
}

} // namespace

size_t scatterScratch(const PreparedScatter &scatter, int64_t rows) {
  return static_cast<size_t>(rows + 1) * sizeof(int64_t) + static_cast<size_t>(scatter.items) * sizeof(Hit);
}

void runScatter(const PreparedScatter &s, const ScatterNode &node, const void *operand, const void *indices, const void *updates,
                void *out, int64_t begin, int64_t end, void *scratch) {
  if (begin >= end || s.rows == 0)
    return;
  // A counting sort by row; ends[i] becomes the end of row begin + i in `hits`.
  const int64_t rows = end - begin;
  int64_t *ends = static_cast<int64_t *>(scratch);
  Hit *hits = reinterpret_cast<Hit *>(ends + rows + 1);
  std::memset(ends, 0, static_cast<size_t>(rows + 1) * sizeof(int64_t));
  forEachHit(s, node, indices, [&](int64_t row, uint64_t, int64_t) {
    if (row >= begin && row < end)
      ++ends[row - begin + 1];
  });
  for (int64_t i = 0; i < rows; ++i)
    ends[i + 1] += ends[i];
  forEachHit(s, node, indices, [&](int64_t row, uint64_t key, int64_t update) {
    if (row >= begin && row < end)
      hits[ends[row - begin]++] = {key, update};
  });

  const int64_t bytes = elementSize(s.type);
  const EvaluateRow evaluate = evaluatorOf(s);
  for (int64_t row = begin; row < end; ++row) {
    const int64_t first = row == begin ? 0 : ends[row - begin - 1], last = ends[row - begin];
    // Most rows of a sparse update keep what they hold.
    if (first == last && operand == out)
      continue;
    int64_t rest = row, at = 0;
    for (size_t d = s.rowDims.size(); d-- > 0;) {
      at += rest % s.rowDims[d].size * s.rowDims[d].operand;
      rest /= s.rowDims[d].size;
    }
    evaluate(s, operand ? static_cast<const char *>(operand) + at * bytes : nullptr, static_cast<const char *>(updates),
                static_cast<char *>(out) + at * bytes, hits + first, last - first);
  }
}

} // namespace det::rt::host
