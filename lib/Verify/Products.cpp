// Products: the terms of an output, one by one, are those of the graph in the order of the certificate.
#include "Below.h"
#include "Fault.h"
#include "Terms.h"
#include "Walk.h"

#include <algorithm>
#include <utility>

namespace det::verify {

namespace {

using Axes = std::vector<artifact::ProductAxis>;

int64_t sizeOf(const Axes &axes) {
  int64_t size = 1;
  for (const artifact::ProductAxis &axis : axes)
    size *= axis.size();
  return size;
}

/// Elements from the start of A, B and C.
struct Offsets {
  int64_t a = 0, b = 0, c = 0;
};

void add(Offsets &offsets, const Axes &axes, int64_t position) {
  for (size_t i = axes.size(); i-- > 0; position /= axes[i].size()) {
    int64_t at = position % axes[i].size();
    offsets.a += at * axes[i].a();
    offsets.b += at * axes[i].b();
    offsets.c += at * axes[i].c();
  }
}

/// The check of one output: walks down the order's tree and along the entry's terms at once.
class OutputCheck {
public:
  OutputCheck(const EntryAt &entry, const artifact::ProductT &product, const Ordered &order, const Terms &terms, bool isSwapped)
      : entry(entry), product(product), order(order), terms(terms), isSwapped(isSwapped) {
    ends.push_back(sizeOf(product.inner));
    for (const auto &part : product.more)
      ends.push_back(ends.back() + sizeOf(part->inner));
  }

  void run(const Box &box, const Index &of, const Offsets &from) {
    output = of;
    start = from;
    position = 0;
    leaf = 0;
    if (order.isFree())
      return runFree(box);
    visit(box);
    require(leaf == product.leaves.size(), "has ", product.leaves.size(), " leaves where the order has ", leaf);
    require(leaf == 0 || position == ends.back(), "sums ", ends.back(), " terms where the graph has ", position);
  }

private:
  using Pair = std::pair<int64_t, int64_t>; ///< the addresses of a term's operands, as the entry names them

  /// Terms in any order, in any leaves: each once.
  void runFree(const Box &box) {
    std::vector<Pair> expected, got;
    forEachTerm(box, [&](const Term &term) {
      require(holds(term), "multiplies other elements than those of the sum");
      expected.push_back(addressesOf(term));
    });
    require(expected.empty() || static_cast<int64_t>(expected.size()) == ends.back(), "sums ", ends.back(), " terms where the graph has ",
            expected.size());
    int64_t inLeaves = 0;
    for (int32_t terms : product.leaves) {
      require(terms > 0, "has a leaf of ", terms, " terms");
      inLeaves += terms;
    }
    require(inLeaves == static_cast<int64_t>(expected.size()), "has ", inLeaves, " terms in its leaves where the graph has ", expected.size());
    requireJoinsAll(product.pops, product.leaves.size());
    for (size_t i = 0; i < expected.size(); ++i)
      got.push_back(addressesAt(i));
    std::sort(expected.begin(), expected.end());
    std::sort(got.begin(), got.end());
    require(expected == got, "multiplies other elements than those of the sum");
  }

  /// True if the node has a term.
  bool visit(const Box &node) {
    auto operands = volume(node) ? operandsOf(order, node) : std::nullopt;
    if (!operands)
      return visitLeaf(node);
    bool left = visit(operands->first), right = visit(operands->second);
    if (left && right) {
      require(joins > 0, "joins its leaves in another order than the certificate's");
      --joins;
    }
    return left || right;
  }

  bool visitLeaf(const Box &box) {
    int64_t before = position;
    forEachTerm(box, [&](const Term &term) { checkTerm(term); });
    if (position == before)
      return false;
    require(joins == 0, "joins its leaves in another order than the certificate's");
    require(leaf < product.leaves.size() && leaf < product.pops.size() && product.leaves[leaf] == position - before,
            "has a leaf of ", leaf < product.leaves.size() ? product.leaves[leaf] : 0, " terms where the order has one of ",
            position - before);
    joins = product.pops[leaf++];
    return true;
  }

