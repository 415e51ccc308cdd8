// Reductions in kernels against the literal definition of their orders.
#include "Harness.h"

#include "det/Dialect/Det/OrderModel.h"
#include "det/Order/Evaluate.h"
#include "det/Order/Program.h"
#include "mlir/Parser/Parser.h"
#include <gtest/gtest.h>

using namespace det;
using namespace det::test;
using order::canonical;

namespace {

/// Sums `x` of `shape` over `dims`, as `order` says; init on the left.
std::vector<float> reduceLiteral(const std::vector<float> &x, llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> dims,
                                 const order::Order &order, std::optional<float> init, const order::Box *node = nullptr) {
  LocalTensor dense = LocalTensor::dense(shape);
  std::vector<int64_t> kept, boxSizes;
  for (int64_t i = 0, e = shape.size(); i < e; ++i)
    if (llvm::is_contained(dims, i))
      boxSizes.push_back(shape[i]);
    else
      kept.push_back(i);
  order::Box box = node ? *node : order::wholeBox(boxSizes);
  int64_t count = 1;
  for (int64_t dim : kept)
    count *= shape[dim];
  std::vector<float> results;
  for (int64_t flat = 0; flat < count; ++flat) {
    int64_t offset = 0, rest = flat;
    for (int i = kept.size() - 1; i >= 0; --i) {
      offset += rest % shape[kept[i]] * dense.strides[kept[i]];
      rest /= shape[kept[i]];
    }
    auto at = [&](const order::Index &index) -> std::optional<float> {
      int64_t position = offset;
      for (size_t i = 0; i < dims.size(); ++i)
        position += (index[i] - box[i].begin) * dense.strides[dims[i]];
      return x[position];
    };
    results.push_back(order::finish<float>(order::evaluate<float>(order, box, order::sumOf<float>(at)), init));
  }
  return results;
}

std::string shapeText(llvm::ArrayRef<int64_t> shape) {
  std::string text;
  for (int64_t size : shape)
    text += std::to_string(size) + "x";
  return text;
}

std::string listText(llvm::ArrayRef<int64_t> list) {
  std::string text;
  for (int64_t item : list)
    text += (text.empty() ? "" : ", ") + std::to_string(item);
  return text;
}

int64_t volumeOf(llvm::ArrayRef<int64_t> shape) {
  int64_t volume = 1;
  for (int64_t size : shape)
    volume *= size;
  return volume;
}

struct Case {
  std::vector<int64_t> shape, dims;
  order::Order order;
};

/// sum(x * y) over the case's dims, the product fused in.
void checkSum(const Case &test, const std::vector<int64_t> &strides = {}, const std::vector<Machine> &on = machines()) {
  mlir::MLIRContext context;
  prepare(context);
  std::vector<int64_t> kept;
  for (int64_t i = 0, e = test.shape.size(); i < e; ++i)
    if (!llvm::is_contained(test.dims, i))
      kept.push_back(test.shape[i]);
  std::string in = "tensor<" + shapeText(test.shape) + "f32>", out = "tensor<" + shapeText(kept) + "f32>";
  std::string text = "func.func @main(%x: " + in + ", %y: " + in + ", %init: tensor<f32>) -> " + out +
                     " {\n%0 = det.multiply %x, %y : " + in + "\n%1 = det.reduce add %0, %init, dims = [" + listText(test.dims) +
                     "] {order = " + order::toString(test.order) + "} : (" + in + ", tensor<f32>) -> " + out +
                     "\nreturn %1 : " + out + "}";
  SCOPED_TRACE(text);
  auto module = fuse(context, text);
  ASSERT_TRUE(module);
  int64_t n = volumeOf(test.shape);
  auto x = randomFloats(n, 11, false), y = randomFloats(n, 12, false);
  if (n > 3)
    y[n / 2] = -0.0f;
  std::vector<float> products(n);
  Tensor second = Tensor::of<float>(test.shape, y);
  for (int64_t i = 0; i < n; ++i) {
    int64_t from = i;
    if (!strides.empty()) {
      int64_t rest = i;
      from = 0;
      for (int d = test.shape.size() - 1; d >= 0; --d) {
        from += rest % test.shape[d] * strides[d];
        rest /= test.shape[d];
      }
    }
    products[i] = x[i] * y[from];
  }
  if (!strides.empty())
    second.local.strides.assign(strides.begin(), strides.end());
  auto expected = reduceLiteral(products, test.shape, test.dims, test.order, 0.5f);
  for (Machine machine : on)
    for (int parts : {1, 3})
      if (parts == 1 || machine != Machine::ptx) // a GPU's threads find their parts themselves
        expectBits(run(*module, {Tensor::of<float>(test.shape, x), second, Tensor::of<float>({}, {0.5f})}, machine, parts)[0],
                 expected);
}

order::Order lanes(std::vector<order::Level> levels) { return {std::move(levels), order::Leaf::Lanes32, "", "f32"}; }
order::Order fold(std::vector<order::Level> levels) { return {std::move(levels), order::Leaf::Fold, "", "f32"}; }

} // namespace

