// Shared by the checks of entries that address elements.
#include "Places.h"

#include "Fault.h"

#include <algorithm>

namespace det::verify {

Index sizesOf(const Box &box) {
  Index sizes;
  for (const Range &range : box)
    sizes.push_back(range.size());
  return sizes;
}

Index listOf(const std::vector<int64_t> &list) { return Index(list.begin(), list.end()); }

bool has(const Index &list, int64_t value) { return std::find(list.begin(), list.end(), value) != list.end(); }

void requireDense(const Access &access, const char *what) {
  int64_t stride = access.elementBytes;
  for (size_t dim = access.box.size(); dim-- > 0; stride *= access.box[dim].size())
    require(access.box[dim].size() == 1 || access.strides[dim] == stride || volume(access.box) == 0, "has ", what, " that are not dense");
}

void requireWhole(const EntryAt &entry, const Access &access, int64_t dim) {
  int64_t size = entry.walk.graph.type(access.value).shape.at(dim);
  require(access.box.at(dim) == Range{0, size}, "addresses dim ", dim, " of value ", access.value, ", which its rank has not whole");
}

void requireAlike(const Access &a, size_t dimA, const Access &b, size_t dimB) {
  require(a.box.at(dimA) == b.box.at(dimB), "has dim ", dimA, " of value ", a.value, " and dim ", dimB, " of value ", b.value,
          " cut in different ways");
}

Index dimsWithout(size_t rank, const Index &without) {
  Index dims;
  for (size_t dim = 0; dim < rank; ++dim)
    if (!has(without, dim))
      dims.push_back(dim);
  return dims;
}

void requireIndexType(const EntryAt &entry, artifact::ElementType type, uint32_t value) {
  require(isType(type, entry.walk.graph.type(value).element), "reads indices as ", artifact::EnumNameElementType(type));
}

void checkBody(const EntryAt &entry, const Op &op, const artifact::BodyT *body) {
  const artifact::PlanT &plan = entry.walk.context.plan;
  require(body && body->kernel < plan.kernel_bodies.size(), "has no body");
  Body listed;
  for (const auto &each : plan.kernel_bodies[body->kernel]->ops)
    listed.ops.push_back({each->does, {each->inputs.begin(), each->inputs.end()}});
  const std::vector<int32_t> &results = plan.kernel_bodies[body->kernel]->results;
  require(results.size() == op.body.results.size(), "has a body with ", results.size(), " results");
  for (size_t i = 0; i < results.size(); ++i)
    require(listed.expression(results[i]) == op.body.expression(op.body.results[i]), "has a body that computes something else than the graph's");
}

} // namespace det::verify
