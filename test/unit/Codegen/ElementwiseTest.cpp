// Elementwise kernels against plain C++.
#include "Harness.h"

#include "det/Order/Number.h"
#include <gtest/gtest.h>

using namespace det;
using namespace det::test;
using order::canonical;

/// One loop over dense tensors, any length, cut into pieces.
TEST(Elementwise, FlatTails) {
  for (int64_t n : {1, 2, 15, 16, 17, 63, 1000, 70001}) {
    mlir::MLIRContext context;
    prepare(context);
    std::string type = "tensor<" + std::to_string(n) + "xf32>";
    auto module =
        fuse(context, "func.func @main(%a: " + type + ", %b: " + type + ") -> (" + type + ", " + type +
                          ") {\n"
                          "%0 = det.multiply %a, %b : " +
                          type + "\n %1 = det.subtract %0, %a : " + type + "\n return %0, %1 : " + type + ", " + type + "}");
    ASSERT_TRUE(module);
    auto a = randomFloats(n, 1), b = randomFloats(n, 2);
    std::vector<float> product(n), difference(n);
    for (int64_t i = 0; i < n; ++i) {
      product[i] = canonical(a[i] * b[i]);
      difference[i] = canonical(a[i] * b[i] - a[i]);
    }
    for (Machine machine : machines()) {
      auto results = run(*module, {Tensor::of<float>(n, a), Tensor::of<float>(n, b)}, machine, 3);
      ASSERT_EQ(results.size(), 2u);
      expectBits(results[0], product);
      expectBits(results[1], difference);
    }
  }
}

/// A bias along the last dim, a scale per row, a scalar: all absorbed as strides.
TEST(Elementwise, Broadcasts) {
  mlir::MLIRContext context;
  prepare(context);
  auto module = fuse(
      context,
      R"(func.func @main(%x: tensor<5x7x33xf32>, %bias: tensor<33xf32>, %scale: tensor<5x7x1xf32>, %s: tensor<f32>) -> tensor<5x7x33xf32> {
    %b = det.broadcast_in_dim %bias, dims = [2] : (tensor<33xf32>) -> tensor<5x7x33xf32>
    %c = det.broadcast_in_dim %scale, dims = [0, 1, 2] : (tensor<5x7x1xf32>) -> tensor<5x7x33xf32>
    %d = det.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<5x7x33xf32>
    %0 = det.add %x, %b : tensor<5x7x33xf32>
    %1 = det.multiply %0, %c : tensor<5x7x33xf32>
    %2 = det.subtract %1, %d : tensor<5x7x33xf32>
    return %2 : tensor<5x7x33xf32>
  })");
  ASSERT_TRUE(module);
  auto x = randomFloats(5 * 7 * 33, 1), bias = randomFloats(33, 2), scale = randomFloats(35, 3);
  std::vector<float> expected(x.size());
  for (int64_t i = 0; i < 35; ++i)
    for (int64_t j = 0; j < 33; ++j)
      expected[i * 33 + j] = canonical((x[i * 33 + j] + bias[j]) * scale[i] - 0.75f);
  for (Machine machine : machines())
    expectBits(run(*module,
                   {Tensor::of<float>({5, 7, 33}, x), Tensor::of<float>(33, bias), Tensor::of<float>({5, 7, 1}, scale),
                    Tensor::of<float>({}, {0.75f})},
                   machine, 2)[0],
               expected);
}

/// A transposed input: its innermost stride is not 1.
TEST(Elementwise, StridedInput) {
  mlir::MLIRContext context;
  prepare(context);
  auto module = fuse(context, R"(func.func @main(%x: tensor<9x37xf32>, %y: tensor<9x37xf32>) -> tensor<9x37xf32> {
    %0 = det.add %x, %y : tensor<9x37xf32>
    return %0 : tensor<9x37xf32>
  })");
  ASSERT_TRUE(module);
  auto x = randomFloats(9 * 37, 1), y = randomFloats(9 * 37, 2);
  Tensor transposed = Tensor::of<float>({9, 37}, y);
  transposed.local.strides = {1, 9};
  std::vector<float> expected(x.size());
  for (int64_t i = 0; i < 9; ++i)
    for (int64_t j = 0; j < 37; ++j)
      expected[i * 37 + j] = canonical(x[i * 37 + j] + y[j * 9 + i]);
  for (Machine machine : machines())
    expectBits(run(*module, {Tensor::of<float>({9, 37}, x), transposed}, machine)[0], expected);
}

