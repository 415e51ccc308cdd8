// What elementwise ops compute: tapes of the closed list, written down when det was built, by the words of plans and
// certificates.
#ifndef DET_LIB_PROBE_MEANING_H
#define DET_LIB_PROBE_MEANING_H

#include "Kernels/Tape.h"

#include <optional>
#include <string>
#include <vector>

namespace det::probe {

using reference::Scalar;
using reference::Tape;

/// How elements of a type are stored, by the type's name in certificates; nothing for types that kernels do not hold.
std::optional<Scalar> scalarOf(const std::string &type);

/// True for ui8, ui16, ... and booleans.
bool isUnsigned(const std::string &type);
/// True for floats that a reduction or a product may accumulate.
bool isFloatType(const std::string &type);

/// The tape of an elementwise op on operands of these types. Null for ops that are not written down.
const Tape *meaningOf(const std::string &does, const std::vector<std::string> &operands);

/// How many are written down.
size_t countMeanings();

} // namespace det::probe

#endif // DET_LIB_PROBE_MEANING_H
