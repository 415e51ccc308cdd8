// A block: its warps in turn, its barriers, and what it means when nothing moves.
#include "Machine.h"

#include <algorithm>

namespace det::ptx {

std::string pointText(const std::array<uint32_t, 3> &point) {
  std::string text(1, '(');
  for (int axis = 0; axis < 3; ++axis)
    text.append(axis ? ", " : "").append(std::to_string(point[axis]));
  return text.append(1, ')');
}

std::array<uint32_t, 3> pointOf(uint64_t number, const std::array<uint32_t, 3> &sizes) {
  return {static_cast<uint32_t>(number % sizes[0]), static_cast<uint32_t>(number / sizes[0] % sizes[1]),
          static_cast<uint32_t>(number / sizes[0] / sizes[1])};
}

Block::Block(const Setup &setup, Memory &memory) : setup(setup), memory(memory) {
  const Program &program = setup.program;
  size_t count = (setup.threads() + lanes - 1) / lanes;
  constexpr size_t line = 64;
  size_t registers = (program.registerBytes + line - 1) / line * line;
  storage.resize(count * registers + line);
  frames.resize(count * lanes * program.localBytes);
  std::byte *aligned = storage.data() + (line - reinterpret_cast<uintptr_t>(storage.data()) % line) % line;
  warps.resize(count);
  for (size_t i = 0; i < count; ++i) {
    Warp &warp = warps[i];
    warp.block = this;
    warp.program = &program;
    warp.number = i;
    warp.registers = aligned + i * registers;
    warp.local = frames.data() + i * lanes * program.localBytes;
  }
}

void Block::setSpecials(Warp &warp) {
  for (const Program::SpecialRegister &special : setup.program.specials) {
    uint32_t *values = warp.at<uint32_t>(special.place);
    for (unsigned lane = 0; lane < lanes; ++lane) {
      std::array<uint32_t, 3> thread = pointOf(warp.number * lanes + lane, setup.block);
      Mask bit = Mask(1) << lane;
      unsigned axis = static_cast<unsigned>(special.value) % 3;
      switch (special.value) {
      case Special::TidX: case Special::TidY: case Special::TidZ: values[lane] = thread[axis]; break;
      case Special::NtidX: case Special::NtidY: case Special::NtidZ: values[lane] = setup.block[axis]; break;
      case Special::CtaidX: case Special::CtaidY: case Special::CtaidZ: values[lane] = index[axis]; break;
      case Special::NctaidX: case Special::NctaidY: case Special::NctaidZ: values[lane] = setup.grid[axis]; break;
      case Special::LaneId: values[lane] = lane; break;
      case Special::WarpId: values[lane] = warp.number; break;
      case Special::NWarpId: values[lane] = warps.size(); break;
      case Special::LaneMaskEq: values[lane] = bit; break;
      case Special::LaneMaskLt: values[lane] = bit - 1; break;
      case Special::LaneMaskLe: values[lane] = bit | (bit - 1); break;
      case Special::LaneMaskGt: values[lane] = ~(bit | (bit - 1)); break;
      case Special::LaneMaskGe: values[lane] = ~(bit - 1); break;
      case Special::DynamicShared: values[lane] = setup.dynamicSharedBytes; break;
      case Special::TotalShared: values[lane] = memory.shared.size; break;
      }
    }
  }
}

void Block::reset(uint64_t number) {
  index = pointOf(number, setup.grid);
  stamp = (number + 1) << blockShift;
  clocks.reset();
  memory.resetShared();
  for (ProxyFences &fence : fences)
    fence.reset();
  for (Barrier &barrier : barriers)
    barrier = Barrier();
  std::fill(storage.begin(), storage.end(), std::byte(0));
  std::fill(frames.begin(), frames.end(), std::byte(0));
  for (Warp &warp : warps) {
    uint32_t threads = std::min<uint32_t>(lanes, setup.threads() - warp.number * lanes);
    warp.live = threads == lanes ? allLanes : (Mask(1) << threads) - 1;
    warp.carry = 0;
    warp.steps = warp.laneSteps = 0;
    warp.products.clear();
    warp.productGroup = 0;
    warp.isFenced = false;
    warp.productTrace = 0;
    warp.groups.assign(1, {0, warp.live, Warp::Group::Ready, 0});
    for (unsigned lane = 0; lane < lanes; ++lane) {
      warp.copies[lane].clear();
      warp.copyGroup[lane] = 0;
    }
    for (const Program::Constant &constant : setup.program.constants) {
      if (constant.bytes == 0)
        warp.predicate(constant.place) = constant.bits ? allLanes : 0;
      else if (constant.bytes == 2)
        std::fill_n(warp.at<uint16_t>(constant.place), lanes, static_cast<uint16_t>(constant.bits));
      else if (constant.bytes == 4)
        std::fill_n(warp.at<uint32_t>(constant.place), lanes, static_cast<uint32_t>(constant.bits));
      else
        std::fill_n(warp.at<uint64_t>(constant.place), lanes, constant.bits);
    }
    setSpecials(warp);
  }
}

void Block::run(uint64_t number) {
  reset(number);
  for (;;) {
    bool ended = true, moved = false;
    for (Warp &warp : warps) {
      auto ready = [](const Warp::Group &group) { return group.state == Warp::Group::Ready; };
      if (std::any_of(warp.groups.begin(), warp.groups.end(), ready)) {
        moved = true;
        warp.run();
      }
      ended &= warp.groups.empty();
    }
    if (ended)
      break;
    if (!moved)
      failStuck();
  }
  if (setup.program.usesWarpgroups)
    checkWarpgroups();
  for (Warp &warp : warps) {
    counts.warpInstructions += warp.steps;
    counts.laneInstructions += warp.laneSteps;
  }
}

bool Block::isComplete(const Barrier &barrier) const {
  uint32_t expected = barrier.expected;
  if (!expected)
    for (const Warp &warp : warps)
      expected += __builtin_popcount(warp.live);
  return barrier.arrived >= expected;
}

void Block::arrive(Warp &warp, const Instruction &i, Mask active, uint32_t id, uint32_t expected) {
  Barrier &barrier = barriers[id];
  if (barrier.arrived && barrier.expected != expected)
    warp.fail(i, firstLane(active), "barrier " + std::to_string(id) + " of " + std::to_string(expected) + " threads, where line " +
                                        std::to_string(barrier.line) + " gave " + std::to_string(barrier.expected) + " (0: all threads of the block)");
  barrier.expected = expected;
  barrier.line = i.line;
  barrier.arrived += expected && i.isAligned ? lanes : __builtin_popcount(active);
  barrier.known.resize(warps.size());
  // What the warp did so far happens before all that follows the barrier, and its own later accesses do not.
  for (size_t other = 0; other < warps.size(); ++other)
    barrier.known[other] = std::max(barrier.known[other], clocks.known[warp.number][other]);
  barrier.known[warp.number] = clocks.of(warp.number) + 1;
  if (clocks.of(warp.number) + 2 >= inFlight)
    warp.fail(i, firstLane(active), "more than " + std::to_string(inFlight) + " synchronisations; switch off the check of races");
  clocks.tick(warp.number);
  if (isComplete(barrier))
    complete(id);
}

void Block::complete(uint32_t id) {
  Barrier &barrier = barriers[id];
  for (Warp &warp : warps)
    for (Warp::Group &group : warp.groups)
      if (group.state == Warp::Group::AtBarrier && group.barrier == id) {
        group.state = Warp::Group::Ready;
        ++group.pc;
        for (size_t other = 0; other < warps.size(); ++other)
          clocks.known[warp.number][other] = std::max(clocks.known[warp.number][other], barrier.known[other]);
      }
  barrier = Barrier();
}

void Block::noteExit(Warp &warp) {
  for (Warp::Group &group : warp.groups)
    if (group.state == Warp::Group::Parked)
      group.state = Warp::Group::Ready; // tries again
  for (uint32_t id = 0; id < 16; ++id)
    if (barriers[id].arrived && !barriers[id].expected && isComplete(barriers[id]))
      complete(id);
}

/// Nothing can move: a warp operation or an aligned barrier lacks lanes of its warp, or a barrier lacks threads.
void Block::failStuck() {
  const Program &program = setup.program;
  auto where = [&](const Warp &warp, unsigned lane) {
    for (const Warp::Group &group : warp.groups)
      if (group.mask >> lane & 1)
        return "waits at line " + std::to_string(program.code[group.pc].line);
    return std::string("has ended");
  };
  for (Warp &warp : warps)
    for (const Warp::Group &group : warp.groups) {
      if (group.state != Warp::Group::Parked)
        continue;
      const Instruction &i = program.code[group.pc];
      Mask needed = i.flow == Flow::Barrier ? warp.live : warp.at<uint32_t>(i.c)[firstLane(group.mask)] & warp.live;
      unsigned absent = firstLane(needed & ~group.mask);
      warp.fail(i, firstLane(group.mask), std::string(i.flow == Flow::Barrier ? "divergent barrier" : "absent lanes") + ": lane " +
                                              std::to_string(absent) + " of this warp " + where(warp, absent));
    }
  auto waitsAt = [](const Warp &warp, unsigned lane, uint32_t barrier) {
    return std::any_of(warp.groups.begin(), warp.groups.end(), [&](const Warp::Group &group) {
      return group.mask >> lane & 1 && group.state == Warp::Group::AtBarrier && group.barrier == barrier;
    });
  };
  for (Warp &warp : warps)
    for (const Warp::Group &group : warp.groups) {
      const Barrier &barrier = barriers[group.barrier];
      std::string message = "barrier " + std::to_string(group.barrier) + " waits for ever: " + std::to_string(barrier.arrived) + " threads have come";
      for (Warp &other : warps)
        for (unsigned lane = 0; lane < lanes; ++lane)
          if (!barrier.expected && other.live >> lane & 1 && !waitsAt(other, lane, group.barrier))
            warp.fail(program.code[group.pc], firstLane(group.mask), message + "; thread " +
                          pointText(pointOf(other.number * lanes + lane, setup.block)) + " " + where(other, lane));
      warp.fail(program.code[group.pc], firstLane(group.mask), message + " of " + std::to_string(barrier.expected));
    }
  fail("kernel " + program.name + ": nothing moves");
}

} // namespace det::ptx
