// What a recorded test expects of a value.
#ifndef DET_TOOLS_RUN_COMPARE_H
#define DET_TOOLS_RUN_COMPARE_H

#include "det-c/Check.h"
#include "det/Runtime/State/Tensor.h"

namespace det::run {

/// Steps between two floats of a type among its values, zeros being one value: 0 for two NaNs, the largest number where
/// only one is finite. Integers have no steps: 0 or the largest number.
uint64_t ulpsBetween(rt::ElementType type, const uint8_t *a, const uint8_t *b);

bool isFloat(rt::ElementType type);

/// The number that a real element stands for.
double numberOf(rt::ElementType type, const uint8_t *bytes);

/// The type of a complex number's parts; other types as they are.
rt::ElementType partType(rt::ElementType type);

/// Whether two real elements agree by the rule.
bool agrees(const DetCheck &rule, rt::ElementType type, const uint8_t *computed, const uint8_t *expected);

/// Empty if the values agree by the rule; otherwise the type, the first element that differs and both values, as bits and as numbers.
std::string difference(const DetCheck &rule, const rt::TensorView &computed, const rt::TensorView &expected);

} // namespace det::run

#endif // DET_TOOLS_RUN_COMPARE_H
