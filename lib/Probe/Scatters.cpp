// Scatters: which updates hit an element follows from the indices in memory, as the graph addresses them.
#include "BodyValues.h"
#include "Places.h"
#include "Subject.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace det::probe {

namespace {

/// An update that hits: its position among the scatter dims, and its element.
struct Hit {
  Index position, update;
};

/// The addressing of a scatter, or of one by a body.
class Targets {
public:
  Targets(const verify::EntryAt &entry, const verify::Op &op, const Access &operand, const Access &indices, const Access &updates)
      : op(op), operand(operand), indices(indices), updates(updates), shape(entry.walk.graph.type(op.in[0]).shape),
        indexType(entry.walk.graph.type(indices.value).element), windows(op.list("update_window_dims")),
        positions(verify::dimsWithout(updates.box.size(), windows)),
        fromIndices(verify::dimsWithout(indices.box.size(), {op.number("index_vector_dim")})) {
    Index without = op.list("inserted_window_dims");
    const Index &batching = op.list("input_batching_dims");
    without.insert(without.end(), batching.begin(), batching.end());
    windowDims = verify::dimsWithout(shape.size(), without);
  }

  /// The updates that hit each target, in ascending order of their positions.
  std::vector<std::vector<Hit>> hitsOf(const Field &field, const std::vector<Index> &targets) const {
    std::vector<std::vector<Hit>> all(targets.size());
    Box box;
    for (int64_t dim : positions)
      box.push_back(updates.box[dim]);
    Index sizes = verify::sizesOf(box);
    for (int64_t at = 0, count = verify::volume(box); at < count; ++at) {
      Index position = verify::elementAt(sizes, at);
      for (size_t i = 0; i < box.size(); ++i)
        position[i] += box[i].begin;
      const Index start = startAt(field, position);
      for (size_t i = 0; i < targets.size(); ++i)
        if (std::optional<Index> update = updateFor(position, start, targets[i]))
          all[i].push_back({position, std::move(*update)});
    }
    return all;
  }

  const Index &positionDims() const { return positions; }

private:
  /// Where the window of an update begins in the operand; batching dims are those of the indices.
  Index startAt(const Field &field, const Index &position) const {
    Index start(shape.size(), 0), at(indices.box.size(), 0);
    for (size_t i = 0; i < fromIndices.size(); ++i)
      at[fromIndices[i]] = position.at(i);
    const int64_t vectorDim = op.number("index_vector_dim");
    const Index &to = op.list("scatter_dims_to_operand_dims");
    for (size_t k = 0; k < to.size(); ++k) {
      if (vectorDim < static_cast<int64_t>(at.size()))
        at[vectorDim] = indices.box[vectorDim].begin + static_cast<int64_t>(k);
      uint64_t bits = 0;
      std::memcpy(&bits, field.at(indices, at), indices.elementBytes);
      start[to[k]] = static_cast<int64_t>(numberOf(indexType, bits));
    }
    const Index &batch = op.list("input_batching_dims"), &ofIndices = op.list("indices_batching_dims");
    for (size_t i = 0; i < batch.size(); ++i)
      start[batch[i]] = at.at(ofIndices[i]);
    return start;
  }

  std::optional<Index> updateFor(const Index &position, const Index &start, const Index &target) const {
    Index update(updates.box.size());
    for (size_t i = 0; i < positions.size(); ++i)
      update[positions[i]] = position[i];
    for (size_t dim = 0; dim < shape.size(); ++dim)
      if (std::find(windowDims.begin(), windowDims.end(), static_cast<int64_t>(dim)) == windowDims.end() &&
          start[dim] != target[dim])
        return std::nullopt;
    for (size_t i = 0; i < windowDims.size(); ++i) {
      const int64_t at = target[windowDims[i]] - start[windowDims[i]];
      const Range &range = updates.box[windows[i]];
      if (at < range.begin || at >= range.end)
        return std::nullopt;
      update[windows[i]] = at;
    }
    return update;
  }

  const verify::Op &op;
  const Access &operand, &indices, &updates;
  const Index &shape;
  const std::string indexType;
  const Index &windows;
  const Index positions, fromIndices;
  Index windowDims;
};

/// The least dim that indices address: most of what they say is inside then.
int64_t smallestTarget(const verify::Graph &graph, const verify::Op &op) {
  int64_t least = INT64_MAX;
  for (int64_t dim : op.list("scatter_dims_to_operand_dims"))
    least = std::min(least, graph.type(op.in[0]).shape.at(dim));
  return least == INT64_MAX ? 1 : std::max<int64_t>(least, 1);
}

class ScatterSubject : public Subject {
public:
  explicit ScatterSubject(verify::EntryAt at)
      : Subject(std::move(at)), op(entry.op({"scatter"})), order(entry.walk.context.orderOf(op.out[0])),
        isPartial(entry.use(3).partial != verify::none),
        targets(entry, op, isPartial ? entry.use(3) : entry.use(0), entry.use(1), entry.use(2)) {
    reads = isPartial ? std::vector<size_t>{1, 2} : std::vector<size_t>{0, 1, 2};
    writes = {3};
    dims = verify::scatterDims(op, entry.use(2));
    ordered = std::make_unique<Ordered>(order);
    if (order.combiner == "assign")
      ordered->levels.clear(); // the highest update index wins: one leaf
  }

