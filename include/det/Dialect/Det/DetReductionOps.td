// Ops whose bits depend on evaluation order: they carry `#det.order` after the order phase.
#ifndef DET_DIALECT_DET_REDUCTION_OPS_TD
#define DET_DIALECT_DET_REDUCTION_OPS_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "det/Dialect/Det/DetAttrs.td"
include "det/Dialect/Det/DetInterfaces.td"

class Det_ReductionOp<string mnemonic> : Det_Op<mnemonic, [Pure,
    DeclareOpInterfaceMethods<OrderedOpInterface, ["getBoxSizes", "getDefaultOrder", "getCombiner", "getTerms", "getInit"]>,
    DeclareOpInterfaceMethods<PartitionableOpInterface, ["getFactors", "getFlopsPerPoint"]>]> {
  let hasVerifier = 1;
}

def Det_ReduceOp : Det_ReductionOp<"reduce"> {
  let summary = "reduces dims with a combiner; init is joined once at the root, as the left operand";
  let description = [{
    `dims` ascend. The box has these dims in this order. Sums of floats accumulate in f32 (f64 if the operand is f64).
    While the result is partial (`#det.layout` with `partial`), init is not joined: `det.join` does.
    ```mlir
    %r = det.reduce add %x, %init, dims = [2] {order = #det.order<levels = [(0, 64)], leaf = lanes<32>, acc = f32>} : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    ```
  }];
  let arguments = (ins Det_Combiner:$combiner, Det_Tensor:$operand, Det_Tensor:$init, DenseI64ArrayAttr:$dims, OptionalAttr<Det_OrderAttr>:$order);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "$combiner $operand `,` $init `,` `dims` `=` $dims attr-dict `:` functional-type(operands, results)";
}

def Det_DotOp : Det_ReductionOp<"dot"> {
  let summary = "general matrix product: result dims are batching, free left, free right";
  let description = [{
    The box has the contracting dims as listed. In every leaf the first term is `a*b`, each further one `fma(a, b, acc)`.
  }];
  let arguments = (ins Det_Tensor:$lhs, Det_Tensor:$rhs, DenseI64ArrayAttr:$lhs_batching, DenseI64ArrayAttr:$rhs_batching,
                       DenseI64ArrayAttr:$lhs_contracting, DenseI64ArrayAttr:$rhs_contracting, OptionalAttr<Det_OrderAttr>:$order);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "$lhs `,` $rhs `,` `batching` `=` $lhs_batching `x` $rhs_batching `,` `contracting` `=` $lhs_contracting `x` $rhs_contracting attr-dict `:` functional-type(operands, results)";
}

def Det_ScatterOp : Det_ReductionOp<"scatter"> {
  let summary = "the operand with updates combined into it (StableHLO scatter); updates that miss are dropped";
  let description = [{
    The box has the update's scatter dims without batching dims. The operand is joined once at the root, as the left
    operand; elements without an update keep the operand's bits. `assign`: the highest global update index wins.
  }];
  let arguments = (ins Det_Combiner:$combiner, Det_Tensor:$operand, Det_Tensor:$indices, Det_Tensor:$updates,
                       DenseI64ArrayAttr:$update_window_dims, DenseI64ArrayAttr:$inserted_window_dims, DenseI64ArrayAttr:$input_batching_dims,
                       DenseI64ArrayAttr:$indices_batching_dims, DenseI64ArrayAttr:$scatter_dims_to_operand_dims, I64Attr:$index_vector_dim,
                       OptionalAttr<Det_OrderAttr>:$order);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "$combiner $operand `,` $indices `,` $updates attr-dict `:` functional-type(operands, results)";
}

#endif // DET_DIALECT_DET_REDUCTION_OPS_TD
