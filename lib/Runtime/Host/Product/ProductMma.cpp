// Products by tensor-core steps: tables, sharing, and the walk over blocks of outputs.
//
// A task is a block of rows times a block of columns. It decodes some of k of both sides, lets the register tiles run the steps, and
// keeps the block's accumulators and the values that wait for a join on a stack in its member's scratch.
#include "det/Runtime/Host/ProductMma.h"
#include "ProductMmaTile.h"
#include "ProductTables.h"
#include "det/Runtime/Host/Postfix.h"
#include "det/TensorCore/Decoded.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace det::rt::host {

struct PreparedMma::Tables {
  Mma mma;
  MmaKernel kernel;
  int64_t batches, m, n, k;
  int64_t rowBlock, columnBlock; ///< outputs of a task; multiples of the register tile
  std::vector<int64_t> rowA, rowC, columnB, columnC, stepA, stepB, batchA, batchB, batchC; ///< offsets in elements
  std::vector<int32_t> leaves;
  std::vector<uint8_t> pops;
  int depth; ///< of the stack of blocks

  int64_t rowBlocks() const { return (m + rowBlock - 1) / rowBlock; }
  int64_t columnBlocks() const { return (n + columnBlock - 1) / columnBlock; }
  int64_t tasks() const { return batches * rowBlocks() * columnBlocks(); }
};

namespace {

/// Values of k that are decoded at a time: a multiple of every model's step.
constexpr int64_t chunk = 256;

/// Where things lie in a member's scratch, in bytes.
struct Places {
  int64_t a, aExponents, b, bExponents, stack, row, total;

  explicit Places(const PreparedMma::Tables &t) {
    int64_t at = 0;
    const auto take = [&](int64_t bytes) { return std::exchange(at, at + (bytes + 63) / 64 * 64); };
    a = take(t.rowBlock * chunk * 4);
    aExponents = take(t.rowBlock * chunk * 4);
    b = take(t.columnBlock * chunk * 4);
    bExponents = take(t.columnBlock * chunk * 2);
    stack = take(t.depth * t.rowBlock * t.columnBlock * 4);
    row = take(chunk * 6);
    total = at;
  }
};

class Task {
public:
  Task(const PreparedMma::Tables &t, char *scratch)
      : t(t), places(t), a(reinterpret_cast<float *>(scratch + places.a)), b(reinterpret_cast<float *>(scratch + places.b)),
        stack(reinterpret_cast<float *>(scratch + places.stack)), values(reinterpret_cast<float *>(scratch + places.row)),
        aExponents(reinterpret_cast<uint32_t *>(scratch + places.aExponents)),
        bExponents(reinterpret_cast<int16_t *>(scratch + places.bExponents)), exponents(reinterpret_cast<int16_t *>(values + chunk)) {}

  void run(int64_t task, const char *fromA, const char *fromB, float *to) {
    const int64_t batch = task / (t.rowBlocks() * t.columnBlocks()), block = task % (t.rowBlocks() * t.columnBlocks());
    row = block / t.columnBlocks() * t.rowBlock;
    column = block % t.columnBlocks() * t.columnBlock;
    rows = std::min(t.rowBlock, t.m - row);
    columns = std::min(t.columnBlock, t.n - column);
    const int64_t bytes = t.mma.format.bytes();
    const char *startA = fromA + t.batchA[batch] * bytes, *startB = fromB + t.batchB[batch] * bytes;
    float *top = stack; // where the next leaf goes
    std::fill(stack, stack + size(), 0.0f);
    int64_t k = 0;
    for (size_t leaf = 0; leaf < t.leaves.size(); ++leaf) {
      std::fill(top, top + size(), 0.0f);
      for (const int64_t end = k + t.leaves[leaf]; k < end;) {
        const int64_t count = std::min(chunk, end - k);
        decodeA(startA, k, count);
        decodeB(startB, k, count);
        step(top, count);
        k += count;
      }
      top += size();
      for (int joins = t.pops[leaf]; joins > 0; --joins) {
        top -= size();
        for (int64_t i = 0; i < size(); ++i)
          top[i - size()] = top[i - size()] + top[i];
      }
    }
    write(to + t.batchC[batch]);
  }

private:
  int64_t size() const { return t.rowBlock * t.columnBlock; }

  void decodeA(const char *from, int64_t k, int64_t count) {
    const int64_t padded = (rows + mmaRows - 1) / mmaRows * mmaRows;
    for (int64_t r = 0; r < padded; ++r) {
      float *to = a + r * chunk;
      uint32_t *toExponents = aExponents + r * chunk;
      if (r < rows)
        tensorcore::decode(t.mma.format, from + t.rowA[row + r] * t.mma.format.bytes(), t.stepA.data() + k, count, to, exponents);
      else
        fillZeros(to, count);
      for (int64_t i = 0; i < count; ++i)
        toExponents[i] = static_cast<uint16_t>(exponents[i]) * 0x10001u;
    }
  }

