// Compiles any of the library's builders for a test.
#ifndef DET_TEST_MATH_KERNELBODY_H
#define DET_TEST_MATH_KERNELBODY_H

#include "Kernel.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"

#include <functional>
#include <vector>

namespace det::math::test {

/// Code to compile: builds a value of element type `result` from one or two operands of the element types given in MLIR syntax
/// ("f32", "i8").
struct Body {
  std::function<mlir::Value(mlir::OpBuilder &, mlir::Location, mlir::ValueRange)> build;
  std::vector<std::string> operands;
  std::string result;
};

/// Exits with a message when the body is not supported, does not verify, or needs a library call.
Kernel compileBody(const Body &body, const Target &target);

} // namespace det::math::test

#endif
