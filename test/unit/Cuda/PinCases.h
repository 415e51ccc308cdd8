// Products that cuBLASLt does, in every way that their operands may lie.
#ifndef DET_TEST_UNIT_CUDA_PINCASES_H
#define DET_TEST_UNIT_CUDA_PINCASES_H

#include "ModelCublasLt.h"
#include "det/Runtime/Host/Postfix.h"
#include "det/Runtime/Pins/PinFile.h"

#include <fstream>
#include <sstream>

namespace det::rt::test {

struct Layout {
  int64_t batches = 1, m = 5, n = 7;
  std::vector<int32_t> leaves{64, 64, 40};
  bool transposedA = false, transposedB = false, transposedC = false;
};

/// C[batch, m, n] = A * B of dense arrays in the order of their dims, or with the last two exchanged.
inline artifact::ProductT productOf(const Layout &layout, artifact::ElementType operand = artifact::ElementType::bf16) {
  artifact::ProductT product;
  product.type = artifact::ElementType::f32;
  product.model = artifact::MmaModel::hopper_16;
  product.operand = operand;
  int64_t k = 0;
  for (const int32_t leaf : layout.leaves)
    k += leaf;
  const int64_t m = layout.m, n = layout.n;
  if (layout.batches > 1)
    product.batch.emplace_back(layout.batches, m * k, k * n, m * n);
  product.rows.emplace_back(m, layout.transposedA ? 1 : k, 0, layout.transposedC ? 1 : n);
  product.columns.emplace_back(n, 0, layout.transposedB ? k : 1, layout.transposedC ? m : 1);
  product.inner.emplace_back(k, layout.transposedA ? m : 1, layout.transposedB ? 1 : n, 0);
  product.leaves = layout.leaves;
  product.pops = host::treeProgram(int64_t(layout.leaves.size()));
  const uint64_t a = 256, b = (a + uint64_t(layout.batches * m * k * 2) + 255) / 256 * 256,
                 c = (b + uint64_t(layout.batches * k * n * 2) + 255) / 256 * 256;
  product.a = std::make_unique<artifact::Ref>(artifact::Space::arena, a);
  product.b = std::make_unique<artifact::Ref>(artifact::Space::arena, b);
  product.c = std::make_unique<artifact::Ref>(artifact::Space::arena, c);
  return product;
}

inline const std::vector<Layout> layouts{
    {},
    {1, 16, 16, {128}},
    {1, 5, 7, {64, 64}, true},
    {1, 5, 7, {33}, false, true},
    {1, 9, 20, {24, 24, 24, 24, 8}, true, true, true},
    {3, 5, 7, {48, 48}},
    {4, 6, 8, {40}, false, true},
    {2, 3, 4, {16, 16, 16, 16, 16}, true, true},
    {1, 1, 9, {64, 64}},
};

inline std::string deviceText() {
  std::ifstream file(DEVICE_TEXT);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

} // namespace det::rt::test

#endif // DET_TEST_UNIT_CUDA_PINCASES_H
