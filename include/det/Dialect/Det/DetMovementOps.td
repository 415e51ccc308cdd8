// Ops that make, move or repeat elements and compute nothing.
#ifndef DET_DIALECT_DET_MOVEMENT_OPS_TD
#define DET_DIALECT_DET_MOVEMENT_OPS_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "det/Dialect/Det/DetAttrs.td"
include "det/Dialect/Det/DetInterfaces.td"

class Det_MovementOp<string mnemonic, list<Trait> traits = []> : Det_Op<mnemonic, traits # [Pure,
    DeclareOpInterfaceMethods<PartitionableOpInterface, ["getFactors"]>,
    DeclareOpInterfaceMethods<BatchableOpInterface, ["buildBatched"]>]> {
  let hasVerifier = 1;
}

def Det_ConstantOp : Det_Op<"constant", [Pure, ConstantLike, AllTypesMatch<["value", "result"]>, DeclareOpInterfaceMethods<PartitionableOpInterface, ["getFactors"]>]> {
  let summary = "a constant; NaNs in it are canonical";
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "attr-dict $value";
  let builders = [OpBuilder<(ins "::mlir::ElementsAttr":$value), [{ build($_builder, $_state, value.getType(), value); }]>];
  let hasFolder = 1;
}

def Det_IotaOp : Det_MovementOp<"iota"> {
  let summary = "the global index along `dim`, converted once from i64";
  let arguments = (ins I64Attr:$dim);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "`dim` `=` $dim attr-dict `:` type($result)";
}

def Det_BroadcastInDimOp : Det_MovementOp<"broadcast_in_dim"> {
  let summary = "operand dim i becomes result dim dims[i]; dims of size 1, and dims not named, repeat";
  let arguments = (ins Det_Tensor:$operand, DenseI64ArrayAttr:$dims);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "$operand `,` `dims` `=` $dims attr-dict `:` functional-type(operands, results)";
}

def Det_ReshapeOp : Det_MovementOp<"reshape"> {
  let summary = "the same elements in row-major order under another shape";
  let arguments = (ins Det_Tensor:$operand);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` functional-type(operands, results)";
}

def Det_TransposeOp : Det_MovementOp<"transpose"> {
  let summary = "result dim i is operand dim permutation[i]";
  let arguments = (ins Det_Tensor:$operand, DenseI64ArrayAttr:$permutation);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "$operand `,` `dims` `=` $permutation attr-dict `:` functional-type(operands, results)";
}

def Det_SliceOp : Det_MovementOp<"slice"> {
  let summary = "elements start, start + stride, ... below limit, per dim";
  let arguments = (ins Det_Tensor:$operand, DenseI64ArrayAttr:$starts, DenseI64ArrayAttr:$limits, DenseI64ArrayAttr:$strides);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "$operand `,` `starts` `=` $starts `,` `limits` `=` $limits `,` `strides` `=` $strides attr-dict `:` functional-type(operands, results)";
}

def Det_ConcatenateOp : Det_MovementOp<"concatenate"> {
  let summary = "operands one after the other along `dim`";
  let arguments = (ins Variadic<Det_Tensor>:$inputs, I64Attr:$dim);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "`(` $inputs `)` `,` `dim` `=` $dim attr-dict `:` functional-type(operands, results)";
}

def Det_PadOp : Det_MovementOp<"pad"> {
  let summary = "low, high (may be negative) and interior padding per dim";
  let arguments = (ins Det_Tensor:$operand, Det_Tensor:$padding, DenseI64ArrayAttr:$low, DenseI64ArrayAttr:$high, DenseI64ArrayAttr:$interior);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "$operand `,` $padding `,` `low` `=` $low `,` `high` `=` $high `,` `interior` `=` $interior attr-dict `:` functional-type(operands, results)";
}

def Det_ReverseOp : Det_MovementOp<"reverse", [SameOperandsAndResultType]> {
  let summary = "elements in opposite order along dims";
  let arguments = (ins Det_Tensor:$operand, DenseI64ArrayAttr:$dims);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "$operand `,` `dims` `=` $dims attr-dict `:` type($result)";
}

def Det_DynamicSliceOp : Det_MovementOp<"dynamic_slice"> {
  let summary = "a slice of static sizes at a start that is clamped into the operand";
  let arguments = (ins Det_Tensor:$operand, Variadic<Det_Tensor>:$starts, DenseI64ArrayAttr:$sizes);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "$operand `,` `starts` `=` `(` $starts `)` `,` `sizes` `=` $sizes attr-dict `:` functional-type(operands, results)";
}

def Det_DynamicUpdateSliceOp : Det_MovementOp<"dynamic_update_slice"> {
  let summary = "the operand with `update` written at a start that is clamped";
  let arguments = (ins Det_Tensor:$operand, Det_Tensor:$update, Variadic<Det_Tensor>:$starts);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "$operand `,` $update `,` `starts` `=` `(` $starts `)` attr-dict `:` functional-type(operands, results)";
}

def Det_GatherOp : Det_MovementOp<"gather"> {
  let summary = "slices of the operand at start indices, which are clamped (StableHLO gather)";
  let arguments = (ins Det_Tensor:$operand, Det_Tensor:$indices, DenseI64ArrayAttr:$offset_dims, DenseI64ArrayAttr:$collapsed_slice_dims,
                       DenseI64ArrayAttr:$operand_batching_dims, DenseI64ArrayAttr:$indices_batching_dims, DenseI64ArrayAttr:$start_index_map,
                       I64Attr:$index_vector_dim, DenseI64ArrayAttr:$slice_sizes);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "$operand `,` $indices attr-dict `:` functional-type(operands, results)";
}

def Det_WindowsOp : Det_MovementOp<"windows"> {
  let summary = "all windows of the operand: result[i..., w...] = operand[i * stride + w * dilation, ...]";
  let description = [{
    The result has the rank of the operand twice: first the positions of the windows, then the places inside a window.
    Dim d has (n - (sizes[d] - 1) * dilations[d] - 1) / strides[d] + 1 positions, none if the window does not fit. On the
    host it is a view: nothing moves.
  }];
  let arguments = (ins Det_Tensor:$operand, DenseI64ArrayAttr:$sizes, DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$dilations);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "$operand `,` `sizes` `=` $sizes `,` `strides` `=` $strides `,` `dilations` `=` $dilations attr-dict `:` functional-type(operands, results)";
}

def Det_RealOp : Det_MovementOp<"real"> {
  let summary = "the real parts of complex numbers";
  let arguments = (ins Det_Tensor:$operand);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` functional-type(operands, results)";
}

def Det_ImagOp : Det_MovementOp<"imag"> {
  let summary = "the imaginary parts of complex numbers";
  let arguments = (ins Det_Tensor:$operand);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` functional-type(operands, results)";
}

def Det_ComplexOp : Det_MovementOp<"complex"> {
  let summary = "complex numbers from their parts";
  let description = [{ Import takes all arithmetic apart into real parts: the only complex values are arguments, results, and these. }];
  let arguments = (ins Det_Tensor:$re, Det_Tensor:$im);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "$re `,` $im attr-dict `:` functional-type(operands, results)";
}

#endif // DET_DIALECT_DET_MOVEMENT_OPS_TD
