// Tensor-core products, one output at a time.
#include "ProductMma.h"

#include <bit>

namespace det::reference {

void multiplyMma(const PackedProduct &product, const tensorcore::Model &model, tensorcore::Format format, const uint16_t *rows,
                 const uint16_t *columns, size_t m, size_t n, float *result) {
  size_t k = 0;
  for (int64_t size : product.leafSizes)
    k += static_cast<size_t>(size);
  std::vector<float> stack;
  for (size_t row = 0; row < m; ++row)
    for (size_t column = 0; column < n; ++column) {
      std::span<const uint16_t> a(rows + row * k, k), b(columns + column * k, k);
      stack.clear();
      for (size_t leaf = 0, at = 0; leaf < product.leafSizes.size(); ++leaf) {
        size_t size = static_cast<size_t>(product.leafSizes[leaf]);
        stack.push_back(std::bit_cast<float>(tensorcore::chain(model, format, a.subspan(at, size), b.subspan(at, size), 0)));
        at += size;
        for (int pop = 0; pop < product.pops[leaf]; ++pop) {
          float right = stack.back();
          stack.pop_back();
          stack.back() = Joiner<Join::Add>()(stack.back(), right);
        }
      }
      result[row * n + column] = stack.front();
    }
}

} // namespace det::reference
