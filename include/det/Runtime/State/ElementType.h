// Element types: their sizes and names.
#ifndef DET_RUNTIME_STATE_ELEMENTTYPE_H
#define DET_RUNTIME_STATE_ELEMENTTYPE_H

#include "det/Runtime/Artifact/plan_generated.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace det::rt {

using artifact::ElementType;

/// Bytes of an element in memory; i1, i4 and ui4 take a whole byte.
int64_t elementBytes(ElementType type);
/// As the graph writes it: "f32", "ui8", "f8E4M3FN", "complex<f32>".
std::string_view elementName(ElementType type);
/// As safetensors writes it: "F32", "U8", "BOOL"; empty for types that the format lacks (i4, ui4, c128).
std::string_view safetensorsName(ElementType type);
std::optional<ElementType> fromSafetensorsName(std::string_view name);

/// "f32[64,256]": how messages and fingerprints write a tensor's type.
std::string describe(ElementType type, const std::vector<int64_t> &shape);

/// The number of elements; 1 for a scalar. Nothing if it is negative or beyond 2^48.
std::optional<int64_t> elementCount(const std::vector<int64_t> &shape);

} // namespace det::rt

#endif // DET_RUNTIME_STATE_ELEMENTTYPE_H