TEST(Reduce, Rows) {
  for (int64_t n : {2, 7, 16, 31, 32, 33, 64, 100, 384, 1000})
    for (int64_t block : {8, 16, 32, 64, 512})
      checkSum({{3, n}, {1}, lanes({{0, block}})});
  checkSum({{2, 3, 65}, {2}, fold({{0, 16}})});
}

TEST(Reduce, Columns) {
  for (int64_t columns : {2, 5, 16, 33, 64, 100, 192})
    checkSum({{37, columns}, {0}, fold({{0, 4}})});
  checkSum({{9, 32, 64}, {0, 1}, fold({{0, 1}, {1, 8}})});
  checkSum({{9, 7, 65}, {0, 1}, fold({{0, 1}, {1, 8}})});
  checkSum({{16, 33, 17}, {1}, fold({{0, 8}})});
  checkSum({{16, 5, 17}, {0}, fold({{0, 1}})});
  checkSum({{300, 20}, {0}, fold({{0, 64}})}, {1, 300});
}

TEST(Reduce, Inner) {
  for (int64_t n : {1, 2, 31, 64, 257, 5000})
    checkSum({{n}, {0}, lanes({{0, 64}})});
  checkSum({{13, 100}, {0, 1}, lanes({{0, 1}, {1, 64}})});
  checkSum({{13, 3, 24}, {0, 1, 2}, lanes({{0, 1}, {1, 2}})});
  checkSum({{13, 6, 24}, {0, 1, 2}, lanes({{0, 1}, {1, 4}})}, {144, 1, 6});
  checkSum({{5, 6, 32}, {0, 1, 2}, lanes({{0, 1}, {1, 4}})}, {192, 1, 6});
  checkSum({{12, 5, 40}, {0, 2}, lanes({{0, 1}, {1, 16}})});
  checkSum({{700, 130}, {0, 1}, lanes({{0, 1}, {1, 64}})});
  checkSum({{3, 40, 7}, {1, 2}, fold({{0, 4}})});
}

namespace {

/// combiner(x) over the case's dims against the literal definition; `at` makes an element of a random number.
template <class T>
void checkCombiner(const Case &test, const char *combiner, const char *type, std::function<T(uint32_t)> at,
                   std::function<T(T, T)> join, T init) {
  mlir::MLIRContext context;
  prepare(context);
  std::vector<int64_t> kept, box;
  for (int64_t i = 0, e = test.shape.size(); i < e; ++i)
    (llvm::is_contained(test.dims, i) ? box : kept).push_back(test.shape[i]);
  std::string in = "tensor<" + shapeText(test.shape) + type + ">", out = "tensor<" + shapeText(kept) + type + ">";
  order::Order order = test.order;
  order.acc = type;
  std::string text = "func.func @main(%x: " + in + ", %init: tensor<" + type + ">) -> " + out + " {\n%0 = det.reduce " +
                     combiner + " %x, %init, dims = [" + listText(test.dims) + "] {order = " + order::toString(order) + "} : (" +
                     in + ", tensor<" + type + ">) -> " + out + "\nreturn %0 : " + out + "}";
  SCOPED_TRACE(text);
  auto module = fuse(context, text);
  ASSERT_TRUE(module);
  std::mt19937 generator(17);
  std::vector<T> x(volumeOf(test.shape));
  for (T &value : x)
    value = at(generator());
  // The combiners of these checks give equal bits in any order.
  LocalTensor dense = LocalTensor::dense(test.shape), small = LocalTensor::dense(kept);
  std::vector<T> expected(volumeOf(kept), init);
  for (size_t i = 0; i < x.size(); ++i) {
    int64_t position = 0, rest = i, k = 0;
    for (size_t d = 0; d < test.shape.size(); ++d) {
      int64_t index = rest / dense.strides[d];
      rest %= dense.strides[d];
      if (!llvm::is_contained(test.dims, d))
        position += index * small.strides[k++];
    }
    expected[position] = join(expected[position], x[i]);
  }
  for (Machine machine : machines()) {
    Tensor got = run(*module, {Tensor::of<T>(test.shape, x), Tensor::of<T>({}, {init})}, machine)[0];
    ASSERT_EQ(got.bytes.size(), expected.size() * sizeof(T));
    for (size_t i = 0; i < expected.size(); ++i)
      ASSERT_EQ(got.data<T>()[i], expected[i]) << "element " << i;
  }
}

} // namespace

