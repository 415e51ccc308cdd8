// From a product to its normal form, its tiling and its tables.
#include "ProductTables.h"

#include "det/Runtime/Host/Postfix.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>

namespace det::rt::host {

int64_t extent(const std::vector<Axis> &axes) {
  int64_t count = 1;
  for (const Axis &axis : axes)
    count *= axis.size;
  return count;
}

std::vector<int64_t> walk(const std::vector<Axis> &axes, int64_t Axis::*stride) {
  std::vector<int64_t> offsets{0};
  for (const Axis &axis : axes) {
    std::vector<int64_t> longer;
    longer.reserve(offsets.size() * static_cast<size_t>(axis.size));
    for (int64_t offset : offsets)
      for (int64_t i = 0; i < axis.size; ++i)
        longer.push_back(offset + i * (axis.*stride));
    offsets = std::move(longer);
  }
  return offsets;
}

std::vector<int64_t> walkParts(const std::vector<InnerPart> &inner, int64_t Axis::*stride, int64_t InnerPart::*start) {
  std::vector<int64_t> offsets;
  for (const InnerPart &part : inner)
    for (int64_t offset : walk(part.axes, stride))
      offsets.push_back(part.*start + offset);
  return offsets;
}

namespace {

// A column of B is loaded once for up to eight rows; with more columns than these, tiles that share rows too are better.
constexpr int64_t mostSideColumns = 4;

void dropUnits(std::vector<Axis> &axes) {
  std::erase_if(axes, [](const Axis &axis) { return axis.size == 1; });
}

// Joins neighbours that one stride can walk.
void merge(std::vector<Axis> &axes) {
  std::vector<Axis> merged;
  for (const Axis &axis : axes) {
    if (!merged.empty()) {
      Axis &outer = merged.back();
      if (outer.a == axis.a * axis.size && outer.b == axis.b * axis.size && outer.c == axis.c * axis.size) {
        outer = {outer.size * axis.size, axis.a, axis.b, axis.c};
        continue;
      }
    }
    merged.push_back(axis);
  }
  axes = std::move(merged);
}

// Outputs may be walked in any order: the one of C's memory.
void sortByOutput(std::vector<Axis> &axes) {
  std::stable_sort(axes.begin(), axes.end(), [](const Axis &x, const Axis &y) { return std::abs(x.c) > std::abs(y.c); });
}

// Batch axes that only one operand has are rows or columns.
void moveFreeBatches(NormalProduct &p) {
  std::vector<Axis> batch;
  for (const Axis &axis : p.batch)
    if (axis.b == 0)
      p.rows.push_back(axis);
    else if (axis.a == 0)
      p.columns.push_back(axis);
    else
      batch.push_back(axis);
  p.batch = std::move(batch);
}

// Takes out the batch axis along which A, B and C are consecutive, where a product of one batch is too small for register tiles.
void findSide(NormalProduct &p) {
  if (std::min(p.m, p.n) > mostSideColumns)
    return;
  for (size_t i = 0; i < p.batch.size(); ++i) {
    const Axis axis = p.batch[i];
    if (axis.a != 1 || axis.b != 1 || axis.c != 1)
      continue;
    p.side = axis.size;
    p.batches /= axis.size;
    p.batch.erase(p.batch.begin() + static_cast<int64_t>(i));
    return;
  }
}

bool unitColumns(const std::vector<Axis> &axes) { return axes.empty() || axes.back().c == 1; }

int64_t roundUp(int64_t x, int64_t unit) { return (x + unit - 1) / unit * unit; }
int64_t roundDown(int64_t x, int64_t unit) { return std::max(x / unit, int64_t(1)) * unit; }

// Blocks of at most `most`, multiples of `unit`, that cut n as evenly as they can.
int64_t evenly(int64_t n, int64_t most, int64_t unit) {
  const int64_t blocks = std::max((n + most - 1) / most, int64_t(1));
  return std::max(roundUp((n + blocks - 1) / blocks, unit), unit);
}

// k is consecutive over aligned runs of this length in every part.
int64_t unitRun(const std::vector<InnerPart> &inner, int64_t Axis::*stride) {
  int64_t run = 0;
  for (const InnerPart &part : inner)
    run = std::gcd(run, !part.axes.empty() && part.axes.back().*stride == 1 ? part.axes.back().size : 1);
  return std::max(run, int64_t(1));
}

// The one stride of k, or 0.
int64_t stepOf(const std::vector<InnerPart> &inner, int64_t Axis::*stride) {
  return inner.size() == 1 && inner[0].axes.size() == 1 ? inner[0].axes[0].*stride : 0;
}

// Cuts k into blocks of about kc at leaf boundaries.
void cutInner(PreparedProduct::Tables &t) {
  int64_t k = 0, blockStart = 0;
  int height = 0;
  t.leafAt = {0};
  t.kAt = {0};
  t.heightAt = {0};
  for (size_t leaf = 0; leaf < t.leaves.size(); ++leaf) {
    if (k > blockStart && k + t.leaves[leaf] - blockStart > t.tiling.kc) {
      t.leafAt.push_back(static_cast<int64_t>(leaf));
      t.kAt.push_back(k);
      t.heightAt.push_back(height);
      blockStart = k;
    }
    k += t.leaves[leaf];
    height += 1 - t.pops[leaf];
  }
  t.leafAt.push_back(static_cast<int64_t>(t.leaves.size()));
  t.kAt.push_back(k);
  t.heightAt.push_back(height);
  for (size_t i = 1; i + 1 < t.heightAt.size(); ++i)
    t.saved = std::max(t.saved, t.heightAt[i]);
}

// The common distance of offsets [first, end), or 0.
int64_t distance(const std::vector<int64_t> &offsets, int64_t first, int64_t end) {
  const int64_t step = end - first > 1 ? offsets[first + 1] - offsets[first] : 1;
  for (int64_t i = first + 1; i < end; ++i)
    if (offsets[i] != offsets[i - 1] + step)
      return 0;
  return step;
}

// Which panels of B and tiles of A are read where they are. Packing pays when a panel is used by many tiles, or where one
// value of k lies far from the next: far is a page or so, less for the narrow panels of v3. (Measured.)
void chooseSources(PreparedProduct::Tables &t) {
  const int64_t nr = t.tiling.nr, mr = t.tiling.mr, lanes = nr / 2, bytes = sizeOf(t.type);
  const int64_t tiles = (t.m + mr - 1) / mr, panels = (t.n + nr - 1) / nr;
  const int64_t stepA = std::abs(t.aStep) * bytes, stepB = std::abs(t.bStep) * bytes;
  const int64_t nearB = t.isa == Isa::v4 || tiles <= 12 ? 1024 : 128;
  const bool directB = t.bStep != 0 && (tiles <= 4 || stepB <= nearB), directA = panels <= 4;
  t.allDirectB = true;
  for (int64_t first = 0; first < t.n; first += nr) {
    const int64_t end = std::min(first + nr, t.n);
    const bool whole = end - first == nr || end - first == lanes;
    t.contiguous.push_back(distance(t.columnC, first, end) == 1);
    t.directB.push_back(directB && whole && distance(t.columnB, first, end) == 1);
    t.allDirectB &= t.directB.back() != 0;
  }
  for (int64_t first = 0; first < t.m; first += mr) {
    const int64_t end = std::min(first + mr, t.m), step = distance(t.rowA, first, end);
    PreparedProduct::Tables::Source source = PreparedProduct::Tables::packed;
    if (t.aStep != 0 && step == 1 && (directA || stepA <= 1024))
      source = PreparedProduct::Tables::columnsOfA;
    else if (t.aStep == 1 && step != 0 && directA && step * bytes % 4096 != 0) // else rows share cache sets
      source = PreparedProduct::Tables::rowsOfA;
    t.sourceA.push_back(source);
  }
}

Error bad(std::string message) { return Error{"matrix product: " + std::move(message)}; }

} // namespace

static std::vector<std::vector<Axis> *> groups(NormalProduct &p) {
  std::vector<std::vector<Axis> *> groups{&p.batch, &p.rows, &p.columns};
  for (InnerPart &part : p.inner)
    groups.push_back(&part.axes);
  return groups;
}

NormalProduct normalise(const Product &product) {
  NormalProduct p{product.batch, product.rows, product.columns, {{0, 0, product.inner}}};
  p.inner.insert(p.inner.end(), product.more.begin(), product.more.end());
  for (std::vector<Axis> *axes : groups(p))
    dropUnits(*axes);
  moveFreeBatches(p);
  sortByOutput(p.rows);
  sortByOutput(p.columns);
  for (std::vector<Axis> *axes : groups(p))
    merge(*axes);
  p.batches = extent(p.batch);
  p.m = extent(p.rows);
  p.n = extent(p.columns);
  p.k = 0;
  for (const InnerPart &part : p.inner)
    p.k += extent(part.axes);
  if (p.batches > 0)
    findSide(p);
  const bool thin = p.n < 16 && p.m > p.n;
  const bool transposed = !unitColumns(p.columns) && unitColumns(p.rows) && p.m >= 16;
  if (p.side ? p.n > p.m : thin || transposed) {
    p.exchanged = true;
    std::swap(p.rows, p.columns);
    std::swap(p.m, p.n);
    for (std::vector<Axis> *axes : groups(p))
      for (Axis &axis : *axes)
        std::swap(axis.a, axis.b);
    for (InnerPart &part : p.inner)
      std::swap(part.a, part.b);
  }
  return p;
}

Tiling chooseTiling(const Product &product, Isa isa) {
  const NormalProduct p = normalise(product);
  const int64_t bytes = sizeOf(product.type);
  const int64_t lanes = (isa == Isa::v4 ? 64 : 32) / bytes;
  const int64_t m = std::max(p.m, int64_t(1)), n = std::max(p.n, int64_t(1)), k = std::max(p.k, int64_t(1));
  Tiling t;
  t.mr = static_cast<int32_t>(evenly(m, isa == Isa::v4 ? 14 : 6, 1));
  t.nr = static_cast<int32_t>(2 * lanes);
  // A task's rows of A stay in the level 2 cache (they and a panel of B take two thirds of 1 MiB), a block of B stays in level
  // 3, and so do the partial sums that wait between two blocks of k, a few per output.
  const int64_t longest = 6144 / bytes;
  t.kc = k <= longest ? k : 4096 / bytes;
  t.mc = evenly(m, std::min(roundDown((448 << 10) / (t.kc * bytes), t.mr), int64_t(16) * t.mr), t.mr);
  int64_t columns = (12 << 20) / (t.kc * bytes);
  if (k > t.kc)
    columns = std::min(columns, (16 << 20) / (3 * m * bytes));
  t.nc = evenly(n, roundDown(columns, 4 * t.nr), t.nr);
  return t;
}

int64_t productTasks(const Product &product, const Tiling &tiling) {
  const NormalProduct p = normalise(product);
  if (p.m == 0 || p.n == 0)
    return 0;
  const int64_t tiles = ((p.m + tiling.mr - 1) / tiling.mr) * ((p.n + tiling.nr - 1) / tiling.nr);
  return p.batches * std::max(p.side, int64_t(1)) * tiles;
}

Status checkExtents(const Product &product) {
  std::vector<const std::vector<Axis> *> given{&product.batch, &product.rows, &product.columns, &product.inner};
  for (const InnerPart &part : product.more)
    given.push_back(&part.axes);
  for (const std::vector<Axis> *axes : given)
    for (const Axis &axis : *axes)
      if (axis.size < 0)
        return bad("expected extents of at least 0, got " + std::to_string(axis.size));
  return {};
}

Result<int> checkTerms(const Product &product, int64_t terms) {
  if (product.leaves.size() != product.pops.size())
    return bad("expected one count of joins per leaf, got " + std::to_string(product.pops.size()) + " for " +
               std::to_string(product.leaves.size()) + " leaves");
  int64_t sum = 0;
  for (int32_t leaf : product.leaves) {
    if (leaf < 1)
      return bad("expected leaves of at least 1, got " + std::to_string(leaf));
    sum += leaf;
  }
  if (sum != terms)
    return bad("expected leaves that sum to " + std::to_string(terms) + ", got " + std::to_string(sum));
  const int depth = postfixDepth(product.pops.data(), static_cast<int64_t>(product.pops.size()));
  if (depth < 0 || depth > maxPostfixDepth)
    return bad("expected a program that leaves one value and is at most " + std::to_string(maxPostfixDepth) + " deep");
  return depth;
}

Result<PreparedProduct> prepareProduct(const Product &product, const Tiling &tiling, Isa isa) {
  if (Status status = checkExtents(product); !status)
    return status.error();
  NormalProduct p = normalise(product);
  const Result<int> depth = checkTerms(product, p.k);
  if (!depth)
    return depth.error();
  const bool wide = isa == Isa::v4;
  const int32_t nr = static_cast<int32_t>((wide ? 128 : 64) / sizeOf(product.type)), mr = wide ? 14 : 6;
  if (isa != Isa::v3 && isa != Isa::v4)
    return bad("expected x86-64-v3 or x86-64-v4");
  if (tiling.mr < 1 || tiling.mr > mr || tiling.nr != nr || tiling.mc < 1 || tiling.nc < 1 || tiling.kc < 1)
    return bad("expected a register tile of at most " + std::to_string(mr) + " x " + std::to_string(nr) + ", got " +
               std::to_string(tiling.mr) + " x " + std::to_string(tiling.nr));

  auto tables = std::make_shared<PreparedProduct::Tables>();
  PreparedProduct::Tables &t = *tables;
  t.type = product.type;
  t.isa = isa;
  t.tiling = tiling;
  t.tiling.mc = roundUp(tiling.mc, tiling.mr);
  t.tiling.nc = roundUp(tiling.nc, tiling.nr);
  t.exchanged = p.exchanged;
  t.batches = p.batches;
  t.m = p.m;
  t.n = p.n;
  t.k = p.k;
  t.side = p.side;
  t.leaves = product.leaves;
  t.pops = product.pops;
  t.depth = *depth + 1;
  t.saved = 0;
  if (p.batches == 0 || p.m == 0 || p.n == 0)
    return PreparedProduct{tables};
  t.aRun = unitRun(p.inner, &Axis::a);
  t.bRun = unitRun(p.inner, &Axis::b);
  t.aStep = stepOf(p.inner, &Axis::a);
  t.bStep = stepOf(p.inner, &Axis::b);
  t.rowA = walk(p.rows, &Axis::a);
  t.rowC = walk(p.rows, &Axis::c);
  t.columnB = walk(p.columns, &Axis::b);
  t.columnC = walk(p.columns, &Axis::c);
  t.stepA = walkParts(p.inner, &Axis::a, &InnerPart::a);
  t.stepB = walkParts(p.inner, &Axis::b, &InnerPart::b);
  t.batchA = walk(p.batch, &Axis::a);
  t.batchB = walk(p.batch, &Axis::b);
  t.batchC = walk(p.batch, &Axis::c);
  cutInner(t);
  chooseSources(t);
  return PreparedProduct{tables};
}

} // namespace det::rt::host
