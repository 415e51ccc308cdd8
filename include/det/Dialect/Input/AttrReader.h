// Decodes the attributes of the input dialects, which are kept as text, into plain structs.
#ifndef DET_DIALECT_INPUT_ATTRREADER_H
#define DET_DIALECT_INPUT_ATTRREADER_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace det::input {

using Ints = llvm::SmallVector<int64_t>;

/// The text of an attribute of an input dialect (`dot<...>` of `#stablehlo.dot<...>`), or empty for others.
/// A string that holds an sdy attribute counts as one.
llvm::StringRef text(mlir::Attribute attribute);

/// The word of an enumeration: `LT` of `#stablehlo<comparison_direction LT>`; empty if absent.
llvm::StringRef word(mlir::Attribute attribute);

/// A list of integers in any spelling that occurs: `array<i64: ...>`, `dense<...> : tensor<Nxi64>`, `[1 : i64, ...]`.
/// Absent (null) gives nothing.
std::optional<Ints> ints(mlir::Attribute attribute);

/// A list of booleans: `array<i1: ...>` or `dense<...> : tensor<Nxi1>`.
std::optional<llvm::SmallVector<bool>> bools(mlir::Attribute attribute);

/// The named integer fields of `dot<...>`, `gather<...>`, `scatter<...>`: `name = [1, 2]` or `name = 1`.
class Fields {
public:
  /// Reads `kind<name = value, ...>`; nothing if the text has another form. `withWords`: fields may be words, which are passed
  /// over (`dot_algorithm<accumulation_type = f32, ...>`).
  static std::optional<Fields> read(mlir::Attribute attribute, llvm::StringRef kind, bool withWords = false);
  static std::optional<Fields> parse(llvm::StringRef text, llvm::StringRef kind, bool withWords = false);

  /// The list of a field; empty if the text leaves it out.
  Ints list(llvm::StringRef name) const;
  /// The single value of a field; 0 if the text leaves it out.
  int64_t value(llvm::StringRef name) const;

private:
  std::vector<std::pair<std::string, Ints>> fields;
};

/// Dimension numbers of a convolution: positions of batch, feature and spatial dims in operands and result.
struct ConvolutionDims {
  int64_t inputBatch, inputFeature, kernelInput, kernelOutput, outputBatch, outputFeature;
  Ints inputSpatial, kernelSpatial, outputSpatial;
};
/// Reads `conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>`, or `conv<raw input_batch_dimension = 0, ...>`, which may say anything.
std::optional<ConvolutionDims> readConvolution(mlir::Attribute attribute);

/// A mesh axis, or a part of one: `"data"`, or `"data":(1)2` = the sub-axis of size 2 below a product of 1.
struct AxisRef {
  std::string name;
  int64_t preSize = 1;
  int64_t size = 0; ///< 0 = the whole axis
};

/// The axes of one tensor dim, major to minor.
struct DimSharding {
  std::vector<AxisRef> axes;
  bool open = false;
  std::optional<int64_t> priority;
};

/// A mesh: axes with sizes, and the device order if it is not the natural one.
struct Mesh {
  std::vector<std::pair<std::string, int64_t>> axes;
  Ints deviceIds;
};

/// `#sdy.sharding<@mesh, [{"data"}, {?}], replicated={...}, unreduced={...}>`.
struct Sharding {
  std::string mesh; ///< symbol name, empty if the mesh is written in place
  std::optional<Mesh> inlineMesh;
  std::vector<DimSharding> dims;
  std::vector<AxisRef> replicated, unreduced;
};

/// Reads `mesh<["data"=4, "model"=2]>`, with optional `device_ids=[...]`.
std::optional<Mesh> readMesh(mlir::Attribute attribute);
/// Reads `{name = #sdy.mesh<...>, ...}`, as torch-xla writes the meshes into a string.
std::optional<std::vector<std::pair<std::string, Mesh>>> readMeshes(llvm::StringRef text);
/// Reads `sharding<...>`.
std::optional<Sharding> readSharding(mlir::Attribute attribute);
/// Reads `sharding_per_value<[<...>, <...>]>`.
std::optional<std::vector<Sharding>> readShardingPerValue(mlir::Attribute attribute);

/// Reads `manual_axes{"x", "y"}`.
std::optional<std::vector<std::string>> readManualAxes(mlir::Attribute attribute);

/// Groups of devices that differ along axes of a mesh, major to minor.
struct GroupAxes {
  std::string mesh;
  std::vector<AxisRef> axes;
};
/// Reads `replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>`.
std::optional<GroupAxes> readGroupAxes(mlir::Attribute attribute);

} // namespace det::input

#endif // DET_DIALECT_INPUT_ATTRREADER_H
