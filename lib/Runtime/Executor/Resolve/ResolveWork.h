// Entries that become Work, by family.
#ifndef DET_LIB_RUNTIME_EXECUTOR_RESOLVE_RESOLVEWORK_H
#define DET_LIB_RUNTIME_EXECUTOR_RESOLVE_RESOLVEWORK_H

#include "../Compute.h"
#include "Resolve.h"

namespace det::rt {

Result<WorkOp> sortWork(const artifact::SortT &sort, const Resolver &resolver, ResolvedProgram &program);
Result<WorkOp> scanWork(const artifact::ScanT &scan, const Resolver &resolver, ResolvedProgram &program);
Result<WorkOp> reduceWork(const artifact::GenericReduceT &reduce, const Resolver &resolver, ResolvedProgram &program);
Result<WorkOp> scatterWork(const artifact::GenericScatterT &scatter, const Resolver &resolver, ResolvedProgram &program);
Result<WorkOp> updateWork(const artifact::UpdateT &update, const Resolver &resolver, ResolvedProgram &program);

/// A product by tensor-core steps.
Result<WorkOp> mmaWork(const artifact::ProductT &product, bool serial, const Resolver &resolver, ResolvedProgram &program);

/// The same pointers as constants.
inline std::vector<const void *> constants(const std::vector<uint8_t *> &pointers) { return {pointers.begin(), pointers.end()}; }

/// How kernels read an index of this type; nothing for other types.
std::optional<host::Index> indexOf(ElementType type);
/// The type in which kernels combine elements. `moved`: they are only copied, so any type of that size does.
std::optional<host::Element> elementOf(ElementType type, bool moved = false);
/// Whether integers of this type have no sign; booleans have none.
bool isUnsigned(ElementType type);
/// Where a box begins, per dim.
std::vector<int64_t> starts(const Region &box);
/// The join of a combiner; nothing for assign.
std::optional<host::JoinOp> joinOpOf(artifact::Combiner combiner, ElementType type);

} // namespace det::rt

#endif // DET_LIB_RUNTIME_EXECUTOR_RESOLVE_RESOLVEWORK_H
