// Paths into trees of values, as JAX writes them, and the names made of them.
#ifndef DET_LIB_TRANSFORMS_IMPORT_NAMES_NAMEPATHS_H
#define DET_LIB_TRANSFORMS_IMPORT_NAMES_NAMEPATHS_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace det::import {

/// `state['opt'][1][0].mu['w']`: a root word and keys.
struct NamePath {
  struct Key {
    std::string text;
    bool isIndex; ///< `[1]`, not `['1']` or `.one`
    bool operator==(const Key &) const = default;
  };
  std::string root;
  std::vector<Key> keys;

  /// Reads a path; a text of another form becomes a root without keys. Control characters become `_`, what is no UTF-8 U+FFFD.
  static NamePath parse(llvm::StringRef written);

  /// Root and keys joined with dots.
  std::string join() const;
};

/// Drops the root word that all paths of a group share, and with `leadingIndex` a first index that they share too;
/// only as far as a name remains for each (a bare index keeps its root).
void dropCommonStart(std::vector<NamePath *> &group, bool leadingIndex);

} // namespace det::import

#endif // DET_LIB_TRANSFORMS_IMPORT_NAMES_NAMEPATHS_H
