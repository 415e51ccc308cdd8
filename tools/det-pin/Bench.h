// One product alone on a device: det's own kernel and algorithms of cuBLASLt on the same operands.
#ifndef DET_TOOLS_PIN_BENCH_H
#define DET_TOOLS_PIN_BENCH_H

#include "../../lib/Runtime/Cuda/Program/PrepareGemm.h"

#include <functional>
#include <memory>

namespace det::pin {

using namespace det::rt;
using namespace det::rt::cuda;

/// A way to compute the product, ready on the device.
struct Way {
  std::vector<DeviceStep> steps;
  DevicePointer c = 0;      ///< where its result lies: all of C's memory
  DevicePointer leaves = 0; ///< the values of the leaves, densely; 0 where the one leaf goes to C
};

class Bench {
public:
  /// Takes memory for the operands of `product`, at addresses as little aligned as the entry's may be, and two results.
  static Result<std::unique_ptr<Bench>> make(const artifact::ProductT &product, const GemmProduct &gemm, Driver &driver,
                                             Module module);
  ~Bench();

  const GemmShape &shape() const { return gemm.shape; }
  /// Elements of the memory of A and B of the shape.
  uint64_t elementsA() const { return memory[0].bytes / uint64_t(bytesOf(gemm.shape.type)); }
  uint64_t elementsB() const { return memory[1].bytes / uint64_t(bytesOf(gemm.shape.type)); }

  Result<Way> own();
  /// Errors: the library refuses the algorithm.
  Result<Way> pinned(CublasLt &library, const Algorithm &algorithm);
  /// Gives back what a way has taken.
  void drop();

  /// Bits of the operands, A and B of the shape.
  Status setOperands(const std::vector<uint16_t> &a, const std::vector<uint16_t> &b);
  /// Fills C and the scratch memory with NaNs, runs, and waits.
  Status run(const Way &way);
  Result<std::vector<uint32_t>> result(const Way &way);
  /// The values of all leaves, [leaf, batch, m, n], from wherever the way keeps them.
  Result<std::vector<uint32_t>> leafValues(const Way &way);
  /// Milliseconds of one run: the least mean of three rounds of `repeats`.
  Result<double> milliseconds(const Way &way, int repeats);

private:
  struct Part {
    DevicePointer at = 0; ///< the lowest byte that is used
    uint64_t bytes = 0;
    uint64_t origin = 0; ///< bytes from there to the element with all indices 0
  };
  Bench(const artifact::ProductT &product, const GemmProduct &gemm, Driver &driver, Module module)
      : product(product), gemm(gemm), driver(driver), module(module) {}
  Status take();
  Status place(Way &way, bool isSecond,
               const std::function<Result<std::vector<DeviceStep>>(const artifact::ProductT &, const AddressSpace &,
                                                                   DeviceMemory &)> &prepare);

  artifact::ProductT product;
  GemmProduct gemm;
  Driver &driver;
  Module module;
  Stream stream;
  Event from, to;
  DevicePointer arena = 0;
  uint64_t arenaBytes = 0;
  Part memory[4]; ///< A and B of the shape, C, C again
  DevicePointer scratch = 0;
  uint64_t scratchBytes = 0;
  std::vector<DevicePointer> taken;
  std::vector<std::unique_ptr<Gemms>> gemms;
};

} // namespace det::pin

#endif // DET_TOOLS_PIN_BENCH_H
