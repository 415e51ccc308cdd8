// What all programs of a plan share: layouts, labels, constants, element types.
#ifndef DET_LIB_TRANSFORMS_LOWER_PLAN_TABLES_H
#define DET_LIB_TRANSFORMS_LOWER_PLAN_TABLES_H

#include "det/Dialect/Det/Det.h"
#include "det/Runtime/Artifact/plan_generated.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <map>

namespace det::plan {

/// The plan's name of an element type.
artifact::ElementType elementTypeOf(mlir::Type type);

/// Bytes of an element in memory; booleans take one.
int64_t bytesOf(mlir::Type elementType);
int64_t bytesOf(mlir::Value value);

/// The plan's name of a combiner.
artifact::Combiner combinerOf(Combiner combiner);

/// A mesh axis, or a part of one, as the plan numbers it.
artifact::Axis axisOf(MeshAttr mesh, AxisRefAttr axis);

/// Tables of a plan while it grows. Everything is numbered in the order of first use.
class Tables {
public:
  Tables(artifact::PlanT &plan, std::vector<uint8_t> &constants, MeshAttr mesh) : plan(plan), constants(constants), mesh(mesh) {}

  /// The number of a layout of tensors of `shape`; a partial layout counts as the layout of its result elements.
  uint32_t layout(LayoutAttr layout, llvm::ArrayRef<int64_t> shape);

  /// The number of a value that is split over ranks as nodes, with the cuts of its sum's box.
  uint32_t partial(mlir::Value value, LayoutAttr layout);

  /// The number of a label.
  uint32_t label(llvm::StringRef text);
  /// What errors, traces and reports call an op: the name of its location if it has one, and its kind.
  uint32_t label(mlir::Operation *op);

  /// The offset of some bytes in the constants section; equal bytes are kept once.
  uint64_t constant(llvm::ArrayRef<uint8_t> bytes);
  /// The same for the elements of a constant: one element if all are equal, else all, row-major. Fails on types without
  /// a byte form.
  mlir::FailureOr<uint64_t> constant(mlir::ElementsAttr elements);

private:
  artifact::PlanT &plan;
  std::vector<uint8_t> &constants;
  MeshAttr mesh;
  std::map<std::vector<int64_t>, uint32_t> layoutNumbers;
  llvm::DenseMap<mlir::Value, uint32_t> partialNumbers;
  llvm::StringMap<uint32_t> labelNumbers;
  std::map<std::string, uint64_t> constantOffsets;
};

} // namespace det::plan

#endif // DET_LIB_TRANSFORMS_LOWER_PLAN_TABLES_H
