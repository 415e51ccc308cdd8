// What joins two values of a reduction.
#ifndef DET_REFERENCE_KERNELS_JOINS_H
#define DET_REFERENCE_KERNELS_JOINS_H

#include <cmath>
#include <cstdint>
#include <type_traits>

namespace det::reference {

/// The combiners of a reduction. `Right` keeps the right operand (a scatter that overwrites).
enum class Join : uint8_t { Add, Mul, Max, Min, And, Or, Xor, Right };

template <Join J> struct Joiner {
  template <class T> T operator()(T x, T y) const {
    if constexpr (J == Join::Right)
      return y;
    else if constexpr (std::is_floating_point_v<T>)
      return floats(x, y);
    else
      return integers(x, y);
  }

private:
  template <class T> static T floats(T x, T y) {
    if constexpr (J == Join::Add)
      return x + y;
    else if constexpr (J == Join::Mul)
      return x * y;
    else if constexpr (J == Join::Max) // NaN if either is one; -0 < +0
      return x != x ? x : y != y ? y : x == y ? (std::signbit(x) ? y : x) : x > y ? x : y;
    else
      return x != x ? x : y != y ? y : x == y ? (std::signbit(x) ? x : y) : x < y ? x : y;
  }

  template <class T> static T integers(T x, T y) {
    using U = std::make_unsigned_t<T>;
    if constexpr (J == Join::Add)
      return static_cast<T>(U(x) + U(y));
    else if constexpr (J == Join::Mul)
      return static_cast<T>(static_cast<uint64_t>(U(x)) * U(y));
    else if constexpr (J == Join::Max)
      return x > y ? x : y;
    else if constexpr (J == Join::Min)
      return x < y ? x : y;
    else if constexpr (J == Join::And)
      return x & y;
    else if constexpr (J == Join::Or)
      return x | y;
    else
      return x ^ y;
  }
};

/// Calls f with the joiner of `join`; and, or, xor exist on integers only: false for floats.
template <class T, class F> bool withJoiner(Join join, F f) {
  switch (join) {
  case Join::Add:
    return f(Joiner<Join::Add>()), true;
  case Join::Mul:
    return f(Joiner<Join::Mul>()), true;
  case Join::Max:
    return f(Joiner<Join::Max>()), true;
  case Join::Min:
    return f(Joiner<Join::Min>()), true;
  case Join::Right:
    return f(Joiner<Join::Right>()), true;
  case Join::And:
    if constexpr (std::is_integral_v<T>)
      return f(Joiner<Join::And>()), true;
    return false;
  case Join::Or:
    if constexpr (std::is_integral_v<T>)
      return f(Joiner<Join::Or>()), true;
    return false;
  case Join::Xor:
    if constexpr (std::is_integral_v<T>)
      return f(Joiner<Join::Xor>()), true;
    return false;
  }
  return false;
}

} // namespace det::reference

#endif // DET_REFERENCE_KERNELS_JOINS_H
