// Loads or compiles.
#include "Program.h"

#ifdef DET_HAVE_COMPILER
#include "det-c/Compiler.h"
#endif

namespace det::run {

namespace {

using rt::Artifact;
using rt::Error;
using rt::Result;

#ifdef DET_HAVE_COMPILER

using Step = int (*)(const char *, size_t, const DetCompileOptions *, DetBuffer *, DetBuffer *);

// Calls the compiler; `use` makes a result of its bytes.
template <class T, class Use>
Result<T> call(Step step, std::string_view text, const std::string &path, const CompileChoice &choice, const std::string &isa, Use use) {
  std::vector<const char *> shards;
  for (const std::string &shard : choice.shards)
    shards.push_back(shard.c_str());
  std::vector<const char *> chips;
  for (const std::string &chip : choice.chips)
    chips.push_back(chip.c_str());
  if (choice.forSim && chips.empty())
    chips.push_back("none");
  std::string pins;
  if (!choice.pins.empty()) {
    const Result<rt::PageBytes> file = rt::readFile(choice.pins);
    if (!file)
      return file.error();
    if (file->size() == 0)
      return Error{"'" + choice.pins + "' is no pin file of det-pin: it is empty"};
    pins.assign(reinterpret_cast<const char *>(file->data()), file->size());
  }
  DetCompileOptions options{};
  options.name = path.c_str();
  options.target = choice.forGpu ? "cuda" : "host";
  options.mesh = choice.mesh.c_str();
  options.shards = shards.data();
  options.shardCount = shards.size();
  options.level = choice.level.c_str();
  options.recipe = choice.recipe.c_str();
  options.isa = choice.forGpu ? "" : isa.c_str();
  options.chips = chips.data();
  options.chipCount = chips.size();
  options.pins = pins.c_str();
  options.pinsName = choice.pins.c_str();
  options.fuseAttention = choice.fuseAttention.c_str();
  DetBuffer bytes{}, message{};
  const int failed = step(text.data(), text.size(), &options, &bytes, &message);
  Result<T> result = failed ? Result<T>(Error{message.data ? message.data : "cannot compile '" + path + "'"}) : use(bytes);
  detBufferFree(&bytes);
  detBufferFree(&message);
  return result;
}

#else

Error noCompiler(const std::string &path) {
  return {"'" + path + "' is not an artifact, and this det-run was built without the compiler"};
}

#endif

} // namespace

#ifdef DET_HAVE_COMPILER

Result<Artifact> compileText(std::string_view text, const std::string &path, const CompileChoice &choice, const std::string &isa) {
  return call<Artifact>(detCompile, text, path, choice, isa, [&](const DetBuffer &bytes) {
    return Artifact::fromMemory({reinterpret_cast<const uint8_t *>(bytes.data), bytes.size}, path);
  });
}

Result<std::string> orderText(std::string_view text, const std::string &path, const CompileChoice &choice) {
  return call<std::string>(detOrderedText, text, path, choice, "",
                           [](const DetBuffer &bytes) { return Result<std::string>(std::string(bytes.data, bytes.size)); });
}

#else

Result<Artifact> compileText(std::string_view, const std::string &path, const CompileChoice &, const std::string &) {
  return noCompiler(path);
}

Result<std::string> orderText(std::string_view, const std::string &path, const CompileChoice &) { return noCompiler(path); }

#endif

std::string isaName(const rt::SessionOptions &options) {
  return options.isa.value_or(rt::host::detectIsa()) == rt::host::Isa::v4 ? "v4" : "v3";
}

Result<Artifact> openProgram(const std::string &path, const CompileChoice &choice) {
  Result<rt::PageBytes> file = rt::readFile(path);
  if (!file)
    return file.error();
  const std::string suffix = ".det";
  const bool named = path.size() >= suffix.size() && path.compare(path.size() - suffix.size(), suffix.size(), suffix) == 0;
  if (!named && !Artifact::looksLikeOne(file->span()))
    return compileText({reinterpret_cast<const char *>(file->data()), file->size()}, path, choice);
  if (choice.any())
    return Error{"'" + path + "' is compiled already: --mesh, --shard, --level, --recipe, --chips, --pins and --fuse-attention need StableHLO text"};
  return Artifact::fromMemory(file->span(), path);
}

} // namespace det::run
