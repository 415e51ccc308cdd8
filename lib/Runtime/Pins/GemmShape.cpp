// From loops and strides to matrices.
#include "det/Runtime/Pins/GemmShape.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace det::rt {

namespace {

using host::Axis;

/// The only axis, or one of size 1.
std::optional<Axis> single(const std::vector<Axis> &axes) {
  if (axes.size() > 1)
    return std::nullopt;
  return axes.empty() ? Axis{1, 0, 0, 0} : axes.front();
}

/// An operand with `size` rows (columns) `line` apart and `most` terms `step` apart.
std::optional<GemmOperand> operandOf(int64_t size, int64_t line, int64_t terms, int64_t step, int64_t batch) {
  if (size > 1 && line < 1)
    return std::nullopt;
  if (terms > 1 && step < 1)
    return std::nullopt;
  if (batch < 0)
    return std::nullopt;
  GemmOperand operand;
  operand.batch = batch;
  // A line of one element has no distance to the next of its own.
  if (terms == 1 || (step == 1 && !(size > 1 && line == 1))) {
    operand.alongTerms = true;
    operand.ld = size > 1 ? line : terms;
    return operand.ld >= terms ? std::optional(operand) : std::nullopt;
  }
  if (size == 1 || line == 1) {
    operand.ld = step;
    return operand.ld >= size ? std::optional(operand) : std::nullopt;
  }
  return std::nullopt;
}

/// The greatest power of two, at most 16, that divides all places of a buffer in bytes.
int64_t alignmentOf(const artifact::ProductT &product, uint16_t buffer, const artifact::Ref &ref,
                    std::initializer_list<int64_t> steps) {
  int64_t common = 16;
  common = std::gcd(common, int64_t(ref.offset() % 16));
  for (const artifact::RankOffset &offset : product.rank_offsets)
    if (offset.buffer() == buffer)
      common = std::gcd(common, std::abs(offset.stride_bytes()));
  for (const int64_t step : steps)
    common = std::gcd(common, step);
  return common;
}

std::optional<GemmType> typeOf(const artifact::ProductT &product) {
  using artifact::ElementType;
  if (product.model != artifact::MmaModel::none) {
    if (product.type == ElementType::f32 && product.operand == ElementType::f16)
      return GemmType::f16;
    if (product.type == ElementType::f32 && product.operand == ElementType::bf16)
      return GemmType::bf16;
    return std::nullopt;
  }
  if (product.type == ElementType::f32)
    return GemmType::f32;
  if (product.type == ElementType::f64)
    return GemmType::f64;
  return std::nullopt;
}

void exchange(GemmProduct &made) {
  device::ProductShape &p = made.normal;
  made.isExchanged = !made.isExchanged;
  std::swap(p.rows, p.columns);
  std::swap(p.m, p.n);
  for (std::vector<Axis> *axes : {&p.batch, &p.rows, &p.columns})
    for (Axis &axis : *axes)
      std::swap(axis.a, axis.b);
  for (host::InnerPart &part : p.inner) {
    std::swap(part.a, part.b);
    for (Axis &axis : part.axes)
      std::swap(axis.a, axis.b);
  }
}

} // namespace

const char *nameOf(GemmType type) {
  switch (type) {
  case GemmType::f16:
    return "f16";
  case GemmType::bf16:
    return "bf16";
  case GemmType::f32:
    return "f32";
  case GemmType::f64:
    return "f64";
  }
  return "";
}

int64_t GemmShape::leafCount() const {
  int64_t count = 0;
  for (const GemmLeaves &run : leaves)
    count += run.count;
  return count;
}

int64_t GemmShape::terms() const {
  int64_t count = 0;
  for (const GemmLeaves &run : leaves)
    count += run.count * run.terms;
  return count;
}

