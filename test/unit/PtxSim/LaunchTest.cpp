// Modules, calls, launches, host threads, and what is refused.
#include "Harness.h"

using namespace det::ptx;
using namespace det::ptx::test;

namespace {

#define EXPECT_CONTAINS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

const std::string header = ".version 8.0\n.target sm_90\n.address_size 64\n";

std::string errorOf(const std::string &text) {
  auto module = Module::parse(header + text);
  if (!module)
    return module.error().message;
  auto kernel = module->kernel("k");
  return kernel ? "" : kernel.error().message;
}

TEST(Module, NamesWhatItDoesNotModel) {
  EXPECT_EQ(errorOf(".entry k()\n{\n ret;\n}\n"), "");
  EXPECT_CONTAINS(errorOf(".entry k()\n{\n .reg .f32 %f<3>;\n ex2.approx.f32 %f1, %f2;\n ret;\n}\n"), "kernel k: line 7: instruction 'ex2.approx.f32': not modelled");
  EXPECT_CONTAINS(errorOf(".entry k()\n{\n .reg .f32 %f<3>;\n add.rn.ftz.f32 %f1, %f2, %f2;\n ret;\n}\n"), "'.ftz' is not modelled here");
  EXPECT_CONTAINS(errorOf(".entry k()\n{\n .reg .b32 %r<3>;\n add.u32 %r1, %r2, %r3;\n}\n"), "got '%r3', which is not declared");
  EXPECT_CONTAINS(errorOf(".entry k()\n{\n .reg .b32 %r<3>; .reg .b64 %d;\n add.u32 %r1, %r2, %d;\n}\n"), "expected an operand of 32 bits, got one of 64");
  EXPECT_CONTAINS(errorOf(".entry k()\n{\n .reg .b32 %r<3>;\n mov.u32 %r1, %clock;\n}\n"), "%clock");
  EXPECT_CONTAINS(errorOf(".entry k()\n{\n bra $L;\n}\n"), "label '$L' is not defined");
  EXPECT_CONTAINS(errorOf(".entry k()\n{\n ret;\n"), "expected '}' before the end");
  EXPECT_CONTAINS(errorOf(".entry other()\n{\n ret;\n}\n"), "expected the name of an entry");
  EXPECT_CONTAINS(errorOf(".extern .func (.param .b32 r) f(.param .b32 a);\n.entry k()\n{\n .param .b32 p; .param .b32 q;\n call.uni (p), f, (q);\n}\n"), "has no body in this module");
  // Only what is asked for is decoded.
  EXPECT_EQ(errorOf(".entry other()\n{\n nonsense.b32 1;\n}\n.entry k()\n{\n ret;\n}\n"), "");
}

/// Every text cut short, and with any character replaced, is a module or an error.
TEST(Module, SurvivesBrokenTexts) {
  std::string text = header + ".const .align 4 .b32 t[3] = {5, 6, 0x7};\n.func (.param .b32 r) f(.param .b32 a)\n{\n .reg .b32 %r<3>;\n ld.param.b32 %r1, [a];\n st.param.b32 [r], %r1;\n ret;\n}\n"
                     ".visible .entry k(.param .u64 .ptr .global .align 1 p, .param .align 8 .b8 q[8])\n.reqntid 32, 1, 1\n{\n .reg .pred %p<3>; .reg .b32 %r<9>; .reg .b64 %d<4>; .reg .b16 %h<3>;\n"
                     " { .param .b32 x; .param .b32 y; st.param.b32 [x], 1; call.uni (y), f, (x); ld.param.b32 %r1, [y]; }\n ld.param.b64 %d1, [p]; ld.param.v2.b32 {%r3, %r4}, [q];\n"
                     " $L: setp.lt.and.f32 %p1|%p2, %r1, 0f3F800000, !%p1; @!%p1 bra $L; $T: .branchtargets $L, $M; brx.idx %r1, $T; $M: mov.b32 {%h1, _}, %r1;\n"
                     " cvt.rzi.s32.f32 %r5, %r4; bfe.u32 %r6, %r5, 3, 4; atom.global.add.u32 %r7, [%d1+-8], 1; shfl.sync.bfly.b32 %r8|%p1, %r7, 1, 31, -1; bar.sync 0, 32; ret;\n}\n";
  auto decodes = [](const std::string &broken) {
    auto module = Module::parse(broken);
    return module && module->kernel("k");
  };
  ASSERT_TRUE(decodes(text));
  size_t good = 0, bad = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    ++(decodes(text.substr(0, at)) ? good : bad);
    for (char c : {' ', ';', '}', '{', '[', '(', '.', '9', '-', '"', '%'}) {
      std::string broken = text;
      broken[at] = c;
      ++(decodes(broken) ? good : bad);
    }
  }
  EXPECT_GT(good, 100u);
  EXPECT_GT(bad, 5000u);
}

