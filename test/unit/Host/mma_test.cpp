// Products by tensor-core steps: the kernels of every instruction set, on teams of 1, 2 and 5, give the bits of the definition, which steps
// one output at a time in integers. With `speed`: how fast they are.
#include "Check.h"

#include "det/Runtime/Host/Postfix.h"
#include "det/Runtime/Host/ProductMma.h"

#include <algorithm>
#include <array>
#include <chrono>

using namespace det::rt::host;
using namespace det::tensorcore;
using check::Random;

namespace {

/// Any kind of operand: what cancels, what is far below the rest, what is special.
uint16_t bitsOf(Random &random, Format format, int kind) {
  const int width = 8 * format.bytes();
  const uint16_t sign = static_cast<uint16_t>(random.below(2) << (width - 1)), mantissa = (1u << format.mantissaBits) - 1;
  const uint16_t fraction = static_cast<uint16_t>(random.next()) & mantissa;
  const auto numberAt = [&](int exponent) {
    const int field = std::clamp(exponent + format.bias(), 0, (1 << format.exponentBits) - 2);
    return static_cast<uint16_t>(sign | field << format.mantissaBits | fraction);
  };
  switch (kind) {
  case 0: // near 1
    return numberAt(static_cast<int>(random.below(4)) - 2);
  case 1: // few values, so that sums cancel exactly
    return static_cast<uint16_t>(numberAt(static_cast<int>(random.below(2))) & ~(mantissa / 2));
  case 2: // wide
    return numberAt(static_cast<int>(random.below(40)) - 20);
  case 3: // largest significands
    return static_cast<uint16_t>(numberAt(static_cast<int>(random.below(2))) | mantissa);
  case 4: // zeros, and a few others
    return random.below(4) ? sign : numberAt(0);
  case 5: // the ends of the range: subnormals, results that overflow or vanish
    return numberAt(random.below(2) ? format.bias() - static_cast<int>(random.below(9)) : static_cast<int>(random.below(9)) - format.bias());
  case 6: // tiny ones
    return numberAt(static_cast<int>(random.below(12)) - 66);
  default: // any bits, also infinities and NaN
    return static_cast<uint16_t>(random.next() & ((1u << width) - 1));
  }
}

std::vector<uint8_t> operand(Random &random, Format format, int64_t count, int kind) {
  std::vector<uint8_t> bytes(static_cast<size_t>(count * format.bytes()));
  for (int64_t i = 0; i < count; ++i) {
    const uint16_t bits = bitsOf(random, format, kind == 8 ? static_cast<int>(random.below(8)) : kind);
    std::memcpy(bytes.data() + i * format.bytes(), &bits, format.bytes());
  }
  return bytes;
}

std::vector<uint8_t> leftToRight(size_t leaves) {
  std::vector<uint8_t> pops(leaves, 1);
  if (leaves)
    pops[0] = 0;
  return pops;
}

void runTeam(const PreparedMma &prepared, const void *a, const void *b, float *c, ThreadTeam &team) {
  const size_t bytes = mmaScratch(prepared, team.size());
  void *scratch = std::aligned_alloc(64, (bytes + 127) / 64 * 64);
  team.run([&](Team &member) { runMma(prepared, a, b, c, member, scratch); });
  std::free(scratch);
}

void compare(Random &random, const Mma &mma, int64_t m, int64_t n, int64_t k, int kind, std::array<ThreadTeam *, 3> teams) {
  Product product;
  product.batch = {{2, m * k, n * k, m * n}};
  product.rows = {{m, k, 0, n}};
  product.columns = {{n, 0, random.below(2) ? k : 1, 1}};
  product.inner = {{k, 1, product.columns[0].b == 1 ? n : 1, 0}};
  if (k >= 2 && random.below(3) == 0) { // a walk of two parts
    const int64_t first = random.between(1, k - 1);
    const Axis step = product.inner[0];
    product.inner = {{first, step.a, step.b, 0}};
    product.more = {{first * step.a, first * step.b, {{k - first, step.a, step.b, 0}}}};
  }
  for (int64_t left = k; left > 0; left -= product.leaves.back())
    product.leaves.push_back(static_cast<int32_t>(std::min(left, random.below(2) ? random.between(1, k) : int64_t(64))));
  product.pops = leftToRight(product.leaves.size());
  const std::vector<uint8_t> a = operand(random, mma.format, 2 * m * k, kind), b = operand(random, mma.format, 2 * n * k, kind);
  std::vector<float> expected(static_cast<size_t>(2 * m * n), -1);
  runMmaPlainly(product, mma, a.data(), b.data(), expected.data());
  for (Isa isa : {Isa::v3, Isa::v4}) {
    if (detectIsa() < isa)
      continue;
    auto prepared = prepareMma(product, mma, isa);
    check::that(bool(prepared), "a product was refused");
    if (!prepared)
      continue;
    for (ThreadTeam *team : teams) {
      std::vector<float> got(expected.size(), -1);
      runTeam(*prepared, a.data(), b.data(), got.data(), *team);
      const int64_t at = check::difference(expected, got);
      uint32_t want = 0, have = 0;
      if (at >= 0) {
        std::memcpy(&want, &expected[at], 4);
        std::memcpy(&have, &got[at], 4);
      }
      char bits[64];
      std::snprintf(bits, sizeof(bits), "0x%08x instead of 0x%08x", have, want);
      check::that(at < 0, std::string(isa == Isa::v4 ? "v4 " : "v3 ") + std::string(mma.model.name) + " kind " + std::to_string(kind) + " " + std::to_string(m) + " x " +
                              std::to_string(n) + " x " + std::to_string(k) + " at " + std::to_string(at) + ": " + bits);
    }
  }
}

void refuse(const char *what, const Product &product, const Mma &mma, const char *words) {
  auto prepared = prepareMma(product, mma, Isa::v3);
  check::that(!prepared && prepared.error().message.find(words) != std::string::npos, what);
}

void speed(Isa isa, int threads) {
  const int64_t m = 512, n = 512, k = 1024;
  Product product{{}, {{m, k, 0, n}}, {{n, 0, 1, 1}}, {{k, 1, n, 0}}, std::vector<int32_t>(k / 128, 128), leftToRight(k / 128)};
  Random random{7};
  for (Format format : {bf16, f16}) {
    const Mma mma{*findModel("hopper_16"), format};
    const std::vector<uint8_t> a = operand(random, format, m * k, 0), b = operand(random, format, n * k, 0);
    std::vector<float> c(m * n);
    ThreadTeam team(threads);
    auto prepared = prepareMma(product, mma, isa);
    double best = 1e9;
    for (int round = 0; round < 7; ++round) {
      const auto start = std::chrono::steady_clock::now();
      runTeam(*prepared, a.data(), b.data(), c.data(), team);
      best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    std::printf("%s %s, %d threads: %.2f G products/s\n", isa == Isa::v4 ? "v4" : "v3", format == bf16 ? "bf16" : "f16", threads,
                double(m * n * k) / best / 1e9);
  }
}

} // namespace

int main(int argc, char **argv) {
  if (argc > 1 && std::string(argv[1]) == "speed") {
    for (Isa isa : {Isa::v3, Isa::v4})
      for (int threads : {1, 2})
        if (detectIsa() >= isa)
          speed(isa, threads);
    return 0;
  }
  Random random{1};
  ThreadTeam one(1), two(2), five(5);
  const std::array teams{&one, &two, &five};
  const std::pair<const char *, Format> cases[] = {{"volta_4", f16},        {"ampere_8", f16},         {"ampere_8", bf16},
                                                   {"hopper_16", f16},      {"hopper_16", bf16},       {"hopper_fp8_32", f8E4M3FN},
                                                   {"hopper_fp8_32", f8E5M2}};
  for (const auto &[name, format] : cases) {
    const Mma mma{*findModel(name), format};
    for (int kind = 0; kind < 9; ++kind) {
      compare(random, mma, 33, 35, 67, kind, teams);
      compare(random, mma, 1, 64, 300, kind, teams);
      compare(random, mma, 5, 1, 16, kind, teams);
      compare(random, mma, 70, 66, 15, kind, teams);
    }
    compare(random, mma, 3, 3, 0, 0, teams);
    compare(random, mma, 0, 3, 8, 0, teams);
  }
  Product small{{}, {{2, 4, 0, 2}}, {{2, 0, 1, 1}}, {{4, 1, 2, 0}}, {4}, {0}};
  refuse("bf16 on Volta", small, {*findModel("volta_4"), bf16}, "volta_4");
  refuse("f16 by 8-bit steps", small, {*findModel("hopper_fp8_32"), f16}, "hopper_fp8_32");
  Product wrong = small;
  wrong.leaves = {3};
  refuse("a leaf too short", wrong, {*findModel("hopper_16"), bf16}, "leaves that sum to 4");
  wrong = small;
  wrong.type = Real::f64;
  refuse("sums in f64", wrong, {*findModel("hopper_16"), bf16}, "f32");
  return check::report("mma");
}
