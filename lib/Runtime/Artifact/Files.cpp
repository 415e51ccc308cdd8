// Whole files in and out.
#include "det/Runtime/Artifact/Files.h"
#include "det/Runtime/Artifact/Unfinished.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace det::rt {

namespace {

constexpr size_t page = 4096;

Error systemError(const std::string &what, const std::string &path) {
  return Error{"cannot " + what + " '" + path + "': " + std::strerror(errno)};
}

// Closes a descriptor, and removes the file it belongs to unless it was kept.
struct TemporaryFile {
  int descriptor = -1;
  std::string path;
  bool kept = false;

  void setPath(const std::string &name) {
    path = name;
    beginUnfinished(path);
  }
  ~TemporaryFile() {
    if (descriptor >= 0)
      close(descriptor);
    if (path.empty())
      return;
    if (!kept)
      unlink(path.c_str());
    endUnfinished(path);
  }
};

bool writeAll(int descriptor, std::span<const uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t done = write(descriptor, bytes.data(), std::min<size_t>(bytes.size(), size_t(1) << 30));
    if (done < 0 && errno == EINTR)
      continue;
    if (done <= 0)
      return false;
    bytes = bytes.subspan(done);
  }
  return true;
}

} // namespace

Result<PageBytes> PageBytes::allocate(size_t size) {
  PageBytes bytes;
  if (size > SIZE_MAX - page)
    return Error{"out of memory: " + std::to_string(size) + " bytes needed"};
  bytes.memory.reset(static_cast<uint8_t *>(std::aligned_alloc(page, (size / page + 1) * page)));
  if (!bytes.memory)
    return Error{"out of memory: " + std::to_string(size) + " bytes needed"};
  bytes.count = size;
  return bytes;
}

Result<PageBytes> readFile(const std::string &path) {
  TemporaryFile file;
  file.kept = true;
  file.descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file.descriptor < 0)
    return systemError("open", path);
  struct stat info;
  if (fstat(file.descriptor, &info) != 0)
    return systemError("read", path);
  if (!S_ISREG(info.st_mode))
    return Error{"cannot read '" + path + "': not a regular file"};
  Result<PageBytes> bytes = PageBytes::allocate(info.st_size);
  if (!bytes)
    return Error{"cannot read '" + path + "': " + bytes.error().message};
  for (size_t at = 0; at < bytes->size();) {
    const ssize_t got = read(file.descriptor, bytes->data() + at, std::min<size_t>(bytes->size() - at, size_t(1) << 30));
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return systemError("read", path);
    if (got == 0)
      return Error{"cannot read '" + path + "': it became shorter while it was read"};
    at += got;
  }
  return bytes;
}

Status writeFile(const std::string &path, const std::vector<std::span<const uint8_t>> &parts) {
  // A rename would replace a device or a link's name, not what it stands for.
  struct stat info;
  if (stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode))
    return Error{"cannot write '" + path + "': it exists and is not a regular file"};
  TemporaryFile file;
  std::string name;
  for (int attempt = 0; attempt < 1000 && file.descriptor < 0; ++attempt) {
    name = path + ".part" + std::to_string(attempt);
    file.descriptor = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file.descriptor < 0 && errno != EEXIST)
      break;
  }
  if (file.descriptor < 0)
    return systemError("write", path);
  file.setPath(name);
  for (std::span<const uint8_t> part : parts)
    if (!writeAll(file.descriptor, part))
      return systemError("write", path);
  if (fsync(file.descriptor) != 0)
    return systemError("write", path);
  const int closed = close(file.descriptor);
  file.descriptor = -1;
  if (closed != 0 || rename(name.c_str(), path.c_str()) != 0)
    return systemError("write", path);
  file.kept = true;
  return {};
}

} // namespace det::rt
