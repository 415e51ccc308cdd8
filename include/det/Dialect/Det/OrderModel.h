// Orders and recipes: from the attributes of the det dialect to the order model, and back.
#ifndef DET_DIALECT_DET_ORDERMODEL_H
#define DET_DIALECT_DET_ORDERMODEL_H

#include "det/Dialect/Det/Det.h"
#include "det/Order/Default.h"
#include "det/TensorCore/TensorCore.h"

namespace det {

/// The order model's form of an order.
order::Order toModel(OrderAttr attr);
/// The attribute of an order.
OrderAttr fromModel(mlir::MLIRContext *context, const order::Order &order);

/// The order model's form of a recipe.
order::Recipe toModel(RecipeAttr attr);
/// The attribute of a recipe.
RecipeAttr fromModel(mlir::MLIRContext *context, const order::Recipe &recipe);

/// The tensor core that evaluates leaves, and the format of what it reads.
struct TensorCore {
  tensorcore::Model model;
  tensorcore::Format format;
};
/// The tensor core of an order's leaf mma<model>; nothing for other leaves, for an unknown model, and where the op does not multiply
/// two operands of one type that the model reads, or does not accumulate in f32.
std::optional<TensorCore> tensorCoreOf(const order::Order &order, OrderedOpInterface op);

/// An element type as the order model names it: f32, bf16, i32, ui8, complex<f32>.
std::string typeName(mlir::Type type);

/// The type in which a product of these operand and result types accumulates: that of an integer result, f64 if any of them is
/// f64, else f32.
std::string productAccumulation(mlir::Type lhs, mlir::Type rhs, mlir::Type result);

/// The box of an ordered op, from 0 to its sizes.
order::Box boxOf(OrderedOpInterface op);

/// Dims of the updates that address, without batching dims: the dims of the scatter's box.
llvm::SmallVector<int64_t> getScatterBoxDims(ScatterOp op);

} // namespace det

#endif // DET_DIALECT_DET_ORDERMODEL_H
