// A cuBLASLt for the interpreter: multiplies by the model of tensor cores on the host, and by wrong ones where a test wants it.
#ifndef DET_TEST_UNIT_CUDA_MODELCUBLASLT_H
#define DET_TEST_UNIT_CUDA_MODELCUBLASLT_H

#include "det/Runtime/Cuda/CublasLt.h"
#include "det/TensorCore/TensorCore.h"

#include <bit>
#include <deque>

namespace det::rt::test {

/// What an algorithm does, by its ID. What cuBLASLt has been seen to do, or might.
enum ModelKind : int32_t {
  exact,
  dropsTail,     ///< the terms behind the last whole step of 16, or the last step
  splitsTerms,   ///< two chains, added
  otherModel,    ///< of A100
  startsAtMinus, ///< a result that is zero gets a minus
  keepsNaN,      ///< not the canonical one
  refused,       ///< the library does not run it
  fails,         ///< when it runs
};

class ModelCublasLt final : public cuda::CublasLt {
public:
  explicit ModelCublasLt(cuda::Driver &driver) : driver(driver) {}

  int number = 130100;
  std::vector<Algorithm> known{{exact, 0, 1}};
  int64_t runs = 0, prepares = 0;

  int version() const override { return number; }
  Result<std::vector<Algorithm>> candidates(const GemmCall &, const cuda::MatmulSearch &) override { return known; }
  Result<cuda::Matmul> prepare(const GemmCall &call, const Algorithm &algorithm) override {
    ++prepares;
    if (algorithm[0] == refused)
      return Error{"cublasLtMatmulAlgoCheck: no"};
    made.push_back({call, algorithm});
    return cuda::Matmul{made.size()};
  }
  uint64_t workspaceBytes(cuda::Matmul) const override { return 512; }

  Status run(cuda::Matmul matmul, cuda::DevicePointer a, cuda::DevicePointer b, cuda::DevicePointer d,
             cuda::DevicePointer workspace, cuda::Stream stream) override {
    ++runs;
    const auto &[call, algorithm] = made[matmul.value - 1];
    if (algorithm[0] == fails)
      return Error{"cublasLtMatmul: no"};
    if (workspace % 256 != 0 || a % uint64_t(call.a.alignment) || b % uint64_t(call.b.alignment) ||
        d % uint64_t(call.d.alignment))
      return Error{"an address is not aligned"};
    for (int64_t i = 0; i < call.count; ++i) {
      std::vector<uint16_t> left, right;
      if (Status status = read(call.a, a + uint64_t(2 * i * call.a.batch), call.m, call.k, stream, left); !status)
        return status;
      if (Status status = read(call.b, b + uint64_t(2 * i * call.b.batch), call.n, call.k, stream, right); !status)
        return status;
      std::vector<uint32_t> line(static_cast<size_t>(call.n));
      for (int64_t row = 0; row < call.m; ++row) {
        for (int64_t column = 0; column < call.n; ++column)
          line[size_t(column)] = valueOf(call, algorithm[0], {left.data() + row * call.k, size_t(call.k)},
                                         {right.data() + column * call.k, size_t(call.k)});
        if (Status status =
                driver.copyToDevice(d + uint64_t(4 * (i * call.d.batch + row * call.d.ld)), line.data(), line.size() * 4, stream);
            !status)
          return status;
        if (Status status = driver.synchronize(stream); !status)
          return status;
      }
    }
    return {};
  }

private:
  using Terms = std::span<const uint16_t>;

  /// Lines of terms, one after the other.
  Status read(const GemmOperand &operand, cuda::DevicePointer at, int64_t lines, int64_t terms, cuda::Stream stream,
              std::vector<uint16_t> &made) {
    const int64_t outer = operand.alongTerms ? lines : terms, inner = operand.alongTerms ? terms : lines;
    std::vector<uint16_t> all(size_t((outer - 1) * operand.ld + inner));
    for (int64_t i = 0; i < outer; ++i)
      if (Status status =
              driver.copyToHost(all.data() + i * operand.ld, at + uint64_t(2 * i * operand.ld), uint64_t(2 * inner), stream);
          !status)
        return status;
    if (Status status = driver.synchronize(stream); !status)
      return status;
    for (int64_t line = 0; line < lines; ++line)
      for (int64_t term = 0; term < terms; ++term)
        made.push_back(all[size_t(operand.alongTerms ? line * operand.ld + term : term * operand.ld + line)]);
    return {};
  }

  static uint32_t valueOf(const GemmCall &call, int32_t kind, Terms a, Terms b) {
    const tensorcore::Model model = *tensorcore::findModel(kind == otherModel ? "ampere_8" : "hopper_16");
    const tensorcore::Format format = call.type == GemmType::f16 ? tensorcore::f16 : tensorcore::bf16;
    size_t terms = a.size();
    if (kind == dropsTail)
      terms = (terms - 1) / 16 * 16;
    if (kind == splitsTerms && terms > 1) {
      const size_t half = terms / 2;
      return std::bit_cast<uint32_t>(std::bit_cast<float>(chain(model, format, a.first(half), b.first(half), 0)) +
                                     std::bit_cast<float>(chain(model, format, a.subspan(half), b.subspan(half), 0)));
    }
    const uint32_t value = chain(model, format, a.first(terms), b.first(terms), 0);
    if (kind == startsAtMinus && value == 0)
      return 0x80000000;
    if (kind == keepsNaN && value == 0x7fffffff)
      return 0xffc00000;
    return value;
  }

  cuda::Driver &driver;
  std::deque<std::pair<GemmCall, Algorithm>> made;
};

} // namespace det::rt::test

#endif // DET_TEST_UNIT_CUDA_MODELCUBLASLT_H
