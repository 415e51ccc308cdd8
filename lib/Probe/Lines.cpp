// Sorts and reductions by bodies.
#include "BodyValues.h"
#include "Subject.h"

#include <algorithm>
#include <cstring>

namespace det::probe {

namespace {

/// Elements of a use as a column.
Column columnOf(const Subject &subject, const Field &field, size_t use, const std::vector<Index> &elements) {
  Column column;
  column.setType(subject.typeOf(use));
  for (const Index &element : elements) {
    const uint8_t *at = field.at(subject.entry.use(use), element);
    column.bytes.insert(column.bytes.end(), at, at + column.size());
  }
  return column;
}

uint64_t bitsAt(const Column &column, size_t i) {
  uint64_t bits = 0;
  std::memcpy(&bits, column.at(i), column.size());
  return bits;
}

class SortSubject : public Subject {
public:
  SortSubject(verify::EntryAt at, bool hasKeys)
      : Subject(std::move(at)), op(entry.op({"sort"})), count(op.out.size()), dim(op.number("dim")) {
    std::vector<std::string> types;
    for (size_t i = 0; i < count; ++i) {
      reads.push_back(i);
      writes.push_back(count + i);
      types.insert(types.end(), 2, typeOf(i));
    }
    if (hasKeys && entry.uses[2 * count].value != verify::none)
      reads.push_back(2 * count);
    before = std::make_unique<BodyValues>(op.body, types);
  }

  bool isOrderFree() const override { return true; }

  std::vector<Expected> expect(const Field &field, uint64_t seed) override {
    Box lines = entry.use(0).box;
    const int64_t n = lines.at(dim).size();
    lines[dim] = {0, 1};
    std::vector<Expected> all;
    for (const Index &line : sample(lines, std::clamp<int64_t>((1 << 13) / std::max<int64_t>(n, 1), 1, 16), seed)) {
      std::vector<Index> elements;
      for (int64_t i = 0; i < n; ++i) {
        elements.push_back(line);
        elements.back()[dim] = i;
      }
      std::vector<Column> columns;
      for (size_t i = 0; i < count; ++i)
        columns.push_back(columnOf(*this, field, i, elements));
      const std::vector<int64_t> order = sorted(columns, n);
      for (size_t i = 0; i < count; ++i)
        for (int64_t k = 0; k < n; ++k)
          all.push_back({count + i,
                         entry.use(count + i).addressOf(elements[k]),
                         bitsAt(columns[i], order[k]),
                         typeOf(count + i),
                         elements[k],
                         {}});
    }
    return all;
  }

private:
  /// Whether element a[i] comes before b[i].
  std::vector<uint8_t> compare(const std::vector<Column> &columns, const std::vector<int64_t> &a,
                               const std::vector<int64_t> &b) const {
    std::vector<Column> taken;
    for (const Column &column : columns)
      for (const auto *side : {&a, &b}) {
        Column &some = taken.emplace_back();
        some.setType(column.type);
        for (int64_t i : *side)
          some.bytes.insert(some.bytes.end(), column.at(i), column.at(i) + column.size());
      }
    std::vector<const Column *> arguments;
    for (const Column &column : taken)
      arguments.push_back(&column);
    return before->run(arguments).at(0).bytes;
  }

  /// Stable, bottom up; the heads of all merges of a round are compared at once.
  std::vector<int64_t> sorted(const std::vector<Column> &columns, int64_t n) const {
    struct Merge {
      int64_t left, middle, right, end, out;
    };
    std::vector<int64_t> order(n), next(n);
    for (int64_t i = 0; i < n; ++i)
      order[i] = i;
    for (int64_t width = 1; width < n; width *= 2) {
      next = order;
      std::vector<Merge> merges;
      for (int64_t begin = 0; begin + width < n; begin += 2 * width)
        merges.push_back({begin, begin + width, begin + width, std::min(begin + 2 * width, n), begin});
      while (!merges.empty()) {
        std::vector<int64_t> rights, lefts;
        for (const Merge &merge : merges) {
          rights.push_back(order[merge.right]);
          lefts.push_back(order[merge.left]);
        }
        const std::vector<uint8_t> isRight = compare(columns, rights, lefts);
        std::vector<Merge> left;
        for (size_t i = 0; i < merges.size(); ++i) {
          Merge &merge = merges[i];
          next[merge.out++] = isRight[i] ? order[merge.right++] : order[merge.left++];
          if (merge.left < merge.middle && merge.right < merge.end) {
            left.push_back(merge);
            continue;
          }
          while (merge.left < merge.middle)
            next[merge.out++] = order[merge.left++];
          while (merge.right < merge.end)
            next[merge.out++] = order[merge.right++];
        }
        merges.swap(left);
      }
      order.swap(next);
    }
    return order;
  }

