// Ops with regions of det ops: loops, and manual computations with the collectives inside them.
#ifndef DET_DIALECT_DET_CONTROL_OPS_TD
#define DET_DIALECT_DET_CONTROL_OPS_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "det/Dialect/Det/DetAttrs.td"
include "det/Dialect/Det/DetInterfaces.td"

def Det_WhileOp : Det_Op<"while", [Pure, DeclareOpInterfaceMethods<PartitionableOpInterface, ["getFactors"]>]> {
  let summary = "a loop: while `condition` yields true, the carried values become what `body` yields";
  let description = [{
    Both regions take the carried values as block arguments, and may read values from outside. Pure: an iteration changes nothing
    but the carried values. Loops with few operations in all are written out by import; the others stay loops down to the plan.
  }];
  let arguments = (ins Variadic<Det_Tensor>:$inits);
  let results = (outs Variadic<Det_Tensor>:$outputs);
  let regions = (region SizedRegion<1>:$condition, SizedRegion<1>:$body);
  let assemblyFormat = "`(` $inits `)` attr-dict-with-keyword $condition `do` $body `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def Det_ManualOp : Det_Op<"manual", [Pure, IsolatedFromAbove]> {
  let summary = "a computation written for each of P logical ranks (shard_map); gone after det-import-manual";
  let description = [{
    `axes` are the manual mesh axes, `sizes` the sizes that the graph states: P is their product, a logical rank the row-major
    position in them. The body sees local shapes: a dim of an operand is cut by the manual axes that its entry in `in_shardings`
    names. The result depends on the stated sizes, never on the number of real ranks.
  }];
  let arguments = (ins Variadic<Det_Tensor>:$inputs, StrArrayAttr:$axes, DenseI64ArrayAttr:$sizes, ArrayAttr:$in_shardings, ArrayAttr:$out_shardings);
  let results = (outs Variadic<Det_Tensor>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "`(` $inputs `)` attr-dict-with-keyword $body `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

/// `groups` has one row per group of logical ranks of the enclosing det.manual.
class Det_CollectiveOp<string mnemonic, dag extra> : Det_Op<mnemonic, [Pure]> {
  let arguments = !con((ins Det_Tensor:$operand), extra);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` functional-type(operands, results)";
}

def Det_AllReduceOp : Det_CollectiveOp<"all_reduce", (ins Det_Combiner:$combiner, I64ElementsAttr:$groups)> {
  let summary = "every member of a group gets the members' values joined in group order (order: block 1)";
}
def Det_AllGatherOp : Det_CollectiveOp<"all_gather", (ins I64Attr:$dim, I64ElementsAttr:$groups)> {
  let summary = "every member of a group gets the members' values one after the other along dim";
}
def Det_ReduceScatterOp : Det_CollectiveOp<"reduce_scatter", (ins Det_Combiner:$combiner, I64Attr:$dim, I64ElementsAttr:$groups)> {
  let summary = "all_reduce, of which member i keeps the i-th part along dim";
}
def Det_AllToAllOp : Det_CollectiveOp<"all_to_all", (ins I64Attr:$split_dim, I64Attr:$concat_dim, I64ElementsAttr:$groups)> {
  let summary = "member j gets the j-th part along split_dim of every member, one after the other along concat_dim";
}
def Det_CollectivePermuteOp : Det_CollectiveOp<"collective_permute", (ins DenseI64ArrayAttr:$pairs)> {
  let summary = "the value of pairs[2i] goes to pairs[2i + 1]; ranks that get none have zeros";
}
def Det_CollectiveBroadcastOp : Det_CollectiveOp<"collective_broadcast", (ins I64ElementsAttr:$groups)> {
  let summary = "every member of a group gets the first member's value; ranks in no group have zeros";
}
def Det_RankValueOp : Det_Op<"rank_value", [Pure]> {
  let summary = "a number that each logical rank knows of itself: values[rank]";
  let arguments = (ins DenseI64ArrayAttr:$values);
  let results = (outs Det_Tensor:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

#endif // DET_DIALECT_DET_CONTROL_OPS_TD
