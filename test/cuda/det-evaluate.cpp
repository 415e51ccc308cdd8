// det-evaluate GRAPH INPUT...: runs an ordered det graph by the reference interpreter. Inputs are files of elements, row-major;
// results go to standard output, one after the other.
#include "det-c/Reference.h"

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

static int fail(const std::string &message) {
  std::fprintf(stderr, "error: %s\n", message.c_str());
  return 1;
}

static bool read(const char *path, std::string &bytes) {
  std::ifstream file(path, std::ios::binary);
  bytes.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  return static_cast<bool>(file);
}

static std::string take(char *error) {
  std::string message = error ? error : "unknown";
  detReferenceFreeError(error);
  return message;
}

int main(int argc, char **argv) {
  std::string text;
  if (argc < 2 || !read(argv[1], text))
    return fail("usage: det-evaluate GRAPH INPUT...");
  char *error = nullptr;
  DetReference *graph = detReferenceCreate(text.data(), text.size(), &error);
  if (!graph)
    return fail(take(error));
  if (argc - 2 != detReferenceInputCount(graph))
    return fail("expected " + std::to_string(detReferenceInputCount(graph)) + " inputs");
  std::vector<std::string> inputs(argc - 2), outputs(detReferenceOutputCount(graph));
  std::vector<const void *> from;
  std::vector<void *> to;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!read(argv[i + 2], inputs[i]) || inputs[i].size() != static_cast<size_t>(detReferenceInputSize(graph, i)))
      return fail("expected " + std::to_string(detReferenceInputSize(graph, i)) + " bytes in " + argv[i + 2]);
    from.push_back(inputs[i].data());
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    outputs[i].resize(detReferenceOutputSize(graph, i));
    to.push_back(outputs[i].data());
  }
  if (detReferenceRun(graph, from.data(), to.data(), &error))
    return fail(take(error));
  for (const std::string &output : outputs)
    std::fwrite(output.data(), 1, output.size(), stdout);
  detReferenceFree(graph);
  return 0;
}
