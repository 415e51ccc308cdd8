// Writing a file so that it is there whole, or as it was before.
#include "OutputFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace det::opt {

static std::string message(StringRef path, const std::error_code &code) {
  return ("cannot write '" + path + "': " + code.message()).str();
}

static std::error_code writeTo(raw_fd_ostream &stream, StringRef data) {
  stream << data;
  stream.flush();
  std::error_code code = stream.error();
  stream.clear_error(); // reported by the caller, not by the destructor
  return code;
}

std::optional<std::string> writeOutput(StringRef path, StringRef data) {
  if (path == "-") {
    outs() << data;
    outs().flush();
    return std::nullopt;
  }
  sys::fs::file_status status;
  bool inPlace = !sys::fs::status(path, status) && status.type() != sys::fs::file_type::regular_file;
  SmallString<128> temporary(path);
  int file;
  std::error_code code = inPlace ? sys::fs::openFileForWrite(path, file)
                                 : sys::fs::createUniqueFile(path + ".%%%%%%%%", file, temporary, sys::fs::OF_None,
                                                             sys::fs::all_read | sys::fs::all_write);
  if (code)
    return message(path, code);
  {
    raw_fd_ostream stream(file, /*shouldClose=*/true);
    code = writeTo(stream, data);
  }
  if (!inPlace) {
    if (!code)
      code = sys::fs::rename(temporary, path);
    if (code)
      (void)sys::fs::remove(temporary);
  }
  return code ? std::optional(message(path, code)) : std::nullopt;
}

} // namespace det::opt
