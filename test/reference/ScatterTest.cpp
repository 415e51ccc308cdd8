// Scatter against the literal definition: per target, the updates that hit it are present, all others are not.
#include "Graph.h"

#include "det/Order/Evaluate.h"

using namespace det::order;

namespace {

std::string rows(const std::string &combiner) {
  return R"((%t: tensor<5x3xf32>, %i: tensor<4x70x1xi32>, %u: tensor<4x70x3xf32>) -> tensor<5x3xf32> {
    %r = det.scatter )" +
         combiner + R"( %t, %i, %u {update_window_dims = array<i64: 2>, inserted_window_dims = array<i64: 0>,
      input_batching_dims = array<i64>, indices_batching_dims = array<i64>, scatter_dims_to_operand_dims = array<i64: 0>,
      index_vector_dim = 2 : i64, order = #det.order<levels = [(0, 1), (1, 64)], leaf = fold, acc = f32>}
      : (tensor<5x3xf32>, tensor<4x70x1xi32>, tensor<4x70x3xf32>) -> tensor<5x3xf32>
    return %r : tensor<5x3xf32> })";
}

/// Rows to hit: some outside the table, none at row 4.
std::vector<int32_t> someRows() {
  std::vector<int32_t> hits;
  for (int64_t i = 0; i < 4 * 70; ++i) {
    int32_t row = int32_t(i * 37 % 11) - 2;
    hits.push_back(row == 4 ? 7 : row);
  }
  return hits;
}

TEST(Scatter, AddsAlongTheTree) {
  std::vector<float> table = someFloats(15, 9), updates = someFloats(4 * 70 * 3, 10);
  table[13] = -0.0f; // of the row without an update
  std::vector<int32_t> hits = someRows();
  Order order{{{0, 1}, {1, 64}}, Leaf::Fold, "", "f32"};
  std::vector<float> expected;
  for (int64_t row = 0; row < 5; ++row)
    for (int64_t c = 0; c < 3; ++c) {
      auto sum = evaluate<float>(order, {{0, 4}, {0, 70}}, sumOf<float>([&](const Index &i) -> std::optional<float> {
                                   int64_t at = i[0] * 70 + i[1];
                                   return hits[at] == row ? std::optional(updates[at * 3 + c]) : std::nullopt;
                                 }));
      expected.push_back(finish<float>(sum, table[row * 3 + c]));
    }
  EXPECT_EQ(bitsOf(valuesOf<float>(runGraph(rows("add"), {bytesOf(table), bytesOf(hits), bytesOf(updates)}))), bitsOf(expected));
}

TEST(Scatter, TheHighestUpdateWins) {
  std::vector<float> table = someFloats(15, 11), updates = someFloats(4 * 70 * 3, 12), expected = table;
  std::vector<int32_t> hits = someRows();
  for (int64_t at = 0; at < 4 * 70; ++at)
    for (int64_t c = 0; c < 3; ++c)
      if (hits[at] >= 0 && hits[at] < 5)
        expected[hits[at] * 3 + c] = updates[at * 3 + c];
  EXPECT_EQ(bitsOf(valuesOf<float>(runGraph(rows("assign"), {bytesOf(table), bytesOf(hits), bytesOf(updates)}))),
            bitsOf(expected));
}

TEST(Scatter, AWindowHitsWhereItIsInside) {
  // Windows of two elements at starts -1, 3 and 1 of a row of four.
  std::string text = R"((%t: tensor<4xi32>, %i: tensor<3x1xi32>, %u: tensor<3x2xi32>) -> tensor<4xi32> {
    %r = det.scatter add %t, %i, %u {update_window_dims = array<i64: 1>, inserted_window_dims = array<i64>,
      input_batching_dims = array<i64>, indices_batching_dims = array<i64>, scatter_dims_to_operand_dims = array<i64: 0>,
      index_vector_dim = 1 : i64, order = #det.order<levels = [(0, 64)], leaf = fold, acc = i32>}
      : (tensor<4xi32>, tensor<3x1xi32>, tensor<3x2xi32>) -> tensor<4xi32>
    return %r : tensor<4xi32> })";
  EXPECT_EQ(valuesOf<int32_t>(runGraph(
                text, {bytesOf<int32_t>({0, 0, 0, 0}), bytesOf<int32_t>({-1, 3, 1}), bytesOf<int32_t>({1, 2, 3, 4, 5, 6})})),
            (std::vector<int32_t>{2, 5, 6, 3}));
}

TEST(Scatter, BatchesStayApart) {
  std::string text = R"((%t: tensor<2x3xi32>, %i: tensor<2x2x1xi32>, %u: tensor<2x2xi32>) -> tensor<2x3xi32> {
    %r = det.scatter add %t, %i, %u {update_window_dims = array<i64>, inserted_window_dims = array<i64: 1>,
      input_batching_dims = array<i64: 0>, indices_batching_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 1>,
      index_vector_dim = 2 : i64, order = #det.order<levels = [(0, 64)], leaf = fold, acc = i32>}
      : (tensor<2x3xi32>, tensor<2x2x1xi32>, tensor<2x2xi32>) -> tensor<2x3xi32>
    return %r : tensor<2x3xi32> })";
  EXPECT_EQ(valuesOf<int32_t>(runGraph(
                text, {bytesOf<int32_t>({0, 0, 0, 0, 0, 0}), bytesOf<int32_t>({2, 2, 0, 1}), bytesOf<int32_t>({1, 2, 3, 4})})),
            (std::vector<int32_t>{0, 0, 3, 3, 4, 0}));
}

} // namespace
