// The definition of a matrix product, literally: one output at a time, std::fma, a stack for the joins.
#include "det/Runtime/Host/Postfix.h"
#include "det/Runtime/Host/Product.h"

#include <cmath>
#include <limits>

namespace det::rt::host {

namespace {

int64_t extent(const std::vector<Axis> &axes) {
  int64_t count = 1;
  for (const Axis &axis : axes)
    count *= axis.size;
  return count;
}

// Offsets in A, B and C of position `index` of a row-major walk.
Axis place(const std::vector<Axis> &axes, int64_t index) {
  Axis at{index, 0, 0, 0};
  for (size_t d = axes.size(); d-- > 0;) {
    const int64_t i = index % axes[d].size;
    index /= axes[d].size;
    at.a += i * axes[d].a;
    at.b += i * axes[d].b;
    at.c += i * axes[d].c;
  }
  return at;
}

template <class Scalar> Scalar fused(Scalar a, Scalar b, Scalar c) {
  if constexpr (std::is_floating_point_v<Scalar>)
    return std::fma(a, b, c);
  else
    return a * b + c;
}

template <class Scalar> void runPlainly(const Product &p, const Scalar *a, const Scalar *b, Scalar *c) {
  const int64_t batches = extent(p.batch), m = extent(p.rows), n = extent(p.columns);
  for (int64_t batch = 0; batch < batches; ++batch)
    for (int64_t row = 0; row < m; ++row)
      for (int64_t column = 0; column < n; ++column) {
        const Axis x = place(p.batch, batch), y = place(p.rows, row), z = place(p.columns, column);
        Scalar stack[maxPostfixDepth] = {Scalar(0)};
        int top = 0;
        int64_t k = 0;    // in the current part
        size_t number = 0; // of that part; 0 is `inner`
        const auto axes = [&]() -> const std::vector<Axis> & { return number == 0 ? p.inner : p.more[number - 1].axes; };
        for (size_t leaf = 0; leaf < p.leaves.size(); ++leaf) {
          Scalar chain = 0;
          for (int32_t i = 0; i < p.leaves[leaf]; ++i, ++k) {
            for (; k == extent(axes()); k = 0)
              ++number;
            Axis w = place(axes(), k);
            if (number > 0) {
              w.a += p.more[number - 1].a;
              w.b += p.more[number - 1].b;
            }
            const Scalar left = a[x.a + y.a + w.a], right = b[x.b + z.b + w.b];
            chain = i == 0 ? left * right : fused(left, right, chain);
          }
          stack[top++] = chain;
          for (int joins = p.pops[leaf]; joins > 0; --joins, --top)
            stack[top - 2] = stack[top - 2] + stack[top - 1];
        }
        // The library's quiet NaN has a clear sign bit, but only one payload bit; the canonical one has all.
        Scalar result = stack[0];
        if constexpr (std::is_floating_point_v<Scalar>)
          if (std::isnan(result)) {
            if constexpr (sizeof(Scalar) == 4)
              result = __builtin_nanf("0x7fffff");
            else
              result = __builtin_nan("0xfffffffffffff");
          }
        c[x.c + y.c + z.c] = result;
      }
}

} // namespace

void runProductPlainly(const Product &product, const void *a, const void *b, void *c) {
  const auto with = [&]<class Scalar>(Scalar) {
    runPlainly(product, static_cast<const Scalar *>(a), static_cast<const Scalar *>(b), static_cast<Scalar *>(c));
  };
  switch (product.type) { // integers wrap: unsigned arithmetic
  case Real::f32:
    return with(float());
  case Real::f64:
    return with(double());
  case Real::i32:
    return with(uint32_t());
  case Real::i64:
    return with(uint64_t());
  }
}

} // namespace det::rt::host
