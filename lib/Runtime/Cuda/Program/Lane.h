// One rank of this process on a device: its program, its two streams, and the events between them.
#ifndef DET_LIB_RUNTIME_CUDA_PROGRAM_LANE_H
#define DET_LIB_RUNTIME_CUDA_PROGRAM_LANE_H

#include "DeviceProgram.h"

namespace det::rt::cuda {

/// Entries run on one stream, exchanges on the other: what an exchange reads and writes is the exchange's from its begin to its end.
struct Lane {
  uint32_t rank = 0;
  DeviceProgram program;
  Stream compute, moves;
  Event reached; ///< compute: all entries in front of an exchange that begins
  Event posted;  ///< moves: the rank's messages lie ready, and there is room for those of others
  Event sent;    ///< moves: its messages have gone
  Event joined;  ///< moves or compute: the end of a step
  std::vector<Event> ended; ///< moves: by exchange
  uint8_t *flag = nullptr;  ///< on the host: a predicate
  uint8_t *staging = nullptr;
};

} // namespace det::rt::cuda

#endif // DET_LIB_RUNTIME_CUDA_PROGRAM_LANE_H
