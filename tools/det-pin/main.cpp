// det-pin: finds, on a GPU and before a run, algorithms of cuBLASLt that compute a program's products in their order, and writes
// them down.
#include "../../lib/Runtime/Cuda/Session/CudaBody.h"
#include "../det-run/Program.h"
#include "Pin.h"

#include "det/Device/MmaShape.h"

#include <CLI/CLI.hpp>
#include <cstdio>

using namespace det;
using namespace det::pin;

namespace {

int fail(const std::string &message) {
  std::fprintf(stderr, "error: %s\n", message.c_str());
  return 1;
}

struct Choice {
  std::string file, output;
  run::CompileChoice compile;
  PinOptions pin;
  bool lists = false, isQuiet = false;
};

Result<LoadedPlan> planOf(const Artifact &artifact) {
  const auto bytes = artifact.section(section::plan);
  if (!bytes)
    return Error{"'" + artifact.source() + "' has no section 'plan'"};
  Result<LoadedPlan> plan = loadPlan(*bytes);
  if (!plan)
    return Error{"'" + artifact.source() + "': " + plan.error().message};
  if (plan->plan.target != "cuda")
    return Error{"'" + artifact.source() + "' was compiled for the host: compile with --to=cuda"};
  return plan;
}

void print(const std::vector<Listed> &products) {
  for (const Listed &listed : products)
    std::printf("%s%s, %lld of them, the first '%s'\n", listed.gemm ? "" : "not for cuBLASLt: ",
                listed.gemm ? describe(listed.gemm->shape).c_str() : "windows, gathered dims or too many leaves",
                static_cast<long long>(listed.count), listed.label.c_str());
  std::printf("%zu kinds of products\n", products.size());
}

int work(Choice &choice) {
  if (choice.lists) {
    choice.compile.forSim = choice.compile.chips.empty();
    const Result<Artifact> artifact = run::openProgram(choice.file, choice.compile);
    if (!artifact)
      return fail(artifact.error().message);
    const Result<LoadedPlan> plan = planOf(*artifact);
    if (!plan)
      return fail(plan.error().message);
    print(listProducts(*plan));
    return 0;
  }
  Result<std::unique_ptr<Driver>> driver = openCudaDriver(0);
  if (!driver)
    return fail("det-pin needs the GPU that the program will run on: " + driver.error().message + " (--list needs none)");
  Result<std::unique_ptr<CublasLt>> library = openCublasLt();
  if (!library)
    return fail(library.error().message);
  if (Status status = checkLibraryVariables("mesh_to_mesh"); !status)
    return fail(status.error().message);
  const DeviceInfo &device = (*driver)->device();
  if (choice.compile.any() && choice.compile.chips.empty())
    choice.compile.chips = {device.chip()};
  const Result<Artifact> artifact = run::openProgram(choice.file, choice.compile);
  if (!artifact)
    return fail(artifact.error().message);
  const Result<LoadedPlan> plan = planOf(*artifact);
  if (!plan)
    return fail(plan.error().message);
  if (device::warpgroupsOf(plan->plan.chips) != device::Warpgroups::none)
    return fail("'" + choice.file + "' is compiled for sm_90a, by kernels of wgmma, beside which no algorithm is pinned: compile with --chips=" + device.chip());
  const std::vector<Listed> products = listProducts(*plan);
  const Result<std::span<const uint8_t>> image = kernelsFor(*artifact, plan->plan, **driver);
  if (!image)
    return fail(image.error().message);
  const Result<Module> module = (*driver)->load(*image);
  if (!module)
    return fail(module.error().message);
  if (!choice.isQuiet)
    choice.pin.progress = [](const std::string &line) {
      std::printf("%s\n", line.c_str());
      std::fflush(stdout);
    };
  PinFile file;
  Result<std::vector<PinnedProduct>> pinned = pinProducts(products, **driver, **library, *module, choice.pin);
  if (!pinned)
    return fail(pinned.error().message);
  file.target = {device.chip(), (*library)->version()};
  file.gpu = device.name;
  file.driverVersion = device.driverVersion;
  file.products = std::move(*pinned);
  size_t count = 0;
  for (const PinnedProduct &product : file.products)
    count += product.pin.has_value();
  const std::string text = pinFileText(file);
  if (Status status = writeFile(choice.output, {{reinterpret_cast<const uint8_t *>(text.data()), text.size()}}); !status)
    return fail(status.error().message);
  std::printf("%zu of %zu kinds of products pinned to cuBLASLt %s on %s (%s): %s\n", count, file.products.size(),
              cublasLtVersionText(file.target.cublasLtVersion).c_str(), device.name.c_str(), device.chip().c_str(),
              choice.output.c_str());
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app{"Finds algorithms of cuBLASLt that compute the products of a program in their order, by probes on this machine's "
               "GPU, and writes them to a "
               "file for det-opt --pins."};
  Choice choice;
  choice.compile.forGpu = true;
  app.add_option("program", choice.file, "an artifact for GPUs, or StableHLO text")->required();
  app.add_option("-o,--output", choice.output, "the pin file [pins.json]");
  app.add_flag("--list", choice.lists, "say which products there are, and end; needs no GPU");
  app.add_flag("--quiet", choice.isQuiet, "say only how many are pinned");
  app.add_flag("--always", choice.pin.keepsSlower, "pin also where det's own kernel is faster");
  app.add_option("--most", choice.pin.most, "algorithms that are tried, for each product [16]")->check(CLI::Range(1, 256));
  app.add_option("--repeats", choice.pin.repeats, "runs that a time is the mean of [20]")->check(CLI::Range(1, 100000));
  app.add_option("--samples", choice.pin.samples, "results that each probe compares with the model, of each product [1024]")
      ->check(CLI::Range(2, 1 << 24));
  app.add_option("--mesh", choice.compile.mesh, "as for det-opt, where the program is text")->group("Compiling");
  app.add_option("--shard", choice.compile.shards, "")->group("Compiling")->allow_extra_args(false);
  app.add_option("--level", choice.compile.level, "")->group("Compiling");
  app.add_option("--recipe", choice.compile.recipe, "mma=hopper puts products on tensor cores")->group("Compiling");
  app.add_option("--chips", choice.compile.chips, "[that of the GPU]")->delimiter(',')->group("Compiling");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &problem) {
    if (problem.get_exit_code() == 0)
      return app.exit(problem);
    std::fprintf(stderr, "error: %s; see det-pin --help\n", problem.what());
    return 2;
  }
  if (choice.output.empty())
    choice.output = "pins.json";
  return work(choice);
}
