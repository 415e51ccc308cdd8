// Formulas over input operations: what one operation of the graph means in terms of simpler ones, written as arithmetic.
//
// The operations that a formula makes are converted like those of the file.
#ifndef DET_LIB_TRANSFORMS_IMPORT_CONVERT_FORMULA_H
#define DET_LIB_TRANSFORMS_IMPORT_CONVERT_FORMULA_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace det::import {

/// Where operations are made.
struct Maker {
  mlir::OpBuilder b;
  mlir::Location loc;

  /// An operation with one result, of stablehlo if the name says nothing else.
  mlir::Value make(llvm::StringRef name, mlir::ValueRange operands, mlir::Type type,
                   llvm::ArrayRef<std::pair<llvm::StringRef, mlir::Attribute>> attributes = {});
  /// A constant whose elements are all `value`, rounded to the type.
  mlir::Value constant(mlir::RankedTensorType type, double value);
  /// The same of an integer type, by its bits.
  mlir::Value constantBits(mlir::RankedTensorType type, uint64_t bits);
  /// `#stablehlo<TEXT>` and the like, as the reader keeps them.
  mlir::Attribute opaque(const llvm::Twine &text);
  mlir::Attribute ints(llvm::ArrayRef<int64_t> values) { return b.getDenseI64ArrayAttr(values); }
};

/// A tensor in a formula. Operators are elementwise; both sides have one type, numbers take the type of the other side.
struct Term {
  mlir::Value value;
  Maker *m;

  mlir::RankedTensorType type() const { return llvm::cast<mlir::RankedTensorType>(value.getType()); }
  mlir::Type element() const { return type().getElementType(); }
  unsigned width() const { return element().getIntOrFloatBitWidth(); }

  /// A function of one operand by its name: `x.call("tanh")`.
  Term call(llvm::StringRef name) const { return {m->make(name, value, type()), m}; }
  Term call(llvm::StringRef name, Term right) const { return {m->make(name, {value, right.value}, type()), m}; }
  Term like(double number) const { return {m->constant(type(), number), m}; }
  /// The constant of an integer type with these bits.
  Term bits(uint64_t bits) const { return {m->constantBits(type(), bits), m}; }
  Term convert(mlir::Type element) const;
  Term bitcast(mlir::Type element) const;
  Term reshape(llvm::ArrayRef<int64_t> shape) const;
  Term broadcast(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> dims) const;
  Term transpose(llvm::ArrayRef<int64_t> permutation) const;
  Term slice(int64_t dim, int64_t start, int64_t limit) const;
  /// One place of a dim, at a scalar index; the dim stays, with size 1.
  Term at(int64_t dim, Term index) const;
  /// The tensor with `part` written there.
  Term withPart(Term part, int64_t dim, Term index) const;
  /// `direction` is EQ, NE, LT, LE, GT or GE.
  Term compare(llvm::StringRef direction, Term right) const;
  Term compare(llvm::StringRef direction, double right) const { return compare(direction, like(right)); }
};

inline Term operator+(Term a, Term b) { return a.call("add", b); }
inline Term operator-(Term a, Term b) { return a.call("subtract", b); }
inline Term operator*(Term a, Term b) { return a.call("multiply", b); }
inline Term operator/(Term a, Term b) { return a.call("divide", b); }
inline Term operator-(Term a) { return a.call("negate"); }
inline Term operator+(Term a, double b) { return a + a.like(b); }
inline Term operator-(Term a, double b) { return a - a.like(b); }
inline Term operator*(Term a, double b) { return a * a.like(b); }
inline Term operator-(double a, Term b) { return b.like(a) - b; }
inline Term operator/(double a, Term b) { return b.like(a) / b; }
inline Term operator&(Term a, Term b) { return a.call("and", b); }
inline Term operator|(Term a, Term b) { return a.call("or", b); }
inline Term operator^(Term a, Term b) { return a.call("xor", b); }
inline Term operator!(Term a) { return a.call("not"); }
/// Shifts of unsigned or signed bits, zeros coming in.
inline Term operator<<(Term a, unsigned by) { return a.call("shift_left", a.bits(by)); }
inline Term operator>>(Term a, unsigned by) { return a.call("shift_right_logical", a.bits(by)); }

Term select(Term condition, Term yes, Term no);
/// Rows and columns, the last two dims, exchanged.
Term transposed(Term x);
/// A term of size 1 in some dims, repeated to a shape of its rank.
Term repeated(Term x, llvm::ArrayRef<int64_t> shape);
Term concatenate(llvm::ArrayRef<Term> terms, int64_t dim);
/// A product with the dims of dot_general: batching, contracting.
Term dot(Term lhs, Term rhs, llvm::ArrayRef<int64_t> lhsBatch, llvm::ArrayRef<int64_t> rhsBatch, llvm::ArrayRef<int64_t> lhsContract,
         llvm::ArrayRef<int64_t> rhsContract);
/// `#stablehlo.dot<...>`.
mlir::Attribute dotNumbers(Maker &m, llvm::ArrayRef<int64_t> lhsBatch, llvm::ArrayRef<int64_t> rhsBatch,
                           llvm::ArrayRef<int64_t> lhsContract, llvm::ArrayRef<int64_t> rhsContract);
/// A loop of `trips` trips over carried terms; `body` gets the number of the trip, an i32 scalar, and what is carried.
llvm::SmallVector<Term> repeat(llvm::ArrayRef<Term> inits, int64_t trips,
                               llvm::function_ref<llvm::SmallVector<Term>(Term, llvm::ArrayRef<Term>)> body);
/// The sum over dims, ascending, from 0.
Term sum(Term x, llvm::ArrayRef<int64_t> dims);
Term iota(Maker &m, mlir::RankedTensorType type, int64_t dim);

} // namespace det::import

#endif // DET_LIB_TRANSFORMS_IMPORT_CONVERT_FORMULA_H
