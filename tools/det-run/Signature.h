// Names, kinds and types of an ordered graph's arguments and results, read from its text.
#ifndef DET_TOOLS_RUN_SIGNATURE_H
#define DET_TOOLS_RUN_SIGNATURE_H

#include "Engine.h"

#include <string_view>

namespace det::run {

/// In the order of the function's arguments and results. A result of kind state has the name of a state argument.
struct Signature {
  std::vector<TensorInfo> arguments, results;
};

/// Reads `func.func @main(%arg0: tensor<4xf32> {det.kind = "state", det.name = "w"}, ...) -> (tensor<...> {...}, ...)`.
/// Errors: no such function, an argument or result without name, kind or static tensor type.
Result<Signature> readSignature(std::string_view orderedText);

} // namespace det::run

#endif // DET_TOOLS_RUN_SIGNATURE_H
