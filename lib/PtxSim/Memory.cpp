// Every access: bounds, alignment, initialisation, order.
#include "Memory.h"

#include "Machine.h"

#include <algorithm>

namespace det::ptx {

void Clocks::reset() {
  std::memset(known, 0, sizeof(known));
  for (uint32_t warp = 0; warp < mostWarps; ++warp)
    known[warp][warp] = 1;
}

void SavedPages::save(uint64_t page) {
  uint8_t state = untouched;
  if (!states[page].compare_exchange_strong(state, saving, std::memory_order_acq_rel)) {
    while (states[page].load(std::memory_order_acquire) != saved)
      __builtin_ia32_pause();
    return;
  }
  const auto part = bytes.subspan(page << shift, std::min<uint64_t>(uint64_t(1) << shift, bytes.size() - (page << shift)));
  pages[page].assign(part.begin(), part.end());
  states[page].store(saved, std::memory_order_release);
}

void SavedPages::restore() {
  for (uint64_t page = 0; page < pages.size(); ++page)
    std::copy(pages[page].begin(), pages[page].end(), bytes.begin() + int64_t(page << shift));
}

Memory::Memory(const Program &program, const Options &options, std::span<Buffer> given, std::vector<std::vector<std::byte>> &globalBytes,
               std::span<const std::byte> paramBytes, uint64_t sharedSize, std::span<SavedPages> saved)
    : options(options), sharedBytes(sharedSize) {
  for (const Buffer &buffer : given) {
    Region region;
    region.name = "buffer '" + buffer.name + "'";
    region.data = buffer.bytes.data();
    region.base = addressOf(buffers.size());
    region.size = buffer.bytes.size();
    region.isInitialised = buffer.isInitialised;
    region.isWritable = buffer.isWritable;
    region.saved = saved.empty() ? nullptr : &saved[buffers.size()];
    if (options.checkUninitialised && buffer.written.size() == buffer.bytes.size())
      region.written = buffer.written.data();
    addCells(region, program.globalGranule);
    buffers.push_back(std::move(region));
  }
  for (const Variable *variable : program.globals) {
    Region region;
    region.name = "variable '" + std::string(variable->name) + "'";
    region.data = globalBytes[globals.size()].data();
    region.base = (firstGlobal + globals.size() + 1) << bufferShift;
    region.size = variable->bytes();
    addCells(region, program.globalGranule);
    globals.push_back(std::move(region));
  }
  uint64_t total = 0;
  for (const Variable *variable : program.constantData)
    total += (variable->bytes() + 15) / 16 * 16;
  constantBytes.resize(total);
  uint64_t at = 0;
  for (const Variable *variable : program.constantData) {
    Region region;
    region.name = "constant '" + std::string(variable->name) + "'";
    region.data = constantBytes.data() + at;
    region.base = (constants.size() + 1) << bufferShift;
    region.size = variable->bytes();
    region.isWritable = false;
    std::copy_n(reinterpret_cast<const std::byte *>(variable->initial.data()), variable->initial.size(), region.data);
    at += (region.size + 15) / 16 * 16;
    constants.push_back(std::move(region));
  }
  params.name = "the parameters";
  params.data = const_cast<std::byte *>(paramBytes.data());
  params.size = paramBytes.size();
  params.isWritable = false;
  shared.name = "shared memory";
  shared.data = sharedBytes.data();
  shared.size = sharedBytes.size();
  shared.isInitialised = false;
  addCells(shared, program.sharedGranule);
}

Memory::~Memory() {
  for (Region &region : buffers)
    std::free(region.cells);
  for (Region &region : globals)
    std::free(region.cells);
  std::free(shared.cells);
}

void Memory::addCells(Region &region, unsigned granule) {
  region.granuleShift = __builtin_ctz(granule);
  if (!options.checkRaces && !(options.checkUninitialised && !region.isInitialised))
    return;
  // Pages that nobody touches cost nothing.
  region.cells = static_cast<Cell *>(std::calloc(region.cellCount(), sizeof(Cell)));
  region.touched.resize((region.cellCount() >> pageShift) + 1);
  if (!region.cells)
    fail("no memory for the checks of " + region.name + " of " + std::to_string(region.size) +
         " bytes; switch off the checks of races and of uninitialised memory");
}

void Memory::resetShared() {
  std::fill(sharedBytes.begin(), sharedBytes.end(), std::byte(0xcd));
  if (shared.cells)
    std::memset(shared.cells, 0, shared.cellCount() * sizeof(Cell));
}

Stamp Memory::stampOf(const Warp &warp, unsigned lane) {
  return warp.block->stamp | Stamp(warp.number * lanes + lane) << threadShift | warp.block->clocks.of(warp.number);
}

void Memory::setWrite(uint64_t offset, unsigned bytes, Stamp stamp) {
  if (!shared.cells)
    return;
  for (uint64_t cell = offset >> shared.granuleShift; cell <= (offset + bytes - 1) >> shared.granuleShift; ++cell)
    shared.cells[cell].write = stamp;
}

Region *Memory::find(Space space, uint64_t address) {
  if (space == Space::Shared)
    return &shared;
  if (space == Space::Param)
    return &params;
  uint64_t number = address >> bufferShift;
  std::vector<Region> &regions = space == Space::Const ? constants : number > firstGlobal ? globals : buffers;
  if (space == Space::Global && number > firstGlobal)
    number -= firstGlobal;
  return number >= 1 && number <= regions.size() ? &regions[number - 1] : nullptr;
}

/// The state space that a generic address lies in; what is left is the address in that space.
static Space windowOf(uint64_t &address) {
  constexpr Space spaces[] = {Space::Global, Space::Shared, Space::Local, Space::Const, Space::Param};
  uint64_t window = address >> windowShift;
  if (window >= std::size(spaces))
    return Space::Global;
  address &= (uint64_t(1) << windowShift) - 1;
  return spaces[window];
}

void Memory::locate(Warp &warp, const Instruction &i, Mask mask, Space space, Access access, unsigned bytes, const uint64_t *addresses,
                    std::byte **places) {
  if (warp.program->usesWarpgroups && access != Access::Read && (space == Space::Shared || space == Space::Generic))
    warp.block->fences[warp.number].noteWrite(warp.block->clocks.of(warp.number), mask);
  if (mask == allLanes && (space == Space::Global || space == Space::Shared) && locateTogether(warp, i, space, access, bytes, addresses, places))
    return;
  Region *region = nullptr;
  Space last = Space::Generic;
  const Stamp firstStamp = stampOf(warp, 0);
  forLanes(mask, [&](unsigned lane) {
    uint64_t address = addresses[lane];
    Space of = space == Space::Generic ? windowOf(address) : space;
    if (address & (bytes - 1))
      warp.fail(i, lane, "misaligned " + std::string(access == Access::Read ? "read" : "write") + " of " + std::to_string(bytes) +
                             " bytes at address " + std::to_string(address));
    if (of == Space::Local) {
      uint64_t size = warp.program->localBytes;
      if (address >= size || size - address < bytes)
        failOutside(warp, i, lane, of, address, bytes);
      places[lane] = warp.local + lane * size + address;
      return;
    }
    if (!region || of != last || address - region->base >= region->size) {
      region = find(of, address);
      last = of;
    }
    uint64_t offset = region ? address - region->base : 0;
    if (!region || offset >= region->size || region->size - offset < bytes)
      failOutside(warp, i, lane, of, address, bytes);
    if (access != Access::Read && !region->isWritable)
      warp.fail(i, lane, "write of " + std::to_string(bytes) + " bytes at byte " + std::to_string(offset) + " of " + region->name +
                             ", which is read-only");
    places[lane] = region->data + offset;
    if (access != Access::Read && region->saved)
      region->saved->keep(offset, bytes);
    if (region->written)
      lookAtBytes(warp, i, lane, *region, access, offset, bytes);
    if (region->cells)
      watch(warp, i, lane, firstStamp, *region, access, offset, bytes);
  });
}

/// True if all lanes access one region within its bounds: then their places are known without a look at each lane.
bool Memory::locateTogether(Warp &warp, const Instruction &i, Space space, Access access, unsigned bytes, const uint64_t *addresses,
                            std::byte **places) {
  uint64_t low = ~uint64_t(0), high = 0, any = 0;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    low = std::min(low, addresses[lane]);
    high = std::max(high, addresses[lane]);
    any |= addresses[lane];
  }
  Region *region = find(space, low);
  if (!region || any & (bytes - 1) || high - region->base >= region->size || region->size - (high - region->base) < bytes ||
      (access != Access::Read && !region->isWritable))
    return false;
  for (unsigned lane = 0; lane < lanes; ++lane)
    places[lane] = region->data + (addresses[lane] - region->base);
  if (access != Access::Read && region->saved) {
    // One look at what lies together, one for each lane at what does not.
    if (high - low < lanes * 64)
      region->saved->keep(low - region->base, high - low + bytes);
    else
      for (unsigned lane = 0; lane < lanes; ++lane)
        region->saved->keep(addresses[lane] - region->base, bytes);
  }
  if (region->written)
    for (unsigned lane = 0; lane < lanes; ++lane)
      lookAtBytes(warp, i, lane, *region, access, addresses[lane] - region->base, bytes);
  const Stamp firstStamp = stampOf(warp, 0);
  if (region->cells)
    for (unsigned lane = 0; lane < lanes; ++lane)
      watch(warp, i, lane, firstStamp, *region, access, addresses[lane] - region->base, bytes);
  return true;
}

