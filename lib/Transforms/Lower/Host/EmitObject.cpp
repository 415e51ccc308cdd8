// LLVM bitcode to a relocatable object for one instruction set.
#include "CompileKernels.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopStrengthReduce.h"
#include "llvm/Transforms/Scalar/Reassociate.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

#include <mutex>

using namespace llvm;

namespace det {

static constexpr StringLiteral triple = "x86_64-unknown-linux-gnu";

static const Target *findTarget(std::string &error) {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
  });
  return TargetRegistry::lookupTarget(Triple(triple), error);
}

static std::unique_ptr<TargetMachine> makeMachine(Isa isa, std::string &error) {
  const Target *target = findTarget(error);
  if (!target)
    return nullptr;
  TargetOptions options;
  // Each operation rounds by itself: fma only where the code says so.
  options.AllowFPOpFusion = FPOpFusion::Strict;
  StringRef cpu = isa == Isa::v4 ? "x86-64-v4" : "x86-64-v3";
  // Full-width vectors: 64 bytes are one operation.
  StringRef features = isa == Isa::v4 ? "-prefer-256-bit" : "";
  return std::unique_ptr<TargetMachine>(target->createTargetMachine(Triple(triple), cpu, features, options, Reloc::PIC_,
                                                                    CodeModel::Small, CodeGenOptLevel::Default));
}

/// Scalar clean-up around code that is vectors already: no vectoriser, no unroller, no library idioms.
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

  FunctionPassManager passes;
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(InstCombinePass());
  passes.addPass(SimplifyCFGPass());
  passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()), /*UseMemorySSA=*/true));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(InstCombinePass());
  passes.addPass(DCEPass());
  passes.addPass(SimplifyCFGPass());
  for (Function &function : module)
    if (!function.isDeclaration())
      passes.run(function, functions);
}

/// Scalars of bf16 stay bits, in 16-bit registers, until an instruction needs them: as floats that live across blocks, or enter
/// vectors, they would go through f32 and a library call where the processor has no instructions for bf16. This comes behind the
/// optimisation, which would turn it back.
static void keepAsBits(Function &function) {
  SmallVector<BitCastInst *> casts;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    IRBuilder<> builder(&instruction);
    if (auto *load = dyn_cast<LoadInst>(&instruction); load && load->getType()->isBFloatTy()) {
      Value *bits = builder.CreateAlignedLoad(builder.getInt16Ty(), load->getPointerOperand(), load->getAlign());
      auto *cast = llvm::cast<BitCastInst>(builder.CreateBitCast(bits, load->getType()));
      load->replaceAllUsesWith(cast);
      load->eraseFromParent();
      casts.push_back(cast);
    } else if (auto *store = dyn_cast<StoreInst>(&instruction); store && store->getValueOperand()->getType()->isBFloatTy()) {
      builder.CreateAlignedStore(builder.CreateBitCast(store->getValueOperand(), builder.getInt16Ty()), store->getPointerOperand(),
                                 store->getAlign());
      store->eraseFromParent();
    } else if (auto *select = dyn_cast<SelectInst>(&instruction); select && select->getType()->isBFloatTy()) {
      Value *bits = builder.CreateSelect(select->getCondition(), builder.CreateBitCast(select->getTrueValue(), builder.getInt16Ty()),
                                         builder.CreateBitCast(select->getFalseValue(), builder.getInt16Ty()));
      auto *cast = llvm::cast<BitCastInst>(builder.CreateBitCast(bits, select->getType()));
      select->replaceAllUsesWith(cast);
      select->eraseFromParent();
      casts.push_back(cast);
    } else if (auto *insert = dyn_cast<InsertElementInst>(&instruction);
               insert && insert->getType()->getScalarType()->isBFloatTy()) {
      Type *type = VectorType::getInteger(llvm::cast<VectorType>(insert->getType()));
      Value *bits = builder.CreateInsertElement(builder.CreateBitCast(insert->getOperand(0), type),
                                                builder.CreateBitCast(insert->getOperand(1), builder.getInt16Ty()),
                                                insert->getOperand(2));
      insert->replaceAllUsesWith(builder.CreateBitCast(bits, insert->getType()));
      insert->eraseFromParent();
    } else if (auto *cast = dyn_cast<BitCastInst>(&instruction);
               cast && cast->getType()->isBFloatTy() && cast->getSrcTy()->isIntegerTy(16)) {
      casts.push_back(cast);
    }
  }
  for (BitCastInst *cast : casts)
    for (Use &use : make_early_inc_range(cast->uses()))
      if (auto *user = llvm::cast<Instruction>(use.getUser()); user->getType()->isIntegerTy(16) && isa<BitCastInst>(user))
        user->replaceAllUsesWith(cast->getOperand(0));
      else if (!isa<PHINode>(user))
        use.set(IRBuilder<>(user).CreateBitCast(cast->getOperand(0), cast->getType()));
}

Expected<std::string> emitObject(StringRef bitcode, Isa isa) {
  LLVMContext context;
  auto parsed = parseBitcodeFile(MemoryBufferRef(bitcode, "kernels"), context);
  if (!parsed)
    return parsed.takeError();
  Module &module = **parsed;
  std::string error;
  std::unique_ptr<TargetMachine> machine = makeMachine(isa, error);
  if (!machine)
    return createStringError(error);
  module.setTargetTriple(Triple(triple));
  module.setDataLayout(machine->createDataLayout());
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("no-builtins");
    function.addFnAttr(Attribute::NoUnwind);
    function.addFnAttr("target-cpu", machine->getTargetCPU());
    function.addFnAttr("target-features", machine->getTargetFeatureString());
    if (isa == Isa::v4)
      function.addFnAttr("prefer-vector-width", "512");
  }
  optimize(module, *machine);
  for (Function &function : module)
    keepAsBits(function);

  SmallString<0> object;
  raw_svector_ostream os(object);
  legacy::PassManager passes;
  TargetLibraryInfoImpl library(module.getTargetTriple());
  library.disableAllFunctions();
  passes.add(new TargetLibraryInfoWrapperPass(library));
  if (machine->addPassesToEmitFile(passes, os, nullptr, CodeGenFileType::ObjectFile, /*DisableVerify=*/true))
    return createStringError("expected a target that emits objects");
  passes.run(module);
  return std::string(object.str());
}

Error checkClosed(StringRef bytes) {
  auto object = object::ObjectFile::createELFObjectFile(MemoryBufferRef(bytes, "kernels"));
  if (!object)
    return object.takeError();
  std::string names;
  for (object::SymbolRef symbol : (*object)->symbols()) {
    auto flags = symbol.getFlags();
    if (!flags)
      return flags.takeError();
    if (!(*flags & object::SymbolRef::SF_Undefined) || (*flags & object::SymbolRef::SF_FormatSpecific))
      continue;
    auto name = symbol.getName();
    if (!name)
      return name.takeError();
    if (!name->empty() && *name != "_GLOBAL_OFFSET_TABLE_")
      names += (names.empty() ? "" : ", ") + name->str();
  }
  if (names.empty())
    return Error::success();
  return createStringError("expected kernels that need nothing from outside, got references to " + names);
}

} // namespace det
