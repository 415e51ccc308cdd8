// codegen-report FILE... [--print] [--kernels] [--times] [--check]: fuses the det text of each file, lowers every region on one
// rank, compiles for both instruction sets; prints counts and seconds. --print gives the fused module, --kernels the kernels'
// MLIR,
// --times each kernel's time on this machine,
// --check compares every region with the reference interpreter and fails where a bit differs. With --ptx kernels are for GPUs and
// run by the interpreter of PTX; --kernels gives their text, and --control makes their sums subtract, which the check must find.
#include "CheckRegions.h"
#include "Harness.h"
#include "det/Transforms/Lower/Cuda.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Format.h"
#include <chrono>
#include <dlfcn.h>
#include <map>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace det;

static double now() {
  return [] {
    timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
  }();
}

/// Runs each launch on memory of its own and prints the slowest.
static void timeRegions(ArrayRef<std::pair<RegionOp, LoweredRegion>> regions, const CompiledKernels &compiled) {
  const std::string &object = compiled.objects[test::isas().size() - 1].object;
  int file = memfd_create("kernels", 0);
  if (write(file, object.data(), object.size()) < 0)
    return;
  void *handle = dlopen(("/proc/self/fd/" + std::to_string(file)).c_str(), RTLD_NOW);
  using Kernel = void (*)(void *const *, const int64_t *, int64_t, int64_t, void *);
  std::map<unsigned, std::pair<int, double>> byKernel;
  std::map<unsigned, double> bytes;
  double total = 0;
  for (auto &[region, lowered] : regions) {
    std::vector<std::vector<char>> memory;
    double size = 0;
    SmallVector<Value> values(region->getOperands());
    llvm::append_range(values, region->getResults());
    for (Value value : values) {
      auto type = cast<ShapedType>(value.getType());
      memory.emplace_back(type.getNumElements() * ((type.getElementTypeBitWidth() + 7) / 8) + 64, 1);
      size += memory.back().size();
    }
    for (uint64_t extra : lowered.temporaries)
      memory.emplace_back(extra, 1);
    for (const KernelCall &call : lowered.calls) {
      std::vector<void *> buffers;
      for (int i : call.buffers)
        buffers.push_back(memory[i].data());
      auto kernel = reinterpret_cast<Kernel>(dlsym(handle, compiled.names[call.kernel].c_str()));
      void *scratch = aligned_alloc(64, (call.scratchBytes + 127) / 64 * 64);
      double best = 1e9;
      for (int i = 0; i < 5; ++i) {
        double start = now();
        kernel(buffers.data(), call.params.data(), 0, call.extent, scratch);
        best = std::min(best, now() - start);
      }
      free(scratch);
      total += best;
      byKernel[call.kernel].first++;
      byKernel[call.kernel].second += best;
      bytes[call.kernel] += size;
    }
  }
  std::vector<std::pair<double, unsigned>> order;
  for (auto &[kernel, entry] : byKernel)
    order.push_back({-entry.second, kernel});
  std::sort(order.begin(), order.end());
  llvm::outs() << "sum of launches: " << llvm::format("%.3f ms", total * 1e3) << "\n";
  for (auto &[seconds, kernel] : ArrayRef(order).take_front(25))
    llvm::outs() << llvm::format("%8.3f ms %4d x %7.2f GB/s  ", -seconds * 1e3, byKernel[kernel].first,
                                 bytes[kernel] / -seconds / 1e9)
                 << compiled.names[kernel] << "\n";
}

namespace {

struct Flags {
  bool print = false, kernels = false, times = false, check = false, ptx = false, control = false;
};

/// Regions of a file, lowered.
struct Program {
  OwningOpRef<ModuleOp> module;
  std::vector<std::pair<RegionOp, LoweredRegion>> regions;
  int launches = 0;
};

} // namespace

/// Says what lies between regions.
static void printOutside(ModuleOp module) {
  std::map<std::string, int> outside;
  for (auto func : module.getOps<func::FuncOp>())
    for (Operation &op : func.getBody().front())
      outside[op.getName().getStringRef().str()]++;
  for (auto &[name, count] : outside)
    llvm::outs() << "  " << count << " " << name << "\n";
}

