// Writing files so that all are there whole, or all as they were before.
#include "OutputFile.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
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

/// A file that is written beside its place and then put there.
namespace {
struct Staged {
  StringRef path;
  SmallString<128> temporary;
};
} // namespace

/// Devices and pipes are written where they are.
static bool isInPlace(StringRef path) {
  sys::fs::file_status status;
  return path == "-" || (!sys::fs::status(path, status) && status.type() != sys::fs::file_type::regular_file);
}

static std::error_code writeInPlace(StringRef path, StringRef data) {
  if (path == "-")
    return writeTo(outs(), data);
  int file;
  if (std::error_code code = sys::fs::openFileForWrite(path, file))
    return code;
  raw_fd_ostream stream(file, /*shouldClose=*/true);
  return writeTo(stream, data);
}

static std::error_code stage(const Output &output, Staged &staged) {
  int file;
  if (std::error_code code = sys::fs::createUniqueFile(output.path + ".%%%%%%%%", file, staged.temporary, sys::fs::OF_None,
                                                       sys::fs::all_read | sys::fs::all_write))
    return code;
  std::error_code code;
  {
    raw_fd_ostream stream(file, /*shouldClose=*/true);
    code = writeTo(stream, output.data);
  }
  if (code)
    (void)sys::fs::remove(staged.temporary);
  return code;
}

/// Two names of one place: equal paths, links, or equal once `.` and `..` are gone.
static bool areSame(StringRef a, StringRef b) {
  auto whole = [](StringRef path) {
    SmallString<128> text(path);
    (void)sys::fs::make_absolute(text);
    sys::path::remove_dots(text, /*remove_dot_dot=*/true);
    return text;
  };
  return whole(a) == whole(b) || sys::fs::equivalent(a, b);
}

std::optional<std::string> writeOutputs(ArrayRef<Output> outputs) {
  for (size_t i = 0; i < outputs.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (!isInPlace(outputs[i].path) && areSame(outputs[i].path, outputs[j].path))
        return ("'" + outputs[j].path + "' is to hold " + outputs[j].what + " and " + outputs[i].what + "; give each a file of its own").str();

  SmallVector<Staged> files;
  auto giveUp = [&](StringRef path, std::error_code code) {
    for (const Staged &file : files)
      (void)sys::fs::remove(file.temporary);
    return message(path, code);
  };
  for (const Output &output : outputs) {
    if (isInPlace(output.path))
      continue;
    Staged file{output.path, {}};
    if (std::error_code code = stage(output, file))
      return giveUp(output.path, code);
    files.push_back(std::move(file));
  }
  for (const Output &output : outputs)
    if (isInPlace(output.path))
      if (std::error_code code = writeInPlace(output.path, output.data))
        return giveUp(output.path, code);
  for (const Staged &file : files)
    if (std::error_code code = sys::fs::rename(file.temporary, file.path))
      return giveUp(file.path, code);
  return std::nullopt;
}

std::optional<std::string> writeOutput(StringRef path, StringRef data) { return writeOutputs({{path, data, ""}}); }

} // namespace det::opt
