// Scans: many folds side by side, of columns, or of the blocks of a row.
#include "det/Runtime/Host/Scan.h"

#include "Combine.h"

#include <algorithm>
#include <cstring>

namespace det::rt::host {

namespace {

/// Columns of a unit.
constexpr int64_t columns = 2048;
/// Blocks of a row that are folded side by side.
constexpr int64_t blocksAtOnce = 32;

/// Folds `count` blocks by sums, a few chains side by side; false where a block is not whole.
template <class T>
bool sumBlocks(const T *row, const int64_t *begins, const int64_t *sizes, int64_t count, int64_t block, bool reverse, T *to) {
  constexpr int64_t chains = 8;
  if (count % chains != 0 || std::any_of(sizes, sizes + count, [&](int64_t size) { return size != block; }))
    return false;
  for (int64_t first = 0; first < count; first += chains) {
    T sums[chains];
    const T *from[chains];
    for (int64_t k = 0; k < chains; ++k)
      from[k] = row + begins[first + k];
    for (int64_t step = 0; step < block; ++step) {
      const int64_t place = reverse ? block - 1 - step : step;
      for (int64_t k = 0; k < chains; ++k) {
        sums[k] = step == 0 ? from[k][place] : T(sums[k] + from[k][place]);
        to[(first + k) * block + place] = sums[k];
      }
    }
  }
  return true;
}

/// A scan at work: rows of values in scratch, each of `width` elements.
class Scanner {
public:
  Scanner(const Scan &scan, const void *operand, const void *init, void *result, void *scratch)
      : scan(scan), combine(combineFor(scan.op, scan.type)), bytes(elementSize(scan.type)), x(static_cast<const char *>(operand)),
        out(static_cast<char *>(result)), scratch(static_cast<char *>(scratch)) {
    inits = take(std::max(columns, scan.block));
    fill(scan.type, init, inits, std::max(columns, scan.block));
  }

  /// Columns [first, first + count) of outer index o.
  void runColumns(int64_t o, int64_t first, int64_t count) {
    char *local = take(columns), *carry = take(columns), *joined = take(columns);
    const int64_t blocks = (scan.size + scan.block - 1) / scan.block;
    for (int64_t b = 0; b < blocks; ++b) {
      const int64_t begin = (scan.reverse ? blocks - 1 - b : b) * scan.block, n = std::min(scan.block, scan.size - begin);
      for (int64_t i = 0; i < n; ++i) {
        const int64_t at = ((o * scan.size + begin + (scan.reverse ? n - 1 - i : i)) * scan.inner + first) * bytes;
        if (i == 0)
          std::memcpy(local, x + at, size_t(count * bytes));
        else
          combine(local, x + at, local, count);
        const char *sum = local;
        if (b > 0) {
          combine(carry, local, joined, count);
          sum = joined;
        }
        combine(inits, sum, joined, count);
        canonicalise(scan.type, joined, out + at, count);
      }
      if (b == 0)
        std::memcpy(carry, local, size_t(count * bytes));
      else
        combine(carry, local, carry, count);
    }
  }

  /// The contiguous row at `o`.
  void runRow(int64_t o) {
    const int64_t blocks = (scan.size + scan.block - 1) / scan.block;
    char *locals = take(blocksAtOnce * scan.block), *carry = take(1), *joined = take(scan.block);
    for (int64_t first = 0; first < blocks; first += blocksAtOnce) {
      const int64_t count = std::min(blocksAtOnce, blocks - first);
      foldBlocks(o, first, count, blocks, locals);
      for (int64_t i = 0; i < count; ++i) {
        const int64_t begin = blockAt(first + i, blocks) * scan.block, n = std::min(scan.block, scan.size - begin);
        char *local = locals + i * scan.block * bytes;
        const char *total = local + (scan.reverse ? 0 : n - 1) * bytes, *sum = local;
        if (first + i > 0) {
          char *repeated = joined;
          fill(scan.type, carry, repeated, n);
          combine(repeated, local, joined, n);
          sum = joined;
        }
        combine(inits, sum, joined, n);
        canonicalise(scan.type, joined, out + (o * scan.size + begin) * bytes, n);
        if (first + i == 0)
          std::memcpy(carry, total, size_t(bytes));
        else
          combine(carry, total, carry, 1);
      }
    }
  }

