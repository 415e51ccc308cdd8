// A text file that appears when it is complete.
#ifndef DET_TOOLS_RUN_LINEFILE_H
#define DET_TOOLS_RUN_LINEFILE_H

#include "det/Runtime/Result.h"

#include <cstdio>
#include <string>

namespace det::run {

/// Lines go to PATH.part, which becomes PATH when it is kept and is removed otherwise.
class LineFile {
public:
  LineFile() = default;
  ~LineFile();
  LineFile(const LineFile &) = delete;
  LineFile &operator=(const LineFile &) = delete;

  /// Errors: PATH is something else than a regular file, or PATH.part cannot be made.
  rt::Status open(const std::string &path);
  bool isOpen() const { return file != nullptr; }
  rt::Status write(const std::string &line);
  /// Ends the file and gives it its name.
  rt::Status keep();

private:
  rt::Error failed(const std::string &path) const;

  std::string path, part;
  std::FILE *file = nullptr;
};

} // namespace det::run

#endif // DET_TOOLS_RUN_LINEFILE_H
