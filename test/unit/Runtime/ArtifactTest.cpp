// Artifact files: what was packed comes back, and no damage goes unnoticed.
#include "det/Runtime/Artifact/Artifact.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

using namespace det::rt;

namespace {

std::span<const uint8_t> bytesOf(const std::string &text) {
  return {reinterpret_cast<const uint8_t *>(text.data()), text.size()};
}

std::vector<uint8_t> example() {
  const std::string plan(5000, 'p'), order = "module {}", none;
  return *packArtifact({{"plan", bytesOf(plan)}, {"empty", bytesOf(none)}, {"order", bytesOf(order)}});
}

std::filesystem::path folder() {
  const auto path = std::filesystem::temp_directory_path() / ("det-artifact-test-" + std::to_string(getpid()));
  std::filesystem::create_directories(path);
  return path;
}

} // namespace

TEST(Artifact, ComesBackAsPacked) {
  const auto artifact = Artifact::fromMemory(example());
  ASSERT_TRUE(artifact) << artifact.error().message;
  ASSERT_EQ(artifact->sections().size(), 3u);
  EXPECT_EQ(artifact->section("plan")->size(), 5000u);
  EXPECT_EQ(artifact->section("empty")->size(), 0u);
  EXPECT_EQ(std::string(artifact->section("order")->begin(), artifact->section("order")->end()), "module {}");
  EXPECT_EQ(reinterpret_cast<uintptr_t>(artifact->section("order")->data()) % 4096, 0u);
  EXPECT_FALSE(artifact->section("kernels.v3"));
  EXPECT_EQ(example(), example());
}

TEST(Artifact, EveryFlippedByteIsFound) {
  const std::vector<uint8_t> whole = example();
  for (size_t i = 0; i < whole.size(); ++i) {
    std::vector<uint8_t> damaged = whole;
    damaged[i] ^= uint8_t(1u << (i % 8));
    const auto artifact = Artifact::fromMemory(damaged);
    ASSERT_FALSE(artifact) << "byte " << i;
    ASSERT_FALSE(artifact.error().message.empty());
  }
}

TEST(Artifact, EveryTruncationAndEveryAppendixIsFound) {
  const std::vector<uint8_t> whole = example();
  for (size_t size = 0; size < whole.size(); size += size < 400 ? 1 : 97) {
    const auto artifact = Artifact::fromMemory({whole.data(), size});
    ASSERT_FALSE(artifact) << size;
  }
  std::vector<uint8_t> longer = whole;
  longer.push_back(0);
  EXPECT_FALSE(Artifact::fromMemory(longer));
}

TEST(Artifact, RefusesBadNames) {
  EXPECT_FALSE(packArtifact({{"", {}}}));
  EXPECT_FALSE(packArtifact({{std::string(32, 'n'), {}}}));
  EXPECT_FALSE(packArtifact({{"twice", {}}, {"twice", {}}}));
}

TEST(Files, AFailedWriteKeepsThePreviousFile) {
  const auto path = folder() / "file";
  const std::string first = "first";
  ASSERT_TRUE(writeFile(path, {bytesOf(first)}));
  // A folder cannot be replaced by a file, nor can a file be made in a folder that is not there.
  EXPECT_FALSE(writeFile(folder(), {bytesOf(first)}));
  EXPECT_FALSE(writeFile(folder() / "none" / "file", {bytesOf(first)}));
  const auto read = readFile(path);
  ASSERT_TRUE(read);
  EXPECT_EQ(std::string(read->data(), read->data() + read->size()), first);
  const std::string second = "second";
  ASSERT_TRUE(writeFile(path, {bytesOf(second), bytesOf(first)}));
  EXPECT_EQ(std::filesystem::file_size(path), 11u);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder()), {}), 1);
  EXPECT_FALSE(readFile(folder() / "none"));
  EXPECT_FALSE(readFile(folder()));
  std::filesystem::remove_all(folder());
}
