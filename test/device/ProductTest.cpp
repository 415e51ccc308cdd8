// Products on a device against their literal definition, byte for byte: shapes around every tile, strides of every kind, every
// stack.
#include "SimDevice.h"

#include "det/Runtime/Host/Postfix.h"

using namespace sim;
using host::Axis, host::Product, host::Real;

namespace {

struct Case {
  int64_t batches, m, n, k, leaf;
  /// 0: row-major A, B and C; else some of: 1 A is transposed, 2 B is, 4 C is, 8 rows lie apart, 16 k has two axes and a further
  /// part.
  int layout = 0;
  bool comb = false; ///< leaves are joined from right to left, which needs a stack for all of them; else as a tree
};

std::string describe(const Case &c, const char *type) {
  return std::string(type) + " " + std::to_string(c.batches) + "x" + std::to_string(c.m) + "x" + std::to_string(c.n) + "x" +
         std::to_string(c.k) + " leaf " + std::to_string(c.leaf) + " layout " + std::to_string(c.layout);
}

template <class T>
void runCase(DeviceKernels &kernels, const Case &c, Real type, const char *typeName, check::Random &random, bool special,
             const device::ProductChoice *choice) {
  const int64_t pad = c.layout & 8 ? 5 : 0;
  const int64_t strideM = c.layout & 1 ? 1 : c.k + pad, strideKA = c.layout & 1 ? c.m + pad : 1;
  const int64_t strideN = c.layout & 2 ? c.k + pad : 1, strideKB = c.layout & 2 ? 1 : c.n + pad;
  const int64_t strideCM = c.layout & 4 ? 1 : c.n + pad, strideCN = c.layout & 4 ? c.m + pad : 1;
  const int64_t sizeA = c.m * (c.k + pad) + c.k * pad + 16, sizeB = c.k * (c.n + pad) + c.n * pad + 16,
                sizeC = c.m * (c.n + pad) + c.n * pad + 16;
  Product product;
  product.type = type;
  product.batch = {{c.batches, sizeA, sizeB, sizeC}};
  product.rows = {{c.m, strideM, 0, strideCM}};
  product.columns = {{c.n, 0, strideN, strideCN}};
  if (c.layout & 16 && c.k % 2 == 0 && c.k > 4) {
    // Even k first, odd k as a further part, the latter in reverse.
    product.inner = {{c.k / 2, 2 * strideKA, 2 * strideKB, 0}};
    product.more = {{(c.k - 1) * strideKA, (c.k - 1) * strideKB, {{c.k / 2, -2 * strideKA, -2 * strideKB, 0}}}};
  } else {
    product.inner = {{c.k, strideKA, strideKB, 0}};
  }
  for (int64_t left = c.k; left > 0; left -= c.leaf)
    product.leaves.push_back(int32_t(std::min(left, c.leaf)));
  product.pops = host::treeProgram(int64_t(product.leaves.size()));
  if (c.comb && !product.pops.empty()) {
    std::fill(product.pops.begin(), product.pops.end(), uint8_t(0));
    product.pops.back() = uint8_t(product.pops.size() - 1);
  }

  const auto a = check::values<T>(random, c.batches * sizeA, special), b = check::values<T>(random, c.batches * sizeB, special);
  auto expected = check::values<T>(random, c.batches * sizeC, false);
  std::vector<Memory> memories{Memory::of(a, Memory::input), Memory::of(b, Memory::input), Memory::of(expected, Memory::output)};
  host::runProductPlainly(product, a.data(), b.data(), expected.data());
  std::vector<std::string> launched;
  const Status status = run(
      kernels, memories,
      [&](const Addresses &at, cuda::DeviceMemory &memory) {
        return cuda::prepareProduct(product, at[0], at[1], at[2], memory, choice);
      },
      nullptr, &launched);
  const std::string what = describe(c, typeName) + (launched.empty() ? "" : " " + launched[0]);
  if (!status)
    return check::that(false, what + ": " + status.error().message);
  const int64_t at = check::difference(expected, memories[2].as<T>());
  check::that(at < 0, what + ": element " + std::to_string(at) + " differs");
}

void runFor(DeviceKernels &kernels, Real type, const Case &c, check::Random &random, bool special,
            const device::ProductChoice *choice = nullptr) {
  switch (type) {
  case Real::f32:
    return runCase<float>(kernels, c, type, "f32", random, special, choice);
  case Real::f64:
    return runCase<double>(kernels, c, type, "f64", random, special, choice);
  case Real::i32:
    return runCase<int32_t>(kernels, c, type, "i32", random, special, choice);
  case Real::i64:
    return runCase<int64_t>(kernels, c, type, "i64", random, special, choice);
  }
}

struct Kernel {
  Real type;
  device::ProductChoice choice;
};

// Every kernel: sizes around its tile, leaves shorter and longer than its slices, one segment and several.
void tryKernel(DeviceKernels &kernels, const Kernel &kernel, int64_t count, check::Random &random) {
  const int64_t rows = std::max<int64_t>(kernel.choice.rows, 8), columns = std::max<int64_t>(kernel.choice.columns, 8);
  const auto around = [&](int64_t size) {
    const int64_t sizes[] = {1, size - 1, size, size + 1, 2, 13, size / 2};
    return std::max<int64_t>(sizes[random.below(7)], 1);
  };
  for (int64_t i = 0; i < count; ++i) {
    device::ProductChoice choice = kernel.choice;
    choice.segments = random.below(2) == 0 ? 1 : size_t(random.between(2, 5));
    Case c{random.below(3) == 0 ? 2 : 1, around(rows), around(columns), 0, 0, int(random.below(32))};
    const int64_t terms[] = {0, 1, 7, 8, 15, 16, 17, 31, 32, 40, 64, 67}, leaves[] = {1, 3, 8, 16, 20, 64};
    c.k = terms[random.below(12)];
    c.leaf = leaves[random.below(6)];
    // Aligned vectors are worth half of the cases.
    if (random.below(2) == 0) {
      c.m = (c.m + 3) / 4 * 4;
      c.n = (c.n + 3) / 4 * 4;
      c.layout &= ~8;
    }
    // A program of m leaves that is a tree is at most log2(m) + 1 deep.
    const int64_t most = int64_t(1) << std::min(kernel.choice.stack - 1, 20);
    while (c.k > most * c.leaf)
      c.leaf *= 2;
    c.comb = random.below(3) == 0 && c.k <= kernel.choice.stack * c.leaf;
    runFor(kernels, kernel.type, c, random, random.below(2) == 0, &choice);
  }
}

void cases(DeviceKernels &kernels, int times) {
  const bool brief = times == 0;
  check::Random random{7};
  // Tiles and stacks as ProductShape.cpp has them; the control looks at the first.
  std::vector<Kernel> all;
  const auto add = [&](std::initializer_list<Real> types, uint32_t rows, uint32_t columns, std::initializer_list<int> stacks) {
    for (Real type : types)
      for (int stack : stacks)
        all.push_back({type, {rows, columns, stack, 1}});
  };
  add({Real::f32, Real::i32}, 128, 128, {4, 1, 8});
  add({Real::f32, Real::i32, Real::f64, Real::i64}, 64, 64, {1, 8, 16});
  add({Real::f32, Real::i32, Real::f64, Real::i64}, 32, 32, {8, 16, 64});
  add({Real::f32, Real::i32}, 128, 16, {8, 16});
  add({Real::f32, Real::i32, Real::f64, Real::i64}, 0, 0, {64});
  for (const Kernel &kernel : all) {
    tryKernel(kernels, kernel, brief ? 8 : (kernel.type == Real::f32 ? 24 : 10) * times, random);
    if (brief)
      return;
  }
  // What is chosen for small, thin, long and many products.
  const Case chosen[] = {{1, 33, 70, 300, 64, 0}, {1, 1, 200, 500, 64, 0},   {1, 300, 1, 700, 64, 1}, {1, 2, 2, 4000, 512, 0},
                         {40, 3, 5, 9, 64, 0},    {1, 64, 64, 2048, 256, 2}, {1, 5, 260, 40, 64, 4},  {3, 0, 4, 4, 64, 0}};
  for (const Case &c : chosen)
    for (Real type : {Real::f32, Real::f64})
      runFor(kernels, type, c, random, true);
  runFor(kernels, Real::f32, {70, 256, 128, 8, 8, 2}, random, false);
  if (times > 1) // large primes
    for (const Case &c : {Case{1, 509, 521, 257, 64, 8}, Case{1, 1021, 131, 67, 16, 3}, Case{1, 127, 1031, 127, 32, 4},
                          Case{7, 257, 263, 31, 8, 24}})
      for (Real type : {Real::f32, Real::f64, Real::i32})
        runFor(kernels, type, c, random, true);
}

} // namespace

int main(int argc, char **argv) {
  return runTests(
      "device products", argc, argv, cases,
      {{"det_product_f32_128x128_4", "fma.rn.f32", "fma.rz.f32"}, {"det_product_f32_128x128_4", "add.rn.f32", "add.rz.f32"}});
}
