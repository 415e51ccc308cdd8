// The lanes of a warp on their ways: the lowest place first, so that lanes that parted meet again.
#include "Machine.h"

#include <algorithm>

namespace det::ptx {

void Warp::fail(const Instruction &i, unsigned lane, const std::string &message) const {
  const Setup &setup = block->setup;
  ptx::fail("kernel " + program->name + ", line " + std::to_string(i.line) + " (" + std::string(i.opcode) + "), block " +
            pointText(block->index) + ", thread " + pointText(pointOf(number * lanes + lane, setup.block)) + ": " + message);
}

void Warp::run() {
  for (;;) {
    size_t lowest = groups.size();
    for (size_t i = 0; i < groups.size(); ++i)
      if (groups[i].state == Group::Ready && (lowest == groups.size() || groups[i].pc < groups[lowest].pc))
        lowest = i;
    if (lowest == groups.size())
      return;
    Group group = groups[lowest];
    groups.erase(groups.begin() + lowest);
    execute(group);
  }
}

/// Joins the group with those at its place. False if another one must go first: the group is put back. `limit` becomes the next place
/// where another group stands.
bool Warp::settle(Group &group, uint32_t &limit) {
  limit = ~uint32_t(0);
  for (size_t i = 0; i < groups.size();) {
    Group &other = groups[i];
    if (other.state != Group::AtBarrier && other.pc == group.pc) {
      group.mask |= other.mask;
      groups.erase(groups.begin() + i);
      continue;
    }
    if (other.state == Group::Ready && other.pc < group.pc) {
      groups.push_back(group);
      return false;
    }
    if (other.state != Group::AtBarrier && other.pc > group.pc)
      limit = std::min(limit, other.pc);
    ++i;
  }
  return true;
}

/// Runs the group until it ends, waits, or another one stands lower.
void Warp::execute(Group group) {
  const Instruction *code = program->code.data();
  const uint64_t most = block->setup.options.stepLimit;
  uint32_t limit;
  if (!settle(group, limit))
    return;
  for (;;) {
    const Instruction &i = code[group.pc];
    if (++steps > most)
      fail(i, firstLane(group.mask), "more than " + std::to_string(most) + " instructions in one warp: an endless loop, or raise the step limit");
    Mask active = this->active(i, group.mask);
    laneSteps += __builtin_popcount(active);
    if (i.touchesSums)
      checkSums(i, active);
    switch (i.flow) {
    case Flow::Next:
      if (active)
        i.run(*this, i, active);
      if (++group.pc < limit)
        continue;
      break;
    case Flow::Branch: {
      Mask rest = group.mask & ~active;
      if (active && rest) {
        groups.push_back({i.target, active, Group::Ready, 0});
        group.mask = rest;
        ++group.pc;
        break;
      }
      group.pc = active ? i.target : group.pc + 1;
      if (groups.empty())
        continue;
      break;
    }
    case Flow::Table:
      group.mask = branchTable(i, group, active);
      ++group.pc;
      break;
    case Flow::Sync:
      if (!sync(i, group, active))
        return;
      if (++group.pc < limit)
        continue;
      break;
    case Flow::Barrier:
      if (!arrive(i, group, active))
        return;
      break;
    case Flow::Exit:
      live &= ~active;
      group.mask &= ~active;
      ++group.pc;
      if (active)
        block->noteExit(*this);
      break;
    }
    if (!group.mask || !settle(group, limit))
      return;
  }
}

/// Parts the active lanes by their targets; what is left goes on below.
Mask Warp::branchTable(const Instruction &i, Group &group, Mask active) {
  const uint32_t *targets = list(i);
  const uint32_t *index = at<uint32_t>(i.a);
  Mask rest = group.mask & ~active;
  while (active) {
    unsigned lane = firstLane(active);
    if (index[lane] >= targets[0])
      fail(i, lane, "index " + std::to_string(index[lane]) + " in a table of " + std::to_string(targets[0]) + " targets");
    Mask same = 0;
    forLanes(active, [&](unsigned other) { same |= index[other] == index[lane] ? Mask(1) << other : 0; });
    groups.push_back({targets[1 + index[lane]], same, Group::Ready, 0});
    active &= ~same;
  }
  return rest;
}

/// A warp operation. Lanes that its mask names and that live must be here; until then those that are wait. False if the group ended.
bool Warp::sync(const Instruction &i, Group &group, Mask active) {
  if (!active)
    return true;
  const uint32_t *member = at<uint32_t>(i.c);
  Mask named = member[firstLane(active)];
  forLanes(active, [&](unsigned lane) {
    if (member[lane] != named)
      fail(i, lane, "the lanes give different membermasks");
    if (!(named >> lane & 1))
      fail(i, lane, "lane " + std::to_string(lane) + " is not in the membermask that it gives");
  });
  if ((named & live) == active) {
    i.run(*this, i, active);
    return true;
  }
  Mask others = group.mask & ~active;
  groups.push_back({group.pc, active, Group::Parked, 0});
  if (others)
    groups.push_back({group.pc + 1, others, Group::Ready, 0});
  return false;
}

/// A barrier of the block. False if the group waits.
bool Warp::arrive(const Instruction &i, Group &group, Mask active) {
  if (!active) {
    ++group.pc;
    return true;
  }
  unsigned first = firstLane(active);
  auto uniform = [&](uint32_t place) {
    const uint32_t *values = at<uint32_t>(place);
    forLanes(active, [&](unsigned lane) {
      if (values[lane] != values[first])
        fail(i, lane, "the lanes give different barriers or counts");
    });
    return values[first];
  };
  uint32_t id = uniform(i.a), expected = i.b == none ? 0 : uniform(i.b);
  if (id >= 16)
    fail(i, first, "barrier " + std::to_string(id) + ": there are 16");
  if (i.b != none && (expected == 0 || expected % lanes))
    fail(i, first, "a barrier of " + std::to_string(expected) + " threads: expected a multiple of 32");
  if (i.isAligned && active != live) { // the rest of the warp may still come
    Mask others = group.mask & ~active;
    groups.push_back({group.pc, active, Group::Parked, 0});
    if (others)
      groups.push_back({group.pc + 1, others, Group::Ready, 0});
    return false;
  }
  Mask others = group.mask & ~active;
  if (!i.isArrive)
    groups.push_back({group.pc, active, Group::AtBarrier, id});
  block->arrive(*this, i, active, id, expected);
  ++group.pc;
  group.mask = i.isArrive ? group.mask : others;
  return true;
}

} // namespace det::ptx
