// A version of the elementary functions names their bits: it is raised when any result changes.
#include "Evaluate.h"

#include "det/Math/Canonical.h"
#include "det/Math/Elementary.h"
#include "det/Math/Version.h"

#include <cstdio>

using namespace det::math;
using namespace det::math::test;

namespace {

/// FNV-1a of 64 bits.
template <typename Bits> void add(uint64_t &digest, const std::vector<Bits> &values) {
  for (Bits value : values)
    for (size_t byte = 0; byte < sizeof value; ++byte)
      digest = (digest ^ (value >> 8 * byte & 0xff)) * 0x100000001b3;
}

template <typename Bits> void addFunction(uint64_t &digest, Function function, const char *type) {
  std::vector<Bits> a = patterns<Bits>(1000), b(a.rbegin(), a.rend());
  bool isBinary = operandCount(function) == 2;
  auto build = [=](mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange v) {
    return buildCanonicalNaN(builder, loc, buildElementary(builder, loc, function, v));
  };
  Kernel kernel = compileBody({build, isBinary ? std::vector<std::string>{type, type} : std::vector<std::string>{type}, type},
                              Target{"x86-64-v3", false});
  size_t count = a.size() / Kernel::kLanes * Kernel::kLanes;
  std::vector<Bits> out(count);
  kernel.run(a.data(), b.data(), out.data(), static_cast<int64_t>(count));
  add(digest, out);
}

TEST(Version, NamesTheBits) {
  uint64_t digest = 0xcbf29ce484222325;
  for (int function = 0; function <= static_cast<int>(Function::Pow); ++function) {
    addFunction<F32>(digest, static_cast<Function>(function), "f32");
    addFunction<F64>(digest, static_cast<Function>(function), "f64");
  }
  std::printf("digest 0x%016llx\n", static_cast<unsigned long long>(digest));
  // Where this fails, bits have changed: raise kElementaryVersion, and put the new digest beside it.
  EXPECT_EQ(kElementaryVersion, 1);
  EXPECT_EQ(digest, 0x20cc034f33327ee9ull);
}

} // namespace
