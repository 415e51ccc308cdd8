// Where batches come from: windows of a text file, recorded tensors, or made-up numbers.
#ifndef DET_RUNTIME_STATE_FEED_H
#define DET_RUNTIME_STATE_FEED_H

#include "det/Runtime/State/Tensor.h"

#include "det/Runtime/Result.h"

#include <memory>

namespace det::rt {

/// Batches of one tensor. What a step gets depends on its number alone, so a restart and the mesh change nothing.
class Feed {
public:
  virtual ~Feed() = default;
  /// The batch of a step, valid until the next call.
  virtual TensorView batch(uint64_t step) = 0;
};

/// The offset of the window of a batch row in a text of `size` bytes: `length` bytes, length <= size
/// (fingerprint_model.py, `window`).
uint64_t windowOffset(uint64_t seed, uint64_t step, uint64_t row, uint64_t size, uint64_t length);

/// Makes the feed of batch tensor `name` from what a user names:
/// - `text:FILE`: row r of the batch (its last dim; rows row-major) is a window of bytes of the file, one byte an
///   element; integer types that hold 0 to 255;
/// - `FILE.safetensors`: the tensor of that name, whose leading dim is the step; starts again at its end;
/// - `random:SEED`: near N(0, 0.02^2), integers and booleans 0 or 1; another batch in every step.
/// Errors: an unknown form, unreadable files, a text shorter than a window, another type or shape.
Result<std::unique_ptr<Feed>> makeFeed(const std::string &name, const std::string &source, ElementType type,
                                       const std::vector<int64_t> &shape, uint64_t seed);

} // namespace det::rt

#endif // DET_RUNTIME_STATE_FEED_H
