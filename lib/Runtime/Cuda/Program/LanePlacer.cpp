// Builds twice: for sizes, and for good.
#include "LanePlacer.h"

#include <algorithm>

namespace det::rt::cuda {

namespace {

// Where measured memory seems to lie: apart from each other, aligned, and never touched.
constexpr DevicePointer nowhere = DevicePointer(1) << 40;

std::string bytesText(uint64_t bytes) { return std::to_string(bytes) + " bytes (" + std::to_string(bytes >> 20) + " MiB)"; }

} // namespace

Result<DeviceProgram> LanePlacer::buildAt(Measured &lane, DevicePointer at) {
  LaneMemory &memory = lane.memory;
  const AddressSpace space{reinterpret_cast<uint8_t *>(memory.arena), memory.arenaBytes,
                           {reinterpret_cast<const uint8_t *>(at), constants.size()}, &plan, lane.rank};
  TableMemory computing(memory.tables, memory.scratch), moving(memory.moveTables, memory.moveScratch);
  Result<DeviceProgram> program = ProgramBuilder{plan, space, lane.places, memory.messages, computing, moving, gemms}.build();
  if (!program)
    return program.error();
  memory.tableImage = computing.image();
  memory.moveTableImage = moving.image();
  memory.scratchBytes = computing.scratchBytes();
  memory.moveScratchBytes = moving.scratchBytes();
  return program;
}

Status LanePlacer::measure(uint32_t rank) {
  Measured lane{rank, {}, placeMessages(plan, rank, ncclAdds, routes)};
  LaneMemory &memory = lane.memory;
  memory.arenaBytes = plan.program(rank).arena_bytes;
  memory.messageBytes = lane.places.bytes;
  DevicePointer next = nowhere;
  for (DevicePointer *part : {&memory.arena, &memory.messages, &memory.tables, &memory.moveTables, &memory.scratch, &memory.moveScratch})
    *part = next += nowhere;
  if (const Result<DeviceProgram> program = buildAt(lane, next + nowhere); !program)
    return program.error();
  memory.tableBytes = memory.tableImage.size();
  memory.moveTableBytes = memory.moveTableImage.size();
  lanes.push_back(std::move(lane));
  return {};
}

Status LanePlacer::take(MemoryUse &use) {
  use = {};
  uint64_t tables = 0, needed = constants.size();
  for (const Measured &lane : lanes) {
    const LaneMemory &memory = lane.memory;
    use.arenas += memory.arenaBytes;
    use.largestArena = std::max(use.largestArena, memory.arenaBytes);
    use.messages += memory.messageBytes;
    use.scratch += memory.scratchBytes + memory.moveScratchBytes;
    tables += memory.tableBytes + memory.moveTableBytes;
    needed += memory.bytes();
  }
  const Result<FreeMemory> left = driver.memory();
  if (!left)
    return left.error();
  if (needed > left->free)
    return Error{"out of GPU memory: " + std::to_string(lanes.size()) + (lanes.size() == 1 ? " rank needs " : " ranks need ") +
                 bytesText(needed) + ": arenas " + bytesText(use.arenas) + ", messages " + bytesText(use.messages) + ", scratch " +
                 bytesText(use.scratch) + ", tables " + bytesText(tables) + ", constants " + bytesText(constants.size()) + "; free are " +
                 bytesText(left->free) + " of " + bytesText(left->total)};
  const auto allocate = [&](DevicePointer &address, uint64_t bytes, const std::string &name) -> Status {
    const Result<DevicePointer> made = driver.allocate(bytes, name);
    if (!made)
      return made.error();
    address = *made;
    return {};
  };
  if (Status status = allocate(constantsAt, constants.size(), "constants"); !status)
    return status;
  for (Measured &lane : lanes) {
    LaneMemory &memory = lane.memory;
    const std::string of = " of rank " + std::to_string(lane.rank);
    const std::tuple<DevicePointer *, uint64_t, std::string> parts[] = {{&memory.arena, memory.arenaBytes, "arena"},
                                                                        {&memory.messages, memory.messageBytes, "message memory"},
                                                                        {&memory.tables, memory.tableBytes, "tables"},
                                                                        {&memory.moveTables, memory.moveTableBytes, "tables of exchanges"},
                                                                        {&memory.scratch, memory.scratchBytes, "scratch memory"},
                                                                        {&memory.moveScratch, memory.moveScratchBytes, "scratch memory of exchanges"}};
    for (const auto &[address, bytes, name] : parts)
      if (Status status = allocate(*address, bytes, name + of); !status)
        return status;
  }
  return {};
}

Result<DeviceProgram> LanePlacer::build(size_t index, Stream stream) {
  Measured &lane = lanes[index];
  LaneMemory &memory = lane.memory;
  const uint64_t scratch = memory.scratchBytes, moveScratch = memory.moveScratchBytes;
  Result<DeviceProgram> program = buildAt(lane, constantsAt);
  if (!program)
    return program.error();
  if (memory.tableImage.size() > memory.tableBytes || memory.moveTableImage.size() > memory.moveTableBytes ||
      memory.scratchBytes > scratch || memory.moveScratchBytes > moveScratch)
    return Error{"rank " + std::to_string(lane.rank) + ": its launches need more memory than was measured"};
  for (const auto &[address, image] : {std::pair(memory.tables, std::span<const std::byte>(memory.tableImage)),
                                       std::pair(memory.moveTables, std::span<const std::byte>(memory.moveTableImage))})
    if (!image.empty())
      if (Status status = driver.copyToDevice(address, image.data(), image.size(), stream); !status)
        return status.error();
  // One place for all ranks.
  if (index == 0 && !constants.empty())
    if (Status status = driver.copyToDevice(constantsAt, constants.data(), constants.size(), stream); !status)
      return status.error();
  if (Status status = driver.synchronize(stream); !status)
    return status.error();
  return program;
}

} // namespace det::rt::cuda
