// Products: each output's terms from the graph, chains of fused multiply-adds, or of a tensor core's steps, in the leaves of the order.
#include "Fault.h"
#include "Subject.h"
#include "Terms.h"
#include "det/TensorCore/TensorCore.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <type_traits>

namespace det::probe {

namespace {

class ProductSubject : public Subject {
public:
  ProductSubject(verify::EntryAt at, const artifact::ProductT &product)
      : Subject(std::move(at)), op(entry.op({"dot", "convolution"})), order(entry.walk.context.orderOf(op.out[0])),
        product(product), isSwapped(entry.use(0).value != op.in[0]), node(entry.nodeOf(order, entry.use(2))), tree(order, node),
        terms(verify::termsOf(graph(), op)) {
    reads = {0, 1};
    writes = {2};
    for (const Range &range : node)
      sizes.push_back(range.size());
    // The type that the plan accumulates in; int8 products go through i32.
    acc = order.acc.starts_with("f") ? order.acc : product.type == artifact::ElementType::i64 ? "i64" : "i32";
    operand = acc;
    if (order.leaf.starts_with("mma<")) {
      operand = typeOf(0);
      model = tensorcore::findModel(std::string_view(order.leaf).substr(4, order.leaf.size() - 5));
      format = tensorcore::findFormat(operand);
      verify::require(model && format && typeOf(1) == operand, "multiplies by a tensor core that is not known");
    }
  }

  bool isOrderFree() const override { return !acc.starts_with("f") || tree.terms < 2; }

  std::vector<Expected> expect(const Field &field, uint64_t seed) override {
    const Access &c = entry.use(2);
    std::vector<Index> elements = outputs(std::clamp<int64_t>((1 << 19) / std::max<int64_t>(tree.terms, 1), 8, 256), seed);
    for (const auto &[element, pair] : pairs)
      elements.push_back(element);
    std::vector<Expected> all;
    for (const Index &element : elements) {
      std::optional<uint64_t> bits = evaluate(field, element);
      if (!bits) // a copy fills in what has no terms
        continue;
      Expected one{2, c.addressOf(element), *bits, acc, element, {}};
      if (auto pair = pairs.find(element); pair != pairs.end())
        one.pair = pair->second;
      if (one.pair && model) // the terms of a step meet at once
        one.pair->meeting = one.pair->units - static_cast<int64_t>(numberOf(acc, *bits) / one.pair->unit);
      all.push_back(std::move(one));
    }
    pairs.clear();
    return all;
  }

  /// A (or B, in turn) carries the pattern, the other is ones.
  bool reveal(const Field &field, uint64_t seed) override {
    if (isOrderFree())
      return false;
    const size_t carrier = seed & 1;
    const std::optional<Magnitudes> size = magnitudesOf(operand, acc, tree.terms);
    if (!size)
      return false;
    fill(field, carrier, size->unit);
    fill(field, 1 - carrier, 1);
    std::map<int64_t, double> chosen; // by address
    uint64_t turn = seed * 64;
    pairs.clear();
    for (const Index &element : outputs(64, seed)) {
      std::vector<int64_t> at(tree.terms, -1);
      bool isFree = true;
      for (int64_t i = 0; i < tree.terms; ++i)
        if (auto place = addressOf(carrier, element, i)) {
          at[i] = *place;
          isFree = isFree && !chosen.count(*place);
        }
      auto [a, b] = choosePair(tree.terms, tree, ++turn);
      if (!isFree || at[a] < 0 || at[b] < 0 || at[a] == at[b])
        continue;
      Pair pair{a, b, 0, 0, size->unit};
      const Access &access = entry.use(carrier);
      for (int64_t i = 0; i < tree.terms; ++i)
        if (at[i] >= 0) {
          const double value = i == a ? size->huge : i == b ? -size->huge : size->unit;
          pair.units += i != a && i != b;
          chosen[at[i]] = value;
          const uint64_t bits = bitsOf(operand, value);
          std::memcpy(field.at(access, at[i]), &bits, access.elementBytes);
        }
      pair.meeting = tree.meeting(a, b, [&, a = a, b = b](int64_t i) { return i != a && i != b && at[i] >= 0; });
      pairs[element] = pair;
    }
    return !pairs.empty();
  }

private:
  /// Some of the outputs that the entry makes: of a convolution it may be those where the same window fits.
  std::vector<Index> outputs(int64_t most, uint64_t seed) const {
    Index loops, distances;
    for (const auto *axes : {&product.batch, &product.rows, &product.columns})
      for (const artifact::ProductAxis &axis : *axes) {
        loops.push_back(axis.size());
        distances.push_back(axis.c());
      }
    const Access &c = entry.use(2);
    std::vector<Index> elements;
    for (const Index &at : sample(verify::wholeBox(loops), most, seed)) {
      int64_t address = entry.starts[2];
      for (size_t loop = 0; loop < at.size(); ++loop)
        address += at[loop] * distances[loop] * c.elementBytes;
      std::optional<Index> element = c.elementAt(address);
      verify::require(element && verify::contains(c.box, *element), "writes where its result does not lie");
      elements.push_back(std::move(*element));
    }
    return elements;
  }

