// Older products and look-ups: einsum, unary_einsum, torch_index_select.
#include "Decompose.h"

using namespace mlir;

namespace det::import {
namespace {

using Dims = SmallVector<int64_t>;

/// Whether every label is a letter that occurs once, one for each dim.
bool labelsDims(StringRef labels, RankedTensorType type) {
  for (size_t i = 0; i < labels.size(); ++i)
    if (!llvm::isAlpha(labels[i]) || labels.drop_front(i + 1).contains(labels[i]))
      return false;
  return int64_t(labels.size()) == type.getRank();
}

/// Dims of one label have one size, and all elements one type.
LogicalResult checkSizes(const Conversion &c, ArrayRef<std::pair<StringRef, RankedTensorType>> labelled) {
  llvm::SmallDenseMap<char, int64_t> sizes;
  for (auto [labels, type] : labelled) {
    if (type.getElementType() != c.resultType().getElementType())
      return c.op->emitError() << "'" << c.op->getName() << "' expected operands of " << c.resultType().getElementType()
                               << ", got " << type.getElementType();
    for (auto [label, size] : llvm::zip_equal(labels, type.getShape()))
      if (int64_t known = sizes.try_emplace(label, size).first->second; known != size)
        return c.op->emitError() << "'" << c.op->getName() << "' expected dims '" << StringRef(&label, 1) << "' of one size, got "
                                 << known << " and " << size;
  }
  return success();
}

/// Sums over the dims whose labels `keep` lacks.
Term reduced(Term x, std::string &labels, llvm::function_ref<bool(char)> keep) {
  Dims dims;
  std::string kept;
  for (auto [dim, label] : llvm::enumerate(labels))
    keep(label) ? kept.push_back(label) : dims.push_back(int64_t(dim));
  labels = kept;
  return dims.empty() ? x : sum(x, dims);
}

/// The dims in the order of the labels of the result.
Term arranged(Term x, StringRef labels, StringRef wanted) {
  Dims permutation;
  for (char label : wanted)
    permutation.push_back(int64_t(labels.find(label)));
  return labels == wanted ? x : x.transpose(permutation);
}

/// The configuration `ab,bc->ac`, blanks dropped, cut at its arrow.
FailureOr<std::pair<std::string, std::string>> readConfig(const Conversion &c) {
  auto attribute = c.op->getAttrOfType<StringAttr>("einsum_config");
  if (!attribute)
    return c.bad("einsum_config");
  std::string text = attribute.getValue().str();
  llvm::erase(text, ' ');
  auto [from, to] = StringRef(text).split("->");
  if (!StringRef(text).contains("->") || !labelsDims(to, c.resultType()))
    return refuse(c.op, "expected an 'einsum_config' such as 'ab,bc->ac': letters, each once in an operand, one for each dim");
  return std::pair{from.str(), to.str()};
}

LogicalResult einsum(const Conversion &c) {
  auto config = readConfig(c);
  if (failed(config))
    return failure();
  auto [left, right] = StringRef(config->first).split(',');
  StringRef result = config->second;
  bool known = llvm::all_of(result, [l = left, r = right](char label) { return l.contains(label) || r.contains(label); });
  if (!labelsDims(left, c.type(0)) || !labelsDims(right, c.type(1)) || !known)
    return refuse(c.op, "expected an 'einsum_config' such as 'ab,bc->ac': letters, each once in an operand, one for each dim");
  if (failed(checkSizes(c, {{left, c.type(0)}, {right, c.type(1)}, {result, c.resultType()}})))
    return failure();
  return decompose(c, [&, l = left.str(), r = right.str()](Maker &m, SmallVectorImpl<Term> &results) mutable {
    std::string before = l;
    auto in = [](StringRef labels, char label) { return labels.contains(label); };
    Term lhs = reduced({c.operand(0), &m}, l, [&](char label) { return in(r, label) || in(result, label); });
    Term rhs = reduced({c.operand(1), &m}, r, [&](char label) { return in(before, label) || in(result, label); });
    Dims lhsBatch, rhsBatch, lhsContract, rhsContract;
    std::string order, freeLeft, freeRight;
    for (auto [dim, label] : llvm::enumerate(l)) {
      size_t other = r.find(label);
      if (other == std::string::npos) {
        freeLeft.push_back(label);
        continue;
      }
      bool batch = in(result, label);
      (batch ? lhsBatch : lhsContract).push_back(int64_t(dim));
      (batch ? rhsBatch : rhsContract).push_back(int64_t(other));
      if (batch)
        order.push_back(label);
    }
    for (char label : r)
      if (!in(l, label))
        freeRight.push_back(label);
    results.push_back(
        arranged(dot(lhs, rhs, lhsBatch, rhsBatch, lhsContract, rhsContract), order + freeLeft + freeRight, result));
    return success();
  });
}

LogicalResult unaryEinsum(const Conversion &c) {
  auto config = readConfig(c);
  if (failed(config))
    return failure();
  StringRef from = config->first, result = config->second;
  if (!labelsDims(from, c.type()) || !llvm::all_of(result, [&](char label) { return from.contains(label); }))
    return refuse(c.op, "expected an 'einsum_config' such as 'ab->b': letters, each once in an operand, one for each dim");
  if (failed(checkSizes(c, {{from, c.type()}, {result, c.resultType()}})))
    return failure();
  return decompose(c, [&](Maker &m, SmallVectorImpl<Term> &results) {
    std::string labels = from.str();
    Term x = reduced({c.operand(), &m}, labels, [&](char label) { return result.contains(label); });
    results.push_back(arranged(x, labels, result));
    return success();
  });
}

/// Slices of one dim at the indices, after `batch_dims` dims that both have.
LogicalResult torchIndexSelect(const Conversion &c) {
  FailureOr<int64_t> dim = c.integer("dim"), batch = c.integer("batch_dims");
  if (failed(dim) || failed(batch))
    return failure();
  int64_t rank = c.type(0).getRank(), indexRank = c.type(1).getRank();
  if (*dim >= rank || *batch > *dim || *batch > indexRank)
    return c.op->emitError() << "'" << c.op->getName() << "' expected 'batch_dims' up to 'dim', a dim of the operand, got "
                             << *batch << " and " << *dim;
  Dims sizes(c.type(0).getShape()), offsets;
  for (int64_t d = 0; d < rank; ++d)
    if (d < *batch || d == *dim)
      sizes[d] = std::min<int64_t>(sizes[d], 1);
    else
      offsets.push_back(d < *dim ? d : d + indexRank - *batch - 1);
  auto range = llvm::to_vector(llvm::seq<int64_t>(0, *batch));
  return c.replace(GatherOp::create(c.b, c.loc(), c.resultType(), c.operand(0), c.operand(1), offsets, {*dim}, range, range,
                                    {*dim}, indexRank, sizes)
                       .getResult());
}

} // namespace

void addEinsumConversions(Conversions &table) {
  table.add("einsum", 2, einsum);
  table.add("unary_einsum", 1, unaryEinsum);
  table.add("torch_index_select", 2, torchIndexSelect);
}

} // namespace det::import