  const verify::Op &op;
  const size_t count;
  const int64_t dim;
  std::unique_ptr<BodyValues> before;
};

class ReduceSubject : public Subject {
public:
  explicit ReduceSubject(verify::EntryAt at)
      : Subject(std::move(at)), op(entry.op({"generic_reduce"})), order(entry.walk.context.orderOf(op.out[0])),
        count(op.out.size()), tree(order, verify::wholeBox(order.box)) {
    std::vector<std::string> types;
    for (int side = 0; side < 2; ++side)
      for (size_t i = 0; i < count; ++i)
        types.push_back(typeOf(i));
    for (size_t i = 0; i < 2 * count; ++i)
      reads.push_back(i);
    for (size_t i = 0; i < count; ++i)
      writes.push_back(2 * count + i);
    join = std::make_unique<BodyValues>(op.body, types);
  }

  bool isOrderFree() const override { return tree.terms < 2; }

  std::vector<Expected> expect(const Field &field, uint64_t seed) override {
    using Values = std::vector<Column>;
    std::vector<Index> elements =
        sample(entry.use(2 * count).box, std::clamp<int64_t>((1 << 16) / std::max<int64_t>(tree.terms, 1), 4, 64), seed);
    auto both = [&](const Values &left, const Values &right) {
      std::vector<const Column *> arguments;
      for (const Values *side : {&left, &right})
        for (const Column &column : *side)
          arguments.push_back(&column);
      return join->run(arguments);
    };
    const Index &dims = op.list("dims");
    auto term = [&](int64_t number) -> std::optional<Values> {
      const Index point = verify::elementAt(order.box, number);
      std::vector<Index> places;
      for (const Index &element : elements) {
        Index place(element.size() + dims.size(), -1);
        for (size_t i = 0; i < dims.size(); ++i)
          place.at(dims[i]) = point[i];
        size_t kept = 0;
        for (int64_t &at : place)
          if (at < 0)
            at = element[kept++];
        places.push_back(std::move(place));
      }
      Values values;
      for (size_t i = 0; i < count; ++i)
        values.push_back(columnOf(*this, field, i, places));
      return values;
    };
    std::optional<Values> root = tree.evaluate<Values>(
        term, [&](const std::optional<Values> &acc, const Values &value) { return acc ? both(*acc, value) : value; }, both);
    Values inits;
    for (size_t i = 0; i < count; ++i)
      inits.push_back(
          columnOf(*this, field, count + i, std::vector<Index>(elements.size(), Index(entry.use(count + i).box.size()))));
    const Values results = root ? both(inits, *root) : inits;
    std::vector<Expected> all;
    for (size_t i = 0; i < count; ++i)
      for (size_t at = 0; at < elements.size(); ++at)
        all.push_back({2 * count + i,
                       entry.use(2 * count + i).addressOf(elements[at]),
                       bitsAt(results[i], at),
                       typeOf(2 * count + i),
                       elements[at],
                       {}});
    return all;
  }

private:
  const verify::Op &op;
  const Ordered &order;
  const size_t count;
  const Tree tree;
  std::unique_ptr<BodyValues> join;
};

} // namespace

std::unique_ptr<Subject> sortSubject(verify::EntryAt entry, const artifact::SortT &sort) {
  return std::make_unique<SortSubject>(std::move(entry), sort.keys != nullptr);
}

std::unique_ptr<Subject> reduceSubject(verify::EntryAt entry, const artifact::GenericReduceT &) {
  return std::make_unique<ReduceSubject>(std::move(entry));
}

} // namespace det::probe
