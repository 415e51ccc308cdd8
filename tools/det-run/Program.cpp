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

Result<Artifact> compile(const std::string &path, std::span<const uint8_t> text, const CompileChoice &choice) {
  std::vector<const char *> shards;
  for (const std::string &shard : choice.shards)
    shards.push_back(shard.c_str());
  const DetCompileOptions options{
      path.c_str(), "host", choice.mesh.c_str(), shards.data(), shards.size(), choice.level.c_str(), choice.recipe.c_str()};
  DetBuffer bytes{}, message{};
  const int failed = detCompile(reinterpret_cast<const char *>(text.data()), text.size(), &options, &bytes, &message);
  Result<Artifact> artifact = failed ? Result<Artifact>(Error{message.data ? message.data : "cannot compile '" + path + "'"})
                                     : Artifact::fromMemory({reinterpret_cast<const uint8_t *>(bytes.data), bytes.size}, path);
  detBufferFree(&bytes);
  detBufferFree(&message);
  return artifact;
}

#else

Result<Artifact> compile(const std::string &path, std::span<const uint8_t>, const CompileChoice &) {
  return Error{"'" + path + "' is not an artifact, and this det-run was built without the compiler"};
}

#endif

} // namespace

Result<Artifact> openProgram(const std::string &path, const CompileChoice &choice) {
  Result<rt::PageBytes> file = rt::readFile(path);
  if (!file)
    return file.error();
  const std::string suffix = ".det";
  const bool named = path.size() >= suffix.size() && path.compare(path.size() - suffix.size(), suffix.size(), suffix) == 0;
  if (!named && !Artifact::looksLikeOne(file->span()))
    return compile(path, file->span(), choice);
  if (choice.any())
    return Error{"'" + path + "' is compiled already: --mesh, --shard, --level and --recipe need StableHLO text"};
  return Artifact::fromMemory(file->span(), path);
}

} // namespace det::run
