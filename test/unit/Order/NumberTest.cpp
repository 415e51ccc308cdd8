// Narrow floats: every pattern survives a round trip, and the recipe's text is checked.
#include "det/Order/Number.h"
#include "det/Order/Default.h"

#include <gtest/gtest.h>

using namespace det::order;

namespace {

void roundTrip(Format format, int width) {
  for (uint32_t bits = 0; bits < 1u << width; ++bits) {
    float x = widen(format, bits);
    uint32_t expected = x == x ? bits : (1u << (width - 1)) - 1;
    ASSERT_EQ(roundTo(format, x), expected) << bits;
  }
}

TEST(Number, RoundTrips) {
  roundTrip(bf16, 16);
  roundTrip(f16, 16);
  roundTrip(f8E5M2, 8);
  roundTrip(f8E4M3FN, 8);
}

TEST(Number, Bf16HasAShortWay) {
  for (uint32_t bits = 0; bits < 1u << 16; ++bits)
    ASSERT_EQ(std::bit_cast<uint32_t>(widenBf16(bits)), std::bit_cast<uint32_t>(widen(bf16, bits)));
  for (uint64_t bits = 0; bits < uint64_t(1) << 32; bits += 257) {
    float x = std::bit_cast<float>(uint32_t(bits));
    ASSERT_EQ(roundToBf16(x), roundTo(bf16, x)) << bits;
  }
}

TEST(Number, RoundsOnceFromDouble) {
  // Just above the middle of two neighbours: rounding to f32 first would lose the excess and tie to
  // even.
  double x = 1.0 + 0x1p-8 + 0x1p-40;
  EXPECT_EQ(roundTo(bf16, x), 0x3f81u);
  EXPECT_EQ(roundTo(f16, 0x1p-25), 0u);
  EXPECT_EQ(roundTo(f16, 0x1.8p-25), 1u);
  EXPECT_EQ(roundTo(f8E4M3FN, 448.0), 0x7eu);
  EXPECT_EQ(roundTo(f8E4M3FN, 1e6), 0x7fu);
  EXPECT_EQ(roundTo(f8E4M3FN, -1e6), 0x7fu); // a NaN, which has no sign
}

TEST(Recipe, IsChecked) {
  EXPECT_TRUE(parseRecipe(""));
  EXPECT_EQ(parseRecipe("k_leaf_min=48").error().message, "expected a power of two, got k_leaf_min = 48");
  EXPECT_FALSE(parseRecipe("k_leaf_min=1024"));
  EXPECT_FALSE(parseRecipe("leaf=1"));
  auto recipe = parseRecipe("k_leaf_min=16,k_leaf_max=16,mma=hopper");
  ASSERT_TRUE(recipe);
  EXPECT_EQ(recipe->mma, "hopper");
  EXPECT_EQ(*parseRecipe("mma=none"), Recipe());
  EXPECT_FALSE(parseRecipe("mma=hopper_16"));
}

} // namespace