  std::optional<verify::Term> termAt(const Index &output, int64_t number) const {
    Index point = verify::elementAt(sizes, number);
    for (size_t dim = 0; dim < point.size(); ++dim)
      point[dim] += node[dim].begin;
    return terms->at(output, point);
  }

  std::optional<int64_t> addressOf(size_t use, const Index &output, int64_t number) const {
    std::optional<verify::Term> term = termAt(output, number);
    if (!term)
      return std::nullopt;
    const Index &element = (use == 0) != isSwapped ? term->a : term->b;
    verify::require(verify::contains(entry.use(use).box, element), "needs elements that its rank does not have");
    return entry.use(use).addressOf(element);
  }

  /// The leaves as chains of steps, joined along the tree.
  std::optional<uint64_t> evaluateSteps(const Field &field, const Index &output) const {
    std::vector<float> stack;
    for (size_t leaf = 0; leaf < tree.leaves.size(); ++leaf) {
      std::vector<uint16_t> a, b;
      for (int64_t term : tree.leaves[leaf]) {
        const std::optional<verify::Term> at = termAt(output, term);
        verify::require(at.has_value(), "lacks a term of a matrix product");
        a.push_back(static_cast<uint16_t>(read(field, 0, isSwapped ? at->b : at->a)));
        b.push_back(static_cast<uint16_t>(read(field, 1, isSwapped ? at->a : at->b)));
      }
      stack.push_back(std::bit_cast<float>(tensorcore::chain(*model, *format, a, b, 0)));
      for (int joins = tree.joins[leaf]; joins > 0; --joins) {
        const float right = stack.back();
        stack.pop_back();
        stack.back() = reference::Joiner<reference::Join::Add>()(stack.back(), right);
      }
    }
    if (stack.empty())
      return std::nullopt;
    uint64_t bits = 0;
    reference::store<float>(*scalarOf(acc), &stack.front(), 1, &bits);
    return bits;
  }

  std::optional<uint64_t> evaluate(const Field &field, const Index &output) {
    if (model)
      return evaluateSteps(field, output);
    uint64_t bits = 0;
    bool hasTerms = false;
    withAccumulator(acc, [&](auto zero) {
      using T = decltype(zero);
      auto term = [&](int64_t i) -> std::optional<std::pair<T, T>> {
        std::optional<verify::Term> at = termAt(output, i);
        if (!at)
          return std::nullopt;
        std::pair<T, T> both;
        std::memcpy(&both.first, field.at(entry.use(0), isSwapped ? at->b : at->a), sizeof(T));
        std::memcpy(&both.second, field.at(entry.use(1), isSwapped ? at->a : at->b), sizeof(T));
        return both;
      };
      auto step = [](const std::optional<T> &chain, const std::pair<T, T> &factors) -> T {
        if constexpr (std::is_floating_point_v<T>) {
          return chain ? std::fma(factors.first, factors.second, *chain) : factors.first * factors.second;
        } else {
          using U = std::make_unsigned_t<T>;
          return static_cast<T>(U(chain.value_or(0)) + static_cast<uint64_t>(U(factors.first)) * U(factors.second));
        }
      };
      std::optional<T> root = tree.evaluate<T>(term, step, reference::Joiner<reference::Join::Add>());
      hasTerms = root.has_value();
      T value = root.value_or(T(0));
      reference::store<T>(*scalarOf(acc), &value, 1, &bits);
    });
    return hasTerms ? std::optional(bits) : std::nullopt;
  }

  const verify::Op &op;
  const Ordered &order;
  const artifact::ProductT &product;
  const bool isSwapped;
  const Box node;
  const Tree tree;
  std::unique_ptr<verify::Terms> terms;
  Index sizes;
  std::string acc, operand; ///< the types of the sum and of its factors
  std::optional<tensorcore::Model> model;
  std::optional<tensorcore::Format> format;
  std::map<Index, Pair> pairs;
};

} // namespace

std::unique_ptr<Subject> productSubject(verify::EntryAt entry, const artifact::ProductT &product) {
  return std::make_unique<ProductSubject>(std::move(entry), product);
}

} // namespace det::probe
