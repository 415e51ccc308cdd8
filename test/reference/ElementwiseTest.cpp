// Elementwise ops: known bits, types, and errors that name the op.
#include "Graph.h"

#include <cmath>
#include <limits>

namespace {

const float infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();

std::string unary(const std::string &op, const std::string &type) {
  return "(%x: tensor<4x" + type + ">) -> tensor<4x" + type + "> { %r = det." + op + " %x : tensor<4x" + type +
         "> return %r : tensor<4x" + type + "> }";
}

std::string binary(const std::string &op, const std::string &type) {
  std::string t = "tensor<4x" + type + ">";
  return "(%x: " + t + ", %y: " + t + ") -> " + t + " { %r = det." + op + " %x, %y : " + t + " return %r : " + t + " }";
}

template <class T> std::vector<T> both(const std::string &op, const std::string &type, std::vector<T> x, std::vector<T> y) {
  return valuesOf<T>(runGraph(binary(op, type), {bytesOf(x), bytesOf(y)}));
}

TEST(Elementwise, AProducedNaNIsCanonical) {
  std::vector<float> r = both<float>("subtract", "f32", {infinity, 1, -0.0f, 0x1p-149f}, {infinity, 2, 0.0f, 0x1p-148f});
  EXPECT_EQ(bitsOf(r), (std::vector<uint32_t>{0x7fffffff, 0xbf800000, 0x80000000, 0x80000001}));
}

TEST(Elementwise, PowerKeepsNaN) {
  std::vector<float> r = both<float>("power", "f32", {nan, 0.5f, nan, 1}, {0.5f, nan, 0, nan});
  EXPECT_EQ(bitsOf(r), (std::vector<uint32_t>{0x7fffffff, 0x7fffffff, 0x3f800000, 0x3f800000}));
}

TEST(Elementwise, MaximumKnowsNaNAndZeros) {
  std::vector<float> r = both<float>("maximum", "f32", {nan, 1, -0.0f, 0.0f}, {1, nan, 0.0f, -0.0f});
  EXPECT_EQ(bitsOf(r), (std::vector<uint32_t>{0x7fffffff, 0x7fffffff, 0, 0}));
}

TEST(Elementwise, IntegersWrapAndDivideByZero) {
  int32_t least = std::numeric_limits<int32_t>::min();
  EXPECT_EQ(both<int32_t>("divide", "i32", {7, -7, least, 5}, {2, 2, -1, 0}), (std::vector<int32_t>{3, -3, least, -1}));
  EXPECT_EQ(both<int32_t>("remainder", "i32", {7, -7, least, 5}, {2, 2, -1, 0}), (std::vector<int32_t>{1, -1, 0, 5}));
  EXPECT_EQ(both<uint32_t>("divide", "ui32", {7, 0xfffffff9, 1, 5}, {2, 2, 3, 0}),
            (std::vector<uint32_t>{3, 0x7ffffffc, 0, 0xffffffff}));
  EXPECT_EQ(both<int8_t>("multiply", "i8", {100, -128, 3, 0}, {2, -1, 5, 9}), (std::vector<int8_t>{-56, -128, 15, 0}));
}

TEST(Elementwise, ShiftsByTheWidth) {
  EXPECT_EQ(both<uint32_t>("shift_left", "ui32", {1, 1, 3, 0xffffffff}, {31, 32, 1, 33}),
            (std::vector<uint32_t>{0x80000000, 0, 6, 0}));
  EXPECT_EQ(both<int32_t>("shift_right_arithmetic", "i32", {-8, -8, 8, -1}, {1, 40, 40, 32}),
            (std::vector<int32_t>{-4, -1, 0, -1}));
}

TEST(Elementwise, BooleansAddByOr) {
  EXPECT_EQ(both<uint8_t>("add", "i1", {0, 0, 1, 1}, {0, 1, 0, 1}), (std::vector<uint8_t>{0, 1, 1, 1}));
  EXPECT_EQ(valuesOf<uint8_t>(runGraph(unary("not", "i1"), {bytesOf<uint8_t>({0, 1, 0, 1})})),
            (std::vector<uint8_t>{1, 0, 1, 0}));
}

TEST(Elementwise, NarrowFloatsRoundOnce) {
  // 1 + 2^-8 lies in the middle of two bf16 values and ties to even; 1 + 3 * 2^-8 too, to the other side.
  EXPECT_EQ(both<uint16_t>("add", "bf16", {0x3f80, 0x3f80, 0x7f80, 0x8000}, {0x3b80, 0x3c40, 0xff80, 0x8000}),
            (std::vector<uint16_t>{0x3f80, 0x3f82, 0x7fff, 0x8000}));
}

TEST(Elementwise, ElementaryFunctionsOnALongTensor) {
  int64_t n = 1000; // several blocks and a rest
  std::vector<float> x;
  for (int64_t i = 0; i < n; ++i)
    x.push_back(float(i - n / 2) / 50);
  std::string text = "(%x: tensor<1000xf32>) -> tensor<1000xf32> { %r = det.exponential %x : tensor<1000xf32> return "
                     "%r : tensor<1000xf32> }";
  std::vector<float> r = valuesOf<float>(runGraph(text, {bytesOf(x)}));
  for (int64_t i = 0; i < n; ++i)
    EXPECT_NEAR(r[i] / std::exp(double(x[i])), 1, 1.2e-7) << x[i];
}

TEST(Elementwise, ComparisonsSelectsAndConversions) {
  std::string text = R"((%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xi32> {
    %less = det.compare lt, %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %least = det.select %less, %x, %y : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %r = det.convert %least : (tensor<4xf32>) -> tensor<4xi32>
    return %r : tensor<4xi32> })";
  std::vector<float> x{1.9f, nan, -3e10f, 5}, y{2, 4.5f, 0, nan};
  EXPECT_EQ(valuesOf<int32_t>(runGraph(text, {bytesOf(x), bytesOf(y)})), (std::vector<int32_t>{1, 4, INT32_MIN, 0}));
}

