// Complex numbers are taken apart before conversion: every operation on them becomes operations on real and imaginary parts.
#ifndef DET_LIB_TRANSFORMS_IMPORT_COMPLEX_COMPLEX_H
#define DET_LIB_TRANSFORMS_IMPORT_COMPLEX_COMPLEX_H

#include "../Convert/Formula.h"
#include "../InputOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace det::import {

/// A complex tensor by its parts.
struct Complex {
  Term re, im;
};

bool isComplex(mlir::Type type);
/// The type of the parts of a complex tensor.
mlir::RankedTensorType partType(mlir::Type type);

/// The parts of every complex value so far.
class ComplexValues {
public:
  std::pair<mlir::Value, mlir::Value> lookup(mlir::Value value) const { return parts.lookup(value); }
  void set(mlir::Value value, mlir::Value re, mlir::Value im) { parts[value] = {re, im}; }

private:
  llvm::DenseMap<mlir::Value, std::pair<mlir::Value, mlir::Value>> parts;
};

/// One operation on its way; operations are made in front of it. It is erased later, when nothing uses it any more.
struct ComplexStep {
  mlir::Operation *op;
  Maker m;
  ComplexValues &values;

  /// The parts of an operand; those of a real one are itself and zeros.
  Complex operand(unsigned i = 0);
  Term real(unsigned i = 0) { return {op->getOperand(i), &m}; }
  mlir::LogicalResult replace(Complex value);
  /// Replaces a real result.
  mlir::LogicalResult replace(Term value);
};

/// Gives an operation that is being made the attributes of another, wherever those are kept, but for one.
void copyAttributes(mlir::Operation *from, mlir::OperationState &to, llvm::StringRef but = "");

using ComplexConverter = mlir::LogicalResult (*)(ComplexStep &);

/// Converters by the names of `inputName`.
struct ComplexTable {
  llvm::StringMap<ComplexConverter> converters;
  void add(llvm::StringRef names, ComplexConverter convert);
};

void addComplexArithmetic(ComplexTable &table);
void addComplexFunctions(ComplexTable &table);
void addComplexInverses(ComplexTable &table);
void addComplexProducts(ComplexTable &table);
void addComplexTransforms(ComplexTable &table);
void addComplexSolvers(ComplexTable &table);

// Arithmetic on parts, as the operations of these names do it.
Complex operator+(Complex a, Complex b);
Complex operator-(Complex a, Complex b);
Complex operator*(Complex a, Complex b);
Complex operator*(Complex a, Term b);
Complex operator/(Complex a, Complex b);
/// The absolute value, without overflow on the way.
Term abs(Complex z);
/// log |z|: near |z| = 1 from |z|^2 - 1, elsewhere from the larger part.
Term logAbs(Complex z);
/// `magnitude` with the sign bit of `sign`.
Term copySign(Term magnitude, Term sign);
/// Parts in f64, where formulas are evaluated: those of complex<f32> then neither overflow nor lose digits.
Complex widened(Complex z);
Complex narrowed(Complex z, mlir::Type element);

/// An operation of one operand, evaluated in f64.
template <Complex (*function)(Complex)> mlir::LogicalResult unary(ComplexStep &c) {
  Complex z = c.operand();
  return c.replace(narrowed(function(widened(z)), z.re.element()));
}

} // namespace det::import

#endif // DET_LIB_TRANSFORMS_IMPORT_COMPLEX_COMPLEX_H
