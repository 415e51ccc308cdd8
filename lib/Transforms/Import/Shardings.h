// Meshes and shardings of the input file -> attributes of the det dialect.
#ifndef DET_LIB_TRANSFORMS_IMPORT_SHARDINGS_H
#define DET_LIB_TRANSFORMS_IMPORT_SHARDINGS_H

#include "det/Dialect/Det/Det.h"
#include "det/Dialect/Input/AttrReader.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"

namespace det::import {

/// The meshes of a module, by symbol name. One of them, that of the most ranks, is the module's; every other mesh has some of its
/// axes, or cuts the same ranks into other axes, and its shardings are written in axes and sub-axes of the module's mesh.
/// The order of devices (`device_ids`) is placement and does not count.
class Meshes {
public:
  /// Collects and checks every `sdy.mesh`, and the meshes that torch-xla writes into a module attribute.
  mlir::LogicalResult read(mlir::ModuleOp module);

  /// The module's mesh; null if it has none, or only empty ones.
  MeshAttr mesh() const { return commonAttr; }

  /// The sharding of a value of rank `rank`.
  /// Errors: unknown mesh or axis, an axis used twice, a sub-axis that does not divide, a wrong number of dims.
  /// `unreduced` axes say how a sum is stored, not what it is, and are left out.
  mlir::FailureOr<ShardingAttr> convert(const input::Sharding &sharding, int64_t rank, mlir::Location location,
                                        llvm::StringRef what);
  /// The same from `#sdy.sharding<...>`.
  mlir::FailureOr<ShardingAttr> convert(mlir::Attribute attribute, int64_t rank, mlir::Location location, llvm::StringRef what);

private:
  struct Named {
    std::string name;
    input::Mesh mesh;
    mlir::Location location;
  };
  /// Makes the mesh of the most ranks the common one, and checks that every other fits it.
  mlir::LogicalResult choose(llvm::ArrayRef<Named> named);
  /// Whether a mesh can be written in axes of the common one; an error if not.
  mlir::LogicalResult fits(const input::Mesh &mesh, llvm::StringRef name, mlir::Location location) const;
  void setCommon(const input::Mesh &mesh, mlir::Location location);

  llvm::StringMap<input::Mesh> bySymbol;
  std::optional<mlir::Location> commonAt;
  input::Mesh common;
  MeshAttr commonAttr;
};

} // namespace det::import

#endif // DET_LIB_TRANSFORMS_IMPORT_SHARDINGS_H
