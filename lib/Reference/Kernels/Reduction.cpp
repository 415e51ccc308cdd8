// Reductions: leaf after leaf for a block of outputs, values on a stack.
#include "Reduction.h"

#include <algorithm>

namespace det::reference {

namespace {

/// Offsets of the elements of a leaf, row-major.
void offsetsOf(const order::Box &leaf, const std::vector<int64_t> &strides, std::vector<int64_t> &offsets) {
  offsets.assign(1, 0);
  for (size_t d = 0; d < leaf.size(); ++d) {
    std::vector<int64_t> longer;
    longer.reserve(offsets.size() * leaf[d].size());
    for (int64_t offset : offsets)
      for (int64_t i = leaf[d].begin; i < leaf[d].end; ++i)
        longer.push_back(offset + i * strides[d]);
    offsets.swap(longer);
  }
}

bool isRun(std::span<const int64_t> numbers) {
  for (size_t i = 1; i < numbers.size(); ++i)
    if (numbers[i] != numbers[0] + int64_t(i))
      return false;
  return true;
}

template <class T, class J>
void fold(J join, const T *x, std::span<const int64_t> bases, std::span<const int64_t> offsets, T *out) {
  int64_t n = static_cast<int64_t>(bases.size());
  if (isRun(bases)) { // outputs side by side: one vector operation per element of the leaf
    const T *at = x + bases[0];
    std::copy(at + offsets[0], at + offsets[0] + n, out);
    for (size_t i = 1; i < offsets.size(); ++i) {
      const T *y = at + offsets[i];
      for (int64_t j = 0; j < n; ++j)
        out[j] = join(out[j], y[j]);
    }
    return;
  }
  for (int64_t j = 0; j < n; ++j) {
    T acc = x[bases[j] + offsets[0]];
    for (size_t i = 1; i < offsets.size(); ++i)
      acc = join(acc, x[bases[j] + offsets[i]]);
    out[j] = acc;
  }
}

template <class T, class J>
void lanes(J join, const T *x, std::span<const int64_t> bases, std::span<const int64_t> offsets, T *out) {
  int64_t count = static_cast<int64_t>(offsets.size()), used = std::min<int64_t>(count, 32);
  bool run = isRun(offsets);
  for (size_t j = 0; j < bases.size(); ++j) {
    const T *at = x + bases[j];
    T lane[32];
    for (int64_t l = 0; l < used; ++l)
      lane[l] = at[offsets[l]];
    int64_t i = used;
    if (run)
      for (; i + 32 <= count; i += 32)
        for (int64_t l = 0; l < 32; ++l)
          lane[l] = join(lane[l], at[offsets[0] + i + l]);
    for (; i < count; ++i)
      lane[i % 32] = join(lane[i % 32], at[offsets[i]]);
    for (int64_t half = 16; half; half /= 2)
      for (int64_t l = 0; l < half && l + half < used; ++l) // lanes without elements do not exist
        lane[l] = join(lane[l], lane[l + half]);
    out[j] = lane[0];
  }
}

template <class T, class J> void run(const Reduction &reduction, J join, const T *x, std::span<const int64_t> bases, T *result) {
  constexpr size_t block = 1024;
  const order::Program &program = reduction.program;
  int64_t depth = order::stackDepth(program.pops);
  std::vector<T> stack(depth * block);
  std::vector<int64_t> offsets;
  for (size_t begin = 0; begin < bases.size(); begin += block) {
    auto some = bases.subspan(begin, std::min(block, bases.size() - begin));
    int64_t held = 0;
    for (size_t leaf = 0; leaf < program.leaves.size(); ++leaf) {
      offsetsOf(program.leaves[leaf], reduction.strides, offsets);
      T *top = stack.data() + held++ * block;
      if (reduction.lanes)
        lanes(join, x, some, offsets, top);
      else
        fold(join, x, some, offsets, top);
      for (int pop = 0; pop < program.pops[leaf]; ++pop) {
        const T *right = stack.data() + --held * block;
        T *left = stack.data() + (held - 1) * block;
        for (size_t j = 0; j < some.size(); ++j)
          left[j] = join(left[j], right[j]);
      }
    }
    std::copy(stack.data(), stack.data() + some.size(), result + begin);
  }
}

} // namespace

template <class T> bool reduce(const Reduction &reduction, Join join, const T *x, std::span<const int64_t> bases, T *result) {
  return withJoiner<T>(join, [&](auto joiner) { run(reduction, joiner, x, bases, result); });
}

template bool reduce<float>(const Reduction &, Join, const float *, std::span<const int64_t>, float *);
template bool reduce<double>(const Reduction &, Join, const double *, std::span<const int64_t>, double *);
template bool reduce<long double>(const Reduction &, Join, const long double *, std::span<const int64_t>, long double *);
template bool reduce<int8_t>(const Reduction &, Join, const int8_t *, std::span<const int64_t>, int8_t *);
template bool reduce<int16_t>(const Reduction &, Join, const int16_t *, std::span<const int64_t>, int16_t *);
template bool reduce<int32_t>(const Reduction &, Join, const int32_t *, std::span<const int64_t>, int32_t *);
template bool reduce<int64_t>(const Reduction &, Join, const int64_t *, std::span<const int64_t>, int64_t *);
template bool reduce<uint8_t>(const Reduction &, Join, const uint8_t *, std::span<const int64_t>, uint8_t *);
template bool reduce<uint16_t>(const Reduction &, Join, const uint16_t *, std::span<const int64_t>, uint16_t *);
template bool reduce<uint32_t>(const Reduction &, Join, const uint32_t *, std::span<const int64_t>, uint32_t *);
template bool reduce<uint64_t>(const Reduction &, Join, const uint64_t *, std::span<const int64_t>, uint64_t *);

} // namespace det::reference
