// Chooses the tile of a product by tensor cores.
#include "det/Device/MmaShape.h"
#include "det/Device/MmaNames.h"
#include "det/Runtime/Cuda/MmaRecords.h"

#include <algorithm>
#include <string>

namespace det::device {

namespace {

using rt::Error;

/// A tile: how many blocks a multiprocessor holds, what it reaches of the peak (in percent), and the stacks that there are kernels for. What is
/// assumed of a GPU decides speed, never bits.
struct Variant {
  rt::cuda::ProductTile tile;
  int64_t blocks, percent;
  std::vector<int> stacks;
  bool isOfWarpgroups = false;
};

/// On Hopper mma.sync reaches 63 percent of the peak on average, wgmma more than 95 (arXiv 2501.12084, section 6.2).
const std::vector<Variant> &variantsOf(const artifact::ProductT &product, Warpgroups warpgroups) {
  using rt::cuda::mmaTiles, rt::cuda::wgmmaTiles;
  static const std::vector<Variant> plain{{mmaTiles[0], 1, 100, {1, 8}}, {mmaTiles[1], 4, 70, {8, 16}}, {mmaTiles[2], 6, 35, {8, 64}}},
      largest{{wgmmaTiles[0], 2, 100, {1, 8}, true}},
      hopper{{wgmmaTiles[0], 2, 100, {1, 8}, true}, {mmaTiles[0], 1, 63, {1, 8}}, {mmaTiles[1], 4, 44, {8, 16}}, {mmaTiles[2], 6, 22, {8, 64}}},
      narrow{{wgmmaTiles[0], 2, 100, {1, 8}, true}, {wgmmaTiles[1], 4, 40, {8, 64}, true}};
  const bool isHopper = product.model == artifact::MmaModel::hopper_16;
  if (warpgroups == Warpgroups::all && (isHopper || needsWarpgroups(product)))
    return largest;
  return needsWarpgroups(product) ? narrow : isHopper && warpgroups == Warpgroups::large ? hopper : plain;
}

std::string nameOf(artifact::ElementType type) {
  using artifact::ElementType;
  return type == ElementType::f8E4M3FN ? "e4m3" : type == ElementType::f8E5M2 ? "e5m2" : type == ElementType::bf16 ? "bf16" : "f16";
}

constexpr int64_t processors = 132;

int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

int64_t blocksOf(const ProductShape &p, const Variant &v) {
  return int64_t(p.segments.size()) * p.batches * ceilDiv(p.m, v.tile.rows) * ceilDiv(p.n, v.tile.columns);
}

/// Time in units of one multiprocessor's best.
int64_t costOf(const ProductShape &p, const Variant &v) {
  const int64_t blocks = blocksOf(p, v), sharing = std::min(v.blocks, ceilDiv(blocks, processors));
  return ceilDiv(blocks, processors * v.blocks) * sharing * v.tile.rows * v.tile.columns * 100 / v.percent;
}

/// The most values that the program of a segment holds at once.
int depthOf(const std::vector<uint8_t> &pops, const std::vector<ProductSegment> &segments) {
  int deepest = 1;
  for (const ProductSegment &segment : segments) {
    int height = 0;
    for (int64_t leaf = segment.first; leaf < segment.end; ++leaf) {
      deepest = std::max(deepest, ++height);
      height -= leaf + 1 == segment.end ? segment.lastPops : pops[leaf];
    }
  }
  return deepest;
}

} // namespace

rt::Result<ProductShape> shapeMma(const artifact::ProductT &product, Warpgroups warpgroups) {
  using artifact::ElementType, artifact::MmaModel;
  const std::string model = artifact::EnumNameMmaModel(product.model);
  const bool isNarrow = needsWarpgroups(product);
  if (!isNarrow && product.model != MmaModel::hopper_16 && product.model != MmaModel::ampere_8)
    return Error{"matrix product: expected tensor cores of model hopper_16, hopper_fp8_32 or ampere_8 on a GPU, got " + model};
  const bool fits = isNarrow ? product.operand == ElementType::f8E4M3FN || product.operand == ElementType::f8E5M2
                             : product.operand == ElementType::bf16 || product.operand == ElementType::f16;
  if (!fits)
    return Error{std::string("matrix product: expected operands of ") + (isNarrow ? "f8E4M3FN or f8E5M2" : "bf16 or f16") + " for tensor cores of model " + model +
                 ", got " + artifact::EnumNameElementType(product.operand)};
  const auto described = describeProduct(product);
  if (!described || described->type != rt::host::Real::f32)
    return Error{"matrix product: expected a tensor core's sums in f32"};
  rt::Result<ProductShape> made = shapeProduct(*described);
  if (!made)
    return made.error();
  ProductShape &p = *made;
  p.kernel.clear();
  if (p.batches == 0 || p.m == 0 || p.n == 0)
    return made;
  // The tree is spread over blocks as that of a product of f32, where that is spread.
  if (p.each || p.segments.size() < 2) {
    p.each = false;
    p.segments = {{0, static_cast<int64_t>(product.leaves.size()), product.pops.empty() ? 0 : product.pops.back()}};
    p.joins.clear();
  }
  const int stack = depthOf(product.pops, p.segments);
  const Variant *best = nullptr;
  for (const Variant &variant : variantsOf(product, warpgroups))
    if (stack <= variant.stacks.back() && ceilDiv(p.m, variant.tile.rows) * ceilDiv(p.n, variant.tile.columns) <= INT32_MAX / p.batches / int64_t(p.segments.size()) &&
        (!best || costOf(p, variant) < costOf(p, *best)))
      best = &variant;
  if (!best)
    return Error{"matrix product: it has more results than a GPU's grid holds, or more values at once than a kernel's stack"};
  const int size = *std::find_if(best->stacks.begin(), best->stacks.end(), [&](int size) { return size >= stack; });
  p.tile = best->tile;
  if (isNarrow) // a line of a slice has twice as many terms
    p.tile.depth *= 2;
  p.kernel = best->isOfWarpgroups ? wgmmaKernel(nameOf(product.operand), p.tile.rows, p.tile.columns, size)
                                  : mmaKernel(nameOf(product.operand), mmaDepth(model), p.tile.rows, p.tile.columns, size);
  return made;
}

} // namespace det::device