static bool lowerRegions(Program &program, KernelLibrary &library) {
  bool isWhole = true;
  program.module->walk([&](RegionOp region) {
    if (region.getNumResults() == 0) // all that it made is unused
      return;
    auto dense = [](Value value) {
      LocalTensor tensor = LocalTensor::dense(cast<ShapedType>(value.getType()).getShape());
      tensor.alignment = 16;
      return tensor;
    };
    SmallVector<LocalTensor> inputs(llvm::map_range(region.getInputs(), dense)),
        outputs(llvm::map_range(region.getResults(), dense));
    auto lowered = library.lower(region, inputs, outputs);
    isWhole &= succeeded(lowered);
    if (failed(lowered))
      return;
    program.launches += lowered->calls.size();
    program.regions.push_back({region, *lowered});
  });
  return isWhole;
}

/// The number of outputs that differ; -1 where something fails.
static int reportPtx(const Program &program, const KernelLibrary &library, const Flags &flags) {
  auto ptx = emitPtx(library, {});
  if (failed(ptx))
    return -1;
  llvm::outs() << program.regions.size() << " regions, " << program.launches << " launches, " << library.size()
               << " kernels, PTX of " << ptx->size() << " bytes\n";
  if (flags.kernels)
    llvm::outs() << *ptx;
  if (flags.control)
    for (size_t at = 0; (at = ptx->find("add.rn.f32", at)) != std::string::npos; ++at)
      ptx->replace(at, 3, "sub");
  if (!flags.check)
    return 0;
  auto runner = test::makePtxRunner(library, *ptx);
  return runner ? test::checkRegions(program.regions, library.getNames(), *runner) : -1;
}

static int reportHost(const Program &program, const KernelLibrary &library, const Flags &flags) {
  double start = now();
  auto compiled = compileForHost(library, {Isa::v3, Isa::v4});
  if (failed(compiled))
    return -1;
  llvm::outs() << program.regions.size() << " regions, " << program.launches << " launches, " << library.size()
               << " kernels, objects of " << compiled->objects[0].object.size() << " and " << compiled->objects[1].object.size()
               << " bytes\n";
  llvm::outs() << llvm::format("compile %.3f s\n", now() - start);
  if (flags.kernels)
    library.getModule().print(llvm::outs());
  if (flags.times)
    timeRegions(program.regions, *compiled);
  int different = 0;
  for (size_t i = 0; flags.check && i < test::isas().size(); ++i) {
    auto runner = test::makeHostRunner(*compiled, i);
    different += runner ? test::checkRegions(program.regions, compiled->names, *runner) : 1;
  }
  return different;
}

/// Fuses and compiles one file.
static int reportFile(const char *path, const Flags &flags) {
  MLIRContext context;
  test::prepare(context);
  Program program;
  program.module = parseSourceFile<ModuleOp>(path, &context);
  if (!program.module)
    return -1;
  double start = now();
  PassManager pm(&context);
  pm.addNestedPass<func::FuncOp>(createFusePass());
  if (failed(pm.run(*program.module)))
    return -1;
  double fused = now();
  if (flags.print)
    program.module->print(llvm::outs());
  KernelLibrary library(&context, flags.ptx ? KernelTarget::Cuda : KernelTarget::Host);
  if (!lowerRegions(program, library))
    return -1;
  int different = flags.ptx ? reportPtx(program, library, flags) : reportHost(program, library, flags);
  if (!flags.ptx) {
    llvm::outs() << llvm::format("fuse %.3f s, all %.3f s\n", fused - start, now() - start);
    printOutside(*program.module);
  }
  return different;
}

int main(int argc, char **argv) {
  Flags flags;
  std::vector<const char *> paths;
  for (int i = 1; i < argc; ++i) {
    StringRef word = argv[i];
    if (!word.starts_with("--"))
      paths.push_back(argv[i]);
    flags.print |= word == "--print";
    flags.kernels |= word == "--kernels";
    flags.times |= word == "--times";
    flags.check |= word == "--check";
    flags.ptx |= word == "--ptx";
    flags.control |= word == "--control";
  }
  int different = 0;
  for (const char *path : paths) {
    int inFile = reportFile(path, flags);
    if (inFile)
      llvm::errs() << path << (inFile < 0 ? ": does not compile\n" : ": differs\n");
    different += inFile < 0 ? 1 : inFile;
  }
  if (flags.check)
    llvm::outs() << different << " outputs differ from the reference\n";
  return different != 0 || paths.empty();
}
