// Attributes: mesh, sharding (what a user asks), layout (what a partitioned value has), order, recipe.
#ifndef DET_DIALECT_DET_ATTRS_TD
#define DET_DIALECT_DET_ATTRS_TD

include "mlir/IR/AttrTypeBase.td"
include "det/Dialect/Det/DetDialect.td"

class Det_Attr<string name, string attrMnemonic> : AttrDef<Det_Dialect, name> {
  let mnemonic = attrMnemonic;
  let hasCustomAssemblyFormat = 1;
}

//===-- Enums ------------------------------------------------------------------------------------------------------===//

def Det_Combiner : I32EnumAttr<"Combiner", "the operation that joins two values of a reduction", [
    I32EnumAttrCase<"Add", 0, "add">, I32EnumAttrCase<"Mul", 1, "mul">, I32EnumAttrCase<"Max", 2, "max">,
    I32EnumAttrCase<"Min", 3, "min">, I32EnumAttrCase<"And", 4, "and">, I32EnumAttrCase<"Or", 5, "or">,
    I32EnumAttrCase<"Xor", 6, "xor">, I32EnumAttrCase<"Assign", 7, "assign">,
    I32EnumAttrCase<"Body", 8, "body">]> {
  let cppNamespace = "::det";
}

def Det_Comparison : I32EnumAttr<"Comparison", "a comparison", [
    I32EnumAttrCase<"EQ", 0, "eq">, I32EnumAttrCase<"NE", 1, "ne">, I32EnumAttrCase<"LT", 2, "lt">,
    I32EnumAttrCase<"LE", 3, "le">, I32EnumAttrCase<"GT", 4, "gt">, I32EnumAttrCase<"GE", 5, "ge">]> {
  let cppNamespace = "::det";
}

//===-- Mesh and sharding ------------------------------------------------------------------------------------------===//

