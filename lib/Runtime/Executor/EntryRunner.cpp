// Resolves and runs one entry at a time.
#include "det/Runtime/EntryRunner.h"

#include "Compute.h"
#include "Resolve/Resolve.h"

namespace det::rt {

// Behind the memory of a rank: shows who writes there.
static constexpr uint64_t guardBytes = 4096;

struct EntryRunner::Body {
  LoadedPlan plan;
  Kernels kernels;
  host::Isa isa;
  std::vector<uint8_t> original, constants;
  Arena arena;
  uint64_t arenaBytes = 0;
  uint32_t rank = 0;
  std::vector<uint8_t *> metrics; // entries that compute have none

  explicit Body(LoadedPlan plan) : plan(std::move(plan)) {}
};

EntryRunner::EntryRunner(std::unique_ptr<Body> body) : body(std::move(body)) {}
EntryRunner::EntryRunner(EntryRunner &&) noexcept = default;
EntryRunner::~EntryRunner() = default;

Result<EntryRunner> EntryRunner::create(const Artifact &artifact, host::Isa isa) {
  const Result<host::Isa> chosen = chooseIsa(isa);
  if (!chosen)
    return chosen.error();
  const auto bytes = artifact.section(section::plan);
  if (!bytes)
    return Error{"'" + artifact.source() + "' has no plan"};
  Result<LoadedPlan> plan = loadPlan(*bytes);
  if (!plan)
    return plan.error();
  auto body = std::make_unique<Body>(std::move(*plan));
  Result<Kernels> kernels = Kernels::load(artifact, *chosen, body->plan.plan.kernels);
  if (!kernels)
    return kernels.error();
  body->kernels = std::move(*kernels);
  body->isa = *chosen;
  if (const auto constants = artifact.section(section::constants))
    body->original.assign(constants->begin(), constants->end());
  return EntryRunner(std::move(body));
}

const LoadedPlan &EntryRunner::plan() const { return body->plan; }

Status EntryRunner::place(uint32_t rank) {
  body->arenaBytes = body->plan.program(rank).arena_bytes;
  body->arena = Arena();
  Result<Arena> arena = Arena::create(body->arenaBytes + guardBytes);
  if (!arena)
    return arena.error();
  body->arena = std::move(*arena);
  body->constants = body->original;
  body->rank = rank;
  return {};
}

std::span<uint8_t> EntryRunner::arena() { return {body->arena.data(), size_t(body->arenaBytes + guardBytes)}; }
std::span<uint8_t> EntryRunner::constants() { return body->constants; }

Status EntryRunner::run(const artifact::EntryT &entry, int members) {
  const AddressSpace space{body->arena.data(), body->arenaBytes, body->constants, &body->plan, body->rank};
  PreparedTables tables;
  Resolver resolver{body->plan, space, body->kernels, body->isa, 1, tables, body->metrics};
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

} // namespace det::rt
