// Makes the operations of formulas.
#include "Formula.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;

namespace det::import {

Value Maker::make(StringRef name, ValueRange operands, Type type, ArrayRef<std::pair<StringRef, Attribute>> attributes) {
  OperationState state(loc, name.contains('.') ? name.str() : ("stablehlo." + name).str(), operands, {type});
  for (auto [key, value] : attributes)
    state.addAttribute(key, value);
  return b.create(state)->getResult(0);
}

Value Maker::constant(RankedTensorType type, double value) {
  Type element = type.getElementType();
  Attribute attribute = isa<FloatType>(element) ? Attribute(b.getFloatAttr(element, value))
                                                : Attribute(IntegerAttr::get(element, APInt(element.getIntOrFloatBitWidth(), int64_t(value), true, true)));
  return make("constant", {}, type, {{"value", DenseElementsAttr::get(type, attribute)}});
}

Value Maker::constantBits(RankedTensorType type, uint64_t bits) {
  unsigned width = type.getElementTypeBitWidth();
  auto attribute = IntegerAttr::get(type.getElementType(), APInt(width, bits, false, true));
  return make("constant", {}, type, {{"value", DenseElementsAttr::get(type, Attribute(attribute))}});
}

Attribute Maker::opaque(const Twine &text) {
  SmallString<64> storage;
  return OpaqueAttr::get(b.getStringAttr("stablehlo"), text.toStringRef(storage), b.getNoneType());
}

Term Term::convert(Type element) const {
  return element == this->element() ? *this : Term{m->make("convert", value, type().clone(element)), m};
}

Term Term::bitcast(Type element) const {
  return element == this->element() ? *this : Term{m->make("bitcast_convert", value, type().clone(element)), m};
}

Term Term::reshape(ArrayRef<int64_t> shape) const {
  return shape == type().getShape() ? *this : Term{m->make("reshape", value, type().clone(shape)), m};
}

Term Term::broadcast(ArrayRef<int64_t> shape, ArrayRef<int64_t> dims) const {
  return {m->make("broadcast_in_dim", value, type().clone(shape), {{"broadcast_dimensions", m->ints(dims)}}), m};
}

Term Term::transpose(ArrayRef<int64_t> permutation) const {
  SmallVector<int64_t> shape;
  for (int64_t dim : permutation)
    shape.push_back(type().getDimSize(dim));
  return {m->make("transpose", value, type().clone(shape), {{"permutation", m->ints(permutation)}}), m};
}

Term Term::slice(int64_t dim, int64_t start, int64_t limit) const {
  SmallVector<int64_t> starts(type().getRank(), 0), limits(type().getShape()), strides(type().getRank(), 1), shape(type().getShape());
  starts[dim] = start;
  limits[dim] = limit;
  shape[dim] = limit - start;
  return {m->make("slice", value, type().clone(shape),
                  {{"start_indices", m->ints(starts)}, {"limit_indices", m->ints(limits)}, {"strides", m->ints(strides)}}),
          m};
}

Term Term::at(int64_t dim, Term index) const {
  SmallVector<int64_t> sizes(type().getShape());
  sizes[dim] = 1;
  SmallVector<Value> operands{value};
  for (int64_t d = 0; d < type().getRank(); ++d)
    operands.push_back(d == dim ? index.value : index.like(0).value);
  return {m->make("dynamic_slice", operands, type().clone(sizes), {{"slice_sizes", m->ints(sizes)}}), m};
}

Term Term::withPart(Term part, int64_t dim, Term index) const {
  SmallVector<Value> operands{value, part.value};
  for (int64_t d = 0; d < type().getRank(); ++d)
    operands.push_back(d == dim ? index.value : index.like(0).value);
  return {m->make("dynamic_update_slice", operands, type()), m};
}

Term Term::compare(StringRef direction, Term right) const {
  return {m->make("compare", {value, right.value}, type().clone(m->b.getI1Type()),
                  {{"comparison_direction", m->opaque("comparison_direction " + direction)}}),
          m};
}

Term select(Term condition, Term yes, Term no) {
  return {yes.m->make("select", {condition.value, yes.value, no.value}, yes.type()), yes.m};
}

Term transposed(Term x) {
  auto permutation = llvm::to_vector(llvm::seq<int64_t>(0, x.type().getRank()));
  std::swap(permutation[permutation.size() - 2], permutation.back());
  return x.transpose(permutation);
}

Term repeated(Term x, ArrayRef<int64_t> shape) {
  return x.broadcast(shape, llvm::to_vector(llvm::seq<int64_t>(0, int64_t(shape.size()))));
}

Term concatenate(ArrayRef<Term> terms, int64_t dim) {
  Maker &m = *terms.front().m;
  SmallVector<Value> values;
  SmallVector<int64_t> shape(terms.front().type().getShape());
  shape[dim] = 0;
  for (const Term &term : terms) {
    values.push_back(term.value);
    shape[dim] += term.type().getDimSize(dim);
  }
  return {m.make("concatenate", values, terms.front().type().clone(shape), {{"dimension", m.b.getI64IntegerAttr(dim)}}), &m};
}

/// Makes operations in a block that no operation holds yet.
static Maker makerIn(Block &block, Maker &like) {
  OpBuilder builder(like.b.getContext());
  builder.setInsertionPointToEnd(&block);
  return {builder, like.loc};
}

Attribute dotNumbers(Maker &m, ArrayRef<int64_t> lhsBatch, ArrayRef<int64_t> rhsBatch, ArrayRef<int64_t> lhsContract,
                     ArrayRef<int64_t> rhsContract) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  auto list = [&](StringRef name, ArrayRef<int64_t> dims) {
    stream << name << " = [";
    llvm::interleaveComma(dims, stream);
    stream << "]";
  };
  list("dot<lhs_batching_dimensions", lhsBatch);
  list(", rhs_batching_dimensions", rhsBatch);
  list(", lhs_contracting_dimensions", lhsContract);
  list(", rhs_contracting_dimensions", rhsContract);
  stream << ">";
  return m.opaque(text);
}

