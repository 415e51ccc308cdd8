// Window positions that meet an input element.
#include "det/Dialect/Det/ConvolutionWindow.h"

#include <numeric>

using namespace mlir;

namespace det {

WindowRun WindowDim::at(int64_t place) const {
  // Position w meets place start + w * dilation of the dilated input.
  int64_t start = place * stride - low, last = (input - 1) * inputDilation;
  int64_t w = start >= 0 ? 0 : (-start + dilation - 1) / dilation;
  WindowRun run;
  run.step = inputDilation / std::gcd(dilation, inputDilation);
  run.inputStep = run.step * dilation / inputDilation;
  for (int64_t tried = 0; tried < run.step; ++tried, ++w) {
    int64_t at = start + w * dilation;
    if (w >= size || at > last || input == 0)
      break;
    if (at % inputDilation)
      continue;
    run.first = w;
    run.input = at / inputDilation;
    run.count = std::min((size - 1 - w) / run.step, (last - at) / (run.step * dilation)) + 1;
    break;
  }
  return run;
}

WindowDim getWindowDim(ConvolutionOp op, unsigned i) {
  auto sizeOf = [](Value value, int64_t dim) { return cast<RankedTensorType>(value.getType()).getDimSize(dim); };
  return {sizeOf(op.getLhs(), op.getLhsSpatial()[i]), sizeOf(op.getRhs(), op.getRhsSpatial()[i]),
          op.getLow()[i],         op.getStrides()[i],
          op.getLhsDilation()[i], op.getRhsDilation()[i],
          op.getReversal()[i]};
}

bool isWeightGradient(ConvolutionOp op) { return op.getLhsFeature() < op.getLhsBatch(); }

SmallVector<int> getBoxSpatialDims(ConvolutionOp op) {
  SmallVector<int> dims;
  for (int i = 0, e = op.getLhsSpatial().size(); i < e; ++i)
    dims.push_back(i);
  dims.insert(isWeightGradient(op) ? dims.begin() : dims.end(), -1);
  return dims;
}

} // namespace det
