// A region that computes one element, written out on whole tensors.
#ifndef DET_LIB_TRANSFORMS_IMPORT_CONVERT_ELEMENTWISEBODY_H
#define DET_LIB_TRANSFORMS_IMPORT_CONVERT_ELEMENTWISEBODY_H

#include "Converters.h"

namespace det::import {

class ElementwiseBody {
public:
  /// Takes the only block of `region` and converts its operations. Fails, with an error at the operation, where one of them is
  /// not elementwise.
  static mlir::FailureOr<ElementwiseBody> take(const Conversion &c, mlir::Region &region);

  /// Operations per tensor.
  size_t size() const { return body->front().getOperations().size(); }

  /// The region's result, of tensors of one shape in place of its arguments. Scalars from outside count for every element.
  mlir::Value apply(const Conversion &c, llvm::ArrayRef<mlir::Value> operands) const;

private:
  std::unique_ptr<mlir::Region> body = std::make_unique<mlir::Region>();
};

} // namespace det::import

#endif // DET_LIB_TRANSFORMS_IMPORT_CONVERT_ELEMENTWISEBODY_H
