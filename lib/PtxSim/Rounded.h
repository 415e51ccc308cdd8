// Arithmetic in directed rounding modes.
#ifndef DET_LIB_PTXSIM_ROUNDED_H
#define DET_LIB_PTXSIM_ROUNDED_H

#include "Decode.h"
#include "Round.h"

namespace det::ptx {

/// The handler of add, sub, mul, div, rcp, sqrt, fma or mad in a mode other than Nearest.
Handler directedRounding(std::string_view name, bool isSingle, Rounding rounding);

} // namespace det::ptx

#endif // DET_LIB_PTXSIM_ROUNDED_H
