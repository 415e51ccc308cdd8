// Fingerprints, numbers and patterns.
#include "det/Runtime/State/Safetensors.h"
#include "det/Runtime/Trace/Fingerprint.h"
#include "det/Runtime/Trace/Glob.h"
#include "det/Runtime/Trace/Numbers.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <gtest/gtest.h>
#include <limits>
#include <random>

using namespace det::rt;

namespace {

template <class T> HostTensor values(ElementType type, std::vector<int64_t> shape, const std::vector<T> &list) {
  HostTensor tensor{type, std::move(shape), {}};
  tensor.bytes.resize(list.size() * sizeof(T));
  if (!list.empty())
    std::memcpy(tensor.bytes.data(), list.data(), tensor.bytes.size());
  return tensor;
}

} // namespace

TEST(Fingerprint, IsThatOfTheModel) {
  std::vector<float> numbers;
  for (int i = 0; i < 24; ++i)
    numbers.push_back(float(i) * 0.5f - 3);
  EXPECT_EQ(toHex(fingerprint("x", values(ElementType::f32, {4, 6}, numbers).view())), "48e149cf384902a293def6b8422cd02e");
  const std::vector<uint16_t> halves{16000, 16001, 16002, 16003, 16004, 16005};
  EXPECT_EQ(toHex(fingerprint("h0.w", values(ElementType::bf16, {6}, halves).view())), "2e552dcb5bb9af4b833c1f0263b28ab4");
}

TEST(Fingerprint, ShardsAddUp) {
  std::mt19937_64 random(1);
  const std::vector<int64_t> shape{5, 4, 6};
  for (ElementType type : {ElementType::i8, ElementType::bf16, ElementType::f32, ElementType::f64, ElementType::c128}) {
    HostTensor whole{type, shape, {}};
    whole.bytes.resize(size_t(120 * elementBytes(type)));
    for (uint8_t &byte : whole.bytes)
      byte = uint8_t(random());
    const ElementSums right = elementSums(type, whole.bytes.data(), 0, 120);
    for (int i = 0; i < 50; ++i) {
      // One random cut per dim: eight boxes, some of them empty.
      int64_t cut[3];
      for (int d = 0; d < 3; ++d)
        cut[d] = int64_t(random() % uint64_t(shape[size_t(d)] + 1));
      ElementSums sum{};
      for (int part = 0; part < 8; ++part) {
        Region box;
        for (size_t d = 0; d < 3; ++d)
          box.push_back(part >> d & 1 ? Interval{cut[d], shape[d]} : Interval{0, cut[d]});
        std::vector<uint8_t> local;
        for (int64_t a = box[0].begin; a < box[0].end; ++a)
          for (int64_t b = box[1].begin; b < box[1].end; ++b)
            for (int64_t c = box[2].begin; c < box[2].end; ++c) {
              const auto *at = whole.bytes.data() + ((a * 4 + b) * 6 + c) * elementBytes(type);
              local.insert(local.end(), at, at + elementBytes(type));
            }
        sum = sum + elementSums(type, local.data(), box, shape);
      }
      ASSERT_EQ(sum, right);
    }
  }
}

TEST(Fingerprint, OfTheFirstStateOfGptNano) {
  const char *shared = std::getenv("DET_SHARED");
  const std::string path = std::string(shared ? shared : DET_SHARED_DEFAULT) + "/graphs/jax/gpt_nano/state0.safetensors";
  if (!std::filesystem::exists(path))
    GTEST_SKIP() << "no graphs beside the repository";
  const auto file = readSafetensors(path);
  ASSERT_TRUE(file) << file.error().message;
  Fingerprint total{};
  for (const auto &[name, tensor] : file->tensors) {
    const Fingerprint one = fingerprint(name, tensor);
    total = {total[0] + one[0], total[1] + one[1]};
  }
  EXPECT_EQ(toHex(total), "80b76110331d8a676708e4ff5f1a5d7b");
}

