// A library with the entry points of cuBLASLt, to load in its place: multiplies nothing, and writes down what it is asked. What
// it is like: fakeSet.
#include "FakeCalls.h"

namespace {

std::string valueOf(const void *bytes, size_t size) {
  uint64_t value = 0;
  std::memcpy(&value, bytes, size);
  return std::to_string(value) + " of " + std::to_string(size) + " bytes";
}

// The attributes lie in the algorithm, the first two in one word each.
struct Algo {
  uint64_t words[8];
};
struct Heuristic {
  Algo algo;
  size_t workspace;
  int state;
  float waves;
  int reserved[4];
};
const char *const names[9] = {"id", "tile", "splitk", "scheme", "swizzle", "custom", "stages", "inner", "cluster"};
constexpr size_t sizes[9] = {4, 4, 4, 4, 4, 4, 4, 2, 2};
uint32_t attributeOf(const Algo &algo, int i) { return uint32_t(i == 8 ? algo.words[7] >> 32 : algo.words[i] & 0xffffffff); }
void setAttribute(Algo &algo, int i, uint32_t value) {
  uint64_t &word = algo.words[i == 8 ? 7 : i];
  word = i == 8 ? (word & 0xffffffff) | uint64_t(value) << 32 : (word & ~uint64_t(0xffffffff)) | value;
}

} // namespace

extern "C" {

size_t cublasLtGetVersion() { return size_t(get("version", 130100)); }
const char *cublasLtGetStatusName(int) { return "CUBLAS_STATUS_FAKE"; }
int cublasLtCreate(void **handle) { return *handle = newHandle(), note("cublasLtCreate"); }
int cublasLtDestroy(void *) { return note("cublasLtDestroy"); }
int cublasLtMatmulDescCreate(void **desc, int compute, int scale) {
  *desc = newHandle();
  return note("cublasLtMatmulDescCreate " + numberOf(*desc) + " compute " + std::to_string(compute) + " scale " +
              std::to_string(scale));
}
int cublasLtMatmulDescDestroy(void *desc) { return note("cublasLtMatmulDescDestroy " + numberOf(desc)); }
int cublasLtMatmulDescSetAttribute(void *desc, int attribute, const void *value, size_t size) {
  return note("cublasLtMatmulDescSetAttribute " + numberOf(desc) + " attribute " + std::to_string(attribute) + " = " +
              valueOf(value, size));
}
int cublasLtMatrixLayoutCreate(void **layout, int type, uint64_t rows, uint64_t columns, int64_t ld) {
  *layout = newHandle();
  return note("cublasLtMatrixLayoutCreate " + numberOf(*layout) + " type " + std::to_string(type) + " " + std::to_string(rows) +
              " x " + std::to_string(columns) + " ld " + std::to_string(ld));
}
int cublasLtMatrixLayoutDestroy(void *layout) { return note("cublasLtMatrixLayoutDestroy " + numberOf(layout)); }
int cublasLtMatrixLayoutSetAttribute(void *layout, int attribute, const void *value, size_t size) {
  return note("cublasLtMatrixLayoutSetAttribute " + numberOf(layout) + " attribute " + std::to_string(attribute) + " = " +
              valueOf(value, size));
}
int cublasLtMatmulPreferenceCreate(void **preference) {
  return *preference = newHandle(), note("cublasLtMatmulPreferenceCreate");
}
int cublasLtMatmulPreferenceDestroy(void *) { return note("cublasLtMatmulPreferenceDestroy"); }
int cublasLtMatmulPreferenceSetAttribute(void *, int attribute, const void *value, size_t size) {
  return note("cublasLtMatmulPreferenceSetAttribute attribute " + std::to_string(attribute) + " = " + valueOf(value, size));
}
// The first two keep the order, the third splits K, the fourth reduces, the fifth is no success, the sixth is the first again.
int cublasLtMatmulAlgoGetHeuristic(void *, void *, void *, void *, void *, void *, void *, int most, Heuristic *results,
                                   int *count) {
  *count = 0;
  for (int i = 0; i < 6 && i < most; ++i) {
    Heuristic &result = results[(*count)++];
    result = {};
    const int number = i == 5 ? 0 : i;
    for (int attribute = 0; attribute < 9; ++attribute)
      setAttribute(result.algo, attribute, uint32_t(10 * number + attribute));
    setAttribute(result.algo, 2, number == 2 ? 4 : 1);
    setAttribute(result.algo, 3, number == 3 ? 2 : 0);
    result.state = number == 4 ? 15 : 0;
  }
  return note("cublasLtMatmulAlgoGetHeuristic most " + std::to_string(most));
}
int cublasLtMatmulAlgoInit(void *, int compute, int scale, int a, int b, int c, int d, int id, Algo *algo) {
  *algo = {};
  setAttribute(*algo, 0, uint32_t(id));
  setAttribute(*algo, 2, 1);
  std::string text = "cublasLtMatmulAlgoInit";
  for (int value : {compute, scale, a, b, c, d, id})
    text += " " + std::to_string(value);
  return note(text);
}
int cublasLtMatmulAlgoConfigSetAttribute(Algo *algo, int attribute, const void *value, size_t size) {
  if (size != sizes[attribute] || attribute == 0)
    return 7;
  uint32_t read = 0;
  std::memcpy(&read, value, size);
  setAttribute(*algo, attribute, get("stubborn", -1) == attribute ? read + 1 : read);
  return note(std::string("cublasLtMatmulAlgoConfigSetAttribute ") + names[attribute] + " = " + std::to_string(read));
}
int cublasLtMatmulAlgoConfigGetAttribute(const Algo *algo, int attribute, void *value, size_t size, size_t *written) {
  if (size != sizes[attribute])
    return 7;
  const uint32_t read = attributeOf(*algo, attribute);
  std::memcpy(value, &read, size);
  *written = size;
  return 0;
}
int cublasLtMatmulAlgoCheck(void *, void *, void *, void *, void *, void *, const Algo *algo, Heuristic *result) {
  *result = {};
  result->workspace = size_t(get("workspace", 0));
  return note("cublasLtMatmulAlgoCheck id " + std::to_string(attributeOf(*algo, 0)));
}
int cublasLtMatmul(void *, void *desc, const void *alpha, const void *a, void *layoutA, const void *b, void *layoutB,
                   const void *beta, const void *c, void *, void *d, void *, const Algo *algo, void *workspace, size_t bytes,
                   void *stream) {
  float one, zero;
  std::memcpy(&one, alpha, 4);
  std::memcpy(&zero, beta, 4);
  std::string text = "cublasLtMatmul " + numberOf(desc) + " " + numberOf(layoutA) + " " + numberOf(layoutB) + " with " +
                     std::to_string(int(one)) + " " + std::to_string(int(zero)) + " by";
  for (int i = 0; i < 9; ++i)
    text += " " + std::to_string(attributeOf(*algo, i));
  text += c == d ? " in place" : " elsewhere";
  text += get("addresses", 0)
              ? " a " + numberOf(a) + " b " + numberOf(b) + " d " + numberOf(d) + " workspace " + numberOf(workspace)
              : "";
  return note(text + " workspace " + std::to_string(bytes) + " on " + numberOf(stream));
}
}