  /// The terms of a box, row-major.
  template <class Visit> void forEachTerm(const Box &box, Visit visit) {
    anyElement(box, [&](const Index &point) {
      if (std::optional<Term> term = terms.at(output, point))
        visit(*term);
      return false;
    });
  }

  /// Where the entry's walk finds the operands of its term number `position`.
  Pair addressesAt(int64_t position) const {
    size_t part = std::upper_bound(ends.begin(), ends.end(), position) - ends.begin();
    Offsets at = start;
    if (part == 0) {
      add(at, product.inner, position);
    } else {
      at.a += product.more[part - 1]->a;
      at.b += product.more[part - 1]->b;
      add(at, product.more[part - 1]->inner, position - ends[part - 1]);
    }
    return {entry.starts[0] + at.a * entry.uses[0].elementBytes, entry.starts[1] + at.b * entry.uses[1].elementBytes};
  }

  const Index &ofA(const Term &term) const { return isSwapped ? term.b : term.a; }
  const Index &ofB(const Term &term) const { return isSwapped ? term.a : term.b; }
  /// True if the rank has the elements of a term, and where they lie.
  bool holds(const Term &term) const { return contains(entry.uses[0].box, ofA(term)) && contains(entry.uses[1].box, ofB(term)); }
  Pair addressesOf(const Term &term) const { return {entry.uses[0].addressOf(ofA(term)), entry.uses[1].addressOf(ofB(term))}; }

  void checkTerm(const Term &term) {
    require(position < ends.back(), "sums ", ends.back(), " terms where the graph has more");
    require(holds(term) && addressesOf(term) == addressesAt(position), "multiplies other elements than term ", position, " of the sum");
    ++position;
  }

