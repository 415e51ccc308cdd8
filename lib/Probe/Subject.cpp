// What probes share: filling, sampling, patterns.
#include "Subject.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <set>

namespace det::probe {

uint64_t Subject::read(const Field &field, size_t use, const Index &element) const {
  uint64_t bits = 0;
  std::memcpy(&bits, field.at(entry.use(use), element), std::min<int64_t>(entry.use(use).elementBytes, 8));
  return bits;
}

void Subject::fill(const Field &field, size_t use, Filling filling, uint64_t seed) const {
  const Access &access = entry.use(use);
  const std::string type = typeOf(use);
  const Index &shape = graph().type(access.value).shape;
  const int64_t below = indexBelow(use);
  Field::forEach(access, [&](int64_t address, const Index &element, int64_t node) {
    const int64_t position = verify::positionOf(shape, element) + ((access.firstNode + node) << 40);
    const uint64_t bits = contentOf(filling, type, seed, access.value, position, below);
    std::memcpy(field.at(access, address), &bits, std::min<int64_t>(access.elementBytes, 8));
  });
}

void Subject::fill(const Field &field, size_t use, double number) const {
  const Access &access = entry.use(use);
  const uint64_t bits = bitsOf(typeOf(use), number);
  Field::forEach(access, [&](int64_t address, const Index &, int64_t) {
    std::memcpy(field.at(access, address), &bits, std::min<int64_t>(access.elementBytes, 8));
  });
}

std::vector<Index> sample(const Box &box, int64_t most, uint64_t seed) {
  const int64_t count = verify::volume(box);
  Index sizes;
  for (const Range &range : box)
    sizes.push_back(range.size());
  auto at = [&](int64_t position) {
    Index element = verify::elementAt(sizes, position);
    for (size_t dim = 0; dim < box.size(); ++dim)
      element[dim] += box[dim].begin;
    return element;
  };
  std::vector<Index> elements;
  if (count <= most) {
    for (int64_t position = 0; position < count; ++position)
      elements.push_back(at(position));
    return elements;
  }
  std::set<int64_t> positions;
  for (const Index &corner : verify::samplesOf(box)) {
    Index local = corner;
    for (size_t dim = 0; dim < box.size(); ++dim)
      local[dim] -= box[dim].begin;
    positions.insert(verify::positionOf(sizes, local));
  }
  std::mt19937_64 random(seed);
  for (int64_t tries = 0; static_cast<int64_t>(positions.size()) < most && tries < 4 * most; ++tries)
    positions.insert(static_cast<int64_t>(random() % static_cast<uint64_t>(count)));
  for (int64_t position : positions)
    elements.push_back(at(position));
  return elements;
}

std::optional<Magnitudes> magnitudesOf(const std::string &type, const std::string &acc, int64_t terms) {
  if (type == "f64")
    return acc == "f64" ? std::optional(Magnitudes{0x1p+900, 1}) : std::nullopt;
  if (type == "f32" || type == "bf16")
    return Magnitudes{0x1p+100, 1};
  // Its greatest number swallows only its least ones, and not in a wider type.
  if (type == "f16" && acc == "f32" && terms < (1 << 14))
    return Magnitudes{0x1p+15, 0x1p-24};
  return std::nullopt;
}

std::pair<int64_t, int64_t> choosePair(int64_t terms, const Tree &tree, uint64_t number) {
  std::mt19937_64 random(number * 0x9e3779b97f4a7c15);
  const int64_t all = terms * (terms - 1) / 2;
  auto below = [&](int64_t bound) { return static_cast<int64_t>(random() % static_cast<uint64_t>(bound)); };
  int64_t a = below(terms), b = below(terms);
  if (all <= 64) { // every pair comes
    int64_t left = static_cast<int64_t>(number % static_cast<uint64_t>(all));
    for (a = 0; left >= terms - 1 - a; ++a)
      left -= terms - 1 - a;
    return {a, a + 1 + left};
  }
  static const int64_t apart[] = {1, 16, 32, 8, 2, 4, 64};
  switch (number % 4) {
  case 0: { // the first terms of two leaves, or the ends of neighbours
    const auto &leaf = tree.leaves[below(static_cast<int64_t>(tree.leaves.size()))];
    a = number & 4 ? leaf.front() : leaf.back();
    b = number & 8 ? a + 1 : b;
    break;
  }
  case 1:
    b = a + apart[below(7)];
    break;
  case 2:
    b = a + 1;
    break;
  default:
    break;
  }
  b %= terms;
  if (a == b)
    b = (a + 1) % terms;
  return {std::min(a, b), std::max(a, b)};
}

std::function<bool(int64_t)> chooseUnits(const std::string &result, int64_t terms, uint64_t seed) {
  const int64_t most = result == "bf16" ? 200 : result == "f16" ? 900 : result.starts_with("f8") ? 6 : INT64_MAX;
  if (terms <= most)
    return [](int64_t) { return true; };
  return [=](int64_t term) {
    return static_cast<int64_t>(((static_cast<uint64_t>(term) + seed) * 0x9e3779b97f4a7c15 >> 20) %
                                static_cast<uint64_t>(terms)) < most;
  };
}

std::unique_ptr<Subject> subjectOf(verify::EntryAt entry, const artifact::ActionUnion &action) {
  using artifact::Action;
  for (uint32_t value : entry.claim.makes)
    if (auto order = entry.walk.graph.ordered.find(value); order != entry.walk.graph.ordered.end() && order->second.isFree())
      throw Unknown("its order is free (not_guaranteed)");
  switch (action.type) {
  case Action::Launch:
    return launchSubject(std::move(entry), *action.AsLaunch());
  case Action::Product:
    return productSubject(std::move(entry), *action.AsProduct());
  case Action::Join:
    return joinSubject(std::move(entry), *action.AsJoin());
  case Action::Scan:
    return scanSubject(std::move(entry), *action.AsScan());
  case Action::Scatter:
    return scatterSubject(std::move(entry), *action.AsScatter());
  case Action::Sort:
    return sortSubject(std::move(entry), *action.AsSort());
  case Action::GenericReduce:
    return reduceSubject(std::move(entry), *action.AsGenericReduce());
  case Action::GenericScatter:
    return genericScatterSubject(std::move(entry), *action.AsGenericScatter());
  case Action::Copy:
  case Action::Gather:
  case Action::Update:
    throw Unknown("it only moves elements, whose places det-verify checks");
  default:
    throw Unknown("there is no probe for its kind");
  }
}

} // namespace det::probe