TEST(Module, CallsFunctions) {
  std::string before = ".func (.param .b32 result) twice@@(.param .b32 x, .param .b64 p)\n{\n .reg .b32 %r<4>; .reg .b64 %d<3>; .reg .pred %p<2>;\n ld.param.b32 %r1, [x]; ld.param.b64 %d1, [p];"
                       " setp.gt.u32 %p1, %r1, 20; @%p1 bra $big; add.u32 %r2, %r1, %r1; st.param.b32 [result], %r2; ret; $big: ld.global.b32 %r3, [%d1]; st.param.b32 [result], %r3; ret;\n}\n";
  std::string call = "{ .param .b32 a; .param .b64 b; .param .b32 c; st.param.b32 [a], %r0; st.param.b64 [b], %m0; call.uni (c), twice@@, (a, b); ld.param.b32 %r8, [c]; }";
  Outcome outcome = runKernel(call + call + "shfl.sync.bfly.b32 %r9, %r8, 0, 31, -1; mul.wide.u32 %w8, %r0, 4; add.s64 %w8, %w8, %m1; st.global.b32 [%w8], %r9;",
                              {filled(std::vector<uint32_t>{7}), empty(128)}, {}, {}, before);
  ASSERT_EQ(outcome.error, "");
  for (uint32_t lane = 0; lane < 32; ++lane)
    EXPECT_EQ(outcome.get<uint32_t>(1)[lane], lane > 20 ? 7 : 2 * lane);
}

TEST(Launch, IsChecked) {
  auto module = Module::parse(header + ".entry k(.param .u64 a, .param .u32 n)\n.reqntid 64, 1, 1\n{\n .shared .align 4 .b8 s[1024];\n ret;\n}\n");
  ASSERT_TRUE(module);
  EXPECT_EQ(module->entries(), std::vector<std::string>{"k"});
  auto kernel = module->kernel("k");
  ASSERT_TRUE(kernel);
  EXPECT_EQ(kernel->requiredBlock()[0], 64u);
  EXPECT_EQ(kernel->parameters()[1].offset, 8u);
  std::vector<std::byte> bytes(4);
  std::vector<Buffer> buffers{{"a", bytes}};
  det::ptx::Launch launch{{1, 1, 1}, {64, 1, 1}, 0, {Pointer{0}, scalar(uint32_t(3))}};
  EXPECT_TRUE(run(*kernel, launch, buffers));
  auto errorWith = [&](auto change, Options options = {}) {
    det::ptx::Launch changed = launch;
    change(changed);
    auto result = run(*kernel, changed, buffers, options);
    return result ? std::string() : result.error().message;
  };
  EXPECT_CONTAINS(errorWith([](auto &l) { l.block[0] = 32; }), "expected blocks of (64, 1, 1) threads (.reqntid), got (32, 1, 1)");
  EXPECT_CONTAINS(errorWith([](auto &l) { l.arguments.pop_back(); }), "expected 2 arguments, got 1");
  EXPECT_CONTAINS(errorWith([](auto &l) { l.arguments[1] = scalar(uint64_t(3)); }), "argument 1 has 8 bytes, parameter 'n' has 4");
  EXPECT_CONTAINS(errorWith([](auto &l) { l.arguments[0] = Pointer{1}; }), "names buffer 1 of 1");
  EXPECT_CONTAINS(errorWith([](auto &l) { l.grid[1] = 0; }), "without zeros");
  EXPECT_CONTAINS(errorWith([](auto &l) { l.dynamicSharedBytes = 300000; }), "bytes of shared memory, got 301024");
}

/// A block sums its slice in shared memory; every thread count of the host must give the same bytes and counts.
TEST(Launch, HostThreadsChangeNothing) {
  std::string body = ".shared .align 4 .b8 s@@[512]; mov.u32 %r9, s@@; mad.lo.u32 %r10, %r0, 4, %r9; mul.wide.u32 %w8, %r2, 4; add.s64 %w8, %w8, %m0; ld.global.b32 %r11, [%w8];"
                     "st.shared.b32 [%r10], %r11; bar.sync 0; mov.b32 %r12, 64; $L@@: setp.ge.u32 %p8, %r0, %r12; @%p8 bra $S@@; mad.lo.u32 %r13, %r12, 4, %r10; ld.shared.b32 %r14, [%r13];"
                     "ld.shared.b32 %r15, [%r10]; add.rn.f32 %r15, %r15, %r14; st.shared.b32 [%r10], %r15; $S@@: bar.sync 0; shr.u32 %r12, %r12, 1; setp.ne.u32 %p9, %r12, 0; @%p9 bra $L@@;"
                     "setp.eq.u32 %p10, %r0, 0; @!%p10 ret; ld.shared.b32 %r16, [%r9]; mul.wide.u32 %w9, %r1, 4; add.s64 %w9, %w9, %m1; st.global.b32 [%w9], %r16;";
  std::vector<float> values(128 * 50);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = 1.0f / float(i + 1);
  Outcome first;
  for (int threads : {1, 2, 7}) {
    Options options;
    options.threads = threads;
    Outcome outcome = runKernel(body, {filled(values), empty(200)}, {{50, 1, 1}, {128, 1, 1}, 0}, options);
    ASSERT_EQ(outcome.error, "");
    if (threads == 1)
      first = outcome;
    EXPECT_EQ(outcome.buffers, first.buffers);
    EXPECT_EQ(outcome.counts.laneInstructions, first.counts.laneInstructions);
  }
  EXPECT_NE(first.get<float>(1)[0], 0.0f);
  // A fault is the same one too: that of the first block which has it, though others fail earlier.
  std::string faulty = "setp.lt.u32 %p8, %r1, 11; @%p8 bra $E@@; ld.global.b32 %r8, [%m0+1000000]; $E@@: mov.b32 %r9, 0;";
  for (int threads : {1, 4}) {
    Options options;
    options.threads = threads;
    EXPECT_CONTAINS(runKernel(faulty, {filled(values)}, {{50, 1, 1}, {32, 1, 1}, 0}, options).error, "block (11, 0, 0), thread (0, 0, 0): out of bounds");
  }
}

} // namespace
