// Matrix products: blocked kernels of every instruction set, on teams of 1, 2 and 5, give the bits of the definition.
#include "Check.h"

#include "det/Runtime/Host/Postfix.h"
#include "det/Runtime/Host/Product.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

using namespace det::rt::host;
using check::Random;

namespace {

// A binary tree over [0, count) leaves, at random or as T(m); gives its postfix program.
std::vector<uint8_t> randomProgram(Random &random, int64_t count) {
  std::vector<uint8_t> pops(static_cast<size_t>(count), 0);
  int64_t height = 0;
  for (int64_t i = 0; i < count; ++i) {
    ++height;
    int64_t joins = i + 1 == count ? height - 1 : random.below(height);
    if (height - joins > 12)
      joins = height - 1;
    pops[i] = static_cast<uint8_t>(joins);
    height -= joins;
  }
  return pops;
}

std::vector<int32_t> randomLeaves(Random &random, int64_t k) {
  std::vector<int32_t> leaves;
  const int64_t most = random.below(3) == 0 ? 3 : std::max(k / 4, int64_t(1));
  while (k > 0) {
    leaves.push_back(static_cast<int32_t>(std::min(random.between(1, most), k)));
    k -= leaves.back();
  }
  return leaves;
}

// Gives axes dense strides in a random order of memory, with gaps now and then, around `span` elements; returns the elements
// spanned.
int64_t layOut(Random &random, std::vector<std::pair<Axis *, int64_t Axis::*>> places, int64_t span) {
  if (random.below(3) > 0)
    for (size_t i = places.size(); i > 1; --i)
      std::swap(places[i - 1], places[static_cast<size_t>(random.below(static_cast<int64_t>(i)))]);
  for (size_t i = places.size(); i-- > 0;) {
    places[i].first->*places[i].second = span;
    span *= std::max(places[i].first->size, int64_t(1));
    if (random.below(6) == 0)
      span += random.below(5);
  }
  return span;
}

std::vector<Axis> randomAxes(Random &random, int64_t total, int most) {
  std::vector<Axis> axes;
  int64_t left = total;
  while (static_cast<int>(axes.size()) + 1 < most && left > 1 && random.below(2)) {
    for (int64_t f : {2, 3, 5, 7, 4})
      if (left % f == 0 && random.below(2)) {
        axes.push_back({f});
        left /= f;
        break;
      }
  }
  axes.push_back({left});
  return axes;
}

std::string describe(const Product &p, Isa isa, int threads, int64_t at) {
  std::string text = isa == Isa::v4 ? "v4" : "v3";
  text += std::array{" f32", " f64", " i32", " i64"}[static_cast<size_t>(p.type)];
  for (const auto *axes : {&p.batch, &p.rows, &p.columns, &p.inner}) {
    text += " [";
    for (const Axis &axis : *axes)
      text += std::to_string(axis.size) + ":" + std::to_string(axis.a) + "," + std::to_string(axis.b) + "," +
              std::to_string(axis.c) + " ";
    text += "]";
  }
  return text + " leaves " + std::to_string(p.leaves.size()) + ", " + std::to_string(threads) + " threads, first difference at " +
         std::to_string(at);
}

template <class Scalar>
void compare(Random &random, const Product &judge, const Product &p, int64_t spanA, int64_t spanB, int64_t spanC,
             ThreadTeam *teams[3], bool smallBlocks) {
  const bool special = random.below(2);
  const std::vector<Scalar> a = check::values<Scalar>(random, spanA, special), b = check::values<Scalar>(random, spanB, special);
  const std::vector<Scalar> before(static_cast<size_t>(spanC), Scalar(123));
  std::vector<Scalar> expected = before;
  runProductPlainly(judge, a.data(), b.data(), expected.data());
  std::vector<Scalar> plain = before;
  runProductPlainly(p, a.data(), b.data(), plain.data());
  check::that(check::difference(expected, plain) < 0, "parts against the whole, plainly");
  for (Isa isa : {Isa::v3, Isa::v4}) {
    if (isa > detectIsa())
      continue;
    Tiling tiling = chooseTiling(p, isa);
    if (smallBlocks) {
      tiling.mr = static_cast<int32_t>(random.between(1, tiling.mr));
      tiling.mc = random.between(1, 40);
      tiling.nc = random.between(1, 100);
      tiling.kc = random.between(1, 50);
    }
    const auto prepared = prepareProduct(p, tiling, isa);
    check::that(bool(prepared), prepared ? "" : prepared.error().message);
    if (!prepared)
      continue;
    for (int i = 0; i < 3; ++i) {
      const size_t size = productScratch(*prepared, teams[i]->size());
      std::vector<char> memory(size + 64 + 64, char(0x7f));
      char *scratch = memory.data() + (64 - reinterpret_cast<uintptr_t>(memory.data()) % 64);
      std::vector<Scalar> c = before;
      teams[i]->run([&](Team &team) { runProduct(*prepared, a.data(), b.data(), c.data(), team, scratch); });
      const int64_t at = check::difference(expected, c);
      check::that(at < 0, describe(p, isa, teams[i]->size(), at));
      check::that(std::all_of(scratch + size, memory.data() + memory.size(), [](char x) { return x == 0x7f; }),
                  "scratch overrun: " + describe(p, isa, teams[i]->size(), 0));
    }
  }
}

// The same product with its walk over the outermost inner loop cut into parts.
Product inParts(Random &random, Product p) {
  if (p.inner.empty() || p.inner[0].size < 2)
    return p;
  const Axis whole = p.inner[0];
  std::vector<InnerPart> parts;
  for (int64_t at = 0; at < whole.size;) {
    InnerPart part{at * whole.a, at * whole.b, p.inner};
    part.axes[0].size = random.between(1, whole.size - at);
    at += part.axes[0].size;
    parts.push_back(part);
  }
  p.inner = parts[0].axes;
  p.more.assign(parts.begin() + 1, parts.end());
  return p;
}

// Lays out a product at random; with `side`, the last batch axis last, so that its batches lie side by side.
void compareAny(Random &random, Product p, ThreadTeam *teams[3], bool smallBlocks, bool side) {
  std::vector<std::pair<Axis *, int64_t Axis::*>> a, b, c;
  for (Axis &axis : p.batch) {
    if (side && &axis == &p.batch.back()) {
      axis.a = axis.b = axis.c = 1;
      continue;
    }
    const int64_t kind = random.below(8);
    if (kind != 0)
      a.push_back({&axis, &Axis::a});
    if (kind != 1)
      b.push_back({&axis, &Axis::b});
    c.push_back({&axis, &Axis::c});
  }
  for (Axis &axis : p.rows) {
    a.push_back({&axis, &Axis::a});
    c.push_back({&axis, &Axis::c});
  }
  for (Axis &axis : p.inner) {
    a.push_back({&axis, &Axis::a});
    b.push_back({&axis, &Axis::b});
  }
  for (Axis &axis : p.columns) {
    b.push_back({&axis, &Axis::b});
    c.push_back({&axis, &Axis::c});
  }
  const int64_t beside = side ? p.batch.back().size : 1;
  const int64_t spanA = layOut(random, a, beside), spanB = layOut(random, b, beside), spanC = layOut(random, c, beside);
  const Product parts = random.below(2) ? inParts(random, p) : p;
  const auto with = [&]<class Scalar>(Scalar) { compare<Scalar>(random, p, parts, spanA, spanB, spanC, teams, smallBlocks); };
  switch (p.type) {
  case Real::f32:
    return with(float());
  case Real::f64:
    return with(double());
  case Real::i32:
    return with(int32_t());
  case Real::i64:
    return with(int64_t());
  }
}

// What the definition says, once more by recursion, for a program T(m): so that the plain version is not its own judge.
void definition() {
  Random random{5};
  for (int64_t m = 1; m < 40; ++m) {
    const int64_t leaf = random.between(1, 5), k = m * leaf;
    const std::vector<float> a = check::values<float>(random, k, false), b = check::values<float>(random, k, false);
    std::function<float(int64_t, int64_t)> tree = [&](int64_t first, int64_t count) -> float {
      if (count > 1) {
        int64_t h = 1;
        while (2 * h < count)
          h *= 2;
        return tree(first, h) + tree(first + h, count - h);
      }
      float chain = a[first * leaf] * b[first * leaf];
      for (int64_t i = first * leaf + 1; i < (first + 1) * leaf; ++i)
        chain = std::fma(a[i], b[i], chain);
      return chain;
    };
    Product p{{}, {}, {}, {{k, 1, 1, 0}}, std::vector<int32_t>(m, leaf), treeProgram(m), Real::f32};
    std::vector<float> c{0}, expected{tree(0, m)};
    runProductPlainly(p, a.data(), b.data(), c.data());
    check::that(check::difference(c, expected) < 0, "plain product against recursion, m = " + std::to_string(m));
  }
}

void refusals() {
  Product p{{}, {{2, 4, 0, 2}}, {{2, 0, 1, 1}}, {{4, 1, 2, 0}}, {2, 2}, {0, 1}, Real::f32};
  const Tiling tiling = chooseTiling(p, Isa::v3);
  check::that(bool(prepareProduct(p, tiling, Isa::v3)), "a good product is accepted");
  Product wrong = p;
  wrong.leaves = {2, 3};
  check::that(!prepareProduct(wrong, tiling, Isa::v3), "leaves must sum to k");
  wrong = p;
  wrong.pops = {1, 1};
  check::that(!prepareProduct(wrong, tiling, Isa::v3), "a program may not underflow");
  wrong = p;
  wrong.pops = {0, 0};
  check::that(!prepareProduct(wrong, tiling, Isa::v3), "a program leaves one value");
  Tiling huge = tiling;
  huge.mr = 99;
  check::that(!prepareProduct(p, huge, Isa::v3), "a register tile must exist");
}

} // namespace

