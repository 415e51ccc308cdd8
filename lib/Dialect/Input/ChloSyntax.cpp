// The pretty forms of chlo operations.
#include "OpReader.h"

using namespace mlir;

namespace det::input {
namespace {

/// `(%x, k = 8[, is_stable = true]) : T -> (T2, I)`.
bool topK(OpReader &r) {
  if (failed(r.parser.parseLParen()) || r.operand() || r.comma() || r.integer("k", "k"))
    return true;
  if (succeeded(r.parser.parseOptionalComma())) {
    if (r.key("is_stable"))
      return true;
    bool stable = r.optionalWord("true");
    if (!stable && r.word("false"))
      return true;
    r.set("is_stable", r.parser.getBuilder().getBoolAttr(stable));
  }
  return failed(r.parser.parseRParen()) || r.attributes() || r.types();
}

const FormEntry chlo[] = {
    {"acos acosh _asin_acos_kernel asin asinh atan atanh bessel_i1e conj cosh digamma erf erf_inv erfc is_inf "
     "is_neg_inf is_pos_inf lgamma mulhi next_after polygamma sinh square tan zeta "
     "broadcast_add broadcast_and broadcast_atan2 broadcast_compare broadcast_complex broadcast_divide broadcast_maximum "
     "broadcast_minimum broadcast_multiply broadcast_next_after broadcast_or broadcast_polygamma broadcast_power "
     "broadcast_remainder broadcast_shift_left broadcast_shift_right_arithmetic broadcast_shift_right_logical "
     "broadcast_subtract broadcast_xor broadcast_zeta broadcast_select constant_like dynamic_reshape minimum_broadcast_shapes",
     elementwiseForm},
    {"constant", constantForm},
    {"top_k", topK},
};

} // namespace

void addChloForms(FormTable &table) { addForms(table, "chlo", chlo); }

} // namespace det::input
