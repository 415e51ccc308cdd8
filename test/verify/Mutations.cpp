// How mutations find their places.
#include "Mutations.h"

namespace det::test {

using artifact::EntryT;
using artifact::PlanT;
using artifact::ProgramT;

#define DET_ACTION(Name)                                                                                                          \
  template <> artifact::Name##T *actionOf<artifact::Name##T>(EntryT &entry) { return entry.action.As##Name(); }
DET_ACTION(Launch)
DET_ACTION(Product)
DET_ACTION(Copy)
DET_ACTION(Gather)
DET_ACTION(Scatter)
DET_ACTION(Join)
DET_ACTION(ExchangeBegin)
DET_ACTION(ExchangeEnd)
DET_ACTION(While)
DET_ACTION(Sort)
DET_ACTION(Scan)
DET_ACTION(GenericReduce)
DET_ACTION(GenericScatter)
DET_ACTION(Update)
#undef DET_ACTION

static void forEachList(ProgramT &program, Entries &entries, const std::function<void(ProgramT &, Entries &)> &visit) {
  visit(program, entries);
  for (auto &entry : entries)
    if (artifact::WhileT *loop = entry->action.AsWhile()) {
      forEachList(program, loop->condition, visit);
      forEachList(program, loop->body, visit);
    }
}

void forEachList(PlanT &plan, const std::function<void(ProgramT &, Entries &)> &visit) {
  for (auto &program : plan.programs)
    forEachList(*program, program->entries, visit);
}

Mutation ofList(std::string name, std::string effect, std::function<bool(ProgramT &, Entries &, size_t, bool)> change) {
  return {std::move(name), std::move(effect), [change](Subject &subject, int site) {
            ProgramT *program = nullptr;
            Entries *list = nullptr;
            size_t place = 0;
            int seen = 0;
            forEachList(subject.plan, [&](ProgramT &owner, Entries &entries) {
              for (size_t i = 0; i < entries.size(); ++i)
                if (!list && change(owner, entries, i, false) && seen++ == site) {
                  program = &owner;
                  list = &entries;
                  place = i;
                }
            });
            return list && change(*program, *list, place, true);
          }};
}

Mutation ofEntry(std::string name, std::string effect, std::function<bool(Subject &, ProgramT &, EntryT &, bool)> change) {
  return {std::move(name), std::move(effect), [change](Subject &subject, int site) {
            ProgramT *program = nullptr;
            EntryT *found = nullptr;
            int seen = 0;
            forEachList(subject.plan, [&](ProgramT &owner, Entries &entries) {
              for (auto &entry : entries)
                if (!found && change(subject, owner, *entry, false) && seen++ == site) {
                  program = &owner;
                  found = entry.get();
                }
            });
            return found && change(subject, *program, *found, true);
          }};
}

bool isFree(const Subject &subject, const EntryT &entry) {
  if (!entry.claim || entry.claim->makes.empty())
    return false;
  for (const auto &op : subject.certificate.at("ordered").at("ops"))
    if (op.at("value") == entry.claim->makes[0])
      return op.at("level") == "not_guaranteed";
  return false;
}

std::vector<Mutation> allMutations() {
  std::vector<Mutation> list;
  addSumMutations(list);
  addMemoryMutations(list);
  addSequenceMutations(list);
  addMessageMutations(list);
  addKernelMutations(list);
  addParamMutations(list);
  addFusionMutations(list);
  addWitnessMutations(list);
  addPinMutations(list);
  return list;
}

} // namespace det::test
