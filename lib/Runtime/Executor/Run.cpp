// The walk over a rank's operations.
#include "Run.h"
#include "Backoff.h"
#include "Compute.h"

#include <chrono>

namespace det::rt {

void RankRunner::prepare() {
  positions.resize(size_t(teamState.size));
  for (size_t member = 0; member < positions.size(); ++member) {
    positions[member].left.reserve(size_t(program.loopDepth));
    if (chaos)
      positions[member].chaos.emplace(*chaos ^ (uint64_t(rank) << 32) ^ member);
  }
  nanoseconds.assign(profiled ? program.operations.size() : 0, 0);
  calls.assign(nanoseconds.size(), 0);
}

void RankRunner::rewind() {
  for (Position &position : positions) {
    position.next = 0;
    position.left.clear();
    position.message = 0;
  }
  endless.reset();
  ++rounds;
  teamState.counter.store(0, std::memory_order_relaxed);
  finished.store(false, std::memory_order_relaxed);
}

void RankRunner::jump(const Operation &operation, Position &position) const {
  if (std::holds_alternative<WhileOp>(operation.what)) {
    position.left.push_back(0);
    ++position.next;
    return;
  }
  if (const auto *end = std::get_if<WhileEndOp>(&operation.what)) {
    position.next = end->begin;
    return;
  }
  if (const auto *loop = std::get_if<LoopOp>(&operation.what)) {
    if (loop->count == 0) {
      position.next = loop->end + 1;
      return;
    }
    position.left.push_back(loop->count);
    ++position.next;
    return;
  }
  if (--position.left.back() > 0) {
    position.next = std::get<LoopEndOp>(operation.what).begin;
    return;
  }
  position.left.pop_back();
  ++position.next;
}

// Whether the body runs once more. Whoever asks does so once an iteration.
bool RankRunner::goesOn(const Operation &operation, const Position &position) {
  if (!*std::get<WhileTestOp>(operation.what).predicate)
    return false;
  if (position.left.back() < maxTrips)
    return true;
  endless = operation.label;
  return false;
}

void RankRunner::take(const WhileTestOp &test, bool goesOn, Position &position) {
  if (goesOn) {
    ++position.left.back();
    ++position.next;
  } else {
    position.left.pop_back();
    position.next = test.end + 1;
  }
}

size_t RankRunner::turn(size_t i, size_t count, uint32_t tag) const {
  // The same for all members of a team and however often the exchange is taken up again.
  return chaos ? host::shuffled(i, count, splitmix64(splitmix64(*chaos ^ rounds) ^ tag)) : i;
}

bool RankRunner::begin(const BeginOp &op, host::Team &team, Position &position) const {
  // Messages first: others wait for them.
  for (size_t i = position.message * team.size + team.rank; i < op.sends.size(); i += team.size) {
    const MessageOp &message = op.sends[turn(i, op.sends.size(), op.tag)];
    auto *memory = static_cast<uint8_t *>(communicator->beginSend(op.tag, message.peer, message.bytes));
    if (!memory)
      return false;
    for (const MessagePart &part : message.parts)
      host::runCopy(part.copy, part.buffer, memory + part.offset, 0, part.copy.units);
    communicator->post(message.peer);
    ++position.message;
  }
  for (const CopyOp &copy : op.local)
    run(copy, team);
  position.message = 0;
  return true;
}

bool RankRunner::end(const EndOp &op, host::Team &team, Position &position) const {
  for (size_t i = position.message * team.size + team.rank; i < op.receives.size(); i += team.size) {
    const MessageOp &message = op.receives[turn(i, op.receives.size(), op.tag)];
    const auto *memory = static_cast<const uint8_t *>(communicator->receive(op.tag, message.peer));
    if (!memory)
      return false;
    for (const MessagePart &part : message.parts)
      host::runCopy(part.copy, memory + part.offset, part.buffer, 0, part.copy.units);
    communicator->release(op.tag, message.peer);
    ++position.message;
  }
  position.message = 0;
  return true;
}

bool RankRunner::runOperation(const Operation &operation, const BatchPointers &batch, host::Team &team, const Scratch &scratch,
                              Position &position) const {
  if (const auto *op = std::get_if<BeginOp>(&operation.what))
    return begin(*op, team, position);
  if (const auto *op = std::get_if<EndOp>(&operation.what))
    return end(*op, team, position);
  compute(operation, batch, team, scratch);
  return true;
}

void RankRunner::compute(const Operation &operation, const BatchPointers &batch, host::Team &team, const Scratch &scratch) const {
  if (const auto *op = std::get_if<LaunchOp>(&operation.what))
    run(*op, team, scratch);
  else if (const auto *op = std::get_if<ProductOp>(&operation.what))
    run(*op, team, scratch);
  else if (const auto *op = std::get_if<CopyOp>(&operation.what))
    run(*op, team);
  else if (const auto *op = std::get_if<JoinOp>(&operation.what))
    run(*op, team);
  else if (const auto *op = std::get_if<GatherOp>(&operation.what))
    run(*op, team);
  else if (const auto *op = std::get_if<ScatterOp>(&operation.what))
    run(*op, team, scratch);
  else if (const auto *op = std::get_if<WorkOp>(&operation.what))
    op->work->run(team, scratch);
  else if (const auto *op = std::get_if<FeedOp>(&operation.what))
    run(*op, team, batch);
  else if (const auto *op = std::get_if<FetchOp>(&operation.what))
    run(op->copy, team);
}

namespace {

// Adds the time until its end to an operation's account.
class Stopwatch {
public:
  Stopwatch(bool on, std::vector<int64_t> &nanoseconds, std::vector<int64_t> &calls, size_t index)
      : on(on), nanoseconds(nanoseconds), calls(calls), index(index) {
    if (on)
      start = std::chrono::steady_clock::now();
  }
  ~Stopwatch() {
    if (!on)
      return;
    nanoseconds[index] += std::chrono::nanoseconds(std::chrono::steady_clock::now() - start).count();
    calls[index] += done;
  }

