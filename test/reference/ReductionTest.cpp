// Reductions and products against the literal definition, element by element.
#include "Graph.h"

#include "det/Order/Evaluate.h"

using namespace det::order;

namespace {

TEST(Reduce, ARowByLanesWithAnInit) {
  int64_t rows = 3, n = 200;
  std::vector<float> x = someFloats(rows * n, 1), init{0.25f};
  std::string text = R"((%x: tensor<3x200xf32>, %i: tensor<f32>) -> tensor<3xf32> {
    %r = det.reduce add %x, %i, dims = [1] {order = #det.order<levels = [(0, 64)], leaf = lanes<32>, acc = f32>} : (tensor<3x200xf32>, tensor<f32>) -> tensor<3xf32>
    return %r : tensor<3xf32> })";
  Order order{{{0, 64}}, Leaf::Lanes32, "", "f32"};
  std::vector<float> expected;
  for (int64_t row = 0; row < rows; ++row)
    expected.push_back(finish<float>(
        evaluate<float>(order, {{0, n}}, sumOf<float>([&](const Index &i) { return x[row * n + i[0]]; })), init[0]));
  EXPECT_EQ(bitsOf(valuesOf<float>(runGraph(text, {bytesOf(x), bytesOf(init)}))), bitsOf(expected));
}

TEST(Reduce, ColumnsOverTwoDims) {
  std::vector<float> x = someFloats(5 * 7 * 40, 2), init{-0.0f};
  std::string text = R"((%x: tensor<5x7x40xf32>, %i: tensor<f32>) -> tensor<40xf32> {
    %r = det.reduce add %x, %i, dims = [0, 1] {order = #det.order<levels = [(0, 1), (1, 2)], leaf = fold, acc = f32>} : (tensor<5x7x40xf32>, tensor<f32>) -> tensor<40xf32>
    return %r : tensor<40xf32> })";
  Order order{{{0, 1}, {1, 2}}, Leaf::Fold, "", "f32"};
  std::vector<float> expected;
  for (int64_t c = 0; c < 40; ++c)
    expected.push_back(finish<float>(
        evaluate<float>(order, {{0, 5}, {0, 7}}, sumOf<float>([&](const Index &i) { return x[(i[0] * 7 + i[1]) * 40 + c]; })),
        init[0]));
  EXPECT_EQ(bitsOf(valuesOf<float>(runGraph(text, {bytesOf(x), bytesOf(init)}))), bitsOf(expected));
}

TEST(Reduce, TheMiddleDim) {
  std::vector<float> x = someFloats(3 * 11 * 2, 3), init{0.0f};
  std::string text = R"((%x: tensor<3x11x2xf32>, %i: tensor<f32>) -> tensor<3x2xf32> {
    %r = det.reduce mul %x, %i, dims = [1] {order = #det.order<levels = [(0, 4)], leaf = fold, acc = f32>} : (tensor<3x11x2xf32>, tensor<f32>) -> tensor<3x2xf32>
    return %r : tensor<3x2xf32> })";
  Order order{{{0, 4}}, Leaf::Fold, "", "f32"};
  auto times = [](float a, float b) { return a * b; };
  std::vector<float> expected;
  for (int64_t a = 0; a < 3; ++a)
    for (int64_t b = 0; b < 2; ++b) {
      Reading<float> reading{[&](std::optional<float> acc, const Index &i) -> std::optional<float> {
                               float value = x[(a * 11 + i[0]) * 2 + b];
                               return acc ? *acc * value : value;
                             },
                             times};
      expected.push_back(init[0] * *evaluate<float>(order, {{0, 11}}, reading));
    }
  EXPECT_EQ(bitsOf(valuesOf<float>(runGraph(text, {bytesOf(x), bytesOf(init)}))), bitsOf(expected));
}

