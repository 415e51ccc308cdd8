// The reference: a literal interpreter of the ordered det graph. Global shapes, no partitioning, no fusion. It is the
// oracle for everything else.
#ifndef DET_REFERENCE_INTERPRETER_H
#define DET_REFERENCE_INTERPRETER_H

#include "det/Reference/Tensor.h"
#include "det/Runtime/Result.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

#include <memory>
#include <vector>

namespace det::reference {

/// What ends a run that would go on for ever.
struct Limits {
  int64_t maxTrips = int64_t(1) << 31; ///< of one loop
};

/// A function, prepared once, run any number of times. Runs do not change it: several threads may run it at once.
class Interpreter {
public:
  /// Prepares the function `main` of a module, or its only function. Errors name the op and its location: an op that
  /// the interpreter lacks, a reduction without an order. The module must outlive the interpreter.
  static rt::Result<Interpreter> create(mlir::ModuleOp module, Limits limits = {});
  static rt::Result<Interpreter> create(mlir::func::FuncOp function, Limits limits = {});
  /// Prepares a block that ends in a yield. Its inputs are its arguments, then `captured`: the values from outside that it reads.
  static rt::Result<Interpreter> create(mlir::Block &block, llvm::ArrayRef<mlir::Value> captured, Limits limits);

  Interpreter(Interpreter &&);
  Interpreter &operator=(Interpreter &&);
  ~Interpreter();

  /// Types of the arguments and results, as in the function.
  llvm::ArrayRef<mlir::RankedTensorType> inputTypes() const;
  llvm::ArrayRef<mlir::RankedTensorType> outputTypes() const;

  /// Computes the results. The inputs are given away, so that each is freed after its last use, as every other value
  /// is. An error if their types differ from `inputTypes`.
  rt::Result<std::vector<Tensor>> run(std::vector<Tensor> inputs) const;

private:
  struct Program;
  explicit Interpreter(std::unique_ptr<Program> program);
  std::unique_ptr<Program> program;
};

} // namespace det::reference

#endif // DET_REFERENCE_INTERPRETER_H
