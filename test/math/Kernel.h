// A compiled loop over arrays, the way generated host kernels are compiled.
#ifndef DET_TEST_MATH_KERNEL_H
#define DET_TEST_MATH_KERNEL_H

#include "det/Math/Function.h"

#include <cstdint>
#include <memory>
#include <string>

namespace mlir {
class ExecutionEngine;
}

namespace det::math::test {

/// What to compile for. `cpu` is an LLVM CPU name such as "x86-64-v3", empty for this machine's. With `scalar` the code is built
/// on single elements instead of vectors.
struct Target {
  std::string cpu;
  bool scalar = false;
};

/// `out[i] = body(a[i], b[i])`, in blocks of `kLanes` elements.
class Kernel {
public:
  static constexpr int64_t kLanes = 16;
  using Entry = void (*)(const void *, const void *, void *, int64_t);

  Kernel(std::unique_ptr<mlir::ExecutionEngine> engine, Entry entry);
  Kernel(Kernel &&) noexcept;
  ~Kernel();

  /// `count` is a multiple of kLanes; `b` is read only where the body has two operands.
  void run(const void *a, const void *b, void *out, int64_t count) const { entry(a, b, out, count); }

private:
  std::unique_ptr<mlir::ExecutionEngine> engine;
  Entry entry;
};

/// The elementary function on f32, or f64, with canonical NaNs. Exits with a message when it does not compile.
Kernel compileElementary(Function function, const Target &target, bool f64 = false);

} // namespace det::math::test

#endif
