// State files and feeds: bytes in and out, and everything that can be wrong with them.
#include "det/Runtime/State/CanonicalNan.h"
#include "det/Runtime/State/Feed.h"
#include "det/Runtime/State/MatchState.h"
#include "det/Runtime/State/Safetensors.h"

#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace det::rt;

namespace {

class State : public testing::Test {
protected:
  State() : folder(std::filesystem::temp_directory_path() / ("det-state-test-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder);
  }
  ~State() override { std::filesystem::remove_all(folder); }

  std::string path(const std::string &name) const { return folder / name; }
  std::string write(const std::string &name, const std::string &content) const {
    std::ofstream(path(name), std::ios::binary) << content;
    return path(name);
  }
  std::string read(const std::string &name) const {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::filesystem::path folder;
};

HostTensor tensor(ElementType type, std::vector<int64_t> shape, uint8_t first) {
  HostTensor made{type, shape, {}};
  made.bytes.resize(size_t(*elementCount(shape) * elementBytes(type)));
  for (size_t i = 0; i < made.bytes.size(); ++i)
    made.bytes[i] = uint8_t(first + i);
  return made;
}

std::string safetensors(const std::string &header, const std::string &data) {
  const uint64_t size = header.size();
  return std::string(reinterpret_cast<const char *>(&size), 8) + header + data;
}

} // namespace

TEST_F(State, NansAreOne) {
  // Bits, little endian, and what they become; one byte, two, four and eight.
  struct Case {
    ElementType type;
    std::vector<uint8_t> given, canonical;
  };
  const std::vector<Case> cases = {
      {ElementType::f8E4M3FN, {0xff, 0x7f, 0x7e, 0xfe}, {0x7f, 0x7f, 0x7e, 0xfe}},
      {ElementType::f8E5M2, {0x7d, 0xfe, 0x7c, 0xfc}, {0x7f, 0x7f, 0x7c, 0xfc}},
      {ElementType::f8E4M3, {0x79, 0xff, 0x78, 0xf8}, {0x7f, 0x7f, 0x78, 0xf8}},
      {ElementType::f8E3M4, {0x71, 0xf1, 0x70, 0xf0}, {0x7f, 0x7f, 0x70, 0xf0}},
      {ElementType::bf16, {0x81, 0x7f, 0xc0, 0xff, 0x80, 0xff, 0xff, 0x7f}, {0xff, 0x7f, 0xff, 0x7f, 0x80, 0xff, 0xff, 0x7f}},
      {ElementType::f16, {0x01, 0x7c, 0x00, 0xfe, 0x00, 0xfc}, {0xff, 0x7f, 0xff, 0x7f, 0x00, 0xfc}},
      {ElementType::f32, {1, 0, 0x80, 0x7f, 0, 0, 0xc0, 0xff, 0, 0, 0x80, 0xff}, {0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff, 0x7f, 0, 0, 0x80, 0xff}},
      {ElementType::c64, {0, 0, 0x80, 0x3f, 0, 0, 0xc0, 0xff}, {0, 0, 0x80, 0x3f, 0xff, 0xff, 0xff, 0x7f}},
      {ElementType::f64, {1, 0, 0, 0, 0, 0, 0xf0, 0xff, 0, 0, 0, 0, 0, 0, 0xf0, 0xff}, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 0, 0, 0, 0, 0, 0, 0xf0, 0xff}},
      {ElementType::ui32, {1, 0, 0x80, 0x7f}, {1, 0, 0x80, 0x7f}},
  };
  CanonicalInputs inputs;
  for (const Case &test : cases) {
    std::vector<uint8_t> bytes = test.given;
    makeNansCanonical(test.type, bytes);
    EXPECT_EQ(bytes, test.canonical) << elementName(test.type);
    const TensorView view{test.type, {}, test.given}, right{test.type, {}, test.canonical};
    const uint8_t *taken = inputs.of(7, view);
    EXPECT_EQ(std::memcmp(taken, test.canonical.data(), test.canonical.size()), 0) << elementName(test.type);
    EXPECT_EQ(taken == test.given.data(), test.given == test.canonical) << elementName(test.type);
    EXPECT_EQ(inputs.of(7, right), test.canonical.data()) << elementName(test.type);
  }
}

TEST_F(State, EveryTypeComesBack) {
  TensorMap tensors;
  ViewMap views;
  for (uint8_t type = 0; type <= uint8_t(ElementType::MAX); ++type)
    if (!safetensorsName(ElementType(type)).empty())
      tensors[std::string(elementName(ElementType(type)))] = tensor(ElementType(type), {3, 5}, type);
  tensors["scalar"] = tensor(ElementType::f32, {}, 9);
  tensors["none"] = tensor(ElementType::f32, {0, 4}, 9);
  tensors["a \"quoted\" n\xc3\xa4me"] = tensor(ElementType::f64, {2}, 1);
  for (const auto &[name, one] : tensors)
    views[name] = one.view();
  ASSERT_TRUE(writeSafetensors(path("a"), views, {{"key", "value"}}));
  ASSERT_TRUE(writeSafetensors(path("b"), views, {{"key", "value"}}));
  EXPECT_EQ(read("a"), read("b"));
  auto file = readSafetensors(path("a"));
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->metadata.at("key"), "value");
  ASSERT_EQ(file->tensors.size(), tensors.size());
  for (const auto &[name, one] : tensors) {
    const TensorView &got = file->tensors.at(name);
    EXPECT_EQ(got.type, one.type);
    EXPECT_EQ(got.shape, one.shape);
    EXPECT_TRUE(std::equal(got.bytes.begin(), got.bytes.end(), one.bytes.begin(), one.bytes.end()));
    EXPECT_EQ(reinterpret_cast<uintptr_t>(got.bytes.data()) % size_t(elementBytes(one.type)), 0u) << name;
  }
}