  bool done = true; // false: the operation will be tried again

private:
  bool on;
  std::vector<int64_t> &nanoseconds, &calls;
  size_t index;
  std::chrono::steady_clock::time_point start;
};

bool jumps(const Operation &operation) {
  return std::holds_alternative<LoopOp>(operation.what) || std::holds_alternative<LoopEndOp>(operation.what) ||
         std::holds_alternative<WhileOp>(operation.what) || std::holds_alternative<WhileEndOp>(operation.what);
}

} // namespace

bool RankRunner::runAlone(const BatchPointers &batch, const Scratch &scratch) {
  Position &position = positions.front();
  host::Team alone;
  while (position.next < program.operations.size()) {
    const Operation &operation = program.operations[position.next];
    if (jumps(operation)) {
      jump(operation, position);
      continue;
    }
    if (const auto *test = std::get_if<WhileTestOp>(&operation.what)) {
      take(*test, goesOn(operation, position), position);
      if (endless)
        return true; // the others come to the same end
      continue;
    }
    if (position.chaos && position.chaos->once(4)) {
      ++steps;
      return false; // somebody else's turn
    }
    alone.barrier(); // resets the work counter
    Stopwatch watch(profiled, nanoseconds, calls, position.next);
    const size_t message = position.message;
    watch.done = runOperation(operation, batch, alone, scratch, position);
    steps += watch.done || position.message != message;
    if (!watch.done)
      return false;
    ++position.next;
  }
  return true;
}

void RankRunner::runSerial(const WhileOp &loop, const BatchPointers &batch, const Scratch &scratch, std::atomic<bool> &failed) {
  Position &position = positions.front();
  host::Team alone;
  while (position.next <= loop.end) {
    const Operation &operation = program.operations[position.next];
    if (jumps(operation)) {
      jump(operation, position);
    } else if (const auto *test = std::get_if<WhileTestOp>(&operation.what)) {
      const bool runsOn = !failed.load(std::memory_order_relaxed) && goesOn(operation, position);
      if (endless)
        failed.store(true);
      take(*test, runsOn, position);
    } else {
      Stopwatch watch(profiled, nanoseconds, calls, position.next);
      alone.alone = 0;
      runOperation(operation, batch, alone, scratch, position); // without messages it never waits
      ++position.next;
    }
  }
}

void RankRunner::runAsTeam(const BatchPointers &batch, host::Team &team, const Scratch &scratch, std::atomic<bool> &failed) {
  Position &position = positions[size_t(team.rank)];
  team.chaos = position.chaos ? &*position.chaos : nullptr;
  host::Team alone;
  while (position.next < program.operations.size()) {
    const Operation &operation = program.operations[position.next];
    if (const auto *loop = std::get_if<WhileOp>(&operation.what); loop && loop->isSerial) {
      // The others wait behind it: to meet twice in every iteration costs more than the iteration.
      team.barrier();
      if (team.rank == 0)
        runSerial(*loop, batch, scratch, failed);
      else
        position.next = loop->end + 1;
      continue;
    }
    if (jumps(operation)) {
      jump(operation, position);
      continue;
    }
    if (const auto *test = std::get_if<WhileTestOp>(&operation.what)) {
      // One member decides for all: after a failure predicates may say anything, and the team must stay together.
      team.barrier();
      if (team.rank == 0) {
        teamGoesOn = !failed.load(std::memory_order_relaxed) && goesOn(operation, position);
        if (endless)
          failed.store(true);
      }
      team.barrier();
      take(*test, teamGoesOn, position);
      continue;
    }
    Stopwatch watch(profiled && team.rank == 0, nanoseconds, calls, position.next);
    if (operation.barrier)
      team.barrier();
    if (position.chaos)
      position.chaos->pause();
    if (!operation.serial || team.rank == 0) {
      host::Team &members = operation.serial ? alone : team;
      members.alone = 0;
      Backoff backoff;
      while (!runOperation(operation, batch, members, scratch, position)) {
        // A member that left would keep the others at the next barrier: after a failure all go on without messages,
        // and the step's results are not used.
        if (!communicator->status())
          failed.store(true);
        if (failed.load(std::memory_order_relaxed)) {
          position.message = 0;
          break;
        }
        backoff.pause();
      }
    }
    ++position.next;
  }
}

} // namespace det::rt
