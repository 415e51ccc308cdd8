// The two texts that a user gives to partitioning: a mesh and shard patterns. Pure functions of strings; errors are values.
#ifndef DET_TRANSFORMS_PARTITIONOPTIONS_H
#define DET_TRANSFORMS_PARTITIONOPTIONS_H

#include "det/Runtime/Result.h"
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace det {

/// What `det-partition` is told.
struct PartitionOptions {
  /// `data=4,model=2`: sizes that replace those of the file's mesh by name; further names are added after them. Empty: the
  /// file's mesh as it is, or one rank.
  std::string mesh;
  /// `tokens=[{data}]`, in the order given; the last match wins.
  std::vector<std::string> shards;
};

/// One axis of `--mesh`.
struct MeshAxis {
  std::string name;
  int64_t size;
};

/// Reads `data=4,model=2`. An error for a size below 1 or no number, a name that comes twice, and an axis kind (`:time`,
/// `:stage`), which is not built yet. Empty text is an empty list.
rt::Result<std::vector<MeshAxis>> parseMesh(std::string_view text);

/// A glob over canonical names of arguments and results, and the axes of each dim, major to minor.
struct ShardPattern {
  std::string text; ///< as the user wrote it, for messages
  std::string glob;
  std::vector<std::vector<std::string>> dims;
};

/// Reads `*.qkv.w=[{},{model}]`.
rt::Result<ShardPattern> parseShard(std::string_view text);

/// True if `glob` describes all of `name`; `*` stands for any characters, dots too, `?` for one.
bool matchesGlob(std::string_view glob, std::string_view name);

} // namespace det

#endif // DET_TRANSFORMS_PARTITIONOPTIONS_H
