// wgmma: how operands lie in shared memory and sums in registers, against plain matrices; and what each missing fence or wait is reported as.
#include "Harness.h"

#include <cstring>
#include <random>

using namespace det::ptx;
using namespace det::ptx::test;
using namespace det::tensorcore;

namespace {

constexpr unsigned rows = 64, line = 128;

/// A product of 64 rows and some columns; `isTurned`: lines of rows instead of lines of terms.
struct Product {
  std::string type;
  Format format;
  unsigned columns;
  bool isTurnedA = false, isTurnedB = false;
  unsigned skipped = 0; ///< bytes of terms in front, in lines of terms

  unsigned bytes() const { return format.bytes(); }
  unsigned terms() const { return 32 / bytes(); }
  std::string form() const {
    return "wgmma.mma_async.sync.aligned.m64n" + std::to_string(columns) + "k" + std::to_string(terms()) + ".f32." + type + "." + type;
  }
  std::string flags() const { return bytes() == 2 ? std::string(isTurnedA ? ", 1" : ", 0") + (isTurnedB ? ", 1" : ", 0") : ""; }
};

/// The ISA's layout of 128-byte swizzle: 16 bytes of line i lie where they would xor 16 * (i mod 8).
size_t placeOf(bool isTurned, unsigned bytes, unsigned row, unsigned term, unsigned skipped) {
  const size_t lineNumber = isTurned ? row / 64 * 16 + term : row, byte = isTurned ? row % 64 * bytes : skipped + term * bytes;
  return lineNumber * line + ((byte / 16) ^ (lineNumber % 8)) * 16 + byte % 16;
}

std::vector<uint8_t> imageOf(const Product &p, bool isTurned, unsigned count, const std::vector<uint16_t> &values) {
  std::vector<uint8_t> image(isTurned ? (count + 63) / 64 * 16 * line : (count + 7) / 8 * 8 * line, 0x11);
  for (unsigned row = 0; row < count; ++row)
    for (unsigned k = 0; k < p.terms(); ++k)
      std::memcpy(&image[placeOf(isTurned, p.bytes(), row, k, p.skipped)], &values[row * p.terms() + k], p.bytes());
  image.resize((image.size() + 2047) / 2048 * 2048, 0x11); // whole rounds of copies by 128 threads
  return image;
}

std::string descriptor(const std::string &to, size_t offset, bool isTurned, unsigned skipped) {
  const uint64_t bits = uint64_t(isTurned ? 2048 : 16) >> 4 << 16 | uint64_t(1024) >> 4 << 32 | uint64_t(1) << 62;
  return "mov.u32 %r8, tile@@; add.u32 %r8, %r8, " + std::to_string(offset + (isTurned ? 0 : skipped)) + "; shr.u32 %r8, %r8, 4; cvt.u64.u32 " + to +
         ", %r8; or.b64 " + to + ", " + to + ", " + std::to_string(bits) + ";\n";
}

/// Statements that a kernel may lack, or have instead.
struct Steps {
  std::string arrive = "fence.proxy.async.shared::cta;\nbar.sync 0;\n", fence = "wgmma.fence.sync.aligned;\n", between = "",
              commit = "wgmma.commit_group.sync.aligned;\n", wait = "wgmma.wait_group.sync.aligned 0;\n", again = "";
};

/// Sums of thread t at t * columns / 2 floats.
Outcome runProduct(const Product &p, const std::vector<uint16_t> &a, const std::vector<uint16_t> &b, float start, const Steps &steps = {},
                   const Model &model = *findModel("hopper_16")) {
  const std::vector<uint8_t> left = imageOf(p, p.isTurnedA, rows, a), right = imageOf(p, p.isTurnedB, p.columns, b);
  std::string text = ".shared .align 1024 .b8 tile@@[" + std::to_string(left.size() + right.size()) + "];\nmov.u32 %r3, tile@@;\nshl.b32 %r4, %r0, 4;\n"
                     "add.u32 %r3, %r3, %r4;\ncvt.u64.u32 %w0, %r4;\nadd.s64 %w1, %m0, %w0;\nadd.s64 %w2, %m1, %w0;\n";
  for (size_t at = 0; at < left.size() + right.size(); at += 2048) {
    const bool isLeft = at < left.size();
    text += "ld.global.v4.b32 {%r4, %r5, %r6, %r7}, [" + std::string(isLeft ? "%w1" : "%w2") + "+" + std::to_string(isLeft ? at : at - left.size()) +
            "];\nst.shared.v4.b32 [%r3+" + std::to_string(at) + "], {%r4, %r5, %r6, %r7};\n";
  }
  text += steps.arrive + descriptor("%w3", 0, p.isTurnedA, p.skipped) + descriptor("%w4", left.size(), p.isTurnedB, p.skipped);
  std::string sums;
  char bits[16];
  std::snprintf(bits, sizeof(bits), "0f%08x", __builtin_bit_cast(uint32_t, start));
  text += ".reg .f32 %s<" + std::to_string(p.columns / 2) + ">;\n";
  for (unsigned i = 0; i < p.columns / 2; ++i) {
    sums += (i ? ", %s" : "%s") + std::to_string(i);
    text += "mov.f32 %s" + std::to_string(i) + ", " + bits + ";\n";
  }
  text += "setp.eq.u32 %p1, 0, 0;\n" + steps.fence + p.form() + " {" + sums + "}, %w3, %w4, %p1, 1, 1" + p.flags() + ";\n" + steps.between + steps.commit +
          steps.wait + "mul.wide.u32 %w5, %r0, " + std::to_string(p.columns * 2) + ";\nadd.s64 %w5, %w5, %m2;\n";
  for (unsigned i = 0; i < p.columns / 2; ++i)
    text += "st.global.f32 [%w5+" + std::to_string(4 * i) + "], %s" + std::to_string(i) + ";\n";
  Options options;
  options.tensorCore = model;
  Shape shape;
  shape.block = {128, 1, 1};
  return runKernel(text + steps.again, {filled(left), filled(right), empty(128 * p.columns * 2)}, shape, options);
}

std::vector<uint16_t> factors(std::mt19937_64 &random, const Product &p, unsigned count) {
  std::vector<uint16_t> values(count * p.terms());
  for (uint16_t &x : values)
    x = (random() % 2) << (p.bytes() * 8 - 1) | (p.format.bias() - 2 + random() % 5) << p.format.mantissaBits | (random() & ((1 << p.format.mantissaBits) - 1));
  return values;
}

void check(const Product &p, const Model &model) {
  std::mt19937_64 random(p.columns);
  const std::vector<uint16_t> a = factors(random, p, rows), b = factors(random, p, p.columns);
  const Outcome outcome = runProduct(p, a, b, 0.75f, {}, model);
  ASSERT_EQ(outcome.error, "") << p.form();
  const std::vector<uint32_t> results = outcome.get<uint32_t>(2);
  for (unsigned thread = 0; thread < 128; ++thread)
    for (unsigned i = 0; i < p.columns / 2; ++i) {
      // Warp w has rows 16 w and on; of each eight columns a lane has two, in two rows.
      const unsigned row = thread / 32 * 16 + thread % 32 / 4 + (i % 4 / 2) * 8, column = i / 4 * 8 + thread % 4 * 2 + i % 2;
      ASSERT_EQ(results[thread * p.columns / 2 + i], chain(model, p.format, {&a[row * p.terms()], p.terms()}, {&b[column * p.terms()], p.terms()},
                                                           __builtin_bit_cast(uint32_t, 0.75f)))
          << p.form() << p.flags() << " row " << row << " column " << column;
    }
}

TEST(Warpgroup, OperandsLieAsTheIsaSays) {
  const Model hopper = *findModel("hopper_16"), bytes = *findModel("hopper_fp8_32");
  for (bool isTurnedA : {false, true})
    for (bool isTurnedB : {false, true}) {
      check({"bf16", bf16, 72, isTurnedA, isTurnedB}, hopper); // 72 columns: more than one line of a turned operand
      check({"f16", f16, 8, isTurnedA, isTurnedB, 32}, hopper);
    }
  check({"e4m3", f8E4M3FN, 16, false, false, 96}, bytes);
  check({"e5m2", f8E5M2, 24}, bytes);
}

std::string fault(const Steps &steps, const Model &model = *findModel("hopper_16")) {
  std::mt19937_64 random(1);
  const Product p{"bf16", bf16, 8};
  return runProduct(p, factors(random, p, rows), factors(random, p, 8), 0, steps, model).error;
}
void expectFault(const Steps &steps, const std::string &words) {
  const std::string error = fault(steps);
  EXPECT_NE(error.find(words), std::string::npos) << "expected an error with '" << words << "', got '" << error << "'";
}

TEST(Warpgroup, WhatIsMissingIsAFault) {
  const Steps right;
  EXPECT_EQ(fault(right), "");
  auto with = [&](std::string Steps::*part, std::string text) {
    Steps steps;
    steps.*part = text;
    return steps;
  };
  expectFault(with(&Steps::arrive, "bar.sync 0;\n"), "with no fence.proxy.async behind it");
  expectFault(with(&Steps::arrive, "bar.sync 0;\nfence.proxy.async.shared::cta;\n"), "with no fence.proxy.async behind it");
  expectFault(with(&Steps::arrive, "fence.proxy.async.shared::cta;\n"), "race");
  // A write behind the fence, of the place that it wrote before.
  expectFault(with(&Steps::arrive, "fence.proxy.async.shared::cta;\nst.shared.v4.b32 [%r3], {%r4, %r5, %r6, %r7};\nbar.sync 0;\n"), "with no fence.proxy.async behind it");
  expectFault(with(&Steps::fence, ""), "expected wgmma.fence");
  expectFault(with(&Steps::fence, "wgmma.fence.sync.aligned;\nmov.f32 %s1, 0f00000000;\n"), "expected wgmma.fence");
  expectFault(with(&Steps::wait, ""), "no wgmma.wait_group has ended");
  expectFault(with(&Steps::wait, "wgmma.wait_group.sync.aligned 1;\n"), "no wgmma.wait_group has ended");
  expectFault(with(&Steps::commit, ""), "no wgmma.wait_group has ended");
  expectFault(with(&Steps::between, "add.rn.f32 %s0, %s0, %s1;\n"), "no wgmma.wait_group has ended");
  // What is still being read (the last warp writes its own rows), and what has been without a barrier since.
  expectFault(with(&Steps::between, "setp.gt.u32 %p2, %r0, 95;\n@%p2 st.shared.v4.b32 [%r3+4608], {%r4, %r5, %r6, %r7};\n"), "is still reading");
  expectFault(with(&Steps::again, "xor.b32 %r9, %r0, 64;\nshl.b32 %r9, %r9, 4;\nmov.u32 %r3, tile@@;\nadd.u32 %r3, %r3, %r9;\n"
                                  "st.shared.v4.b32 [%r3], {%r4, %r5, %r6, %r7};\n"), "race");
  EXPECT_EQ(fault(with(&Steps::again, "bar.sync 0;\nst.shared.v4.b32 [%r3], {%r4, %r5, %r6, %r7};\n")), "");
  // Some warps alone, and some lanes.
  expectFault(with(&Steps::wait, "wgmma.wait_group.sync.aligned 0;\nsetp.gt.u32 %p2, %r0, 31;\n@%p2 bra done@@;\nwgmma.fence.sync.aligned;\n"
                                 "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%s0, %s1, %s2, %s3}, %w3, %w4, %p1, 1, 1, 0, 0;\n"
                                 "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\ndone@@:\n"), "other wgmma instructions");
  EXPECT_NE(fault(right, *findModel("hopper_fp8_32")).find("do not take its factors"), std::string::npos);
  // Descriptors of other kinds.
  expectFault(with(&Steps::fence, "wgmma.fence.sync.aligned;\nand.b64 %w3, %w3, 0x3fffffffffffffff;\n"), "swizzle mode 0");
  expectFault(with(&Steps::fence, "wgmma.fence.sync.aligned;\nadd.s64 %w3, %w3, 8;\n"), "multiple of 1024");
  expectFault(with(&Steps::fence, "wgmma.fence.sync.aligned;\nadd.s64 %w3, %w3, 4096;\n"), "out of bounds");
}

TEST(Warpgroup, OtherFormsAreRefused) {
  for (const auto &[instruction, words] : {std::pair("wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%r8, %r9, %r10, %r11}, %w3, %w4, %p1, 1, 1;", "modelled are m64nNk16"),
                                           std::pair("wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e5m2 {%r8, %r9, %r10, %r11}, %w3, %w4, %p1, 1, 1;", "both factors of one type"),
                                           std::pair("wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {%r8, %r9}, %w3, %w4, %p1, 1, 1, 0, 0;", "sums of f32"),
                                           std::pair("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%r8, %r9, %r10, %r11}, {%r4, %r5, %r6, %r7}, %w4, %p1, 1, 1, 0;", "operands"),
                                           std::pair("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%r8, %r9, %r10, %r11}, %w3, %w4, %p1, -1, 1, 0, 0;", "not negated")}) {
    const auto module = Module::parse(".version 8.0\n.target sm_90a\n.address_size 64\n.visible .entry k()\n{\n.reg .pred %p<4>; .reg .b32 %r<16>; .reg .b64 %w<8>;\n" +
                                      std::string(instruction) + "\nret;\n}\n");
    const auto kernel = module ? module->kernel("k") : det::rt::Result<Kernel>(module.error());
    EXPECT_TRUE(!kernel && kernel.error().message.find(words) != std::string::npos) << instruction << ": " << (kernel ? "taken" : kernel.error().message);
  }
}

} // namespace
