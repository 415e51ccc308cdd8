// A relocatable object to a shared object, by lld as a library.
#include "CompileKernels.h"

#include "lld/Common/CommonLinkerContext.h"
#include "lld/Common/Driver.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <mutex>

LLD_HAS_DRIVER(elf)

using namespace llvm;

namespace det {

/// The linker keeps global state: one link at a time in a process.
static std::mutex linkerMutex;

Expected<std::string> linkShared(StringRef object) {
  std::lock_guard<std::mutex> lock(linkerMutex);
  SmallString<128> folder, input, output;
  if (std::error_code error = sys::fs::createUniqueDirectory("det-link", folder))
    return createStringError(error, "cannot make a temporary folder for the linker");
  input = folder;
  sys::path::append(input, "kernels.o");
  output = folder;
  sys::path::append(output, "kernels.so");
  auto cleanUp = make_scope_exit([&] {
    sys::fs::remove(input);
    sys::fs::remove(output);
    sys::fs::remove(folder);
  });
  {
    std::error_code error;
    raw_fd_ostream file(input, error);
    if (!error)
      file << object;
    file.close();
    if (error || file.has_error()) {
      file.clear_error();
      return createStringError("cannot write " + input.str() + " for the linker");
    }
  }
  std::string messages;
  raw_string_ostream os(messages);
  const char *args[] = {"ld.lld",
                        "-shared",
                        "--no-undefined",
                        "--hash-style=gnu",
                        "--build-id=none",
                        "-z",
                        "noexecstack",
                        "-z",
                        "relro",
                        "-O1",
                        "--threads=1",
                        "--soname=kernels",
                        "-o",
                        output.c_str(),
                        input.c_str()};
  lld::Result result = lld::lldMain(args, os, os, {{lld::Gnu, &lld::elf::link}});
  if (result.retCode)
    return createStringError("the linker failed: " + messages);
  auto bytes = MemoryBuffer::getFile(output, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!bytes)
    return createStringError(bytes.getError(), "cannot read the linker's output");
  return (*bytes)->getBuffer().str();
}

} // namespace det
