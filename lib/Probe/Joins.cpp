// Joins of nodes and cumulative sums.
#include "Subject.h"

#include <algorithm>
#include <cstring>

namespace det::probe {

namespace {

/// A number of stored bits in the type that values are joined in, and back, rounded once.
template <class T> T valueOf(const std::string &type, uint64_t bits) {
  T value{};
  reference::load<T>(*scalarOf(type), &bits, 1, &value);
  return value;
}
template <class T> uint64_t storedBits(const std::string &type, T value) {
  uint64_t bits = 0;
  reference::store<T>(*scalarOf(type), &value, 1, &bits);
  return bits;
}

class JoinSubject : public Subject {
public:
  JoinSubject(verify::EntryAt at, const artifact::JoinT &join)
      : Subject(std::move(at)), join(join), order(entry.walk.context.orderOf(entry.claim.makes.at(0))) {
    reads = join.has_init ? std::vector<size_t>{0, 2} : std::vector<size_t>{0};
    writes = {1};
  }

  bool isOrderFree() const override { return order.combiner != "add" || !order.acc.starts_with("f") || join.count < 2; }

  std::vector<Expected> expect(const Field &field, uint64_t seed) override {
    const Access &result = entry.use(1), &nodes = entry.use(0);
    const std::optional<reference::Join> how = joinOf(order.combiner, order.acc);
    if (!how)
      throw Unknown("a join by " + order.combiner);
    std::vector<Expected> all;
    std::vector<Index> elements = sample(result.box, 256, seed);
    for (const Index &element : elements) {
      Expected one{1, result.addressOf(element), 0, typeOf(1), element, {}};
      bool known = withAccumulator(order.acc, [&](auto zero) {
        using T = decltype(zero);
        reference::withJoiner<T>(*how, [&](auto joiner) {
          std::vector<T> stack;
          for (uint32_t i = 0; i < join.count; ++i) {
            uint64_t bits = 0;
            std::memcpy(&bits, field.at(nodes, nodes.addressOf(element) + i * nodes.nodeBytes()), nodes.elementBytes);
            stack.push_back(valueOf<T>(order.acc, bits));
            for (int joins = join.pops[i]; joins > 0; --joins) {
              const T right = stack.back();
              stack.pop_back();
              stack.back() = joiner(stack.back(), right);
            }
          }
          T value = stack.empty() ? T(0) : stack.back();
          if (join.has_init) {
            const T init = valueOf<T>(
                typeOf(2),
                read(field, 2,
                     join.init_is_scalar ? entry.use(2).box.empty() ? Index() : Index(entry.use(2).box.size()) : element));
            value = stack.empty() ? init : joiner(init, value);
          }
          one.bits = storedBits<T>(one.type, value);
        });
      });
      if (!known)
        throw Unknown("a join in " + order.acc);
      if (auto pair = pairs.find(element); pair != pairs.end())
        one.pair = pair->second;
      all.push_back(std::move(one));
    }
    pairs.clear();
    return all;
  }

  /// Every element has a pair of its own among the nodes.
  bool reveal(const Field &field, uint64_t seed) override {
    if (isOrderFree())
      return false;
    const std::optional<Magnitudes> size = magnitudesOf(order.acc, order.acc, join.count);
    const Access &nodes = entry.use(0);
    if (join.has_init)
      fill(field, 2, 0.0);
    const Tree tree = treeOf();
    uint64_t turn = seed * 256;
    fill(field, 0, size->unit);
    for (const Index &element : sample(entry.use(1).box, 256, seed)) {
      auto [a, b] = choosePair(join.count, tree, ++turn);
      for (auto [node, value] : {std::pair(a, size->huge), std::pair(b, -size->huge)}) {
        const uint64_t bits = bitsOf(order.acc, value);
        std::memcpy(field.at(nodes, nodes.addressOf(element) + node * nodes.nodeBytes()), &bits, nodes.elementBytes);
      }
      pairs[element] = {a, b, join.count - 2, tree.meeting(a, b, [a = a, b = b](int64_t i) { return i != a && i != b; }),
                        size->unit};
    }
    return true;
  }

private:
  /// The tree of the entry's program, which det-verify compares with the certificate's.
  Tree treeOf() const {
    Tree tree(order, Box(order.box.size()));
    tree.leaves.clear();
    tree.joins.assign(join.pops.begin(), join.pops.end());
    for (int64_t i = 0; i < join.count; ++i)
      tree.leaves.push_back({i});
    tree.lanes = false;
    tree.terms = join.count;
    return tree;
  }

