// Finds and runs ptxas.
#include "CompileKernels.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace det {

/// ptxas of PyPI's nvidia-cuda-nvcc under a folder that holds lib/python3.*; empty if there is none.
static std::string findInPython(StringRef prefix) {
  std::vector<std::string> found;
  std::error_code error;
  for (sys::fs::directory_iterator it(prefix + "/lib", error), end; !error && it != end; it.increment(error)) {
    if (!sys::path::filename(it->path()).starts_with("python3"))
      continue;
    for (StringRef packages : {"site-packages", "dist-packages"})
      for (StringRef folder : {"cu13", "cuda_nvcc"}) {
        std::string path = (it->path() + "/" + packages + "/nvidia/" + folder + "/bin/ptxas").str();
        if (sys::fs::can_execute(path))
          found.push_back(path);
      }
  }
  // The order of a folder is not fixed.
  return found.empty() ? "" : *std::max_element(found.begin(), found.end());
}

Expected<std::string> findPtxas(const std::string &given) {
  if (!given.empty()) {
    if (!sys::fs::can_execute(given) || sys::fs::is_directory(given))
      return createStringError("--ptxas=" + given + " is no program that can be run");
    return given;
  }
  if (auto path = sys::findProgramByName("ptxas"))
    return *path;
  SmallVector<std::string> homes;
  for (const char *name : {"CUDA_HOME", "CUDA_PATH"})
    if (auto home = sys::Process::GetEnv(name))
      homes.push_back(*home);
  homes.push_back("/usr/local/cuda");
  for (const std::string &home : homes)
    if (std::string path = home + "/bin/ptxas"; sys::fs::can_execute(path))
      return path;
  SmallVector<std::string> prefixes;
  for (const char *name : {"VIRTUAL_ENV", "CONDA_PREFIX"})
    if (auto prefix = sys::Process::GetEnv(name))
      prefixes.push_back(*prefix);
  if (auto python = sys::findProgramByName("python3"))
    prefixes.push_back(sys::path::parent_path(sys::path::parent_path(*python)).str());
  if (auto home = sys::Process::GetEnv("HOME"))
    prefixes.push_back(*home + "/.local");
  for (const std::string &prefix : prefixes)
    if (std::string path = findInPython(prefix); !path.empty())
      return path;
  return createStringError("cannot find ptxas, which assembles kernels for GPUs: name it by --ptxas=PATH, put it on PATH, or "
                           "install a package that has "
                           "it (pip install nvidia-cuda-nvcc, or the CUDA toolkit)");
}

Expected<std::string> assemble(const std::string &ptxas, const std::string &ptx, const std::string &chip,
                               std::vector<KernelUsage> &usage) {
  SmallString<128> folder;
  if (std::error_code error = sys::fs::createUniqueDirectory("det-ptxas", folder))
    return createStringError(error, "cannot make a temporary folder for ptxas");
  auto inFolder = [&](StringRef name) { return (folder + "/" + name).str(); };
  std::string input = inFolder("kernels.ptx"), output = inFolder("kernels.cubin"), messages = inFolder("messages");
  auto cleanUp = make_scope_exit([&] { sys::fs::remove_directories(folder); });
  {
    std::error_code error;
    raw_fd_ostream file(input, error);
    if (!error)
      file << ptx;
    file.close();
    if (error || file.has_error()) {
      file.clear_error();
      return createStringError("cannot write " + input + " for ptxas");
    }
  }
  // Operations that round are marked so in the text; -fmad=false is for those that may be forgotten.
  std::string arch = "-arch=" + chip;
  SmallVector<StringRef> arguments{ptxas, arch, "-O3", "-fmad=false", "-v", "-o", output, input};
  std::optional<StringRef> redirects[] = {StringRef(""), StringRef(messages), StringRef(messages)};
  std::string failure;
  int code = sys::ExecuteAndWait(ptxas, arguments, std::nullopt, redirects, 0, 0, &failure);
  auto said = MemoryBuffer::getFile(messages, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  StringRef text = said ? (*said)->getBuffer() : StringRef();
  if (code != 0) {
    std::string lines;
    SmallVector<StringRef> all;
    text.split(all, '\n', -1, /*KeepEmpty=*/false);
    for (StringRef line : all)
      if (!line.contains("info") && !line.starts_with(" ") && lines.size() < 1000)
        lines += (lines.empty() ? "" : "; ") + line.trim().str();
    return createStringError(ptxas + " failed for " + chip + ": " +
                             (!failure.empty() ? failure
                              : !lines.empty() ? lines
                                               : "exit code " + std::to_string(code)));
  }
  auto cubin = MemoryBuffer::getFile(output, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!cubin || (*cubin)->getBufferSize() == 0)
    return createStringError(ptxas + " ended well and left no machine code for " + chip + "; is it ptxas?");
  // It only says so: the bits are the same, at a fraction of the speed that such kernels are there for.
  if (text.contains("wgmma") && text.contains("serialized"))
    return createStringError(ptxas + " serializes the instructions of warpgroups (wgmma) for " + chip +
                             ", so that they are slow; name another by --ptxas=PATH");
  usage = readUsage(text, chip);
  return (*cubin)->getBuffer().str();
}

/// The number in front of a phrase; 0 if the line does not have it.
static unsigned numberBefore(StringRef line, StringRef phrase) {
  StringRef before = line.split(phrase).first;
  if (before.size() == line.size())
    return 0;
  before = before.rtrim();
  unsigned number = 0;
  StringRef digits = before.take_back(before.size() - before.find_last_not_of("0123456789") - 1);
  return digits.getAsInteger(10, number) ? 0 : number;
}

std::vector<KernelUsage> readUsage(StringRef text, const std::string &chip) {
  std::vector<KernelUsage> all;
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  for (StringRef line : lines) {
    if (StringRef rest = line.split("Compiling entry function '").second; !rest.empty()) {
      all.push_back({rest.split("'").first.str(), chip});
    } else if (all.empty()) {
      continue;
    } else if (line.contains("stack frame")) {
      all.back().stackBytes = numberBefore(line, "bytes stack frame");
      all.back().spillStoreBytes = numberBefore(line, "bytes spill stores");
      all.back().spillLoadBytes = numberBefore(line, "bytes spill loads");
    } else if (line.contains(" registers")) {
      all.back().registers = numberBefore(line, "registers");
      all.back().sharedBytes = numberBefore(line, "bytes smem");
    }
  }
  llvm::sort(all, [](const KernelUsage &a, const KernelUsage &b) { return a.kernel < b.kernel; });
  return all;
}

json::Object usageObject(const KernelUsage &usage) {
  return json::Object{{"kernel", usage.kernel},
                      {"chip", usage.chip},
                      {"registers", usage.registers},
                      {"stack_bytes", usage.stackBytes},
                      {"spill_store_bytes", usage.spillStoreBytes},
                      {"spill_load_bytes", usage.spillLoadBytes},
                      {"shared_bytes", usage.sharedBytes}};
}

std::string usageText(const std::vector<KernelUsage> &kernels) {
  std::string text;
  raw_string_ostream os(text);
  os << "{\"kernels\": [";
  for (auto [i, kernel] : enumerate(kernels))
    os << (i ? ",\n " : "\n ") << json::Value(usageObject(kernel));
  os << "\n]}\n";
  return text;
}

} // namespace det
