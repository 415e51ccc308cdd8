// From a product entry to its description and its addresses.
#include "DescribeProduct.h"

#include <algorithm>

namespace det::rt {

namespace {

std::vector<host::Axis> axesOf(const std::vector<artifact::ProductAxis> &axes) {
  std::vector<host::Axis> made;
  for (const artifact::ProductAxis &axis : axes)
    made.push_back({axis.size(), axis.a(), axis.b(), axis.c()});
  return made;
}

// Adds the inner loops of a product to what it reads: each part of the walk begins at a place of its own.
void walkInner(const host::Product &product, Extent &a, Extent &b) {
  const auto addParts = [&](Extent &extent, int64_t host::Axis::*stride, int64_t host::InnerPart::*start) {
    Extent all;
    all.empty = true;
    const auto add = [&](int64_t from, const std::vector<host::Axis> &axes) {
      Extent part;
      for (const host::Axis &axis : axes)
        part.walk(axis.size, axis.*stride);
      all.overflow |= part.overflow | __builtin_add_overflow(part.lowest, from, &part.lowest) |
                      __builtin_add_overflow(part.highest, from, &part.highest);
      if (part.empty)
        return;
      all.lowest = all.empty ? part.lowest : std::min(all.lowest, part.lowest);
      all.highest = all.empty ? part.highest : std::max(all.highest, part.highest);
      all.empty = false;
    };
    add(0, product.inner);
    for (const host::InnerPart &part : product.more)
      add(part.*start, part.axes);
    extent.empty |= all.empty;
    extent.overflow |= all.overflow | __builtin_add_overflow(extent.lowest, all.lowest, &extent.lowest) |
                       __builtin_add_overflow(extent.highest, all.highest, &extent.highest);
  };
  addParts(a, &host::Axis::a, &host::InnerPart::a);
  addParts(b, &host::Axis::b, &host::InnerPart::b);
}

} // namespace

host::Product describeProduct(const artifact::ProductT &product, host::Real type) {
  host::Product description{axesOf(product.batch), axesOf(product.rows), axesOf(product.columns), axesOf(product.inner),
                            product.leaves,        product.pops,         type};
  for (const auto &part : product.more)
    description.more.push_back({part->a, part->b, axesOf(part->inner)});
  return description;
}

Result<ProductAddresses> resolveProduct(const artifact::ProductT &product, const host::Product &description, const AddressSpace &space) {
  Extent a, b, c;
  for (const auto *group : {&description.batch, &description.rows, &description.columns})
    for (const host::Axis &axis : *group) {
      a.walk(axis.size, axis.a);
      b.walk(axis.size, axis.b);
      c.walk(axis.size, axis.c);
    }
  walkInner(description, a, b);
  const int64_t bytes = elementBytes(product.type);
  const int64_t operandBytes = product.model == artifact::MmaModel::none ? bytes : elementBytes(product.operand);
  const Result<uint8_t *> addressA =
      space.resolve(*product.a, space.rankOffset(product.rank_offsets, 0), a, operandBytes, AddressSpace::read);
  const Result<uint8_t *> addressB =
      space.resolve(*product.b, space.rankOffset(product.rank_offsets, 1), b, operandBytes, AddressSpace::read);
  const Result<uint8_t *> addressC =
      space.resolve(*product.c, space.rankOffset(product.rank_offsets, 2), c, bytes, AddressSpace::write);
  if (!addressA || !addressB || !addressC)
    return Error{(!addressA ? addressA : !addressB ? addressB : addressC).error()};
  return ProductAddresses{*addressA, *addressB, *addressC};
}

} // namespace det::rt
