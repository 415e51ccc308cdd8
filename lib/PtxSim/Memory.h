// Memory as kernels see it, and what the checks remember of every element: who wrote it last, who read it last.
#ifndef DET_LIB_PTXSIM_MEMORY_H
#define DET_LIB_PTXSIM_MEMORY_H

#include "Program.h"

#include <atomic>
#include <cstdlib>

namespace det::ptx {

//===-- Stamps ------------------------------------------------------------------------------------------------------===//

/// An access: block + 1 (28 bits), thread in the block (10), whether it was atomic (1), the clock of its warp (25). 0 is no access.
/// Clocks: each warp counts the synchronisations it took part in, and knows up to which clock of every other warp it is ordered.
using Stamp = uint64_t;
constexpr unsigned clockBits = 25, threadShift = clockBits + 1, blockShift = threadShift + 10;
constexpr Stamp clockMask = (Stamp(1) << clockBits) - 1, atomicBit = Stamp(1) << clockBits;
/// The clock of a cp.async or a wgmma that no wait has ended: ordered with nothing.
constexpr Stamp inFlight = clockMask;
constexpr unsigned mostWarps = 32;

constexpr uint64_t blockOf(Stamp stamp) { return (stamp >> blockShift) - 1; }
constexpr uint32_t threadOf(Stamp stamp) { return stamp >> threadShift & 1023; }

/// Per warp: up to which clock of each warp its next instruction is ordered behind.
struct Clocks {
  uint32_t known[mostWarps][mostWarps];
  void reset();
  uint32_t of(uint32_t warp) const { return known[warp][warp]; }
  /// bar.warp.sync, and what a barrier does for each warp: later accesses are told apart from earlier ones.
  void tick(uint32_t warp) { ++known[warp][warp]; }
};

/// Which writes to shared memory the lanes of a warp have shown to tensor cores, by fence.proxy.async.
class ProxyFences {
public:
  void reset() { all.clear(); }
  void note(uint32_t clock, Mask lanes);
  /// A write, or the arrival of a copy: a fence at the same clock has been before it.
  void noteWrite(uint32_t clock, Mask lanes) {
    if (!all.empty() && all.back().clock == clock)
      all.back().last &= ~lanes;
  }
  /// Whether a write of a lane at a clock has been followed by a fence at a clock below `end`.
  bool covers(uint32_t clock, unsigned lane, uint32_t end) const;

private:
  struct Fence {
    uint32_t clock;
    Mask lanes, last; ///< that had one; that have written nothing since, at this clock
  };
  std::vector<Fence> all; ///< by ascending clock
};

/// True if the old access is ordered before one by `now`, whose warp knows `known`.
inline bool isOrdered(Stamp old, Stamp now, const uint32_t *known) {
  Stamp clock = old & clockMask;
  if ((old ^ now) >> threadShift == 0)
    return clock != inFlight;
  return old >> blockShift == now >> blockShift && clock < known[threadOf(old) / lanes];
}

/// What is remembered of an element: the last write, and the last reads of two different threads. If any thread but t reads since the
/// last synchronisation of the block, one of the two kept reads is such a one: two are enough to find every race of a write.
struct Cell {
  Stamp write, read[2];
};

//===-- Regions -----------------------------------------------------------------------------------------------------===//

enum class Access : uint8_t { Read, Write, Atomic };

/// The first content of a buffer's pages that a launch writes, shared by the host threads: what a launch has done can be undone without a copy
/// of the whole buffer.
class SavedPages {
public:
  explicit SavedPages(std::span<std::byte> bytes)
      : bytes(bytes), states(new std::atomic<uint8_t>[(bytes.size() >> shift) + 1]()), pages((bytes.size() >> shift) + 1) {}
  /// Before bytes [offset, offset + count) are written.
  void keep(uint64_t offset, uint64_t count) {
    for (uint64_t page = offset >> shift; page <= (offset + count - 1) >> shift; ++page)
      if (states[page].load(std::memory_order_acquire) != saved)
        save(page);
  }
  void restore();

private:
  static constexpr unsigned shift = 12;
  static constexpr uint8_t untouched = 0, saving = 1, saved = 2;
  void save(uint64_t page);

