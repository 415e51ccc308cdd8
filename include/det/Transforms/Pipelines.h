// The compile driver: one function per phase, and the whole way from text to artifact bytes.
#ifndef DET_TRANSFORMS_PIPELINES_H
#define DET_TRANSFORMS_PIPELINES_H

#include "det/Runtime/Result.h"
#include "det/Transforms/Lower/KernelUsage.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace det {

struct PartitionReport;

/// What a user chooses when compiling; every field has the meaning of the `det-opt` flag of its name.
struct CompileOptions {
  std::string target = "host";                  ///< `--to`
  std::string mesh;                             ///< `--mesh=data=4,model=2`; empty: the file's mesh, or one rank
  std::vector<std::string> shards;              ///< `--shard='tokens=[{data}]'`, in the order given; the last match wins
  std::string level = "mesh_to_mesh";           ///< `--level`, several joined by commas: mesh_to_mesh,loss=not_guaranteed
  std::string recipe;                           ///< `--recipe=k_leaf_min=16,...`; empty: the defaults
  std::vector<std::string> isas = {"v3", "v4"}; ///< instruction sets of the host kernels
  std::vector<std::string> chips = {"sm_80", "sm_90", "sm_100"}; ///< `--chips`: what the kernels for GPUs are assembled for
  std::string ptxas;                                             ///< `--ptxas`: the assembler; empty: as Cuda.h finds it
  std::string fuseAttention = "on"; ///< `--fuse-attention`: on where it is thought faster, off, or always where a GPU can
  std::string pins, pinsName; ///< `--pins`: what a file of det-pin has in it, and its name for messages; empty: no pins
};

/// What a compilation says about itself (`--report`). Filled as far as the compilation came.
struct CompileReport {
  /// Shardings, orders, exchanges and work of every op and rank; null if the module has no mesh.
  std::shared_ptr<PartitionReport> partition;
  /// Bytes of each rank's arena, and of the state at its front.
  std::vector<uint64_t> arenaBytes, stateBytes;
  /// Entries of each rank's program, loops counted once.
  std::vector<uint64_t> entries;
  /// The certificate as the artifact has it (`--emit-certificate`).
  std::string certificate;
  /// Registers, spills and shared memory of every kernel on every chip (`--kernel-report`); empty for the host.
  std::vector<KernelUsage> kernels;
  /// Products of the plan that `--pins` has an algorithm for.
  int64_t pinnedProducts = 0;
  /// Whether to fill `page`.
  bool wantsPage = false;
  /// What the HTML page shows (`--report=html`, Report/Page.h).
  std::string page;
};

/// Registers every dialect that the phases read or make, the input dialects with them.
void registerCompilerDialects(mlir::DialectRegistry &registry);

/// Parses StableHLO or det text. `name` is for messages. Errors are emitted as diagnostics; null then.
mlir::OwningOpRef<mlir::ModuleOp> parseInput(std::string_view text, std::string_view name, mlir::MLIRContext *context);

//===-- Phases: each ends with the verifier of what it promises -------------------------------------------------===//

/// Import: input dialects -> det ops in one @main with names and kinds.
void buildImportPipeline(mlir::OpPassManager &pm);

/// Order: `#det.order` on every op that reduces. Sees neither mesh nor target.
void buildOrderPipeline(mlir::OpPassManager &pm, const CompileOptions &options);

/// Partition: layouts, exchanges, partial values and joins. A module without a mesh gets one of a single rank.
/// `report`, if not null, must live until the pipeline has run.
void buildPartitionPipeline(mlir::OpPassManager &pm, const CompileOptions &options, PartitionReport *report = nullptr);

/// Lower: fuses what one kernel computes into `det.region`.
void buildLowerPipeline(mlir::OpPassManager &pm);

//===-- The whole way -------------------------------------------------------------------------------------------===//

/// Refuses a target, chips or instruction sets that are not known: what can be said before any text is read.
rt::Status checkTarget(const CompileOptions &options);

/// Compiles text to the bytes of an artifact. A pure function of its arguments: equal bytes in any process.
/// The error is one message of one or more lines: location, op, what is wrong and what to do.
rt::Result<std::vector<char>> compile(std::string_view text, std::string_view name, const CompileOptions &options,
                                      CompileReport *report = nullptr);

/// Runs Import and Order only, and gives the ordered graph's text as an artifact has it (what the interpreter reads).
rt::Result<std::string> orderedText(std::string_view text, std::string_view name, const CompileOptions &options);

/// Compiles as far as the plan and prints it (`--dump-plan`): tensors, memory and entries of every rank class.
rt::Result<std::string> planText(std::string_view text, std::string_view name, const CompileOptions &options);

/// Fills a report without making kernels: Import, Order, Partition, and the plan's sizes.
rt::Status report(std::string_view text, std::string_view name, const CompileOptions &options, CompileReport &report);

} // namespace det

#endif // DET_TRANSFORMS_PIPELINES_H
