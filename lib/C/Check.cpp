// Recorded tests behind a C interface.
#include "det-c/Check.h"
#include "SplitChecks.h"

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
                             test.program.size(), test.checks.data(), test.checks.size()});
    return file.release();
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}

size_t detCheckFileCount(const DetCheckFile *file) { return file->views.size(); }

const DetCheckCase *detCheckFileCase(const DetCheckFile *file, size_t index) { return &file->views[index]; }

void detCheckFileFree(DetCheckFile *file) { delete file; }
