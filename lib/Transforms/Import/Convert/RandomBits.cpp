// Threefry and Philox as integer operations.
#include "RandomBits.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace det::import {

static Type ui32(Maker &m) { return IntegerType::get(m.b.getContext(), 32, IntegerType::Unsigned); }
static Type ui64(Maker &m) { return IntegerType::get(m.b.getContext(), 64, IntegerType::Unsigned); }

Words2 split(Term words) { return {words.convert(ui32(*words.m)), (words >> 32).convert(ui32(*words.m))}; }

Term join(Term low, Term high) { return low.convert(ui64(*low.m)) | high.convert(ui64(*high.m)) << 32; }

/// A scalar repeated to the other side's shape.
static Term spread(Term scalar, Term like) {
  return scalar.type().getRank() == 0 && like.type().getRank() != 0 ? scalar.broadcast(like.type().getShape(), {}) : scalar;
}

static Term rotated(Term x, unsigned by) { return x << by | x >> (32 - by); }

Words2 threefry(Words2 x, Words2 key) {
  static constexpr unsigned rotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  std::array<Term, 3> keys{key[0], key[1], key[0] ^ key[1] ^ key[0].bits(0x1BD11BDA)};
  x = {x[0] + spread(keys[0], x[0]), x[1] + spread(keys[1], x[1])};
  for (unsigned group = 0; group < 5; ++group) {
    for (unsigned by : rotations[group % 2]) {
      x[0] = x[0] + x[1];
      x[1] = rotated(x[1], by) ^ x[0];
    }
    Term next = keys[(group + 2) % 3];
    x[0] = x[0] + spread(keys[(group + 1) % 3], x[0]);
    x[1] = x[1] + spread(next + next.bits(group + 1), x[1]);
  }
  return x;
}

Words4 philox(Words4 x, Words2 key) {
  for (unsigned round = 0; round < 10; ++round) {
    auto product = [](Term word, uint64_t factor) {
      Term wide = word.convert(ui64(*word.m));
      return split(wide * wide.bits(factor));
    };
    Words2 first = product(x[0], 0xD2511F53), second = product(x[2], 0xCD9E8D57);
    x = {second[1] ^ x[1] ^ spread(key[0], x[1]), second[0], first[1] ^ x[3] ^ spread(key[1], x[3]), first[0]};
    key = {key[0] + key[0].bits(0x9E3779B9), key[1] + key[1].bits(0xBB67AE85)};
  }
  return x;
}

Term positions(Maker &m, ArrayRef<int64_t> shape) {
  auto type = RankedTensorType::get(shape, ui64(m));
  Term sum{m.constantBits(type, 0), &m};
  uint64_t stride = 1;
  for (size_t dim = shape.size(); dim-- > 0; stride *= uint64_t(shape[dim]))
    if (shape[dim] > 1) {
      Term index = iota(m, type, int64_t(dim));
      sum = sum + (stride == 1 ? index : index * index.bits(stride));
    }
  return sum;
}

} // namespace det::import