/// Leaves of whole rows that lie one after the other: a block is any number of elements.
TEST(Reduce, MergedBlocks) {
  std::vector<Machine> hosts = machines();
  llvm::erase(hosts, Machine::ptx);
  for (int64_t rows : {2, 3, 4, 5, 8, 12, 16, 40})
    for (int64_t columns : {1, 2, 3, 5, 6, 7, 8, 12, 15, 16, 17, 20, 24, 31, 32, 33, 40})
      checkSum({{rows, columns}, {0, 1}, lanes({{0, 1}})}, {}, (rows + columns) % 4 ? hosts : machines());
  for (int64_t columns : {3, 5, 7, 12, 17, 31})
    checkSum({{32, columns}, {0, 1}, lanes({{0, 8}})});
  checkSum({{8, 3, 5}, {0, 1, 2}, lanes({{0, 1}})});
  checkSum({{8, 2, 5}, {0, 1, 2}, lanes({{0, 1}, {1, 1}})});
  checkSum({{3, 8, 5}, {1, 2}, lanes({{0, 1}})});
  checkSum({{3, 8, 5}, {1, 2}, lanes({{0, 2}})});
  checkSum({{3, 16, 7}, {1, 2}, fold({{0, 4}})});
  checkSum({{4, 12, 17}, {0, 1}, fold({{0, 1}})});
  checkSum({{4096, 20}, {0, 1}, lanes({{0, 1}})});
  checkSum({{4096, 20}, {0, 1}, lanes({{0, 2}})});
  checkSum({{8, 5}, {0, 1}, lanes({{0, 1}})}, {1, 8});
  for (int64_t rows : {4, 5, 8, 16})
    for (int64_t columns : {3, 5, 7, 17, 31}) {
      Case test{{rows, columns}, {0, 1}, lanes({{0, 1}})};
      checkCombiner<float>(
          test, "max", "f32", [](uint32_t bits) { return -1.0f - bits % 1000; }, [](float a, float b) { return std::max(a, b); },
          -INFINITY);
      checkCombiner<int32_t>(
          test, "add", "i32", [](uint32_t bits) { return static_cast<int32_t>(bits); },
          [](int32_t a, int32_t b) { return static_cast<int32_t>(static_cast<uint32_t>(a) + static_cast<uint32_t>(b)); }, 7);
    }
}

