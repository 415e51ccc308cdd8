// Asks a GPU, or the interpreter of PTX, what tools/gpu-check.sh wants to know. Prints JSON; exit code 1 on a difference or an error.
//
//   det-gpu-probe device
//   det-gpu-probe tensor-core --instructions=FILE --kernels=FILE [--warpgroups=FILE] [--products=N]
//   det-gpu-probe time ARTIFACT [--repetitions=N] [--copy=BYTES]
//
//   --device=cuda|ptx-sim   --threads=N
//
// The files are cubins for the chip, or PTX for ptx-sim (test/gpu/probes.py makes them).
#include "Probe.h"

#include "det/Runtime/Cuda/Nccl.h"

#include <atomic>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <thread>

namespace det::gpu {

Result<std::unique_ptr<rt::cuda::Driver>> openDriver(const Options &options) {
  if (!options.isSim)
    return rt::cuda::openCudaDriver(0);
  rt::cuda::SimOptions sim;
  sim.threads = options.threads;
  return rt::cuda::openSimDriver(sim);
}

Result<std::vector<uint8_t>> readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<uint8_t> bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file || bytes.empty())
    return Error{"cannot read '" + path + "'"};
  return bytes;
}

void inParallel(int threads, size_t count, const std::function<void(size_t)> &work) {
  std::atomic<size_t> next = 0;
  const auto run = [&] {
    for (size_t i = next++; i < count; i = next++)
      work(i);
  };
  std::vector<std::jthread> team;
  for (int i = 1; i < threads; ++i)
    team.emplace_back(run);
  run();
}

Result<Json> describeDevice(const Options &options) {
  const auto driver = openDriver(options);
  if (!driver)
    return driver.error();
  const rt::cuda::DeviceInfo &device = (*driver)->device();
  Json made;
  made["name"] = device.name;
  made["chip"] = device.chip();
  made["memory_bytes"] = device.memoryBytes;
  made["devices"] = device.devices;
  made["cuda"] = std::to_string(device.driverVersion / 1000) + "." + std::to_string(device.driverVersion % 1000 / 10);
  if (const auto nccl = rt::cuda::openNccl(); nccl)
    made["nccl"] = std::to_string((*nccl)->version() / 10000) + "." + std::to_string((*nccl)->version() / 100 % 100) + "." + std::to_string((*nccl)->version() % 100);
  else
    made["no_nccl"] = nccl.error().message;
  return made;
}

} // namespace det::gpu

namespace {

using namespace det::gpu;

const char *const usage = "usage: det-gpu-probe device|tensor-core|time [ARTIFACT] [--device=cuda|ptx-sim] [--threads=N] [--instructions=FILE] "
                          "[--kernels=FILE] [--warpgroups=FILE] [--products=N] [--repetitions=N] [--copy=BYTES]";

/// Errors: what is not understood.
Status parse(int argc, char **argv, std::string &command, Options &options) {
  std::map<std::string, std::string> values;
  std::vector<std::string> words;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const size_t equals = word.find('=');
    if (!word.starts_with("--"))
      words.push_back(word);
    else if (equals == std::string::npos)
      return Error{usage};
    else
      values[word.substr(2, equals - 2)] = word.substr(equals + 1);
  }
  if (words.empty() || words.size() != (words[0] == "time" ? 2 : 1))
    return Error{usage};
  command = words[0];
  options.artifact = words.back();
  options.threads = int(std::max(1u, std::thread::hardware_concurrency()));
  for (const auto &[name, value] : values) {
    uint64_t number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    const bool isNumber = error == std::errc() && end == value.data() + value.size() && number > 0;
    if (name == "device" && (value == "cuda" || value == "ptx-sim"))
      options.isSim = value == "ptx-sim";
    else if (name == "threads" && isNumber && number <= 4096)
      options.threads = int(number);
    else if (name == "products" && isNumber && number <= 100'000'000)
      options.products = number;
    else if (name == "repetitions" && isNumber && number <= 100'000)
      options.repetitions = int(number);
    else if (name == "copy" && isNumber)
      options.copyBytes = number;
    else if (name == "instructions")
      options.instructions = value;
    else if (name == "kernels")
      options.kernels = value;
    else if (name == "warpgroups")
      options.warpgroups = value;
    else
      return Error{"bad --" + name + "=" + value + "; " + usage};
  }
  return {};
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  std::string command;
  if (Status status = parse(argc, argv, command, options); !status) {
    std::fprintf(stderr, "error: %s\n", status.error().message.c_str());
    return 2;
  }
  const auto answer = command == "device"        ? describeDevice(options)
                      : command == "tensor-core" ? probeTensorCores(options)
                      : command == "time"        ? timeArtifact(options)
                                                 : Result<Json>(Error{usage});
  if (!answer) {
    std::fprintf(stderr, "error: %s\n", answer.error().message.c_str());
    return 1;
  }
  std::printf("%s\n", answer->dump(1).c_str());
  return answer->value("faults", 0) ? 1 : 0;
}
