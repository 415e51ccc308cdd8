// A graph under test: one function given as text, run through the C interface.
#ifndef DET_TEST_REFERENCE_GRAPH_H
#define DET_TEST_REFERENCE_GRAPH_H

#include <bit>
#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using Bytes = std::vector<uint8_t>;

/// The bytes of values.
template <class T> Bytes bytesOf(const std::vector<T> &values) {
  Bytes bytes(values.size() * sizeof(T));
  if (!bytes.empty())
    std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

/// The values in bytes.
template <class T> std::vector<T> valuesOf(const Bytes &bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!bytes.empty())
    std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

/// Bits of floats, for comparisons that see signs of zeros and NaNs.
inline std::vector<uint32_t> bitsOf(const std::vector<float> &values) { return valuesOf<uint32_t>(bytesOf(values)); }

/// Floats of many exponents and both signs, the same on every run.
std::vector<float> someFloats(int64_t count, uint64_t seed);

/// The first result of `func.func @main` + `text` for these inputs. `error`, if given, receives the message of a
/// failure.
Bytes runGraph(const std::string &text, const std::vector<Bytes> &inputs, std::string *error = nullptr);

#endif // DET_TEST_REFERENCE_GRAPH_H