inline void Memory::watch(Warp &warp, const Instruction &i, unsigned lane, Stamp firstStamp, Region &region, Access access, uint64_t offset,
                          unsigned bytes) {
  const Stamp now = firstStamp + (Stamp(lane) << threadShift);
  Cell &cell = region.cells[offset >> region.granuleShift];
  region.touched[offset >> region.granuleShift >> pageShift] = 1;
  // Most accesses: a read of one element of an input.
  if (access == Access::Read && !cell.write && region.isInitialised && bytes >> region.granuleShift <= 1) {
    if ((cell.read[0] ^ now) >> threadShift)
      cell.read[1] = cell.read[0];
    cell.read[0] = now;
    return;
  }
  touch(warp, i, lane, now, region, access, offset, bytes);
}

void Memory::touch(Warp &warp, const Instruction &i, unsigned lane, Stamp now, Region &region, Access access, uint64_t offset, unsigned bytes) {
  const uint32_t *known = warp.block->clocks.known[warp.number];
  const bool races = options.checkRaces;
  for (uint64_t number = offset >> region.granuleShift; number <= (offset + bytes - 1) >> region.granuleShift; ++number) {
    Cell &cell = region.cells[number];
    region.touched[number >> pageShift] = 1;
    bool bothAtomic = access == Access::Atomic && cell.write & atomicBit;
    if (cell.write) {
      if (races && !bothAtomic && !isOrdered(cell.write, now, known))
        failRace(warp, i, lane, region, number, cell.write, true, access);
    } else if (!region.isInitialised && access != Access::Write && options.checkUninitialised) {
      failUnwritten(warp, i, lane, region, offset);
    }
    if (access == Access::Read) {
      if ((cell.read[0] ^ now) >> threadShift)
        cell.read[1] = cell.read[0];
      cell.read[0] = now;
      continue;
    }
    if (races)
      for (Stamp read : cell.read)
        if (read && !isOrdered(read, now, known) && ((read ^ now) >> threadShift || (read & clockMask) == inFlight))
          failRace(warp, i, lane, region, number, read, false, access);
    cell.write = access == Access::Atomic ? now | atomicBit : now;
  }
}

