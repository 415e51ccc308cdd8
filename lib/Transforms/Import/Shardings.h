// Meshes and shardings of the input file -> attributes of the det dialect.
#ifndef DET_LIB_TRANSFORMS_IMPORT_SHARDINGS_H
#define DET_LIB_TRANSFORMS_IMPORT_SHARDINGS_H

#include "det/Dialect/Det/Det.h"
#include "det/Dialect/Input/AttrReader.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"

namespace det::import {

/// The meshes of a module, by symbol name. All that shard anything must be one mesh.
class Meshes {
public:
  /// Collects and checks every `sdy.mesh`, and the meshes that torch-xla writes into a module attribute.
  mlir::LogicalResult read(mlir::ModuleOp module);

  /// The module's mesh; null if it has none, or only empty ones.
  MeshAttr mesh() const { return common; }

  /// The sharding of a value of rank `rank`; null for one that asks nothing (rank 0).
  /// Errors: unknown mesh or axis, an axis used twice, a sub-axis that does not divide, a wrong number of dims.
  mlir::FailureOr<ShardingAttr> convert(const input::Sharding &sharding, int64_t rank, mlir::Location location,
                                        llvm::StringRef what);
  /// The same from `#sdy.sharding<...>`.
  mlir::FailureOr<ShardingAttr> convert(mlir::Attribute attribute, int64_t rank, mlir::Location location, llvm::StringRef what);

private:
  mlir::LogicalResult add(llvm::StringRef name, const input::Mesh &mesh, mlir::Location location);

  llvm::StringMap<MeshAttr> bySymbol;
  std::optional<mlir::Location> commonAt;
  MeshAttr common;
};

} // namespace det::import

#endif // DET_LIB_TRANSFORMS_IMPORT_SHARDINGS_H