/// Every maximal node of a shard, alone: no init.
TEST(Reduce, PartialNodes) {
  mlir::MLIRContext context;
  prepare(context);
  order::Order order = fold({{0, 1}, {1, 8}});
  auto module = fuse(context, R"(func.func @main(%x: tensor<16x32x24xf32>, %init: tensor<f32>) -> tensor<24xf32> {
    %0 = det.negate %x {layouts = [#det.layout<[{"data"}[0, 5, 16], {}, {}]>]} : tensor<16x32x24xf32>
    %1 = det.reduce add %0, %init, dims = [0, 1] {order = #det.order<levels = [(0, 1), (1, 8)], leaf = fold, acc = f32>,
      layouts = [#det.layout<[{}], partial = [{"data"}[0, 5, 16], {}]>]} : (tensor<16x32x24xf32>, tensor<f32>) -> tensor<24xf32>
    return %1 : tensor<24xf32>
  })");
  ASSERT_TRUE(module);
  for (order::Box node :
       {order::Box{{4, 5}, {0, 32}}, order::Box{{8, 16}, {0, 32}}, order::Box{{5, 6}, {16, 32}}, order::Box{{0, 4}, {0, 32}}}) {
    std::vector<int64_t> shape{node[0].size(), node[1].size(), 24};
    auto x = randomFloats(volumeOf(shape), 5);
    std::vector<float> negated(x);
    for (float &value : negated)
      value = canonical(-value);
    auto expected = reduceLiteral(negated, shape, {0, 1}, order, std::nullopt, &node);
    for (Machine machine : machines())
      expectBits(run(*module, {Tensor::of<float>(shape, x), Tensor::of<float>({}, {0.5f})}, machine, 1, &node)[0], expected);
  }
}

/// Softmax without its exponential: three stages over a row, values kept between them.
TEST(Reduce, RowStages) {
  for (int64_t n : {32, 100, 256}) {
    mlir::MLIRContext context;
    prepare(context);
    std::string full = "tensor<6x" + std::to_string(n) + "xf32>",
                order = "{order = #det.order<levels = [(0, 64)], leaf = lanes<32>, acc = f32>}";
    auto module =
        fuse(context, "func.func @main(%x: " + full + ") -> (" + full +
                          ", tensor<6xf32>) {\n"
                          "%low = det.constant dense<0xFF800000> : tensor<f32>\n%zero = det.constant dense<0.0> : tensor<f32>\n"
                          "%m = det.reduce max %x, %low, dims = [1] " +
                          order + " : (" + full +
                          ", tensor<f32>) -> tensor<6xf32>\n"
                          "%mb = det.broadcast_in_dim %m, dims = [0] : (tensor<6xf32>) -> " +
                          full +
                          "\n"
                          "%c = det.subtract %x, %mb : " +
                          full + "\n%q = det.multiply %c, %c : " + full + "\n%e = det.divide %q, %x : " + full +
                          "\n"
                          "%s = det.reduce add %e, %zero, dims = [1] " +
                          order + " : (" + full +
                          ", tensor<f32>) -> tensor<6xf32>\n"
                          "%sb = det.broadcast_in_dim %s, dims = [0] : (tensor<6xf32>) -> " +
                          full +
                          "\n"
                          "%r = det.divide %e, %sb : " +
                          full + "\nreturn %r, %s : " + full + ", tensor<6xf32>}");
    ASSERT_TRUE(module);
    auto main = *module->getOps<mlir::func::FuncOp>().begin();
    auto regions = main.getOps<RegionOp>();
    EXPECT_EQ(std::distance(regions.begin(), regions.end()), 1);
    auto x = randomFloats(6 * n, 7, false);
    std::vector<float> e(x.size()), result(x.size());
    for (int64_t i = 0; i < 6; ++i) {
      float most = *std::max_element(x.begin() + i * n, x.begin() + (i + 1) * n);
      for (int64_t j = 0; j < n; ++j) {
        float c = x[i * n + j] - most;
        e[i * n + j] = canonical(c * c / x[i * n + j]);
      }
    }
    auto sums = reduceLiteral(e, {6, n}, {1}, lanes({{0, 64}}), 0.0f);
    for (int64_t i = 0; i < 6 * n; ++i)
      result[i] = canonical(e[i] / sums[i / n]);
    for (Machine machine : machines()) {
      auto results = run(*module, {Tensor::of<float>({6, n}, x)}, machine, 2);
      expectBits(results[0], result);
      expectBits(results[1], sums);
    }
  }
}

/// Nothing at all gives init; a tensor of no elements is not touched.
TEST(Reduce, Nothing) {
  std::vector<Case> cases{{{0, 3}, {0}, fold({{0, 4}})},        {{4, 0}, {0, 1}, lanes({{0, 1}})},
                          {{4, 0}, {1}, lanes({{0, 64}})},      {{4, 5, 0}, {2}, lanes({{0, 64}})},
                          {{4, 0, 5}, {0, 1}, fold({{0, 1}})},  {{4, 0, 70}, {1}, fold({{0, 4}})},
                          {{4, 0, 5}, {1, 2}, lanes({{0, 1}})}, {{0}, {0}, lanes({{0, 64}})},
                          {{0, 1}, {0}, fold({{0, 4}})},        {{0, 5}, {1}, lanes({{0, 64}})}};
  for (const Case &test : cases)
    for (const char *combiner : {"add", "max"})
      for (float init : {2.5f, -0.0f, -NAN}) {
        mlir::MLIRContext context;
        prepare(context);
        std::vector<int64_t> kept;
        for (int64_t i = 0, e = test.shape.size(); i < e; ++i)
          if (!llvm::is_contained(test.dims, i))
            kept.push_back(test.shape[i]);
        std::string in = "tensor<" + shapeText(test.shape) + "f32>", out = "tensor<" + shapeText(kept) + "f32>";
        // Rows may be stored beside their sums; other sums are a region's only result.
        bool isRow = test.shape == std::vector<int64_t>{4, 5, 0};
        std::string types = isRow ? out + ", " + in : out, results = isRow ? "%1, %0" : "%1";
        std::string text = "func.func @main(%x: " + in + ", %init: tensor<f32>) -> (" + types + ") {\n%r" + (isRow ? ":2" : "") +
                           " = det.region %x, %init {\n^bb0(%a: " + in + ", %b: tensor<f32>):\n%0 = det.negate %a : " + in +
                           "\n%1 = det.reduce " + combiner + " %0, %b, dims = [" + listText(test.dims) +
                           "] {order = " + order::toString(test.order) + "} : (" + in + ", tensor<f32>) -> " + out +
                           "\ndet.yield " + results + " : " + types + "\n} : (" + in + ", tensor<f32>) -> (" + types +
                           ")\nreturn " + (isRow ? "%r#0, %r#1" : "%r") + " : " + types + "}";
        SCOPED_TRACE(text);
        auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
        ASSERT_TRUE(module);
        for (Machine machine : machines()) {
          auto got = run(*module, {Tensor::of<float>(test.shape, {}), Tensor::of<float>({}, {init})}, machine);
          ASSERT_FALSE(got.empty());
          expectBits(got[0], std::vector<float>(volumeOf(kept), canonical(init)));
        }
      }
}

/// NaNs and infinities in sums give canonical NaNs; the sign of a zero sum is the definition's.
TEST(Reduce, SpecialValues) {
  mlir::MLIRContext context;
  prepare(context);
  auto module = fuse(context, R"(func.func @main(%x: tensor<40x64xf32>, %init: tensor<f32>) -> (tensor<40xf32>, tensor<64xf32>) {
    %0 = det.reduce add %x, %init, dims = [1] {order = #det.order<levels = [(0, 64)], leaf = lanes<32>, acc = f32>} : (tensor<40x64xf32>, tensor<f32>) -> tensor<40xf32>
    %1 = det.reduce add %x, %init, dims = [0] {order = #det.order<levels = [(0, 4)], leaf = fold, acc = f32>} : (tensor<40x64xf32>, tensor<f32>) -> tensor<64xf32>
    return %0, %1 : tensor<40xf32>, tensor<64xf32>
  })");
  ASSERT_TRUE(module);
  auto x = randomFloats(40 * 64, 3);
  for (int64_t i = 0; i < 64; ++i)
    x[i] = -0.0f;
  for (int64_t i = 0; i < 40; ++i)
    x[i * 64 + 5] = -0.0f;
  for (float init : {-0.0f, 0.0f}) {
    auto rows = reduceLiteral(x, {40, 64}, {1}, lanes({{0, 64}}), init),
         columns = reduceLiteral(x, {40, 64}, {0}, fold({{0, 4}}), init);
    for (Machine machine : machines()) {
      auto results = run(*module, {Tensor::of<float>({40, 64}, x), Tensor::of<float>({}, {init})}, machine);
      expectBits(results[0], rows);
      expectBits(results[1], columns);
    }
  }
}
