// One loop for every width: integers, so that no instruction quiets a NaN on its way.
#include "det/Runtime/State/CanonicalNan.h"

#include <cstring>

namespace det::rt {

namespace {

/// How the NaNs of a type look, without the sign: greater than `greatest`; the canonical one is `nan`.
template <class Bits> struct Nans {
  Bits greatest, nan;

  bool isOther(Bits bits) const { return Bits(bits & nan) > greatest && bits != nan; }
};

template <class Bits> Bits load(const uint8_t *at) {
  Bits bits;
  std::memcpy(&bits, at, sizeof bits);
  return bits;
}

/// Calls `then` with the NaNs of a type's floats; returns false for other types.
template <class Then> bool withNans(ElementType type, const Then &then) {
  switch (type) {
  case ElementType::f64:
  case ElementType::c128:
    return then(Nans<uint64_t>{0x7ff0000000000000, 0x7fffffffffffffff});
  case ElementType::f32:
  case ElementType::c64:
    return then(Nans<uint32_t>{0x7f800000, 0x7fffffff});
  case ElementType::bf16:
    return then(Nans<uint16_t>{0x7f80, 0x7fff});
  case ElementType::f16:
    return then(Nans<uint16_t>{0x7c00, 0x7fff});
  case ElementType::f8E5M2:
    return then(Nans<uint8_t>{0x7c, 0x7f});
  case ElementType::f8E4M3:
    return then(Nans<uint8_t>{0x78, 0x7f});
  case ElementType::f8E3M4:
    return then(Nans<uint8_t>{0x70, 0x7f});
  case ElementType::f8E4M3FN: // no infinity
    return then(Nans<uint8_t>{0x7e, 0x7f});
  default:
    return false;
  }
}

bool hasOtherNans(ElementType type, std::span<const uint8_t> bytes) {
  return withNans(type, [&]<class Bits>(Nans<Bits> nans) {
    bool found = false; // without a way out, so that the loop is one of vectors
    for (size_t at = 0; at + sizeof(Bits) <= bytes.size(); at += sizeof(Bits))
      found |= nans.isOther(load<Bits>(bytes.data() + at));
    return found;
  });
}

} // namespace

void makeNansCanonical(ElementType type, std::span<uint8_t> bytes) {
  withNans(type, [&]<class Bits>(Nans<Bits> nans) {
    for (size_t at = 0; at + sizeof(Bits) <= bytes.size(); at += sizeof(Bits)) {
      const Bits bits = load<Bits>(bytes.data() + at), made = nans.isOther(bits) ? nans.nan : bits;
      std::memcpy(bytes.data() + at, &made, sizeof made);
    }
    return true;
  });
}

const uint8_t *CanonicalInputs::of(size_t number, const TensorView &tensor) {
  if (!hasOtherNans(tensor.type, tensor.bytes))
    return tensor.bytes.data();
  std::vector<uint8_t> &copy = copies[number];
  copy.assign(tensor.bytes.begin(), tensor.bytes.end());
  makeNansCanonical(tensor.type, copy);
  return copy.data();
}

} // namespace det::rt
