// What passes ask an op: its scalar computation, its order, its factors. No pass holds a switch over op names.
#ifndef DET_DIALECT_DET_INTERFACES_TD
#define DET_DIALECT_DET_INTERFACES_TD

include "mlir/IR/OpBase.td"

def ScalarOpInterface : OpInterface<"ScalarOpInterface"> {
  let cppNamespace = "::det";
  let description = [{ An op that computes each result element from the operand elements at the same index. }];
  let methods = [
    InterfaceMethod<[{
      Builds the computation on scalars, or vectors, of the *storage-free* types: signless integers (i1 for booleans) and
      floats. Signedness is the op's. The result has the op's element type (signless), and the operands' vector shape.
      A float result may hold a NaN that is not canonical; stores and bit casts canonicalise.
      Returns null where the element type is not supported.}],
      "::mlir::Value", "buildScalar", (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc, "::mlir::ValueRange":$operands)>,
    InterfaceMethod<"Float operations per element: an fma is 2, any other float operation or elementary function 1, integers 0.",
      "int64_t", "getFlopsPerElement", (ins), "", [{
        return ::mlir::isa<::mlir::FloatType>(::mlir::cast<::mlir::ShapedType>($_op->getResult(0).getType()).getElementType()) ? 1 : 0;
      }]>
  ];
}

def OrderedOpInterface : OpInterface<"OrderedOpInterface"> {
  let cppNamespace = "::det";
  let description = [{ An op whose bits depend on evaluation order: it carries `#det.order`. }];
  let methods = [
    InterfaceMethod<"Sizes of the reduction's box (order.md section 1), in box order.", "::llvm::SmallVector<int64_t>", "getBoxSizes">,
    InterfaceMethod<"The order that the recipe gives.", "::det::OrderAttr", "getDefaultOrder", (ins "::det::RecipeAttr":$recipe)>,
    InterfaceMethod<"The order, or null before the order phase.", "::det::OrderAttr", "getFixedOrder", (ins), "",
      [{ return $_op->template getAttrOfType<::det::OrderAttr>("order"); }]>,
    InterfaceMethod<"Sets the order.", "void", "setFixedOrder", (ins "::det::OrderAttr":$order), "", [{ $_op->setAttr("order", order); }]>,
    InterfaceMethod<"What joins two nodes.", "::det::Combiner", "getCombiner">,
    InterfaceMethod<"Operand types of a leaf as the hash names them: `f32`, or `bf16*bf16`.", "std::string", "getTerms">,
    InterfaceMethod<"The operand that is joined once at the root, as the left operand; null if there is none.", "::mlir::Value", "getInit">
  ];
}

def PartitionableOpInterface : OpInterface<"PartitionableOpInterface"> {
  let cppNamespace = "::det";
  let description = [{ An op that tells how dims of operands and results correspond (see Factors.h). }];
  let methods = [
    InterfaceMethod<"The factors.", "::det::FactorMap", "getFactors">,
    InterfaceMethod<"Float operations per point of the iteration space (the product of all factor sizes).", "int64_t", "getFlopsPerPoint", (ins), "",
      [{ return 0; }]>
  ];
}

def BatchableOpInterface : OpInterface<"BatchableOpInterface"> {
  let cppNamespace = "::det";
  let description = [{
    An op that can be evaluated for many logical ranks at once: over one more, leading, dim. Manual regions become ordinary
    graphs this way (det-import-manual).
  }];
  let methods = [
    InterfaceMethod<[{
      Builds the op over operands that all have one more leading dim, of one size. Every slice of the results along their
      leading dim has the bits of the op on that slice of the operands. Emits an error and fails where the op cannot.}],
      "::mlir::FailureOr<::llvm::SmallVector<::mlir::Value>>", "buildBatched",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::ValueRange":$operands), "", [{
        return ::det::buildElementwiseBatched($_op, builder, operands);
      }]>
  ];
}

#endif // DET_DIALECT_DET_INTERFACES_TD
