// Where the window of a convolution meets its input: padding and the holes of a dilated input are no terms of the sum, so each
// place of the result has its own set of window positions.
#ifndef DET_DIALECT_DET_CONVOLUTIONWINDOW_H
#define DET_DIALECT_DET_CONVOLUTIONWINDOW_H

#include "det/Dialect/Det/Det.h"

namespace det {

/// The window positions first, first + step, ... (`count` of them) that meet an input element, and the elements that they
/// meet: input, input + inputStep, ...
struct WindowRun {
  int64_t first = 0, step = 1, count = 0;
  int64_t input = 0, inputStep = 1;
};

/// One spatial dim of a convolution. A window position is counted in ascending input position: position w of a reversed window
/// is element size - 1 - w of the kernel.
struct WindowDim {
  int64_t input = 0, size = 0; ///< elements of the input and of the kernel
  int64_t low = 0, stride = 1, inputDilation = 1, dilation = 1;
  bool reversed = false;

  /// The positions that exist at a place of the result.
  WindowRun at(int64_t place) const;
};

/// Spatial dim `i` of a convolution.
WindowDim getWindowDim(ConvolutionOp op, unsigned i);

/// True if the convolution is a weight gradient: it sums over the batch of the forward pass, which is its feature dim, outermost.
bool isWeightGradient(ConvolutionOp op);

/// For each dim of the box: the spatial dim whose window it is, or -1 for the input feature.
llvm::SmallVector<int> getBoxSpatialDims(ConvolutionOp op);

} // namespace det

#endif // DET_DIALECT_DET_CONVOLUTIONWINDOW_H
