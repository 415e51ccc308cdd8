// Byte strings that processes hand each other, and how numbers and texts are written into them (little endian).
#ifndef DET_RUNTIME_LAUNCH_BYTES_H
#define DET_RUNTIME_LAUNCH_BYTES_H

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace det::rt {

using Bytes = std::vector<uint8_t>;

/// Appends to a byte string.
class ByteWriter {
public:
  ByteWriter &number(uint64_t value) {
    const auto *start = reinterpret_cast<const uint8_t *>(&value);
    made.insert(made.end(), start, start + sizeof value);
    return *this;
  }
  /// With its length in front.
  ByteWriter &bytes(std::span<const uint8_t> value) {
    number(value.size());
    made.insert(made.end(), value.begin(), value.end());
    return *this;
  }
  ByteWriter &text(std::string_view value) { return bytes({reinterpret_cast<const uint8_t *>(value.data()), value.size()}); }
  Bytes take() { return std::move(made); }

private:
  Bytes made;
};

/// Reads what a ByteWriter has written. What is not there reads as zero or empty, and good() is false from then on.
class ByteReader {
public:
  explicit ByteReader(std::span<const uint8_t> from) : left(from) {}

  uint64_t number() {
    uint64_t value = 0;
    if (left.size() < sizeof value)
      return fail(), 0;
    std::memcpy(&value, left.data(), sizeof value);
    left = left.subspan(sizeof value);
    return value;
  }
  std::span<const uint8_t> bytes() {
    const uint64_t size = number();
    if (size > left.size())
      return fail(), std::span<const uint8_t>{};
    const auto found = left.first(size);
    left = left.subspan(size);
    return found;
  }
  std::string text() {
    const auto found = bytes();
    return {reinterpret_cast<const char *>(found.data()), found.size()};
  }
  bool good() const { return isGood; }
  bool atEnd() const { return left.empty(); }
  size_t remaining() const { return left.size(); }

private:
  void fail() {
    isGood = false;
    left = {};
  }
  std::span<const uint8_t> left;
  bool isGood = true;
};

} // namespace det::rt

#endif // DET_RUNTIME_LAUNCH_BYTES_H
