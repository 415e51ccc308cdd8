// A view: how the elements of a value lie in a buffer.
#ifndef DET_LIB_TRANSFORMS_LOWER_PLAN_VIEW_H
#define DET_LIB_TRANSFORMS_LOWER_PLAN_VIEW_H

#include "det/Dialect/Det/Det.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace det::plan {

/// The dense row-major strides of a shape.
llvm::SmallVector<int64_t> rowMajor(llvm::ArrayRef<int64_t> shape);

/// The number of elements of a shape.
int64_t elementsOf(llvm::ArrayRef<int64_t> shape);

/// A part of an address that differs between the ranks of a class: stride times the start of `dim` in the rank's box of
/// a value of global size `size` along `dim` with `layout`.
struct RankTerm {
  LayoutAttr layout;
  llvm::SmallVector<int64_t> globalShape;
  unsigned dim;
  int64_t stride; ///< elements
};

/// Some nodes of a partial value, by position in a list of nodes.
struct NodeRun {
  uint32_t first = 0, count = 0;
};

/// Element [i0, i1, ...] lies at offset + sum of i * stride (in elements) of a buffer, plus the rank's terms.
/// Views move without code: transposes, slices, broadcasts, many reshapes, and parts of what a rank holds.
struct View {
  int buffer = -1;
  int64_t offset = 0;
  llvm::SmallVector<int64_t> shape, strides;
  llvm::SmallVector<RankTerm, 1> terms;
  /// What it shows, for the claims of entries: elements of a value, from `starts` on in the rank's box (empty: from its start); of a
  /// partial value nodes, which are a leading dim. Null for helpers.
  mlir::Value value;
  llvm::SmallVector<int64_t> starts;
  std::optional<NodeRun> nodes;
  LayoutAttr layout; ///< null: the value's

  /// A dense view of a whole buffer.
  static View dense(int buffer, llvm::ArrayRef<int64_t> shape);

  int64_t elements() const { return elementsOf(shape); }
  bool isEmpty() const { return elements() == 0; }
  /// Row-major without holes or repetition.
  bool isDense() const;
  /// True if the innermost dim that has several elements is read one after the other, or repeats one element.
  bool isInnermostFast() const;

  /// Dim i of the result is dim permutation[i] of this.
  View transposed(llvm::ArrayRef<int64_t> permutation) const;
  /// Elements starts, starts + steps, ... per dim; `sizes` of them.
  View sliced(llvm::ArrayRef<int64_t> starts, llvm::ArrayRef<int64_t> sizes, llvm::ArrayRef<int64_t> steps) const;
  /// The elements along `dims` in opposite order.
  View reversed(llvm::ArrayRef<int64_t> dims) const;
  /// The same elements in row-major order under another shape; nothing if strides cannot say it.
  std::optional<View> reshaped(llvm::ArrayRef<int64_t> newShape) const;
};

} // namespace det::plan

#endif // DET_LIB_TRANSFORMS_LOWER_PLAN_VIEW_H
