// Processes as collectives name them in the text, and the logical ranks that they are.
#ifndef DET_LIB_TRANSFORMS_IMPORT_MANUAL_PROCESSES_H
#define DET_LIB_TRANSFORMS_IMPORT_MANUAL_PROCESSES_H

#include "../Convert/Converters.h"

namespace det::import {

/// What the numbers in a collective's groups are (StableHLO: process groups).
enum class ProcessIds {
  Replicas,                 ///< of replicas, separately in each partition
  ReplicasAcrossPartitions, ///< of replicas, all partitions of a replica being members
  Partitions,               ///< of partitions, separately in each replica
  Devices                   ///< of devices: replica * partitions + partition
};

/// The processes that run an operation: devices of a mesh, of which manual axes make logical ranks; or replicas and partitions.
class Processes {
public:
  using Ids = llvm::SmallVector<int64_t>;
  using Groups = llvm::SmallVector<Ids>;

  /// Those around an operation that is being imported. An error if there are none: no manual computation is around it, and the
  /// module is no program of one process.
  static mlir::FailureOr<Processes> around(const Conversion &c);

  /// The number of logical ranks.
  int64_t count() const { return ranks; }

  /// The groups of `replica_groups` as rows of logical ranks, -1 for nobody. Errors: groups over axes that are not manual,
  /// numbers that do not exist.
  mlir::FailureOr<mlir::DenseIntElementsAttr> groups(const Conversion &c, ProcessIds ids) const;
  /// `source_target_pairs` as logical ranks.
  mlir::FailureOr<Ids> pairs(const Conversion &c, ProcessIds ids) const;
  /// A number of each logical rank: its partition, or its replica.
  mlir::FailureOr<Ids> numbers(const Conversion &c, bool partition) const;

private:
  /// Lists of numbers as lists of devices; -1 stays.
  mlir::FailureOr<Groups> devices(const Conversion &c, const Groups &lists, ProcessIds ids) const;
  /// The groups along axes of the mesh.
  mlir::FailureOr<Groups> alongAxes(const Conversion &c, const input::GroupAxes &axes) const;
  /// Devices as logical ranks: lists that differ only in axes that are not manual are one.
  mlir::FailureOr<Groups> logical(const Conversion &c, const Groups &lists) const;

  int64_t replicas = 1, partitions = 1, ranks = 1;
  MeshAttr mesh; ///< null if devices are replicas and partitions
  Ids rankOf;    ///< of a device
  Ids placeOf;   ///< of a device, along the axes that are not manual
};

} // namespace det::import

#endif // DET_LIB_TRANSFORMS_IMPORT_MANUAL_PROCESSES_H
