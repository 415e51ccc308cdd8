// Decodes GSPMD shardings: `{devices=[2,2,2]<=[4,2]T(1,0) last_tile_dim_replicate}`.
//
// A tiling lists its devices tile by tile. The list is a range of numbers whose digits are permuted; so each tile dim is a run of
// digits, and two shardings of one module agree on what a digit is.
#include "AttrText.h"
#include "det/Dialect/Input/Gspmd.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace llvm;

namespace det::input {
namespace {

using Ints = SmallVector<int64_t>;

/// More devices than any machine has: products stay far from overflow.
constexpr int64_t maxDevices = int64_t(1) << 24;

/// The product of sizes; nothing if one is below 1 or the product too large.
std::optional<int64_t> productOf(ArrayRef<int64_t> sizes) {
  int64_t product = 1;
  for (int64_t size : sizes)
    if (size < 1 || (product *= size) > maxDevices)
      return std::nullopt;
  return product;
}

/// A list of devices as digits of the device number, major to minor as the list runs; the natural order if it has none.
SmallVector<DeviceDigits> digitsOfList(ArrayRef<int64_t> list) {
  int64_t count = list.size();
  SmallVector<DeviceDigits> natural = {{1, count}}, digits;
  if (list.front() != 0)
    return natural;
  // Position in the list, from the minor end: each prime digit adds a fixed step to the device.
  SmallVector<std::pair<int64_t, int64_t>> steps; // (size, step), minor first
  for (int64_t place = 1; place < count;) {
    int64_t rest = count / place, size = 2;
    while (rest % size)
      ++size;
    int64_t step = list[place];
    if (step < 1 || step * size > count || count % (step * size))
      return natural;
    steps.emplace_back(size, step);
    digits.insert(digits.begin(), {count / (step * size), count / step});
    place *= size;
  }
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = i, device = 0;
    for (auto [size, step] : steps) {
      device += rest % size * step;
      rest /= size;
    }
    if (device != list[i])
      return natural;
  }
  return digits;
}

/// `<=[4,2]T(1,0)`: the digits of a range, permuted.
std::optional<SmallVector<DeviceDigits>> readRange(AttrText &cursor, int64_t devices) {
  Ints sizes, order;
  if (!cursor.list("[", "]", [&] { return cursor.integer(sizes.emplace_back()); }))
    return std::nullopt;
  if (cursor.take("T")) {
    if (!cursor.list("(", ")", [&] { return cursor.integer(order.emplace_back()); }))
      return std::nullopt;
  } else {
    order.resize(sizes.size());
    std::iota(order.begin(), order.end(), 0);
  }
  Ints sorted = order;
  llvm::sort(sorted);
  if (productOf(sizes) != devices || order.size() != sizes.size() ||
      llvm::any_of(llvm::enumerate(sorted), [](auto pair) { return int64_t(pair.index()) != pair.value(); }))
    return std::nullopt;
  SmallVector<DeviceDigits> plain, digits;
  for (int64_t size : sizes) {
    int64_t begin = plain.empty() ? 1 : plain.back().end;
    plain.push_back({begin, begin * size});
  }
  for (int64_t dim : order)
    digits.push_back(plain[dim]);
  return digits;
}

/// Takes digits worth `size` off the front of a list.
bool takeDigits(SmallVectorImpl<DeviceDigits> &digits, int64_t size, SmallVectorImpl<DeviceDigits> &taken) {
  while (size > 1) {
    while (!digits.empty() && digits.front().begin == digits.front().end)
      digits.erase(digits.begin());
    if (digits.empty())
      return false;
    int64_t have = digits.front().end / digits.front().begin, part = std::gcd(have, size);
    if (part == 1)
      return false; // one tile mixes digits of several dims of the range
    // Only whole digits, or a major part of one.
    if (part != have && part != size)
      return false;
    int64_t middle = digits.front().begin * part;
    if (!taken.empty() && taken.back().end == digits.front().begin)
      taken.back().end = middle;
    else
      taken.push_back({digits.front().begin, middle});
    digits.front().begin = middle;
    size /= part;
  }
  return true;
}

/// `devices=[2,1,2]<=[4] last_tile_dim_replicate` after its first word.
bool readTiling(AttrText &cursor, GspmdSharding &sharding) {
  Ints tiles;
  if (!cursor.list("[", "]", [&] { return cursor.integer(tiles.emplace_back()); }))
    return false;
  std::optional<int64_t> count = productOf(tiles);
  if (!count)
    return false;
  SmallVector<DeviceDigits> digits;
  if (cursor.take("<=")) {
    auto range = readRange(cursor, *count);
    if (!range)
      return false;
    digits = *range;
  } else {
    Ints list;
    do {
      if (!cursor.integer(list.emplace_back()))
        return false;
    } while (cursor.take(","));
    if (int64_t(list.size()) != *count)
      return false;
    digits = digitsOfList(list);
  }
  // The last tile dims that cut no dim of the value.
  SmallVector<bool> extra; // true = manual
  if (cursor.take("last_tile_dim_replicate")) {
    extra.push_back(false);
  } else if (cursor.take("last_tile_dims")) {
    auto kind = [&] {
      StringRef word;
      if (!cursor.identifier(word))
        return false;
      extra.push_back(word == "manual");
      return word == "manual" || word == "replicated";
    };
    if (!cursor.take("=") || !cursor.list("{", "}", kind))
      return false;
  }
  if (extra.size() > tiles.size())
    return false;
  sharding.kind = GspmdSharding::Kind::Tiled;
  sharding.devices = *count;
  size_t dims = tiles.size() - extra.size();
  for (auto [i, tile] : llvm::enumerate(tiles)) {
    SmallVector<DeviceDigits, 2> taken;
    if (!takeDigits(digits, tile, taken))
      return false;
    if (i < dims)
      sharding.dims.push_back(taken);
    else if (extra[i - dims])
      sharding.manual.append(taken);
  }
  if (sharding.devices == 1)
    sharding.kind = GspmdSharding::Kind::Replicated;
  return true;
}

bool readOne(AttrText &cursor, GspmdSharding &sharding) {
  if (!cursor.take("{"))
    return false;
  int64_t device;
  if (cursor.take("replicated")) {
    sharding.kind = GspmdSharding::Kind::Replicated;
  } else if (cursor.take("manual")) {
    sharding.kind = GspmdSharding::Kind::Manual;
  } else if (cursor.take("maximal")) {
    if (!cursor.take("device") || !cursor.take("=") || !cursor.integer(device))
      return false;
  } else if (cursor.take("devices")) {
    if (!cursor.take("=") || !readTiling(cursor, sharding))
      return false;
  } else if (!cursor.take("unknown")) {
    return false;
  }
  // Groups of values to be sharded alike, and notes on where a sharding comes from, are hints.
  if (cursor.take("shard_as") || cursor.take("shard_like"))
    if (!cursor.integer(device))
      return false;
  if (cursor.take("metadata"))
    cursor.skipTo("}");
  return cursor.take("}");
}

} // namespace

std::optional<std::vector<GspmdSharding>> readGspmd(StringRef text) {
  std::vector<GspmdSharding> shardings(1);
  AttrText single(text);
  if (readOne(single, shardings.front()) && single.atEnd())
    return shardings;
  shardings.clear();
  AttrText tuple(text);
  if (!tuple.list("{", "}", [&] { return readOne(tuple, shardings.emplace_back()); }) || !tuple.atEnd() || shardings.empty())
    return std::nullopt;
  return shardings;
}

} // namespace det::input