TEST(Elementwise, ConversionsOfWideIntegersRoundOnce) {
  std::string text = "(%x: tensor<2xi64>) -> tensor<2xf32> { %r = det.convert %x : (tensor<2xi64>) -> tensor<2xf32> "
                     "return %r : tensor<2xf32> }";
  // Just above the middle of two f32 values: through f64 it would tie to even.
  int64_t above = (int64_t(1) << 60) + (int64_t(1) << 36) + 1;
  std::vector<float> r = valuesOf<float>(runGraph(text, {bytesOf<int64_t>({above, -above})}));
  EXPECT_EQ(r, (std::vector<float>{0x1.000002p60f, -0x1.000002p60f}));
}

TEST(Elementwise, BitcastsSeeCanonicalNaNs) {
  std::string text = "(%x: tensor<2xi32>) -> tensor<2xf32> { %r = det.bitcast_convert %x : (tensor<2xi32>) -> "
                     "tensor<2xf32> return %r : tensor<2xf32> }";
  EXPECT_EQ(valuesOf<uint32_t>(runGraph(text, {bytesOf<uint32_t>({0xffc12345, 0x3f800000})})),
            (std::vector<uint32_t>{0x7fffffff, 0x3f800000}));
}

TEST(Errors, NameTheOp) {
  std::string error;
  runGraph("(%x: tensor<8xf32>, %i: tensor<f32>) -> tensor<f32> { %r = det.reduce add %x, %i, dims = [0] : "
           "(tensor<8xf32>, tensor<f32>) -> tensor<f32> return %r : tensor<f32> }",
           {}, &error);
  EXPECT_NE(error.find("det.reduce at"), std::string::npos) << error;
  EXPECT_NE(error.find("expected an order, got none; run det-order first"), std::string::npos) << error;
  runGraph("(%x: tensor<8xi7>) -> tensor<8xi7> { return %x : tensor<8xi7> }", {}, &error);
  EXPECT_NE(error.find("got tensor<8xi7>"), std::string::npos) << error;
  runGraph("(%x tensor", {}, &error);
  EXPECT_NE(error.find("expected"), std::string::npos) << error;
}

} // namespace
