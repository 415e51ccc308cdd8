// Integer and bit instructions against definitions in wider arithmetic, bit by bit where the PTX ISA says it so.
#include "Harness.h"

#include <functional>

using namespace det::ptx::test;

namespace {

constexpr size_t count = 512;
using Wide = __int128;

/// The value of bits by the type: "s32" is signed.
Wide valueOf(const std::string &type, uint64_t bits) {
  unsigned width = std::stoi(type.substr(1));
  return type[0] == 's' ? Wide(signedOf(bits, width)) : Wide(bits);
}

void check(const std::string &opcode, const std::string &type, unsigned output, size_t operands, const std::function<Wide(std::vector<Wide>)> &expected,
           const std::vector<unsigned> &widths = {}, bool skipsZero = false) {
  unsigned bits = std::stoi(type.substr(1));
  std::vector<unsigned> inputs(operands, bits);
  for (size_t i = 0; i < widths.size(); ++i)
    inputs[i] = widths[i];
  std::vector<Words> values;
  std::string text = opcode + "." + type + " %y";
  for (size_t i = 0; i < operands; ++i) {
    values.push_back(integers(inputs[i], count, 31 * i + bits));
    text += ", %x" + std::to_string(i);
  }
  Words results = evaluate(text + ";", inputs, output, values);
  for (size_t at = 0; at < count; ++at) {
    std::vector<Wide> given;
    for (size_t i = 0; i < operands; ++i)
      given.push_back(inputs[i] == bits ? valueOf(type, values[i][at]) : inputs[i] > bits && type[0] == 's' ? Wide(signedOf(values[i][at], inputs[i])) : Wide(values[i][at]));
    if (skipsZero && given[1] == 0)
      continue;
    ASSERT_EQ(results[at], uint64_t(expected(given)) & maskOf(output)) << text << " " << values[0][at] << " " << values.back()[at];
  }
}

using V = std::vector<Wide>;
/// A product that wraps, of which only low bits are looked at.
Wide times(Wide a, Wide b) { return Wide((unsigned __int128)(a) * (unsigned __int128)(b)); }
const std::vector<std::string> types = {"u16", "s16", "u32", "s32", "u64", "s64"};

TEST(Integer, Arithmetic) {
  for (const std::string &type : types) {
    unsigned bits = std::stoi(type.substr(1));
    check("add", type, bits, 2, [](V x) { return x[0] + x[1]; });
    check("sub", type, bits, 2, [](V x) { return x[0] - x[1]; });
    check("mul.lo", type, bits, 2, [](V x) { return times(x[0], x[1]); });
    check("mul.hi", type, bits, 2, [bits, type](V x) {
      return type == "u64" ? Wide((unsigned __int128)(times(x[0], x[1])) >> 64) : x[0] * x[1] >> bits;
    });
    check("mad.lo", type, bits, 3, [](V x) { return Wide((unsigned __int128)(times(x[0], x[1])) + (unsigned __int128)(x[2])); });
    check("div", type, bits, 2, [](V x) { return x[0] / x[1]; }, {}, true);
    check("rem", type, bits, 2, [](V x) { return x[0] % x[1]; }, {}, true);
    check("min", type, bits, 2, [](V x) { return std::min(x[0], x[1]); });
    check("max", type, bits, 2, [](V x) { return std::max(x[0], x[1]); });
    check("sad", type, bits, 3, [](V x) { return x[2] + (x[0] < x[1] ? x[1] - x[0] : x[0] - x[1]); });
    if (bits < 64) {
      check("mul.wide", type, 2 * bits, 2, [](V x) { return x[0] * x[1]; });
      check("mad.wide", type, 2 * bits, 3, [](V x) { return x[0] * x[1] + x[2]; }, {bits, bits, 2 * bits});
    }
    if (type[0] == 's') {
      check("abs", type, bits, 1, [](V x) { return x[0] < 0 ? -x[0] : x[0]; });
      check("neg", type, bits, 1, [](V x) { return -x[0]; });
    }
  }
  auto clamp = [](Wide x) { return std::clamp<Wide>(x, INT32_MIN, INT32_MAX); };
  check("add.sat", "s32", 32, 2, [&](V x) { return clamp(x[0] + x[1]); });
  check("sub.sat", "s32", 32, 2, [&](V x) { return clamp(x[0] - x[1]); });
  auto low24 = [](Wide x) { return Wide(signedOf(uint64_t(x), 24)); };
  check("mul24.lo", "s32", 32, 2, [&](V x) { return low24(x[0]) * low24(x[1]); });
  check("mul24.hi", "u32", 32, 2, [&](V x) { return (x[0] & 0xffffff) * (x[1] & 0xffffff) >> 16; });
  EXPECT_EQ(evaluate("add.s16x2 %y, %x0, %x1;", {32, 32}, 32, {{0x0001ffff}, {0x00010001}}), Words{0x00020000});
  EXPECT_EQ(evaluate("max.s16x2 %y, %x0, %x1;", {32, 32}, 32, {{0x0001ffff}, {0xfffe0000}}), Words{0x00010000});
}

TEST(Integer, Shifts) {
  for (const std::string &type : types) {
    unsigned bits = std::stoi(type.substr(1));
    auto shift = [bits](Wide x, Wide by) { return by >= bits ? (x < 0 ? Wide(-1) : Wide(0)) : x >> by; };
    check("shr", type, bits, 2, [&](V x) { return shift(x[0], Wide(uint32_t(x[1]))); }, {bits, 32});
  }
  for (unsigned bits : {16u, 32u, 64u}) {
    Words a = integers(bits, count, 3), by = integers(32, count, 4);
    Words left = evaluate("shl.b" + std::to_string(bits) + " %y, %x0, %x1;", {bits, 32}, bits, {a, by});
    for (size_t i = 0; i < count; ++i)
      ASSERT_EQ(left[i], by[i] >= bits ? 0 : a[i] << by[i] & maskOf(bits));
  }
  for (std::string mode : {"l.wrap", "l.clamp", "r.wrap", "r.clamp"}) {
    Words a = integers(32, count, 5), b = integers(32, count, 6), by = integers(32, count, 7);
    Words results = evaluate("shf." + mode + ".b32 %y, %x0, %x1, %x2;", {32, 32, 32}, 32, {a, b, by});
    for (size_t i = 0; i < count; ++i) {
      uint64_t n = mode[2] == 'w' ? by[i] & 31 : std::min<uint64_t>(by[i], 32);
      // As the ISA says it, from two shifts.
      auto l = [](uint64_t x, uint64_t k) { return k > 31 ? 0 : x << k; };
      auto r = [](uint64_t x, uint64_t k) { return k > 31 ? 0 : x >> k; };
      uint64_t expected = mode[0] == 'l' ? l(b[i], n) | r(a[i], 32 - n) : l(b[i], 32 - n) | r(a[i], n);
      ASSERT_EQ(results[i], expected & maskOf(32)) << mode << n;
    }
  }
}

TEST(Integer, LogicAndCounting) {
  for (unsigned bits : {16u, 32u, 64u}) {
    std::string b = ".b" + std::to_string(bits) + " %y, %x0";
    Words x = integers(bits, count, 8), y = integers(bits, count, 9);
    Words both = evaluate("and" + b + ", %x1;", {bits, bits}, bits, {x, y}), either = evaluate("or" + b + ", %x1;", {bits, bits}, bits, {x, y}),
          odd = evaluate("xor" + b + ", %x1;", {bits, bits}, bits, {x, y}), inverse = evaluate("not" + b + ";", {bits}, bits, {x}),
          zero = evaluate("cnot" + b + ";", {bits}, bits, {x});
    for (size_t i = 0; i < count; ++i) {
      ASSERT_EQ(both[i], x[i] & y[i]);
      ASSERT_EQ(either[i], x[i] | y[i]);
      ASSERT_EQ(odd[i], x[i] ^ y[i]);
      ASSERT_EQ(inverse[i], ~x[i] & maskOf(bits));
      ASSERT_EQ(zero[i], x[i] == 0);
    }
    if (bits == 16)
      continue;
    Words set = evaluate("popc" + b + ";", {bits}, 32, {x}), leading = evaluate("clz" + b + ";", {bits}, 32, {x}), mirrored = evaluate("brev" + b + ";", {bits}, bits, {x});
    for (size_t i = 0; i < count; ++i) {
      unsigned ones = 0, zeros = bits;
      uint64_t mirror = 0;
      for (unsigned bit = 0; bit < bits; ++bit)
        if (x[i] >> bit & 1)
          ++ones, zeros = bits - 1 - bit, mirror |= uint64_t(1) << (bits - 1 - bit);
      ASSERT_EQ(set[i], ones);
      ASSERT_EQ(leading[i], zeros);
      ASSERT_EQ(mirrored[i], mirror);
    }
  }
}

TEST(Integer, BitFields) {
  for (std::string type : {"u32", "s32", "u64", "s64"}) {
    unsigned bits = std::stoi(type.substr(1)), most = bits - 1;
    Words a = integers(bits, count, 10), place = integers(32, count, 11), length = integers(32, count, 12), into = integers(bits, count, 13);
    Words got = evaluate("bfe." + type + " %y, %x0, %x1, %x2;", {bits, 32, 32}, bits, {a, place, length});
    Words put = evaluate("bfi.b" + std::to_string(bits) + " %y, %x0, %x3, %x1, %x2;", {bits, 32, 32, bits}, bits, {a, place, length, into});
    Words found = evaluate("bfind." + type + " %y, %x0;", {bits}, 32, {a});
    for (size_t i = 0; i < count; ++i) {
      uint64_t p = place[i] & 255, n = length[i] & 255, field = 0, merged = into[i];
      bool sign = type[0] == 's' && n && a[i] >> std::min<uint64_t>(p + n - 1, most) & 1;
      for (uint64_t bit = 0; bit <= most; ++bit) {
        bool value = bit < n && p + bit <= most ? a[i] >> (p + bit) & 1 : sign;
        field |= uint64_t(value) << bit;
        if (bit < n && p + bit <= most)
          merged = (merged & ~(uint64_t(1) << (p + bit))) | (a[i] >> bit & 1) << (p + bit);
      }
      ASSERT_EQ(got[i], field) << type << " " << a[i] << " " << p << " " << n;
      ASSERT_EQ(put[i], merged) << type << " " << a[i] << " " << p << " " << n;
      uint64_t at = ~uint64_t(0), x = type[0] == 's' && a[i] >> most & 1 ? ~a[i] : a[i];
      for (uint64_t bit = 0; bit <= most; ++bit)
        at = x >> bit & 1 ? bit : at;
      ASSERT_EQ(found[i], at & maskOf(32));
    }
  }
}

TEST(Integer, PermutesAndTables) {
  EXPECT_EQ(evaluate("prmt.b32 %y, %x0, %x1, %x2;", {32, 32, 32}, 32,
                     {{0x33221100, 0x33221100, 0x80ff7f00}, {0x77665544, 0x77665544, 0}, {0x7654, 0x0123, 0xba98}}),
            (Words{0x77665544, 0x00112233, 0xffff0000}));
  EXPECT_EQ(evaluate("prmt.b32.f4e %y, %x0, %x1, %x2;", {32, 32, 32}, 32, {{0x33221100}, {0x77665544}, {1}}), Words{0x44332211});
  EXPECT_EQ(evaluate("prmt.b32.b4e %y, %x0, %x1, %x2;", {32, 32, 32}, 32, {{0x33221100}, {0x77665544}, {1}}), Words{0x66770011});
  EXPECT_EQ(evaluate("prmt.b32.rc16 %y, %x0, %x1, %x2;", {32, 32, 32}, 32, {{0x33221100}, {0}, {1}}), Words{0x33223322});
  Words a = integers(32, count, 14), b = integers(32, count, 15), c = integers(32, count, 16);
  Words chosen = evaluate("lop3.b32 %y, %x0, %x1, %x2, 0xCA;", {32, 32, 32}, 32, {a, b, c}), odd = evaluate("lop3.b32 %y, %x0, %x1, %x2, 0x96;", {32, 32, 32}, 32, {a, b, c});
  for (size_t i = 0; i < count; ++i) {
    ASSERT_EQ(chosen[i], ((a[i] & b[i]) | (~a[i] & c[i])) & maskOf(32));
    ASSERT_EQ(odd[i], a[i] ^ b[i] ^ c[i]);
  }
}

TEST(Integer, CarriesRunThroughWords) {
  Words a = integers(64, count, 17), b = integers(64, count, 18);
  std::string split = "mov.b64 {%r8, %r9}, %x0; mov.b64 {%r10, %r11}, %x1;", join = " mov.b64 %y, {%r12, %r13};";
  Words sums = evaluate(split + "add.cc.u32 %r12, %r8, %r10; addc.u32 %r13, %r9, %r11;" + join, {64, 64}, 64, {a, b});
  Words differences = evaluate(split + "sub.cc.u32 %r12, %r8, %r10; subc.u32 %r13, %r9, %r11;" + join, {64, 64}, 64, {a, b});
  // A product of 64 bits from words.
  Words products = evaluate(split + "mul.lo.u32 %r12, %r8, %r10; mul.hi.u32 %r13, %r8, %r10; mad.lo.u32 %r13, %r8, %r11, %r13; mad.lo.u32 %r13, %r9, %r10, %r13;" + join,
                            {64, 64}, 64, {a, b});
  // a * b + b of 128 bits, the high half.
  Words high = evaluate("mad.lo.cc.u64 %w8, %x0, %x1, %x1; madc.hi.u64 %y, %x0, %x1, 0;", {64, 64}, 64, {a, b});
  for (size_t i = 0; i < count; ++i) {
    ASSERT_EQ(sums[i], a[i] + b[i]);
    ASSERT_EQ(differences[i], a[i] - b[i]);
    ASSERT_EQ(products[i], a[i] * b[i]);
    ASSERT_EQ(high[i], uint64_t(((unsigned __int128)(a[i]) * b[i] + b[i]) >> 64));
  }
  // Without the carry it differs.
  EXPECT_NE(evaluate(split + "add.u32 %r12, %r8, %r10; add.u32 %r13, %r9, %r11;" + join, {64, 64}, 64, {{0xffffffff}, {1}}), Words{uint64_t(1) << 32});
}

TEST(Integer, ComparesAndSelects) {
  for (const std::string &type : types)
    for (std::string how : {"eq", "ne", "lt", "le", "gt", "ge"}) {
      unsigned bits = std::stoi(type.substr(1));
      Words a = integers(bits, count, 19), b = integers(bits, count, 20);
      for (size_t i = 0; i < count; i += 5)
        b[i] = a[i];
      Words results = evaluate("setp." + how + "." + type + " %p8, %x0, %x1; selp.b32 %y, 1, 0, %p8;", {bits, bits}, 32, {a, b});
      for (size_t i = 0; i < count; ++i) {
        Wide x = valueOf(type, a[i]), y = valueOf(type, b[i]);
        ASSERT_EQ(results[i], how == "eq" ? x == y : how == "ne" ? x != y : how == "lt" ? x < y : how == "le" ? x <= y : how == "gt" ? x > y : x >= y);
      }
    }
  EXPECT_EQ(evaluate("setp.hi.u32 %p8, %x0, 5; selp.b32 %y, 1, 0, %p8;", {32}, 32, {{5, 6, 0xffffffff}}), (Words{0, 1, 1}));
  // Two results, and a further predicate.
  std::string two = "setp.ne.b32 %p9, %x1, 0; setp.lt.and.s32 %p8|%p10, %x0, 5, !%p9; selp.b32 %r8, 1, 0, %p8; selp.b32 %r9, 2, 0, %p10; add.u32 %y, %r8, %r9;";
  EXPECT_EQ(evaluate(two, {32, 32}, 32, {{4, 5, 4, 5}, {0, 0, 1, 1}}), (Words{1, 2, 0, 0}));
  EXPECT_EQ(evaluate("set.gt.u32.s32 %y, %x0, 0;", {32}, 32, {{1, 0}}), (Words{0xffffffff, 0}));
  EXPECT_EQ(evaluate("set.gt.f32.s32 %y, %x0, 0;", {32}, 32, {{1, 0}}), (Words{0x3f800000, 0}));
  EXPECT_EQ(evaluate("slct.b32.s32 %y, 7, 8, %x0;", {32}, 32, {{0, 0xffffffff}}), (Words{7, 8}));
}

TEST(Float, ComparesUnordered) {
  Words a = {0x3f800000, 0x7fffffff, 0, 0x7f800000}, b = {0x40000000, 0x3f800000, 0x80000000, 0x7f800000};
  auto compare = [&](std::string how) { return evaluate("setp." + how + ".f32 %p8, %x0, %x1; selp.b32 %y, 1, 0, %p8;", {32, 32}, 32, {a, b}); };
  EXPECT_EQ(compare("lt"), (Words{1, 0, 0, 0}));
  EXPECT_EQ(compare("ltu"), (Words{1, 1, 0, 0}));
  EXPECT_EQ(compare("eq"), (Words{0, 0, 1, 1}));
  EXPECT_EQ(compare("equ"), (Words{0, 1, 1, 1}));
  EXPECT_EQ(compare("ne"), (Words{1, 0, 0, 0}));
  EXPECT_EQ(compare("neu"), (Words{1, 1, 0, 0}));
  EXPECT_EQ(compare("geu"), (Words{0, 1, 1, 1}));
  EXPECT_EQ(compare("num"), (Words{1, 0, 1, 1}));
  EXPECT_EQ(compare("nan"), (Words{0, 1, 0, 0}));
  EXPECT_EQ(evaluate("setp.lt.f16 %p8, %x0, %x1; selp.b32 %y, 1, 0, %p8;", {16, 16}, 32, {{0xbc00, 0x7e00, 1}, {0, 0, 2}}), (Words{1, 0, 1}));
}

TEST(Move, PacksAndUnpacks) {
  EXPECT_EQ(evaluate("mov.b32 {%h8, %h9}, %x0; mov.b32 %y, {%h9, %h8};", {32}, 32, {{0x12345678}}), Words{0x56781234});
  EXPECT_EQ(evaluate("mov.b64 {%h8, %h9, %h10, %h11}, %x0; mov.b64 %y, {%h11, %h10, %h9, %h8};", {64}, 64, {{0x1111222233334444}}), Words{0x4444333322221111});
  EXPECT_EQ(evaluate("mov.pred %p8, -1; setp.eq.u32 %p9, %x0, 1; and.pred %p8, %p8, !%p9; selp.b32 %y, 3, 4, %p8;", {32}, 32, {{1, 2}}), (Words{4, 3}));
}

} // namespace
