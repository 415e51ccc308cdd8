// Lanes that part and meet, and what they do together.
#include "Harness.h"

using namespace det::ptx::test;
using det::ptx::Options;

namespace {

using Lanes = std::vector<uint32_t>;

/// %r8 of every thread, after the body.
std::string stored(const std::string &body) {
  return body + " mul.wide.u32 %w0, %r2, 4; add.s64 %w0, %w0, %m0; st.global.b32 [%w0], %r8;";
}

Lanes results(const std::string &body, const Shape &shape = {}) {
  uint32_t threads = shape.block[0] * shape.block[1] * shape.block[2] * shape.grid[0];
  Outcome outcome = runKernel(stored(body), {empty(4 * threads)}, shape);
  EXPECT_EQ(outcome.error, "") << body;
  return outcome.get<uint32_t>(0);
}

std::string errorOf(const std::string &body, const Shape &shape = {}, Options options = {}) {
  return runKernel(stored(body), {empty(4 * 4096)}, shape, options).error;
}

template <class F> Lanes lanes(F f) {
  Lanes list;
  for (uint32_t lane = 0; lane < 32; ++lane)
    list.push_back(f(lane));
  return list;
}

#define EXPECT_CONTAINS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

TEST(Warp, Shuffles) {
  auto shuffle = [](const std::string &how) {
    return results("shfl.sync." + how + ", -1; selp.b32 %r9, 1000, 0, %p8; add.u32 %r8, %r8, %r9;");
  };
  EXPECT_EQ(shuffle("bfly.b32 %r8|%p8, %r0, 5, 31"), lanes([](uint32_t l) { return (l ^ 5) + 1000; }));
  EXPECT_EQ(shuffle("up.b32 %r8|%p8, %r0, 3, 0"), lanes([](uint32_t l) { return l < 3 ? l : l - 3 + 1000; }));
  EXPECT_EQ(shuffle("down.b32 %r8|%p8, %r0, 3, 31"), lanes([](uint32_t l) { return l > 28 ? l : l + 3 + 1000; }));
  EXPECT_EQ(shuffle("idx.b32 %r8|%p8, %r0, 7, 31"), lanes([](uint32_t) { return 1007u; }));
  // In segments of 8 lanes.
  EXPECT_EQ(shuffle("idx.b32 %r8|%p8, %r0, 2, 0x181f"), lanes([](uint32_t l) { return l / 8 * 8 + 2 + 1000; }));
  EXPECT_EQ(shuffle("down.b32 %r8|%p8, %r0, 1, 0x1807"), lanes([](uint32_t l) { return l % 8 == 7 ? l : l + 1 + 1000; }));
  EXPECT_EQ(shuffle("up.b32 %r8|%p8, %r0, 1, 0x1800"), lanes([](uint32_t l) { return l % 8 == 0 ? l : l - 1 + 1000; }));
}

TEST(Warp, VotesAndReductions) {
  std::string half = "setp.lt.u32 %p8, %r0, 16; ";
  EXPECT_EQ(results(half + "vote.sync.ballot.b32 %r8, %p8, -1;"), lanes([](uint32_t) { return 0xffffu; }));
  EXPECT_EQ(results(half + "vote.sync.any.pred %p9, %p8, -1; vote.sync.all.pred %p10, %p8, -1; selp.b32 %r8, 1, 0, %p9; selp.b32 %r9, 2, 0, %p10; add.u32 %r8, %r8, %r9;"),
            lanes([](uint32_t) { return 1u; }));
  EXPECT_EQ(results("redux.sync.add.u32 %r8, %r0, -1;"), lanes([](uint32_t) { return 496u; }));
  EXPECT_EQ(results("sub.s32 %r9, %r0, 9; redux.sync.min.s32 %r8, %r9, -1;"), lanes([](uint32_t) { return uint32_t(-9); }));
  EXPECT_EQ(results("redux.sync.xor.b32 %r8, %r0, -1; mov.u32 %r9, %laneid; add.u32 %r8, %r8, %r9;"), lanes([](uint32_t l) { return l; }));
  EXPECT_EQ(results(half + "mov.b32 %r8, 0; @%p8 activemask.b32 %r8;"), lanes([](uint32_t l) { return l < 16 ? 0xffffu : 0u; }));
  EXPECT_EQ(results("mov.u32 %r8, %lanemask_lt;"), lanes([](uint32_t l) { return (1u << l) - 1; }));
}

TEST(Warp, LanesMeetBehindBranches) {
  // Both sides, then a shuffle of all.
  EXPECT_EQ(results("and.b32 %r9, %r0, 1; setp.eq.u32 %p8, %r9, 0; @%p8 bra $A@@; add.u32 %r10, %r0, 100; bra.uni $B@@; $A@@: add.u32 %r10, %r0, 200; $B@@:"
                    " shfl.sync.bfly.b32 %r8, %r10, 1, 31, -1;"),
            lanes([](uint32_t l) { return (l ^ 1) + (l % 2 ? 200 : 100); }));
  // The side that ends up behind the meeting point in the text.
  EXPECT_EQ(results("and.b32 %r9, %r0, 1; setp.eq.u32 %p8, %r9, 0; mov.b32 %r10, %r0; @%p8 bra $A@@; $B@@: bar.sync 0; shfl.sync.bfly.b32 %r8, %r10, 1, 31, -1; bra.uni $C@@;"
                    " $A@@: add.u32 %r10, %r0, 200; bra.uni $B@@; $C@@:"),
            lanes([](uint32_t l) { return (l ^ 1) + (l % 2 ? 200 : 0); }));
  // Loops of different length per lane, nested in each other.
  EXPECT_EQ(results("mov.b32 %r8, 0; mov.b32 %r9, 0; $L@@: mov.b32 %r10, 0; $M@@: add.u32 %r8, %r8, 1; add.u32 %r10, %r10, 1; setp.le.u32 %p8, %r10, %r9; @%p8 bra $M@@;"
                    " add.u32 %r9, %r9, 1; setp.le.u32 %p9, %r9, %r0; @%p9 bra $L@@; activemask.b32 %r11; setp.ne.b32 %p10, %r11, -1; @%p10 trap;"),
            lanes([](uint32_t l) { return (l + 1) * (l + 2) / 2; }));
  // Lanes that have ended are not waited for.
  EXPECT_EQ(runKernel("setp.gt.u32 %p8, %r0, 15; @%p8 ret; shfl.sync.bfly.b32 %r8, %r0, 1, 31, -1; bar.sync 0;", {}).error, "");
  // Nor are those that end while the others wait.
  EXPECT_EQ(runKernel("setp.gt.u32 %p8, %r0, 15; @%p8 bra $E@@; shfl.sync.bfly.b32 %r8, %r0, 1, 31, -1; bar.sync 0; $E@@: mov.b32 %r9, 0;", {}).error, "");
}

TEST(Warp, TablesOfBranches) {
  EXPECT_EQ(results("and.b32 %r9, %r0, 3; $T@@: .branchtargets $A@@, $B@@, $A@@, $C@@; brx.idx %r9, $T@@; $A@@: mov.b32 %r8, 1; bra.uni $E@@; $B@@: mov.b32 %r8, 2; bra.uni $E@@;"
                    " $C@@: mov.b32 %r8, 3; $E@@:"),
            lanes([](uint32_t l) { return l % 4 == 1 ? 2u : l % 4 == 3 ? 3u : 1u; }));
  EXPECT_CONTAINS(errorOf("$T@@: .branchtargets $A@@; brx.idx %r0, $T@@; $A@@: mov.b32 %r8, 1;"), "index 1 in a table of 1 targets");
}

TEST(Warp, AbsentLanesAreErrors) {
  std::string low = "setp.lt.u32 %p8, %r0, 16; ", shuffle = "shfl.sync.bfly.b32 %r8, %r0, 1, 31, ";
  EXPECT_EQ(errorOf(low + "mov.b32 %r8, 0; @%p8 " + shuffle + "0xffff;"), "");
  std::string error = errorOf(low + "mov.b32 %r8, 0; @%p8 " + shuffle + "-1; bar.sync 0;");
  EXPECT_CONTAINS(error, "absent lanes: lane 16 of this warp waits at line");
  EXPECT_CONTAINS(error, "(shfl.sync.bfly.b32), block (0, 0, 0), thread (0, 0, 0)");
  EXPECT_CONTAINS(errorOf(low + "@%p8 bra $A@@; ret; $A@@: shfl.sync.idx.b32 %r8, %r0, 20, 31, -1;"), "reads lane 20, which does not take part");
  EXPECT_CONTAINS(errorOf("shfl.sync.idx.b32 %r8, %r0, 0, 31, 1;"), "lane 1 is not in the membermask that it gives");
}

TEST(Barrier, OrdersAndCounts) {
  Shape shape{{1, 1, 1}, {96, 1, 1}, 0};
  // Each thread reads what the one 32 further wrote.
  std::string exchange = ".shared .align 4 .b8 s@@[384]; mov.u32 %r9, s@@; mad.lo.u32 %r10, %r0, 4, %r9; st.shared.b32 [%r10], %r0; BARRIER add.u32 %r11, %r0, 32; "
                         "rem.u32 %r11, %r11, 96; mad.lo.u32 %r12, %r11, 4, %r9; ld.shared.b32 %r8, [%r12];";
  auto with = [&](const std::string &barrier) { return std::string(exchange).replace(exchange.find("BARRIER"), 7, barrier); };
  Lanes expected;
  for (uint32_t i = 0; i < 96; ++i)
    expected.push_back((i + 32) % 96);
  EXPECT_EQ(results(with("bar.sync 0;"), shape), expected);
  EXPECT_EQ(results(with("barrier.sync 3, 96;"), shape), expected);
  EXPECT_CONTAINS(errorOf(with(""), shape), "read of uninitialised bytes at byte 128 of shared memory");
  EXPECT_CONTAINS(errorOf(with("bar.warp.sync -1;"), shape), "read of uninitialised bytes");
  // A barrier of two of three warps orders these, and not the third.
  std::string two = "setp.lt.u32 %p9, %r0, 64; @!%p9 bra $N@@; bar.sync 1, 64; $N@@: ";
  EXPECT_EQ(errorOf(with(two + "@%p9 bra $Y@@; ret; $Y@@: setp.lt.u32 %p10, %r0, 32; @!%p10 ret;"), shape), "");
  // One warp arrives and goes on, the other waits for it.
  EXPECT_EQ(errorOf("setp.lt.u32 %p8, %r0, 32; @%p8 bra $A@@; bar.arrive 2, 64; bra.uni $B@@; $A@@: bar.sync 2, 64; $B@@: mov.b32 %r8, 0;", {{1, 1, 1}, {64, 1, 1}, 0}), "");
}

TEST(Barrier, DivergenceIsAnError) {
  Shape shape{{1, 1, 1}, {64, 1, 1}, 0};
  EXPECT_CONTAINS(errorOf("mov.b32 %r8, 0; setp.lt.u32 %p8, %r0, 16; @%p8 bra $A@@; bar.sync 0; bra.uni $B@@; $A@@: bar.sync 0; $B@@:", shape), "divergent barrier");
  EXPECT_EQ(errorOf("mov.b32 %r8, 0; setp.lt.u32 %p8, %r0, 32; @%p8 bra $A@@; bar.sync 0; bra.uni $B@@; $A@@: bar.sync 0; $B@@:", shape), "");
  EXPECT_EQ(errorOf("mov.b32 %r8, 0; setp.lt.u32 %p8, %r0, 16; @%p8 bra $A@@; barrier.sync 0; bra.uni $B@@; $A@@: barrier.sync 0; $B@@:", shape), "");
  EXPECT_CONTAINS(errorOf("mov.b32 %r8, 0; setp.lt.u32 %p8, %r0, 32; @%p8 bar.sync 1; @!%p8 bar.sync 2;", shape), "waits for ever: 32 threads have come; thread (32, 0, 0) waits at line");
  EXPECT_CONTAINS(errorOf("mov.b32 %r8, 0; bar.sync 1, 96;", shape), "64 threads have come of 96");
}

TEST(Warp, EndlessLoopsEnd) {
  Options options;
  options.stepLimit = 1000;
  EXPECT_CONTAINS(errorOf("$L@@: bra.uni $L@@;", {}, options), "more than 1000 instructions in one warp");
  EXPECT_EQ(errorOf("mov.b32 %r8, 0; $L@@: add.u32 %r8, %r8, 1; setp.lt.u32 %p8, %r8, 300; @%p8 bra $L@@;", {}, options), "");
  EXPECT_CONTAINS(errorOf("setp.eq.u32 %p8, %r0, 7; @%p8 trap; mov.b32 %r8, 0;"), "thread (7, 0, 0): trap");
}

TEST(Warp, ThreadsKnowTheirPlace) {
  Outcome outcome = runKernel("mov.u32 %r8, %tid.y; mov.u32 %r9, %tid.z; mov.u32 %r10, %ctaid.y; mov.u32 %r11, %nctaid.z; mov.u32 %r12, %ntid.y; mov.u32 %r13, %warpid;"
                              "mad.lo.u32 %r14, %r9, 3, %r8; mad.lo.u32 %r14, %r14, 4, %r0; mad.lo.u32 %r14, %r10, 24, %r14; mul.wide.u32 %w8, %r14, 4; add.s64 %w8, %w8, %m0;"
                              "mad.lo.u32 %r15, %r11, 100, %r12; mad.lo.u32 %r15, %r15, 100, %r14; st.global.b32 [%w8], %r15;",
                              {empty(4 * 48)}, {{1, 2, 1}, {4, 3, 2}, 0});
  ASSERT_EQ(outcome.error, "");
  for (uint32_t i = 0; i < 48; ++i)
    EXPECT_EQ(outcome.get<uint32_t>(0)[i], 10300 + i);
}

} // namespace