  void addNodes(const artifact::ScatterT &scatter) {
    const Box part = isPartial ? entry.walk.context.partOf(entry.use(3).partial, entry.walk.rank) : verify::wholeBox(order.box);
    for (const auto &node : scatter.nodes) {
      Box box;
      for (size_t dim = 0; dim < part.size(); ++dim)
        box.push_back({part[dim].begin + node->starts.at(dim), part[dim].begin + node->ends.at(dim)});
      nodes.push_back({box, Tree(*ordered, box)});
    }
  }

  bool isOrderFree() const override { return order.combiner != "add" || !order.acc.starts_with("f"); }
  int64_t indexBelow(size_t use) const override { return use == 1 ? smallestTarget(graph(), op) : 0; }

  std::vector<Expected> expect(const Field &field, uint64_t seed) override {
    const Access &result = entry.use(3);
    std::vector<Index> elements = sample(result.box, 96, seed);
    for (const auto &[element, pair] : pairs)
      if (std::find(elements.begin(), elements.end(), element) == elements.end())
        elements.push_back(element);
    const std::vector<std::vector<Hit>> hits = targets.hitsOf(field, elements);
    const std::optional<reference::Join> how = joinOf(order.combiner, typeOf(2));
    std::vector<Expected> all;
    bool known =
        how && withAccumulator(isFloatType(typeOf(2)) ? order.acc : typeOf(2), [&](auto zero) {
          using T = decltype(zero);
          reference::withJoiner<T>(*how, [&](auto joiner) {
            for (size_t i = 0; i < elements.size(); ++i)
              for (size_t node = 0; node < nodes.size(); ++node) {
                const auto &[box, tree] = nodes[node];
                std::map<int64_t, T> terms;
                for (const Hit &hit : hits[i])
                  if (std::optional<int64_t> term = termOf(box, hit.position)) {
                    const uint64_t bits = read(field, 2, hit.update);
                    reference::load<T>(*scalarOf(typeOf(2)), &bits, 1, &terms[*term]);
                  }
                std::optional<T> root = tree.template evaluate<T>(
                    [&](int64_t term) {
                      auto found = terms.find(term);
                      return found == terms.end() ? std::optional<T>() : std::optional<T>(found->second);
                    },
                    [&](const std::optional<T> &acc, T term) { return acc ? joiner(*acc, term) : term; }, joiner);
                uint64_t bits = 0;
                T value{};
                if (isPartial) {
                  if (!root) // nothing hits: the identity, which the join leaves out
                    continue;
                  value = *root;
                } else {
                  bits = read(field, 0, elements[i]);
                  reference::load<T>(*scalarOf(typeOf(0)), &bits, 1, &value);
                  value = root ? joiner(value, *root) : value;
                }
                bits = 0;
                reference::store<T>(*scalarOf(typeOf(3)), &value, 1, &bits);
                Expected one{3,
                             result.addressOf(elements[i]) + static_cast<int64_t>(node) * (isPartial ? result.nodeBytes() : 0),
                             bits,
                             typeOf(3),
                             elements[i],
                             {}};
                if (auto pair = pairs.find(elements[i]); pair != pairs.end() && nodes.size() == 1)
                  one.pair = pair->second;
                all.push_back(std::move(one));
              }
          });
        });
    if (!known)
      throw Unknown("a scatter by " + order.combiner + " of " + typeOf(2));
    pairs.clear();
    return all;
  }

