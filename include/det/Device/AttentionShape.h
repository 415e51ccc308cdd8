// What a GPU does at once: a product, what a row kernel makes of its results, and a product of that (artifact::Fusion). A pure function of the
// entries, so that the compiler may choose by what the runtime can do.
#ifndef DET_DEVICE_ATTENTIONSHAPE_H
#define DET_DEVICE_ATTENTIONSHAPE_H

#include "det/Device/ProductShape.h"
#include "det/Runtime/Cuda/AttentionRecords.h"

namespace det::device {

/// Fusion.output where there is no second product: everything that the launch makes goes to memory.
inline constexpr uint16_t noRowBuffer = UINT16_MAX;

/// How the entries of a fusion go together.
struct AttentionShape {
  rt::host::Product first, second;            ///< the entries' products; of the second A is what the rows make
  ProductShape firstShape, secondShape;       ///< their normal forms; of the second without rows where there is none
  bool exchanged = false;                     ///< the second entry's B is what the rows make
  rt::cuda::AttentionTile tile{};
  uint32_t pitch = 0, sharedBytes = 0;        ///< of the tile
  std::vector<int64_t> params;                ///< the launch's, with strides of the tile
  uint32_t sharedInAll() const { return sharedBytes + rt::cuda::attentionRingBytes(tile); }
};

/// `second` may be null. Addresses are not looked at: the launch's buffer `input` has to be where the first product's results are, `output` where the second product
/// reads them. Errors say what a block cannot do: types, tensor cores, programs that are too deep, rows that are not the product's rows one by one.
rt::Result<AttentionShape> shapeAttention(const artifact::ProductT &first, const artifact::LaunchT &launch, const artifact::ProductT *second,
                                          const artifact::FusionT &fusion);

/// The kernel: KERNEL__BODY_INPUT_OUTPUT, made for the row kernel number BODY.
std::string attentionKernel(const artifact::FusionT &fusion);

/// What a block may have of shared memory on a chip, in bytes.
uint32_t sharedLimitOf(const std::string &chip);

} // namespace det::device

#endif // DET_DEVICE_ATTENTIONSHAPE_H
