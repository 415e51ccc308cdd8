// Fuzzes the text reader: what prepares the text, the parsers of the input dialects, and the import phase.
// MLIR itself is not instrumented; a context lives for some hundred inputs, because making one takes longer than reading one.
#include "det/Dialect/Det/Det.h"
#include "det/Dialect/Input/Input.h"
#include "det/Transforms/Import/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

namespace {

/// A context with its pipeline.
struct Reader {
  MLIRContext context;
  PassManager passes;

  Reader() : context(dialects(), MLIRContext::Threading::DISABLED), passes(&context) {
    context.loadAllAvailableDialects();
    det::addImportPasses(passes);
  }

  static DialectRegistry dialects() {
    DialectRegistry registry;
    det::registerInputDialects(registry);
    registry.insert<det::DetDialect, func::FuncDialect>();
    return registry;
  }
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  constexpr int inputsPerContext = 300;
  static std::unique_ptr<Reader> reader;
  static int inputs = 0;
  if (inputs++ % inputsPerContext == 0)
    reader = std::make_unique<Reader>();
  ScopedDiagnosticHandler quiet(&reader->context, [](Diagnostic &) { return success(); });
  auto text = det::prepareInputText(llvm::MemoryBuffer::getMemBufferCopy({reinterpret_cast<const char *>(data), size}, "fuzz"));
  if (!text) {
    llvm::consumeError(text.takeError());
    return 0;
  }
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(*text), llvm::SMLoc());
  if (OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, ParserConfig(&reader->context)))
    (void)reader->passes.run(*module);
  return 0;
}
