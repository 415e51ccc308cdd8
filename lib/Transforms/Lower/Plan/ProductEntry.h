// A product entry of the plan, built in steps by the ops that are products.
#ifndef DET_LIB_TRANSFORMS_LOWER_PLAN_PRODUCTENTRY_H
#define DET_LIB_TRANSFORMS_LOWER_PLAN_PRODUCTENTRY_H

#include "ProgramBuilder.h"
#include "det/Runtime/Host/Product.h"

namespace det::plan {

/// The type in which the host multiplies elements of a type; nothing for one that has to be converted first.
std::optional<rt::host::Real> productTypeOf(mlir::Type element);

/// The tensor core that evaluates a product's leaves, and what it reads; nothing where leaves are folds.
struct Mma {
  artifact::MmaModel model;
  artifact::ElementType operand;
};
std::optional<Mma> mmaOf(mlir::Operation *op);

/// One dim of the box of a product's terms: how many indices exist, and from one to the next in A and B.
struct TermDim {
  int64_t size = 0, a = 0, b = 0;
};

/// Sets the leaves, the joins and the walk over the terms. The leaves of `program` are boxes over `dims`, from 0 on.
void setTerms(const order::Program &program, llvm::ArrayRef<TermDim> dims, rt::host::Product &product);

/// Sets one leaf of all terms, row-major: what is left of an order at `not_guaranteed`.
void setOneLeaf(llvm::ArrayRef<TermDim> dims, rt::host::Product &product);

/// Appends the entry that computes `product` from views of A and B into C, whose offsets are those of the first elements.
Step &addProduct(rt::host::Product product, const View &a, const View &b, const View &c, mlir::Operation *op, ProgramBuilder &builder);

} // namespace det::plan

#endif // DET_LIB_TRANSFORMS_LOWER_PLAN_PRODUCTENTRY_H
