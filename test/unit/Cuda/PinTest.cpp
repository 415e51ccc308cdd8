// Pins without a GPU: det-pin's probes on algorithms that are right and wrong in one way each, pin files, and
// sessions that run by them.
#include "../../../tools/det-pin/Pin.h"
#include "PinCases.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace det::rt;
using namespace det::rt::cuda;
using namespace det::rt::test;
using det::pin::Listed;
using det::pin::PinOptions;
namespace artifact = det::artifact;

#define EXPECT_CONTAINS(text, part) EXPECT_NE(std::string(text).find(part), std::string::npos) << (text)

namespace {

struct Device {
  std::unique_ptr<Driver> driver = openSimDriver();
  Module module;
  ModelCublasLt library{*driver};
  Device() {
    const std::string text = deviceText();
    module = *driver->load({reinterpret_cast<const uint8_t *>(text.data()), text.size()});
  }
};

Listed listed(const artifact::ProductT &product) { return {&product, gemmOf(product), "dot", 1}; }

} // namespace

TEST(GemmShape, CallsCoverEveryLeafOnce) {
  for (const Layout &layout : layouts) {
    const auto gemm = gemmOf(productOf(layout));
    ASSERT_TRUE(gemm);
    const GemmShape &shape = gemm->shape;
    EXPECT_EQ(shape.leafCount(), int64_t(layout.leaves.size()));
    EXPECT_EQ(shape.c.has_value(), layout.leaves.size() == 1);
    int64_t work = 0;
    for (const PlacedGemm &placed : shape.calls())
      work += placed.call.count * placed.call.m * placed.call.n * placed.call.k;
    EXPECT_EQ(work, shape.results() * shape.terms());
  }
  // 64 leaves alike are one call; one that is shorter is one more.
  EXPECT_EQ(gemmOf(productOf({1, 5, 7, std::vector<int32_t>(64, 16)}))->shape.calls().size(), 1u);
  EXPECT_EQ(gemmOf(productOf({1, 5, 7, {16, 16, 8}}))->shape.calls().size(), 2u);
  EXPECT_EQ(gemmOf(productOf({3, 5, 7, std::vector<int32_t>(64, 16)}))->shape.calls().size(), 3u);
}

TEST(GemmShape, LeavesOthersToDet) {
  artifact::ProductT product = productOf({});
  product.inner.assign({artifact::ProductAxis(14, 12, 84, 0), artifact::ProductAxis(12, 2, 7, 0)});
  EXPECT_FALSE(gemmOf(product));
  product = productOf({});
  product.inner.front() = artifact::ProductAxis(168, -1, 7, 0);
  EXPECT_FALSE(gemmOf(product));
  product = productOf({});
  product.rows.front() = artifact::ProductAxis(5, 100, 0, 7); // rows of 168 terms that overlap
  EXPECT_FALSE(gemmOf(product));
  product = productOf({});
  product.operand = artifact::ElementType::f8E5M2;
  EXPECT_FALSE(gemmOf(product));
  std::vector<int32_t> many;
  for (int i = 0; i < 70; ++i)
    many.push_back(i % 2 ? 8 : 16);
  EXPECT_FALSE(gemmOf(productOf({1, 5, 7, many})));
}