  std::span<std::byte> bytes;
  std::unique_ptr<std::atomic<uint8_t>[]> states;
  std::vector<std::vector<std::byte>> pages;
};

/// A range of addresses.
struct Region {
  std::string name;
  std::byte *data = nullptr;
  uint64_t base = 0, size = 0;
  bool isInitialised = true, isWritable = true;
  unsigned granuleShift = 0;
  Cell *cells = nullptr; ///< one per granule; null without checks
  std::vector<uint8_t> touched; ///< per cellsOfPage cells: whether one of them may hold something
  SavedPages *saved = nullptr;  ///< null where nothing will be undone
  uint8_t *written = nullptr;   ///< per byte; null where nobody asks
  uint64_t cellCount() const { return (size >> granuleShift) + 1; }
};
constexpr unsigned pageShift = 10; ///< of cells

struct Warp;

/// The memory of one host thread: global buffers (shared with the others, but cells of its own) and a block's shared memory.
class Memory {
public:
  Memory(const Program &program, const Options &options, std::span<Buffer> buffers, std::vector<std::vector<std::byte>> &globals,
         std::span<const std::byte> params, uint64_t sharedBytes, std::span<SavedPages> saved = {});
  ~Memory();
  Memory(const Memory &) = delete;

  /// Forgets the last block's shared memory.
  void resetShared();

  /// Checks an access of `bytes` (a power of two) by each lane of `mask` at `address`, and says where its bytes lie.
  void locate(Warp &warp, const Instruction &i, Mask mask, Space space, Access access, unsigned bytes, const uint64_t *address,
              std::byte **places);

  /// cp.async: `stamp` replaces what was remembered of bytes of shared memory.
  void setWrite(uint64_t offset, unsigned bytes, Stamp stamp);
  /// wgmma: checks a read of `tensorBytes` of shared memory, which goes on until setRead gives it another stamp, and says where they lie.
  static constexpr unsigned tensorBytes = 16;
  const std::byte *beginRead(Warp &warp, const Instruction &i, uint64_t offset);
  /// `stamp` replaces that of reads by the same thread.
  void setRead(uint64_t offset, Stamp stamp);
  /// The stamp of a lane's access now.
  static Stamp stampOf(const Warp &warp, unsigned lane);

  Region shared;
  /// True if the cells of two host threads show an element that one wrote and the other touched.
  bool conflictsWith(const Memory &other) const;

private:
  Region *find(Space space, uint64_t address);
  bool locateTogether(Warp &warp, const Instruction &i, Space space, Access access, unsigned bytes, const uint64_t *addresses, std::byte **places);
  void watch(Warp &warp, const Instruction &i, unsigned lane, Stamp firstStamp, Region &region, Access access, uint64_t offset, unsigned bytes);
  void touch(Warp &warp, const Instruction &i, unsigned lane, Stamp now, Region &region, Access access, uint64_t offset, unsigned bytes);
  [[noreturn]] void failRace(Warp &warp, const Instruction &i, unsigned lane, const Region &region, uint64_t cell, Stamp old, bool oldWrote,
                             Access access) const;
  [[noreturn]] void failOutside(Warp &warp, const Instruction &i, unsigned lane, Space space, uint64_t address, unsigned bytes);
  void addCells(Region &region, unsigned granule);
  /// Checks a read, or notes a write, of bytes that know whether they have been written.
  void lookAtBytes(Warp &warp, const Instruction &i, unsigned lane, Region &region, Access access, uint64_t offset, unsigned bytes);
  [[noreturn]] void failUnwritten(Warp &warp, const Instruction &i, unsigned lane, const Region &region, uint64_t offset) const;

  const Options &options;
  std::vector<Region> buffers, globals, constants;
  Region params;
  std::vector<std::byte> sharedBytes, constantBytes;
};

} // namespace det::ptx

#endif // DET_LIB_PTXSIM_MEMORY_H
