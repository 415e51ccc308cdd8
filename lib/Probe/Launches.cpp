// Launches of generated kernels: compared with what their bodies say, and where a sum's terms can be put in, by the order of the
// sum.
#include "Fault.h"
#include "Injection.h"
#include "Subject.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace det::probe {

namespace {

class LaunchSubject : public Subject {
public:
  LaunchSubject(verify::EntryAt at, const artifact::KernelBodyT &body, size_t inputs)
      : Subject(std::move(at)), sheet(entry, body, inputs) {
    for (size_t i = 0; i < inputs; ++i)
      reads.push_back(i);
    for (size_t i = 0; i < body.results.size(); ++i)
      writes.push_back(inputs + i);
    for (size_t i = 0; i < sheet.operationCount(); ++i)
      if (const auto &slot = sheet.slot(i); slot.tree) {
        terms += slot.tree->terms;
        if (isSum(slot) && slot.tree->terms > 1)
          sums.push_back(i);
      }
  }

  bool isOrderFree() const override { return sums.empty(); }

  std::vector<Expected> expect(const Field &field, uint64_t seed) override {
    const int64_t most = terms ? std::clamp<int64_t>((1 << 19) / terms, 6, 256) : 2048;
    sheet.clear();
    std::vector<std::pair<size_t, std::vector<Index>>> wanted;
    for (size_t i = 0; i < writes.size(); ++i) {
      const Access &access = entry.use(writes[i]);
      const Index &shape = graph().type(access.value).shape;
      std::vector<Index> elements = sample(access.box, most, seed);
      Positions positions;
      for (const auto &[position, pair] : pairs) {
        Index element = verify::elementAt(shape, position);
        if (pairResult == i && std::find(elements.begin(), elements.end(), element) == elements.end())
          elements.push_back(element);
      }
      for (const Index &element : elements)
        positions.push_back(verify::positionOf(shape, element));
      sheet.want(i, positions);
      wanted.push_back({i, std::move(elements)});
    }
    sheet.evaluate(field);
    std::vector<Expected> all;
    for (const auto &[result, elements] : wanted) {
      const Access &access = entry.use(writes[result]);
      const Index &shape = graph().type(access.value).shape;
      for (const Index &element : elements) {
        const int64_t position = verify::positionOf(shape, element);
        Expected one{
            writes[result], access.addressOf(element), sheet.resultBits(result, position), typeOf(writes[result]), element, {}};
        if (auto pair = pairs.find(position); pair != pairs.end() && pairResult == result)
          one.pair = pair->second;
        all.push_back(std::move(one));
      }
    }
    pairs.clear();
    return all;
  }

  bool reveal(const Field &field, uint64_t seed) override {
    // The sums take turns.
    for (size_t tries = 0; tries < sums.size(); ++tries) {
      const size_t number = sums[(seed + tries) % sums.size()];
      if (revealSum(field, static_cast<int32_t>(number), seed))
        return true;
    }
    return false;
  }

private:
  static bool isSum(const Sheet::Slot &slot) { return slot.order->combiner == "add" && slot.order->acc.starts_with("f"); }

  /// The result that is the sum, rounded or not; nothing if the kernel stores only what it computes from it.
  std::optional<size_t> resultOf(int32_t number) {
    for (size_t i = 0; i < writes.size(); ++i) {
      int32_t from = sheet.listed().results[i];
      while (from >= 0 && from != number && sheet.slot(from).does.starts_with("convert "))
        from = sheet.slot(from).inputs[0];
      if (from == number && entry.use(writes[i]).value == sheet.slot(sheet.listed().results[i]).value)
        return i;
    }
    return std::nullopt;
  }

