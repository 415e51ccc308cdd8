// Counter-based random bits: pure functions of a key and a counter, so that every element is a function of its position.
#ifndef DET_LIB_TRANSFORMS_IMPORT_CONVERT_RANDOMBITS_H
#define DET_LIB_TRANSFORMS_IMPORT_CONVERT_RANDOMBITS_H

#include "Formula.h"
#include <array>

namespace det::import {

using Words2 = std::array<Term, 2>; ///< of ui32
using Words4 = std::array<Term, 4>;

/// Threefry-2x32 with 20 rounds (Salmon et al. 2011, as JAX and XLA have it). The key is of the counter's shape or a scalar.
Words2 threefry(Words2 counter, Words2 key);
/// Philox-4x32 with 10 rounds.
Words4 philox(Words4 counter, Words2 key);

/// The low and the high half of ui64 elements, and back.
Words2 split(Term words);
Term join(Term low, Term high);

/// The row-major position of each element of a shape, in ui64.
Term positions(Maker &m, llvm::ArrayRef<int64_t> shape);

} // namespace det::import

#endif // DET_LIB_TRANSFORMS_IMPORT_CONVERT_RANDOMBITS_H
