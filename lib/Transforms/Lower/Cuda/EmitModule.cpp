// LLVM IR of kernels to PTX text, by LLVM's NVPTX backend in this process.
#include "CompileKernels.h"

#include "det/Device/MmaNames.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/Internalize.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"

#include <mutex>
#include <set>

using namespace llvm;

namespace det {

Expected<std::unique_ptr<TargetMachine>> makeGpuMachine() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
  Triple triple("nvptx64-nvidia-cuda");
  std::string error;
  const Target *target = TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return createStringError(error);
  TargetOptions options;
  // Each operation rounds by itself, and is written with .rn so that ptxas keeps it apart: fma only where the code says so.
  options.AllowFPOpFusion = FPOpFusion::Strict;
  std::unique_ptr<TargetMachine> machine(
      target->createTargetMachine(triple, "sm_80", "+ptx80", options, std::nullopt, std::nullopt, CodeGenOptLevel::Default));
  if (!machine)
    return createStringError("expected LLVM to have the NVPTX backend");
  return machine;
}

/// The square root by its rounding: `llvm.sqrt` is exact or approximate by options of the backend, `sqrt.rn` is not.
static void roundRoots(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      auto *call = dyn_cast<IntrinsicInst>(&instruction);
      if (!call || call->getIntrinsicID() != Intrinsic::sqrt)
        continue;
      Type *type = call->getType();
      if (!type->isFloatTy() && !type->isDoubleTy())
        continue;
      Intrinsic::ID id = type->isFloatTy() ? Intrinsic::nvvm_sqrt_rn_f : Intrinsic::nvvm_sqrt_rn_d;
      IRBuilder<> builder(call);
      call->replaceAllUsesWith(builder.CreateIntrinsic(id, {}, {call->getArgOperand(0)}));
      call->eraseFromParent();
    }
}

/// The backend makes of `n < 64 ? x << n : 0` a shift that clamps its amount, and gives it the low half of `n` alone, so that 2^32 would
/// shift by nothing. Here an amount that may need more than 32 bits is clamped first, in front of an instruction that the backend cannot look into.
static void clampShifts(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      const unsigned opcode = instruction.getOpcode();
      if ((opcode != Instruction::Shl && opcode != Instruction::LShr) || !instruction.getType()->isIntegerTy(64))
        continue;
      Value *value = instruction.getOperand(0), *amount = instruction.getOperand(1);
      if (computeKnownBits(amount, module.getDataLayout()).countMinLeadingZeros() >= 32)
        continue;
      IRBuilder<> builder(&instruction);
      Value *clamped = builder.CreateBinaryIntrinsic(Intrinsic::umin, amount, builder.getInt64(64));
      FunctionType *type = FunctionType::get(builder.getInt64Ty(), {builder.getInt64Ty(), builder.getInt32Ty()}, false);
      InlineAsm *shift =
          InlineAsm::get(type, opcode == Instruction::Shl ? "shl.b64 $0, $1, $2;" : "shr.u64 $0, $1, $2;", "=l,l,r", /*hasSideEffects=*/false);
      instruction.replaceAllUsesWith(builder.CreateCall(shift, {value, builder.CreateTrunc(clamped, builder.getInt32Ty())}));
      instruction.eraseFromParent();
    }
}

/// LLVM's own pipeline; it may not know any library function. Vectors become scalars first, but for what moves them to and from
/// memory.
static void optimize(Module &module, TargetMachine &machine) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager graphs;
  ModuleAnalysisManager modules;
  TargetLibraryInfoImpl library(module.getTargetTriple());
  library.disableAllFunctions();
  functions.registerPass([&] { return TargetLibraryAnalysis(library); });
  PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graphs, modules);
  ModulePassManager first;
  first.addPass(GlobalDCEPass()); // functions for rows that no kernel of attention calls
  first.addPass(createModuleToFunctionPassAdaptor(ScalarizerPass()));
  first.run(module, modules);
  roundRoots(module);
  builder.buildPerModuleDefaultPipeline(OptimizationLevel::O2).run(module, modules);
  clampShifts(module);
}

Expected<std::string> emitModule(Module &module, const std::vector<std::string> &entries) {
  auto machine = makeGpuMachine();
  if (!machine)
    return machine.takeError();
  std::set<std::string> kept(entries.begin(), entries.end());
  internalizeModule(module, [&](const GlobalValue &value) { return kept.count(value.getName().str()) != 0; });
  for (Function &function : module)
    if (!function.isDeclaration()) {
      function.addFnAttr("no-builtins");
      function.addFnAttr(Attribute::NoUnwind);
      function.removeFnAttr("target-cpu");
      function.removeFnAttr("target-features");
    }
  optimize(module, **machine);
  SmallString<0> text;
  raw_svector_ostream os(text);
  legacy::PassManager passes;
  TargetLibraryInfoImpl library(module.getTargetTriple());
  library.disableAllFunctions();
  passes.add(new TargetLibraryInfoWrapperPass(library));
  if ((*machine)->addPassesToEmitFile(passes, os, nullptr, CodeGenFileType::AssemblyFile))
    return createStringError("expected a target that emits PTX");
  passes.run(module);
  std::string made(text.str());
  // Nothing but their own instructions is of sm_90a: all else stays the code that other chips run.
  if (any_of(entries, [](StringRef entry) { return entry.starts_with(device::wgmmaPrefix); })) {
    constexpr StringLiteral target = ".target sm_80";
    const size_t at = made.find(target);
    if (at == std::string::npos)
      return createStringError("expected a text for sm_80");
    made.replace(at, target.size(), ".target sm_90a");
  }
  return made;
}

} // namespace det
