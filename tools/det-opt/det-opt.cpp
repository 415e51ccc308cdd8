// det-opt: reads StableHLO or det text and prints it after passes (--det-import, any flag of mlir-opt), compiles it
// (--to, --report), or audits it (--det-audit). An output file is written only when everything has succeeded.
#include "AuditMode.h"
#include "CompileMode.h"
#include "OutputFile.h"
#include "det/Dialect/Input/Input.h"
#include "det/Transforms/Import/Passes.h"
#include "det/Transforms/Lower/Fuse.h"
#include "det/Transforms/Lower/WidenProducts.h"
#include "det/Transforms/Order/Passes.h"
#include "det/Transforms/Partition.h"
#include "det/Transforms/Pipelines.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"

using namespace mlir;

static int fail(const Twine &message) {
  llvm::errs() << "error: " << message << "\n";
  return 1;
}

/// The printer verifies what it prints, unless told that someone has.
static void printAsVerified() {
  auto option = llvm::cl::getRegisteredOptions().find("mlir-print-assume-verified");
  if (option != llvm::cl::getRegisteredOptions().end())
    static_cast<llvm::cl::opt<bool> *>(option->second)->setValue(true);
}

/// Whether the command line names passes.
static bool wantsPasses(DialectRegistry &registry) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  PassManager passes(&context);
  return failed(MlirOptMainConfig::createFromCLOptions().setupPassPipeline(passes)) || !passes.empty();
}

/// Parses, runs the passes of the command line, prints.
static int runPasses(std::unique_ptr<llvm::MemoryBuffer> text, StringRef output, DialectRegistry &registry,
                     ArrayRef<StringRef> arguments) {
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  // Import verifies what it makes; after each of its passes, and before printing, that takes longer than the passes.
  if (llvm::is_contained(arguments, "--det-import")) {
    config.verifyPasses(false);
    auto isFlag = [](StringRef argument) { return argument.size() > 1 && argument.starts_with("-") && argument != "-o"; };
    if (llvm::count_if(arguments, isFlag) == 1)
      printAsVerified();
  }
  std::string printed;
  llvm::raw_string_ostream stream(printed);
  if (failed(MlirOptMain(stream, std::move(text), registry, config)))
    return 1;
  if (auto error = det::opt::writeOutput(output, printed))
    return fail(*error);
  return 0;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  DialectRegistry registry;
  det::registerCompilerDialects(registry);
  registerAllPasses();
  det::registerImportPasses();
  det::registerOrderPasses();
  det::registerPartitionPasses();
  det::registerWidenProductsPass();
  det::registerFusePass();
  det::opt::registerCompileFlags();
  det::opt::registerAuditFlag();
  auto [input, output] = registerAndParseCLIOptions(argc, argv, "det: training steps with the same bits on any mesh", registry);

  if (StringRef flag = det::opt::repeatedFlag(); !flag.empty())
    return fail("--" + flag + " is given twice, and takes one value");
  if (!det::opt::wantsCompilation() && !det::opt::wantsAudit())
    if (StringRef flag = det::opt::strayFlag(); !flag.empty())
      return fail("--" + flag +
                  " needs --to or --report; for a single pass write --det-partition=mesh=... or --det-order=recipe=...");

  if (det::opt::wantsCompilation() && wantsPasses(registry))
    return fail("--to and --report run all phases and no pass besides; leave the passes out, or run them first and compile what they print");

  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> file = openInputFile(input, &error);
  if (!file)
    return fail(error);
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> text = det::prepareInputText(std::move(file));
  if (!text)
    return fail(llvm::toString(text.takeError()));
  if (det::opt::wantsAudit())
    return det::opt::auditAndWrite((*text)->getBuffer(), (*text)->getBufferIdentifier(), output,
                                   llvm::ArrayRef<const char *>(argv + 1, argc - 1));
  if (det::opt::wantsCompilation())
    return det::opt::compileAndWrite((*text)->getBuffer(), (*text)->getBufferIdentifier(), output);
  return runPasses(std::move(*text), output, registry, SmallVector<StringRef>(llvm::ArrayRef(argv + 1, argc - 1)));
}
