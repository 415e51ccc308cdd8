// Recorded tests behind a C interface.
#include "det-c/Check.h"
#include "CheckContext.h"
#include "SplitChecks.h"
#include "WidenFloats.h"
#include "det/Transforms/Pipelines.h"

#include "mlir/AsmParser/AsmParser.h"

#include <cstdlib>
#include <cstring>
#include <new>

struct DetCheckFile {
  std::vector<det::CheckCase> cases;
  std::vector<DetCheckCase> views;
};

DetCheckFile *detCheckFileRead(const char *text, size_t size, const char *name) {
  try {
    auto file = std::make_unique<DetCheckFile>();
    file->cases = det::splitChecks({text, size}, name);
    for (const det::CheckCase &test : file->cases)
      file->views.push_back({test.function.c_str(), test.refusal.empty() ? nullptr : test.refusal.c_str(), test.program.c_str(),
                             test.program.size(), test.doubt.empty() ? nullptr : test.doubt.c_str(), test.jumps,
                             test.checks.data(), test.checks.size()});
    return file.release();
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}

size_t detCheckFileCount(const DetCheckFile *file) { return file->views.size(); }

const DetCheckCase *detCheckFileCase(const DetCheckFile *file, size_t index) { return &file->views[index]; }

void detCheckFileFree(DetCheckFile *file) { delete file; }

/// The text of the widened program, or what is wrong.
static det::rt::Result<std::string> widen(std::string_view text, const char *name, const char *element, unsigned sample) {
  det::CheckContext context;
  auto checked = mlir::dyn_cast_or_null<mlir::FloatType>(mlir::parseType(element, context.get()));
  if (!checked)
    return det::rt::Error{context.takeMessage("expected a type of floats, got '" + std::string(element) + "'")};
  mlir::OwningOpRef<mlir::ModuleOp> module = det::parseInput(text, name, context.get());
  if (!module || mlir::failed(det::widenFloats(*module, checked, sample)))
    return det::rt::Error{context.takeMessage("the program cannot be read")};
  std::string wide;
  llvm::raw_string_ostream stream(wide);
  module->print(stream, mlir::OpPrintingFlags().useLocalScope());
  return wide;
}

/// A copy that detBufferFree frees.
static bool fill(DetBuffer *buffer, const std::string &text) {
  *buffer = {static_cast<char *>(std::malloc(text.size() + 1)), text.size()};
  if (buffer->data)
    std::memcpy(buffer->data, text.c_str(), text.size() + 1);
  return buffer->data;
}

int detCheckWiden(const char *text, size_t size, const char *name, const char *element, unsigned sample, DetBuffer *out,
                  DetBuffer *error) {
  *out = *error = {nullptr, 0};
  try {
    const det::rt::Result<std::string> wide = widen({text, size}, name, element, sample);
    if (!wide)
      fill(error, wide.error().message);
    return wide && fill(out, *wide) ? 0 : -1;
  } catch (const std::bad_alloc &) {
    return -1;
  }
}