int main(int argc, char **argv) {
  ThreadTeam one(1), two(2), five(5);
  ThreadTeam *teams[3] = {&one, &two, &five};
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 150;
  definition();
  refusals();
  Random random{argc > 2 ? std::strtoull(argv[2], nullptr, 0) : 1};
  for (int round = 0; round < rounds; ++round) {
    Product p;
    p.type = random.below(4) == 0 ? static_cast<Real>(random.between(1, 3)) : Real::f32;
    const int64_t limit = random.below(4) == 0 ? 90 : 40;
    const auto size = [&] { return random.below(25) == 0 ? random.below(2) : random.between(1, limit); };
    const bool side = random.below(4) == 0;
    p.batch = randomAxes(random, side ? random.between(1, 150) : random.below(3) == 0 ? random.between(1, 12) : 1, 4);
    p.rows = randomAxes(random, side && random.below(2) ? random.between(1, 6) : size(), 3);
    p.columns = randomAxes(random, side ? random.between(1, 6) : size(), 3);
    const int64_t k = random.below(25) == 0 ? 0 : random.between(1, 3 * limit);
    p.inner = randomAxes(random, k, 3);
    p.leaves = randomLeaves(random, k);
    p.pops = random.below(2) ? treeProgram(static_cast<int64_t>(p.leaves.size()))
                             : randomProgram(random, static_cast<int64_t>(p.leaves.size()));
    compareAny(random, p, teams, random.below(2), side);
  }
  return check::report("product");
}
