// Directed rounding through the host's rounding mode, lane by lane. Values pass through volatile memory, so that no operation is moved to
// where another mode is set.
#include "Rounded.h"

#include <cfenv>
#include <cmath>

namespace det::ptx {

namespace {

enum Operation : uint8_t { Add, Sub, Mul, Div, Rcp, Sqrt, Fma };

template <class F, class Bits, Bits nan> void compute(Warp &warp, const Instruction &i, Mask mask) {
  constexpr int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
  auto operation = static_cast<Operation>(i.flags & 15);
  int mode = modes[i.flags >> 4], before = std::fegetround();
  forLanes(mask, [&](unsigned lane) {
    volatile F a = warp.at<F>(i.a)[lane], b = i.b == none ? F(0) : warp.at<F>(i.b)[lane], c = i.c == none ? F(0) : warp.at<F>(i.c)[lane], r;
    std::fesetround(mode);
    switch (operation) {
    case Add: r = a + b; break;
    case Sub: r = a - b; break;
    case Mul: r = a * b; break;
    case Div: r = a / b; break;
    case Rcp: r = 1 / a; break;
    case Sqrt: r = std::sqrt(a); break;
    case Fma: r = std::fma(a, b, c); break;
    }
    std::fesetround(before);
    F result = r;
    warp.at<Bits>(i.d)[lane] = result != result ? nan : __builtin_bit_cast(Bits, result);
  });
}

template <uint8_t flags> void single(Warp &warp, const Instruction &i, Mask mask) {
  Instruction with = i;
  with.flags = flags;
  compute<float, uint32_t, 0x7fffffff>(warp, with, mask);
}
template <uint8_t flags> void twice(Warp &warp, const Instruction &i, Mask mask) {
  Instruction with = i;
  with.flags = flags;
  compute<double, uint64_t, 0x7fffffffffffffff>(warp, with, mask);
}

template <uint8_t mode> Handler inMode(Operation operation, bool isSingle) {
  constexpr uint8_t m = mode << 4;
  constexpr Handler singles[] = {single<m | Add>, single<m | Sub>, single<m | Mul>, single<m | Div>, single<m | Rcp>, single<m | Sqrt>, single<m | Fma>};
  constexpr Handler doubles[] = {twice<m | Add>, twice<m | Sub>, twice<m | Mul>, twice<m | Div>, twice<m | Rcp>, twice<m | Sqrt>, twice<m | Fma>};
  return (isSingle ? singles : doubles)[operation];
}

} // namespace

Handler directedRounding(std::string_view name, bool isSingle, Rounding rounding) {
  Operation operation = name == "add" ? Add : name == "sub" ? Sub : name == "mul" ? Mul : name == "div" ? Div : name == "rcp" ? Rcp
                        : name == "sqrt" ? Sqrt : Fma;
  return rounding == Rounding::Zero ? inMode<1>(operation, isSingle) : rounding == Rounding::Down ? inMode<2>(operation, isSingle)
                                                                                                  : inMode<3>(operation, isSingle);
}

} // namespace det::ptx
