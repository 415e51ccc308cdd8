// Times every entry of an artifact by events: a step again and again, each entry's least time.
#include "Probe.h"
#include "ProductCases.h"

#include "det/Runtime/Cuda/CudaSession.h"

#include <chrono>
#include <map>

namespace det::gpu {

namespace {

using rt::ElementType, rt::HostTensor, rt::TensorInfo;
using artifact::TensorKind;

/// Values near 1 of both signs in f32, bf16 and f16; small integers: a GPU's clock depends on what it multiplies.
HostTensor randomTensor(const TensorInfo &info, uint64_t seed) {
  HostTensor tensor{info.type, info.shape, {}};
  const int64_t size = rt::elementBytes(info.type), count = *rt::elementCount(info.shape);
  tensor.bytes.resize(size_t(size * count));
  Random random(seed);
  for (int64_t i = 0; i < count; ++i) {
    const uint64_t bits = random.next();
    uint64_t value = bits & 1;
    if (info.type == ElementType::f32)
      value = (bits & 0x807fffff) | (126 + (bits >> 40) % 3) << 23;
    else if (info.type == ElementType::bf16)
      value = (bits & 0x807f) | (126 + (bits >> 40) % 3) << 7;
    else if (info.type == ElementType::f16)
      value = (bits & 0x83ff) | (14 + (bits >> 40) % 3) << 10;
    else if (info.type == ElementType::f64)
      value = (bits & 0x800fffffffffffff) | (1022 + (bits >> 52) % 3) << 52;
    std::memcpy(&tensor.bytes[size_t(i * size)], &value, size_t(size));
  }
  return tensor;
}

using Key = std::pair<std::string, std::string>; ///< kind, label
struct Spent {
  int64_t nanoseconds, flops, calls;
};

std::map<Key, Spent> spentOf(const rt::cuda::CudaSession &session) {
  std::map<Key, Spent> spent;
  for (const rt::EntryTime &time : session.profile())
    spent[{std::string(time.kind), time.label}] = {time.nanoseconds, time.flops, time.calls};
  return spent;
}

/// The least milliseconds that the device takes to copy; several at once between two events, for one would end too early to be timed well.
Result<double> timeCopy(const Options &options) {
  const auto opened = openDriver(options);
  if (!opened)
    return opened.error();
  rt::cuda::Driver &driver = **opened;
  const auto from = driver.allocate(options.copyBytes, "source"), to = driver.allocate(options.copyBytes, "target");
  const auto stream = driver.createStream(false);
  const auto begin = driver.createEvent(true), end = driver.createEvent(true);
  for (const auto *made : {&from, &to})
    if (!*made)
      return made->error();
  if (!stream || !begin || !end)
    return Error{"the driver makes no stream or event"};
  if (Status status = driver.fill(*from, 0x3f80, options.copyBytes / 2 * 2, *stream); !status)
    return status.error();
  constexpr int atOnce = 4;
  double least = INFINITY;
  for (int i = 0; i < options.repetitions; ++i) {
    Status status = driver.record(*begin, *stream);
    for (int copy = 0; copy < atOnce && status; ++copy)
      status = driver.copyOnDevice(*to, *from, options.copyBytes / 2 * 2, *stream);
    if (status)
      status = driver.record(*end, *stream);
    if (status)
      status = driver.synchronize(*stream);
    if (!status)
      return status.error();
    const auto elapsed = driver.milliseconds(*begin, *end);
    if (!elapsed)
      return elapsed.error();
    least = std::min(least, *elapsed / atOnce);
  }
  return least;
}

} // namespace

Result<Json> timeArtifact(const Options &options) {
  auto artifact = rt::Artifact::load(options.artifact);
  if (!artifact)
    return artifact.error();
  auto driver = openDriver(options);
  if (!driver)
    return driver.error();
  rt::SessionOptions settings;
  settings.threads = options.threads;
  settings.profile = true;
  auto session = rt::cuda::CudaSession::create(std::move(*artifact), std::move(*driver), settings);
  if (!session)
    return session.error();
  std::map<std::string, HostTensor> batch;
  uint64_t seed = 0;
  for (const TensorInfo &info : (*session)->tensors()) {
    if (info.kind == TensorKind::state) {
      if (Status status = (*session)->setState(info.name, randomTensor(info, ++seed).view()); !status)
        return status.error();
    } else if (info.kind == TensorKind::batch) {
      batch.emplace(info.name, randomTensor(info, ++seed));
    }
  }
  rt::ViewMap views;
  for (const auto &[name, tensor] : batch)
    views[name] = tensor.view();

  std::map<Key, double> least;
  std::map<Key, int64_t> flops;
  double leastStep = INFINITY;
  constexpr int warmUp = 2;
  for (int i = 0; i < options.repetitions + warmUp; ++i) {
    const auto before = spentOf(**session);
    const auto began = std::chrono::steady_clock::now();
    if (Status status = (*session)->step(views); !status)
      return status.error();
    const std::chrono::duration<double, std::milli> step = std::chrono::steady_clock::now() - began;
    if (i < warmUp)
      continue;
    leastStep = std::min(leastStep, step.count());
    for (const auto &[key, after] : spentOf(**session)) {
      const auto earlier = before.find(key);
      const Spent start = earlier == before.end() ? Spent{} : earlier->second;
      if (after.calls == start.calls)
        continue;
      const double milliseconds = double(after.nanoseconds - start.nanoseconds) / 1e6;
      const auto [entry, isNew] = least.emplace(key, milliseconds);
      entry->second = std::min(entry->second, milliseconds);
      flops[key] = after.flops - start.flops;
    }
  }
  Json made;
  made["device"] = (*session)->device().name;
  made["products"] = (*session)->products();
  made["step_ms"] = leastStep;
  for (const auto &[key, milliseconds] : least)
    made["entries"].push_back({{"kind", key.first}, {"label", key.second}, {"ms", milliseconds}, {"flops", flops[key]}});
  session->reset();
  if (options.copyBytes) {
    const auto copy = timeCopy(options);
    if (!copy)
      return copy.error();
    made["copy_bytes"] = options.copyBytes;
    made["copy_ms"] = *copy;
  }
  return made;
}

} // namespace det::gpu