  const EntryAt &entry;
  const artifact::ProductT &product;
  const Ordered &order;
  const Terms &terms;
  const bool isSwapped;
  std::vector<int64_t> ends; ///< of the parts of the walk over terms
  Index output;
  Offsets start;
  int64_t position = 0;
  size_t leaf = 0;
  int joins = 0; ///< that follow the last leaf, and are still to come
};

} // namespace

/// The model of a leaf mma<model>; nothing for other leaves.
static std::string modelOf(const Ordered &order) {
  return order.leaf.starts_with("mma<") && order.leaf.ends_with(">") ? order.leaf.substr(4, order.leaf.size() - 5) : "";
}

void checkProduct(EntryAt &entry, const artifact::ProductT &product) {
  const Op &op = entry.op({"dot", "convolution"});
  const Graph &graph = entry.walk.graph;
  const Access &a = entry.use(0), &b = entry.use(1), &c = entry.use(2);
  const Ordered &order = entry.walk.context.orderOf(op.out[0]);
  // a * b is b * a in all bits: the entry may take the operands the other way round.
  bool isSwapped = !(a.value == op.in[0] && b.value == op.in[1]);
  require(!isSwapped || (a.value == op.in[1] && b.value == op.in[0]), "multiplies values ", a.value, " and ", b.value,
          " where the graph has ", op.in[0], " and ", op.in[1]);
  require(c.value == op.out[0], "stores its product as value ", c.value);
  static const std::pair<artifact::ElementType, const char *> types[] = {{artifact::ElementType::f32, "f32"},
                                                                          {artifact::ElementType::f64, "f64"},
                                                                          {artifact::ElementType::i32, "i32"},
                                                                          {artifact::ElementType::i64, "i64"}};
  auto type = std::find_if(std::begin(types), std::end(types), [&](const auto &known) { return known.first == product.type; });
  require(type != std::end(types), "accumulates in a type that products do not have");
  bool isFloat = order.acc.starts_with("f");
  int64_t bytes = product.type == artifact::ElementType::f64 || product.type == artifact::ElementType::i64 ? 8 : 4;
  require(isFloat ? order.acc == type->second : std::string(type->second).starts_with("i"), "accumulates in ", type->second,
          " instead of ", order.acc);
  int64_t operandBytes = bytes;
  if (std::string model = modelOf(order); !model.empty()) {
    std::string operand = order.terms.substr(0, order.terms.find('*'));
    const char *named = artifact::EnumNameMmaModel(product.model), *read = artifact::EnumNameElementType(product.operand);
    require(model == named, "multiplies by tensor cores of model ", named, " instead of ", model);
    require(operand == read, "multiplies elements of ", read, " instead of ", operand);
    require(order.terms == operand + "*" + operand && product.type == artifact::ElementType::f32, "multiplies what no tensor core does");
    operandBytes = operand.starts_with("f8") ? 1 : 2;
  } else {
    require(product.model == artifact::MmaModel::none, "multiplies by tensor cores, where the order has leaf ", order.leaf);
  }
  require(a.elementBytes == operandBytes && b.elementBytes == operandBytes && c.elementBytes == bytes, "reads elements of other sizes");

  Box box = entry.nodeOf(order, c);
  std::unique_ptr<Terms> terms = termsOf(graph, op);
  OutputCheck check(entry, product, order, *terms, isSwapped);

  Index sizes;
  const Axes *groups[] = {&product.batch, &product.rows, &product.columns};
  for (const Axes *axes : groups)
    for (const artifact::ProductAxis &axis : *axes)
      sizes.push_back(axis.size());
  int64_t outputs = volume(sizes);
  require(op.name == "convolution" || outputs == volume(c.box), "makes ", outputs, " of ", volume(c.box), " outputs");
  // Outputs that tell every loop's strides: corners along each axis, and some inside.
  for (const Index &at : samplesOf(wholeBox(sizes))) {
    Offsets start;
    size_t next = 0;
    for (const Axes *axes : groups)
      for (const artifact::ProductAxis &axis : *axes) {
        start.a += at[next] * axis.a();
        start.b += at[next] * axis.b();
        start.c += at[next++] * axis.c();
      }
    std::optional<Index> output = c.elementAt(entry.starts[2] + start.c * bytes);
    require(output && contains(c.box, *output), "writes where its result does not lie");
    check.run(box, *output, start);
  }
  entry.walk.memory.read(a);
  entry.walk.memory.read(b);
  entry.walk.memory.write(c, outputs);
}

void checkIdentity(EntryAt &entry, const artifact::CopyT &copy) {
  const Access &to = entry.use(1);
  const Graph &graph = entry.walk.graph;
  const Op *op = graph.maker(to.value);
  require(op && op->name == "convolution" && to.partial != none, "copies what is no value");
  std::span<const uint8_t> constants = entry.walk.context.constants;
  uint64_t at = entry.refs[0].offset(), bytes = copy.element_bytes;
  require(entry.uses[0].space == artifact::Space::constants && at + bytes <= constants.size() &&
              static_cast<int64_t>(bytes) == to.elementBytes,
          "copies what is no value");
  bool isFloat = entry.walk.context.orderOf(to.value).acc.starts_with("f");
  for (uint64_t i = 0; i < bytes; ++i)
    require(constants[at + i] == (isFloat && i + 1 == bytes ? 0x80 : 0), "fills in something else than the identity of a sum");
  const Ordered &order = entry.walk.context.orderOf(to.value);
  Box node = entry.nodeOf(order, to), all = wholeBox(order.box);
  Index sizes(copy.sizes.begin(), copy.sizes.end());
  std::unique_ptr<Terms> terms = termsOf(graph, *op);
  auto hasTerms = [&](const Box &box, const Index &output) {
    return anyElement(box, [&](const Index &point) { return terms->at(output, point).has_value(); });
  };
  for (const Index &place : samplesOf(wholeBox(sizes))) {
    int64_t target = entry.starts[1];
    for (size_t dim = 0; dim < place.size(); ++dim) {
      require(copy.source_strides.at(dim) == 0, "copies more than the identity");
      target += place[dim] * copy.target_strides.at(dim) * to.elementBytes;
    }
    std::optional<Index> output = to.elementAt(target);
    require(output && contains(to.box, *output), "writes where its result does not lie");
    require(!hasTerms(node, *output), "fills in the identity where a sum has terms");
    require(hasTerms(all, *output), "fills in the identity where nothing is summed at all, which gives +0.0");
  }
  entry.walk.memory.write(to, volume(sizes));
}

} // namespace det::verify
