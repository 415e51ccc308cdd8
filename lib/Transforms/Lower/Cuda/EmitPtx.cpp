// Kernels to PTX text by LLVM's NVPTX backend, checked by the lint.
#include "det/Transforms/Lower/Cuda.h"
#include "det/Transforms/Lower/CudaLint.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

#include <mutex>

using namespace mlir;

namespace det {

static std::unique_ptr<llvm::TargetMachine> makeMachine(NVVM::NVVMTargetAttr attr, std::string &error) {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
  llvm::Triple triple(attr.getTriple());
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  llvm::TargetOptions options;
  // Each operation rounds by itself, and is written with .rn so that ptxas keeps it apart: fma only where the code says so.
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, attr.getChip(), attr.getFeatures(), options, std::nullopt, std::nullopt, llvm::CodeGenOptLevel::Default));
}

/// LLVM's own pipeline; it may not know any library function.
static void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graphs;
  llvm::ModuleAnalysisManager modules;
  llvm::TargetLibraryInfoImpl library(module.getTargetTriple());
  library.disableAllFunctions();
  functions.registerPass([&] { return llvm::TargetLibraryAnalysis(library); });
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graphs, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2).run(module, modules);
}

static std::optional<std::string> emitAssembly(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream os(text);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, os, nullptr, llvm::CodeGenFileType::AssemblyFile))
    return std::nullopt;
  passes.run(module);
  return std::string(text.str());
}

static FailureOr<NVVM::NVVMTargetAttr> getTarget(gpu::GPUModuleOp kernels) {
  ArrayAttr targets = kernels.getTargetsAttr();
  auto target = targets && targets.size() == 1 ? dyn_cast<NVVM::NVVMTargetAttr>(targets[0]) : NVVM::NVVMTargetAttr();
  if (!target)
    return kernels.emitOpError() << "expected one #nvvm.target, as det-lower-cuda sets it";
  return target;
}

/// Emits an error that lists what the lint found, if anything.
static LogicalResult checkPtx(gpu::GPUModuleOp kernels, StringRef ptx) {
  std::vector<PtxFinding> findings = lintPtx(std::string_view(ptx.data(), ptx.size()));
  if (findings.empty())
    return success();
  InFlightDiagnostic error = kernels.emitOpError()
                             << "expected PTX that passes the lint, got " << findings.size() << " refused instructions";
  for (const PtxFinding &finding : ArrayRef(findings).take_front(8))
    error.attachNote() << "line " << finding.line << ": " << finding.instruction << ": " << finding.reason;
  return error;
}

FailureOr<std::string> emitPtx(ModuleOp module) {
  SmallVector<gpu::GPUModuleOp> found(module.getOps<gpu::GPUModuleOp>());
  if (found.size() != 1)
    return module.emitError() << "expected one gpu.module, got " << found.size() << "; run det-lower-cuda first";
  gpu::GPUModuleOp kernels = found[0];
  FailureOr<NVVM::NVVMTargetAttr> target = getTarget(kernels);
  if (failed(target))
    return failure();
  std::string message;
  std::unique_ptr<llvm::TargetMachine> machine = makeMachine(*target, message);
  if (!machine)
    return kernels.emitOpError() << "expected a target that LLVM can make: " << message;

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> code = translateModuleToLLVMIR(kernels, context, kernels.getName());
  if (!code)
    return kernels.emitOpError() << "expected kernels that translate to LLVM IR";
  code->setTargetTriple(llvm::Triple(target->getTriple()));
  code->setDataLayout(machine->createDataLayout());
  optimize(*code, *machine);
  std::optional<std::string> ptx = emitAssembly(*code, *machine);
  if (!ptx)
    return kernels.emitOpError() << "expected a target that emits PTX";
  if (failed(checkPtx(kernels, *ptx)))
    return failure();
  return *ptx;
}

void registerCudaTranslations(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
}

} // namespace det
