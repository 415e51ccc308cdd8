// A plan whose tables hold together: what resolving and running may rely on without looking again.
#ifndef DET_RUNTIME_ARTIFACT_LOADEDPLAN_H
#define DET_RUNTIME_ARTIFACT_LOADEDPLAN_H

#include "det/Runtime/Artifact/Expand.h"

#include <span>
#include <string>
#include <string_view>

namespace det::rt {

class Artifact;

/// The value of Plan.format that this runtime reads and today's compiler writes.
inline constexpr uint32_t planFormat = 1;
/// "No layout", in fields that refer to one.
inline constexpr uint32_t noLayout = 0xffffffff;

/// One plan, unpacked and checked:
/// - every table that is needed is there, every index is in range, every enum value is known;
/// - every rank has exactly one program; layouts tile their tensors;
/// - every program has the same exchanges (layouts, nodes), begins and ends them in the same order, each end after its
///   begin within the same loop;
/// - every tensor has a placement in every program.
/// Addresses are checked when they are resolved (they differ per rank).
struct LoadedPlan {
  artifact::PlanT plan;
  Mesh mesh;
  std::vector<Placed> layouts;
  std::vector<uint32_t> programOf;                ///< by rank
  std::vector<ExchangeRule> rules;                ///< by exchange; point into `layouts`
  std::vector<std::vector<Expansion>> expansions; ///< by exchange, by rank

  LoadedPlan() = default;
  LoadedPlan(LoadedPlan &&) = default;
  LoadedPlan(const LoadedPlan &) = delete;

  const artifact::ProgramT &program(uint32_t rank) const { return *plan.programs[programOf[rank]]; }
  /// The text of a label, or "#" and its number if there is none.
  std::string label(uint32_t index) const;
};

/// Verifies, unpacks and checks the bytes of a `plan` section.
Result<LoadedPlan> loadPlan(std::span<const uint8_t> bytes);
/// The plan of an artifact for a target, "host" or "cuda". Errors name the artifact: no plan, a malformed one, the other target.
Result<LoadedPlan> loadPlan(const Artifact &artifact, std::string_view target);

/// The lists of entries inside an entry: a loop's body, for some behind its condition; none for others.
std::vector<const std::vector<std::unique_ptr<artifact::EntryT>> *> bodiesOf(const artifact::EntryT &entry);

/// Calls `visit(entry, depth)` for every entry, loops before their bodies.
template <class Visit>
void walkEntries(const std::vector<std::unique_ptr<artifact::EntryT>> &entries, Visit &&visit, int depth = 0) {
  for (const auto &entry : entries) {
    visit(*entry, depth);
    for (const auto *inner : bodiesOf(*entry))
      walkEntries(*inner, visit, depth + 1);
  }
}

} // namespace det::rt

#endif // DET_RUNTIME_ARTIFACT_LOADEDPLAN_H
