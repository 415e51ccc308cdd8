// Random numbers by hashing.
#include "RandomFeed.h"
#include "det/Order/Number.h"
#include "det/Runtime/Trace/SplitMix.h"

#include <cstring>

namespace det::rt {

namespace {

// Near N(0, 0.02^2).
double drawFloat(uint64_t hash) {
  double sum = -6;
  for (int i = 0; i < 6; ++i) {
    hash = splitmix64(hash);
    sum += double(hash >> 32) * 0x1p-32 + double(hash & 0xFFFFFFFF) * 0x1p-32;
  }
  return 0.02 * sum;
}

template <class T> void store(uint8_t *at, T value) { std::memcpy(at, &value, sizeof value); }

// Stores element `hash` stands for.
void draw(ElementType type, uint64_t hash, uint8_t *at) {
  switch (type) {
  case ElementType::f64:
    return store(at, drawFloat(hash));
  case ElementType::f32:
    return store(at, float(drawFloat(hash)));
  case ElementType::bf16:
    return store(at, uint16_t(order::roundTo(order::bf16, drawFloat(hash))));
  case ElementType::f16:
    return store(at, uint16_t(order::roundTo(order::f16, drawFloat(hash))));
  case ElementType::f8E4M3FN:
    return store(at, uint8_t(order::roundTo(order::f8E4M3FN, drawFloat(hash))));
  case ElementType::f8E5M2:
    return store(at, uint8_t(order::roundTo(order::f8E5M2, drawFloat(hash))));
  case ElementType::c64:
    draw(ElementType::f32, hash, at);
    return draw(ElementType::f32, ~hash, at + 4);
  case ElementType::c128:
    draw(ElementType::f64, hash, at);
    return draw(ElementType::f64, ~hash, at + 8);
  case ElementType::f8E3M4:
    return store(at, uint8_t(order::roundTo({3, 4}, drawFloat(hash))));
  case ElementType::f8E4M3:
    return store(at, uint8_t(order::roundTo({4, 3}, drawFloat(hash))));
  default: // integers and booleans, little endian
    *at = uint8_t(hash & 1);
  }
}

class RandomFeed final : public Feed {
public:
  RandomFeed(uint64_t seed, ElementType type, const std::vector<int64_t> &shape) : seed(seed), tensor{type, shape, {}} {
    tensor.bytes.resize(size_t(*elementCount(shape) * elementBytes(type)));
  }

  TensorView batch(uint64_t step) override {
    const size_t width = size_t(elementBytes(tensor.type));
    const uint64_t start = splitmix64(seed ^ step);
    for (size_t i = 0; (i + 1) * width <= tensor.bytes.size(); ++i)
      draw(tensor.type, splitmix64(start ^ i), tensor.bytes.data() + i * width);
    return tensor.view();
  }

private:
  uint64_t seed;
  HostTensor tensor;
};

} // namespace

std::unique_ptr<Feed> makeRandomFeed(const std::string &name, ElementType type, const std::vector<int64_t> &shape, uint64_t seed) {
  uint64_t mixed = splitmix64(seed);
  for (const char c : name)
    mixed = splitmix64(mixed ^ uint8_t(c));
  return std::make_unique<RandomFeed>(mixed, type, shape);
}

} // namespace det::rt
