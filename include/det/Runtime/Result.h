// A value or an error: how the runtime reports failure. Errors are values; nothing is thrown, nothing exits.
#ifndef DET_RUNTIME_RESULT_H
#define DET_RUNTIME_RESULT_H

#include <string>
#include <utility>
#include <variant>

namespace det::rt {

/// What went wrong, in one sentence: lower case, the numbers in it, and what to do where that is known.
struct Error {
  std::string message;
};

/// Either a T or an Error. `if (!r) return r.error();`
template <class T> class [[nodiscard]] Result {
public:
  Result(T value) : state(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return state.index() == 0; }
  T &operator*() { return std::get<0>(state); }
  const T &operator*() const { return std::get<0>(state); }
  T *operator->() { return &std::get<0>(state); }
  const T *operator->() const { return &std::get<0>(state); }
  const Error &error() const { return std::get<1>(state); }

private:
  std::variant<T, Error> state;
};

/// Success, or an Error.
class [[nodiscard]] Status {
public:
  Status() = default;
  Status(Error error) : failure(std::move(error)), failed(true) {}

  explicit operator bool() const { return !failed; }
  const Error &error() const { return failure; }

private:
  Error failure;
  bool failed = false;
};

} // namespace det::rt

#endif // DET_RUNTIME_RESULT_H