TEST(Reduce, InitIsJoinedOnceAndNothingIsInit) {
  // -0.0 alone stays -0.0 only under an init of -0.0; over no element the result is init.
  std::string one = R"((%x: tensor<1xf32>, %i: tensor<f32>) -> tensor<f32> {
    %r = det.reduce add %x, %i, dims = [0] {order = #det.order<levels = [], leaf = fold, acc = f32>} : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
    return %r : tensor<f32> })";
  EXPECT_EQ(valuesOf<uint32_t>(runGraph(one, {bytesOf<float>({-0.0f}), bytesOf<float>({0.0f})})), std::vector<uint32_t>{0});
  EXPECT_EQ(valuesOf<uint32_t>(runGraph(one, {bytesOf<float>({-0.0f}), bytesOf<float>({-0.0f})})),
            std::vector<uint32_t>{0x80000000});
  std::string none = R"((%x: tensor<0x2xf32>, %i: tensor<f32>) -> tensor<2xf32> {
    %r = det.reduce add %x, %i, dims = [0] {order = #det.order<levels = [(0, 1)], leaf = fold, acc = f32>} : (tensor<0x2xf32>, tensor<f32>) -> tensor<2xf32>
    return %r : tensor<2xf32> })";
  EXPECT_EQ(valuesOf<float>(runGraph(none, {{}, bytesOf<float>({3})})), (std::vector<float>{3, 3}));
}

TEST(Reduce, IntegersAndBooleans) {
  std::string text = R"((%x: tensor<2x3xui8>, %i: tensor<ui8>) -> tensor<2xui8> {
    %r = det.reduce max %x, %i, dims = [1] {order = #det.order<levels = [], leaf = fold, acc = ui8>} : (tensor<2x3xui8>, tensor<ui8>) -> tensor<2xui8>
    return %r : tensor<2xui8> })";
  EXPECT_EQ(runGraph(text, {Bytes{1, 200, 3, 4, 5, 6}, Bytes{0}}), (Bytes{200, 6}));
  text = R"((%x: tensor<2x3xi1>, %i: tensor<i1>) -> tensor<2xi1> {
    %r = det.reduce and %x, %i, dims = [1] {order = #det.order<levels = [], leaf = fold, acc = i1>} : (tensor<2x3xi1>, tensor<i1>) -> tensor<2xi1>
    return %r : tensor<2xi1> })";
  EXPECT_EQ(runGraph(text, {Bytes{1, 1, 1, 1, 0, 1}, Bytes{1}}), (Bytes{1, 0}));
}

TEST(Reduce, Bf16RoundsOnceAtTheRoot) {
  std::vector<float> x = someFloats(100, 4);
  std::vector<uint16_t> narrow;
  for (float value : x)
    narrow.push_back(roundTo(bf16, value));
  std::string text = R"((%x: tensor<100xbf16>, %i: tensor<bf16>) -> tensor<bf16> {
    %r = det.reduce add %x, %i, dims = [0] {order = #det.order<levels = [(0, 64)], leaf = lanes<32>, acc = f32>} : (tensor<100xbf16>, tensor<bf16>) -> tensor<bf16>
    return %r : tensor<bf16> })";
  Order order{{{0, 64}}, Leaf::Lanes32, "", "f32"};
  float sum = finish<float>(
      evaluate<float>(order, {{0, 100}}, sumOf<float>([&](const Index &i) { return widen(bf16, narrow[i[0]]); })), 0.0f);
  EXPECT_EQ(valuesOf<uint16_t>(runGraph(text, {bytesOf(narrow), bytesOf<uint16_t>({0})})),
            std::vector<uint16_t>{uint16_t(roundTo(bf16, sum))});
}

TEST(Product, BatchesRowsAndColumns) {
  // Columns beyond one tile, k beyond one block, operands transposed.
  int64_t batch = 2, m = 3, k = 150, n = 70;
  std::vector<float> a = someFloats(batch * k * m, 5), b = someFloats(n * batch * k, 6);
  std::string text = R"((%a: tensor<2x150x3xf32>, %b: tensor<70x2x150xf32>) -> tensor<2x3x70xf32> {
    %r = det.dot %a, %b, batching = [0] x [1], contracting = [1] x [2] {order = #det.order<levels = [(0, 64)], leaf = fold, acc = f32>} : (tensor<2x150x3xf32>, tensor<70x2x150xf32>) -> tensor<2x3x70xf32>
    return %r : tensor<2x3x70xf32> })";
  Order order{{{0, 64}}, Leaf::Fold, "", "f32"};
  std::vector<float> expected;
  for (int64_t g = 0; g < batch; ++g)
    for (int64_t row = 0; row < m; ++row)
      for (int64_t column = 0; column < n; ++column)
        expected.push_back(*evaluate<float>(order, {{0, k}}, productOf<float>([&](const Index &i) {
                                              return std::pair(a[(g * k + i[0]) * m + row], b[(column * batch + g) * k + i[0]]);
                                            })));
  EXPECT_EQ(bitsOf(valuesOf<float>(runGraph(text, {bytesOf(a), bytesOf(b)}))), bitsOf(expected));
}