  const artifact::JoinT &join;
  const Ordered &order;
  std::map<Index, Pair> pairs;
};

class ScanSubject : public Subject {
public:
  explicit ScanSubject(verify::EntryAt at)
      : Subject(std::move(at)), op(entry.op({"scan"})), order(entry.walk.context.orderOf(op.out[0])), dim(op.number("dim")) {
    reads = {0, 1};
    writes = {2};
    block = order.levels.at(0).second;
    reverse = op.places.count("reverse") != 0;
    n = graph().type(entry.use(0).value).shape.at(dim);
  }

  bool isOrderFree() const override { return order.combiner != "add" || !order.acc.starts_with("f"); }

  std::vector<Expected> expect(const Field &field, uint64_t seed) override {
    const Access &result = entry.use(2);
    Box lines = result.box;
    lines.at(dim) = {0, 1};
    const std::optional<reference::Join> how = joinOf(order.combiner, order.acc);
    std::vector<Expected> all;
    bool known = how && withAccumulator(order.acc, [&](auto zero) {
                   using T = decltype(zero);
                   reference::withJoiner<T>(*how, [&](auto joiner) {
                     auto both = [&](std::optional<T> left, std::optional<T> right) {
                       return !left ? right : !right ? left : std::optional<T>(joiner(*left, *right));
                     };
                     const T init = valueOf<T>(typeOf(1), read(field, 1, Index(entry.use(1).box.size())));
                     for (Index line : sample(lines, std::clamp<int64_t>((1 << 17) / n, 2, 64), seed)) {
                       std::optional<T> carry;
                       const int64_t blocks = (n + block - 1) / block;
                       for (int64_t turn = 0; turn < blocks; ++turn) {
                         const int64_t k = reverse ? blocks - 1 - turn : turn, begin = k * block,
                                       end = std::min(n, begin + block);
                         std::optional<T> local;
                         for (int64_t j = begin; j < end; ++j) {
                           line[dim] = reverse ? begin + end - 1 - j : j;
                           local = both(local, valueOf<T>(typeOf(0), read(field, 0, line)));
                           all.push_back({2,
                                          result.addressOf(line),
                                          storedBits<T>(typeOf(2), joiner(init, *both(carry, local))),
                                          typeOf(2),
                                          line,
                                          {}});
                         }
                         carry = both(carry, local);
                       }
                     }
                   });
                 });
    if (!known)
      throw Unknown("a scan by " + order.combiner + " in " + order.acc);
    return all;
  }

  /// A huge term and its negative in every line: each later sum counts what is not swallowed.
  bool reveal(const Field &field, uint64_t seed) override {
    const std::optional<Magnitudes> size = magnitudesOf(order.acc, order.acc, n);
    if (isOrderFree() || !size || typeOf(0) != order.acc)
      return false;
    fill(field, 1, 0.0);
    const Access &operand = entry.use(0);
    uint64_t turn = seed * 4096;
    const uint64_t unit = bitsOf(order.acc, size->unit), huge = bitsOf(order.acc, size->huge),
                   negative = bitsOf(order.acc, -size->huge);
    std::map<Index, std::pair<int64_t, int64_t>> chosen;
    Field::forEach(operand, [&](int64_t address, const Index &element, int64_t) {
      Index line = element;
      line[dim] = 0;
      auto found = chosen.find(line);
      if (found == chosen.end()) {
        ++turn;
        const int64_t a = static_cast<int64_t>(turn * 0x9e3779b97f4a7c15 >> 32) % n,
                      b = (a + 1 + static_cast<int64_t>(turn * 7919 % 97)) % n;
        found = chosen.emplace(line, std::pair(a, b)).first;
      }
      const uint64_t &bits = element[dim] == found->second.first ? huge : element[dim] == found->second.second ? negative : unit;
      std::memcpy(field.at(operand, address), &bits, operand.elementBytes);
    });
    return true;
  }

private:
  const verify::Op &op;
  const Ordered &order;
  const int64_t dim;
  int64_t block = 0, n = 0;
  bool reverse = false;
};

} // namespace

std::unique_ptr<Subject> joinSubject(verify::EntryAt entry, const artifact::JoinT &join) {
  return std::make_unique<JoinSubject>(std::move(entry), join);
}

std::unique_ptr<Subject> scanSubject(verify::EntryAt entry, const artifact::ScanT &) {
  return std::make_unique<ScanSubject>(std::move(entry));
}

} // namespace det::probe
