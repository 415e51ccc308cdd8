// Loads and stores of every width and space, asynchronous copies, atomics, and the checks: each with a kernel that it finds and one that it lets pass.
#include "Harness.h"

using namespace det::ptx::test;
using det::ptx::Options;

namespace {

#define EXPECT_CONTAINS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

TEST(Memory, WidthsAndSigns) {
  std::vector<uint8_t> bytes(64);
  for (size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = 0x80 + i;
  Outcome outcome = runKernel("setp.ne.u32 %p8, %r0, 0; @%p8 ret;"
                              "ld.global.u8 %r8, [%m0+1]; ld.global.s8 %r9, [%m0+1]; ld.global.u16 %r10, [%m0+2]; ld.global.s16 %r11, [%m0+2];"
                              "ld.global.s8 %h8, [%m0+3]; cvt.u32.u16 %r12, %h8; ld.global.s32 %w8, [%m0+4]; ld.global.nc.b64 %w9, [%m0+8];"
                              "ld.global.v2.u8 {%r13, %r14}, [%m0+16]; ld.volatile.global.v4.u16 {%h9, %h10, %h11, %h12}, [%m0+24]; mov.b32 %r15, {%h9, %h12};"
                              "ld.global.L1::no_allocate.v2.b64 {%w10, %w11}, [%m0+32]; cvta.global.u64 %w12, %m0; ld.b32 %r16, [%w12+4];"
                              "st.global.v4.b32 [%m1], {%r8, %r9, %r10, %r11}; st.global.v2.b32 [%m1+16], {%r12, %r13}; st.global.b32 [%m1+24], %r14; st.global.b32 [%m1+28], %r15;"
                              "st.global.v2.b64 [%m1+32], {%w8, %w9}; st.global.v2.u64 [%m1+48], {%w10, %w11}; st.b32 [%m1+64], %r16; st.global.b8 [%m1+68], %r9; st.global.b16 [%m1+70], %h8;"
                              "st.global.u8 [%m1+69], 7;",
                              {filled(bytes), empty(72)});
  ASSERT_EQ(outcome.error, "");
  EXPECT_EQ(outcome.get<uint32_t>(1), (std::vector<uint32_t>{0x81, 0xffffff81, 0x8382, 0xffff8382, 0xff83, 0x90, 0x91, 0x9f9e9998, 0x87868584, 0xffffffff, 0x8b8a8988, 0x8f8e8d8c,
                                                              0xa3a2a1a0, 0xa7a6a5a4, 0xabaaa9a8, 0xafaeadac, 0x87868584, 0xff830781}));
}

TEST(Memory, SpacesHaveWindows) {
  std::string before = ".const .align 4 .b32 table@@[3] = {5, 6, 0x7};\n.global .align 4 .u32 counter@@ = 40;\n.extern .shared .align 16 .b8 dynamic@@[];\n";
  std::string body = ".local .align 8 .b8 frame@@[16]; .shared .align 4 .b32 fixed@@[2]; setp.ne.u32 %p8, %r0, 0; @%p8 ret;"
                     "ld.const.b32 %r8, [table@@+8]; mov.u64 %w8, table@@; cvta.const.u64 %w8, %w8; ld.b32 %r9, [%w8+4];"
                     "ld.global.u32 %r10, [counter@@]; add.u32 %r10, %r10, 2; st.global.u32 [counter@@], %r10; ld.global.u32 %r10, [counter@@];"
                     "mov.u64 %w9, frame@@; cvta.local.u64 %w9, %w9; st.b32 [%w9+4], 9; ld.local.b32 %r11, [frame@@+4]; cvta.to.local.u64 %w10, %w9; ld.local.u32 %r12, [%w10+4];"
                     "mov.u32 %r13, dynamic@@; st.shared.b32 [%r13+12], 77; mov.u64 %w11, dynamic@@; cvta.shared.u64 %w11, %w11; ld.b32 %r14, [%w11+12]; st.shared.u32 [fixed@@+4], 3;"
                     "isspacep.shared %p9, %w11; selp.b32 %r15, 1, 0, %p9; mov.u32 %r16, fixed@@; sub.u32 %r13, %r13, %r16;"
                     "st.global.v4.b32 [%m0], {%r8, %r9, %r10, %r11}; st.global.v4.b32 [%m0+16], {%r12, %r13, %r14, %r15};";
  Outcome outcome = runKernel(body, {empty(32)}, {{1, 1, 1}, {32, 1, 1}, 16}, {}, before);
  ASSERT_EQ(outcome.error, "");
  EXPECT_EQ(outcome.get<uint32_t>(0), (std::vector<uint32_t>{7, 6, 42, 9, 9, 16, 77, 1}));
  EXPECT_CONTAINS(runKernel(body, {empty(32)}, {{1, 1, 1}, {32, 1, 1}, 8}, {}, before).error, "out of bounds: 4 bytes at byte 28 of shared memory of 24 bytes");
}

std::string errorOf(const std::string &body, const std::vector<Memory> &memory, const Shape &shape = {}, Options options = {}) {
  return runKernel(body, memory, shape, options).error;
}

TEST(Check, BoundsAndAlignment) {
  std::vector<Memory> memory{filled(std::vector<uint32_t>(32)), empty(128)};
  std::string address = "mul.wide.u32 %w8, %r0, 4; add.s64 %w9, %m0, %w8; add.s64 %w10, %m1, %w8;";
  EXPECT_EQ(errorOf(address + "ld.global.b32 %r8, [%w9]; st.global.b32 [%w10], %r8;", memory), "");
  std::string error = errorOf(address + "ld.global.b32 %r8, [%w9+4];", memory);
  EXPECT_CONTAINS(error, "line 10 (ld.global.b32), block (0, 0, 0), thread (31, 0, 0): out of bounds: 4 bytes at byte 128 of buffer 'm0' of 128 bytes");
  EXPECT_CONTAINS(errorOf(address + "st.global.b32 [%w10+-4], %r0;", memory), "thread (0, 0, 0): out of bounds: 4 bytes at byte -4 of buffer 'm1'");
  EXPECT_CONTAINS(errorOf("ld.global.b32 %r8, [%m0+2];", memory), "misaligned read of 4 bytes");
  EXPECT_CONTAINS(errorOf("ld.global.v2.b32 {%r8, %r9}, [%m0+4];", memory), "misaligned read of 8 bytes");
  EXPECT_CONTAINS(errorOf("mov.b64 %w8, 8; ld.global.b32 %r8, [%w8];", memory), "where no buffer is");
  EXPECT_CONTAINS(errorOf(".local .align 4 .b8 f@@[8]; mov.u64 %w8, f@@; ld.local.b32 %r8, [%w8+8];", memory), "byte 8 of local memory of 8 bytes");
  memory[0].isWritable = false;
  EXPECT_CONTAINS(errorOf("setp.eq.u32 %p8, %r0, 3; @%p8 st.global.b32 [%m0], 1;", memory), "thread (3, 0, 0): write of 4 bytes at byte 0 of buffer 'm0', which is read-only");
}

TEST(Check, UninitialisedMemory) {
  std::string at = "mul.wide.u32 %w8, %r0, 4; add.s64 %w9, %m0, %w8; ";
  EXPECT_CONTAINS(errorOf(at + "ld.global.b32 %r8, [%w9];", {empty(128)}), "read of uninitialised bytes at byte 0 of buffer 'm0'");
  EXPECT_EQ(errorOf(at + "st.global.b32 [%w9], 1; ld.global.b32 %r8, [%w9];", {empty(128)}), "");
  Options off;
  off.checkUninitialised = false;
  EXPECT_EQ(errorOf(at + "ld.global.b32 %r8, [%w9];", {empty(128)}, {}, off), "");
  // A byte of a word.
  EXPECT_CONTAINS(errorOf("setp.ne.u32 %p8, %r0, 0; @%p8 ret; st.global.b8 [%m0], 1; ld.global.b32 %r8, [%m0];", {empty(128)}), "uninitialised");
}

TEST(Check, RacesInABlock) {
  Shape two{{1, 1, 1}, {64, 1, 1}, 0};
  std::string one = "setp.eq.u32 %p8, %r0, 0; setp.eq.u32 %p9, %r0, 40; ";
  std::vector<Memory> memory{filled(std::vector<uint32_t>(64))};
  EXPECT_CONTAINS(errorOf(one + "@%p8 st.global.b32 [%m0], 1; @%p9 ld.global.b32 %r8, [%m0];", memory, two),
                  "thread (40, 0, 0): race: read of byte 0 of buffer 'm0', which thread (0, 0, 0) of this block has written with no barrier between");
  EXPECT_CONTAINS(errorOf(one + "@%p8 ld.global.b32 %r8, [%m0]; @%p9 st.global.b32 [%m0], 1;", memory, two), "has read with no barrier between");
  EXPECT_CONTAINS(errorOf(one + "@%p8 st.global.b32 [%m0], 1; @%p9 st.global.b32 [%m0], 1;", memory, two), "race: write of byte 0");
  EXPECT_EQ(errorOf(one + "@%p8 st.global.b32 [%m0], 1; bar.sync 0; @%p9 ld.global.b32 %r8, [%m0];", memory, two), "");
  EXPECT_EQ(errorOf(one + "@%p8 st.global.b32 [%m0], 1; @%p9 ld.global.b32 %r8, [%m0+4];", memory, two), "");
  // Neighbouring halves of a word are not a race.
  EXPECT_EQ(errorOf("mul.wide.u32 %w8, %r0, 2; add.s64 %w8, %w8, %m0; mov.b16 %h8, 1; st.global.b16 [%w8], %h8;", memory, two), "");
  Options off;
  off.checkRaces = false;
  EXPECT_EQ(errorOf(one + "@%p8 st.global.b32 [%m0], 1; @%p9 st.global.b32 [%m0], 1;", memory, two, off), "");
  // Lanes of a warp are threads too: bar.warp.sync orders them.
  std::string warp = ".shared .align 4 .b8 s@@[128]; mov.u32 %r9, s@@; mad.lo.u32 %r10, %r0, 4, %r9; st.shared.b32 [%r10], 1; SYNC xor.b32 %r11, %r10, 4; ld.shared.b32 %r8, [%r11];";
  auto with = [&](const std::string &sync) { return std::string(warp).replace(warp.find("SYNC"), 4, sync); };
  EXPECT_CONTAINS(errorOf(with(""), memory), "race: read of byte 4 of shared memory, which thread (1, 0, 0) of this block has written");
  EXPECT_EQ(errorOf(with("bar.warp.sync -1;"), memory), "");
}

TEST(Check, RacesBetweenBlocks) {
  Shape two{{2, 1, 1}, {32, 1, 1}, 0};
  std::vector<Memory> memory{filled(std::vector<uint32_t>(64))};
  std::string blocks = "mul.wide.u32 %w8, %r2, 4; add.s64 %w9, %m0, %w8; mul.wide.u32 %w10, %r0, 4; add.s64 %w10, %m0, %w10; ";
  for (int threads : {1, 2}) {
    Options options;
    options.threads = threads;
    EXPECT_EQ(errorOf(blocks + "ld.global.b32 %r8, [%w9]; st.global.b32 [%w9], %r8;", memory, two, options), "");
    EXPECT_EQ(errorOf(blocks + "ld.global.b32 %r8, [%w10];", memory, two, options), "");
    EXPECT_CONTAINS(errorOf(blocks + "st.global.b32 [%w10], %r0;", memory, two, options),
                    "block (1, 0, 0), thread (0, 0, 0): race: write of byte 0 of buffer 'm0', which thread (0, 0, 0) of block (0, 0, 0) has written in the same launch");
    EXPECT_CONTAINS(errorOf(blocks + "ld.global.b32 %r8, [%w10]; st.global.b32 [%w9], %r8;", memory, two, options), "of block (0, 0, 0) has written in the same launch");
    EXPECT_CONTAINS(errorOf(blocks + "setp.eq.u32 %p8, %r1, 0; @%p8 ld.global.b32 %r8, [%w10]; @!%p8 st.global.b32 [%w10], 1;", memory, two, options),
                    "of block (0, 0, 0) has read in the same launch");
  }
}

TEST(AsyncCopy, ArrivesAtTheWait) {
  std::vector<uint32_t> values(128);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = 1000 + i;
  std::string body = ".shared .align 16 .b8 s@@[512]; mov.u32 %r9, s@@; shl.b32 %r10, %r0, 4; add.u32 %r11, %r9, %r10; cvt.u64.u32 %w8, %r10; add.s64 %w9, %m0, %w8; add.s64 %w10, %m1, %w8;"
                     "COPY xor.b32 %r12, %r11, 16; ld.shared.v4.b32 {%r20, %r21, %r22, %r23}, [%r12]; st.global.v4.b32 [%w10], {%r20, %r21, %r22, %r23};";
  auto with = [&](const std::string &copy) { return runKernel(std::string(body).replace(body.find("COPY"), 4, copy), {filled(values), empty(512)}); };
  for (std::string wait : {"cp.async.commit_group; cp.async.wait_group 0;", "cp.async.wait_all;"}) {
    Outcome outcome = with("cp.async.cg.shared.global [%r11], [%w9], 16; " + wait + " bar.sync 0;");
    ASSERT_EQ(outcome.error, "");
    for (uint32_t i = 0; i < 128; ++i)
      EXPECT_EQ(outcome.get<uint32_t>(1)[i], 1000 + (i ^ 4));
  }
  Outcome part = with("cp.async.ca.shared.global [%r11], [%w9], 16, 8; cp.async.wait_all; bar.sync 0;");
  ASSERT_EQ(part.error, "");
  EXPECT_EQ(part.get<uint32_t>(1)[5], 1001u);
  EXPECT_EQ(part.get<uint32_t>(1)[6], 0u);
  EXPECT_CONTAINS(with("cp.async.cg.shared.global [%r11], [%w9], 16; cp.async.commit_group; bar.sync 0;").error, "which a cp.async of thread (1, 0, 0) is still writing");
  EXPECT_CONTAINS(with("cp.async.cg.shared.global [%r11], [%w9], 16; cp.async.commit_group; cp.async.wait_group 1; bar.sync 0;").error, "still writing");
  EXPECT_CONTAINS(with("cp.async.cg.shared.global [%r11], [%w9], 16; cp.async.wait_all;").error, "race");
}

TEST(Atomic, IntegersInTurn) {
  std::vector<Memory> memory{filled(std::vector<uint32_t>{0, 5, 100, 7, 1, 0}), empty(256)};
  std::string body = "atom.global.add.u32 %r8, [%m0], 1; red.global.max.s32 [%m0+4], %r0; atom.global.min.u32 %r9, [%m0+8], %r2; atom.global.cas.b32 %r10, [%m0+12], 7, 9;"
                     "red.global.xor.b32 [%m0+16], 3; atom.global.inc.u32 %r11, [%m0+20], 9; mul.wide.u32 %w8, %r2, 4; add.s64 %w8, %w8, %m1; st.global.b32 [%w8], %r8;";
  for (int threads : {1, 3}) {
    Options options;
    options.threads = threads;
    Outcome outcome = runKernel(body, memory, {{2, 1, 1}, {32, 1, 1}, 0}, options);
    ASSERT_EQ(outcome.error, "");
    EXPECT_EQ(outcome.get<uint32_t>(0), (std::vector<uint32_t>{64, 31, 0, 9, 1, 4}));
    for (uint32_t i = 0; i < 64; ++i)
      EXPECT_EQ(outcome.get<uint32_t>(1)[i], i);
  }
  EXPECT_CONTAINS(errorOf("red.global.add.u32 [%m0], 1; ld.global.b32 %r8, [%m0];", memory), "race");
  EXPECT_EQ(errorOf(".shared .align 4 .b32 s@@; setp.eq.u32 %p8, %r0, 0; @%p8 st.shared.b32 [s@@], 0; bar.sync 0; red.shared.add.u32 [s@@], 1; bar.sync 0; ld.shared.b32 %r8, [s@@];", memory), "");
}

TEST(Atomic, FloatSumsAreRefused) {
  std::vector<Memory> memory{filled(std::vector<float>{0})};
  EXPECT_CONTAINS(errorOf("mov.b32 %r8, 0f3F800000; red.global.add.f32 [%m0], %r8;", memory), "an atomic sum of floats has no fixed order");
  Options options;
  options.allowFloatAtomics = true;
  Outcome outcome = runKernel("mov.b32 %r8, 0f3F800000; red.global.add.f32 [%m0], %r8;", memory, {}, options);
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(outcome.get<float>(0)[0], 32.0f);
}

} // namespace
