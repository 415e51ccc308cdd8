// Links the kernels that are not generated into those that are.
#include "CompileKernels.h"

#include "det/Device/DeviceKernels.h"
#include "det/Device/MmaShape.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/IRBuilder.h"
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
  const device::KernelChoice choice{plan.level == "not_guaranteed", device::warpgroupsOf(chips)};
  for (const std::string &name : device::copyKernels())
    names.insert(name);
  for (const auto &program : plan.programs)
    for (const auto &entry : program->entries)
      for (const std::string &name : device::kernelsOf(*entry, choice))
        names.insert(name);
  return {names.begin(), names.end()};
}

/// What kernels of attention call for rows, and which of its buffers lie in their tile.
static constexpr StringLiteral rowsSymbol = "det_rows", rowsInput = "det_rows_input", rowsOutput = "det_rows_output";

/// Gives a function of lib/Device that is only declared its one result.
static void define(Module &part, StringRef name, uint32_t result) {
  Function *function = part.getFunction(name);
  if (!function || !function->isDeclaration())
    return;
  IRBuilder<> builder(BasicBlock::Create(part.getContext(), "", function));
  builder.CreateRet(builder.getInt32(result));
  function->addFnAttr(Attribute::AlwaysInline);
}

/// Names what the kernels of `part` call as the function of the plan's kernel, and says how. `body`: KERNEL, or KERNEL_INPUT_OUTPUT.
static Error bindBody(Module &part, Module &module, StringRef body) {
  SmallVector<StringRef, 3> numbers;
  body.split(numbers, '_');
  const bool isRows = numbers.size() == 3;
  unsigned kernel = 0, places[2] = {0, 0};
  bool isMalformed = numbers[0].getAsInteger(10, kernel) || (!isRows && numbers.size() != 1);
  for (size_t i = 1; i < numbers.size() && isRows; ++i)
    isMalformed |= numbers[i].getAsInteger(10, places[i - 1]);
  if (isMalformed)
    return createStringError("expected a kernel of det with the number of a body, got '" + body + "'");
  std::string symbol = isRows ? KernelLibrary::getRowsSymbol(kernel) : KernelLibrary::getBodySymbol(kernel);
  Function *called = part.getFunction(isRows ? rowsSymbol : bodySymbol), *made = module.getFunction(symbol);
  if (!made)
    return createStringError("the plan calls kernel " + numbers[0] + " as a body, which was not made as one");
  if (called)
    called->setName(symbol);
  made->addFnAttr(Attribute::AlwaysInline);
  if (isRows) {
    made->setConvergent(); // its lanes meet
    define(part, rowsInput, places[0]);
    define(part, rowsOutput, places[1]);
  }
  return Error::success();
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
    if (!body.empty())
      if (Error error = bindBody(*part, module, body))
        return error;
    reduceTo(*part, kept);
    part->setDataLayout(module.getDataLayout());
    part->setTargetTriple(module.getTargetTriple());
    if (Linker::linkModules(module, std::move(part)))
      return createStringError("expected the kernels of det to link with the plan's");
  }
  return Error::success();
}

} // namespace det
