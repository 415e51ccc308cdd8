// Factors and flops of elementwise ops: every dim of operands and result is one factor that may be split.
#include "det/Dialect/Det/Det.h"

using namespace mlir;

namespace det {

static FactorMap identityFactors(Operation *op) {
  FactorMap map;
  FactorMap::Tensor dims;
  for (int64_t size : cast<RankedTensorType>(op->getResult(0).getType()).getShape())
    dims.push_back({map.add(size, FactorKind::Pass)});
  map.operands.assign(op->getNumOperands(), dims);
  map.results.assign(1, dims);
  return map;
}

#define DET_ELEMENTWISE(Op)                                                                                                     \
  FactorMap Op::getFactors() { return identityFactors(*this); }                                                                 \
  int64_t Op::getFlopsPerPoint() { return cast<ScalarOpInterface>(getOperation()).getFlopsPerElement(); }

DET_ELEMENTWISE(AbsOp)
DET_ELEMENTWISE(NegateOp)
DET_ELEMENTWISE(SignOp)
DET_ELEMENTWISE(NotOp)
DET_ELEMENTWISE(PopulationCountOp)
DET_ELEMENTWISE(CountLeadingZerosOp)
DET_ELEMENTWISE(FloorOp)
DET_ELEMENTWISE(CeilOp)
DET_ELEMENTWISE(RoundNearestEvenOp)
DET_ELEMENTWISE(RoundNearestAwayOp)
DET_ELEMENTWISE(SqrtOp)
DET_ELEMENTWISE(RsqrtOp)
DET_ELEMENTWISE(CbrtOp)
DET_ELEMENTWISE(ExpOp)
DET_ELEMENTWISE(Expm1Op)
DET_ELEMENTWISE(LogOp)
DET_ELEMENTWISE(Log1pOp)
DET_ELEMENTWISE(TanhOp)
DET_ELEMENTWISE(LogisticOp)
DET_ELEMENTWISE(SineOp)
DET_ELEMENTWISE(CosineOp)
DET_ELEMENTWISE(TanOp)
DET_ELEMENTWISE(Exp2Op)
DET_ELEMENTWISE(Log2Op)
DET_ELEMENTWISE(AsinOp)
DET_ELEMENTWISE(AcosOp)
DET_ELEMENTWISE(AtanOp)
DET_ELEMENTWISE(SinhOp)
DET_ELEMENTWISE(CoshOp)
DET_ELEMENTWISE(AsinhOp)
DET_ELEMENTWISE(AcoshOp)
DET_ELEMENTWISE(AtanhOp)
DET_ELEMENTWISE(LgammaOp)
DET_ELEMENTWISE(DigammaOp)
DET_ELEMENTWISE(ReducePrecisionOp)
DET_ELEMENTWISE(ErfOp)
DET_ELEMENTWISE(ErfcOp)
DET_ELEMENTWISE(ErfInvOp)
DET_ELEMENTWISE(AddOp)
DET_ELEMENTWISE(SubtractOp)
DET_ELEMENTWISE(MultiplyOp)
DET_ELEMENTWISE(DivideOp)
DET_ELEMENTWISE(RemainderOp)
DET_ELEMENTWISE(MaximumOp)
DET_ELEMENTWISE(MinimumOp)
DET_ELEMENTWISE(PowerOp)
DET_ELEMENTWISE(Atan2Op)
DET_ELEMENTWISE(AndOp)
DET_ELEMENTWISE(OrOp)
DET_ELEMENTWISE(XorOp)
DET_ELEMENTWISE(ShiftLeftOp)
DET_ELEMENTWISE(ShiftRightLogicalOp)
DET_ELEMENTWISE(ShiftRightArithmeticOp)
DET_ELEMENTWISE(IsFiniteOp)
DET_ELEMENTWISE(CompareOp)
DET_ELEMENTWISE(SelectOp)
DET_ELEMENTWISE(ClampOp)
DET_ELEMENTWISE(ConvertOp)
DET_ELEMENTWISE(BitcastConvertOp)
#undef DET_ELEMENTWISE

FactorMap ShardingConstraintOp::getFactors() { return identityFactors(*this); }

} // namespace det