Term dot(Term lhs, Term rhs, ArrayRef<int64_t> lhsBatch, ArrayRef<int64_t> rhsBatch, ArrayRef<int64_t> lhsContract,
         ArrayRef<int64_t> rhsContract) {
  SmallVector<int64_t> shape;
  for (int64_t dim : lhsBatch)
    shape.push_back(lhs.type().getDimSize(dim));
  auto addFree = [&](RankedTensorType type, ArrayRef<int64_t> batch, ArrayRef<int64_t> contract) {
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (!llvm::is_contained(batch, dim) && !llvm::is_contained(contract, dim))
        shape.push_back(type.getDimSize(dim));
  };
  addFree(lhs.type(), lhsBatch, lhsContract);
  addFree(rhs.type(), rhsBatch, rhsContract);
  Attribute numbers = dotNumbers(*lhs.m, lhsBatch, rhsBatch, lhsContract, rhsContract);
  return {lhs.m->make("dot_general", {lhs.value, rhs.value}, lhs.type().clone(shape), {{"dot_dimension_numbers", numbers}}), lhs.m};
}

SmallVector<Term> repeat(ArrayRef<Term> inits, int64_t trips, llvm::function_ref<SmallVector<Term>(Term, ArrayRef<Term>)> body) {
  // A body may not even fit values without elements.
  if (trips == 0)
    return SmallVector<Term>(inits);
  Maker &m = *inits.front().m;
  auto counterType = RankedTensorType::get({}, m.b.getI32Type());
  OperationState state(m.loc, "stablehlo.while");
  state.addOperands(m.constant(counterType, 0));
  for (const Term &init : inits)
    state.addOperands(init.value);
  SmallVector<Type> types = llvm::map_to_vector(state.operands, [](Value value) { return value.getType(); });
  SmallVector<Location> locations(types.size(), m.loc);
  state.addTypes(types);
  auto addRegion = [&](auto make) {
    Block &block = state.addRegion()->emplaceBlock();
    block.addArguments(types, locations);
    Maker inner = makerIn(block, m);
    SmallVector<Value> results = make(inner, block);
    inner.b.create(OperationState(m.loc, "stablehlo.return", results, TypeRange()));
  };
  addRegion([&](Maker &inner, Block &block) {
    Term counter{block.getArgument(0), &inner};
    return SmallVector<Value>{counter.compare("LT", double(trips)).value};
  });
  addRegion([&](Maker &inner, Block &block) {
    Term counter{block.getArgument(0), &inner};
    SmallVector<Term> carried = llvm::map_to_vector(block.getArguments().drop_front(), [&](Value value) { return Term{value, &inner}; });
    SmallVector<Value> results{(counter + 1.0).value};
    for (const Term &term : body(counter, carried))
      results.push_back(term.value);
    return results;
  });
  return llvm::map_to_vector(m.b.create(state)->getResults().drop_front(), [&](Value value) { return Term{value, &m}; });
}

Term sum(Term x, ArrayRef<int64_t> dims) {
  Maker &m = *x.m;
  SmallVector<int64_t> shape;
  for (int64_t dim = 0; dim < x.type().getRank(); ++dim)
    if (!llvm::is_contained(dims, dim))
      shape.push_back(x.type().getDimSize(dim));
  auto scalar = RankedTensorType::get({}, x.element());
  OperationState state(m.loc, "stablehlo.reduce", {x.value, m.constant(scalar, 0)}, {x.type().clone(shape)});
  state.addAttribute("dimensions", m.ints(dims));
  Block &body = state.addRegion()->emplaceBlock();
  body.addArguments({scalar, scalar}, {m.loc, m.loc});
  Maker inner = makerIn(body, m);
  OperationState end(m.loc, "stablehlo.return", inner.make("add", body.getArguments(), scalar), TypeRange());
  inner.b.create(end);
  return {m.b.create(state)->getResult(0), &m};
}

Term iota(Maker &m, RankedTensorType type, int64_t dim) {
  return {m.make("iota", {}, type, {{"iota_dimension", m.b.getI64IntegerAttr(dim)}}), &m};
}

} // namespace det::import