TEST_F(State, EveryTruncationIsFound) {
  const HostTensor a = tensor(ElementType::f32, {4}, 1), b = tensor(ElementType::i64, {2}, 1);
  ASSERT_TRUE(writeSafetensors(path("whole"), {{"a", a.view()}, {"b", b.view()}}));
  const std::string whole = read("whole");
  for (size_t size = 0; size < whole.size(); ++size)
    ASSERT_FALSE(readSafetensors(write("part", whole.substr(0, size)))) << size;
  EXPECT_FALSE(readSafetensors(write("part", whole + "x")));
  EXPECT_FALSE(readSafetensors(path("not there")));
}

TEST_F(State, RefusesMalformedHeaders) {
  const std::string data(16, 'x');
  const std::string good = R"({"a":{"dtype":"F32","shape":[4],"data_offsets":[0,16]}})";
  ASSERT_TRUE(readSafetensors(write("f", safetensors(good, data))));
  for (const char *bad : {
           "",
           "{",
           "[]",
           "null",
           R"({"a":3})",
           R"({"a":{"dtype":"F32","shape":[4]}})",
           R"({"a":{"dtype":"F33","shape":[4],"data_offsets":[0,16]}})",
           R"({"a":{"dtype":7,"shape":[4],"data_offsets":[0,16]}})",
           R"({"a":{"dtype":"F32","shape":[-4],"data_offsets":[0,16]}})",
           R"({"a":{"dtype":"F32","shape":[4.0],"data_offsets":[0,16]}})",
           R"({"a":{"dtype":"F32","shape":"4","data_offsets":[0,16]}})",
           R"({"a":{"dtype":"F32","shape":[5],"data_offsets":[0,16]}})",
           R"({"a":{"dtype":"F32","shape":[4],"data_offsets":[0,20]}})",
           R"({"a":{"dtype":"F32","shape":[4],"data_offsets":[16,0]}})",
           R"({"a":{"dtype":"F32","shape":[4],"data_offsets":[0]}})",
           R"({"a":{"dtype":"F32","shape":[3],"data_offsets":[0,12]}})",
           R"({"a":{"dtype":"F32","shape":[4],"data_offsets":[0,16],"x":1}})",
           R"({"a":{"dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,16]}})",
           R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"b":{"dtype":"F32","shape":[2],"data_offsets":[4,12]}})",
           R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":{"dtype":"F32","shape":[2],"data_offsets":[8,16]}})",
           R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"a":{"dtype":"F32","shape":[2],"data_offsets":[8,16]}})",
           R"({"__metadata__":{"k":1},"a":{"dtype":"F32","shape":[4],"data_offsets":[0,16]}})",
       }) {
    const auto file = readSafetensors(write("f", safetensors(bad, data)));
    ASSERT_FALSE(file) << bad;
    EXPECT_NE(file.error().message.find("not a valid safetensors"), std::string::npos);
  }
}

