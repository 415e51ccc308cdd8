// The layer over cuBLASLt, on a library that stands in for it: what is called, with which numbers, and what is refused.
#include "det/Runtime/Cuda/CublasLt.h"
#include "Fake.h"
#include "det/Runtime/Pins/PinFile.h"

#include <gtest/gtest.h>

using namespace det::rt;
using namespace det::rt::cuda;
using namespace det::rt::test;

#define EXPECT_CONTAINS(text, part) EXPECT_NE(std::string(text).find(part), std::string::npos) << (text)

namespace {

// Three leaves of 64 terms; A has terms as neighbours, B has columns.
GemmCall leaves() {
  GemmCall call{GemmType::bf16, 5, 7, 64, 3, {true, 192, 64, 16}, {false, 8, 512, 8}, {false, 7, 35, 4}};
  return call;
}

constexpr Algorithm algorithm{66, 20, 1, 0, 1, 3, 18, 2, 5};

} // namespace

TEST(CublasLt, SaysWhatIsMissing) {
  EXPECT_CONTAINS(openCublasLt("/nowhere/libcublasLt.so.13").error().message, "there is no cuBLASLt on this machine");
  EXPECT_CONTAINS(openCublasLt(FAKE_CUDA).error().message, "is no cuBLASLt: it lacks cublasLtGetVersion");
  Fake fake(FAKE_CUBLASLT);
  fake.set("version", 120805);
  EXPECT_CONTAINS(openCublasLt(FAKE_CUBLASLT).error().message,
                  "cuBLASLt 12.8.5 of '" FAKE_CUBLASLT "' is of another major version: install 13.x");
  fake.set("version", 130200);
  fake.set("fail cublasLtCreate", 1);
  EXPECT_CONTAINS(openCublasLt(FAKE_CUBLASLT).error().message, "there is no GPU that it can use");
  fake.set("fail cublasLtCreate", 3);
  EXPECT_CONTAINS(openCublasLt(FAKE_CUBLASLT).error().message, "cublasLtCreate: CUBLAS_STATUS_FAKE (3)");
}

TEST(CublasLt, AsksForAlgorithmsThatSplitNothing) {
  Fake fake(FAKE_CUBLASLT);
  auto opened = openCublasLt(FAKE_CUBLASLT);
  ASSERT_TRUE(opened) << opened.error().message;
  EXPECT_EQ((*opened)->version(), 130100);
  const auto found = (*opened)->candidates(leaves(), {});
  ASSERT_TRUE(found) << found.error().message;
  // Of six one splits K, one reduces, one failed, one was there.
  EXPECT_EQ(*found, (std::vector<Algorithm>{{0, 1, 1, 0, 4, 5, 6, 7, 8}, {10, 11, 1, 0, 14, 15, 16, 17, 18}}));
  for (const char *line :
       {"cublasLtMatmulDescCreate 2 compute 68 scale 0\n", "cublasLtMatmulDescSetAttribute 2 attribute 3 = 0 of 4 bytes\n",
        "cublasLtMatmulDescSetAttribute 2 attribute 4 = 0 of 4 bytes\n",
        // The library has columns as neighbours: its first operand is our B.
        "cublasLtMatrixLayoutCreate 3 type 14 7 x 64 ld 8\n", "cublasLtMatrixLayoutSetAttribute 3 attribute 5 = 3 of 4 bytes\n",
        "cublasLtMatrixLayoutSetAttribute 3 attribute 6 = 512 of 8 bytes\n",
        "cublasLtMatrixLayoutCreate 4 type 14 64 x 5 ld 192\n", "cublasLtMatrixLayoutCreate 5 type 0 7 x 5 ld 7\n",
        "cublasLtMatrixLayoutSetAttribute 5 attribute 6 = 35 of 8 bytes\n",
        // Workspace, no reduction scheme, alignments of B, A, C and D.
        "cublasLtMatmulPreferenceSetAttribute attribute 1 = 33554432 of 8 bytes\n", "attribute 3 = 0 of 4 bytes\n",
        "cublasLtMatmulPreferenceSetAttribute attribute 5 = 8 of 4 bytes\n",
        "cublasLtMatmulPreferenceSetAttribute attribute 6 = 16 of 4 bytes\n",
        "cublasLtMatmulPreferenceSetAttribute attribute 7 = 4 of 4 bytes\n",
        "cublasLtMatmulPreferenceSetAttribute attribute 8 = 4 of 4 bytes\n", "cublasLtMatmulAlgoGetHeuristic most 32\n",
        "cublasLtMatmulPreferenceDestroy\n", "cublasLtMatrixLayoutDestroy 5\ncublasLtMatmulDescDestroy 2\n"})
    EXPECT_CONTAINS(fake.calls(), line);
  // Where no order is promised, nothing is ruled out.
  fake.set("fail cublasLtMatmulAlgoGetHeuristic", 0);
  const size_t before = fake.calls().size();
  MatmulSearch search;
  search.isOrdered = false;
  EXPECT_EQ((*opened)->candidates(leaves(), search)->size(), 4u);
  EXPECT_EQ(fake.calls().substr(before).find("cublasLtMatmulPreferenceSetAttribute attribute 3 "), std::string::npos);
  fake.set("fail cublasLtMatmulAlgoGetHeuristic", 15);
  EXPECT_CONTAINS((*opened)->candidates(leaves(), {}).error().message, "cublasLtMatmulAlgoGetHeuristic: CUBLAS_STATUS_FAKE (15)");
}