/// A causal mask from iotas (computed where it is used), with a shard's box start.
TEST(Elementwise, IotaMask) {
  mlir::MLIRContext context;
  prepare(context);
  auto module = fuse(context, R"(func.func @main(%x: tensor<4x32x32xf32>) -> tensor<4x32x32xf32> {
    %i = det.iota dim = 0 : tensor<32x32xi32>
    %j = det.iota dim = 1 : tensor<32x32xi32>
    %m = det.compare ge, %i, %j : (tensor<32x32xi32>, tensor<32x32xi32>) -> tensor<32x32xi1>
    %b = det.broadcast_in_dim %m, dims = [1, 2] : (tensor<32x32xi1>) -> tensor<4x32x32xi1>
    %c = det.constant dense<-1.0> : tensor<f32>
    %n = det.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<4x32x32xf32>
    %0 = det.select %b, %x, %n : (tensor<4x32x32xi1>, tensor<4x32x32xf32>, tensor<4x32x32xf32>) -> tensor<4x32x32xf32>
    return %0 : tensor<4x32x32xf32>
  })");
  ASSERT_TRUE(module);
  auto x = randomFloats(4 * 32 * 32, 1);
  for (int64_t shift : {0, 5}) {
    std::vector<float> expected(x);
    for (int64_t b = 0; b < 4; ++b)
      for (int64_t i = 0; i < 32; ++i)
        for (int64_t j = 0; j < 32; ++j)
          if (i + shift < j)
            expected[(b * 32 + i) * 32 + j] = -1.0f;
    for (Machine machine : machines())
      expectBits(run(*module, {Tensor::of<float>({4, 32, 32}, x)}, machine, 1, nullptr,
                     [&](const RankParam &rank) { return rank.dim == 1 ? shift : 0; })[0],
                 expected);
  }
}

/// Booleans are bytes, integers keep their width.
TEST(Elementwise, Booleans) {
  mlir::MLIRContext context;
  prepare(context);
  auto module =
      fuse(context, R"(func.func @main(%a: tensor<3x21xi1>, %b: tensor<3x21xi32>) -> (tensor<3x21xi1>, tensor<3x21xui8>) {
    %z = det.constant dense<3> : tensor<3x21xi32>
    %0 = det.compare lt, %b, %z : (tensor<3x21xi32>, tensor<3x21xi32>) -> tensor<3x21xi1>
    %1 = det.and %a, %0 : tensor<3x21xi1>
    %2 = det.convert %b : (tensor<3x21xi32>) -> tensor<3x21xui8>
    return %1, %2 : tensor<3x21xi1>, tensor<3x21xui8>
  })");
  ASSERT_TRUE(module);
  std::vector<uint8_t> a(63), both(63), narrow(63);
  std::vector<int32_t> b(63);
  for (int i = 0; i < 63; ++i) {
    a[i] = i % 3 != 0;
    b[i] = i * 37 % 11 - 4;
    both[i] = a[i] && b[i] < 3;
    narrow[i] = static_cast<uint8_t>(b[i]);
  }
  for (Machine machine : machines()) {
    auto results = run(*module, {Tensor::of<uint8_t>({3, 21}, a), Tensor::of<int32_t>({3, 21}, b)}, machine);
    EXPECT_EQ(std::memcmp(results[0].bytes.data(), both.data(), 63), 0);
    EXPECT_EQ(std::memcmp(results[1].bytes.data(), narrow.data(), 63), 0);
  }
}
