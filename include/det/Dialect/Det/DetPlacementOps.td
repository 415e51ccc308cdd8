// Ops about where values are: constraints before partitioning; exchanges, joins and fused regions after it.
#ifndef DET_DIALECT_DET_PLACEMENT_OPS_TD
#define DET_DIALECT_DET_PLACEMENT_OPS_TD

include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "det/Dialect/Det/DetAttrs.td"
include "det/Dialect/Det/DetInterfaces.td"

def Det_ShardingConstraintOp : Det_Op<"sharding_constraint", [Pure, SameOperandsAndResultType,
    DeclareOpInterfaceMethods<PartitionableOpInterface, ["getFactors"]>]> {
  let summary = "the identity, with a sharding that the user asks for";
  let arguments = (ins Det_Tensor:$operand, Det_ShardingAttr:$sharding);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "$operand $sharding attr-dict `:` type($result)";
}

def Det_ExchangeOp : Det_Op<"exchange", [Pure, SameOperandsAndResultType]> {
  let summary = "the identity on values; moves boxes between ranks, from the operand's layout to the result's";
  let arguments = (ins Det_Tensor:$operand);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($result)";
}

def Det_JoinOp : Det_Op<"join", [Pure]> {
  let summary = "joins the nodes of a partial value along its order's tree, then init, into whole values";
  let description = [{
    `partial` is the result of an op with OrderedOpInterface whose layout is partial. Each rank receives, for its box of the
    result's layout, every node, joins them in the order of that op, joins `init` on the left of the root, and rounds once.
  }];
  let arguments = (ins Det_Tensor:$partial, Optional<Det_Tensor>:$init);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "$partial (`,` $init^)? attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def Det_RegionOp : Det_Op<"region", [Pure, IsolatedFromAbove, SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "det ops that one kernel computes";
  let description = [{ Block arguments are the operands; `det.yield` names the results. The `layouts` are those of the results. }];
  let arguments = (ins Variadic<Det_Tensor>:$inputs);
  let results = (outs Variadic<Det_Tensor>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$inputs attr-dict-with-keyword $body `:` functional-type(operands, results)";
}

def Det_YieldOp : Det_Op<"yield", [Pure, Terminator, ReturnLike, ParentOneOf<["RegionOp", "GenericReduceOp", "GenericScatterOp", "SortOp", "WhileOp", "ManualOp"]>]> {
  let summary = "ends a region: of a kernel, a body, a loop, a manual computation";
  let arguments = (ins Variadic<Det_Tensor>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
}

#endif // DET_DIALECT_DET_PLACEMENT_OPS_TD
