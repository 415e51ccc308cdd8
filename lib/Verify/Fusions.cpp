// Entries that a GPU does at once: blocks have their own rows of all of them, in any order, and some values are written nowhere.
#include "Fault.h"
#include "Params.h"
#include "Refs.h"

#include <algorithm>

namespace det::verify {

namespace {

using artifact::EntryT;

/// What an entry does with memory.
struct Touch {
  Access access;
  size_t entry;
  bool writes;
};

bool overlap(const Access &a, const Access &b) {
  const auto x = a.bytes(), y = b.bytes();
  return a.space == b.space && x.first < y.second && y.first < x.second;
}

/// True if two accesses are of the same memory: one may see it through a view, such as a transpose, and call it by that name. That each element
/// which is read there is the one that was written there, `Memory` has seen.
bool isSamePlace(const Access &a, const Access &b) {
  const auto walkOf = [](const Access &access) {
    Steps walk;
    for (size_t dim = 0; dim < access.box.size(); ++dim)
      walk.push_back({access.box[dim].size(), access.strides[dim]});
    return elementsOf(walk);
  };
  return a.value != none && b.value != none && a.partial == none && b.partial == none && a.space == b.space && a.buffer != none && a.base == b.base &&
         a.elementBytes == b.elementBytes && walkOf(a) == walkOf(b);
}

/// True if a launch of rows walks through a tensor as rows lie in a block: each without gaps, one behind the other.
bool isRows(const Params &params, size_t tensor) {
  int64_t distance = 1;
  for (size_t loop = params.loops; loop-- > 0; distance *= params.size(loop))
    if (params.size(loop) != 1 && params.stride(tensor, loop) != distance)
      return false;
  return true;
}

/// True if the terms of every output of a product lie in one row of `n` elements of operand A or B.
bool isWithinRows(const artifact::ProductT &product, size_t operand, int64_t n) {
  const auto strideOf = [&](const artifact::ProductAxis &axis) { return operand == 0 ? axis.a() : axis.b(); };
  for (const auto *axes : {&product.batch, &product.rows, &product.columns})
    for (const artifact::ProductAxis &axis : *axes)
      if (axis.size() > 1 && strideOf(axis) % n != 0)
        return false;
  const auto fits = [&](int64_t start, const std::vector<artifact::ProductAxis> &inner) {
    bool holds = start >= 0;
    for (const artifact::ProductAxis &axis : inner)
      if (axis.size() > 1) {
        holds = holds && start < n && strideOf(axis) >= 0 && strideOf(axis) < n && axis.size() <= n;
        start += holds ? (axis.size() - 1) * strideOf(axis) : 0;
      }
    return holds && start < n;
  };
  return fits(0, product.inner) && std::all_of(product.more.begin(), product.more.end(), [&](const auto &part) {
           return fits(operand == 0 ? part->a : part->b, part->inner);
         });
}

} // namespace

size_t Walk::checkFusion(const std::vector<std::unique_ptr<EntryT>> &entries, size_t first) const {
  const artifact::FusionT &fusion = *entries[first]->fusion;
  const auto refuse = [](bool holds, const auto &...what) { require(holds, "is done at once with entries behind it, ", what...); };
  refuse(context.plan.target == "cuda", "and the plan is not for GPUs");
  refuse((fusion.entries == 2 || fusion.entries == 3) && first + fusion.entries <= entries.size(), "of which there are not ", int(fusion.entries));
  const auto *product = entries[first]->action.AsProduct();
  const auto *launch = entries[first + 1]->action.AsLaunch();
  refuse(product && launch && (fusion.entries == 2 || entries[first + 2]->action.AsProduct()), "which are not a product, a launch and a product");
  for (size_t i = first + 1; i < first + fusion.entries; ++i)
    refuse(!entries[i]->fusion, "one of which is done at once with others");
  refuse(launch->kernel == fusion.kernel && launch->kernel < context.plan.kernels.size() && context.plan.kernels[launch->kernel].starts_with("row_"),
         "and names another kernel than that of rows");
  return first + fusion.entries;
}

void Walk::finishFusion(const std::vector<std::unique_ptr<EntryT>> &entries, size_t first) {
  const artifact::FusionT &fusion = *entries[first]->fusion;
  std::vector<std::vector<Access>> uses;
  for (size_t i = first; i < first + fusion.entries; ++i) {
    const auto &offsets = offsetsOf(entries[i]->action);
    uses.emplace_back();
    for (size_t use = 0; use < entries[i]->claim->uses.size(); ++use)
      uses.back().push_back(accessOf(*entries[i]->claim->uses[use], offsets, use));
  }
  // A product may begin inside its values; what goes from entry to entry does not.
  const auto begins = [&](size_t entry, size_t use) {
    const artifact::UseT &claimed = *entries[first + entry]->claim->uses[use];
    return refsOf(entries[first + entry]->action, program.exchanges)[use].offset() ==
           program.buffers[claimed.buffer]->offset + claimed.offset * claimed.element_bytes;
  };
  const size_t outputs = uses[1].size() - context.plan.kernel_bodies[fusion.kernel]->results.size();
  const bool isThree = fusion.entries == 3;
  const auto refuse = [](bool holds, const auto &...what) { require(holds, "is done at once with entries behind it, ", what...); };
  refuse(fusion.input < outputs && begins(0, 2) && isSamePlace(uses[0][2], uses[1][fusion.input]), "which read other rows than it makes");
  const EntryAt launch{*this, *entries[first + 1]->claim, {}, uses[1], {}};
  const Params params(launch, *entries[first + 1]->action.AsLaunch(), outputs, uses[1].size());
  refuse(isRows(params, fusion.input), "which read what it makes, but not row by row");
  refuse(isThree || fusion.output == UINT16_MAX, "and keeps rows that nothing multiplies");
  size_t operand = 0;
  if (isThree) {
    refuse(fusion.output >= outputs && fusion.output < uses[1].size(), "and names no result of the launch");
    const Access &rows = uses[1][fusion.output];
    while (operand < 2 && !isSamePlace(rows, uses[2][operand]))
      ++operand;
    refuse(operand < 2 && begins(2, operand), "of which the last does not multiply what the launch makes");
    const int64_t n = params.loops ? params.size(params.loops - 1) : 1;
    refuse(isWithinRows(*entries[first + 2]->action.AsProduct(), operand, n), "of which the last multiplies more than one row for a result");
    refuse(isRows(params, fusion.output) && rows.elementBytes == uses[0][2].elementBytes, "whose rows are not its own");
  }
  // What goes to and from memory, and what does not.
  std::vector<Touch> touches, hidden;
  for (size_t entry = 0; entry < uses.size(); ++entry)
    for (size_t use = 0; use < uses[entry].size(); ++use) {
      const bool isHanded = (entry == 0 && use == 2) || (entry == 1 && use == fusion.input) || (entry == 2 && use == operand);
      const bool isHidden = isThree && !fusion.keeps && entry == 1 && use == fusion.output;
      const Touch touch{uses[entry][use], entry, entry == 1 ? use >= outputs : use == 2};
      if (isHidden || (entry == 0 && use == 2))
        hidden.push_back(touch);
      else if (!isHanded)
        touches.push_back(touch);
    }
  for (const Touch &a : touches)
    for (const Touch &b : touches)
      if (a.entry < b.entry && (a.writes || b.writes))
        refuse(!overlap(a.access, b.access), "of which one writes value ", (a.writes ? a : b).access.value, " where another has value ",
               (a.writes ? b : a).access.value);
  for (const Touch &made : hidden)
    for (const Touch &reader : touches)
      if (made.entry < reader.entry && !reader.writes)
        refuse(!overlap(made.access, reader.access), "of which one reads value ", made.access.value, " from memory, where nobody writes it");
  memory.forget(uses[0][2]);
  if (isThree && !fusion.keeps)
    memory.forget(uses[1][fusion.output]);
}

} // namespace det::verify