inline void Memory::lookAtBytes(Warp &warp, const Instruction &i, unsigned lane, Region &region, Access access, uint64_t offset, unsigned bytes) {
  uint8_t *written = region.written + offset;
  if (access != Access::Write)
    for (unsigned byte = 0; byte < bytes; ++byte)
      if (!written[byte])
        failUnwritten(warp, i, lane, region, offset + byte);
  if (access != Access::Read)
    std::memset(written, 1, bytes);
}

void Memory::failUnwritten(Warp &warp, const Instruction &i, unsigned lane, const Region &region, uint64_t offset) const {
  warp.fail(i, lane, "read of uninitialised bytes at byte " + std::to_string(offset) + " of " + region.name);
}

void Memory::failRace(Warp &warp, const Instruction &i, unsigned lane, const Region &region, uint64_t cell, Stamp old, bool oldWrote,
                      Access access) const {
  const Setup &setup = warp.block->setup;
  uint64_t byte = cell << region.granuleShift;
  std::string did = access == Access::Read ? "read" : "write", other = oldWrote ? "written" : "read";
  std::string who = "thread " + pointText(pointOf(threadOf(old), setup.block));
  if ((old & clockMask) == inFlight)
    warp.fail(i, lane, did + " of byte " + std::to_string(byte) + " of " + region.name + ", which a " + (oldWrote ? "cp.async" : "wgmma") + " of " + who +
                           " is still " + (oldWrote ? "writing; expected cp.async" : "reading; expected wgmma") + ".wait_group and a barrier first");
  bool sameBlock = old >> blockShift == stampOf(warp, lane) >> blockShift;
  warp.fail(i, lane, "race: " + did + " of byte " + std::to_string(byte) + " of " + region.name + ", which " + who + " of " +
                         (sameBlock ? std::string("this block has ") : "block " + pointText(pointOf(blockOf(old), setup.grid)) + " has ") + other +
                         (sameBlock ? " with no barrier between" : " in the same launch"));
}

