// Decodes the shardings of GSPMD, which older JAX and torch-xla write as strings: `mhlo.sharding = "{devices=[4,2]<=[8]}"`.
#ifndef DET_DIALECT_INPUT_GSPMD_H
#define DET_DIALECT_INPUT_GSPMD_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace det::input {

/// Devices in a range of a flat order: those that differ in the digits between the products `begin` and `end` of the sizes
/// before them. `[begin, end)` of a mesh ["x"=2, "y"=4] is x = [1, 2), y = [2, 8).
struct DeviceDigits {
  int64_t begin, end;
  bool operator==(const DeviceDigits &) const = default;
};

/// One sharding.
struct GspmdSharding {
  enum class Kind {
    Replicated, ///< `{replicated}`, and a tiling over one device
    Manual,     ///< `{manual}`
    Tiled,      ///< `{devices=...}`
    Open        ///< `{unknown}`, `{maximal device=0}`: says nothing about values
  };
  Kind kind = Kind::Open;
  /// The number of devices of a tiling.
  int64_t devices = 1;
  /// For each dim the digits that cut it, major to minor.
  std::vector<llvm::SmallVector<DeviceDigits, 2>> dims;
  /// Digits over which the value is manual (`last_tile_dims={manual}`).
  llvm::SmallVector<DeviceDigits, 2> manual;
};

/// Reads one sharding, or a tuple `{{...}, {...}}` of several. Nothing if the text has another form.
///
/// A list of devices (`devices=[2,1]1,0`) that is no transposed range is read as the natural order: which device holds which part
/// is placement, and placement is decided when a program is run.
std::optional<std::vector<GspmdSharding>> readGspmd(llvm::StringRef text);

} // namespace det::input

#endif // DET_DIALECT_INPUT_GSPMD_H
