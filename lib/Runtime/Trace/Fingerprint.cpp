// Sums of element hashes.
#include "det/Runtime/Trace/Fingerprint.h"
#include "det/Runtime/Artifact/Sha256.h"
#include "det/Runtime/Trace/SplitMix.h"

#include <cstring>

namespace det::rt {

namespace {

constexpr uint64_t constants[2] = {0x9E3779B97F4A7C15, 0xD1B54A32D192ED03};

// Integers only: every instruction set gives the same sums, so the compiler may vectorise as it likes. Clang, with which sanitizers are
// built, has no versions of templates.
#ifdef __clang__
#define DET_EVERY_ISA
#else
#define DET_EVERY_ISA __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4"), optimize("O3")))
#endif

template <class Bits>
DET_EVERY_ISA void
addHashes(const uint8_t *bytes, uint64_t first, int64_t count, ElementSums &sums) {
  uint64_t a = 0, b = 0;
  for (int64_t i = 0; i < count; ++i) {
    Bits bits;
    std::memcpy(&bits, bytes + i * sizeof(Bits), sizeof(Bits));
    a += splitmix64(bits ^ splitmix64(first + uint64_t(i) + constants[0]));
    b += splitmix64(bits ^ splitmix64(first + uint64_t(i) + constants[1]));
  }
  sums[0] += a;
  sums[1] += b;
}

} // namespace

ElementSums operator+(const ElementSums &a, const ElementSums &b) { return {a[0] + b[0], a[1] + b[1]}; }

ElementSums elementSums(ElementType type, const void *bits, int64_t first, int64_t count) {
  const auto *bytes = static_cast<const uint8_t *>(bits);
  int64_t width = elementBytes(type);
  if (type == ElementType::c64 || type == ElementType::c128) {
    width /= 2;
    first *= 2;
    count *= 2;
  }
  ElementSums sums{};
  switch (width) {
  case 1:
    addHashes<uint8_t>(bytes, uint64_t(first), count, sums);
    break;
  case 2:
    addHashes<uint16_t>(bytes, uint64_t(first), count, sums);
    break;
  case 4:
    addHashes<uint32_t>(bytes, uint64_t(first), count, sums);
    break;
  default:
    addHashes<uint64_t>(bytes, uint64_t(first), count, sums);
  }
  return sums;
}

ElementSums elementSums(ElementType type, const void *bits, const Region &box, const std::vector<int64_t> &shape) {
  ElementSums sums{};
  if (volume(box) == 0)
    return sums;
  // Dims behind the last cut one are whole: a row over them is contiguous in the whole tensor.
  size_t dims = box.size();
  int64_t row = 1;
  while (dims > 0 && box[dims - 1].size() == shape[dims - 1])
    row *= shape[--dims];
  if (dims > 0)
    row *= box[--dims].size();
  std::vector<int64_t> at(dims);
  const auto *bytes = static_cast<const uint8_t *>(bits);
  for (;;) {
    int64_t first = 0;
    for (size_t d = 0; d < box.size(); ++d)
      first = first * shape[d] + box[d].begin + (d < dims ? at[d] : 0);
    sums = sums + elementSums(type, bytes, first, row);
    bytes += row * elementBytes(type);
    size_t d = dims;
    while (d > 0 && ++at[d - 1] == box[d - 1].size())
      at[--d] = 0;
    if (d == 0)
      return sums;
  }
}

Fingerprint fingerprint(const std::string &name, ElementType type, const std::vector<int64_t> &shape, const ElementSums &sums) {
  // f32 and c64 of one name differ by the text that is hashed.
  const std::string text = name + " " + describe(type, shape);
  const Sha256 digest = sha256({reinterpret_cast<const uint8_t *>(text.data()), text.size()});
  uint64_t h = 0;
  for (int i = 0; i < 8; ++i)
    h = h << 8 | digest[i];
  return {splitmix64(sums[0] ^ h), splitmix64(sums[1] ^ h)};
}

Fingerprint fingerprint(const std::string &name, const TensorView &tensor) {
  return fingerprint(name, tensor.type, tensor.shape,
                     elementSums(tensor.type, tensor.bytes.data(), 0, elementCount(tensor.shape).value_or(0)));
}

std::string toHex(const Fingerprint &fingerprint) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (uint64_t half : fingerprint)
    for (int shift = 60; shift >= 0; shift -= 4)
      text += digits[half >> shift & 15];
  return text;
}

} // namespace det::rt
