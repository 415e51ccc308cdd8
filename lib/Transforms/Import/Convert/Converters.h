// How one input operation becomes det operations: a table of small functions, one per operation, by family.
#ifndef DET_LIB_TRANSFORMS_IMPORT_CONVERT_CONVERTERS_H
#define DET_LIB_TRANSFORMS_IMPORT_CONVERT_CONVERTERS_H

#include "../InputOps.h"
#include "../Shardings.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringMap.h"

namespace det::import {

struct Conversions;

/// One operation on its way. The builder stands in front of it; every operand and result type is supported.
struct Conversion {
  mlir::Operation *op;
  mlir::OpBuilder &b;
  Meshes &meshes;
  const Conversions &conversions;

  mlir::Location loc() const { return op->getLoc(); }
  mlir::Value operand(unsigned i = 0) const { return op->getOperand(i); }
  mlir::RankedTensorType type(unsigned i = 0) const { return type(op->getOperand(i)); }
  mlir::RankedTensorType resultType(unsigned i = 0) const { return type(op->getResult(i)); }
  static mlir::RankedTensorType type(mlir::Value value) { return llvm::cast<mlir::RankedTensorType>(value.getType()); }

  /// Reports that an attribute is missing or cannot be read.
  mlir::LogicalResult bad(llvm::StringRef attribute) const {
    return op->emitError() << "'" << op->getName() << "' has no readable '" << attribute << "'";
  }
  /// A list of integers that must be there, of `count` elements if that is not negative.
  mlir::FailureOr<input::Ints> ints(llvm::StringRef attribute, int64_t count = -1) const;
  /// An integer that must be there.
  mlir::FailureOr<int64_t> integer(llvm::StringRef attribute) const;

  /// Makes a det operation with one result.
  mlir::Value make(llvm::StringRef detName, mlir::ValueRange operands, mlir::Type type) const;
  /// Moves the only block of an input region into `target`, the region of a det operation, and converts its operations; its
  /// return becomes det.yield.
  mlir::LogicalResult convertRegion(mlir::Region &source, mlir::Region &target) const;
  /// The results of the operation are these.
  mlir::LogicalResult replace(mlir::ValueRange values) const;
};

/// Converts one operation: replaces its results, or reports an error.
using Converter = mlir::LogicalResult (*)(const Conversion &);

struct Conversions {
  struct Entry {
    Converter convert;
    int operands; ///< the number it must have; -1 = any
  };
  llvm::StringMap<Entry> table;

  /// Adds the names of a list separated by blanks.
  void add(llvm::StringRef names, int operands, Converter convert);
};

/// Converts an operation by the table; refuses one that the table lacks.
mlir::LogicalResult convertOp(mlir::Operation *op, const Conversions &conversions, Meshes &meshes);

void addElementwiseConversions(Conversions &table);
void addMovementConversions(Conversions &table);
void addReductionConversions(Conversions &table);
void addSortConversions(Conversions &table);
void addWindowConversions(Conversions &table);
void addSelectAndScatterConversions(Conversions &table);
void addProductConversions(Conversions &table);
void addConvolutionConversions(Conversions &table);
void addPlacementConversions(Conversions &table);
void addManualConversions(Conversions &table);
void addControlConversions(Conversions &table);
void addEinsumConversions(Conversions &table);
void addLinearAlgebraConversions(Conversions &table);
void addComplexConversions(Conversions &table);
void addNormalizationConversions(Conversions &table);
void addBitsConversions(Conversions &table);
void addChloConversions(Conversions &table);
void addSpecialConversions(Conversions &table);
void addRaggedConversions(Conversions &table);
void addMapConversions(Conversions &table);
void addRandomConversions(Conversions &table);
void addRandomBitsConversions(Conversions &table);

} // namespace det::import

#endif // DET_LIB_TRANSFORMS_IMPORT_CONVERT_CONVERTERS_H