std::vector<PlacedGemm> GemmShape::calls() const {
  std::vector<PlacedGemm> made;
  const int64_t stepA = a.alongTerms ? 1 : a.ld, stepB = b.alongTerms ? 1 : b.ld;
  int64_t term = 0, leaf = 0;
  for (const GemmLeaves &run : leaves) {
    GemmCall call{type, m, n, run.terms, 1, a, b, c.value_or(GemmOperand{false, n, m * n, 16})};
    const int64_t toLeafD = c ? 0 : results(), toBatchD = call.d.batch;
    // A dense value's place follows from its number.
    if (!c)
      call.d.alignment = std::gcd(int64_t(16), (m * n) * (type == GemmType::f64 ? 8 : 4));
    const bool overLeaves = run.count >= batches;
    call.count = overLeaves ? run.count : batches;
    if (overLeaves) {
      call.a.batch = run.terms * stepA;
      call.b.batch = run.terms * stepB;
      call.d.batch = toLeafD;
    }
    if (call.count == 1)
      call.a.batch = call.b.batch = call.d.batch = 0;
    for (int64_t other = 0; other < (overLeaves ? batches : run.count); ++other) {
      const int64_t first = term + (overLeaves ? 0 : other * run.terms);
      const int64_t batch = overLeaves ? other : 0, at = leaf + (overLeaves ? 0 : other);
      made.push_back({call, first * stepA + batch * a.batch, first * stepB + batch * b.batch, at * toLeafD + batch * toBatchD});
    }
    term += run.count * run.terms;
    leaf += run.count;
  }
  return made;
}

std::optional<GemmProduct> gemmOf(const artifact::ProductT &product) {
  const std::optional<GemmType> type = typeOf(product);
  const auto described = device::describeProduct(product);
  if (!type || !described || !product.more.empty() || product.leaves.empty())
    return std::nullopt;
  Result<device::ProductShape> normal = device::shapeProduct(*described);
  if (!normal || normal->batches == 0 || normal->m == 0 || normal->n == 0 || normal->k == 0 || normal->inner.size() != 1)
    return std::nullopt;
  GemmProduct made;
  made.isExchanged = normal->exchanged;
  made.normal = std::move(*normal);
  const auto isUnit = [](const std::vector<Axis> &axes) { return axes.empty() || axes.back().c == 1; };
  if (!isUnit(made.normal.columns) && isUnit(made.normal.rows))
    exchange(made);
  const device::ProductShape &p = made.normal;
  const auto batch = single(p.batch), rows = single(p.rows), columns = single(p.columns), inner = single(p.inner.front().axes);
  if (!batch || !rows || !columns || !inner || p.m > INT32_MAX || p.n > INT32_MAX || p.k > INT32_MAX || p.batches > INT32_MAX)
    return std::nullopt;
  const int64_t terms = std::max<int64_t>(inner->size, 1);
  const auto a = operandOf(p.m, rows->a, terms, inner->a, batch->a), b = operandOf(p.n, columns->b, terms, inner->b, batch->b);
  if (!a || !b)
    return std::nullopt;
  GemmShape &shape = made.shape;
  shape.type = *type;
  shape.model = artifact::EnumNameMmaModel(product.model);
  shape.batches = p.batches;
  shape.m = p.m;
  shape.n = p.n;
  for (const int32_t leaf : product.leaves)
    if (!shape.leaves.empty() && shape.leaves.back().terms == leaf)
      ++shape.leaves.back().count;
    else
      shape.leaves.push_back({1, leaf});
  shape.a = *a;
  shape.b = *b;
  if (shape.leafCount() == 1 && isUnit(p.columns) && (p.m == 1 || rows->c >= p.n) && batch->c >= 0 &&
      (p.batches == 1 || batch->c > 0))
    shape.c = GemmOperand{false, p.m == 1 ? p.n : rows->c, batch->c, 16};
  const std::vector<PlacedGemm> calls = shape.calls();
  if (calls.size() > mostGemmCalls || shape.leafBytes() > mostGemmLeafBytes)
    return std::nullopt;
  // Every place that a call begins at, of every product of its batch.
  const int64_t bytes = bytesOf(*type), result = *type == GemmType::f64 ? 8 : 4;
  for (const PlacedGemm &placed : calls) {
    const bool x = made.isExchanged;
    shape.a.alignment = std::gcd(shape.a.alignment, alignmentOf(product, x ? 1 : 0, x ? *product.b : *product.a,
                                                                {placed.a * bytes, placed.call.a.batch * bytes}));
    shape.b.alignment = std::gcd(shape.b.alignment, alignmentOf(product, x ? 0 : 1, x ? *product.a : *product.b,
                                                                {placed.b * bytes, placed.call.b.batch * bytes}));
    if (shape.c)
      shape.c->alignment =
          std::gcd(shape.c->alignment, alignmentOf(product, 2, *product.c, {placed.d * result, placed.call.d.batch * result}));
  }
  return made;
}

} // namespace det::rt
