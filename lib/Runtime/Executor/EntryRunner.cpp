// Resolves and runs one entry at a time.
#include "det/Runtime/EntryRunner.h"

#include "Compute.h"
#include "Resolve/Resolve.h"

namespace det::rt {

// Behind the memory of a rank: shows who writes there.
static constexpr uint64_t guardBytes = 4096;

namespace {

class HostEntryRunner final : public EntryRunner {
public:
  HostEntryRunner(LoadedPlan plan, Kernels kernels, host::Isa isa, std::vector<uint8_t> constants)
      : loaded(std::move(plan)), kernels(std::move(kernels)), isa(isa), original(std::move(constants)) {}

  const LoadedPlan &plan() const override { return loaded; }
  Status place(uint32_t rank) override;
  std::span<uint8_t> arena() override { return {memory.data(), size_t(arenaBytes + guardBytes)}; }
  std::span<uint8_t> constants() override { return constantBytes; }
  Status run(const artifact::EntryT &entry, int members) override;

private:
  LoadedPlan loaded;
  Kernels kernels;
  host::Isa isa;
  std::vector<uint8_t> original, constantBytes;
  Arena memory;
  uint64_t arenaBytes = 0;
  uint32_t rank = 0;
  std::vector<uint8_t *> metrics; // entries that compute have none
};

Status HostEntryRunner::place(uint32_t newRank) {
  arenaBytes = loaded.program(newRank).arena_bytes;
  memory = Arena();
  Result<Arena> made = Arena::create(arenaBytes + guardBytes);
  if (!made)
    return made.error();
  memory = std::move(*made);
  constantBytes = original;
  rank = newRank;
  return {};
}

Status HostEntryRunner::run(const artifact::EntryT &entry, int members) {
  const AddressSpace space{memory.data(), arenaBytes, constantBytes, &loaded, rank};
  PreparedTables tables;
  Resolver resolver{loaded, space, kernels, isa, 1, tables, metrics};
  Result<ResolvedProgram> program = resolver.resolveOne(entry);
  if (!program)
    return program.error();
  // What scratch memory holds is nobody's: it reads as NaN.
  std::vector<std::max_align_t> threadBytes, teamBytes;
  const auto scratchOf = [](std::vector<std::max_align_t> &bytes, uint64_t size) {
    bytes.resize((size + 64) / sizeof(std::max_align_t) + 1);
    fillMemory(reinterpret_cast<uint8_t *>(bytes.data()), bytes.size() * sizeof(std::max_align_t), ArenaFill::nan);
    const uintptr_t start = (reinterpret_cast<uintptr_t>(bytes.data()) + 63) / 64 * 64;
    return reinterpret_cast<void *>(start);
  };
  const Scratch scratch{scratchOf(threadBytes, program->threadScratch), scratchOf(teamBytes, program->teamScratch)};
  host::Team alone;
  for (const Operation &operation : program->operations) {
    if (const auto *op = std::get_if<LaunchOp>(&operation.what)) {
      for (int member = 0; member < members; ++member) {
        host::Team team;
        team.rank = member;
        team.size = members;
        rt::run(*op, team, scratch);
      }
    } else if (const auto *op = std::get_if<ProductOp>(&operation.what)) {
      rt::run(*op, alone, scratch);
    } else if (const auto *op = std::get_if<ScatterOp>(&operation.what)) {
      rt::run(*op, alone, scratch);
    } else if (const auto *op = std::get_if<CopyOp>(&operation.what)) {
      rt::run(*op, alone);
    } else if (const auto *op = std::get_if<GatherOp>(&operation.what)) {
      rt::run(*op, alone);
    } else if (const auto *op = std::get_if<JoinOp>(&operation.what)) {
      rt::run(*op, alone);
    } else if (const auto *op = std::get_if<WorkOp>(&operation.what)) {
      op->work->run(alone, scratch);
    } else {
      return Error{"it computes nothing by itself"};
    }
  }
  return {};
}

} // namespace

Result<std::unique_ptr<EntryRunner>> makeHostEntryRunner(const Artifact &artifact, host::Isa isa) {
  const Result<host::Isa> chosen = chooseIsa(isa);
  if (!chosen)
    return chosen.error();
  Result<LoadedPlan> plan = loadPlan(artifact, "host");
  if (!plan)
    return plan.error();
  Result<Kernels> kernels = Kernels::load(artifact, *chosen, plan->plan.kernels);
  if (!kernels)
    return kernels.error();
  const std::span<const uint8_t> constants = artifact.section(section::constants).value_or(std::span<const uint8_t>{});
  return std::unique_ptr<EntryRunner>(
      new HostEntryRunner(std::move(*plan), std::move(*kernels), *chosen, {constants.begin(), constants.end()}));
}

} // namespace det::rt
