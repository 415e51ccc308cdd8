// Fuzzes the safetensors reader, and the comparison of what was read with what a program expects.
#include "det/Runtime/State/MatchState.h"
#include "det/Runtime/State/Safetensors.h"

#include <algorithm>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto bytes = det::rt::PageBytes::allocate(size);
  if (!bytes)
    return 0;
  std::copy(data, data + size, bytes->data());
  auto file = det::rt::parseSafetensors(std::move(*bytes), "fuzz");
  if (!file)
    return 0;
  // Every byte of every tensor is there to be read.
  volatile uint8_t last = 0;
  for (const auto &[name, tensor] : file->tensors)
    for (const uint8_t byte : tensor.bytes)
      last = byte;
  (void)last;
  (void)det::rt::matchState("fuzz", file->tensors, {{"w", det::rt::ElementType::f32, {2, 2}}}, [](const std::string &) { return false; });
  return 0;
}
