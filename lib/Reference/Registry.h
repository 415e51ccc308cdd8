// Which op is computed by what: every family registers its own.
#ifndef DET_REFERENCE_REGISTRY_H
#define DET_REFERENCE_REGISTRY_H

#include "det/Reference/Interpreter.h"
#include "det/Runtime/Result.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringMap.h"

#include <functional>

namespace det::reference {

/// Computes the result of one op from its operands.
using Compute = std::function<rt::Result<Tensor>(llvm::ArrayRef<Tensor> operands)>;

/// Computes all results of an op with any number of them. The operands are followed by the values that the op's regions
/// read from outside, in the order of mlir::getUsedValuesDefinedAbove.
using ComputeAll = std::function<rt::Result<std::vector<Tensor>>(llvm::ArrayRef<Tensor> operands)>;

/// Looks at an op once, before any run.
using Prepare = std::function<rt::Result<ComputeAll>(mlir::Operation *op)>;

/// Op names and their families.
class Registry {
public:
  /// All families.
  static Registry create(Limits limits = {});

  /// Registers `prepare(Op)` for an op class with one result.
  template <class Op> void add(rt::Result<Compute> (*prepare)(Op)) {
    handlers[Op::getOperationName()] = [prepare](mlir::Operation *op) { return forAll(prepare(mlir::cast<Op>(op))); };
  }

  /// Registers `prepare(Op)` for an op class with any number of results.
  template <class Op> void add(rt::Result<ComputeAll> (*prepare)(Op)) {
    handlers[Op::getOperationName()] = [prepare](mlir::Operation *op) { return prepare(mlir::cast<Op>(op)); };
  }

  /// The same for a function with state of its own.
  template <class Op> void add(std::function<rt::Result<ComputeAll>(Op)> prepare) {
    handlers[Op::getOperationName()] = [prepare](mlir::Operation *op) { return prepare(mlir::cast<Op>(op)); };
  }

  /// Registers `prepare(Op)` for an elementwise op class where its floats are f80.
  template <class Op> void addWide(rt::Result<Compute> (*prepare)(Op)) {
    wideHandlers[Op::getOperationName()] = [prepare](mlir::Operation *op) { return forAll(prepare(mlir::cast<Op>(op))); };
  }

  /// Prepares an op; an error for one that no family knows.
  rt::Result<ComputeAll> prepare(mlir::Operation *op) const;

private:
  static rt::Result<ComputeAll> forAll(rt::Result<Compute> one);

  llvm::StringMap<Prepare> handlers, wideHandlers;
};

/// Any op with ScalarOpInterface.
rt::Result<Compute> prepareElementwise(mlir::Operation *op);

void registerConstants(Registry &registry);
void registerMovement(Registry &registry);
void registerSlices(Registry &registry);
void registerGather(Registry &registry);
void registerScatter(Registry &registry);
void registerReduce(Registry &registry);
void registerGenericReduce(Registry &registry);
void registerGenericScatter(Registry &registry);
void registerSort(Registry &registry);
void registerScan(Registry &registry);
void registerWindows(Registry &registry);
void registerComplex(Registry &registry);
void registerProduct(Registry &registry);
void registerWhile(Registry &registry, Limits limits);
void registerConvolution(Registry &registry);
void registerWideFunctions(Registry &registry);

} // namespace det::reference

#endif // DET_REFERENCE_REGISTRY_H
