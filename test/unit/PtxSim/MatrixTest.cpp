// The tensor-core model against a slow evaluation of its definition, and the fragments of mma and ldmatrix against the figures of the ISA.
#include "Harness.h"

#include <cmath>
#include <cstring>
#include <random>

using namespace det::ptx;
using namespace det::ptx::test;
using namespace det::tensorcore;

namespace {

float valueOf(Format format, uint16_t bits) {
  int field = bits >> format.mantissaBits & ((1 << format.exponentBits) - 1), fraction = bits & ((1 << format.mantissaBits) - 1);
  float size = std::ldexp(float(fraction + (field ? 1 << format.mantissaBits : 0)), std::max(field, 1) - format.bias() - format.mantissaBits);
  return bits & 0x8000 ? -size : size;
}

/// The exponent by which a term is aligned: of subnormal numbers the smallest of normal ones.
int alignment(float x, int smallest) { return std::max(std::ilogb(x), smallest); }

/// The definition in long double, for finite numbers: align, cut, sum, cut.
uint32_t slowStep(const Model &model, Format format, const std::vector<uint16_t> &a, const std::vector<uint16_t> &b, float c) {
  int smallest = 1 - format.bias(), largest = -10000;
  std::vector<long double> terms;
  for (size_t i = 0; i < a.size(); ++i) {
    float x = valueOf(format, a[i]), y = valueOf(format, b[i]);
    if (x != 0 && y != 0) {
      largest = std::max(largest, alignment(x, smallest) + alignment(y, smallest));
      terms.push_back((long double)x * y);
    }
  }
  if (c != 0) {
    largest = std::max(largest, alignment(c, -126));
    terms.push_back(c);
  }
  long double sum = 0;
  for (long double term : terms)
    sum += std::ldexp(std::trunc(std::ldexp(term, model.fraction - largest)), largest - model.fraction);
  if (sum == 0)
    return 0;
  int last = std::max(std::ilogb(sum), -126) - model.mantissa;
  long double cut = std::ldexp(std::trunc(std::ldexp(sum, -last)), last);
  return __builtin_bit_cast(uint32_t, static_cast<float>(cut)); // past the largest: infinite
}

TEST(TensorCore, IsItsDefinition) {
  std::mt19937_64 random(1);
  for (const Model &model : models)
    for (Format format : {f16, bf16})
      for (int round = 0; round < 3000; ++round) {
        std::vector<uint16_t> a, b;
        uint16_t special = ((1 << format.exponentBits) - 1) << format.mantissaBits;
        // Numbers of like size, or of any size: then most terms are cut.
        auto draw = [&] {
          uint16_t bits = random();
          if (round % 3)
            bits = (bits & 0x8000) | ((format.bias() + random() % 6) << format.mantissaBits) | (bits & ((1 << format.mantissaBits) - 1));
          if (random() % 16 == 0)
            bits &= 0x8000 | ((1 << format.mantissaBits) - 1); // subnormal, or zero
          return (bits & special) == special ? uint16_t(bits & ~(1 << format.mantissaBits)) : bits;
        };
        for (int i = 0; i < model.products; ++i)
          a.push_back(draw()), b.push_back(draw());
        float c = round % 4 ? std::ldexp(float(int64_t(random() % 2000000)) - 1000000, int(random() % 20) - 25) : 0.0f;
        if (round % 7 == 0) // cancels
          a[1] = a[0] ^ 0x8000, b[1] = b[0];
        ASSERT_EQ(step(model, format, a, b, __builtin_bit_cast(uint32_t, c)), slowStep(model, format, a, b, c)) << model.name << " " << round;
      }
}

TEST(TensorCore, KnownFacts) {
  const Model hopper = *findModel("hopper_16"), ampere = *findModel("ampere_8"), volta = *findModel("volta_4");
  EXPECT_FALSE(findModel("hopper"));
  constexpr uint16_t one = 0x3c00, huge = 0x7800; // 2^15
  auto bits = [](float x) { return __builtin_bit_cast(uint32_t, x); };
  // A term 2^-25 below the largest is kept with 25 fractional bits, not with 24 or 23.
  uint16_t tiny = 0x0400; // 2^-14
  std::vector<uint16_t> a{one, tiny, uint16_t(one | 0x8000)}, b{one, uint16_t(0x1000), one}; // 1, 2^-14 * 2^-11, -1
  EXPECT_EQ(step(hopper, f16, a, b, 0), bits(0x1p-25f));
  EXPECT_EQ(step(ampere, f16, a, b, 0), 0u);
  EXPECT_EQ(step(volta, f16, a, b, 0), 0u);
  // Cut, not rounded; zeros; infinities; NaN.
  EXPECT_EQ(step(hopper, f16, std::vector<uint16_t>{one}, std::vector<uint16_t>{0x0401}, bits(-0x1p10f)), bits(-0x1p10f) - 1);
  EXPECT_EQ(step(hopper, f16, {}, {}, bits(-0.0f)), 0u);
  EXPECT_EQ(step(hopper, f16, std::vector<uint16_t>{one, one}, std::vector<uint16_t>{one, 0xbc00}, 0), 0u);
  EXPECT_EQ(step(hopper, f16, std::vector<uint16_t>{0x7c00}, std::vector<uint16_t>{0xbc00}, 0), bits(-INFINITY));
  EXPECT_EQ(step(hopper, f16, std::vector<uint16_t>{0x7c00}, std::vector<uint16_t>{0}, 0), 0x7fffffffu);
  EXPECT_EQ(step(hopper, f16, std::vector<uint16_t>{0x7c00}, std::vector<uint16_t>{one}, bits(-INFINITY)), 0x7fffffffu);
  EXPECT_EQ(step(hopper, f16, std::vector<uint16_t>{0x7e01}, std::vector<uint16_t>{one}, 0), 0x7fffffffu);
  EXPECT_EQ(step(hopper, bf16, std::vector<uint16_t>{0x7f00}, std::vector<uint16_t>{0x7f00}, 0), bits(INFINITY));
  // 8-bit factors leave 13 bits of mantissa, also where the sum is larger than every term: 1 + 2^-13 is kept, 1 + 1 + 2^-13 is not.
  const Model bytes = *findModel("hopper_fp8_32");
  std::vector<uint16_t> wide{0x38, 0x08, 0x38}, small{0x38, 0x04, 0x38}; // 1 * 1, 2^-6 * 2^-7, 1 * 1
  EXPECT_EQ(step(bytes, f8E4M3FN, std::span(wide).first(2), std::span(small).first(2), 0), bits(1 + 0x1p-13f));
  EXPECT_EQ(step(bytes, f8E4M3FN, wide, small, 0), bits(2));
  // 16 products at once are not two times 8.
  std::vector<uint16_t> x(16, one), y(16, one);
  x[0] = huge, y[0] = huge, x[1] = huge, y[1] = huge | 0x8000; // 2^30 - 2^30: what stands beside is cut
  EXPECT_EQ(chain(hopper, f16, x, y, 0), bits(0.0f));
  EXPECT_EQ(chain(ampere, f16, x, y, 0), bits(8.0f));
}

/// A product by mma against chains over plain matrices, with row-major a (16 x k), column-major b (8 x k) and c (16 x 8).
void checkProduct(const std::string &type, Format format, unsigned depth, const Model &model) {
  std::mt19937_64 random(depth);
  std::vector<uint16_t> a(16 * depth), b(8 * depth);
  std::vector<uint32_t> c(16 * 8);
  for (auto *list : {&a, &b})
    for (uint16_t &x : *list)
      x = (random() & 0x8000) | ((format.bias() - 3 + random() % 6) << format.mantissaBits) | (random() & ((1 << format.mantissaBits) - 1));
  for (uint32_t &x : c)
    x = __builtin_bit_cast(uint32_t, std::ldexp(float(random() % 1000), -8));
  // Lane = 4 g + t: a holds rows g and g + 8, b column g, pairs of k from 2 t; c rows g and g + 8, columns 2 t and 2 t + 1.
  std::string bytes = std::to_string(2 * depth);
  std::string text = "shr.u32 %r8, %r0, 2; and.b32 %r9, %r0, 3; shl.b32 %r10, %r9, 2;"
                     "mad.lo.u32 %r11, %r8, " + bytes + ", %r10; cvt.u64.u32 %w8, %r11; add.s64 %w9, %m0, %w8; add.s64 %w10, %m1, %w8;"
                     "shl.b32 %r12, %r8, 5; shl.b32 %r13, %r9, 3; add.u32 %r12, %r12, %r13; cvt.u64.u32 %w11, %r12; add.s64 %w12, %m2, %w11; add.s64 %w13, %m3, %w11;"
                     "ld.global.b32 %r20, [%w9]; ld.global.b32 %r21, [%w9+" + std::to_string(16 * depth) + "];"
                     "ld.global.b32 %r24, [%w10]; ld.global.v2.b32 {%r30, %r31}, [%w12]; ld.global.v2.b32 {%r32, %r33}, [%w12+256];";
  if (depth == 16)
    text += "ld.global.b32 %r22, [%w9+16]; ld.global.b32 %r23, [%w9+" + std::to_string(16 * depth + 16) + "]; ld.global.b32 %r25, [%w10+16];"
            "mma.sync.aligned.m16n8k16.row.col.f32." + type + "." + type + ".f32 {%r40, %r41, %r42, %r43}, {%r20, %r21, %r22, %r23}, {%r24, %r25}, {%r30, %r31, %r32, %r33};";
  else
    text += "mma.sync.aligned.m16n8k8.row.col.f32." + type + "." + type + ".f32 {%r40, %r41, %r42, %r43}, {%r20, %r21}, {%r24}, {%r30, %r31, %r32, %r33};";
  text += "st.global.v2.b32 [%w13], {%r40, %r41}; st.global.v2.b32 [%w13+256], {%r42, %r43};";
  Options options;
  options.tensorCore = model;
  // mma wants registers of floats for sums where they are declared so; bits are as good.
  Outcome outcome = runKernel(text, {filled(a), filled(b), filled(c), empty(512)}, {}, options);
  ASSERT_EQ(outcome.error, "");
  std::vector<uint32_t> results = outcome.get<uint32_t>(3);
  for (unsigned row = 0; row < 16; ++row)
    for (unsigned column = 0; column < 8; ++column)
      ASSERT_EQ(results[row * 8 + column], chain(model, format, {&a[row * depth], depth}, {&b[column * depth], depth}, c[row * 8 + column]))
          << type << " " << depth << " " << row << " " << column;
}

TEST(Matrix, FragmentsAreTheIsas) {
  for (const char *model : {"hopper_16", "ampere_8"})
    for (unsigned depth : {8u, 16u}) {
      checkProduct("f16", f16, depth, *findModel(model));
      checkProduct("bf16", bf16, depth, *findModel(model));
    }
}

TEST(Matrix, LdmatrixDealsRows) {
  std::vector<uint16_t> matrices(4 * 64);
  for (size_t i = 0; i < matrices.size(); ++i)
    matrices[i] = i;
  for (bool transposed : {false, true}) {
    std::string text = ".shared .align 16 .b8 tile@@[512]; shl.b32 %r8, %r0, 4; cvt.u64.u32 %w8, %r8; add.s64 %w9, %m0, %w8; mov.u32 %r9, tile@@; add.u32 %r9, %r9, %r8;"
                       "ld.global.v4.b32 {%r10, %r11, %r12, %r13}, [%w9]; st.shared.v4.b32 [%r9], {%r10, %r11, %r12, %r13}; bar.sync 0;"
                       "ldmatrix.sync.aligned.m8n8.x4" + std::string(transposed ? ".trans" : "") + ".shared.b16 {%r20, %r21, %r22, %r23}, [%r9];"
                       "add.s64 %w10, %m1, %w8; st.global.v4.b32 [%w10], {%r20, %r21, %r22, %r23};";
    Outcome outcome = runKernel(text, {filled(matrices), empty(512)});
    ASSERT_EQ(outcome.error, "");
    std::vector<uint16_t> got = outcome.get<uint16_t>(1);
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned matrix = 0; matrix < 4; ++matrix)
        for (unsigned element = 0; element < 2; ++element) {
          unsigned row = lane / 4, column = lane % 4 * 2 + element;
          ASSERT_EQ(got[lane * 8 + matrix * 2 + element], matrix * 64 + (transposed ? column * 8 + row : row * 8 + column));
        }
  }
}

TEST(Matrix, WantsWholeWarps) {
  std::string mma = "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%r40, %r41, %r42, %r43}, {%r20, %r21}, {%r24}, {%r30, %r31, %r32, %r33};";
  EXPECT_EQ(runKernel(mma, {}).error, "");
  EXPECT_NE(runKernel(mma, {}, {{1, 1, 1}, {16, 1, 1}, 0}).error.find("expected all 32 lanes"), std::string::npos);
}

} // namespace
