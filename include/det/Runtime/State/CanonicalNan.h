// NaNs of what a program is given: no float in a program's memory has any NaN but the canonical one.
//
// Whether a kernel computes a value or another only copies it depends on mesh and target. If inputs had NaNs of other bits, some of which
// arithmetic replaces, results would depend on that, too.
#ifndef DET_RUNTIME_STATE_CANONICALNAN_H
#define DET_RUNTIME_STATE_CANONICALNAN_H

#include "det/Runtime/State/Tensor.h"

namespace det::rt {

/// Makes every NaN of a dense tensor the canonical one, all bits set but the sign. Tensors of other types stay; of a complex
/// number both parts count.
void makeNansCanonical(ElementType type, std::span<uint8_t> bytes);

/// Tensors that a step reads where they lie, unless one of their NaNs has other bits.
class CanonicalInputs {
public:
  /// The tensor's own bytes, or a copy, which is valid until the next call with `number`, with canonical NaNs.
  const uint8_t *of(size_t number, const TensorView &tensor);

private:
  std::map<size_t, std::vector<uint8_t>> copies;
};

} // namespace det::rt

#endif // DET_RUNTIME_STATE_CANONICALNAN_H