TEST(Product, AWeightGradientWithLevelsOnBothDims) {
  std::vector<float> a = someFloats(5 * 70 * 3, 7), b = someFloats(5 * 70 * 4, 8);
  std::string text = R"((%a: tensor<5x70x3xf32>, %b: tensor<5x70x4xf32>) -> tensor<3x4xf32> {
    %r = det.dot %a, %b, batching = [] x [], contracting = [0, 1] x [0, 1] {order = #det.order<levels = [(1, 32), (0, 2)], leaf = fold, acc = f32>} : (tensor<5x70x3xf32>, tensor<5x70x4xf32>) -> tensor<3x4xf32>
    return %r : tensor<3x4xf32> })";
  Order order{{{1, 32}, {0, 2}}, Leaf::Fold, "", "f32"};
  std::vector<float> expected;
  for (int64_t row = 0; row < 3; ++row)
    for (int64_t column = 0; column < 4; ++column)
      expected.push_back(*evaluate<float>(order, {{0, 5}, {0, 70}}, productOf<float>([&](const Index &i) {
                                            return std::pair(a[(i[0] * 70 + i[1]) * 3 + row], b[(i[0] * 70 + i[1]) * 4 + column]);
                                          })));
  EXPECT_EQ(bitsOf(valuesOf<float>(runGraph(text, {bytesOf(a), bytesOf(b)}))), bitsOf(expected));
}

TEST(Product, ZerosAndNothing) {
  std::string text = R"((%a: tensor<1x1xf32>, %b: tensor<1x1xf32>) -> tensor<1x1xf32> {
    %r = det.dot %a, %b, batching = [] x [], contracting = [1] x [0] {order = #det.order<levels = [], leaf = fold, acc = f32>} : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
    return %r : tensor<1x1xf32> })";
  EXPECT_EQ(valuesOf<uint32_t>(runGraph(text, {bytesOf<float>({-0.0f}), bytesOf<float>({1})})),
            std::vector<uint32_t>{0x80000000});
  text = R"((%a: tensor<1x0xf32>, %b: tensor<0x2xf32>) -> tensor<1x2xf32> {
    %r = det.dot %a, %b, batching = [] x [], contracting = [1] x [0] {order = #det.order<levels = [(0, 64)], leaf = fold, acc = f32>} : (tensor<1x0xf32>, tensor<0x2xf32>) -> tensor<1x2xf32>
    return %r : tensor<1x2xf32> })";
  EXPECT_EQ(valuesOf<uint32_t>(runGraph(text, {{}, {}})), (std::vector<uint32_t>{0, 0}));
}

TEST(Product, F64AndIntegers) {
  std::string text = R"((%a: tensor<1x2xf64>, %b: tensor<2x1xf64>) -> tensor<1x1xf64> {
    %r = det.dot %a, %b, batching = [] x [], contracting = [1] x [0] {order = #det.order<levels = [], leaf = fold, acc = f64>} : (tensor<1x2xf64>, tensor<2x1xf64>) -> tensor<1x1xf64>
    return %r : tensor<1x1xf64> })";
  double a = 1 + 0x1p-30;
  EXPECT_EQ(valuesOf<double>(runGraph(text, {bytesOf<double>({1, a}), bytesOf<double>({-1, a})})),
            std::vector<double>{std::fma(a, a, -1)});
  text = R"((%a: tensor<1x2xi32>, %b: tensor<2x1xi32>) -> tensor<1x1xi32> {
    %r = det.dot %a, %b, batching = [] x [], contracting = [1] x [0] {order = #det.order<levels = [], leaf = fold, acc = i32>} : (tensor<1x2xi32>, tensor<2x1xi32>) -> tensor<1x1xi32>
    return %r : tensor<1x1xi32> })";
  EXPECT_EQ(valuesOf<int32_t>(runGraph(text, {bytesOf<int32_t>({1 << 30, 3}), bytesOf<int32_t>({4, -5})})),
            std::vector<int32_t>{-15});
}

} // namespace
