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

Crew::Crew(int threads, bool pin, uint32_t ranks, std::optional<uint64_t> chaos, int firstCpu)
    : pool(threads, pin, firstCpu), ranks(ranks), chaos(chaos) {
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
  needs = needsOf(runners);
  Result<Arena> taken = Arena::create(scratchBytes(runners));
  if (!taken)
    return taken.error();
  memory = std::move(*taken);
  return {};
}

Scratch Crew::scratchOf(size_t thread) const {
  uint8_t *teams = memory.data() + uint64_t(pool.size()) * needs.thread;
  return {memory.data() + thread * needs.thread, teams + (haveTeams() ? seats[thread].first : thread) * needs.team};
}

void Crew::disturb() {
  const uint64_t key = splitmix64(*chaos ^ ++steps);
  fillMemory(memory.data(), memory.size(), key);
  const auto before = seats;
  for (size_t i = 0; i < seats.size(); ++i)
    seats[i] = before[host::shuffled(i, seats.size(), key)];
}

Status Crew::run(const Runners &runners, const BatchPointers &batch) {
  for (const auto &runner : runners)
    runner->rewind();
  if (chaos)
    disturb();
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
  runner.runAsTeam(batch, own, scratchOf(size_t(team.rank)), failed);
}

void Crew::shareRanks(const Runners &runners, const BatchPointers &batch, host::Team &team, std::atomic<bool> &failed) {
  const size_t count = runners.size(), home = count * size_t(team.rank) / size_t(team.size);
  const Scratch scratch = scratchOf(size_t(team.rank));
  std::optional<host::Chaos> turns;
  if (chaos)
    turns.emplace(*chaos ^ splitmix64(steps) ^ uint64_t(team.rank));
  Backoff backoff;
  for (;;) {
    bool progress = false, open = false;
    const uint64_t key = turns ? turns->next() : 0;
    for (size_t i = 0; i < count; ++i) {
      RankRunner &runner = *runners[turns ? host::shuffled(i, count, key) : (home + i) % count];
      if (runner.finished.load(std::memory_order_acquire))
        continue;
      open = true;
      if (runner.claimed.exchange(true, std::memory_order_acquire))
        continue;
      if (!runner.finished.load(std::memory_order_relaxed)) {
        const uint64_t before = runner.progress();
        if (runner.runAlone(batch, scratch))
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
