// Runs graphs through the C interface.
#include "Graph.h"

#include "det-c/Reference.h"

std::vector<float> someFloats(int64_t count, uint64_t seed) {
  std::vector<float> values;
  uint64_t x = seed;
  for (int64_t i = 0; i < count; ++i) {
    x += 0x9e3779b97f4a7c15;
    uint64_t u = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    u = (u ^ u >> 27) * 0x94d049bb133111eb;
    u ^= u >> 31;
    uint32_t exponent = 124 + (u >> 52 & 2047) % 6;
    values.push_back(std::bit_cast<float>(uint32_t(u >> 63) << 31 | exponent << 23 | uint32_t(u & 0x7fffff)));
  }
  return values;
}

static void fail(char *message, std::string *error) {
  if (error)
    *error = message;
  else
    ADD_FAILURE() << message;
  detReferenceFreeError(message);
}

Bytes runGraph(const std::string &text, const std::vector<Bytes> &inputs, std::string *error) {
  std::string whole = "func.func @main" + text;
  char *message = nullptr;
  DetReference *graph = detReferenceCreate(whole.data(), whole.size(), &message);
  if (!graph) {
    fail(message, error);
    return {};
  }
  std::vector<const void *> from;
  for (size_t i = 0; i < inputs.size(); ++i) {
    EXPECT_EQ(detReferenceInputSize(graph, i), int64_t(inputs[i].size()));
    from.push_back(inputs[i].data());
  }
  Bytes out(detReferenceOutputSize(graph, 0));
  void *to = out.data();
  if (detReferenceRun(graph, from.data(), &to, &message))
    fail(message, error);
  detReferenceFree(graph);
  return out;
}