  bool revealSum(const Field &field, int32_t number, uint64_t seed) {
    Sheet::Slot &sum = sheet.slot(number);
    const std::optional<size_t> result = resultOf(number);
    const std::optional<Magnitudes> size = magnitudesOf(sheet.slot(sum.inputs[0]).type, sum.order->acc, sum.tree->terms);
    std::optional<Injection> way = Injection::find(sheet, number);
    if (!result || !size || !way)
      return false;
    const Access &access = entry.use(writes[*result]);
    const std::string stored = typeOf(writes[*result]);
    for (size_t i = 0; i < reads.size(); ++i)
      if (way->choices[i].kind == Injection::Free)
        fill(field, i, Filling::ordinary, seed);
      else
        fill(field, i, way->choices[i].kind == Injection::Carrier ? size->unit : way->choices[i].number);
    const Access &carrier = entry.use(way->carrier);
    const std::string carried = typeOf(way->carrier);
    const Index &carrierShape = graph().type(carrier.value).shape;
    std::set<int64_t> taken;
    std::map<int64_t, Pair> found;
    uint64_t turn = seed * 64;
    const int64_t most = std::clamp<int64_t>((1 << 18) / sum.tree->terms, 1, 64);
    for (const Index &element : sample(access.box, most, seed)) {
      const int64_t position = verify::positionOf(graph().type(access.value).shape, element);
      const Positions terms = way->termsOf(sheet, number, position);
      if (std::set<int64_t>(terms.begin(), terms.end()).size() != terms.size())
        return false;
      if (std::any_of(terms.begin(), terms.end(), [&](int64_t term) { return taken.count(term) != 0; }))
        continue;
      taken.insert(terms.begin(), terms.end());
      auto [a, b] = choosePair(sum.tree->terms, *sum.tree, ++turn);
      const auto isUnit = chooseUnits(stored, sum.tree->terms, turn);
      Pair pair{a, b, 0, 0, size->unit};
      for (int64_t term = 0; term < sum.tree->terms; ++term) {
        const bool counts = term != a && term != b && isUnit(term);
        pair.units += counts;
        const double value = term == a ? size->huge : term == b ? -size->huge : counts ? size->unit : 0;
        const uint64_t bits = bitsOf(carried, way->sign * value);
        std::memcpy(field.at(carrier, verify::elementAt(carrierShape, terms[term])), &bits, carrier.elementBytes);
      }
      pair.meeting = sum.tree->meeting(a, b, [&, a = a, b = b](int64_t term) { return term != a && term != b && isUnit(term); });
      found[position] = pair;
    }
    pairs = std::move(found);
    pairResult = *result;
    return isInjected(field, number, *size);
  }

  /// The terms of the sum are the pattern, whatever the kernel does to its arguments first.
  bool isInjected(const Field &field, int32_t number, const Magnitudes &size) {
    Sheet::Slot &sum = sheet.slot(number);
    sheet.clear();
    for (const auto &[position, pair] : pairs)
      sum.positions.push_back(position);
    sheet.evaluate(field);
    Sheet::Slot &from = sheet.slot(sum.inputs[0]);
    size_t at = 0;
    for (const auto &[position, pair] : pairs) {
      const Column terms = sheet.gather(from, sheet.operandPositions(sum, 0, {position}));
      uint64_t bits = 0;
      int64_t units = 0;
      for (int64_t term = 0; term < sum.tree->terms; ++term) {
        bits = 0;
        std::memcpy(&bits, terms.at(term), terms.size());
        const double value = numberOf(terms.type, bits), wanted = term == pair.a   ? size.huge
                                                                  : term == pair.b ? -size.huge
                                                                  : value == 0     ? 0
                                                                                   : size.unit;
        units += term != pair.a && term != pair.b && value != 0;
        if (value != wanted)
          return pairs.clear(), false;
      }
      if (units != pair.units)
        return pairs.clear(), false;
      // The probe's own evaluation and the count say the same, where the result is the count.
      bits = 0;
      std::memcpy(&bits, sum.column.at(at++), sum.column.size());
      if (!sum.isPartial && sum.inputs.size() > 1)
        continue; // an init is added
      verify::require(numberOf(sum.type, bits) == pair.unit * static_cast<double>(pair.units - pair.meeting),
                      "is a sum whose terms ", pair.a, " and ", pair.b, " do not reveal where they meet");
    }
    return true;
  }

  Sheet sheet;
  int64_t terms = 0;
  std::vector<size_t> sums;
  std::map<int64_t, Pair> pairs; ///< by position of the result: what the last pattern reveals
  size_t pairResult = 0;
};

} // namespace

std::unique_ptr<Subject> launchSubject(verify::EntryAt entry, const artifact::LaunchT &launch) {
  const artifact::KernelBodyT &body = *entry.walk.context.plan.kernel_bodies.at(launch.kernel);
  size_t helpers = 0;
  while (helpers < entry.uses.size() && entry.uses[entry.uses.size() - 1 - helpers].value == verify::none)
    ++helpers;
  const size_t inputs = entry.uses.size() - helpers - body.results.size();
  return std::make_unique<LaunchSubject>(std::move(entry), body, inputs);
}

} // namespace det::probe
