// How a matrix product runs on a GPU: a pure function of the product, so that the compiler links the kernel that the runtime
// launches.
#ifndef DET_DEVICE_PRODUCTSHAPE_H
#define DET_DEVICE_PRODUCTSHAPE_H

#include "det/Runtime/Artifact/plan_generated.h"
#include "det/Runtime/Cuda/Records.h"
#include "det/Runtime/Host/Walk.h"

#include <optional>
#include <string>

namespace det::device {

/// A part of the program that leaves one value: leaves [first, end), whose last one does `lastPops` of its joins inside the part.
struct ProductSegment {
  int64_t first, end;
  int lastPops;
};

/// A product in the normal form of a GPU: axes merged, those of C's memory last among the columns; what runs it.
struct ProductShape {
  std::vector<rt::host::Axis> batch, rows, columns;
  std::vector<rt::host::InnerPart> inner; ///< one after the other
  bool exchanged = false;                 ///< rows are the columns of B
  int64_t batches = 1, m = 1, n = 1, k = 0;
  bool each = false; ///< one thread per result instead of tiles
  rt::cuda::ProductTile tile{};
  std::vector<ProductSegment> segments; ///< evaluated by different blocks; more than one: joined afterwards
  std::vector<uint8_t> joins;           ///< the program over the segments
  std::string kernel;
};

/// The product that an entry describes; nothing for types that no kernel takes.
std::optional<rt::host::Product> describeProduct(const artifact::ProductT &product);

/// A kernel instead of the one that is thought to be fastest: its tile (no rows: one thread per result), the least size of its
/// stack, and how many segments the program is cut into, if it has as many parts. For tests and measurements.
struct ProductChoice {
  uint32_t rows, columns;
  int stack;
  size_t segments;
};

/// Errors: those of host::prepareProduct for shapes, leaves and programs, sizes that a grid cannot hold, a choice that there is
/// no kernel for.
rt::Result<ProductShape> shapeProduct(const rt::host::Product &product, const ProductChoice *choice = nullptr);

/// The normal form alone: merged axes and sizes, rows and columns as they are in the product.
ProductShape normalProduct(const rt::host::Product &product);

/// The name of a type of products, and that of the kernel that joins segments.
std::string productTypeName(rt::host::Real type);
std::string productJoinKernel(rt::host::Real type);

/// The steps of the segments, at most `depth` terms each, and where each segment's begin, with the end.
struct ProductSteps {
  std::vector<rt::cuda::ProductStep> steps;
  std::vector<uint32_t> segments;
};
ProductSteps stepsOf(const rt::host::Product &product, const std::vector<ProductSegment> &segments, uint32_t depth);

} // namespace det::device

#endif // DET_DEVICE_PRODUCTSHAPE_H