TEST_F(State, AFullDiskKeepsThePreviousFile) {
  const HostTensor small = tensor(ElementType::f32, {4}, 1), large = tensor(ElementType::f32, {100000}, 1);
  ASSERT_TRUE(writeSafetensors(path("state"), {{"a", small.view()}}));
  const std::string before = read("state");
  // A limit on the size of files stands for a full disk.
  rlimit old;
  getrlimit(RLIMIT_FSIZE, &old);
  rlimit low{100000, old.rlim_max};
  signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &low);
  const Status status = writeSafetensors(path("state"), {{"a", large.view()}});
  setrlimit(RLIMIT_FSIZE, &old);
  EXPECT_FALSE(status);
  EXPECT_EQ(read("state"), before);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
}

TEST_F(State, ListsAllDifferencesAtOnce) {
  const HostTensor f4 = tensor(ElementType::f32, {4}, 1), i4 = tensor(ElementType::i32, {4}, 1);
  const Status status = matchState(
      "file", {{"a", f4.view()}, {"b", i4.view()}, {"c", f4.view()}, {"extra", f4.view()}, {"kept", f4.view()}},
      {{"a", ElementType::f32, {4}}, {"b", ElementType::f32, {4}}, {"c", ElementType::f32, {2, 2}}, {"d", ElementType::f32, {}}},
      [](const std::string &name) { return name == "kept"; });
  ASSERT_FALSE(status);
  const std::string text = status.error().message;
  for (const char *part : {"missing: d f32[]", "wrong type: b is i32[4], expected f32[4]",
                           "wrong shape: c is f32[4], expected f32[2,2]", "not expected: extra f32[4]"})
    EXPECT_NE(text.find(part), std::string::npos) << text;
  EXPECT_EQ(text.find("kept"), std::string::npos);
}

TEST(Feed, WindowsAreThoseOfTheModel) {
  // fingerprint_model.py: window(seed, step, row, size, length).
  EXPECT_EQ(windowOffset(0, 0, 0, 35149, 33), 33911u);
  EXPECT_EQ(windowOffset(7, 11, 15, 35149, 129), 22325u);
  EXPECT_EQ(windowOffset(0, 0, 0, 33, 33), 0u);
}

TEST_F(State, TextFeedsWindowsOfBytes) {
  std::string text;
  for (int i = 0; i < 1000; ++i)
    text += char(i * 7);
  const std::string source = "text:" + write("text", text);
  auto feed = makeFeed("tokens", source, ElementType::i32, {3, 9}, 5);
  ASSERT_TRUE(feed) << feed.error().message;
  for (uint64_t step : {0u, 1u, 77u}) {
    const TensorView batch = (*feed)->batch(step);
    ASSERT_EQ(batch.bytes.size(), 3u * 9 * 4);
    for (uint64_t row = 0; row < 3; ++row)
      for (uint64_t i = 0; i < 9; ++i) {
        int32_t token;
        std::memcpy(&token, batch.bytes.data() + (row * 9 + i) * 4, 4);
        EXPECT_EQ(token, uint8_t(text[windowOffset(5, step, row, 1000, 9) + i]));
      }
  }
  EXPECT_TRUE(makeFeed("tokens", source, ElementType::i32, {1000}, 5));
  EXPECT_FALSE(makeFeed("tokens", source, ElementType::i32, {1001}, 5));
  EXPECT_FALSE(makeFeed("tokens", source, ElementType::i32, {}, 5));
  EXPECT_FALSE(makeFeed("tokens", source, ElementType::f32, {3, 9}, 5));
  EXPECT_FALSE(makeFeed("tokens", "text:" + path("none"), ElementType::i32, {3, 9}, 5));
  EXPECT_FALSE(makeFeed("tokens", path("text"), ElementType::i32, {3, 9}, 5));
}

TEST_F(State, RecordedFeedsStartAgain) {
  const HostTensor all = tensor(ElementType::i32, {3, 2}, 0);
  ASSERT_TRUE(writeSafetensors(path("b.safetensors"), {{"tokens", all.view()}}));
  auto feed = makeFeed("tokens", path("b.safetensors"), ElementType::i32, {2}, 0);
  ASSERT_TRUE(feed) << feed.error().message;
  for (uint64_t step = 0; step < 7; ++step)
    EXPECT_EQ((*feed)->batch(step).bytes[0], step % 3 * 8);
  EXPECT_FALSE(makeFeed("other", path("b.safetensors"), ElementType::i32, {2}, 0));
  EXPECT_FALSE(makeFeed("tokens", path("b.safetensors"), ElementType::i64, {2}, 0));
  EXPECT_FALSE(makeFeed("tokens", path("b.safetensors"), ElementType::i32, {3, 2}, 0));
  EXPECT_FALSE(makeFeed("tokens", path("none.safetensors"), ElementType::i32, {2}, 0));
}
