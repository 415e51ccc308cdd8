// Elementwise ops. Semantics are StableHLO's, with these pinned: shifts by the bit width or more give 0 (or the sign),
// conversions round to nearest even and saturate, NaN is canonical, maximum and minimum give NaN if either is NaN and -0 < +0.
#ifndef DET_DIALECT_DET_ELEMENTWISE_OPS_TD
#define DET_DIALECT_DET_ELEMENTWISE_OPS_TD

include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "det/Dialect/Det/DetAttrs.td"
include "det/Dialect/Det/DetInterfaces.td"

class Det_ElementwiseOp<string mnemonic, list<Trait> traits = []> : Det_Op<mnemonic, traits # [Pure, SameOperandsAndResultShape,
    DeclareOpInterfaceMethods<ScalarOpInterface>, DeclareOpInterfaceMethods<PartitionableOpInterface, ["getFactors", "getFlopsPerPoint"]>,
    DeclareOpInterfaceMethods<BatchableOpInterface>]>;

class Det_UnaryOp<string mnemonic, string what> : Det_ElementwiseOp<mnemonic, [SameOperandsAndResultType]> {
  let summary = what;
  let arguments = (ins Det_Tensor:$operand);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($result)";
}

class Det_BinaryOp<string mnemonic, string what, list<Trait> traits = []> : Det_ElementwiseOp<mnemonic, traits # [SameOperandsAndResultType]> {
  let summary = what;
  let arguments = (ins Det_Tensor:$lhs, Det_Tensor:$rhs);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($result)";
}

def Det_AbsOp : Det_UnaryOp<"abs", "absolute value">;
def Det_NegateOp : Det_UnaryOp<"negate", "flips the sign bit, or subtracts from 0 for integers">;
def Det_SignOp : Det_UnaryOp<"sign", "-1, 0, 1 or NaN; keeps the sign of zero">;
def Det_NotOp : Det_UnaryOp<"not", "flips every bit">;
def Det_PopulationCountOp : Det_UnaryOp<"popcnt", "counts set bits">;
def Det_CountLeadingZerosOp : Det_UnaryOp<"count_leading_zeros", "counts leading zero bits">;
def Det_FloorOp : Det_UnaryOp<"floor", "rounds toward minus infinity">;
def Det_CeilOp : Det_UnaryOp<"ceil", "rounds toward plus infinity">;
def Det_RoundNearestEvenOp : Det_UnaryOp<"round_nearest_even", "rounds to the nearest integer, ties to even">;
def Det_RoundNearestAwayOp : Det_UnaryOp<"round_nearest_afz", "rounds to the nearest integer, ties away from zero">;
def Det_SqrtOp : Det_UnaryOp<"sqrt", "square root, correctly rounded">;
def Det_RsqrtOp : Det_UnaryOp<"rsqrt", "reciprocal square root">;
def Det_CbrtOp : Det_UnaryOp<"cbrt", "cube root">;
def Det_ExpOp : Det_UnaryOp<"exponential", "e to the power of the operand">;
def Det_Exp2Op : Det_UnaryOp<"exponential2", "2 to the power of the operand">;
def Det_Expm1Op : Det_UnaryOp<"exponential_minus_one", "exp(x) - 1">;
def Det_LogOp : Det_UnaryOp<"log", "natural logarithm">;
def Det_Log2Op : Det_UnaryOp<"log2", "logarithm to base 2">;
def Det_Log1pOp : Det_UnaryOp<"log_plus_one", "log(1 + x)">;
def Det_TanhOp : Det_UnaryOp<"tanh", "hyperbolic tangent">;
def Det_LogisticOp : Det_UnaryOp<"logistic", "1 / (1 + exp(-x)), as one function">;
def Det_SineOp : Det_UnaryOp<"sine", "sine">;
def Det_CosineOp : Det_UnaryOp<"cosine", "cosine">;
def Det_TanOp : Det_UnaryOp<"tan", "tangent">;
def Det_AsinOp : Det_UnaryOp<"asin", "arc sine">;
def Det_AcosOp : Det_UnaryOp<"acos", "arc cosine">;
def Det_AtanOp : Det_UnaryOp<"atan", "arc tangent">;
def Det_SinhOp : Det_UnaryOp<"sinh", "hyperbolic sine">;
def Det_CoshOp : Det_UnaryOp<"cosh", "hyperbolic cosine">;
def Det_AsinhOp : Det_UnaryOp<"asinh", "inverse hyperbolic sine">;
def Det_AcoshOp : Det_UnaryOp<"acosh", "inverse hyperbolic cosine">;
def Det_AtanhOp : Det_UnaryOp<"atanh", "inverse hyperbolic tangent">;
def Det_LgammaOp : Det_UnaryOp<"lgamma", "logarithm of the absolute value of the gamma function">;
def Det_DigammaOp : Det_UnaryOp<"digamma", "derivative of lgamma">;
def Det_ErfOp : Det_UnaryOp<"erf", "error function">;
def Det_ErfcOp : Det_UnaryOp<"erfc", "complementary error function">;
def Det_ErfInvOp : Det_UnaryOp<"erf_inv", "inverse error function">;

