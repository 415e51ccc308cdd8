// Text windows and recorded batches.
#include "det/Runtime/State/Feed.h"
#include "RandomFeed.h"
#include "det/Runtime/State/Safetensors.h"
#include "det/Runtime/Trace/SplitMix.h"

#include <charconv>
#include <cstring>

namespace det::rt {

uint64_t windowOffset(uint64_t seed, uint64_t step, uint64_t row, uint64_t size, uint64_t length) {
  return splitmix64(splitmix64(splitmix64(seed) ^ step) ^ row) % (size - length + 1);
}

namespace {

bool holdsBytes(ElementType type) {
  return type == ElementType::ui8 ||
         ((type >= ElementType::i16 && type <= ElementType::i64) || (type >= ElementType::ui16 && type <= ElementType::ui64));
}

class TextFeed final : public Feed {
public:
  TextFeed(PageBytes text, ElementType type, const std::vector<int64_t> &shape, uint64_t seed)
      : text(std::move(text)), seed(seed), tensor{type, shape, {}} {
    tensor.bytes.resize(size_t(*elementCount(shape) * elementBytes(type)));
  }

  TensorView batch(uint64_t step) override {
    const uint64_t length = uint64_t(tensor.shape.back()), width = uint64_t(elementBytes(tensor.type));
    const uint64_t rows = length ? tensor.bytes.size() / (length * width) : 0;
    for (uint64_t row = 0; row < rows; ++row) {
      const uint8_t *window = text.data() + windowOffset(seed, step, row, text.size(), length);
      // Little endian: the byte is the lowest one of its element, the others stay zero.
      for (uint64_t i = 0; i < length; ++i)
        tensor.bytes[(row * length + i) * width] = window[i];
    }
    return tensor.view();
  }

private:
  PageBytes text;
  uint64_t seed;
  HostTensor tensor;
};

class RecordedFeed final : public Feed {
public:
  RecordedFeed(SafetensorsFile file, const TensorView &all) : file(std::move(file)), all(all) {}

  TensorView batch(uint64_t step) override {
    const size_t bytes = all.bytes.size() / size_t(all.shape.front());
    return {
        all.type, {all.shape.begin() + 1, all.shape.end()}, all.bytes.subspan(step % uint64_t(all.shape.front()) * bytes, bytes)};
  }

private:
  SafetensorsFile file;
  TensorView all;
};

Result<std::unique_ptr<Feed>> makeText(const std::string &name, const std::string &path, ElementType type,
                                       const std::vector<int64_t> &shape, uint64_t seed) {
  if (shape.empty() || !holdsBytes(type))
    return Error{"batch tensor '" + name + "' is " + describe(type, shape) +
                 "; text feeds tensors of integers (ui8, or 16 bits and wider) with at least one dim"};
  Result<PageBytes> text = readFile(path);
  if (!text)
    return text.error();
  if (text->size() < uint64_t(shape.back()))
    return Error{"'" + path + "' has " + std::to_string(text->size()) + " bytes, batch tensor '" + name + "' needs windows of " +
                 std::to_string(shape.back())};
  return std::unique_ptr<Feed>(new TextFeed(std::move(*text), type, shape, seed));
}

Result<std::unique_ptr<Feed>> makeRecorded(const std::string &name, const std::string &path, ElementType type,
                                           const std::vector<int64_t> &shape) {
  Result<SafetensorsFile> file = readSafetensors(path);
  if (!file)
    return file.error();
  const auto found = file->tensors.find(name);
  if (found == file->tensors.end())
    return Error{"'" + path + "' has no tensor '" + name + "'"};
  const TensorView all = found->second;
  std::vector<int64_t> expected{all.shape.empty() ? 1 : all.shape.front()};
  expected.insert(expected.end(), shape.begin(), shape.end());
  if (all.type != type || all.shape != expected || expected.front() == 0)
    return Error{"'" + path + "': tensor '" + name + "' is " + describe(all.type, all.shape) +
                 ", expected a leading dim of steps before " + describe(type, shape)};
  return std::unique_ptr<Feed>(new RecordedFeed(std::move(*file), all));
}

} // namespace

Result<std::unique_ptr<Feed>> makeFeed(const std::string &name, const std::string &source, ElementType type,
                                       const std::vector<int64_t> &shape, uint64_t seed) {
  const std::string text = "text:", random = "random:", recorded = ".safetensors";
  if (source.rfind(random, 0) == 0) {
    uint64_t own = 0;
    const char *begin = source.data() + random.size(), *end = source.data() + source.size();
    if (begin == end || std::from_chars(begin, end, own).ptr != end)
      return Error{"cannot feed batch tensor '" + name + "' from '" + source + "': expected random:SEED with a number from 0 to 2^64 - 1"};
    return makeRandomFeed(name, type, shape, own);
  }
  if (source.rfind(text, 0) == 0)
    return makeText(name, source.substr(text.size()), type, shape, seed);
  if (source.size() > recorded.size() && source.compare(source.size() - recorded.size(), recorded.size(), recorded) == 0)
    return makeRecorded(name, source, type, shape);
  return Error{"cannot feed batch tensor '" + name + "' from '" + source + "': expected text:FILE, FILE.safetensors or random:SEED"};
}

} // namespace det::rt
