// What is wrong with an artifact: the first fault that a check finds.
#ifndef DET_LIB_VERIFY_FAULT_H
#define DET_LIB_VERIFY_FAULT_H

#include <sstream>
#include <stdexcept>
#include <string>

namespace det::verify {

/// Thrown where a check fails, and caught once, in verify(): checks read as plain statements this way.
struct Fault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws a fault of the given words, printed one after the other.
template <class... Words> [[noreturn]] void fail(const Words &...words) {
  std::ostringstream text;
  (text << ... << words);
  throw Fault(text.str());
}

/// Throws unless `holds`.
template <class... Words> void require(bool holds, const Words &...words) {
  if (!holds)
    fail(words...);
}

} // namespace det::verify

#endif // DET_LIB_VERIFY_FAULT_H
