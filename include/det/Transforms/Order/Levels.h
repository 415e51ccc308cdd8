// What `--level` says: one level for the module, and lower ones for the results that globs name.
#ifndef DET_TRANSFORMS_ORDER_LEVELS_H
#define DET_TRANSFORMS_ORDER_LEVELS_H

#include "det/Runtime/Result.h"
#include <string>
#include <string_view>
#include <vector>

namespace det {

/// `loss=not_guaranteed`: the results whose canonical names match, and their level.
struct ResultLevel {
  std::string glob, level;
  /// As the option was written: `--level='loss=not_guaranteed'`.
  std::string text() const { return "--level='" + glob + "=" + level + "'"; }
};

struct LevelOptions {
  std::string module = "mesh_to_mesh";
  std::vector<ResultLevel> results; ///< in the order given; the last match wins
};

/// Parses `mesh_to_mesh,loss=not_guaranteed`: words between commas, at most one without a glob. In a glob `*` stands for any
/// characters and `?` for one, also for a comma. Fails on a level that does not exist, on an empty glob, on two levels of the module.
rt::Result<LevelOptions> parseLevels(std::string_view text);

/// The level under which `level` is compiled: run_to_run as mesh_to_mesh, others as they are.
std::string_view compiledLevel(std::string_view level);

/// True if `level` promises more than `other`. Both exist.
bool isAbove(std::string_view level, std::string_view other);

} // namespace det

#endif // DET_TRANSFORMS_ORDER_LEVELS_H
