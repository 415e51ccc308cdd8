// Compiles one elementary function into a loop over arrays, the way generated host kernels use it.
#ifndef DET_TEST_MATH_KERNEL_H
#define DET_TEST_MATH_KERNEL_H

#include "det/Math/Elementary.h"

#include <cstdint>
#include <memory>
#include <string>

namespace mlir {
class ExecutionEngine;
}

namespace det::math::test {

/// A compiled loop `out[i] = canonical(function(a[i], b[i]))` over blocks of `kLanes` elements.
class Kernel {
public:
  static constexpr int64_t kLanes = 16;

  /// `cpu` is an LLVM CPU name such as "x86-64-v3"; empty means this machine's. Exits with a message when compilation fails.
  /// With `scalar` the function is built on f32 instead of vector<16xf32>.
  Kernel(Function function, const std::string &cpu, bool scalar);
  ~Kernel();

  /// `count` is a multiple of kLanes; `b` is read by functions of two operands only.
  void run(const float *a, const float *b, float *out, int64_t count) const { entry(a, b, out, count); }

private:
  std::unique_ptr<mlir::ExecutionEngine> engine;
  void (*entry)(const float *, const float *, float *, int64_t) = nullptr;
};

} // namespace det::math::test

#endif
