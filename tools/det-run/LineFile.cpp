// Lines into a file of another name, then a rename.
#include "LineFile.h"
#include "det/Runtime/Artifact/Unfinished.h"

#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace det::run {

LineFile::~LineFile() {
  if (!file)
    return;
  std::fclose(file);
  unlink(part.c_str());
  rt::endUnfinished(part);
}

rt::Error LineFile::failed(const std::string &path) const {
  return rt::Error{"cannot write '" + path + "': " + std::strerror(errno)};
}

rt::Status LineFile::open(const std::string &to) {
  struct stat info;
  if (stat(to.c_str(), &info) == 0 && !S_ISREG(info.st_mode))
    return rt::Error{"cannot write '" + to + "': it exists and is not a regular file"};
  path = to;
  part = to + ".part";
  file = std::fopen(part.c_str(), "we");
  if (file)
    rt::beginUnfinished(part);
  return file ? rt::Status{} : rt::Status{failed(path)};
}

rt::Status LineFile::write(const std::string &line) {
  if (std::fwrite(line.data(), 1, line.size(), file) != line.size() || std::fputc('\n', file) == EOF || std::fflush(file) != 0)
    return failed(path);
  return {};
}

rt::Status LineFile::keep() {
  const bool synced = std::fflush(file) == 0 && fsync(fileno(file)) == 0;
  const bool closed = std::fclose(file) == 0;
  file = nullptr;
  if (!synced || !closed || std::rename(part.c_str(), path.c_str()) != 0) {
    const rt::Error error = failed(path);
    unlink(part.c_str());
    rt::endUnfinished(part);
    return error;
  }
  rt::endUnfinished(part);
  return {};
}

} // namespace det::run
