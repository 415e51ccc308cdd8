// What runs: a block of warps on one host thread.
#ifndef DET_LIB_PTXSIM_MACHINE_H
#define DET_LIB_PTXSIM_MACHINE_H

#include "Fault.h"
#include "Memory.h"
#include "Program.h"

#include <cstring>
#include <deque>

namespace det::ptx {

/// What all host threads share: the launch, checked.
struct Setup {
  const Program &program;
  const Options &options;
  std::array<uint32_t, 3> grid, block;
  uint64_t dynamicSharedBytes;
  std::vector<std::byte> params;
  uint32_t threads() const { return block[0] * block[1] * block[2]; }
  uint64_t blocks() const { return uint64_t(grid[0]) * grid[1] * grid[2]; }
};

/// An unfinished cp.async of one lane.
struct PendingCopy {
  std::byte *to;
  const std::byte *from;
  uint32_t bytes, given; ///< written, read; the rest is zero
  uint64_t toOffset;     ///< in shared memory
  uint32_t group;
};

/// A wgmma that no wait has ended: its results, which the registers do not hold yet, and what it reads in shared memory meanwhile.
struct PendingProduct {
  uint32_t group;
  const uint32_t *places; ///< of `count` registers
  uint32_t count;
  std::vector<uint32_t> sums;  ///< register by register, lane by lane
  std::vector<uint64_t> reads; ///< offsets of 16 bytes each
};

class Block;

/// 32 threads with their registers. Lanes of equal place form a group; the group with the lowest place goes first.
struct Warp {
  Block *block = nullptr;
  const Program *program = nullptr;
  std::byte *registers = nullptr;
  std::byte *local = nullptr; ///< 32 frames of Program::localBytes
  uint32_t number = 0;        ///< in the block
  Mask live = 0;
  Mask carry = 0;             ///< the condition code of each lane
  uint64_t steps = 0, laneSteps = 0;

  struct Group {
    uint32_t pc;
    Mask mask;
    enum { Ready, Parked, AtBarrier } state; ///< Parked: waits for the other lanes of its warp
    uint32_t barrier; ///< AtBarrier: its id
  };
  std::vector<Group> groups;

  std::deque<PendingCopy> copies[lanes];
  uint32_t copyGroup[lanes];

  std::deque<PendingProduct> products;
  uint32_t productGroup = 0;
  bool isFenced = false;          ///< a wgmma.fence stands behind the last access to sums by other instructions
  uint64_t productTrace = 0;      ///< the same in all warps of a warpgroup

  template <class T> T *at(uint32_t place) { return reinterpret_cast<T *>(registers + place); }
  Mask &predicate(uint32_t place) { return *reinterpret_cast<Mask *>(registers + place); }
  const uint32_t *list(const Instruction &i) const { return program->lists.data() + i.list; }

  /// Runs until no group is ready.
  void run();
  /// Which lanes an instruction has, of those in `mask`.
  Mask active(const Instruction &i, Mask mask) {
    if (i.guard == none)
      return mask;
    Mask guard = predicate(i.guard);
    return mask & (i.guardNegated ? ~guard : guard);
  }
  /// Throws Fault: kernel, line, block, thread, then the message.
  [[noreturn]] void fail(const Instruction &i, unsigned lane, const std::string &message) const;

private:
  void checkSums(const Instruction &i, Mask active);
  void execute(Group group);
  bool settle(Group &group, uint32_t &limit);
  Mask branchTable(const Instruction &i, Group &group, Mask active);
  bool sync(const Instruction &i, Group &group, Mask active);
  bool arrive(const Instruction &i, Group &group, Mask active);
};

/// Lowest set bit.
inline unsigned firstLane(Mask mask) { return __builtin_ctz(mask); }

/// Calls `f(lane)` for the lanes of a mask.
template <class F> inline void forLanes(Mask mask, F &&f) {
  for (; mask; mask &= mask - 1)
    f(static_cast<unsigned>(__builtin_ctz(mask)));
}

/// Runs blocks, one after the other.
class Block {
public:
  Block(const Setup &setup, Memory &memory);
  Block(const Block &) = delete;

  void run(uint64_t number);

  const Setup &setup;
  Memory &memory;
  std::array<uint32_t, 3> index{}; ///< %ctaid
  Stamp stamp = 0;                 ///< of the block
  Clocks clocks;
  ProxyFences fences[mostWarps];
  Counts counts;

  /// Lanes of a warp arrive at a barrier of `expected` threads, or of all that live if that is 0.
  void arrive(Warp &warp, const Instruction &i, Mask active, uint32_t id, uint32_t expected);
  /// Lanes of the warp ended: what waits may wait for fewer lanes now.
  void noteExit(Warp &warp);

private:
  struct Barrier {
    uint32_t arrived = 0, expected = 0; ///< threads; expected 0: all that live
    std::vector<uint32_t> known;        ///< what those that arrived know, joined
    uint32_t line = 0;
  };
  void reset(uint64_t number);
  void setSpecials(Warp &warp);
  bool isComplete(const Barrier &barrier) const;
  void complete(uint32_t id);
  [[noreturn]] void failStuck();
  void checkWarpgroups() const;

  std::vector<Warp> warps;
  std::vector<std::byte> storage, frames;
  Barrier barriers[16];
};

/// "(1, 0, 0)".
std::string pointText(const std::array<uint32_t, 3> &point);
/// The position of a number in a box of sizes, x fastest.
std::array<uint32_t, 3> pointOf(uint64_t number, const std::array<uint32_t, 3> &sizes);

} // namespace det::ptx

#endif // DET_LIB_PTXSIM_MACHINE_H