TEST(CublasLt, SetsEveryAttributeAndNoOther) {
  Fake fake(FAKE_CUBLASLT);
  {
    auto opened = openCublasLt(FAKE_CUBLASLT);
    ASSERT_TRUE(opened);
    fake.set("workspace", 4096);
    const auto matmul = (*opened)->prepare(leaves(), algorithm);
    ASSERT_TRUE(matmul) << matmul.error().message;
    EXPECT_EQ((*opened)->workspaceBytes(*matmul), 4096u);
    EXPECT_CONTAINS(fake.calls(),
                    "cublasLtMatmulAlgoInit 68 0 14 14 0 0 66\n"
                    "cublasLtMatmulAlgoConfigSetAttribute tile = 20\ncublasLtMatmulAlgoConfigSetAttribute splitk = 1\n"
                    "cublasLtMatmulAlgoConfigSetAttribute scheme = 0\ncublasLtMatmulAlgoConfigSetAttribute swizzle = 1\n"
                    "cublasLtMatmulAlgoConfigSetAttribute custom = 3\ncublasLtMatmulAlgoConfigSetAttribute stages = 18\n"
                    "cublasLtMatmulAlgoConfigSetAttribute inner = 2\ncublasLtMatmulAlgoConfigSetAttribute cluster = 5\n"
                    "cublasLtMatmulAlgoCheck id 66\n");
    EXPECT_TRUE((*opened)->run(*matmul, 1000, 2000, 3000, 4000, Stream{9}));
    EXPECT_CONTAINS(fake.calls(), "cublasLtMatmul 2 3 4 with 1 0 by 66 20 1 0 1 3 18 2 5 in place workspace 4096 on 9\n");
    fake.set("addresses", 1);
    fake.set("fail cublasLtMatmul", 13);
    EXPECT_CONTAINS((*opened)->run(*matmul, 1000, 2000, 3000, 4000, Stream{9}).error().message,
                    "cublasLtMatmul: CUBLAS_STATUS_FAKE (13)");
    EXPECT_CONTAINS(fake.calls(), " a 2000 b 1000 d 3000 workspace 4000 ");
  }
  EXPECT_TRUE(
      fake.calls().ends_with("cublasLtMatrixLayoutDestroy 3\ncublasLtMatrixLayoutDestroy 4\ncublasLtMatrixLayoutDestroy 5\n"
                             "cublasLtMatmulDescDestroy 2\ncublasLtDestroy\n"))
      << fake.calls();
}

TEST(CublasLt, RefusesWhatTheLibraryDoes) {
  Fake fake(FAKE_CUBLASLT);
  auto opened = openCublasLt(FAKE_CUBLASLT);
  ASSERT_TRUE(opened);
  fake.set("fail cublasLtMatmulAlgoCheck", 8);
  EXPECT_CONTAINS((*opened)->prepare(leaves(), algorithm).error().message, "cublasLtMatmulAlgoCheck: CUBLAS_STATUS_FAKE (8)");
  fake.set("fail cublasLtMatmulAlgoCheck", 0);
  fake.set("fail cublasLtMatmulAlgoConfigSetAttribute", 7);
  EXPECT_CONTAINS((*opened)->prepare(leaves(), algorithm).error().message, "(7) for attribute tile_id = 20");
  fake.set("fail cublasLtMatmulAlgoConfigSetAttribute", 0);
  fake.set("stubborn", 6);
  EXPECT_CONTAINS((*opened)->prepare(leaves(), algorithm).error().message, "cuBLASLt changed attribute stages_id from 18 to 19");
  fake.set("stubborn", -1);
  fake.set("fail cublasLtMatmulAlgoInit", 15);
  EXPECT_CONTAINS((*opened)->prepare(leaves(), algorithm).error().message, "cublasLtMatmulAlgoInit: CUBLAS_STATUS_FAKE (15)");
}

// On machines where it is installed and no GPU is, it says so.
TEST(CublasLt, TheInstalledLibraryNeedsAGpu) {
  const auto driver = openCudaDriver(0);
  if (driver)
    GTEST_SKIP() << "this machine has a GPU";
  const auto opened = openCublasLt();
  ASSERT_FALSE(opened);
  const std::string &text = opened.error().message;
  EXPECT_TRUE(text.find("there is no cuBLASLt on this machine") == 0 ||
              text.find("there is no GPU that it can use") != std::string::npos ||
              text.find("major version") != std::string::npos)
      << text;
}
