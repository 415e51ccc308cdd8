// Integer arithmetic as StableHLO defines it, for constants.
#include "IntegerMath.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using llvm::APFloat;
using llvm::APInt;

namespace det::import {

bool isUnsignedInteger(Type element) { return element.isUnsignedInteger() || element.isInteger(1); }

namespace {

using Unary = APInt (*)(const APInt &, bool isUnsigned);
using Binary = APInt (*)(const APInt &, const APInt &, bool isUnsigned);

const llvm::StringMap<Unary> unary = {
    {"not", [](const APInt &a, bool) { return ~a; }},
    {"negate", [](const APInt &a, bool) { return -a; }},
    {"abs", [](const APInt &a, bool u) { return u ? a : a.abs(); }},
    {"sign", [](const APInt &a,
                bool u) { return a.isZero() ? a : APInt(a.getBitWidth(), u || a.isNonNegative() ? 1 : -1, /*isSigned=*/true); }},
    {"popcnt", [](const APInt &a, bool) { return APInt(a.getBitWidth(), a.popcount()); }},
    {"count_leading_zeros", [](const APInt &a, bool) { return APInt(a.getBitWidth(), a.countl_zero()); }},
};

/// Booleans add as `or` and multiply as `and`; both are what one-bit saturation gives.
bool isBool(const APInt &a) { return a.getBitWidth() == 1; }

const llvm::StringMap<Binary> binary = {
    {"add", [](const APInt &a, const APInt &b, bool) { return isBool(a) ? a | b : a + b; }},
    {"subtract", [](const APInt &a, const APInt &b, bool) { return a - b; }},
    {"multiply", [](const APInt &a, const APInt &b, bool) { return a * b; }},
    {"divide",
     [](const APInt &a, const APInt &b, bool u) {
       if (b.isZero())
         return APInt::getAllOnes(a.getBitWidth());
       return u ? a.udiv(b) : b.isAllOnes() ? -a : a.sdiv(b);
     }},
    {"remainder",
     [](const APInt &a, const APInt &b, bool u) {
       if (b.isZero())
         return a;
       return u ? a.urem(b) : b.isAllOnes() ? APInt::getZero(a.getBitWidth()) : a.srem(b);
     }},
    {"maximum", [](const APInt &a, const APInt &b, bool u) { return (u ? a.ugt(b) : a.sgt(b)) ? a : b; }},
    {"minimum", [](const APInt &a, const APInt &b, bool u) { return (u ? a.ult(b) : a.slt(b)) ? a : b; }},
    {"and", [](const APInt &a, const APInt &b, bool) { return a & b; }},
    {"or", [](const APInt &a, const APInt &b, bool) { return a | b; }},
    {"xor", [](const APInt &a, const APInt &b, bool) { return a ^ b; }},
    {"shift_left", [](const APInt &a, const APInt &b, bool) { return a.shl(b); }},
    {"shift_right_logical", [](const APInt &a, const APInt &b, bool) { return a.lshr(b); }},
    {"shift_right_arithmetic", [](const APInt &a, const APInt &b, bool) { return a.ashr(b); }},
};

} // namespace

std::optional<APInt> evaluateInteger(StringRef name, ArrayRef<APInt> operands, Type element) {
  bool isUnsigned = isUnsignedInteger(element);
  if (operands.size() == 1)
    if (Unary function = unary.lookup(name))
      return function(operands[0], isUnsigned);
  if (operands.size() == 2)
    if (Binary function = binary.lookup(name))
      return function(operands[0], operands[1], isUnsigned);
  return std::nullopt;
}

std::optional<bool> compareIntegers(StringRef direction, const APInt &a, const APInt &b, Type element) {
  int order = a == b ? 0 : (isUnsignedInteger(element) ? a.ult(b) : a.slt(b)) ? -1 : 1;
  return llvm::StringSwitch<std::optional<bool>>(direction)
      .CaseLower("eq", order == 0)
      .CaseLower("ne", order != 0)
      .CaseLower("lt", order < 0)
      .CaseLower("le", order <= 0)
      .CaseLower("gt", order > 0)
      .CaseLower("ge", order >= 0)
      .Default(std::nullopt);
}

std::optional<bool> compareFloats(StringRef direction, const APFloat &a, const APFloat &b) {
  APFloat::cmpResult order = a.compare(b);
  return llvm::StringSwitch<std::optional<bool>>(direction)
      .CaseLower("eq", order == APFloat::cmpEqual)
      .CaseLower("ne", order != APFloat::cmpEqual)
      .CaseLower("lt", order == APFloat::cmpLessThan)
      .CaseLower("le", order == APFloat::cmpLessThan || order == APFloat::cmpEqual)
      .CaseLower("gt", order == APFloat::cmpGreaterThan)
      .CaseLower("ge", order == APFloat::cmpGreaterThan || order == APFloat::cmpEqual)
      .Default(std::nullopt);
}

APInt convertInteger(const APInt &value, Type from, Type to) {
  unsigned width = to.getIntOrFloatBitWidth();
  if (to.isInteger(1))
    return APInt(1, !value.isZero());
  return isUnsignedInteger(from) ? value.zextOrTrunc(width) : value.sextOrTrunc(width);
}

} // namespace det::import
