// Entries that a GPU does at once: blocks have their own rows of all of them, in any order, and some values are written nowhere.
#include "Fault.h"
#include "Refs.h"
#include "Walk.h"

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

/// True if two accesses are the same elements, row by row, in the same place.
bool isSamePlace(const Access &a, const Access &b) {
  return a.space == b.space && a.base == b.base && a.elementBytes == b.elementBytes && a.box == b.box && a.strides == b.strides && a.partial == none &&
         b.partial == none;
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
  const size_t outputs = uses[1].size() - context.plan.kernel_bodies[fusion.kernel]->results.size();
  const bool isThree = fusion.entries == 3;
  const auto refuse = [](bool holds, const auto &...what) { require(holds, "is done at once with entries behind it, ", what...); };
  refuse(fusion.input < outputs && isSamePlace(uses[0][2], uses[1][fusion.input]) && uses[0][2].value == uses[1][fusion.input].value,
         "which read other rows than it makes");
  refuse(isThree || fusion.output == UINT16_MAX, "and keeps rows that nothing multiplies");
  size_t operand = 0;
  if (isThree) {
    refuse(fusion.output >= outputs && fusion.output < uses[1].size(), "and names no result of the launch");
    const Access &rows = uses[1][fusion.output];
    while (operand < 2 && !(isSamePlace(rows, uses[2][operand]) && rows.value == uses[2][operand].value))
      ++operand;
    refuse(operand < 2, "of which the last does not multiply what the launch makes");
    refuse(rows.box == uses[0][2].box && rows.elementBytes == uses[0][2].elementBytes, "whose rows are not its own");
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
