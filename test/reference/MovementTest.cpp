// Ops that move elements.
#include "Graph.h"

#include <numeric>

namespace {

std::vector<int32_t> numbers(int64_t n) {
  std::vector<int32_t> x(n);
  std::iota(x.begin(), x.end(), 0);
  return x;
}

std::vector<int32_t> run(const std::string &text, std::vector<Bytes> inputs) { return valuesOf<int32_t>(runGraph(text, inputs)); }

TEST(Movement, TransposeBroadcastReverse) {
  EXPECT_EQ(run("(%x: tensor<2x3xi32>) -> tensor<3x2xi32> { %r = det.transpose %x, dims = [1, 0] : (tensor<2x3xi32>) "
                "-> tensor<3x2xi32> return %r : tensor<3x2xi32> }",
                {bytesOf(numbers(6))}),
            (std::vector<int32_t>{0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(run("(%x: tensor<1x2xi32>) -> tensor<2x2x2xi32> { %r = det.broadcast_in_dim %x, dims = [0, 2] : "
                "(tensor<1x2xi32>) -> tensor<2x2x2xi32> return %r : tensor<2x2x2xi32> }",
                {bytesOf(numbers(2))}),
            (std::vector<int32_t>{0, 1, 0, 1, 0, 1, 0, 1}));
  EXPECT_EQ(run("(%x: tensor<2x3xi32>) -> tensor<2x3xi32> { %r = det.reverse %x, dims = [1] : tensor<2x3xi32> return "
                "%r : tensor<2x3xi32> }",
                {bytesOf(numbers(6))}),
            (std::vector<int32_t>{2, 1, 0, 5, 4, 3}));
}

TEST(Movement, SliceConcatenateReshape) {
  EXPECT_EQ(run(R"((%x: tensor<3x4xi32>) -> tensor<6xi32> {
    %a = det.slice %x, starts = [0, 1], limits = [3, 4], strides = [2, 2] : (tensor<3x4xi32>) -> tensor<2x2xi32>
    %b = det.slice %x, starts = [1, 0], limits = [3, 1], strides = [1, 1] : (tensor<3x4xi32>) -> tensor<2x1xi32>
    %c = det.concatenate (%a, %b), dim = 1 : (tensor<2x2xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
    %r = det.reshape %c : (tensor<2x3xi32>) -> tensor<6xi32>
    return %r : tensor<6xi32> })",
                {bytesOf(numbers(12))}),
            (std::vector<int32_t>{1, 3, 4, 9, 11, 8}));
}

TEST(Movement, PadInsideOutsideAndAway) {
  EXPECT_EQ(run("(%x: tensor<3xi32>, %p: tensor<i32>) -> tensor<8xi32> { %r = det.pad %x, %p, low = [2], high = [1], "
                "interior = [1] : (tensor<3xi32>, tensor<i32>) -> tensor<8xi32> return %r : tensor<8xi32> }",
                {bytesOf(numbers(3)), bytesOf<int32_t>({9})}),
            (std::vector<int32_t>{9, 9, 0, 9, 1, 9, 2, 9}));
  EXPECT_EQ(run("(%x: tensor<5xi32>, %p: tensor<i32>) -> tensor<2xi32> { %r = det.pad %x, %p, low = [-1], high = [-2], "
                "interior = [0] : (tensor<5xi32>, tensor<i32>) -> tensor<2xi32> return %r : tensor<2xi32> }",
                {bytesOf(numbers(5)), bytesOf<int32_t>({9})}),
            (std::vector<int32_t>{1, 2}));
  EXPECT_EQ(run("(%x: tensor<3xi32>, %p: tensor<i32>) -> tensor<4xi32> { %r = det.pad %x, %p, low = [-1], high = [0], "
                "interior = [1] : (tensor<3xi32>, tensor<i32>) -> tensor<4xi32> return %r : tensor<4xi32> }",
                {bytesOf(numbers(3)), bytesOf<int32_t>({9})}),
            (std::vector<int32_t>{9, 1, 9, 2}));
}

TEST(Movement, ConstantsAndIota) {
  EXPECT_EQ(run(R"(() -> tensor<2x3xi32> {
    %i = det.iota dim = 1 : tensor<2x3xi32>
    %c = det.constant dense<[[1, 2, 3], [40, 50, 60]]> : tensor<2x3xi32>
    %r = det.add %i, %c : tensor<2x3xi32>
    return %r : tensor<2x3xi32> })",
                {}),
            (std::vector<int32_t>{1, 3, 5, 40, 51, 62}));
}

TEST(Movement, DynamicStartsAreClamped) {
  std::string slice = R"((%x: tensor<5xi32>, %s: tensor<i32>) -> tensor<3xi32> {
    %r = det.dynamic_slice %x, starts = (%s), sizes = [3] : (tensor<5xi32>, tensor<i32>) -> tensor<3xi32>
    return %r : tensor<3xi32> })";
  EXPECT_EQ(run(slice, {bytesOf(numbers(5)), bytesOf<int32_t>({1})}), (std::vector<int32_t>{1, 2, 3}));
  EXPECT_EQ(run(slice, {bytesOf(numbers(5)), bytesOf<int32_t>({-7})}), (std::vector<int32_t>{0, 1, 2}));
  EXPECT_EQ(run(slice, {bytesOf(numbers(5)), bytesOf<int32_t>({9})}), (std::vector<int32_t>{2, 3, 4}));
  EXPECT_EQ(run(R"((%x: tensor<5xi32>, %u: tensor<2xi32>, %s: tensor<i32>) -> tensor<5xi32> {
    %r = det.dynamic_update_slice %x, %u, starts = (%s) : (tensor<5xi32>, tensor<2xi32>, tensor<i32>) -> tensor<5xi32>
    return %r : tensor<5xi32> })",
                {bytesOf(numbers(5)), bytesOf<int32_t>({70, 80}), bytesOf<int32_t>({4})}),
            (std::vector<int32_t>{0, 1, 2, 70, 80}));
}

TEST(Movement, GatherClampsRows) {
  EXPECT_EQ(run(R"((%x: tensor<3x2xi32>, %s: tensor<4x1xi32>) -> tensor<4x2xi32> {
    %r = det.gather %x, %s {offset_dims = array<i64: 1>, collapsed_slice_dims = array<i64: 0>, operand_batching_dims = array<i64>,
      indices_batching_dims = array<i64>, start_index_map = array<i64: 0>, index_vector_dim = 1 : i64, slice_sizes = array<i64: 1, 2>}
      : (tensor<3x2xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
    return %r : tensor<4x2xi32> })",
                {bytesOf(numbers(6)), bytesOf<int32_t>({2, -1, 1, 9})}),
            (std::vector<int32_t>{4, 5, 0, 1, 2, 3, 4, 5}));
}

} // namespace
