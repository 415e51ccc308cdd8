// Fuzzes the artifact reader. The first byte says what the rest is: a whole file, a plan section, the text of an ordered graph.
// Plans are given without their checksums, which random bytes would never get past.
#include "Signature.h"

#include "det/Runtime/Artifact/Artifact.h"
#include "det/Runtime/Artifact/LoadedPlan.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0)
    return 0;
  const std::span<const uint8_t> rest(data + 1, size - 1);
  if (data[0] == 'p') {
    // As in a file: at an aligned address.
    if (auto bytes = det::rt::PageBytes::allocate(rest.size())) {
      std::copy(rest.begin(), rest.end(), bytes->data());
      (void)det::rt::loadPlan(bytes->span());
    }
  } else if (data[0] == 'o') {
    (void)det::run::readSignature({reinterpret_cast<const char *>(rest.data()), rest.size()});
  } else if (auto artifact = det::rt::Artifact::fromMemory(rest)) {
    if (const auto plan = artifact->section(det::rt::section::plan))
      (void)det::rt::loadPlan(*plan);
  }
  return 0;
}