TEST(PinFile, ReadsWhatItWrites) {
  PinFile file;
  file.target = {"sm_90", 130100};
  file.gpu = "NVIDIA \"H200\"";
  file.driverVersion = 13000;
  for (const Layout &layout : layouts) {
    PinnedProduct product;
    product.shape = gemmOf(productOf(layout))->shape;
    if (layout.m > 4)
      product.pin = Algorithm{66, 20, 1, 0, 1, 3, 18, 2, 5};
    product.milliseconds = 0.125;
    product.probes = {"ones"};
    file.products.push_back(product);
  }
  const std::string text = pinFileText(file);
  const auto read = readPinFile(text, "p.json");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(pinFileText(*read), text);
  std::reverse(file.products.begin(), file.products.end());
  EXPECT_EQ(pinFileText(file), text);
  for (const PinnedProduct &product : file.products)
    EXPECT_EQ(read->find(product.shape)->pin, product.pin);
  const auto wrong = [&](const std::string &from, const std::string &to) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    const auto result = readPinFile(changed, "p.json");
    return result ? "" : result.error().message;
  };
  EXPECT_CONTAINS(wrong("\"format\": 1", "\"format\": 2"), "'p.json' is no pin file of det-pin: its format is 2, expected 1");
  EXPECT_CONTAINS(wrong("\"splitk_num\": 1", "\"splitk_num\": 4"),
                  "a pin has splitk_num 4 and reduction_scheme 0, expected 1 and 0");
  EXPECT_CONTAINS(wrong("\"reduction_scheme\": 0", "\"reduction_scheme\": 2"), "splitk_num 1 and reduction_scheme 2");
  EXPECT_CONTAINS(wrong("\"tile_id\"", "\"tile\""), "field 'tile_id' is missing");
  EXPECT_CONTAINS(wrong("\"13.1.0\"", "\"thirteen\""), "expected a version in field 'cublaslt', got 'thirteen'");
  EXPECT_CONTAINS(wrong("\"m\": ", "\"m\": -"), "expected an integer of at least 1 in field 'm'");
  EXPECT_CONTAINS(wrong("{", "["), "is no pin file");
  EXPECT_CONTAINS(checkPins(file, {"sm_80", "sm_90"}, "p.json").error().message,
                  "'p.json' is for sm_90, and --chips is sm_80,sm_90");
  EXPECT_TRUE(checkPins(file, {"sm_90"}, "p.json"));
  file.target.cublasLtVersion = 120805;
  EXPECT_CONTAINS(checkPins(file, {"sm_90"}, "p.json").error().message, "'p.json' is for cuBLASLt 12.8.5, and det runs 13.x");
}

TEST(Pin, AdmitsWhatComputesAsTheModel) {
  for (const artifact::ElementType operand : {artifact::ElementType::bf16, artifact::ElementType::f16})
    for (const Layout &layout : layouts) {
      Device device;
      const artifact::ProductT product = productOf(layout, operand);
      PinOptions options;
      options.repeats = 1;
      options.samples = 40;
      options.keepsSlower = true;
      std::string said;
      options.progress = [&](const std::string &line) { said += line + "\n"; };
      const auto pinned = det::pin::pinProducts({listed(product)}, *device.driver, device.library, device.module, options);
      ASSERT_TRUE(pinned) << pinned.error().message;
      EXPECT_EQ(pinned->front().pin, device.library.known.front()) << said;
      EXPECT_EQ(pinned->front().admitted, 1);
    }
}

TEST(Pin, RefusesWhatDoesNot) {
  Device device;
  device.library.known = {{dropsTail, 0, 1}, {splitsTerms, 0, 1}, {otherModel, 0, 1}, {startsAtMinus, 0, 1},
                          {keepsNaN, 0, 1},  {refused, 0, 1},     {fails, 0, 1}};
  const artifact::ProductT product = productOf({1, 8, 8, {64, 64}});
  PinOptions options;
  options.repeats = 1;
  std::string said;
  options.progress = [&](const std::string &line) { said += line + "\n"; };
  options.keepsSlower = true;
  const auto pinned = det::pin::pinProducts({listed(product)}, *device.driver, device.library, device.module, options);
  ASSERT_TRUE(pinned) << pinned.error().message;
  EXPECT_FALSE(pinned->front().pin);
  EXPECT_EQ(pinned->front().tried, 7);
  EXPECT_EQ(pinned->front().admitted, 0) << said;
  EXPECT_CONTAINS(said, "not admitted: ones 0: leaf 0 of 64 ones is 42400000 instead of 42800000");
  EXPECT_CONTAINS(said, "not admitted: exponents");
  EXPECT_CONTAINS(said, "not admitted: specials");
  EXPECT_CONTAINS(said, "refused: cuBLASLt refuses the pinned algorithm (id 6, tile_id 0, splitk_num 1, ");
  EXPECT_CONTAINS(said, "not admitted: cublasLtMatmul: no");
}
