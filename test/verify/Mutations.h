// Ways in which a plan can be wrong.
#ifndef DET_TEST_VERIFY_MUTATIONS_H
#define DET_TEST_VERIFY_MUTATIONS_H

#include "det/Runtime/Artifact/plan_generated.h"
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace det::test {

/// What a mutation may change: everything in an artifact that a checker reads.
struct Subject {
  artifact::PlanT plan;
  nlohmann::json certificate;
  std::vector<uint8_t> constants;
  std::string pins; ///< the section; empty: there is none
};

/// One kind of fault. `apply` puts it at the `site`-th place where it fits and makes a difference; false where there is none.
struct Mutation {
  std::string name;
  /// Whether results change: "bits" if for some inputs; else why not.
  std::string effect;
  std::function<bool(Subject &, int site)> apply;
};

/// All kinds, by what they change.
std::vector<Mutation> allMutations();
void addSumMutations(std::vector<Mutation> &list);       ///< joins, partials, products, scatters
void addMemoryMutations(std::vector<Mutation> &list);    ///< buffers, addresses, places
void addSequenceMutations(std::vector<Mutation> &list);  ///< order of entries, exchanges, loops
void addMessageMutations(std::vector<Mutation> &list);   ///< layouts, meshes, who sends what to whom
void addKernelMutations(std::vector<Mutation> &list);    ///< what entries compute
void addParamMutations(std::vector<Mutation> &list);     ///< loops of launches
void addFusionMutations(std::vector<Mutation> &list);   ///< what a GPU does at once
void addWitnessMutations(std::vector<Mutation> &list);   ///< claims and certificates
void addPinMutations(std::vector<Mutation> &list);       ///< products by algorithms of a library

using Entries = std::vector<std::unique_ptr<artifact::EntryT>>;

/// Calls `visit` for every list of entries: of programs, of loops' conditions and bodies.
void forEachList(artifact::PlanT &plan, const std::function<void(artifact::ProgramT &, Entries &)> &visit);

/// A mutation of one action: `change` says whether it fits, and makes it if `apply`.
template <class Action> Mutation ofAction(std::string name, std::string effect, std::function<bool(Action &, bool apply)> change);

/// A mutation of an entry.
Mutation ofEntry(std::string name, std::string effect,
                 std::function<bool(Subject &, artifact::ProgramT &, artifact::EntryT &, bool apply)> change);

/// A mutation of a list of entries at a position.
Mutation ofList(std::string name, std::string effect,
                std::function<bool(artifact::ProgramT &, Entries &, size_t, bool apply)> change);

template <class T> T *actionOf(artifact::EntryT &entry);

/// True for an entry of a sum at not_guaranteed, whose order is no fault.
bool isFree(const Subject &subject, const artifact::EntryT &entry);

template <class Action> Mutation ofAction(std::string name, std::string effect, std::function<bool(Action &, bool apply)> change) {
  return ofEntry(std::move(name), std::move(effect), [change](Subject &, artifact::ProgramT &, artifact::EntryT &entry, bool apply) {
    Action *action = actionOf<Action>(entry);
    return action && change(*action, apply);
  });
}

/// A mutation of the order in which one action of an ordered sum adds.
template <class Action> Mutation ofOrder(std::string name, std::string effect, std::function<bool(Action &, bool apply)> change) {
  return ofEntry(std::move(name), std::move(effect), [change](Subject &subject, artifact::ProgramT &, artifact::EntryT &entry, bool apply) {
    Action *action = actionOf<Action>(entry);
    return action && !isFree(subject, entry) && change(*action, apply);
  });
}

} // namespace det::test

#endif // DET_TEST_VERIFY_MUTATIONS_H
