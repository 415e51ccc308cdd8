// Whether a product, a launch of rows and a product go together, and how.
#include "det/Device/AttentionShape.h"

#include "det/Runtime/Host/Postfix.h"

#include <algorithm>

namespace det::device {

namespace {

using rt::Error, rt::Result, rt::host::Axis, rt::host::InnerPart;
using namespace rt::cuda;

/// True if the offsets are 0, step, 2 * step, ...
bool isEven(const std::vector<int64_t> &offsets, int64_t step) {
  for (size_t i = 0; i < offsets.size(); ++i)
    if (offsets[i] != int64_t(i) * step)
      return false;
  return true;
}

/// The entry as a product of f32 by chains of fma whose program a block's stack holds.
Result<rt::host::Product> productOf(const artifact::ProductT &entry) {
  if (entry.type != artifact::ElementType::f32 || entry.model != artifact::MmaModel::none || !entry.pin.empty())
    return Error{"a product that is not one of f32 by fma"};
  rt::host::Product product = *describeProduct(entry);
  const int depth = rt::host::postfixDepth(product.pops.data(), int64_t(product.pops.size()));
  if (product.leaves.empty() || product.leaves.size() != product.pops.size() || depth < 1 || depth > attentionStack)
    return Error{"a product without terms, or whose program is more than " + std::to_string(attentionStack) + " deep"};
  if (std::any_of(product.leaves.begin(), product.leaves.end(), [](int32_t leaf) { return leaf < 1; }))
    return Error{"a product with an empty leaf"};
  return product;
}

void exchange(rt::host::Product &product) {
  std::swap(product.rows, product.columns);
  for (std::vector<Axis> *axes : {&product.batch, &product.rows, &product.columns, &product.inner})
    for (Axis &axis : *axes)
      std::swap(axis.a, axis.b);
  for (InnerPart &part : product.more) {
    std::swap(part.a, part.b);
    for (Axis &axis : part.axes)
      std::swap(axis.a, axis.b);
  }
}

/// Sizes that tables and grids hold, and leaves that have every term.
bool isSized(const rt::host::Product &product, const ProductShape &shape) {
  int64_t terms = 0;
  for (int32_t leaf : product.leaves)
    terms += leaf;
  return terms == shape.k && shape.k <= INT32_MAX && shape.batches >= 1 && shape.m >= 1 && shape.n >= 1 && shape.batches <= INT32_MAX &&
         shape.m <= INT32_MAX && shape.n <= INT32_MAX && shape.batches * shape.m <= INT32_MAX;
}

/// True if A of the product is dense rows of `columns`, as many as the first product has, and k goes along them.
bool readsRows(const ProductShape &shape, const ProductShape &first) {
  return shape.batches == first.batches && shape.m == first.m && shape.k == first.n &&
         isEven(rt::host::walk(shape.batch, &Axis::a), first.m * first.n) && isEven(rt::host::walk(shape.rows, &Axis::a), first.n) &&
         isEven(rt::host::walkParts(shape.inner, &Axis::a, &InnerPart::a), 1);
}

/// Gives a buffer of the launch the strides of the tile; false if it is not dense rows one after the other.
bool setStrides(std::vector<int64_t> &params, size_t loops, size_t buffer, int64_t n, uint32_t pitch) {
  int64_t rows = 1;
  for (size_t loop = loops; loop-- > 0;) {
    int64_t &stride = params[(2 + buffer) * loops + loop];
    const bool isRow = loop + 1 == loops;
    if (isRow ? params[loop] != n || stride != 1 : params[loop] != 1 && stride != rows * n)
      return false;
    if (!isRow) {
      stride = rows * pitch;
      if (__builtin_mul_overflow(rows, params[loop], &rows) || rows < 1 || rows > INT32_MAX)
        return false;
    }
  }
  return true;
}

} // namespace

Result<AttentionShape> shapeAttention(const artifact::ProductT &first, const artifact::LaunchT &launch, const artifact::ProductT *second,
                                      const artifact::FusionT &fusion) {
  AttentionShape made;
  const auto tile = std::find_if(std::begin(attentionTiles), std::end(attentionTiles), [&](const AttentionTile &t) { return t.rows == fusion.rows; });
  if (tile == std::end(attentionTiles))
    return Error{"a tile of " + std::to_string(fusion.rows) + " rows, which no kernel has"};
  made.tile = *tile;
  Result<rt::host::Product> product = productOf(first);
  if (!product)
    return product.error();
  made.first = std::move(*product);
  const ProductShape &scores = made.firstShape = normalProduct(made.first);
  if (!isSized(made.first, scores) || !isEven(rt::host::walk(scores.batch, &Axis::c), scores.m * scores.n) ||
      !isEven(rt::host::walk(scores.rows, &Axis::c), scores.n) || !isEven(rt::host::walk(scores.columns, &Axis::c), 1))
    return Error{"a product whose results are not dense rows"};
  const int64_t n = scores.n, rows = scores.batches * scores.m;
  const size_t buffers = launch.buffers.size(), loops = launch.params.size() / (3 + buffers);
  if (buffers > mostRowBuffers || loops == 0 || launch.params.size() != loops * (3 + buffers) || launch.extent != rows)
    return Error{"a launch that does not work on each row of the product"};
  if (launch.kernel != fusion.kernel || fusion.input >= buffers || (second ? fusion.output >= buffers : fusion.output != noRowBuffer))
    return Error{"buffers that the launch does not have"};
  // A tile that does not fit into any block's memory is refused by the driver; this keeps numbers small.
  if (n > 1 << 20)
    return Error{"rows that no block's memory holds"};
  made.pitch = attentionPitch(uint32_t(n));
  made.sharedBytes = made.pitch * tile->rows * 4;
  made.params = launch.params;
  if (!setStrides(made.params, loops, fusion.input, n, made.pitch) ||
      (second && !setStrides(made.params, loops, fusion.output, n, made.pitch)))
    return Error{"a launch whose buffers are not dense rows"};
  if (!second)
    return made;
  product = productOf(*second);
  if (!product)
    return product.error();
  made.second = std::move(*product);
  made.secondShape = normalProduct(made.second);
  if (!readsRows(made.secondShape, scores)) {
    made.exchanged = true;
    exchange(made.second);
    made.secondShape = normalProduct(made.second);
  }
  if (!isSized(made.second, made.secondShape) || !readsRows(made.secondShape, scores))
    return Error{"a second product that does not multiply the rows"};
  return made;
}

std::string attentionKernel(const artifact::FusionT &fusion) {
  const auto text = [](uint64_t number) { return std::to_string(number); };
  return "det_attention_" + text(fusion.rows) + "_" + text(fusion.entries) + "__" + text(fusion.kernel) + "_" + text(fusion.input) + "_" +
         text(fusion.output);
}

uint32_t sharedLimitOf(const std::string &chip) {
  // The tables of compute capabilities: 163 KiB for 8.0 and 8.7, 227 KiB for 9.0, 10.0, 10.1 and 10.3, 99 KiB for the others.
  if (chip == "sm_80" || chip == "sm_87")
    return 163 << 10;
  return chip.starts_with("sm_90") || chip.starts_with("sm_10") ? 227 << 10 : 99 << 10;
}

} // namespace det::device
