// Memory, launches and time of one product.
#include "Bench.h"
#include "../../lib/Runtime/Cuda/Prepare/TableMemory.h"
#include "det/Runtime/Cuda/Prepare.h"

#include <algorithm>
#include <functional>

namespace det::pin {

namespace {

constexpr uint16_t noise = 0x7fff; // a NaN of f32 when doubled

struct Reach {
  int64_t lowest = 0, highest = 0;
  void walk(const std::vector<host::Axis> &axes, int64_t host::Axis::*stride) {
    for (const host::Axis &axis : axes)
      (axis.*stride < 0 ? lowest : highest) += axis.*stride * (axis.size - 1);
  }
};

uint64_t roundUp(uint64_t bytes) { return (bytes + 255) / 256 * 256; }

} // namespace

Result<std::unique_ptr<Bench>> Bench::make(const artifact::ProductT &product, const GemmProduct &gemm, Driver &driver,
                                           Module module) {
  std::unique_ptr<Bench> bench(new Bench(product, gemm, driver, module));
  if (Status status = bench->take(); !status)
    return status.error();
  return bench;
}

Bench::~Bench() {
  drop();
  if (arena)
    driver.release(arena);
}

void Bench::drop() {
  if (stream)
    (void)driver.synchronize(stream);
  for (const DevicePointer one : taken)
    driver.release(one);
  taken.clear();
  gemms.clear();
}

Status Bench::take() {
  const device::ProductShape &normal = gemm.normal;
  const int64_t operand = bytesOf(gemm.shape.type), result = gemm.shape.type == GemmType::f64 ? 8 : 4;
  const auto reach = [&](int64_t host::Axis::*stride, bool hasInner) {
    Reach all;
    for (const auto *axes : {&normal.batch, &normal.rows, &normal.columns})
      all.walk(*axes, stride);
    if (hasInner)
      all.walk(normal.inner.front().axes, stride);
    return all;
  };
  const Reach reaches[] = {reach(&host::Axis::a, true), reach(&host::Axis::b, true), reach(&host::Axis::c, false),
                           reach(&host::Axis::c, false)};
  const int64_t alignments[] = {gemm.shape.a.alignment, gemm.shape.b.alignment, gemm.shape.c ? gemm.shape.c->alignment : 16,
                                gemm.shape.c ? gemm.shape.c->alignment : 16};
  uint64_t next = 0;
  for (size_t i = 0; i < 4; ++i) {
    Part &part = memory[i];
    const int64_t bytes = i < 2 ? operand : result;
    part.origin = uint64_t(-reaches[i].lowest * bytes);
    part.bytes = uint64_t((reaches[i].highest - reaches[i].lowest + 1) * bytes);
    // No better aligned than the entry's address is known to be.
    part.at = roundUp(next) + uint64_t(alignments[i] % 16);
    next = part.at + part.bytes;
  }
  arenaBytes = roundUp(next);
  const Result<DevicePointer> got = driver.allocate(arenaBytes, "memory of a product");
  if (!got)
    return got.error();
  arena = *got;
  Status status;
  const auto make = [&](auto made, auto &kept) {
    if (made)
      kept = *made;
    else if (status)
      status = made.error();
  };
  make(driver.createStream(false), stream);
  make(driver.createEvent(true), from);
  make(driver.createEvent(true), to);
  product.rank_offsets.clear();
  const auto refTo = [&](const Part &part) {
    return std::make_unique<artifact::Ref>(artifact::Space::arena, part.at + part.origin);
  };
  product.a = refTo(memory[gemm.isExchanged ? 1 : 0]);
  product.b = refTo(memory[gemm.isExchanged ? 0 : 1]);
  for (Part &part : memory)
    part.at += arena;
  return status ? driver.fill(arena, 0, arenaBytes, stream) : status;
}

Status Bench::place(Way &way, bool isSecond,
                    const std::function<Result<std::vector<DeviceStep>>(const artifact::ProductT &, const AddressSpace &,
                                                                        DeviceMemory &)> &prepare) {
  const Part &c = memory[isSecond ? 3 : 2];
  way.c = c.at;
  product.c = std::make_unique<artifact::Ref>(artifact::Space::arena, c.at - arena + c.origin);
  const AddressSpace space{reinterpret_cast<uint8_t *>(arena), arenaBytes, {}, nullptr, 0};
  TableMemory sizes(uint64_t(1) << 40, uint64_t(1) << 41);
  if (const auto measured = prepare(product, space, sizes); !measured)
    return measured.error();
  const Result<DevicePointer> tables = driver.allocate(sizes.image().size(), "tables of a product");
  if (!tables)
    return tables.error();
  taken.push_back(*tables);
  const Result<DevicePointer> own = driver.allocate(sizes.scratchBytes(), "scratch memory of a product");
  if (!own)
    return own.error();
  taken.push_back(*own);
  scratch = *own;
  scratchBytes = sizes.scratchBytes();
  TableMemory real(*tables, scratch);
  Result<std::vector<DeviceStep>> steps = prepare(product, space, real);
  if (!steps)
    return steps.error();
  way.steps = std::move(*steps);
  for (DeviceStep &step : way.steps)
    if (auto *kernel = std::get_if<DeviceKernel>(&step)) {
      const Result<Function> function = driver.function(module, kernel->launch.kernel);
      if (!function)
        return function.error();
      kernel->function = *function;
    }
  if (!real.image().empty())
    if (Status status = driver.copyToDevice(*tables, real.image().data(), real.image().size(), stream); !status)
      return status;
  return driver.synchronize(stream);
}

Result<Way> Bench::own() {
  Way way;
  const Status status = place(
      way, false,
      [](const artifact::ProductT &one, const AddressSpace &space, DeviceMemory &tables) -> Result<std::vector<DeviceStep>> {
        artifact::EntryT entry;
        entry.action.Set(artifact::ProductT(one));
        entry.action.AsProduct()->pin.clear();
        Launches launches = prepare(entry, LoadedPlan{}, space, tables);
        if (!launches)
          return launches.error();
        std::vector<DeviceStep> steps;
        for (DeviceLaunch &launch : *launches)
          steps.push_back(DeviceKernel{std::move(launch), {}});
        return steps;
      });
  return status ? Result<Way>(std::move(way)) : status.error();
}

Result<Way> Bench::pinned(CublasLt &library, const Algorithm &algorithm) {
  Way way;
  Gemms &mine = *gemms.emplace_back(std::make_unique<Gemms>(library, false));
  product.pin.assign(algorithm.begin(), algorithm.end());
  const Status status = place(
      way, true,
      [&](const artifact::ProductT &one, const AddressSpace &space, DeviceMemory &tables) -> Result<std::vector<DeviceStep>> {
        auto steps = mine.prepare(one, space, tables);
        if (!steps)
          return steps.error();
        return std::move(**steps);
      });
  if (!status)
    return status.error();
  // Gemms takes them first.
  way.leaves = gemm.shape.c ? 0 : scratch;
  return way;
}

Status Bench::setOperands(const std::vector<uint16_t> &a, const std::vector<uint16_t> &b) {
  if (Status status = driver.copyToDevice(memory[0].at, a.data(), memory[0].bytes, stream); !status)
    return status;
  if (Status status = driver.copyToDevice(memory[1].at, b.data(), memory[1].bytes, stream); !status)
    return status;
  return driver.synchronize(stream);
}

Status Bench::run(const Way &way) {
  if (Status status = driver.fill(way.c, noise, memory[2].bytes, stream); !status)
    return status;
  if (way.leaves)
    if (Status status = driver.fill(way.leaves, noise, scratchBytes / 2 * 2, stream); !status)
      return status;
  for (const DeviceStep &step : way.steps) {
    const auto *product = std::get_if<DeviceMatmul>(&step);
    const auto *kernel = std::get_if<DeviceKernel>(&step);
    const auto *copy = std::get_if<DeviceCopy>(&step);
    const Status status =
        product  ? product->library->run(product->matmul, product->a, product->b, product->d, product->workspace, stream)
        : kernel ? driver.launch(kernel->function, kernel->launch, stream)
                 : driver.copyOnDevice(copy->to, copy->from, copy->bytes, stream);
    if (!status)
      return status;
  }
  return driver.synchronize(stream);
}

Result<std::vector<uint32_t>> Bench::result(const Way &way) {
  std::vector<uint32_t> bits(memory[2].bytes / 4);
  if (Status status = driver.copyToHost(bits.data(), way.c, memory[2].bytes, stream); !status)
    return status.error();
  if (Status status = driver.synchronize(stream); !status)
    return status.error();
  return bits;
}

Result<std::vector<uint32_t>> Bench::leafValues(const Way &way) {
  const GemmShape &shape = gemm.shape;
  std::vector<uint32_t> bits(size_t(shape.leafCount() * shape.results()));
  if (way.leaves) {
    if (Status status = driver.copyToHost(bits.data(), way.leaves, bits.size() * 4, stream); !status)
      return status.error();
    if (Status status = driver.synchronize(stream); !status)
      return status.error();
    return bits;
  }
  const Result<std::vector<uint32_t>> c = result(way);
  if (!c)
    return c.error();
  const uint64_t origin = memory[3].origin / 4;
  for (int64_t batch = 0, i = 0; batch < shape.batches; ++batch)
    for (int64_t row = 0; row < shape.m; ++row)
      for (int64_t column = 0; column < shape.n; ++column, ++i)
        bits[size_t(i)] = (*c)[origin + uint64_t(batch * shape.c->batch + row * shape.c->ld + column)];
  return bits;
}

Result<double> Bench::milliseconds(const Way &way, int repeats) {
  const auto queue = [&]() -> Status {
    for (const DeviceStep &step : way.steps) {
      const auto *product = std::get_if<DeviceMatmul>(&step);
      const auto *kernel = std::get_if<DeviceKernel>(&step);
      if (Status status =
              product  ? product->library->run(product->matmul, product->a, product->b, product->d, product->workspace, stream)
              : kernel ? driver.launch(kernel->function, kernel->launch, stream)
                       : Status(Error{"a product copies"});
          !status)
        return status;
    }
    return {};
  };
  if (Status status = queue(); !status)
    return status.error();
  double least = 0;
  for (int round = 0; round < 3; ++round) {
    Status status = driver.record(from, stream);
    for (int i = 0; i < repeats && status; ++i)
      status = queue();
    if (status)
      status = driver.record(to, stream);
    if (status)
      status = driver.synchronize(stream);
    if (!status)
      return status.error();
    const Result<double> elapsed = driver.milliseconds(from, to);
    if (!elapsed)
      return elapsed.error();
    least = round == 0 ? *elapsed / repeats : std::min(least, *elapsed / repeats);
  }
  return least;
}

} // namespace det::pin
