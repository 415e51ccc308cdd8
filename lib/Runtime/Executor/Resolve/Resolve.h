// Turns a rank's part of a plan into operations with addresses.
#ifndef DET_LIB_RUNTIME_EXECUTOR_RESOLVE_RESOLVE_H
#define DET_LIB_RUNTIME_EXECUTOR_RESOLVE_RESOLVE_H

#include "../Addresses.h"
#include "Operations.h"
#include "PassingMemory.h"
#include "det/Runtime/Host/ProductMma.h"

#include <map>

namespace det::rt {

/// Tables that do not depend on addresses, made once for all ranks of a class.
struct PreparedTables {
  std::map<const artifact::ProductT *, host::PreparedProduct> products;
  std::map<const artifact::ProductT *, host::PreparedMma> tensorCoreProducts;
};

struct Resolver {
  const LoadedPlan &plan;
  const AddressSpace &space;
  const Kernels &kernels;
  host::Isa isa;
  int teamSize;
  PreparedTables &tables;
  /// Where the whole tensors of metrics are put together; by index of the plan's tensors, null for others.
  const std::vector<uint8_t *> &metrics;
  const PassingMemory *passing = nullptr; ///< where exchanges go by levels

  /// The whole program: feeds, entries, fetches. Errors name the entry.
  Result<ResolvedProgram> resolve();
  /// One entry alone. Errors name it.
  Result<ResolvedProgram> resolveOne(const artifact::EntryT &entry);

  /// Single entries. Those that take no program need neither kernels nor tables, and nothing here reads memory.
  Result<LaunchOp> launch(const artifact::LaunchT &launch, ResolvedProgram &program) const;
  Result<ProductOp> product(const artifact::ProductT &product, bool serial, ResolvedProgram &program) const;
  Result<CopyOp> copy(const artifact::CopyT &copy) const;
  Result<GatherOp> gather(const artifact::GatherT &gather) const;
  Result<ScatterOp> scatter(const artifact::ScatterT &scatter, bool serial, ResolvedProgram &program) const;
  Result<JoinOp> join(const artifact::JoinT &join) const;
  /// Sorts, scans, updates, and what bodies compute (ResolveWork.h).
  Result<WorkOp> work(const artifact::EntryT &entry, ResolvedProgram &program) const;
  Result<BeginOp> begin(uint32_t exchange) const;
  Result<EndOp> end(uint32_t exchange) const;
  /// The same by levels: several, one behind the other.
  Result<std::vector<BeginOp>> beginByLevels(uint32_t exchange) const;
  Result<std::vector<std::variant<BeginOp, EndOp>>> endByLevels(uint32_t exchange) const;

private:
  Status add(const artifact::EntryT &entry, ResolvedProgram &program, int depth);
  Status addWhile(const artifact::WhileT &loop, Operation operation, ResolvedProgram &program, int depth);
  Status addTensors(artifact::TensorKind kind, ResolvedProgram &program);
};

/// The extent, in bytes as elements of `elementBytes`, of a box copy between a dense box and the whole dense tensor.
/// `offset` gets the first element's offset in the whole tensor, in elements.
std::vector<host::CopyDim> boxDims(const Region &box, const std::vector<int64_t> &shape, int64_t &offset);

/// Copies a rank's box, dense at `box`, out of or (`toWhole`) into the whole dense tensor at `whole`.
Status copyBox(const Placed &layout, ElementType type, uint32_t rank, uint8_t *box, uint8_t *whole, bool toWhole);

/// prepareCopy for any element size: sizes that it lacks are copied as several smaller elements.
Result<host::PreparedCopy> prepareElements(std::vector<host::CopyDim> dims, int64_t elementBytes);

} // namespace det::rt

#endif // DET_LIB_RUNTIME_EXECUTOR_RESOLVE_RESOLVE_H
