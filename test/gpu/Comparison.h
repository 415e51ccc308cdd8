// Results of a device beside what the model of tensor cores makes of the same products.
#ifndef DET_TEST_GPU_COMPARISON_H
#define DET_TEST_GPU_COMPARISON_H

#include "Probe.h"
#include "ProductCases.h"

#include <mutex>

namespace det::gpu {

/// Of one type of operands, one way to multiply. Tiles may be added by several threads.
class Comparison {
public:
  Comparison(const tensorcore::Model &model, tensorcore::Format format, std::string type, std::string way);

  /// `results`: bits of f32, [rows][columns]; `number`: that of the tile, whose first difference is reported if it is the least.
  void add(uint64_t number, const Tile &tile, const uint32_t *results);
  /// Counts, the first product that differs in full, and what other models would have made of a sample. A model that no product tells
  /// from the right one is a fault: then the probe is blind.
  Json report() const;
  uint64_t products() const { return count; }

private:
  struct Other {
    tensorcore::Model model;
    uint64_t agreeing = 0;
  };
  std::string describe(uint64_t number, const Tile &tile, int64_t row, int64_t column, uint32_t got, uint32_t expected) const;

  const tensorcore::Model model;
  const tensorcore::Format format;
  const std::string type, way;
  std::mutex mutex;
  uint64_t count = 0, differing = 0, sampled = 0, first = UINT64_MAX;
  std::string firstText;
  std::array<uint64_t, kindNames.size()> byKind{}, differingByKind{};
  std::vector<Other> others;
};

} // namespace det::gpu

#endif // DET_TEST_GPU_COMPARISON_H
