// One entry at a time: prepared, copied over, launched, copied back.
#include "det/Runtime/Cuda/DeviceEntryRunner.h"

#include "../Program/BuildProgram.h"
#include "../Program/CudaProducts.h"
#include "../Program/KernelTable.h"

namespace det::rt::cuda {

namespace {

// Behind the memory of a rank: shows who writes there.
constexpr uint64_t guardBytes = 4096;
// NaN in every float type.
constexpr uint16_t nanPattern = 0x7fff;

/// Memory of the device that is taken anew where more is needed.
struct Grown {
  DevicePointer start = 0;
  uint64_t bytes = 0;

  Status hold(Driver &driver, uint64_t needed, const char *name) {
    if (needed <= bytes)
      return {};
    release(driver);
    const Result<DevicePointer> made = driver.allocate(needed, name);
    if (!made)
      return made.error();
    start = *made;
    bytes = needed;
    return {};
  }
  void release(Driver &driver) {
    if (bytes)
      driver.release(start);
    bytes = 0;
  }
};

class DeviceEntryRunner final : public EntryRunner {
public:
  DeviceEntryRunner(LoadedPlan plan, std::unique_ptr<Driver> driver, Products products, KernelTable kernels, Stream stream,
                    std::span<const uint8_t> constants)
      : loaded(std::move(plan)), driver(std::move(driver)), products(std::move(products)), kernels(std::move(kernels)), stream(stream),
        original(constants.begin(), constants.end()) {}

  const LoadedPlan &plan() const override { return loaded; }
  Status place(uint32_t rank) override;
  std::span<uint8_t> arena() override { return memory; }
  std::span<uint8_t> constants() override { return constantBytes; }
  Status run(const artifact::EntryT &entry, int) override;

private:
  Result<ComputeOp> prepareAt(const artifact::EntryT &entry, TableMemory &computing);

  LoadedPlan loaded;
  std::unique_ptr<Driver> driver; // outlives what uses it
  Products products;
  KernelTable kernels;
  Stream stream;
  std::vector<uint8_t> original, constantBytes, memory;
  uint32_t rank = 0;
  Grown arenaAt, constantsAt, tablesAt, scratchAt;
};

Status DeviceEntryRunner::place(uint32_t newRank) {
  rank = newRank;
  memory.assign(loaded.program(rank).arena_bytes + guardBytes, 0);
  constantBytes = original;
  if (Status status = arenaAt.hold(*driver, memory.size(), "arena"); !status)
    return status;
  return constantsAt.hold(*driver, constantBytes.size(), "constants");
}

Result<ComputeOp> DeviceEntryRunner::prepareAt(const artifact::EntryT &entry, TableMemory &computing) {
  const AddressSpace space{reinterpret_cast<uint8_t *>(arenaAt.start), memory.size() - guardBytes,
                           {reinterpret_cast<const uint8_t *>(constantsAt.start), constantBytes.size()}, &loaded, rank};
  const MessagePlaces noMessages;
  TableMemory moving(0, 0);
  return ProgramBuilder{loaded, space, noMessages, 0, computing, moving, products.gemms.get()}.compute(entry);
}

Status DeviceEntryRunner::run(const artifact::EntryT &entry, int) {
  TableMemory measured(0, 0);
  if (const Result<ComputeOp> op = prepareAt(entry, measured); !op)
    return op.error();
  if (Status status = tablesAt.hold(*driver, measured.image().size(), "tables"); !status)
    return status;
  if (Status status = scratchAt.hold(*driver, measured.scratchBytes(), "scratch memory"); !status)
    return status;
  TableMemory computing(tablesAt.start, scratchAt.start);
  Result<ComputeOp> op = prepareAt(entry, computing);
  if (!op)
    return op.error();
  if (Status status = kernels.resolve(op->steps); !status)
    return status;

  const auto upload = [&](const Grown &to, const auto &bytes) {
    return bytes.empty() ? Status() : driver->copyToDevice(to.start, bytes.data(), bytes.size(), stream);
  };
  for (Status status : {upload(arenaAt, memory), upload(constantsAt, constantBytes), upload(tablesAt, computing.image())})
    if (!status)
      return status;
  if (scratchAt.bytes) {
    if (Status status = driver->fill(scratchAt.start, nanPattern, scratchAt.bytes / 2 * 2, stream); !status)
      return status;
    if (Status status = driver->forget(scratchAt.start, scratchAt.bytes, stream); !status)
      return status;
  }
  for (const DeviceStep &step : op->steps)
    if (Status status = queueStep(*driver, step, stream); !status)
      return status;
  if (Status status = driver->copyToHost(memory.data(), arenaAt.start, memory.size(), stream); !status)
    return status;
  return driver->synchronize(stream);
}

} // namespace

Result<std::unique_ptr<EntryRunner>> makeDeviceEntryRunner(const Artifact &artifact, std::unique_ptr<Driver> driver) {
  Result<LoadedPlan> plan = loadPlan(artifact, "cuda");
  if (!plan)
    return plan.error();
  Result<KernelTable> kernels = KernelTable::load(artifact, plan->plan, *driver);
  if (!kernels)
    return kernels.error();
  Result<Products> products = openProducts(artifact, *plan, *driver, nullptr);
  if (!products)
    return products.error();
  const Result<Stream> stream = driver->createStream(false);
  if (!stream)
    return stream.error();
  const std::span<const uint8_t> constants = artifact.section(section::constants).value_or(std::span<const uint8_t>{});
  return std::unique_ptr<EntryRunner>(
      new DeviceEntryRunner(std::move(*plan), std::move(driver), std::move(*products), std::move(*kernels), *stream, constants));
}

} // namespace det::rt::cuda
