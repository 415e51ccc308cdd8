// Views: moving elements by strides gives the same elements as moving them in memory.
#include "View.h"

#include <gtest/gtest.h>
#include <random>

using namespace det::plan;
using llvm::SmallVector;

namespace {

/// The offsets of all elements of a view, row-major.
std::vector<int64_t> offsets(const View &view) {
  std::vector<int64_t> result;
  SmallVector<int64_t> index(view.shape.size(), 0);
  for (int64_t n = 0; n < view.elements(); ++n) {
    int64_t offset = view.offset;
    for (size_t d = 0; d < index.size(); ++d)
      offset += index[d] * view.strides[d];
    result.push_back(offset);
    for (size_t d = index.size(); d-- > 0;) {
      if (++index[d] < view.shape[d])
        break;
      index[d] = 0;
    }
  }
  return result;
}

TEST(View, TransposesAndSlices) {
  View view = View::dense(0, {4, 6});
  EXPECT_TRUE(view.isDense());
  View transposed = view.transposed({1, 0});
  EXPECT_FALSE(transposed.isDense());
  EXPECT_FALSE(transposed.isInnermostFast());
  EXPECT_EQ(offsets(transposed.transposed({1, 0})), offsets(view));
  EXPECT_EQ(offsets(view.sliced({1, 2}, {2, 2}, {2, 3})), (std::vector<int64_t>{8, 11, 20, 23}));
  EXPECT_EQ(offsets(View::dense(0, {3}).reversed({0})), (std::vector<int64_t>{2, 1, 0}));
  EXPECT_EQ(View::dense(0, {0, 4}).reversed({0}).offset, 0);
}

TEST(View, DimsOfOneElementAreDense) {
  View view = View::dense(0, {4, 1, 6});
  view.strides[1] = 77;
  EXPECT_TRUE(view.isDense());
  EXPECT_TRUE(View::dense(0, {0, 5}).transposed({1, 0}).isDense());
}

TEST(View, ReshapesWhereStridesAllow) {
  // Heads split off a slice of columns.
  View columns = View::dense(0, {2, 3, 12}).sliced({0, 0, 4}, {2, 3, 4}, {1, 1, 1});
  auto heads = columns.reshaped({2, 3, 2, 2});
  ASSERT_TRUE(heads);
  EXPECT_EQ(offsets(*heads), offsets(columns));
  EXPECT_TRUE(columns.reshaped({6, 4}));
  EXPECT_FALSE(columns.reshaped({24}));
  // Heads behind the sequence do not merge.
  EXPECT_FALSE(View::dense(0, {2, 4, 3, 5}).transposed({0, 2, 1, 3}).reshaped({2, 3, 20}));
}

TEST(View, ReshapeKeepsTheOrderOfElements) {
  // Random views of random factorisations: where a reshape exists, it lists the same offsets.
  std::mt19937 random(1);
  const std::vector<SmallVector<int64_t>> shapes = {{24}, {4, 6}, {2, 12}, {2, 2, 6}, {3, 8}, {2, 3, 4}, {1, 24, 1}, {6, 1, 4}};
  int found = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    View view = View::dense(0, shapes[random() % shapes.size()]);
    SmallVector<int64_t> permutation;
    for (size_t i = 0; i < view.shape.size(); ++i)
      permutation.push_back(i);
    if (random() % 2)
      std::shuffle(permutation.begin(), permutation.end(), random);
    view = view.transposed(permutation);
    if (random() % 4 == 0)
      view.strides[random() % view.strides.size()] = 0;
    if (auto reshaped = view.reshaped(shapes[random() % shapes.size()])) {
      ++found;
      EXPECT_EQ(offsets(*reshaped), offsets(view));
    }
  }
  EXPECT_GT(found, 500);
}

} // namespace
