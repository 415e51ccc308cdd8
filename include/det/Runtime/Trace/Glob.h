// Name patterns.
#ifndef DET_RUNTIME_TRACE_GLOB_H
#define DET_RUNTIME_TRACE_GLOB_H

#include <string_view>

namespace det::rt {

/// True if the whole name matches: `*` stands for any characters, dots included, `?` for one.
bool matchesGlob(std::string_view pattern, std::string_view name);

} // namespace det::rt

#endif // DET_RUNTIME_TRACE_GLOB_H
