// Fuses det text, compiles its regions and runs them on given tensors: on every instruction set of this machine, and as PTX.
#ifndef DET_TEST_UNIT_CODEGEN_HARNESS_H
#define DET_TEST_UNIT_CODEGEN_HARNESS_H

#include "Runner.h"
#include "det/Transforms/Lower/Fuse.h"
#include "mlir/IR/OwningOpRef.h"

#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace det::test {

/// A tensor in memory: bytes, and how they lie.
struct Tensor {
  LocalTensor local;
  std::vector<char> bytes;

  template <class T> T *data() { return reinterpret_cast<T *>(bytes.data()); }
  template <class T> const T *data() const { return reinterpret_cast<const T *>(bytes.data()); }

  /// Dense, from values.
  template <class T> static Tensor of(llvm::ArrayRef<int64_t> shape, const std::vector<T> &values) {
    Tensor tensor{LocalTensor::dense(shape), std::vector<char>(values.size() * sizeof(T))};
    std::memcpy(tensor.bytes.data(), values.data(), tensor.bytes.size());
    return tensor;
  }
};

/// What runs kernels.
enum class Machine : uint8_t { v3, v4, ptx };

/// Floats that make trouble: signed zeros, subnormals, infinities, canonical NaNs, and normal ones of mixed size.
std::vector<float> randomFloats(int64_t count, unsigned seed, bool withSpecial = true);

/// The module of `text`, fused.
mlir::OwningOpRef<mlir::ModuleOp> fuse(mlir::MLIRContext &context, const std::string &text);
/// A context that knows what the tests use.
void prepare(mlir::MLIRContext &context);

/// Runs @main of `text`, whose ops all become regions, on dense or strided arguments. `parts`: how many pieces the extent is cut
/// into. `offsets`: what is added for rank parameters (box starts). Gives the results, dense, of one machine.
std::vector<Tensor> run(mlir::ModuleOp module, const std::vector<Tensor> &arguments, Machine machine, int parts = 1,
                        const order::Box *node = nullptr, std::function<int64_t(const RankParam &)> start = {});

/// The instruction sets that this machine runs.
std::vector<Isa> isas();
/// Those, and the interpreter of PTX.
std::vector<Machine> machines();

/// Expects equal bytes; names the first element that differs.
void expectBits(const Tensor &got, const std::vector<float> &expected);

} // namespace det::test

#endif // DET_TEST_UNIT_CODEGEN_HARNESS_H
