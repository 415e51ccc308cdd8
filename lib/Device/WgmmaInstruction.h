// wgmma of operands in shared memory: a slice's instructions in one statement, from the fence to the wait, so that no copy of a register that is still
// being added to can come between.
#ifndef DET_LIB_DEVICE_WGMMAINSTRUCTION_H
#define DET_LIB_DEVICE_WGMMAINSTRUCTION_H

#include "Gpu.h"

namespace det::device {

enum class Factor { f16, bf16, e4m3, e5m2 };
template <Factor> struct FactorOf {
  using Element = uint8_t;
};
template <> struct FactorOf<Factor::f16> {
  using Element = uint16_t;
};
template <> struct FactorOf<Factor::bf16> {
  using Element = uint16_t;
};

/// What this thread has written to shared memory is seen by tensor cores behind the next barrier.
DET_INLINE void showToTensorCores() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

/// The descriptor of a matrix in 128-byte swizzle at an address of shared memory: eight lines of 128 bytes follow the eight before at once; of a turned
/// one, 64 rows follow behind 64 terms.
template <bool isTurned> DET_INLINE uint64_t descriptorOf(uint32_t address) {
  constexpr uint64_t leading = isTurned ? 64 * 128 : 16, stride = 1024, swizzle128 = 1;
  return (address & 0x3ffff) >> 4 | leading >> 4 << 16 | stride >> 4 << 32 | swizzle128 << 62;
}

#define DET_SUMS_16(AT)                                                                                                                \
  "+f"(c[AT]), "+f"(c[AT + 1]), "+f"(c[AT + 2]), "+f"(c[AT + 3]), "+f"(c[AT + 4]), "+f"(c[AT + 5]), "+f"(c[AT + 6]), "+f"(c[AT + 7]),  \
      "+f"(c[AT + 8]), "+f"(c[AT + 9]), "+f"(c[AT + 10]), "+f"(c[AT + 11]), "+f"(c[AT + 12]), "+f"(c[AT + 13]), "+f"(c[AT + 14]),      \
      "+f"(c[AT + 15])
#define DET_NAMES_16_0 "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15"
#define DET_NAMES_16_1 "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define DET_NAMES_16_2 "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47"
#define DET_NAMES_16_3 "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
/// Four instructions at once, or fewer one by one: in between stand branches, behind which registers have to be fenced again. A, B and COUNT are the
/// names of operands, NEXT_A and NEXT_B how far the next terms lie; names of sums come first.
#define DET_WGMMA(FORM, SUMS, A, B, COUNT, NEXT_A, NEXT_B, FLAGS)                                                                      \
  "{\n.reg .pred yes, all, more;\n.reg .b64 a, b;\n"                                                                                   \
  "setp.eq.b32 yes, 0, 0;\nsetp.eq.b32 all, " COUNT ", 4;\n"                                                                           \
  "mov.b64 a, " A ";\nmov.b64 b, " B ";\n"                                                                                             \
  "@!all bra.uni $wgmma_few_%=;\n"                                                                                                     \
  "wgmma.fence.sync.aligned;\n"                                                                                                        \
  DET_WGMMA_ONE(FORM, SUMS, FLAGS) DET_WGMMA_NEXT(NEXT_A, NEXT_B) DET_WGMMA_ONE(FORM, SUMS, FLAGS) DET_WGMMA_NEXT(NEXT_A, NEXT_B)      \
  DET_WGMMA_ONE(FORM, SUMS, FLAGS) DET_WGMMA_NEXT(NEXT_A, NEXT_B) DET_WGMMA_ONE(FORM, SUMS, FLAGS) DET_WGMMA_WAIT                      \
  "bra.uni $wgmma_end_%=;\n"                                                                                                           \
  "$wgmma_few_%=:\n"                                                                                                                   \
  DET_WGMMA_ALONE(FORM, SUMS, FLAGS)                                                                                                   \
  "setp.gt.u32 more, " COUNT ", 1;\n@!more bra.uni $wgmma_end_%=;\n"                                                                   \
  DET_WGMMA_NEXT(NEXT_A, NEXT_B) DET_WGMMA_ALONE(FORM, SUMS, FLAGS)                                                                    \
  "setp.gt.u32 more, " COUNT ", 2;\n@!more bra.uni $wgmma_end_%=;\n"                                                                   \
  DET_WGMMA_NEXT(NEXT_A, NEXT_B) DET_WGMMA_ALONE(FORM, SUMS, FLAGS)                                                                    \
  "$wgmma_end_%=:\n}"
#define DET_WGMMA_ONE(FORM, SUMS, FLAGS) "wgmma.mma_async.sync.aligned." FORM " {" SUMS "}, a, b, yes, 1, 1" FLAGS ";\n"
#define DET_WGMMA_NEXT(NEXT_A, NEXT_B) "add.s64 a, a, " NEXT_A ";\nadd.s64 b, b, " NEXT_B ";\n"
#define DET_WGMMA_WAIT "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n"
#define DET_WGMMA_ALONE(FORM, SUMS, FLAGS) "wgmma.fence.sync.aligned;\n" DET_WGMMA_ONE(FORM, SUMS, FLAGS) DET_WGMMA_WAIT

/// c += a * b over a slice of four instructions' terms, of which `count` are computed. A descriptor counts 16 bytes: the next terms lie 32 bytes
/// further in all lines, or (turned) 16 lines.
template <Factor factor, int columns, bool isTurnedA, bool isTurnedB>
DET_INLINE void multiplySlice(float (&c)[columns / 2], uint64_t a, uint64_t b, uint32_t count) {
#define DET_MULTIPLY_128(FORM, NEXT_A, NEXT_B, FLAGS)                                                                                  \
  asm volatile(DET_WGMMA(FORM, DET_NAMES_16_0 ", " DET_NAMES_16_1 ", " DET_NAMES_16_2 ", " DET_NAMES_16_3, "%64", "%65", "%66", NEXT_A,\
                         NEXT_B, FLAGS)                                                                                                \
               : DET_SUMS_16(0), DET_SUMS_16(16), DET_SUMS_16(32), DET_SUMS_16(48)                                                     \
               : "l"(a), "l"(b), "r"(count)                                                                                            \
               : "memory")
#define DET_MULTIPLY_32(FORM)                                                                                                          \
  asm volatile(DET_WGMMA(FORM, DET_NAMES_16_0, "%16", "%17", "%18", "2", "2", "") : DET_SUMS_16(0) : "l"(a), "l"(b), "r"(count) : "memory")
#define DET_MULTIPLY_TURNED(TYPE)                                                                                                      \
  if constexpr (isTurnedA && isTurnedB)                                                                                                \
    DET_MULTIPLY_128("m64n128k16.f32." TYPE "." TYPE, "128", "128", ", 1, 1");                                                         \
  else if constexpr (isTurnedA)                                                                                                        \
    DET_MULTIPLY_128("m64n128k16.f32." TYPE "." TYPE, "128", "2", ", 1, 0");                                                           \
  else if constexpr (isTurnedB)                                                                                                        \
    DET_MULTIPLY_128("m64n128k16.f32." TYPE "." TYPE, "2", "128", ", 0, 1");                                                           \
  else                                                                                                                                 \
    DET_MULTIPLY_128("m64n128k16.f32." TYPE "." TYPE, "2", "2", ", 0, 0")
  if constexpr (factor == Factor::f16) {
    DET_MULTIPLY_TURNED("f16");
  } else if constexpr (factor == Factor::bf16) {
    DET_MULTIPLY_TURNED("bf16");
  } else if constexpr (columns == 128) {
    if constexpr (factor == Factor::e4m3)
      DET_MULTIPLY_128("m64n128k32.f32.e4m3.e4m3", "2", "2", "");
    else
      DET_MULTIPLY_128("m64n128k32.f32.e5m2.e5m2", "2", "2", "");
  } else {
    static_assert(columns == 32);
    if constexpr (factor == Factor::e4m3)
      DET_MULTIPLY_32("m64n32k32.f32.e4m3.e4m3");
    else
      DET_MULTIPLY_32("m64n32k32.f32.e5m2.e5m2");
  }
#undef DET_MULTIPLY_TURNED
#undef DET_MULTIPLY_32
#undef DET_MULTIPLY_128
}

#undef DET_WGMMA
#undef DET_WGMMA_ONE
#undef DET_WGMMA_NEXT
#undef DET_WGMMA_WAIT
#undef DET_WGMMA_ALONE
#undef DET_NAMES_16_0
#undef DET_NAMES_16_1
#undef DET_NAMES_16_2
#undef DET_NAMES_16_3
#undef DET_SUMS_16

} // namespace det::device

#endif // DET_LIB_DEVICE_WGMMAINSTRUCTION_H
