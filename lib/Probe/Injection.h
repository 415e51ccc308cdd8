// How the terms of a sum inside a kernel can be chosen: one argument carries them, others are numbers that change nothing.
#ifndef DET_LIB_PROBE_INJECTION_H
#define DET_LIB_PROBE_INJECTION_H

#include "Sheet.h"

namespace det::probe {

class Injection {
public:
  enum Kind { Free, Uniform, Carrier };
  struct Choice {
    Kind kind = Free;
    double number = 0;
  };

  std::vector<Choice> choices; ///< by argument
  size_t carrier = 0;          ///< the argument that carries the terms
  double sign = 1;             ///< the terms are the carrier's elements, or their negatives
  std::vector<std::pair<int32_t, size_t>>
      path; ///< operations from the sum's operand down to the carrier, and which operand goes on

  /// Nothing if the operations in front of the sum cannot be undone.
  static std::optional<Injection> find(Sheet &sheet, int32_t sum);

  /// Positions in the carrier's value of the terms of one element of the sum.
  Positions termsOf(Sheet &sheet, int32_t sum, int64_t position) const;

private:
  bool carry(Sheet &sheet, int32_t slot);
  bool hold(Sheet &sheet, int32_t slot, double number);
};

} // namespace det::probe

#endif // DET_LIB_PROBE_INJECTION_H
