// Ops whose bits depend on evaluation order: they carry `#det.order` after the order phase.
#ifndef DET_DIALECT_DET_REDUCTION_OPS_TD
#define DET_DIALECT_DET_REDUCTION_OPS_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "det/Dialect/Det/DetAttrs.td"
include "det/Dialect/Det/DetInterfaces.td"

class Det_ReductionOp<string mnemonic, list<Trait> partitioning = [DeclareOpInterfaceMethods<PartitionableOpInterface, ["getFactors", "getFlopsPerPoint"]>]>
    : Det_Op<mnemonic, partitioning # [Pure,
    DeclareOpInterfaceMethods<OrderedOpInterface, ["getBoxSizes", "getDefaultOrder", "getCombiner", "getTerms", "getInit"]>,
    DeclareOpInterfaceMethods<BatchableOpInterface, ["buildBatched"]>]> {
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

def Det_ConvolutionOp : Det_ReductionOp<"convolution", [DeclareOpInterfaceMethods<PartitionableOpInterface, ["getFactors", "getFlopsPerPoint"]>]> {
  let summary = "general convolution (StableHLO): strides, padding (may be negative), dilation of both sides, reversal, groups";
  let description = [{
    Dims of the operands and the result are named by their numbers, spatial dims in one order for all three. Padding and the
    holes of a dilated lhs do not exist: they are no terms of the sum. The box is (window dims, input feature), or for a
    weight gradient (lhs feature dim below its batch dim) (input feature, window dims); see docs/order.md.
  }];
  let arguments = (ins Det_Tensor:$lhs, Det_Tensor:$rhs,
                       I64Attr:$lhs_batch, I64Attr:$lhs_feature, DenseI64ArrayAttr:$lhs_spatial,
                       I64Attr:$rhs_input_feature, I64Attr:$rhs_output_feature, DenseI64ArrayAttr:$rhs_spatial,
                       I64Attr:$result_batch, I64Attr:$result_feature, DenseI64ArrayAttr:$result_spatial,
                       DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$low, DenseI64ArrayAttr:$high,
                       DenseI64ArrayAttr:$lhs_dilation, DenseI64ArrayAttr:$rhs_dilation, DenseBoolArrayAttr:$reversal,
                       I64Attr:$feature_groups, I64Attr:$batch_groups, OptionalAttr<Det_OrderAttr>:$order);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
}

def Det_ScanOp : Det_ReductionOp<"scan"> {
  let summary = "cumulative reduction along `dim`: element i joins all elements up to it (from it, if `reverse`), and init on the left";
  let description = [{
    Order: a fold inside each block of the order's level, block totals folded into a carry, result = init + (carry + local);
    reversed from the far end, blocks still at multiples of the block (docs/order.md).
  }];
  let arguments = (ins Det_Combiner:$combiner, Det_Tensor:$operand, Det_Tensor:$init, I64Attr:$dim, UnitAttr:$reverse,
                       OptionalAttr<Det_OrderAttr>:$order);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "$combiner $operand `,` $init `,` `dim` `=` $dim attr-dict `:` functional-type(operands, results)";
}

/// An op with a region of elementwise det ops on scalars (tensors of rank 0): the terminator is det.yield.
class Det_BodyOp<string mnemonic, list<Trait> traits = []> : Det_Op<mnemonic, traits # [Pure, IsolatedFromAbove, SingleBlock,
    DeclareOpInterfaceMethods<PartitionableOpInterface, ["getFactors"]>,
    DeclareOpInterfaceMethods<BatchableOpInterface, ["buildBatched"]>]> {
  let regions = (region SizedRegion<1>:$body);
  let hasVerifier = 1;
}

def Det_GenericReduceOp : Det_BodyOp<"generic_reduce", [AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<OrderedOpInterface, ["getBoxSizes", "getDefaultOrder", "getCombiner", "getTerms", "getInit"]>]> {
  let summary = "reduces dims of several operands at once with any pure region: arg-max, Welford, ...";
  let description = [{
    The body takes left values, then right values (one of each per operand) and yields the joined ones; it is evaluated in the
    element types as written. `dims` ascend. The tree is that of the order; inits are joined once at the root, on the left.
  }];
  let arguments = (ins Variadic<Det_Tensor>:$inputs, Variadic<Det_Tensor>:$inits, DenseI64ArrayAttr:$dims, OptionalAttr<Det_OrderAttr>:$order);
  let results = (outs Variadic<Det_Tensor>:$outputs);
  let assemblyFormat = "`(` $inputs `)` `init` `(` $inits `)` `dims` `=` $dims attr-dict-with-keyword $body `:` functional-type(operands, results)";
}

def Det_GenericScatterOp : Det_BodyOp<"generic_scatter", [AttrSizedOperandSegments]> {
  let summary = "StableHLO scatter of several operands with any pure region, update after update in ascending index";
  let description = [{ The body takes current values, then update values, and yields new values. No tree: a left fold. }];
  let arguments = (ins Variadic<Det_Tensor>:$inputs, Det_Tensor:$indices, Variadic<Det_Tensor>:$updates,
                       DenseI64ArrayAttr:$update_window_dims, DenseI64ArrayAttr:$inserted_window_dims, DenseI64ArrayAttr:$input_batching_dims,
                       DenseI64ArrayAttr:$indices_batching_dims, DenseI64ArrayAttr:$scatter_dims_to_operand_dims, I64Attr:$index_vector_dim);
  let results = (outs Variadic<Det_Tensor>:$outputs);
  let assemblyFormat = "`(` $inputs `)` `at` $indices `with` `(` $updates `)` attr-dict-with-keyword $body `:` functional-type(operands, results)";
}

def Det_SortOp : Det_BodyOp<"sort"> {
  let summary = "sorts several operands together along `dim`, stable";
  let description = [{
    The body takes a left and a right value of every operand (left, right, left, right, ...) and yields whether left comes
    before right. A body that is no strict order gives what the merge sort of lib/Runtime/Host/Sort.h gives.
  }];
  let arguments = (ins Variadic<Det_Tensor>:$inputs, I64Attr:$dim);
  let results = (outs Variadic<Det_Tensor>:$outputs);
  let assemblyFormat = "`(` $inputs `)` `dim` `=` $dim attr-dict-with-keyword $body `:` functional-type(operands, results)";
}

#endif // DET_DIALECT_DET_REDUCTION_OPS_TD
