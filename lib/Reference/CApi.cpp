// The interpreter for C.
#include "det-c/Reference.h"

#include "det/Dialect/Det/Det.h"
#include "det/Reference/Interpreter.h"

#include "mlir/Parser/Parser.h"

#include <cstring>
#include <optional>

using namespace mlir;

struct DetReference {
  MLIRContext context{MLIRContext::Threading::DISABLED};
  OwningOpRef<ModuleOp> module;
  std::optional<det::reference::Interpreter> interpreter;
};

static char *copyOf(const std::string &message) {
  char *copy = static_cast<char *>(std::malloc(message.size() + 1));
  if (copy)
    std::memcpy(copy, message.c_str(), message.size() + 1);
  return copy;
}

DetReference *detReferenceCreate(const char *text, size_t size, char **error) {
  return detReferenceCreateLimited(text, size, det::reference::Limits().maxTrips, error);
}

DetReference *detReferenceCreateLimited(const char *text, size_t size, int64_t maxTripCount, char **error) {
  auto reference = std::make_unique<DetReference>();
  reference->context.loadDialect<det::DetDialect, func::FuncDialect>();
  std::string messages;
  ScopedDiagnosticHandler handler(&reference->context, [&](Diagnostic &diagnostic) {
    llvm::raw_string_ostream(messages) << diagnostic.getLocation() << ": " << diagnostic << "\n";
    return success();
  });
  reference->module = parseSourceString<ModuleOp>(StringRef(text, size), ParserConfig(&reference->context));
  if (!reference->module) {
    *error = copyOf(messages);
    return nullptr;
  }
  auto interpreter = det::reference::Interpreter::create(*reference->module, {maxTripCount});
  if (!interpreter) {
    *error = copyOf(interpreter.error().message);
    return nullptr;
  }
  reference->interpreter.emplace(std::move(*interpreter));
  return reference.release();
}

int64_t detReferenceInputCount(const DetReference *reference) {
  return static_cast<int64_t>(reference->interpreter->inputTypes().size());
}

int64_t detReferenceOutputCount(const DetReference *reference) {
  return static_cast<int64_t>(reference->interpreter->outputTypes().size());
}

int64_t detReferenceInputSize(const DetReference *reference, int64_t index) {
  return det::reference::sizeInBytes(reference->interpreter->inputTypes()[index]);
}

int64_t detReferenceOutputSize(const DetReference *reference, int64_t index) {
  return det::reference::sizeInBytes(reference->interpreter->outputTypes()[index]);
}

int detReferenceRun(const DetReference *reference, const void *const *inputs, void *const *outputs, char **error) {
  std::vector<det::reference::Tensor> values;
  for (RankedTensorType type : reference->interpreter->inputTypes())
    values.push_back(det::reference::Tensor::copyOf(type, inputs[values.size()]));
  auto results = reference->interpreter->run(std::move(values));
  if (!results) {
    *error = copyOf(results.error().message);
    return -1;
  }
  for (size_t i = 0; i < results->size(); ++i)
    if (int64_t size = detReferenceOutputSize(reference, static_cast<int64_t>(i)))
      std::memcpy(outputs[i], (*results)[i].data(), size);
  return 0;
}

void detReferenceFreeError(char *error) { std::free(error); }

void detReferenceFree(DetReference *reference) { delete reference; }
