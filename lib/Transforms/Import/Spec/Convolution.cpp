// Convolution: dimension numbers, windows, groups.
#include "Spec.h"

using namespace mlir;

namespace det::import::spec {
namespace {

/// `dims` are `count` numbers that, with batch and feature, name every dim once.
LogicalResult dimNumbers(const Spec &s, StringRef sizeLabel, StringRef label, StringRef what, int64_t a, int64_t b,
                         const Ints &spatial, int64_t rank) {
  if (failed(s.size(sizeLabel, what, spatial, rank - 2)))
    return failure();
  Ints all = spatial;
  all.push_back(a);
  all.push_back(b);
  if (failed(s.unique(label, what, all)))
    return failure();
  return s.range(label, what, all, 0, rank);
}

LogicalResult convolution(const Spec &s) {
  int64_t rank = s.in(0).getRank();
  if (rank < 2 || s.in(1).getRank() != rank)
    return s.fail("C1") << "expected operands of one rank of at least 2, got " << s.in(0) << " and " << s.in(1);
  Ints ones(rank - 2, 1);
  auto strides = s.ints("window_strides", ones), lhsDilation = s.ints("lhs_dilation", ones),
       rhsDilation = s.ints("rhs_dilation", ones);
  if (failed(strides) || failed(lhsDilation) || failed(rhsDilation) ||
      failed(s.size("C2", "window_strides", *strides, rank - 2)) || failed(s.atLeast("C3", "window_strides", *strides, 1)))
    return failure();
  auto padding = readPadding(s, "C4", rank - 2);
  if (failed(padding) || failed(s.size("C5", "lhs_dilation", *lhsDilation, rank - 2)) ||
      failed(s.atLeast("C6", "lhs_dilation", *lhsDilation, 1)) || failed(s.size("C7", "rhs_dilation", *rhsDilation, rank - 2)) ||
      failed(s.atLeast("C8", "rhs_dilation", *rhsDilation, 1)))
    return failure();
  if (Attribute reversal = s.op->getAttr("window_reversal")) {
    auto values = input::bools(reversal);
    if (!values)
      return s.op->emitError() << "'" << s.op->getName() << "' has no readable 'window_reversal'";
    if (int64_t(values->size()) != rank - 2)
      return s.fail("C9") << "expected " << rank - 2 << " values in 'window_reversal', got " << values->size();
  }
  auto dims = input::readConvolution(s.op->getAttr("dimension_numbers"));
  auto features = s.integer("feature_group_count", 1), batches = s.integer("batch_group_count", 1);
  if (!dims)
    return s.op->emitError() << "'" << s.op->getName() << "' has no readable 'dimension_numbers'";
  if (failed(features) || failed(batches))
    return failure();
  if (failed(dimNumbers(s, "C12", "C13", "input dims", dims->inputBatch, dims->inputFeature, dims->inputSpatial, rank)) ||
      failed(dimNumbers(s, "C17", "C18", "kernel dims", dims->kernelInput, dims->kernelOutput, dims->kernelSpatial, rank)) ||
      failed(dimNumbers(s, "C19", "C20", "output dims", dims->outputBatch, dims->outputFeature, dims->outputSpatial, rank)))
    return failure();
  if (*features < 1)
    return s.fail("C21") << "expected a 'feature_group_count' of at least 1, got " << *features;
  if (*batches < 1)
    return s.fail("C22") << "expected a 'batch_group_count' of at least 1, got " << *batches;
  if (*features != 1 && *batches != 1)
    return s.fail("C23") << "expected 'feature_group_count' or 'batch_group_count' to be 1, got " << *features << " and "
                         << *batches;
  int64_t batch = s.shape(0)[dims->inputBatch], feature = s.shape(0)[dims->inputFeature],
          kernelInput = s.shape(1)[dims->kernelInput], kernelOutput = s.shape(1)[dims->kernelOutput];
  if (batch % *batches)
    return s.fail("C10") << "expected a batch of " << batch << " to divide into " << *batches << " groups";
  if (feature % *features)
    return s.fail("C11") << "expected " << feature << " input features to divide into " << *features << " groups";
  if (kernelInput != feature / *features)
    return s.fail("C14") << "expected a kernel of " << feature / *features << " input features, got " << kernelInput;
  if (kernelOutput % *batches)
    return s.fail("C15") << "expected " << kernelOutput << " output features to divide into " << *batches << " batch groups";
  if (kernelOutput % *features)
    return s.fail("C16") << "expected " << kernelOutput << " output features to divide into " << *features << " feature groups";
  if (failed(s.precision("C24")))
    return failure();
  if (s.out().getRank() != rank)
    return s.fail("C26") << "expected a result of rank " << rank << ", got " << s.out();
  Ints expected(rank);
  expected[dims->outputBatch] = batch / *batches;
  expected[dims->outputFeature] = kernelOutput;
  for (int64_t i = 0; i < rank - 2; ++i) {
    int64_t base = dilated(s.shape(0)[dims->inputSpatial[i]], (*lhsDilation)[i]);
    int64_t window = dilated(s.shape(1)[dims->kernelSpatial[i]], (*rhsDilation)[i]), length;
    if (llvm::AddOverflow(base, (*padding)[2 * i] + (*padding)[2 * i + 1], length))
      return s.fail("C25") << "expected dilated and padded sizes of 64 bits";
    expected[dims->outputSpatial[i]] = countWindows(length, window, (*strides)[i]);
  }
  if (failed(s.sameShape("C25", "a result of shape", expected, s.out().getShape())))
    return failure();
  // Into a wider type of the kind, or from integers into floats, as for any product.
  auto merged = [](RankedTensorType type) {
    unsigned kind = kindOf(type.getElementType());
    return (kind & Int) ? unsigned(Int) : kind;
  };
  bool intoFloats = merged(s.in(0)) == Int && merged(s.out()) == Float;
  if (s.in(0).getElementType() != s.in(1).getElementType() || (merged(s.in(0)) != merged(s.out()) && !intoFloats))
    return s.fail("C27") << "expected operands of one type, and a result that it converts to, got " << s.in(0).getElementType() << ", "
                         << s.in(1).getElementType() << " and " << s.out().getElementType();
  return success();
}

} // namespace

void addConvolutionChecks(Checks &checks) { checks.add("convolution", 2, 1, 0, convolution); }

} // namespace det::import::spec