  void fillZeros(float *to, int64_t count) {
    std::fill(to, to + count, 0.0f);
    std::fill(exponents, exponents + count, tensorcore::zeroExponent);
  }

  void decodeB(const char *from, int64_t k, int64_t count) {
    const int64_t width = t.kernel.columns, padded = (columns + width - 1) / width * width;
    const bool isAlongColumns = columns > 1 && t.columnB[column + 1] - t.columnB[column] == 1;
    if (isAlongColumns) { // neighbours in memory are neighbours in the block
      for (int64_t i = 0; i < count; ++i) {
        float *to = b + i * t.columnBlock;
        int16_t *toExponents = bExponents + i * t.columnBlock;
        tensorcore::decode(t.mma.format, from + t.stepB[k + i] * t.mma.format.bytes(), t.columnB.data() + column, columns, to, toExponents);
        std::fill(to + columns, to + padded, 0.0f);
        std::fill(toExponents + columns, toExponents + padded, tensorcore::zeroExponent);
      }
      return;
    }
    for (int64_t j = 0; j < padded; ++j) {
      if (j < columns)
        tensorcore::decode(t.mma.format, from + t.columnB[column + j] * t.mma.format.bytes(), t.stepB.data() + k, count, values, exponents);
      else
        fillZeros(values, count);
      for (int64_t i = 0; i < count; ++i) {
        b[i * t.columnBlock + j] = values[i];
        bExponents[i * t.columnBlock + j] = exponents[i];
      }
    }
  }

  void step(float *sums, int64_t count) const {
    MmaTile tile{};
    tile.aStride = chunk;
    tile.bStride = tile.sumStride = t.columnBlock;
    tile.count = count;
    tile.mma = &t.mma;
    tile.products = t.mma.model.products;
    tile.fraction = t.mma.model.fraction;
    tile.kept = ~0u << (23 - t.mma.model.mantissa);
    for (int64_t j = 0; j < columns; j += t.kernel.columns)
      for (int64_t r = 0; r < rows; r += mmaRows) {
        tile.a = a + r * chunk;
        tile.aExponents = aExponents + r * chunk;
        tile.b = b + j;
        tile.bExponents = bExponents + j;
        tile.sums = sums + r * t.columnBlock + j;
        t.kernel.run(tile);
      }
  }

  void write(float *to) const {
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t j = 0; j < columns; ++j) {
        const float value = stack[r * t.columnBlock + j];
        to[t.rowC[row + r] + t.columnC[column + j]] = value == value ? value : std::bit_cast<float>(0x7fffffff);
      }
  }

  const PreparedMma::Tables &t;
  const Places places;
  float *const a, *const b, *const stack, *const values;
  uint32_t *const aExponents;
  int16_t *const bExponents, *const exponents;
  int64_t row = 0, column = 0, rows = 0, columns = 0; // the block
};

/// Blocks of outputs: 64 by 64, less where that gives a team too few tasks.
void chooseBlocks(PreparedMma::Tables &t) {
  constexpr int64_t enough = 16;
  const auto blockOf = [](int64_t size, int64_t unit) { return std::clamp<int64_t>((size + unit - 1) / unit * unit, unit, 64); };
  t.rowBlock = blockOf(t.m, mmaRows);
  t.columnBlock = blockOf(t.n, t.kernel.columns);
  while (t.tasks() < enough && t.rowBlock > 4 * mmaRows)
    t.rowBlock = (t.rowBlock / 2 + mmaRows - 1) / mmaRows * mmaRows;
}

} // namespace

float stepOne(const MmaTile &tile, int row, int column, int64_t k, int count, float sum) {
  const Mma &mma = *static_cast<const Mma *>(tile.mma);
  // The exponents of A lie twice in a word: every second one.
  const auto *exponents = reinterpret_cast<const int16_t *>(tile.aExponents + row * tile.aStride + k);
  const tensorcore::Side a{tile.a + row * tile.aStride + k, exponents, 1, 2};
  const tensorcore::Side b{tile.b + k * tile.bStride + column, tile.bExponents + k * tile.bStride + column, tile.bStride, tile.bStride};
  return std::bit_cast<float>(tensorcore::step(mma.model, mma.format, a, b, count, std::bit_cast<uint32_t>(sum)));
}

