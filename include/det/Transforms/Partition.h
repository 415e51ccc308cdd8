// Partition: shardings propagate through the ordered graph, and every value gets a place on the mesh.
#ifndef DET_TRANSFORMS_PARTITION_H
#define DET_TRANSFORMS_PARTITION_H

#include "det/Transforms/PartitionOptions.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include <memory>

namespace det {

struct PartitionReport;

/// Partitions `@main` of an ordered module. Consumes `det.mesh` of the module and `det.sharding` of arguments and results;
/// afterwards
/// - the module's `det.mesh` has the sizes in use (no axis at all for one rank),
/// - every op of the graph has `layouts`, every argument and result `det.layout`,
/// - an operand's layout is the one that the op's factors need from its own layout: where it was not, there is a
///   `det.exchange`,
/// - an op whose reduction is split has a partial layout, and only `det.join` uses it.
/// A function of graph, annotations and mesh alone. Errors are emitted at the op, argument or module.
mlir::LogicalResult partition(mlir::ModuleOp module, const PartitionOptions &options);

/// The gate: checks the invariants above, and that for every partial value the nodes of all ranks are the order's tree, by
/// its structural hash.
mlir::LogicalResult verifyPartition(mlir::ModuleOp module);

/// `det-partition`: options `mesh=data=4,model=2` and `shard=PATTERN;PATTERN`. If `report` is not null it is filled.
std::unique_ptr<mlir::Pass> createPartitionPass(const PartitionOptions &options = {}, PartitionReport *report = nullptr);

/// `det-verify-partition`.
std::unique_ptr<mlir::Pass> createVerifyPartitionPass();

/// Registers both.
void registerPartitionPasses();

} // namespace det

#endif // DET_TRANSFORMS_PARTITION_H
