// The mesh behind the GSPMD shardings of a module, and these shardings as text of the sdy dialect.
#ifndef DET_LIB_TRANSFORMS_IMPORT_MANUAL_GSPMDMESH_H
#define DET_LIB_TRANSFORMS_IMPORT_MANUAL_GSPMDMESH_H

#include "det/Dialect/Input/AttrReader.h"
#include "det/Dialect/Input/Gspmd.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/BitVector.h"

namespace det::import {

/// GSPMD writes numbers of devices where Shardy has axes. If the module has a mesh of as many ranks, its axes are meant; if not,
/// a mesh is made up, with an axis between each two borders that any sharding has (`_axis_0`, `_axis_1`, ..., as torch-xla
/// calls them), and an `sdy.mesh` is added to the module.
class GspmdMesh {
public:
  /// Reads every `mhlo.sharding` of the module. Errors: one that cannot be read, different numbers of devices, borders that do not
  /// divide each other.
  mlir::LogicalResult read(mlir::ModuleOp module);

  /// Whether the module has any such string.
  bool any() const { return found; }

  /// The sharding of a value of rank `rank` as `<@mesh, [{"_axis_0"}, {?}]>`; dims of `open`, and all dims of a sharding that says
  /// nothing about values, are open.
  std::string text(const input::GspmdSharding &sharding, int64_t rank, const llvm::BitVector &open = {}) const;

  /// The axes over which a value is manual, as `{"_axis_0"}`: all of the mesh for `{manual}`.
  std::string manualAxes(const input::GspmdSharding &sharding) const;

private:
  mlir::LogicalResult add(mlir::Attribute attribute, mlir::Location location);
  mlir::LogicalResult makeMesh(mlir::ModuleOp module);
  std::string axes(llvm::ArrayRef<input::DeviceDigits> digits) const;

  bool found = false;
  int64_t devices = 1;
  llvm::SmallVector<int64_t> borders = {1};
  std::string name;
  input::Mesh mesh;
};

/// The `mhlo.sharding` of an operation, an argument or a result: one sharding per value.
std::optional<std::vector<input::GspmdSharding>> gspmdOf(mlir::Attribute attribute);

/// Turns what lies between `custom_call @SPMDFullToShardShape` and `@SPMDShardToFullShape` into `sdy.manual_computation`, whose
/// shardings are those of the custom calls around it.
mlir::LogicalResult makeManualRegions(mlir::Block &block, const GspmdMesh &mesh);

/// The target of a custom call; empty for other operations.
llvm::StringRef callTarget(mlir::Operation *op);

} // namespace det::import

#endif // DET_LIB_TRANSFORMS_IMPORT_MANUAL_GSPMDMESH_H