void Memory::failOutside(Warp &warp, const Instruction &i, unsigned lane, Space space, uint64_t address, unsigned bytes) {
  std::string what = std::to_string(bytes) + " bytes at ";
  // The buffer that it lies in or just before.
  uint64_t half = space == Space::Global || space == Space::Const ? uint64_t(1) << (bufferShift - 1) : 0;
  const Region *region = space == Space::Local ? nullptr : find(space, address + half);
  if (space == Space::Local)
    what += "byte " + std::to_string(static_cast<int64_t>(address)) + " of local memory of " + std::to_string(warp.program->localBytes) + " bytes";
  else if (region)
    what += "byte " + std::to_string(static_cast<int64_t>(address - region->base)) + " of " + region->name + " of " + std::to_string(region->size) +
            " bytes";
  else
    what += "address " + std::to_string(address) + ", where no buffer is";
  warp.fail(i, lane, "out of bounds: " + what);
}

//===-- What tensor cores read ----------------------------------------------------------------------------------------===//

void ProxyFences::note(uint32_t clock, Mask mask) {
  if (all.empty() || all.back().clock != clock)
    all.push_back({clock, 0, 0});
  all.back().lanes |= mask;
  all.back().last |= mask;
}

bool ProxyFences::covers(uint32_t clock, unsigned lane, uint32_t end) const {
  auto at = std::lower_bound(all.begin(), all.end(), clock, [](const Fence &fence, uint32_t clock) { return fence.clock < clock; });
  if (at != all.end() && at->clock == clock) {
    if (at->last >> lane & 1)
      return true;
    ++at;
  }
  return std::any_of(at, std::find_if(at, all.end(), [&](const Fence &fence) { return fence.clock >= end; }),
                     [&](const Fence &fence) { return fence.lanes >> lane & 1; });
}

const std::byte *Memory::beginRead(Warp &warp, const Instruction &i, uint64_t offset) {
  if (offset >= shared.size || shared.size - offset < tensorBytes)
    failOutside(warp, i, 0, Space::Shared, offset, tensorBytes);
  if (!shared.cells)
    return shared.data + offset;
  const Stamp now = stampOf(warp, 0);
  const uint32_t *known = warp.block->clocks.known[warp.number];
  Stamp shown = 0; // the last write that was seen to be covered: neighbours mostly have the same
  for (uint64_t number = offset >> shared.granuleShift; number <= (offset + tensorBytes - 1) >> shared.granuleShift; ++number) {
    Cell &cell = shared.cells[number];
    if (!cell.write && options.checkUninitialised)
      failUnwritten(warp, i, 0, shared, offset);
    if (options.checkRaces && cell.write && cell.write != shown) {
      if (!isOrdered(cell.write, now, known))
        failRace(warp, i, 0, shared, number, cell.write, true, Access::Read);
      const uint32_t thread = threadOf(cell.write), writer = thread / lanes;
      if (!warp.block->fences[writer].covers(cell.write & clockMask, thread % lanes, known[writer] + (writer == warp.number)))
        warp.fail(i, 0, "read of byte " + std::to_string(number << shared.granuleShift) + " of shared memory, which thread " +
                            pointText(pointOf(thread, warp.block->setup.block)) + " wrote with no fence.proxy.async behind it and before the barrier");
      shown = cell.write;
    }
    if ((cell.read[0] ^ now) >> threadShift)
      cell.read[1] = cell.read[0];
    cell.read[0] = now | inFlight;
  }
  return shared.data + offset;
}

void Memory::setRead(uint64_t offset, Stamp stamp) {
  if (!shared.cells)
    return;
  for (uint64_t number = offset >> shared.granuleShift; number <= (offset + tensorBytes - 1) >> shared.granuleShift; ++number)
    for (Stamp &read : shared.cells[number].read)
      if (read && (read ^ stamp) >> threadShift == 0)
        read = stamp;
}

static bool hasConflict(const std::vector<Region> &mine, const std::vector<Region> &theirs) {
  for (size_t i = 0; i < mine.size(); ++i)
    for (uint64_t page = 0; page < mine[i].touched.size(); ++page) {
      if (!mine[i].touched[page] || !theirs[i].touched[page])
        continue;
      const uint64_t end = std::min((page + 1) << pageShift, mine[i].cellCount());
      for (uint64_t cell = page << pageShift; cell < end; ++cell) {
        const Cell &a = mine[i].cells[cell], &b = theirs[i].cells[cell];
        if ((a.write && (b.write || b.read[0])) || (b.write && a.read[0]))
          return true;
      }
    }
  return false;
}

bool Memory::conflictsWith(const Memory &other) const {
  return options.checkRaces && (hasConflict(buffers, other.buffers) || hasConflict(globals, other.globals));
}

} // namespace det::ptx
