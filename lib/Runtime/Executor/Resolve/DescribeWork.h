// Sorts, scans, and what bodies compute: entries as checked descriptions and addresses, before anything decides who computes them.
#ifndef DET_LIB_RUNTIME_EXECUTOR_RESOLVE_DESCRIBEWORK_H
#define DET_LIB_RUNTIME_EXECUTOR_RESOLVE_DESCRIBEWORK_H

#include "../Addresses.h"

#include "det/Runtime/Host/GenericReduce.h"
#include "det/Runtime/Host/GenericScatter.h"
#include "det/Runtime/Host/Scan.h"
#include "det/Runtime/Host/Sort.h"

namespace det::rt {

/// A body without its function; `arguments` and `results` are the numbers that it must have.
Result<host::Body> describeBody(const artifact::BodyT &body, size_t arguments, size_t results);

/// The addresses of dense arrays of `elements[i]` elements of `bytes[i]` bytes.
Result<std::vector<uint8_t *>> resolveArrays(const std::vector<artifact::Ref> &refs, const std::vector<int64_t> &elements,
                                             const std::vector<int64_t> &bytes, AddressSpace::Access access,
                                             const AddressSpace &space);

Result<host::Sort> describeSort(const artifact::SortT &sort);
struct SortAddresses {
  std::vector<uint8_t *> inputs, outputs;
  uint8_t *keys = nullptr; ///< null with a body
};
Result<SortAddresses> resolveSort(const artifact::SortT &sort, const host::Sort &description, const AddressSpace &space);

Result<host::Scan> describeScan(const artifact::ScanT &scan);
struct ScanAddresses {
  uint8_t *operand, *init, *result;
};
Result<ScanAddresses> resolveScan(const artifact::ScanT &scan, const AddressSpace &space);

Result<host::GenericReduce> describeReduce(const artifact::GenericReduceT &reduce);
struct ReduceAddresses {
  std::vector<uint8_t *> inputs, inits, outputs;
};
Result<ReduceAddresses> resolveReduce(const artifact::GenericReduceT &reduce, const host::GenericReduce &description,
                                      const AddressSpace &space);

Result<host::GenericScatter> describeScatter(const artifact::GenericScatterT &scatter);
struct ScatterAddresses {
  std::vector<uint8_t *> inputs, updates, outputs;
  uint8_t *indices;
  int64_t elements; ///< of each operand
};
Result<ScatterAddresses> resolveScatter(const artifact::GenericScatterT &scatter, const host::GenericScatter &description,
                                        const AddressSpace &space);

} // namespace det::rt

#endif // DET_LIB_RUNTIME_EXECUTOR_RESOLVE_DESCRIBEWORK_H
