// Distributes ranks over threads.
#include "Crew.h"
#include "Backoff.h"

#include <algorithm>
#include <xmmintrin.h>

namespace det::rt {

namespace {

// Kernels rely on the default floating-point environment: round to nearest, no flush to zero, no trap. Whoever embeds
// this library may have set another one.
class DefaultFloats {
public:
  DefaultFloats() : before(_mm_getcsr()) { _mm_setcsr(0x1f80); }
  ~DefaultFloats() { _mm_setcsr(before); }

private:
  unsigned before;
};

uint64_t pages(uint64_t bytes) { return (bytes + 4095) / 4096 * 4096; }

} // namespace

Crew::Crew(int threads, bool pin, uint32_t ranks) : pool(threads, pin), ranks(ranks) {
  scratch.resize(size_t(pool.size()));
  if (haveTeams())
    for (uint32_t rank = 0; rank < ranks; ++rank)
      for (int member = 0; member < teamSize(rank); ++member)
        seats.emplace_back(rank, member);
}

int Crew::teamSize(uint32_t rank) const {
  return haveTeams() ? pool.size() / int(ranks) + (int(rank) < pool.size() % int(ranks)) : 1;
}

Crew::Needs Crew::needsOf(const Runners &runners) {
  Needs needs;
  for (const auto &runner : runners) {
    needs.thread = std::max(needs.thread, pages(runner->program.threadScratch));
    needs.team = std::max(needs.team, pages(runner->program.teamScratch));
  }
  return needs;
}

uint64_t Crew::scratchBytes(const Runners &runners) const {
  const Needs needs = needsOf(runners);
  return uint64_t(pool.size()) * needs.thread + (haveTeams() ? ranks : uint64_t(pool.size())) * needs.team;
}

Status Crew::prepare(const Runners &runners) {
  const Needs needs = needsOf(runners);
  Result<Arena> taken = Arena::create(scratchBytes(runners));
  if (!taken)
    return taken.error();
  memory = std::move(*taken);
  uint8_t *teams = memory.data() + uint64_t(pool.size()) * needs.thread;
  for (size_t thread = 0; thread < scratch.size(); ++thread)
    scratch[thread] = {memory.data() + thread * needs.thread, teams + (haveTeams() ? seats[thread].first : thread) * needs.team};
  return {};
}

Status Crew::run(const Runners &runners, const BatchPointers &batch) {
  for (const auto &runner : runners)
    runner->rewind();
  std::atomic<bool> failed{false};
  pool.run([&](host::Team &team) {
    const DefaultFloats environment;
    haveTeams() ? runTeams(runners, batch, team, failed) : shareRanks(runners, batch, team, failed);
  });
  for (const auto &runner : runners)
    if (runner->endless)
      return Error{"loop '" + runner->plan->label(*runner->endless) + "' has run " + std::to_string(runner->maxTrips) +
                   " times and goes on; if it should, give a larger --max-trip-count"};
  for (const auto &runner : runners)
    if (Status status = runner->communicator->status(); !status)
      return Error{"rank " + std::to_string(runner->rank) + ": " + status.error().message};
  return {};
}

void Crew::runTeams(const Runners &runners, const BatchPointers &batch, host::Team &team, std::atomic<bool> &failed) {
  const auto [rank, member] = seats[size_t(team.rank)];
  RankRunner &runner = *runners[rank];
  host::Team own{member, runner.teamState.size, &runner.teamState};
  runner.runAsTeam(batch, own, scratch[size_t(team.rank)], failed);
}

void Crew::shareRanks(const Runners &runners, const BatchPointers &batch, host::Team &team, std::atomic<bool> &failed) {
  const size_t count = runners.size(), home = count * size_t(team.rank) / size_t(team.size);
  Backoff backoff;
  for (;;) {
    bool progress = false, open = false;
    for (size_t i = 0; i < count; ++i) {
      RankRunner &runner = *runners[(home + i) % count];
      if (runner.finished.load(std::memory_order_acquire))
        continue;
      open = true;
      if (runner.claimed.exchange(true, std::memory_order_acquire))
        continue;
      if (!runner.finished.load(std::memory_order_relaxed)) {
        const uint64_t before = runner.progress();
        if (runner.runAlone(batch, scratch[size_t(team.rank)]))
          runner.finished.store(true, std::memory_order_release);
        if (runner.endless)
          failed.store(true);
        progress |= runner.progress() != before;
      }
      runner.claimed.store(false, std::memory_order_release);
    }
    if (!open || failed.load(std::memory_order_relaxed))
      return;
    if (progress) {
      backoff.reset();
      continue;
    }
    for (const auto &runner : runners)
      if (!runner->communicator->status())
        failed.store(true);
    backoff.pause();
  }
}

} // namespace det::rt