TEST(Numbers, FloatsReadBackToTheSameBits) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 200000; ++i) {
    const auto bits = uint32_t(random());
    const float value = std::bit_cast<float>(bits);
    if (!std::isfinite(value))
      continue;
    const std::string text = toJson(values(ElementType::f32, {}, std::vector<float>{value}).view());
    ASSERT_EQ(std::bit_cast<uint32_t>(float(std::strtod(text.c_str(), nullptr))), bits) << text;
    const auto wide = std::bit_cast<double>(random());
    if (!std::isfinite(wide))
      continue;
    const std::string more = toJson(values(ElementType::f64, {}, std::vector<double>{wide}).view());
    ASSERT_EQ(std::bit_cast<uint64_t>(std::strtod(more.c_str(), nullptr)), std::bit_cast<uint64_t>(wide)) << more;
  }
}

TEST(Numbers, JsonOfEveryKind) {
  const float inf = std::numeric_limits<float>::infinity();
  const auto f32 = [](float value) { return toJson(values(ElementType::f32, {}, std::vector<float>{value}).view()); };
  EXPECT_EQ(f32(3.125f), "3.125");
  EXPECT_EQ(f32(3), "3.0");
  EXPECT_EQ(f32(-0.0f), "-0.0");
  EXPECT_EQ(f32(5.5097f), "5.5097");
  EXPECT_EQ(f32(1e-20f), "1e-20");
  EXPECT_EQ(f32(inf), "\"Infinity\"");
  EXPECT_EQ(f32(-inf), "\"-Infinity\"");
  EXPECT_EQ(f32(NAN), "\"NaN\"");
  EXPECT_EQ(toJson(values(ElementType::i32, {2, 2}, std::vector<int32_t>{1, -2, 3, 4}).view()), "[[1, -2], [3, 4]]");
  EXPECT_EQ(toJson(values(ElementType::i1, {2}, std::vector<uint8_t>{0, 1}).view()), "[false, true]");
  EXPECT_EQ(toJson(values(ElementType::ui64, {}, std::vector<uint64_t>{UINT64_MAX}).view()), "18446744073709551615");
  EXPECT_EQ(toJson(values(ElementType::c64, {}, std::vector<float>{1, -0.5f}).view()), "[1.0, -0.5]");
  EXPECT_EQ(toJson(values(ElementType::f16, {4}, std::vector<uint16_t>{0x3c00, 0xbc01, 0x0001, 0x7c00}).view()),
            "[1.0, -1.0009766, 5.9604645e-08, \"Infinity\"]");
  EXPECT_EQ(toJson(values(ElementType::bf16, {2}, std::vector<uint16_t>{0x3f80, 0xc000}).view()), "[1.0, -2.0]");
  EXPECT_EQ(toJson(values(ElementType::f8E4M3FN, {3}, std::vector<uint8_t>{0x38, 0x7e, 0x7f}).view()), "[1.0, 448.0, \"NaN\"]");
  EXPECT_EQ(toJson(values(ElementType::f8E5M2, {3}, std::vector<uint8_t>{0x3c, 0x7b, 0x7c}).view()),
            "[1.0, 57344.0, \"Infinity\"]");
  EXPECT_EQ(toJson(values(ElementType::f32, {0}, std::vector<float>{}).view()), "[]");
}

TEST(Glob, CrossesDots) {
  EXPECT_TRUE(matchesGlob("*", ""));
  EXPECT_TRUE(matchesGlob("*.w", "params.h0.fc.w"));
  EXPECT_TRUE(matchesGlob("params.*.w", "params.h0.fc.w"));
  EXPECT_TRUE(matchesGlob("h?.*", "h1.b"));
  EXPECT_TRUE(matchesGlob("a*b*c", "axxbyybzzc"));
  EXPECT_FALSE(matchesGlob("a*b*c", "axxbyybzz"));
  EXPECT_FALSE(matchesGlob("w", "wte"));
  EXPECT_FALSE(matchesGlob("", "w"));
}
