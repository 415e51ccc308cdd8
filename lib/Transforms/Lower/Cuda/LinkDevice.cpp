// Links the kernels that are not generated into those that are.
#include "CompileKernels.h"

#include "det/Device/DeviceKernels.h"
#include "det/Device/MmaShape.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/Internalize.h"

#include <map>
#include <set>

using namespace llvm;

namespace det {

/// What a device kernel calls as its body.
static constexpr StringLiteral bodySymbol = "det_body";

std::vector<std::string> deviceKernelsOf(const artifact::PlanT &plan, const std::vector<std::string> &chips) {
  std::set<std::string> names;
  if (plan.programs.empty())
    return {};
  for (const std::string &name : device::copyKernels())
  const device::KernelChoice choice{plan.level == "not_guaranteed", device::warpgroupsOf(chips)};
    names.insert(name);
  for (const auto &program : plan.programs)
    for (const auto &entry : program->entries)
      for (const std::string &name : device::kernelsOf(*entry, choice))
        names.insert(name);
  return {names.begin(), names.end()};
}

/// Drops what `keep` does not reach.
static void reduceTo(Module &module, const std::set<std::string> &keep) {
  internalizeModule(module, [&](const GlobalValue &value) { return keep.count(value.getName().str()) != 0; });
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager graphs;
  ModuleAnalysisManager modules;
  PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graphs, modules);
  GlobalDCEPass().run(module, modules);
}

Error linkDevice(Module &module, const std::vector<std::string> &names) {
  // By body: kernels as lib/Device names them.
  std::map<std::string, std::set<std::string>> byBody;
  for (StringRef name : names) {
    auto [kernel, body] = name.rsplit("__");
    byBody[body.str()].insert(kernel.str());
  }
  std::string_view bitcode = device::deviceBitcode();
  for (auto &[body, kernels] : byBody) {
    auto parsed = parseBitcodeFile(MemoryBufferRef(StringRef(bitcode.data(), bitcode.size()), "det"), module.getContext());
    if (!parsed)
      return parsed.takeError();
    std::unique_ptr<Module> part = std::move(*parsed);
    std::set<std::string> kept;
    for (const std::string &kernel : kernels) {
      Function *function = part->getFunction(kernel);
      if (!function || function->isDeclaration())
        return createStringError("det has no kernel '" + kernel + "' for GPUs, which the plan launches");
      if (!body.empty())
        function->setName(kernel + "__" + body);
      kept.insert(function->getName().str());
    }
    if (!body.empty()) {
      std::string symbol = KernelLibrary::getBodySymbol(std::stoul(body));
      Function *called = part->getFunction(bodySymbol), *made = module.getFunction(symbol);
      if (!made)
        return createStringError("the plan calls kernel " + body + " as a body, which was not made as one");
      if (called)
        called->setName(symbol);
      made->addFnAttr(Attribute::AlwaysInline);
    }
    reduceTo(*part, kept);
    part->setDataLayout(module.getDataLayout());
    part->setTargetTriple(module.getTargetTriple());
    if (Linker::linkModules(module, std::move(part)))
      return createStringError("expected the kernels of det to link with the plan's");
  }
  return Error::success();
}

} // namespace det
