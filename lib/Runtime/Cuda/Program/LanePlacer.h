// The memory of all lanes on a device: what is needed, and where it lies.
#ifndef DET_LIB_RUNTIME_CUDA_PROGRAM_LANEPLACER_H
#define DET_LIB_RUNTIME_CUDA_PROGRAM_LANEPLACER_H

#include "BuildProgram.h"
#include "Lane.h"
#include "det/Runtime/Session.h"

namespace det::rt::cuda {

/// The parts of one rank's memory.
struct LaneMemory {
  DevicePointer arena = 0, messages = 0, tables = 0, moveTables = 0, scratch = 0, moveScratch = 0;
  uint64_t arenaBytes = 0, messageBytes = 0, tableBytes = 0, moveTableBytes = 0, scratchBytes = 0, moveScratchBytes = 0;
  std::vector<std::byte> tableImage, moveTableImage;

  uint64_t bytes() const { return arenaBytes + messageBytes + tableBytes + moveTableBytes + scratchBytes + moveScratchBytes; }
};

/// Sizes every part, takes them all, and builds the program. Everything lives as long as the driver.
class LanePlacer {
public:
  /// `gemms`: null where det's own kernels multiply. `ncclAdds`, `routes`: as for placeMessages.
  LanePlacer(const LoadedPlan &plan, Driver &driver, std::span<const uint8_t> constants, Gemms *gemms = nullptr, bool ncclAdds = false,
             const Routes *routes = nullptr)
      : plan(plan), driver(driver), constants(constants), gemms(gemms), ncclAdds(ncclAdds), routes(routes) {}

  /// Measures a rank with addresses that mean nothing.
  Status measure(uint32_t rank);
  /// Takes the memory of all that was measured. Errors: needed and free bytes.
  Status take(MemoryUse &use);
  /// The program of a measured rank, and its tables on the device.
  Result<DeviceProgram> build(size_t index, Stream stream);

  const LaneMemory &memory(size_t index) const { return lanes[index].memory; }
  const MessagePlaces &places(size_t index) const { return lanes[index].places; }

private:
  struct Measured {
    uint32_t rank;
    LaneMemory memory;
    MessagePlaces places;
  };
  Result<DeviceProgram> buildAt(Measured &lane, DevicePointer constantsAt);

  const LoadedPlan &plan;
  Driver &driver;
  std::span<const uint8_t> constants;
  Gemms *gemms;
  bool ncclAdds;
  const Routes *routes;
  DevicePointer constantsAt = 0;
  std::vector<Measured> lanes;
};

} // namespace det::rt::cuda

#endif // DET_LIB_RUNTIME_CUDA_PROGRAM_LANEPLACER_H
