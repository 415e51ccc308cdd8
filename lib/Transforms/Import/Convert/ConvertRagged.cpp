// chlo.ragged_dot: products of rows that belong to groups of consecutive ones, as in mixtures of experts.
//
// A group is a batch of a dense product. Where rows are results, each takes that of its own group; where rows are summed, those
// of other groups are zeros on both sides.
#include "Decompose.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;

namespace det::import {
namespace {

struct Ragged {
  input::Ints lhsBatch, rhsBatch, lhsContract, rhsContract;
  int64_t row;                  ///< the dim of the left side that groups cut
  std::optional<int64_t> group; ///< the dim of the right side that has one entry for each group
  int64_t groups;
};

/// Whether a list names each dim at most once, and with `used` no other list does.
bool names(ArrayRef<int64_t> dims, int64_t rank, llvm::SmallSet<int64_t, 8> &used) {
  return llvm::all_of(dims, [&](int64_t dim) { return dim >= 0 && dim < rank && used.insert(dim).second; });
}

bool samePairs(const Conversion &c, ArrayRef<int64_t> lhs, ArrayRef<int64_t> rhs) {
  return lhs.size() == rhs.size() && llvm::all_of(llvm::zip_equal(lhs, rhs), [&](auto pair) {
           return c.type(0).getDimSize(std::get<0>(pair)) == c.type(1).getDimSize(std::get<1>(pair));
         });
}

FailureOr<Ragged> read(const Conversion &c) {
  auto fields = input::Fields::read(c.op->getAttr("ragged_dot_dimension_numbers"), "ragged_dot");
  if (!fields)
    return c.bad("ragged_dot_dimension_numbers"), failure();
  Ragged ragged{fields->list("lhs_batching_dimensions"),
                fields->list("rhs_batching_dimensions"),
                fields->list("lhs_contracting_dimensions"),
                fields->list("rhs_contracting_dimensions"),
                -1,
                std::nullopt,
                0};
  input::Ints rows = fields->list("lhs_ragged_dimensions"), groups = fields->list("rhs_group_dimensions");
  llvm::SmallSet<int64_t, 8> left, right;
  int64_t lhsRank = c.type(0).getRank(), rhsRank = c.type(1).getRank();
  if (!names(ragged.lhsBatch, lhsRank, left) || !names(ragged.lhsContract, lhsRank, left) ||
      !names(ragged.rhsBatch, rhsRank, right) || !names(ragged.rhsContract, rhsRank, right) || !names(groups, rhsRank, right) ||
      !samePairs(c, ragged.lhsBatch, ragged.rhsBatch) || !samePairs(c, ragged.lhsContract, ragged.rhsContract) ||
      rows.size() != 1 || rows[0] < 0 || rows[0] >= lhsRank || groups.size() > 1)
    return c.op->emitError() << "'" << c.op->getName() << "' expected dimension numbers that fit its operands, got "
                             << c.op->getAttr("ragged_dot_dimension_numbers");
  ragged.row = rows[0];
  auto element = dyn_cast<IntegerType>(c.type(2).getElementType());
  if (c.type(2).getRank() != 1 || !element || element.getWidth() < 32 || llvm::is_contained(ragged.lhsBatch, ragged.row))
    return refuse(c.op, "expected rows that are no batch, and one list of group sizes of at least 32 bits");
  ragged.groups = c.type(2).getDimSize(0);
  if (!groups.empty())
    ragged.group = groups[0];
  bool summed = llvm::is_contained(ragged.lhsContract, ragged.row);
  if (summed == ragged.group.has_value() || (ragged.group && c.type(1).getDimSize(*ragged.group) != ragged.groups))
    return c.op->emitError() << "'" << c.op->getName() << "' expected a right side with a dim of " << ragged.groups
                             << " groups where rows are results, and without one where they are summed";
  return ragged;
}

/// For each group and row whether the one has the other; dims as in `shape`, whose first one is the groups.
Term membership(Term sizes, ArrayRef<int64_t> shape, int64_t dim) {
  SmallVector<Term> starts, ends;
  Term end = sizes.slice(0, 0, 1).like(0);
  for (int64_t group = 0; group < shape[0]; ++group) {
    starts.push_back(end);
    end = end + sizes.slice(0, group, group + 1);
    ends.push_back(end);
  }
  auto type = RankedTensorType::get(shape, sizes.element());
  Term row = iota(*sizes.m, type, dim);
  return row.compare("GE", concatenate(starts, 0).broadcast(shape, {0})) &
         row.compare("LT", concatenate(ends, 0).broadcast(shape, {0}));
}

/// The operand once for each group.
Term forGroups(Term x, int64_t groups) {
  SmallVector<int64_t> shape(x.type().getShape());
  shape.insert(shape.begin(), groups);
  return x.broadcast(shape, llvm::to_vector(llvm::seq<int64_t>(1, int64_t(shape.size()))));
}

/// The dims of an operand that has the groups in front.
input::Ints behind(ArrayRef<int64_t> dims, bool batch) {
  input::Ints moved;
  if (batch)
    moved.push_back(0);
  for (int64_t dim : dims)
    moved.push_back(dim + 1);
  return moved;
}

LogicalResult raggedDot(const Conversion &c) {
  FailureOr<Ragged> found = read(c);
  if (failed(found))
    return failure();
  const Ragged &r = *found;
  // The result of the dense product, groups in front.
  SmallVector<int64_t> shape = {r.groups};
  for (int64_t dim : r.lhsBatch)
    shape.push_back(c.type(0).getDimSize(dim));
  int64_t rowAt = -1;
  for (int64_t dim = 0; dim < c.type(0).getRank(); ++dim)
    if (!llvm::is_contained(r.lhsBatch, dim) && !llvm::is_contained(r.lhsContract, dim)) {
      rowAt = dim == r.row ? int64_t(shape.size()) : rowAt;
      shape.push_back(c.type(0).getDimSize(dim));
    }
  for (int64_t dim = 0; dim < c.type(1).getRank(); ++dim)
    if (!llvm::is_contained(r.rhsBatch, dim) && !llvm::is_contained(r.rhsContract, dim) && r.group != dim)
      shape.push_back(c.type(1).getDimSize(dim));
  if (c.resultType().getShape() != ArrayRef<int64_t>(shape).drop_front(r.group ? 1 : 0))
    return c.op->emitError() << "'" << c.op->getName() << "' expected another shape of the result, got " << c.resultType();

  return decompose(c, [&](Maker &m, SmallVectorImpl<Term> &results) {
    Term lhs = forGroups({c.operand(0), &m}, r.groups), rhs{c.operand(1), &m}, sizes{c.operand(2), &m};
    input::Ints rhsBatch = r.rhsBatch, rhsContract = r.rhsContract;
    if (r.group) {
      rhsBatch.insert(rhsBatch.begin(), *r.group);
    } else {
      rhs = forGroups(rhs, r.groups);
      int64_t row = r.rhsContract[llvm::find(r.lhsContract, r.row) - r.lhsContract.begin()];
      if (r.groups > 0) {
        lhs = select(membership(sizes, lhs.type().getShape(), r.row + 1), lhs, lhs.like(0));
        rhs = select(membership(sizes, rhs.type().getShape(), row + 1), rhs, rhs.like(0));
      }
      rhsBatch = behind(rhsBatch, true);
      rhsContract = behind(rhsContract, false);
    }
    Attribute numbers = dotNumbers(m, behind(r.lhsBatch, true), rhsBatch, behind(r.lhsContract, false), rhsContract);
    auto type = RankedTensorType::get(shape, c.resultType().getElementType());
    Term product{m.make("dot_general", {lhs.value, rhs.value}, type, {{"dot_dimension_numbers", numbers}}), &m};
    if (!r.group) {
      results.push_back(product);
      return success();
    }
    // Rows of no group are zeros.
    Term result{m.constant(c.resultType(), 0), &m};
    if (r.groups > 0) {
      Term members = membership(sizes, shape, rowAt);
      auto part = [&](Term x, int64_t group) { return x.slice(0, group, group + 1).reshape(result.type().getShape()); };
      for (int64_t group = 0; group < r.groups; ++group)
        result = select(part(members, group), part(product, group), result);
    }
    results.push_back(result);
    return success();
  });
}

} // namespace

void addRaggedConversions(Conversions &table) { table.add("chlo.ragged_dot", 3, raggedDot); }

} // namespace det::import
