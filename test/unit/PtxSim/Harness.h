// Small kernels, run. Every text is also kept for one ptxas run at the end of the program: hand-written PTX must be PTX.
#ifndef DET_TEST_UNIT_PTXSIM_HARNESS_H
#define DET_TEST_UNIT_PTXSIM_HARNESS_H

#include "det/PtxSim/PtxSim.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace det::ptx::test {

using Words = std::vector<uint64_t>;

/// What a run gave: its error, or the bytes of the buffers.
struct Outcome {
  std::string error;
  std::vector<std::vector<std::byte>> buffers;
  Counts counts;
  template <class T> std::vector<T> get(size_t buffer) const {
    std::vector<T> values(buffers[buffer].size() / sizeof(T));
    std::copy_n(buffers[buffer].begin(), values.size() * sizeof(T), reinterpret_cast<std::byte *>(values.data()));
    return values;
  }
};

/// A buffer of a test: initial bytes, or a number of uninitialised ones.
struct Memory {
  std::vector<std::byte> bytes;
  bool isInitialised = true, isWritable = true;
};
template <class T> Memory filled(const std::vector<T> &values) {
  auto bytes = std::as_bytes(std::span(values));
  return {{bytes.begin(), bytes.end()}};
}
inline Memory empty(size_t bytes) { return {std::vector<std::byte>(bytes), false}; }

struct Shape {
  std::array<uint32_t, 3> grid{1, 1, 1}, block{32, 1, 1};
  uint32_t shared = 0;
};

/// Runs a kernel whose parameters are pointers to the buffers (in %m0, %m1, ... as 64-bit registers) on `body`, which may use
/// %p<16> predicates, %h<32> 16-bit, %r<64> 32-bit and %w<32> 64-bit registers; %r0 is tid.x, %r1 ctaid.x, %r2 the thread's number in
/// the grid. `before` stands in front of the entry; every `@@` in it and in the body becomes a number of this kernel.
Outcome runKernel(const std::string &body, const std::vector<Memory> &buffers, const Shape &shape = {}, Options options = {},
                  const std::string &before = "");

/// y = f(x0, x1, ...) for many values: `body` computes %y from %x0, %x1, ..., whose widths in bits are `inputs` and `output`; it may use
/// the registers of runKernel from number 8 on. `values` has one list per input, all of one length.
Words evaluate(const std::string &body, const std::vector<unsigned> &inputs, unsigned output, const std::vector<Words> &values);

/// Values to try: edges of the width, and random numbers.
Words integers(unsigned bits, size_t count, uint64_t seed);
/// Floats as bits of a format: zeros, subnormals, ones, large numbers, infinities, a NaN, numbers near each other, and random ones.
Words floats(int exponentBits, int mantissaBits, size_t count, uint64_t seed);

inline uint64_t maskOf(unsigned bits) { return bits == 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1; }
inline int64_t signedOf(uint64_t value, unsigned bits) { return static_cast<int64_t>(value << (64 - bits)) >> (64 - bits); }

} // namespace det::ptx::test

#endif // DET_TEST_UNIT_PTXSIM_HARNESS_H