  /// All updates go to the same place: each of its elements has the whole tree.
  bool reveal(const Field &field, uint64_t seed) override {
    const std::optional<Magnitudes> size = magnitudesOf(typeOf(2), order.acc, verify::volume(order.box));
    if (isOrderFree() || !size)
      return false;
    for (size_t use : reads)
      fill(field, use, use == 2 ? size->unit : 0.0);
    pairs.clear();
    uint64_t turn = seed * 128;
    const std::vector<Index> elements = sample(entry.use(3).box, 96, seed);
    const std::vector<std::vector<Hit>> hits = targets.hitsOf(field, elements);
    std::set<Index> taken;
    for (size_t i = 0; i < elements.size(); ++i) {
      const auto &[box, tree] = nodes[turn % nodes.size()];
      std::map<int64_t, Index> terms;
      bool isFree = true;
      for (const Hit &hit : hits[i])
        if (std::optional<int64_t> term = termOf(box, hit.position)) {
          isFree = isFree && !terms.count(*term) && !taken.count(hit.update);
          terms.emplace(*term, hit.update);
        }
      if (!isFree || static_cast<int64_t>(terms.size()) < tree.terms || tree.terms < 2)
        continue;
      auto [a, b] = choosePair(tree.terms, tree, ++turn);
      for (const auto &[term, update] : terms) {
        taken.insert(update);
        const uint64_t bits = bitsOf(typeOf(2), term == a ? size->huge : term == b ? -size->huge : size->unit);
        std::memcpy(field.at(entry.use(2), update), &bits, entry.use(2).elementBytes);
      }
      pairs[elements[i]] = {a, b, tree.terms - 2,
                            tree.meeting(a, b, [a = a, b = b](int64_t term) { return term != a && term != b; }), size->unit};
    }
    return !pairs.empty();
  }

private:
  /// The number of a position among a node's terms.
  std::optional<int64_t> termOf(const Box &box, const Index &position) const {
    Index local;
    for (size_t i = 0; i < dims.size(); ++i) {
      const auto at =
          std::find(targets.positionDims().begin(), targets.positionDims().end(), dims[i]) - targets.positionDims().begin();
      if (position[at] < box[i].begin || position[at] >= box[i].end)
        return std::nullopt;
      local.push_back(position[at] - box[i].begin);
    }
    return verify::positionOf(verify::sizesOf(box), local);
  }

  const verify::Op &op;
  const Ordered &order;
  const bool isPartial;
  const Targets targets;
  Index dims;
  std::unique_ptr<Ordered> ordered;
  std::vector<std::pair<Box, Tree>> nodes;
  std::map<Index, Pair> pairs;
};

class GenericScatterSubject : public Subject {
public:
  explicit GenericScatterSubject(verify::EntryAt at)
      : Subject(std::move(at)), op(entry.op({"generic_scatter"})), count(op.out.size()),
        targets(entry, op, entry.use(0), entry.use(3 * count), entry.use(count)) {
    std::vector<std::string> types;
    for (size_t i = 0; i < 2 * count; ++i) {
      reads.push_back(i);
      types.push_back(typeOf(i));
    }
    reads.push_back(3 * count);
    for (size_t i = 0; i < count; ++i)
      writes.push_back(2 * count + i);
    body = std::make_unique<BodyValues>(op.body, types);
  }

  bool isOrderFree() const override { return false; }
  int64_t indexBelow(size_t use) const override { return use == 3 * count ? smallestTarget(graph(), op) : 0; }

  std::vector<Expected> expect(const Field &field, uint64_t seed) override {
    const std::vector<Index> elements = sample(entry.use(2 * count).box, 64, seed);
    const std::vector<std::vector<Hit>> hits = targets.hitsOf(field, elements);
    std::vector<Expected> all;
    for (size_t at = 0; at < elements.size(); ++at) {
      std::vector<Column> values;
      for (size_t i = 0; i < count; ++i)
        values.push_back(columnAt(field, i, elements[at]));
      for (const Hit &hit : hits[at]) {
        std::vector<Column> updates;
        for (size_t i = 0; i < count; ++i)
          updates.push_back(columnAt(field, count + i, hit.update));
        std::vector<const Column *> arguments;
        for (const auto *side : {&values, &updates})
          for (const Column &column : *side)
            arguments.push_back(&column);
        values = body->run(arguments);
      }
      for (size_t i = 0; i < count; ++i) {
        uint64_t bits = 0;
        std::memcpy(&bits, values[i].at(0), values[i].size());
        all.push_back(
            {2 * count + i, entry.use(2 * count + i).addressOf(elements[at]), bits, typeOf(2 * count + i), elements[at], {}});
      }
    }
    return all;
  }

private:
  Column columnAt(const Field &field, size_t use, const Index &element) const {
    Column column;
    column.setType(typeOf(use));
    const uint8_t *at = field.at(entry.use(use), element);
    column.bytes.assign(at, at + column.size());
    return column;
  }

  const verify::Op &op;
  const size_t count;
  const Targets targets;
  std::unique_ptr<BodyValues> body;
};

} // namespace

std::unique_ptr<Subject> scatterSubject(verify::EntryAt entry, const artifact::ScatterT &scatter) {
  auto subject = std::make_unique<ScatterSubject>(std::move(entry));
  subject->addNodes(scatter);
  return subject;
}

std::unique_ptr<Subject> genericScatterSubject(verify::EntryAt entry, const artifact::GenericScatterT &) {
  return std::make_unique<GenericScatterSubject>(std::move(entry));
}

} // namespace det::probe
