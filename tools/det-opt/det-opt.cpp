// det-opt: reads StableHLO or det text, runs passes one by one or compiles.
#include "det/Dialect/Det/Det.h"
#include "det/Dialect/Input/Input.h"
#include "det/Transforms/Import/Passes.h"
#include "det/Transforms/Order/Passes.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllPasses();
  det::registerInputDialects(registry);
  registry.insert<det::DetDialect>();
  det::registerImportPasses();
  det::registerOrderPasses();
  auto [inputName, outputName] = registerAndParseCLIOptions(argc, argv, "det", registry);
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  std::string error;
  auto file = openInputFile(inputName, &error);
  if (!file) { llvm::errs() << error << "\n"; return 1; }
  auto text = det::prepareInputText(std::move(file));
  if (!text) { llvm::errs() << toString(text.takeError()) << "\n"; return 1; }
  auto output = openOutputFile(outputName, &error);
  if (failed(MlirOptMain(output->os(), std::move(*text), registry, config))) return 1;
  output->keep();
  return 0;
}
