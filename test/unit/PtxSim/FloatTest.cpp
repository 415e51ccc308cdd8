// Floating-point arithmetic and conversions against MPFR, NaNs and zeros by the PTX ISA.
#include "Exact.h"
#include "Harness.h"

using namespace det::ptx::test;

namespace {

constexpr size_t count = 512;

void checkArithmetic(const std::string &operation, const std::string &type, Format format, const std::string &mode, size_t operands) {
  std::vector<Words> values;
  std::string text = operation + "." + mode + "." + type + " %y";
  for (size_t i = 0; i < operands; ++i) {
    values.push_back(floats(format.exponentBits, format.mantissaBits, count, 7 * i + operands));
    text += ", %x" + std::to_string(i);
  }
  Words results = evaluate(text + ";", std::vector<unsigned>(operands, format.bits()), format.bits(), values);
  for (size_t at = 0; at < count; ++at) {
    std::vector<uint64_t> given;
    for (const Words &list : values)
      given.push_back(list[at]);
    ASSERT_EQ(results[at], exact(operation, format, format, mode, given)) << text << std::hex << " " << given[0] << " " << given.back();
  }
}

TEST(Float, IsRoundedOnceInEveryMode) {
  for (std::string mode : {"rn", "rz", "rm", "rp"})
    for (auto [type, format] : {std::pair<std::string, Format>{"f32", f32}, {"f64", f64}}) {
      for (std::string operation : {"add", "sub", "mul", "div"})
        checkArithmetic(operation, type, format, mode, 2);
      checkArithmetic("fma", type, format, mode, 3);
      checkArithmetic("rcp", type, format, mode, 1);
      checkArithmetic("sqrt", type, format, mode, 1);
    }
}

TEST(Float, HalvesAreRoundedOnce) {
  for (auto [type, format] : {std::pair<std::string, Format>{"f16", f16}, {"bf16", bf16}}) {
    for (std::string operation : {"add", "sub", "mul"})
      checkArithmetic(operation, type, format, "rn", 2);
    checkArithmetic("fma", type, format, "rn", 3);
  }
}

TEST(Float, PairsAreTwoHalves) {
  for (auto [type, format] : {std::pair<std::string, Format>{"f16", f16}, {"bf16", bf16}}) {
    Words a = floats(format.exponentBits, format.mantissaBits, 2 * count, 1), b = floats(format.exponentBits, format.mantissaBits, 2 * count, 2), x, y;
    for (size_t i = 0; i < count; ++i) {
      x.push_back(a[i] | a[count + i] << 16);
      y.push_back(b[i] | b[count + i] << 16);
    }
    Words sums = evaluate("add.rn." + type + "x2 %y, %x0, %x1;", {32, 32}, 32, {x, y});
    for (size_t i = 0; i < count; ++i) {
      ASSERT_EQ(sums[i] & 0xffff, exact("add", format, format, "rn", {a[i], b[i]}));
      ASSERT_EQ(sums[i] >> 16, exact("add", format, format, "rn", {a[count + i], b[count + i]}));
    }
  }
}

/// min and max by the ISA: a NaN loses unless .NaN, -0 < +0.
uint64_t extreme(Format format, uint64_t a, uint64_t b, bool isMax, bool keepsNaN) {
  uint64_t nan = format.sign() - 1;
  if (format.isNaN(a) || format.isNaN(b))
    return keepsNaN || (format.isNaN(a) && format.isNaN(b)) ? nan : format.isNaN(a) ? b : a;
  auto key = [&](uint64_t x) { return x & format.sign() ? -int64_t(x & (format.sign() - 1)) - 1 : int64_t(x); };
  return (key(a) < key(b)) == isMax ? b : a;
}

TEST(Float, ExtremesKnowNaNsAndZeros) {
  for (auto [type, format] : {std::pair<std::string, Format>{"f32", f32}, {"f64", f64}, {"f16", f16}, {"bf16", bf16}})
    for (std::string name : {"min", "max", "min.NaN", "max.NaN"}) {
      if (type == "f64" && name.size() > 3)
        continue; // not in PTX
      Words a = floats(format.exponentBits, format.mantissaBits, count, 3), b = floats(format.exponentBits, format.mantissaBits, count, 4);
      a[0] = 0, b[0] = format.sign(), a[1] = format.sign(), b[1] = 0, a[2] = format.sign() - 1, b[2] = 1, a[3] = b[3] = format.sign() | (format.infinity() + 1);
      Words results = evaluate(name + "." + type + " %y, %x0, %x1;", {format.bits(), format.bits()}, format.bits(), {a, b});
      for (size_t i = 0; i < count; ++i)
        ASSERT_EQ(results[i], extreme(format, a[i], b[i], name[1] == 'a', name.size() > 3)) << name << type << std::hex << a[i] << " " << b[i];
    }
}

TEST(Float, SignsAreBits) {
  Words a = floats(8, 23, count, 5), b = floats(8, 23, count, 6);
  Words neg = evaluate("neg.f32 %y, %x0;", {32}, 32, {a}), abs = evaluate("abs.f32 %y, %x0;", {32}, 32, {a}),
        copied = evaluate("copysign.f32 %y, %x0, %x1;", {32, 32}, 32, {a, b});
  for (size_t i = 0; i < count; ++i) {
    EXPECT_EQ(neg[i], a[i] ^ 0x80000000);
    EXPECT_EQ(abs[i], a[i] & 0x7fffffff);
    EXPECT_EQ(copied[i], (a[i] & 0x80000000) | (b[i] & 0x7fffffff));
  }
  EXPECT_EQ(evaluate("testp.subnormal.f32 %p8, %x0; selp.b32 %y, 1, 0, %p8;", {32}, 32, {{0, 1, 0x007fffff, 0x00800000, 0x80000001}}),
            (Words{0, 1, 1, 0, 1}));
  EXPECT_EQ(evaluate("testp.finite.f64 %p8, %x0; selp.b32 %y, 1, 0, %p8;", {64}, 32, {{0, 0x7ff0000000000000, 0x7ff8000000000000, 1}}), (Words{1, 0, 0, 1}));
}

TEST(Float, AnUnroundedOperationIsRefused) {
  auto module = det::ptx::Module::parse(".version 8.0\n.target sm_90\n.address_size 64\n.entry k()\n{ .reg .f32 %f<3>;\n add.f32 %f1, %f2, %f2; ret; }");
  ASSERT_TRUE(module);
  EXPECT_NE(module->kernel("k").error().message.find("line 6: instruction 'add.f32': expected a rounding"), std::string::npos);
}

TEST(Convert, BetweenFloats) {
  struct Case { std::string to; Format toFormat; std::string from; Format fromFormat; };
  for (const Case &c : {Case{"f16", f16, "f32", f32}, {"bf16", bf16, "f32", f32}, {"f32", f32, "f64", f64}, {"f16", f16, "f64", f64}})
    for (std::string mode : {"rn", "rz", "rm", "rp"}) {
      if (mode[1] > 'n' && mode != "rz" && c.to == "bf16")
        continue; // not in PTX
      if (mode == "rm" && c.to == "bf16")
        continue;
      Words x = floats(c.fromFormat.exponentBits, c.fromFormat.mantissaBits, count, 11);
      for (size_t i = 0; i < count; i += 3) // of the size of halves
        x[i] = c.from == "f32" ? exact("cvt", f16, f32, "rn", {x[i] & 0xffff}) + (x[i] >> 20) : exact("cvt", f16, f64, "rn", {x[i] & 0xffff}) + (x[i] >> 30);
      Words results = evaluate("cvt." + mode + "." + c.to + "." + c.from + " %y, %x0;", {c.fromFormat.bits()}, c.toFormat.bits(), {x});
      for (size_t i = 0; i < count; ++i)
        ASSERT_EQ(results[i], exact("cvt", c.fromFormat, c.toFormat, mode, {x[i]})) << c.to << c.from << mode << std::hex << " " << x[i];
    }
  Words half;
  for (uint64_t bits = 0; bits < 0x10000; bits += 7)
    half.push_back(bits);
  for (auto [type, format] : {std::pair<std::string, Format>{"f16", f16}, {"bf16", bf16}}) {
    Words wide = evaluate("cvt.f32." + type + " %y, %x0;", {16}, 32, {half});
    for (size_t i = 0; i < half.size(); ++i)
      ASSERT_EQ(wide[i], exact("cvt", format, f32, "rn", {half[i]})) << half[i];
  }
  Words x = floats(8, 23, count, 12), y = floats(8, 23, count, 13), pairs = evaluate("cvt.rn.bf16x2.f32 %y, %x0, %x1;", {32, 32}, 32, {x, y});
  for (size_t i = 0; i < count; ++i)
    ASSERT_EQ(pairs[i], exact("cvt", f32, bf16, "rn", {y[i]}) | exact("cvt", f32, bf16, "rn", {x[i]}) << 16);
  Words doubles = evaluate("cvt.f64.f32 %y, %x0;", {32}, 64, {x});
  for (size_t i = 0; i < count; ++i)
    ASSERT_EQ(doubles[i], exact("cvt", f32, f64, "rn", {x[i]}));
  EXPECT_EQ(evaluate("cvt.sat.f32.f32 %y, %x0;", {32}, 32, {{0x3f000000, 0x40000000, 0xbf800000, 0x7fffffff, 0x80000000}}),
            (Words{0x3f000000, 0x3f800000, 0, 0, 0}));
}

TEST(Convert, FromIntegers) {
  for (std::string type : {"u32", "s32", "u64", "s64", "u16", "s16"})
    for (auto [to, format] : {std::pair<std::string, Format>{"f32", f32}, {"f64", f64}, {"f16", f16}})
      for (std::string mode : {"rn", "rz", "rm", "rp"}) {
        unsigned bits = std::stoi(type.substr(1));
        Words x = integers(bits, count, 17);
        Words results = evaluate("cvt." + mode + "." + to + "." + type + " %y, %x0;", {bits}, format.bits(), {x});
        for (size_t i = 0; i < count; ++i) {
          bool isSigned = type[0] == 's';
          ASSERT_EQ(results[i], exactFromInteger(isSigned, isSigned ? signedOf(x[i], bits) : x[i], format, mode)) << to << type << mode << x[i];
        }
      }
}

TEST(Convert, ToIntegersClamps) {
  for (auto [from, format] : {std::pair<std::string, Format>{"f32", f32}, {"f64", f64}, {"f16", f16}})
    for (std::string type : {"u32", "s32", "u64", "s64", "u16", "s16"})
      for (std::string mode : {"rni", "rzi", "rmi", "rpi"}) {
        unsigned bits = std::stoi(type.substr(1));
        Words x = floats(format.exponentBits, format.mantissaBits, count, 19);
        Words results = evaluate("cvt." + mode + "." + type + "." + from + " %y, %x0;", {format.bits()}, bits, {x});
        for (size_t i = 0; i < count; ++i) {
          uint64_t nan = bits == 64 || from == "f64" ? uint64_t(1) << (bits - 1) : 0;
          uint64_t expected = format.isNaN(x[i]) ? nan : exactToInteger(format, x[i], type[0] == 's', bits, mode) & maskOf(bits);
          ASSERT_EQ(results[i], expected) << type << from << mode << std::hex << " " << x[i];
        }
      }
}

TEST(Convert, ToWholeFloats) {
  for (std::string mode : {"rni", "rzi", "rmi", "rpi"})
    for (auto [type, format] : {std::pair<std::string, Format>{"f32", f32}, {"f64", f64}, {"f16", f16}}) {
      Words x = floats(format.exponentBits, format.mantissaBits, count, 23);
      Words results = evaluate("cvt." + mode + "." + type + "." + type + " %y, %x0;", {format.bits()}, format.bits(), {x});
      for (size_t i = 0; i < count; ++i)
        ASSERT_EQ(results[i], exactIntegral(format, x[i], mode)) << type << mode << std::hex << " " << x[i];
    }
}

TEST(Convert, BetweenIntegers) {
  for (std::string from : {"u16", "s16", "u32", "s32", "u64", "s64"})
    for (std::string to : {"u16", "s16", "u32", "s32", "u64", "s64"}) {
      unsigned fromBits = std::stoi(from.substr(1)), toBits = std::stoi(to.substr(1));
      // ptxas refuses .sat where every value fits.
      bool fits = from[0] == to[0] ? fromBits <= toBits : from[0] == 'u' && fromBits < toBits;
      Words x = integers(fromBits, count, 29), results = evaluate("cvt." + to + "." + from + " %y, %x0;", {fromBits}, toBits, {x});
      Words clamped = fits ? results : evaluate("cvt.sat." + to + "." + from + " %y, %x0;", {fromBits}, toBits, {x});
      for (size_t i = 0; i < count; ++i) {
        __int128 value = from[0] == 's' ? __int128(signedOf(x[i], fromBits)) : __int128(x[i]);
        __int128 high = to[0] == 's' ? maskOf(toBits - 1) : maskOf(toBits), low = to[0] == 's' ? -high - 1 : 0;
        ASSERT_EQ(results[i], uint64_t(value) & maskOf(toBits)) << from << to;
        ASSERT_EQ(clamped[i], uint64_t(value < low ? low : value > high ? high : value) & maskOf(toBits)) << from << to;
      }
    }
  // Into and out of wider registers.
  EXPECT_EQ(evaluate("cvt.s8.s32 %h8, %x0; cvt.s32.s16 %y, %h8;", {32}, 32, {{0x17f, 0x180, 5}}), (Words{0x7f, 0xffffff80, 5}));
  EXPECT_EQ(evaluate("cvt.u32.u8 %y, %x0;", {16}, 32, {{0x1ff, 0x280}}), (Words{0xff, 0x80}));
}

} // namespace
