// The compiler behind a C interface: strings in, bytes or a message out.
#include "det-c/Compiler.h"
#include "det/Transforms/Pipelines.h"

#include <cstdlib>
#include <cstring>
#include <exception>

namespace {

std::string textOr(const char *text, const char *otherwise) { return text && *text ? text : otherwise; }

det::CompileOptions convert(const DetCompileOptions &options) {
  det::CompileOptions result;
  result.target = textOr(options.target, "host");
  result.mesh = textOr(options.mesh, "");
  for (size_t i = 0; i < options.shardCount; ++i)
    result.shards.emplace_back(textOr(options.shards[i], ""));
  result.level = textOr(options.level, "mesh_to_mesh");
  result.recipe = textOr(options.recipe, "");
  if (options.isa && *options.isa)
    result.isas = {options.isa};
  if (options.chipCount)
    result.chips.clear();
  for (size_t i = 0; i < options.chipCount; ++i)
    result.chips.emplace_back(textOr(options.chips[i], ""));
  result.ptxas = textOr(options.ptxas, "");
  result.pins = textOr(options.pins, "");
  result.pinsName = textOr(options.pinsName, "pins");
  result.fuseAttention = textOr(options.fuseAttention, "on");
  return result;
}

bool store(DetBuffer *buffer, const char *data, size_t size) {
  if (!buffer)
    return true;
  buffer->data = static_cast<char *>(std::malloc(size + 1));
  if (!buffer->data)
    return false;
  std::memcpy(buffer->data, data, size);
  buffer->data[size] = 0;
  buffer->size = size;
  return true;
}

int fail(DetBuffer *error, const std::string &message) {
  store(error, message.data(), message.size());
  return -1;
}

/// Runs a compilation that gives something with data() and size(); nothing gets out but the two buffers.
template <class Compile> int run(const DetCompileOptions *given, DetBuffer *out, DetBuffer *error, Compile compile) {
  for (DetBuffer *buffer : {out, error})
    if (buffer)
      *buffer = {nullptr, 0};
  try {
    const DetCompileOptions options = given ? *given : DetCompileOptions{};
    auto result = compile(textOr(options.name, "input"), convert(options));
    if (!result)
      return fail(error, result.error().message);
    if (!store(out, result->data(), result->size()))
      return fail(error, "out of memory: needed " + std::to_string(result->size()) + " bytes for the result");
    return 0;
  } catch (const std::bad_alloc &) {
    return fail(error, "out of memory while compiling");
  } catch (const std::exception &exception) {
    return fail(error, std::string("compilation failed: ") + exception.what());
  }
}

} // namespace

int detCompile(const char *text, size_t size, const DetCompileOptions *options, DetBuffer *out, DetBuffer *error) {
  return run(options, out, error, [&](const std::string &name, const det::CompileOptions &compileOptions) {
    return det::compile({text, size}, name, compileOptions);
  });
}

int detOrderedText(const char *text, size_t size, const DetCompileOptions *options, DetBuffer *out, DetBuffer *error) {
  return run(options, out, error, [&](const std::string &name, const det::CompileOptions &compileOptions) {
    return det::orderedText({text, size}, name, compileOptions);
  });
}

void detBufferFree(DetBuffer *buffer) {
  if (!buffer)
    return;
  std::free(buffer->data);
  *buffer = {nullptr, 0};
}
