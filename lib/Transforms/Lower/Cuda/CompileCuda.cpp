// Compiles the kernels of a plan for GPUs.
#include "CompileKernels.h"

#include "../Kernels/EmitBitcode.h"
#include "det/Device/Interface.h"
#include "det/Device/MmaShape.h"
#include "det/Runtime/Artifact/Artifact.h"
#include "det/Transforms/Lower/CudaLint.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"

#include <thread>

using namespace mlir;

namespace det {

/// Threads of a block of a generated entry (KernelCall).
static constexpr llvm::StringLiteral blockThreads = "128";

/// Generated kernels as a module for NVPTX: entries and bodies.
static llvm::Expected<std::unique_ptr<llvm::Module>> translate(const KernelLibrary &kernels, llvm::LLVMContext &context) {
  OwningOpRef<ModuleOp> copy = kernels.getModule().clone();
  auto bitcode = emitBitcode(*copy);
  if (!bitcode)
    return bitcode.takeError();
  auto parsed = llvm::parseBitcodeFile(llvm::MemoryBufferRef(*bitcode, "kernels"), context);
  if (!parsed)
    return parsed.takeError();
  auto machine = makeGpuMachine();
  if (!machine)
    return machine.takeError();
  llvm::Module &module = **parsed;
  module.setTargetTriple((*machine)->getTargetTriple());
  module.setDataLayout((*machine)->createDataLayout());
  for (const std::string &name : kernels.getNames()) {
    llvm::Function *entry = module.getFunction(name);
    entry->setCallingConv(llvm::CallingConv::PTX_Kernel);
    entry->addFnAttr("nvvm.reqntid", blockThreads);
    // Without a word on how many blocks are to run together ptxas spills for the sake of more of them.
    entry->addFnAttr("nvvm.minctasm", "1");
  }
  return std::move(*parsed);
}

/// Says what the lint refuses in a text.
static llvm::Error lint(const std::string &ptx, const std::string &level) {
  std::vector<PtxFinding> findings = lintPtx(ptx, level);
  if (findings.empty())
    return llvm::Error::success();
  std::string message = "expected PTX that passes the lint, got " + std::to_string(findings.size()) + " refused instructions";
  for (const PtxFinding &finding : ArrayRef(findings).take_front(8))
    message += "; line " + std::to_string(finding.line) + ": " + finding.instruction + ": " + finding.reason;
  return llvm::createStringError(message);
}

static llvm::Expected<std::string> makePtx(const KernelLibrary &kernels, const artifact::PlanT &plan, const std::vector<std::string> &chips) {
  llvm::LLVMContext context;
  auto module = translate(kernels, context);
  if (!module)
    return module.takeError();
  std::vector<std::string> entries = deviceKernelsOf(plan, chips);
  if (llvm::Error error = linkDevice(**module, entries))
    return error;
  entries.insert(entries.end(), kernels.getNames().begin(), kernels.getNames().end());
  auto ptx = emitModule(**module, entries);
  if (!ptx)
    return ptx.takeError();
  if (llvm::Error error = lint(*ptx, plan.level))
    return error;
  return *ptx;
}

/// Refuses products by a tensor-core model that one of the chips lacks.
static llvm::Error checkModels(const artifact::PlanT &plan, const std::vector<std::unique_ptr<artifact::EntryT>> &entries,
                               const std::vector<std::string> &chips) {
  for (const auto &entry : entries) {
    const std::vector<std::unique_ptr<artifact::EntryT>> *inner[] = {nullptr, nullptr};
    if (const auto *loop = entry->action.AsLoop())
      inner[0] = &loop->body;
    if (const auto *loop = entry->action.AsWhile()) {
      inner[0] = &loop->condition;
      inner[1] = &loop->body;
    }
    for (const auto *list : inner)
      if (list)
        if (llvm::Error error = checkModels(plan, *list, chips))
          return error;
    const auto *product = entry->action.AsProduct();
    for (const std::string &chip : chips)
      if (product && !hasModel(chip, product->model))
        return llvm::createStringError(plan.labels[entry->label] + ": its order is by tensor cores of model " +
                                       artifact::EnumNameMmaModel(product->model) + ", which " + chip +
                                       " does not have; leave the chip out, or choose another recipe (mma=none)");
    if (product && device::needsWarpgroups(*product) && !chips.empty() && device::warpgroupsOf(chips) == device::Warpgroups::none)
      return llvm::createStringError(plan.labels[entry->label] + ": its factors have 8 bits, which only wgmma multiplies as its order says: compile with "
                                                                 "--chips=sm_90a alone, or choose another recipe (mma=none)");
    if (product && product->model != artifact::MmaModel::none)
      if (auto shape = device::shapeMma(*product, device::warpgroupsOf(chips)); !shape)
        return llvm::createStringError(plan.labels[entry->label] + ": " + shape.error().message);
  }
  return llvm::Error::success();
}

static llvm::Expected<CompiledKernels> compileAll(const KernelLibrary &kernels, const artifact::PlanT &plan,
                                                  const CudaOptions &options, std::vector<KernelUsage> *usage) {
  if (rt::Status known = checkChips(options.chips); !known)
    return llvm::createStringError(known.error().message);
  const std::vector<std::string> chips = isTextAlone(options.chips) ? std::vector<std::string>() : options.chips;
  for (const auto &program : plan.programs)
    if (llvm::Error error = checkModels(plan, program->entries, chips))
      return error;
  auto ptxas = chips.empty() ? llvm::Expected<std::string>(std::string()) : findPtxas(options.ptxas);
  if (!ptxas)
    return ptxas.takeError();
  auto ptx = makePtx(kernels, plan, chips);
  if (!ptx)
    return ptx.takeError();

  CompiledKernels compiled;
  compiled.names = kernels.getNames();
  compiled.bodies = kernels.getBodies();
  compiled.target = KernelTarget::Cuda;
  compiled.chips = chips;
  compiled.lanes = kernels.getLanes();
  compiled.objects.push_back({std::string(rt::section::kernelsPtx), *ptx});
  compiled.objects.push_back({std::string(device::interfaceSection), std::string(device::kernelInterface())});
  // Chips in parallel.
  const size_t count = chips.size();
  std::vector<std::optional<llvm::Expected<std::string>>> cubins(count);
  std::vector<std::vector<KernelUsage>> used(count);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < count; ++i)
    threads.emplace_back([&, i] { cubins[i].emplace(assemble(*ptxas, *ptx, chips[i], used[i])); });
  for (std::thread &thread : threads)
    thread.join();
  // What fails for one chip mostly fails for all, and in the same way: the first says why.
  std::string why, others;
  for (size_t i = 0; i < count; ++i) {
    if (*cubins[i])
      compiled.objects.push_back({rt::section::kernelsOf(chips[i]), std::move(**cubins[i])});
    else if (std::string message = llvm::toString(cubins[i]->takeError()); why.empty())
      why = std::move(message);
    else
      others += (others.empty() ? "" : ", ") + chips[i];
    if (usage)
      usage->insert(usage->end(), used[i].begin(), used[i].end());
  }
  if (!why.empty())
    return llvm::createStringError(why + (others.empty() ? "" : " (and for " + others + ")"));
  return compiled;
}

FailureOr<CompiledKernels> compileForCuda(const KernelLibrary &kernels, const artifact::PlanT &plan, const CudaOptions &options,
                                          std::vector<KernelUsage> *usage) {
  auto compiled = compileAll(kernels, plan, options, usage);
  if (!compiled)
    return kernels.getModule().emitError() << llvm::toString(compiled.takeError()), failure();
  return std::move(*compiled);
}

FailureOr<std::string> emitPtx(const KernelLibrary &kernels, const artifact::PlanT &plan) {
  auto ptx = makePtx(kernels, plan, {});
  if (!ptx)
    return kernels.getModule().emitError() << llvm::toString(ptx.takeError()), failure();
  return std::move(*ptx);
}

} // namespace det
