// Tensor elements as JSON whose values read back to the same bits.
#ifndef DET_RUNTIME_TRACE_NUMBERS_H
#define DET_RUNTIME_TRACE_NUMBERS_H

#include "det/Runtime/State/Tensor.h"

#include <string>

namespace det::rt {

/// A scalar as a JSON value, a tensor as nested arrays. Floats have the fewest digits that read back exactly (read as
/// f64 and rounded to the type), always with a point or an exponent, so that -0.0 keeps its sign; NaN and infinities are
/// the strings "NaN", "Infinity", "-Infinity"; a complex number is [real, imaginary]; i1 is true or false.
std::string toJson(const TensorView &tensor);

/// The number that element 0 stands for, for people; NaN if there is none.
double firstNumber(const TensorView &tensor);

/// A JSON string.
std::string quoteJson(const std::string &text);

} // namespace det::rt

#endif // DET_RUNTIME_TRACE_NUMBERS_H