  void release() { taken = size_t(std::max(columns, scan.block) * 8); }

private:
  /// The next elements of scratch.
  char *take(int64_t count) {
    char *memory = scratch + taken;
    taken += size_t((count * 8 + 63) / 64 * 64);
    return memory;
  }

  int64_t blockAt(int64_t i, int64_t blocks) const { return scan.reverse ? blocks - 1 - i : i; }

  /// The folds inside `count` blocks from the `first` on, each block's one after the other, elements in their places.
  void foldBlocks(int64_t o, int64_t first, int64_t count, int64_t blocks, char *locals) {
    switch (bytes) {
    case 1:
      return foldBlocks<uint8_t>(o, first, count, blocks, locals);
    case 2:
      return foldBlocks<uint16_t>(o, first, count, blocks, locals);
    case 4:
      return foldBlocks<uint32_t>(o, first, count, blocks, locals);
    default:
      return foldBlocks<uint64_t>(o, first, count, blocks, locals);
    }
  }

  template <class T> void foldBlocks(int64_t o, int64_t first, int64_t count, int64_t blocks, char *locals) {
    T sums[blocksAtOnce], next[blocksAtOnce];
    const T *row = reinterpret_cast<const T *>(x) + o * scan.size;
    T *to = reinterpret_cast<T *>(locals);
    int64_t begins[blocksAtOnce], sizes[blocksAtOnce];
    for (int64_t i = 0; i < count; ++i) {
      begins[i] = blockAt(first + i, blocks) * scan.block;
      sizes[i] = std::min(scan.block, scan.size - begins[i]);
    }
    if (scan.op == JoinOp::add) {
      // Floats add as floats, the others by their bits.
      bool done;
      if (scan.type == Element::f32)
        done = sumBlocks(reinterpret_cast<const float *>(row), begins, sizes, count, scan.block, scan.reverse,
                         reinterpret_cast<float *>(to));
      else if (scan.type == Element::f64)
        done = sumBlocks(reinterpret_cast<const double *>(row), begins, sizes, count, scan.block, scan.reverse,
                         reinterpret_cast<double *>(to));
      else
        done = sumBlocks(row, begins, sizes, count, scan.block, scan.reverse, to);
      if (done)
        return;
    }
    for (int64_t step = 0; step < scan.block; ++step) {
      // Only the row's last block may be short: it is the first here if reversed, else the last.
      for (int64_t i = 0; i < count; ++i) {
        const int64_t place = scan.reverse ? sizes[i] - 1 - step : step;
        next[i] = step < sizes[i] ? row[begins[i] + place] : T(0);
      }
      if (step == 0)
        std::copy(next, next + count, sums);
      else
        combine(sums, next, sums, count);
      for (int64_t i = 0; i < count; ++i)
        if (step < sizes[i])
          to[i * scan.block + (scan.reverse ? sizes[i] - 1 - step : step)] = sums[i];
    }
  }

  const Scan &scan;
  const Combine combine;
  const int64_t bytes;
  const char *x;
  char *out, *scratch, *inits;
  size_t taken = 0;
};

} // namespace

int64_t Scan::units() const { return inner == 1 ? outer : outer * ((inner + columns - 1) / columns); }

Status checkScan(const Scan &scan) {
  if (!combineFor(scan.op, scan.type))
    return Error{"scan: expected an operation that the element type has"};
  if (scan.block < 1 || scan.block > 4096 || scan.outer < 0 || scan.size < 0 || scan.inner < 0)
    return Error{"scan: expected a block between 1 and 4096, got " + std::to_string(scan.block)};
  return {};
}

size_t scanScratch(const Scan &scan) {
  return size_t(8 * (std::max(columns, scan.block) + 3 * columns + (blocksAtOnce + 1) * scan.block) + 1024);
}

void runScan(const Scan &scan, const void *operand, const void *init, void *result, int64_t begin, int64_t end, void *scratch) {
  Scanner scanner(scan, operand, init, result, scratch);
  const int64_t groups = (scan.inner + columns - 1) / columns;
  for (int64_t unit = begin; unit < end; ++unit) {
    scanner.release();
    if (scan.inner == 1)
      scanner.runRow(unit);
    else
      scanner.runColumns(unit / groups, unit % groups * columns, std::min(columns, scan.inner - unit % groups * columns));
  }
}

} // namespace det::rt::host