def Det_AxisRefAttr : Det_Attr<"AxisRef", "axis"> {
  let summary = "a mesh axis, or a part of one";
  let description = [{
    `"data"` is the whole axis; `"data":(2)4` is the sub-axis of size 4 whose position in the axis has 2 before it
    (Shardy's notation). `preSize` and `size` are 0 for a whole axis.
  }];
  let parameters = (ins StringRefParameter<"the axis">:$name, "int64_t":$preSize, "int64_t":$size);
  let builders = [AttrBuilder<(ins "::llvm::StringRef":$name), [{ return $_get($_ctxt, name, 0, 0); }]>];
}

def Det_MeshAttr : Det_Attr<"Mesh", "mesh"> {
  let summary = "named axes with sizes, major to minor";
  let description = [{ `#det.mesh<["data"=4, "model"=2]>`. Rank r has the coordinates of r in row-major order. }];
  let parameters = (ins ArrayRefParameter<"::mlir::StringAttr">:$names, ArrayRefParameter<"int64_t">:$sizes);
  let extraClassDeclaration = [{
    /// The number of ranks.
    int64_t getNumRanks() const;
    /// The size of an axis or sub-axis; 0 if the mesh lacks it.
    int64_t getSize(::det::AxisRefAttr axis) const;
    /// The coordinate of `rank` along an axis or sub-axis.
    int64_t getCoordinate(int64_t rank, ::det::AxisRefAttr axis) const;
    /// The flat index of `rank` over several axes, the first being the most major.
    int64_t getFlatIndex(int64_t rank, ::llvm::ArrayRef<::det::AxisRefAttr> axes) const;
    /// The product of the sizes of axes.
    int64_t getNumShards(::llvm::ArrayRef<::det::AxisRefAttr> axes) const;
  }];
}

def Det_DimShardingAttr : Det_Attr<"DimSharding", "dim_sharding"> {
  let summary = "how one dim is asked to be sharded";
  let description = [{ `{"data", ?}p1`: axes major to minor, `?` if open to more, priority (0 is first). }];
  let parameters = (ins ArrayRefParameter<"::det::AxisRefAttr">:$axes, "bool":$open, "int64_t":$priority);
}

def Det_ShardingAttr : Det_Attr<"Sharding", "sharding"> {
  let summary = "the sharding a user asks for a value (Shardy's model)";
  let description = "`#det.sharding<[{\"data\"}, {?} ], replicated = {\"model\"}>`, one entry per dim.";
  let parameters = (ins ArrayRefParameter<"::det::DimShardingAttr">:$dims, ArrayRefParameter<"::det::AxisRefAttr">:$replicated);
}

def Det_DimLayoutAttr : Det_Attr<"DimLayout", "dim_layout"> {
  let summary = "how one dim is cut over axes";
  let description = [{
    `{"data"}[0, 4, 10, 16]`: shard i, in the flat index over the axes, holds [edges[i], edges[i+1]). `{}`: not cut.
    `{"data"}[0:5, 3:11, 9:16]`: shard i holds [edges[i], ends[i]). Such shards may overlap, leave gaps and come in any order:
    they are what an op reads, say the rows under a window with those of its border. Only an exchange makes them.
  }];
  let parameters = (ins ArrayRefParameter<"::det::AxisRefAttr">:$axes, ArrayRefParameter<"int64_t">:$edges,
                        ArrayRefParameter<"int64_t">:$ends);
  let builders = [AttrBuilder<(ins "::llvm::ArrayRef<::det::AxisRefAttr>":$axes, "::llvm::ArrayRef<int64_t>":$edges),
                              [{ return $_get($_ctxt, axes, edges, ::llvm::ArrayRef<int64_t>()); }]>];
  let extraClassDeclaration = [{
    /// The layout in which shard i holds intervals[i], in the simplest form: not cut where every shard holds all of `size`.
    static DimLayoutAttr getReads(::mlir::MLIRContext *context, ::llvm::ArrayRef<::det::AxisRefAttr> axes,
                                  ::llvm::ArrayRef<std::pair<int64_t, int64_t>> intervals, int64_t size);
    /// True if the shards lie one after the other and are the whole dim.
    bool isTiling() const { return getEnds().empty(); }
    int64_t getNumShards() const {
      return static_cast<int64_t>(getEdges().size()) - (isTiling() && !getEdges().empty() ? 1 : 0);
    }
    /// The half-open interval that a shard of a cut dim holds.
    std::pair<int64_t, int64_t> getShard(int64_t shard) const {
      return {getEdges()[shard], isTiling() ? getEdges()[shard + 1] : getEnds()[shard]};
    }
    /// The size of the largest shard of a cut dim.
    int64_t getLargestShard() const;
  }];
}

def Det_LayoutAttr : Det_Attr<"Layout", "layout"> {
  let summary = "which box of a value each rank holds";
  let description = [{
    `#det.layout<[{"data"}[0, 8, 16], {} ]>`: one entry per dim. Axes that no dim names replicate.
    A *partial* value (an op whose reduction is split, before its join) has a second list with one entry per dim of the
    reduction's box: `#det.layout<[{}, {} ], partial = [{"data"}[0, 8, 16], {} ]>`. A rank then holds, for its box of
    result elements, the maximal nodes of the order's tree that its part of the reduced box covers, ascending.
  }];
  let parameters = (ins ArrayRefParameter<"::det::DimLayoutAttr">:$dims, ArrayRefParameter<"::det::DimLayoutAttr">:$partial);
  let extraClassDeclaration = [{
    /// The layout with no dim cut.
    static LayoutAttr getReplicated(::mlir::MLIRContext *context, int64_t rank);
    bool isPartial() const { return !getPartial().empty(); }
    bool isReplicated() const;
    /// True if every element lies in one shard: an exchange can take it from there.
    bool isTiling() const;
    /// The half-open interval of dim `dim` (of size `size`) that `rank` holds.
    std::pair<int64_t, int64_t> getInterval(::det::MeshAttr mesh, int64_t rank, int64_t dim, int64_t size) const;
    /// The same for a dim of the reduction's box.
    std::pair<int64_t, int64_t> getPartialInterval(::det::MeshAttr mesh, int64_t rank, int64_t dim, int64_t size) const;
  }];
}

//===-- Order ------------------------------------------------------------------------------------------------------===//

def Det_OrderAttr : Det_Attr<"Order", "order"> {
  let summary = "the expression that a reduction denotes";
  let description = [{
    `#det.order<levels = [(0, 64)], leaf = lanes<32>, acc = f32>`; dims are positions in the reduction's box, blocks are
    powers of two. Leaves: `fold`, `lanes<32>`, `mma<model>`. See docs/order.md.
  }];
  // levels: dim, block, dim, block, ...
  let parameters = (ins ArrayRefParameter<"int64_t">:$levels, StringRefParameter<"fold, lanes<32> or mma<...>">:$leaf, "::mlir::Type":$acc);
}

def Det_RecipeAttr : Det_Attr<"Recipe", "recipe"> {
  let summary = "the constants that default orders are made with";
  let parameters = (ins "int64_t":$kLeafMin, "int64_t":$kLeafMax, "int64_t":$rowLeafMin, "int64_t":$rowLeafMax, "int64_t":$columnLeafMax,
                        StringRefParameter<"tensor-core family, or empty">:$mma, "int64_t":$version);
  let extraClassDeclaration = [{ static RecipeAttr getDefault(::mlir::MLIRContext *context); }];
}

#endif // DET_DIALECT_DET_ATTRS_TD
