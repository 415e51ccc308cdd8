// A tape: a scalar computation as a list of instructions of a closed set, run over blocks of elements.
#ifndef DET_REFERENCE_KERNELS_TAPE_H
#define DET_REFERENCE_KERNELS_TAPE_H

#include "Scalar.h"

#include <cstddef>
#include <vector>

namespace det::reference {

/// The closed list. Every float result is canonical where it is a NaN. Out-of-range shifts give 0 (or the sign),
/// integer division by 0 gives all ones, float to integer saturates with NaN to 0.
enum class Opcode : uint8_t {
  // Floats.
  AddF,
  SubF,
  MulF,
  DivF,
  Sqrt,
  Fma,
  NegF,
  AbsF,
  MaxF,
  MinF,
  Floor,
  Ceil,
  RoundEven,
  Trunc,
  // Integers.
  AddI,
  SubI,
  MulI,
  DivSI,
  DivUI,
  RemSI,
  RemUI,
  And,
  Or,
  Xor,
  ShL,
  ShRS,
  ShRU,
  MaxSI,
  MinSI,
  MaxUI,
  MinUI,
  PopCount,
  LeadingZeros,
  TrailingZeros,
  // Comparisons, to a boolean. "U" of floats: also where one is a NaN.
  EqF,
  NeF,
  LtF,
  LeF,
  OrderedF,
  UnorderedF,
  UEqF,
  UNeF,
  ULtF,
  ULeF,
  EqI,
  NeI,
  LtSI,
  LeSI,
  LtUI,
  LeUI,
  // Others.
  Select,
  Copy,
  Bitcast,
  SIToFP,
  UIToFP,
  FPToSI,
  FPToUI,
  ConvertF,
  ExtSI,
  ExtUI,
  TruncI
};

/// Runs an instruction on n elements: out[i] = f(a[i], b[i], c[i]). Operands that it lacks are not read.
using Kernel = void (*)(void *out, const void *a, const void *b, const void *c, int64_t n);

/// The kernel of an instruction whose (first data) operand is stored as `from` and whose result is stored as `to`; null
/// where there is none.
Kernel kernelOf(Opcode opcode, Scalar from, Scalar to);

/// One instruction; operands are register numbers. `opcode`, `from` and `to` say which kernel it is: a tape can be written down.
struct Instruction {
  Kernel kernel;
  int32_t out, a, b, c;
  Opcode opcode;
  Scalar from, to;
};

/// Registers: first the inputs, then the result, then constants, then temporaries.
struct Tape {
  /// Elements per block.
  static constexpr int64_t block = 256;
  struct Constant {
    int32_t reg;
    uint64_t bits;
    int64_t size; ///< bytes of an element
    uint64_t upper = 0; ///< the bits above the lowest 64
  };

  std::vector<int64_t> inputSizes; ///< bytes of an element, per input
  int64_t resultSize = 0;          ///< bytes of an element
  int32_t registers = 0;
  int64_t widest = 8; ///< bytes that an element of a register has room for
  std::vector<Constant> constants;
  std::vector<Instruction> instructions;

  /// Computes `count` elements.
  void run(const std::vector<const std::byte *> &inputs, std::byte *result, int64_t count) const;
};

} // namespace det::reference

#endif // DET_REFERENCE_KERNELS_TAPE_H
