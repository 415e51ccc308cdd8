// Contexts for recorded tests.
#include "CheckContext.h"

#include "det/Transforms/Pipelines.h"

using namespace mlir;

namespace det {

static const DialectRegistry &registry() {
  static const DialectRegistry all = [] {
    DialectRegistry registry;
    registerCompilerDialects(registry);
    return registry;
  }();
  return all;
}

std::string where(Location location) {
  std::string text;
  if (auto line = dyn_cast<FileLineColRange>(location))
    llvm::raw_string_ostream(text) << line.getFilename().getValue() << ":" << line.getStartLine() << ":" << line.getStartColumn()
                                   << ": ";
  return text;
}

CheckContext::CheckContext() : context(registry(), MLIRContext::Threading::DISABLED) {
  context.printOpOnDiagnostic(false);
  context.getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
    if (!message.empty() || diagnostic.getSeverity() != DiagnosticSeverity::Error)
      return success();
    llvm::raw_string_ostream(message) << where(diagnostic.getLocation()) << diagnostic;
    return success();
  });
}

std::string CheckContext::takeMessage(StringRef otherwise) {
  std::string taken = message.empty() ? otherwise.str() : message;
  message.clear();
  return taken;
}

} // namespace det
