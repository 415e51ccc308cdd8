// Products: entries as descriptions and addresses, before anything decides who computes them.
#ifndef DET_LIB_RUNTIME_EXECUTOR_RESOLVE_DESCRIBEPRODUCT_H
#define DET_LIB_RUNTIME_EXECUTOR_RESOLVE_DESCRIBEPRODUCT_H

#include "../Addresses.h"

#include "det/Runtime/Host/Product.h"
#include "det/Runtime/State/ElementType.h"

namespace det::rt {

/// A product as the kernels know it.
host::Product describeProduct(const artifact::ProductT &product, host::Real type);

/// Where its operands lie; an error where one lies outside its memory.
struct ProductAddresses {
  uint8_t *a, *b, *c;
};
Result<ProductAddresses> resolveProduct(const artifact::ProductT &product, const host::Product &description, const AddressSpace &space);

} // namespace det::rt

#endif // DET_LIB_RUNTIME_EXECUTOR_RESOLVE_DESCRIBEPRODUCT_H
