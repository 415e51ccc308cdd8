// Elementwise ops in f80, which no program has: what f64 is judged by. Unlike everything else here they are the C library's, whose
// functions of long double err by a few units in the last place of f80, less than a hundredth of one of f64.
#include "Accumulate.h"
#include "Registry.h"

#include "det/Dialect/Det/Det.h"

#include <cmath>
#include <limits>

using namespace mlir;

namespace det::reference {

namespace {

using F80 = long double;

F80 reciprocalRoot(F80 x) { return 1 / std::sqrt(x); }
F80 logistic(F80 x) { return 1 / (1 + std::exp(-x)); }
F80 negated(F80 x) { return -x; }
F80 sign(F80 x) { return x > 0 ? 1 : x < 0 ? -1 : x; }
F80 logarithmOfGamma(F80 x) {
  int signOfGamma; // std::lgamma leaves it in a variable of the process
  return lgammal_r(x, &signOfGamma);
}
F80 sum(F80 x, F80 y) { return x + y; }
F80 difference(F80 x, F80 y) { return x - y; }
F80 product(F80 x, F80 y) { return x * y; }
F80 quotient(F80 x, F80 y) { return x / y; }
F80 greater(F80 x, F80 y) { return Joiner<Join::Max>()(x, y); }
F80 lesser(F80 x, F80 y) { return Joiner<Join::Min>()(x, y); }

template <class Op, F80 (*function)(F80)> rt::Result<Compute> prepareUnary(Op op) {
  return Compute([type = tensorType(op.getResult())](ArrayRef<Tensor> operands) -> rt::Result<Tensor> {
    std::vector<F80> values = widened<F80>(operands[0]);
    for (F80 &value : values)
      value = function(value);
    return rounded<F80>(type, values);
  });
}

template <class Op, F80 (*function)(F80, F80)> rt::Result<Compute> prepareBinary(Op op) {
  return Compute([type = tensorType(op.getResult())](ArrayRef<Tensor> operands) -> rt::Result<Tensor> {
    std::vector<F80> values = widened<F80>(operands[0]), right = widened<F80>(operands[1]);
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = function(values[i], right[i]);
    return rounded<F80>(type, values);
  });
}

rt::Result<Compute> prepareClamp(ClampOp op) {
  return Compute([type = tensorType(op.getResult())](ArrayRef<Tensor> operands) -> rt::Result<Tensor> {
    std::vector<F80> least = widened<F80>(operands[0]), values = widened<F80>(operands[1]), most = widened<F80>(operands[2]);
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = lesser(greater(values[i], least[i]), most[i]);
    return rounded<F80>(type, values);
  });
}

rt::Result<Compute> prepareSelect(SelectOp op) {
  return Compute([type = tensorType(op.getResult())](ArrayRef<Tensor> operands) -> rt::Result<Tensor> {
    std::vector<F80> values = widened<F80>(operands[1]), otherwise = widened<F80>(operands[2]);
    for (size_t i = 0; i < values.size(); ++i)
      if (operands[0].data()[i] == std::byte(0))
        values[i] = otherwise[i];
    return rounded<F80>(type, values);
  });
}

/// Booleans, one byte each.
Tensor booleans(RankedTensorType type, llvm::function_ref<bool(size_t)> at) {
  Tensor out = Tensor::allocate(type);
  for (int64_t i = 0; i < out.size(); ++i)
    out.mutableData()[i] = std::byte(at(i));
  return out;
}

rt::Result<Compute> prepareIsFinite(IsFiniteOp op) {
  return Compute([type = tensorType(op.getResult())](ArrayRef<Tensor> operands) -> rt::Result<Tensor> {
    std::vector<F80> x = widened<F80>(operands[0]);
    return booleans(type, [&](size_t i) { return std::isfinite(x[i]); });
  });
}

bool holds(Comparison direction, F80 x, F80 y) {
  switch (direction) {
  case Comparison::EQ:
    return x == y;
  case Comparison::NE:
    return x != y;
  case Comparison::LT:
    return x < y;
  case Comparison::LE:
    return x <= y;
  case Comparison::GT:
    return x > y;
  case Comparison::GE:
    return x >= y;
  }
  return false;
}

rt::Result<Compute> prepareCompare(CompareOp op) {
  if (op.getTotalOrder())
    return rt::Error{"expected no total order, which is one of bits"};
  return Compute([type = tensorType(op.getResult()), direction = op.getDirection()](ArrayRef<Tensor> operands) -> rt::Result<Tensor> {
    std::vector<F80> x = widened<F80>(operands[0]), y = widened<F80>(operands[1]);
    return booleans(type, [&](size_t i) { return holds(direction, x[i], y[i]); });
  });
}

/// Truncates and saturates; a NaN is 0.
template <class T> T toInteger(F80 x) {
  using Limits = std::numeric_limits<T>;
  return x != x ? T(0) : x >= F80(Limits::max()) ? Limits::max() : x <= F80(Limits::min()) ? Limits::min() : static_cast<T>(x);
}

rt::Result<Compute> prepareConvert(ConvertOp op) {
  Type from = tensorType(op.getOperand()).getElementType();
  RankedTensorType to = tensorType(op.getResult());
  if (from == to.getElementType())
    return Compute([](ArrayRef<Tensor> operands) -> rt::Result<Tensor> { return operands[0]; });
  if (isa<FloatType>(from) && isa<FloatType>(to.getElementType()))
    return rt::Error{"expected all floats of f80"};
  Type integer = isa<FloatType>(from) ? to.getElementType() : from;
  if (isa<FloatType>(from) && integer.isInteger(1))
    return Compute([=](ArrayRef<Tensor> operands) -> rt::Result<Tensor> {
      std::vector<F80> x = widened<F80>(operands[0]);
      return booleans(to, [&](size_t i) { return x[i] != 0; });
    });
  bool toFloat = !isa<FloatType>(from);
  return Compute([=](ArrayRef<Tensor> operands) -> rt::Result<Tensor> {
    return withAccumulator(integer, order::Order(), [&](auto zero) -> rt::Result<Tensor> {
      using T = decltype(zero);
      if constexpr (std::is_integral_v<T>) {
        if (toFloat) {
          std::vector<T> x = widened<T>(operands[0]);
          return rounded<F80>(to, std::vector<F80>(x.begin(), x.end()));
        }
        std::vector<T> values;
        for (F80 x : widened<F80>(operands[0]))
          values.push_back(toInteger<T>(x));
        return rounded<T>(to, values);
      }
      return rt::Error{"expected an integer"};
    });
  });
}

template <class Op, F80 (*function)(F80)> void addUnary(Registry &registry) { registry.addWide<Op>(prepareUnary<Op, function>); }
template <class Op, F80 (*function)(F80, F80)> void addBinary(Registry &registry) {
  registry.addWide<Op>(prepareBinary<Op, function>);
}

} // namespace

void registerWideFunctions(Registry &registry) {
  addUnary<AbsOp, std::fabs>(registry);
  addUnary<NegateOp, negated>(registry);
  addUnary<SignOp, sign>(registry);
  addUnary<FloorOp, std::floor>(registry);
  addUnary<CeilOp, std::ceil>(registry);
  addUnary<RoundNearestEvenOp, std::nearbyint>(registry);
  addUnary<RoundNearestAwayOp, std::round>(registry);
  addUnary<SqrtOp, std::sqrt>(registry);
  addUnary<RsqrtOp, reciprocalRoot>(registry);
  addUnary<CbrtOp, std::cbrt>(registry);
  addUnary<ExpOp, std::exp>(registry);
  addUnary<Exp2Op, std::exp2>(registry);
  addUnary<Expm1Op, std::expm1>(registry);
  addUnary<LogOp, std::log>(registry);
  addUnary<Log2Op, std::log2>(registry);
  addUnary<Log1pOp, std::log1p>(registry);
  addUnary<TanhOp, std::tanh>(registry);
  addUnary<LogisticOp, logistic>(registry);
  addUnary<SineOp, std::sin>(registry);
  addUnary<CosineOp, std::cos>(registry);
  addUnary<TanOp, std::tan>(registry);
  addUnary<AsinOp, std::asin>(registry);
  addUnary<AcosOp, std::acos>(registry);
  addUnary<AtanOp, std::atan>(registry);
  addUnary<SinhOp, std::sinh>(registry);
  addUnary<CoshOp, std::cosh>(registry);
  addUnary<AsinhOp, std::asinh>(registry);
  addUnary<AcoshOp, std::acosh>(registry);
  addUnary<AtanhOp, std::atanh>(registry);
  addUnary<LgammaOp, logarithmOfGamma>(registry);
  addUnary<ErfOp, std::erf>(registry);
  addUnary<ErfcOp, std::erfc>(registry);
  addBinary<AddOp, sum>(registry);
  addBinary<SubtractOp, difference>(registry);
  addBinary<MultiplyOp, product>(registry);
  addBinary<DivideOp, quotient>(registry);
  addBinary<RemainderOp, std::fmod>(registry);
  addBinary<MaximumOp, greater>(registry);
  addBinary<MinimumOp, lesser>(registry);
  addBinary<PowerOp, std::pow>(registry);
  addBinary<Atan2Op, std::atan2>(registry);
  registry.addWide<ClampOp>(prepareClamp);
  registry.addWide<SelectOp>(prepareSelect);
  registry.addWide<IsFiniteOp>(prepareIsFinite);
  registry.addWide<CompareOp>(prepareCompare);
  registry.addWide<ConvertOp>(prepareConvert);
}

} // namespace det::reference