def Det_AddOp : Det_BinaryOp<"add", "sum; `or` for booleans">;
def Det_SubtractOp : Det_BinaryOp<"subtract", "difference">;
def Det_MultiplyOp : Det_BinaryOp<"multiply", "product; `and` for booleans">;
def Det_DivideOp : Det_BinaryOp<"divide", "quotient; integers truncate, x / 0 is all ones, the smallest by -1 is itself">;
def Det_RemainderOp : Det_BinaryOp<"remainder", "remainder with the dividend's sign; integers: x rem 0 is x">;
def Det_MaximumOp : Det_BinaryOp<"maximum", "the greater; NaN if either is NaN; -0 < +0">;
def Det_MinimumOp : Det_BinaryOp<"minimum", "the lesser; NaN if either is NaN; -0 < +0">;
def Det_PowerOp : Det_BinaryOp<"power", "lhs to the power of rhs">;
def Det_Atan2Op : Det_BinaryOp<"atan2", "angle of the point (rhs, lhs)">;
def Det_AndOp : Det_BinaryOp<"and", "bitwise and">;
def Det_OrOp : Det_BinaryOp<"or", "bitwise or">;
def Det_XorOp : Det_BinaryOp<"xor", "bitwise exclusive or">;
def Det_ShiftLeftOp : Det_BinaryOp<"shift_left", "left shift; 0 for amounts of the width or more">;
def Det_ShiftRightLogicalOp : Det_BinaryOp<"shift_right_logical", "right shift bringing in zeros; 0 for amounts of the width or more">;
def Det_ShiftRightArithmeticOp : Det_BinaryOp<"shift_right_arithmetic", "right shift bringing in the sign; the sign for amounts of the width or more">;

def Det_IsFiniteOp : Det_ElementwiseOp<"is_finite"> {
  let summary = "true where the operand is neither infinite nor NaN";
  let arguments = (ins Det_Tensor:$operand);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` functional-type(operands, results)";
}

def Det_CompareOp : Det_ElementwiseOp<"compare"> {
  let summary = "compares; with a NaN only `ne` holds; `total_order` compares floats by IEEE total order";
  let arguments = (ins Det_Comparison:$direction, Det_Tensor:$lhs, Det_Tensor:$rhs, UnitAttr:$total_order);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "$direction `,` $lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
}

def Det_SelectOp : Det_ElementwiseOp<"select"> {
  let summary = "on_true where the predicate holds, else on_false";
  let arguments = (ins Det_Tensor:$pred, Det_Tensor:$on_true, Det_Tensor:$on_false);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "$pred `,` $on_true `,` $on_false attr-dict `:` functional-type(operands, results)";
}

def Det_ClampOp : Det_ElementwiseOp<"clamp", [SameOperandsAndResultType]> {
  let summary = "minimum(maximum(operand, min), max)";
  let arguments = (ins Det_Tensor:$min, Det_Tensor:$operand, Det_Tensor:$max);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "$min `,` $operand `,` $max attr-dict `:` type($result)";
}

def Det_ConvertOp : Det_ElementwiseOp<"convert"> {
  let summary = "converts element types: to nearest even, saturating float to integer with NaN to 0, integers wrap, booleans are != 0";
  let arguments = (ins Det_Tensor:$operand);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` functional-type(operands, results)";
}

def Det_BitcastConvertOp : Det_ElementwiseOp<"bitcast_convert"> {
  let summary = "reinterprets bits of types of equal width; a NaN that appears is made canonical";
  let arguments = (ins Det_Tensor:$operand);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` functional-type(operands, results)";
}

def Det_ReducePrecisionOp : Det_ElementwiseOp<"reduce_precision", [SameOperandsAndResultType]> {
  let summary = "rounds to a format of `exponent_bits` and `mantissa_bits`: to nearest even; out of range is infinite, below the normal range is zero";
  let arguments = (ins Det_Tensor:$operand, I64Attr:$exponent_bits, I64Attr:$mantissa_bits);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "$operand `,` `exponent_bits` `=` $exponent_bits `,` `mantissa_bits` `=` $mantissa_bits attr-dict `:` type($result)";
}

#endif // DET_DIALECT_DET_ELEMENTWISE_OPS_TD