Result<PreparedMma> prepareMma(const Product &product, const Mma &mma, Isa isa) {
  if (product.type != Real::f32)
    return Error{"matrix product: expected a tensor core's sums in f32"};
  if (!tensorcore::takes(mma.model, mma.format))
    return Error{"matrix product: expected operands that tensor cores of model " + std::string(mma.model.name) + " read"};
  if (isa != Isa::v3 && isa != Isa::v4)
    return Error{"matrix product: expected x86-64-v3 or x86-64-v4"};
  if (Status status = checkExtents(product); !status)
    return status.error();
  std::vector<InnerPart> inner{{0, 0, product.inner}};
  inner.insert(inner.end(), product.more.begin(), product.more.end());
  auto tables = std::make_shared<PreparedMma::Tables>();
  PreparedMma::Tables &t = *tables;
  t.mma = mma;
  t.kernel = isa == Isa::v4 ? mmaKernelV4 : mmaKernelV3;
  t.batches = extent(product.batch);
  t.m = extent(product.rows);
  t.n = extent(product.columns);
  t.k = 0;
  for (const InnerPart &part : inner)
    t.k += extent(part.axes);
  const Result<int> depth = checkTerms(product, t.k);
  if (!depth)
    return depth.error();
  t.leaves = product.leaves;
  t.pops = product.pops;
  t.depth = *depth + 1;
  chooseBlocks(t);
  if (t.tasks() == 0)
    return PreparedMma{tables};
  t.rowA = walk(product.rows, &Axis::a);
  t.rowC = walk(product.rows, &Axis::c);
  t.columnB = walk(product.columns, &Axis::b);
  t.columnC = walk(product.columns, &Axis::c);
  t.stepA = walkParts(inner, &Axis::a, &InnerPart::a);
  t.stepB = walkParts(inner, &Axis::b, &InnerPart::b);
  t.batchA = walk(product.batch, &Axis::a);
  t.batchB = walk(product.batch, &Axis::b);
  t.batchC = walk(product.batch, &Axis::c);
  return PreparedMma{tables};
}

size_t mmaScratch(const PreparedMma &product, int teamSize) {
  const PreparedMma::Tables &t = *product.tables;
  return t.tasks() == 0 ? 0 : static_cast<size_t>(teamSize * Places(t).total);
}

void runMma(const PreparedMma &product, const void *a, const void *b, float *c, Team &team, void *scratch) {
  const PreparedMma::Tables &t = *product.tables;
  const int64_t tasks = t.tasks();
  if (tasks == 0)
    return;
  Task task(t, static_cast<char *>(scratch) + team.rank * Places(t).total);
  // Alone there may be no barrier in front, which would set the counter back.
  int64_t own = 0;
  for (int64_t next; (next = team.size == 1 ? own++ : team.take()) < tasks;)
    task.run(next, static_cast<const char *>(a), static_cast<const char *>(b), c);
}

void runMmaPlainly(const Product &product, const Mma &mma, const void *a, const void *b, float *c) {
  std::vector<InnerPart> inner{{0, 0, product.inner}};
  inner.insert(inner.end(), product.more.begin(), product.more.end());
  const int64_t bytes = mma.format.bytes();
  const auto gather = [&](const void *from, int64_t start, const std::vector<int64_t> &steps) {
    std::vector<uint16_t> bits(steps.size());
    for (size_t k = 0; k < steps.size(); ++k)
      std::memcpy(&bits[k], static_cast<const char *>(from) + (start + steps[k]) * bytes, bytes);
    return bits;
  };
  const auto stepA = walkParts(inner, &Axis::a, &InnerPart::a), stepB = walkParts(inner, &Axis::b, &InnerPart::b);
  const auto all = [](const std::vector<Axis> &axes) {
    return std::array{walk(axes, &Axis::a), walk(axes, &Axis::b), walk(axes, &Axis::c)};
  };
  const auto batches = all(product.batch), rows = all(product.rows), columns = all(product.columns);
  for (size_t x = 0; x < batches[0].size(); ++x)
    for (size_t y = 0; y < rows[0].size(); ++y)
      for (size_t z = 0; z < columns[0].size(); ++z) {
        const std::vector<uint16_t> left = gather(a, batches[0][x] + rows[0][y], stepA),
                                    right = gather(b, batches[1][x] + columns[1][z], stepB);
        std::vector<float> stack{};
        size_t k = 0;
        for (size_t leaf = 0; leaf < product.leaves.size(); ++leaf) {
          const size_t count = static_cast<size_t>(product.leaves[leaf]);
          stack.push_back(std::bit_cast<float>(
              tensorcore::chain(mma.model, mma.format, std::span(left).subspan(k, count), std::span(right).subspan(k, count), 0)));
          k += count;
          for (int joins = product.pops[leaf]; joins > 0; --joins) {
            const float last = stack.back();
            stack.pop_back();
            stack.back() = stack.back() + last;
          }
        }
        const float value = stack.empty() ? 0.0f : stack.front();
        c[batches[2][x] + rows[2][y] + columns[2][z]] = value == value ? value : std::bit_cast<float>(0x7fffffff);
      }
}

} // namespace det::rt::host
