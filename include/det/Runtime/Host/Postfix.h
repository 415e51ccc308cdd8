// Postfix programs: how leaves are joined to one value, as a table of counts.
#ifndef DET_RUNTIME_HOST_POSTFIX_H
#define DET_RUNTIME_HOST_POSTFIX_H

#include <cstdint>
#include <vector>

namespace det::rt::host {

/// The deepest stack that kernels accept. The tree of order.md over m leaves in L levels needs at most log2(m) + 2 L.
inline constexpr int maxPostfixDepth = 64;

/// The stack depth of a program: leaf i is pushed, then pops[i] times the two topmost entries are joined (deeper one on
/// the left). Returns -1 unless exactly one value is left at the end and the stack never runs empty, 0 if count is 0.
int postfixDepth(const uint8_t *pops, int64_t count);

/// The program of T(m), order.md section 1: left part is the largest power of two below m.
std::vector<uint8_t> treeProgram(int64_t m);

/// The program of T(m) whose every leaf is itself a `part` program.
std::vector<uint8_t> nestPrograms(int64_t m, const std::vector<uint8_t> &part);

} // namespace det::rt::host

#endif // DET_RUNTIME_HOST_POSTFIX_H
