// Runs tapes, block after block.
#include "Tape.h"

#include <algorithm>
#include <cstring>
#include <memory>

namespace det::reference {

void Tape::run(const std::vector<const std::byte *> &inputs, std::byte *result, int64_t count) const {
  const int64_t registerBytes = block * widest;
  auto scratch = std::make_unique_for_overwrite<std::byte[]>(registers * registerBytes);
  std::vector<std::byte *> at(registers);
  for (int32_t r = 0; r < registers; ++r)
    at[r] = scratch.get() + r * registerBytes;
  for (const Constant &constant : constants) {
    const uint64_t words[2] = {constant.bits, constant.upper};
    for (int64_t i = 0; i < block; ++i)
      std::memcpy(at[constant.reg] + i * constant.size, words, constant.size);
  }

  int32_t resultRegister = static_cast<int32_t>(inputSizes.size());
  for (int64_t begin = 0; begin < count; begin += block) {
    int64_t n = std::min(block, count - begin);
    for (size_t i = 0; i < inputs.size(); ++i)
      at[i] = const_cast<std::byte *>(inputs[i]) + begin * inputSizes[i]; // only read
    at[resultRegister] = result + begin * resultSize;
    for (const Instruction &step : instructions)
      step.kernel(at[step.out], at[step.a], at[step.b], at[step.c], n);
  }
}

} // namespace det::reference
