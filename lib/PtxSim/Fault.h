// How the parts of the interpreter stop: with one message, which the public interface turns into an error value.
#ifndef DET_LIB_PTXSIM_FAULT_H
#define DET_LIB_PTXSIM_FAULT_H

#include <string>

namespace det::ptx {

/// Thrown inside the library only.
struct Fault {
  std::string message;
};

[[noreturn]] inline void fail(std::string message) { throw Fault{std::move(message)}; }

/// A fault of the text, at a line.
[[noreturn]] inline void failAt(unsigned line, const std::string &message) { fail("line " + std::to_string(line) + ": " + message); }

} // namespace det::ptx

#endif // DET_LIB_PTXSIM_FAULT_H
