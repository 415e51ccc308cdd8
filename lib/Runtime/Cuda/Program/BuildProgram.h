// From a rank's part of a plan to its program for a device.
#ifndef DET_LIB_RUNTIME_CUDA_PROGRAM_BUILDPROGRAM_H
#define DET_LIB_RUNTIME_CUDA_PROGRAM_BUILDPROGRAM_H

#include "../../Executor/Addresses.h"
#include "../../Executor/ExchangePieces.h"
#include "DeviceProgram.h"
#include "MessagePlaces.h"
#include "PrepareGemm.h"
#include "../Prepare/TableMemory.h"

namespace det::rt::cuda {

struct ProgramBuilder {
  const LoadedPlan &plan;
  const AddressSpace &space;   ///< of the device: nothing here reads it
  const MessagePlaces &places;
  DevicePointer messages;      ///< where the rank's message memory begins
  TableMemory &computing;      ///< for entries
  TableMemory &moving;         ///< for what exchanges launch, beside entries
  Gemms *gemms = nullptr;      ///< where a library multiplies

  /// The whole program. Errors name the entry. The same calls for other addresses ask for the same memory.
  Result<DeviceProgram> build();
  /// One entry that computes.
  Result<ComputeOp> compute(const artifact::EntryT &entry);

private:
  Status addAll(const std::vector<std::unique_ptr<artifact::EntryT>> &entries, DeviceProgram &program);
  Status add(const artifact::EntryT &entry, DeviceProgram &program);
  /// Adds as one operation what `entries` begin with.
  Status addAttention(std::span<const std::unique_ptr<artifact::EntryT>> entries, DeviceProgram &program);
  /// Adds an operation that computes. Errors name the entry.
  Status put(Result<ComputeOp> computed, DeviceOperation operation, DeviceProgram &program);
  Status addWhile(const artifact::WhileT &loop, DeviceOperation operation, DeviceProgram &program);
  Status addTensors(DeviceProgram &program);
  Result<ComputeOp> launch(const artifact::LaunchT &launch);
  Result<DeviceExchange> exchange(uint32_t number);
  Result<DeviceExchange> exchangeByLevels(uint32_t number);
  /// What the rank gets of itself. A part may already lie where it belongs.
  Status addLocal(uint32_t exchange, const ExchangeSide &source, const ExchangeSide &target, std::vector<DeviceStep> &steps);
  /// The exchange as one call of NCCL, which also does the join behind it, or all but its init and rounding.
  Result<DeviceExchange> freeReduction(uint32_t number);
  /// What is left of a join that NCCL has done; null for others.
  const FreeReduction *reductionOf(const artifact::EntryT &join) const;
  /// A strided copy of elements: one copy of bytes where they lie together on both sides.
  Status addCopy(const std::vector<host::CopyDim> &dims, DevicePointer from, DevicePointer to, int64_t elementBytes,
                 std::vector<DeviceStep> &steps);
};

} // namespace det::rt::cuda

#endif // DET_LIB_RUNTIME_CUDA_PROGRAM_BUILDPROGRAM_H
