// Finds exchanges of nodes that only feed a join, and builds their part of a program.
#include "FreeReductions.h"
#include "../../Executor/ExchangePieces.h"
#include "BuildProgram.h"
#include "det/Runtime/State/ElementType.h"

#include <algorithm>

namespace det::rt::cuda {

namespace {

using Entries = std::vector<std::unique_ptr<artifact::EntryT>>;

bool isAt(const artifact::Ref &a, const artifact::Ref &b) { return a.space() == b.space() && a.offset() == b.offset(); }

bool overlap(const artifact::Ref &a, uint64_t aBytes, const artifact::Ref &b, uint64_t bBytes) {
  return a.space() == b.space() && a.offset() < b.offset() + bBytes && b.offset() < a.offset() + aBytes;
}

/// A join behind the end of an exchange.
struct Found {
  const artifact::EntryT *join = nullptr;
  bool isNext = false; ///< begin, end and join follow each other
  int times = 0;       ///< that the exchange ends
};

/// The joins of all exchanges of a program: the compiler makes the memory of nodes for one exchange and its join, which have one label.
void findJoins(const Entries &entries, const artifact::ProgramT &program, std::vector<Found> &found) {
  for (size_t at = 0; at < entries.size(); ++at) {
    for (const Entries *inner : bodiesOf(*entries[at]))
      findJoins(*inner, program, found);
    const auto *end = entries[at]->action.AsExchangeEnd();
    if (!end)
      continue;
    const artifact::ExchangeT &exchange = *program.exchanges[end->exchange];
    Found &one = found[end->exchange];
    ++one.times;
    for (size_t next = at + 1; next < entries.size(); ++next) {
      const auto *join = entries[next]->action.AsJoin();
      if (join && isAt(*join->nodes, *exchange.target)) {
        if (entries[next]->label != exchange.label)
          break;
        one.join = entries[next].get();
        const auto *begin = at > 0 ? entries[at - 1]->action.AsExchangeBegin() : nullptr;
        one.isNext = next == at + 1 && begin && begin->exchange == end->exchange;
        break;
      }
      // Memory that comes to belong to others belongs to no join of this exchange.
      if (const auto *begin = entries[next]->action.AsExchangeBegin(); begin && isAt(*program.exchanges[begin->exchange]->target, *exchange.target))
        break;
      if (!bodiesOf(*entries[next]).empty())
        break;
    }
  }
}

std::optional<Nccl::Real> realOf(artifact::ElementType type) {
  switch (type) {
  case artifact::ElementType::f16: return Nccl::Real::f16;
  case artifact::ElementType::bf16: return Nccl::Real::bf16;
  case artifact::ElementType::f32: return Nccl::Real::f32;
  case artifact::ElementType::f64: return Nccl::Real::f64;
  default: return std::nullopt;
  }
}

std::optional<Nccl::Reduction> reductionOf(artifact::Combiner combiner) {
  switch (combiner) {
  case artifact::Combiner::add: return Nccl::Reduction::sum;
  case artifact::Combiner::max: return Nccl::Reduction::max;
  case artifact::Combiner::min: return Nccl::Reduction::min;
  default: return std::nullopt;
  }
}

/// One exchange, and its joins by program.
struct Candidate {
  const LoadedPlan &plan;
  uint32_t exchange;
  const std::vector<std::vector<Found>> &joins;

  const ExchangeRule &rule() const { return plan.rules[exchange]; }
  const artifact::ExchangeT &table(uint32_t rank) const { return *plan.program(rank).exchanges[exchange]; }
  const Found &found(uint32_t rank) const { return joins[plan.programOf[rank]][exchange]; }
  const artifact::JoinT &join(uint32_t rank) const { return *found(rank).join->action.AsJoin(); }

  /// True if the rank has one node of the group's region, and a join of all of them behind the exchange.
  bool isMember(uint32_t rank, const Region &region, size_t members) const {
    const std::vector<uint32_t> &nodes = rule().nodes[size_t(plan.mesh.flatIndex(rule().nodeAxes, rank))];
    if (nodes.size() != 1 || rule().source->box(rank) != region || found(rank).times != 1 || !found(rank).join)
      return false;
    const artifact::JoinT &made = join(rank);
    const uint64_t bytes = table(rank).element_bytes, elements = uint64_t(volume(rule().target->box(rank)));
    // The result takes the place of the first node.
    const uint64_t sent = uint64_t(volume(region)) * bytes, got = elements * bytes;
    return made.count == members && uint64_t(made.elements) == elements && elements > 0 && realOf(made.type) && reductionOf(made.combiner) &&
           uint64_t(elementBytes(made.type)) == bytes && !overlap(*table(rank).source, sent, *table(rank).target, got);
  }

  std::optional<FreeReduction> find(uint32_t rank, const std::vector<uint32_t> &group) const {
    if (!rule().hasNodes() || group.size() < 2 || rule().nodeCount != group.size())
      return std::nullopt;
    const Region region = rule().source->box(rank);
    std::vector<int64_t> shards;
    for (const uint32_t member : group) {
      if (!isMember(member, region, group.size()) || join(member).type != join(rank).type || join(member).combiner != join(rank).combiner)
        return std::nullopt;
      shards.push_back(plan.mesh.flatIndex(rule().nodeAxes, member));
    }
    std::sort(shards.begin(), shards.end());
    if (std::adjacent_find(shards.begin(), shards.end()) != shards.end())
      return std::nullopt; // replicas of one node
    FreeReduction made;
    made.type = *realOf(join(rank).type);
    made.reduction = *reductionOf(join(rank).combiner);
    made.join = found(rank).join;
    made.elements = uint64_t(volume(rule().target->box(rank)));
    const auto getsAll = [&](uint32_t member) { return rule().target->box(member) == region; };
    if (!std::all_of(group.begin(), group.end(), getsAll) && !setParts(group, region, made))
      return std::nullopt;
    const artifact::JoinT &own = join(rank);
    const uint64_t bytes = table(rank).element_bytes;
    made.isWhole = found(rank).isNext && !own.has_init && own.result_type == own.type &&
                   !overlap(*table(rank).source, uint64_t(volume(region)) * bytes, *own.result, made.elements * bytes);
    return made;
  }

  /// True if equal parts of the region go to the members.
  bool setParts(const std::vector<uint32_t> &group, const Region &region, FreeReduction &made) const {
    const ExchangeSide whole{nullptr, region, {0}};
    made.scatters = true;
    Region common;
    for (size_t i = 0; i < group.size(); ++i) {
      const Region part = rule().target->box(group[i]);
      if (uint64_t(volume(part)) != made.elements || !intersect(part, region, common) || common != part)
        return false;
      for (size_t before = 0; before < i; ++before)
        if (intersect(part, rule().target->box(group[before]), common))
          return false;
      const std::vector<PieceCopy> copies = copyPiece({0, 0, part, {0}}, &whole, nullptr);
      made.isPacked |= copies.size() != 1 || !denseRun(copies.front().dims) || uint64_t(copies.front().from) != i * made.elements;
    }
    return made.elements * group.size() == uint64_t(volume(region));
  }
};

} // namespace

FreeReductions freeReductions(const LoadedPlan &plan, uint32_t rank) {
  FreeReductions made;
  if (plan.plan.level != "not_guaranteed")
    return made;
  std::vector<std::vector<Found>> joins;
  for (const auto &program : plan.plan.programs)
    findJoins(program->entries, *program, joins.emplace_back(plan.rules.size()));
  for (uint32_t exchange = 0; exchange < plan.rules.size(); ++exchange) {
    if (!plan.rules[exchange].hasNodes())
      continue;
    const std::vector<uint32_t> lowest = groupsOf(plan, exchange);
    std::vector<uint32_t> group;
    for (uint32_t other = 0; other < lowest.size(); ++other)
      if (lowest[other] == lowest[rank])
        group.push_back(other);
    if (const auto found = Candidate{plan, exchange, joins}.find(rank, group))
      made.emplace(exchange, *found);
  }
  return made;
}

std::unique_ptr<artifact::EntryT> joinOfOne(const artifact::JoinT &join) {
  artifact::JoinT one(join);
  one.count = 1;
  one.pops = {0};
  auto entry = std::make_unique<artifact::EntryT>();
  entry->action.Set(std::move(one));
  return entry;
}

const FreeReduction *ProgramBuilder::reductionOf(const artifact::EntryT &join) const {
  for (const ExchangePlaces &place : places.exchanges)
    if (place.reduction && place.reduction->join == &join)
      return &*place.reduction;
  return nullptr;
}

Result<DeviceExchange> ProgramBuilder::freeReduction(uint32_t number) {
  const artifact::ExchangeT &table = *plan.program(space.rank).exchanges[number];
  const ExchangeRule &rule = plan.rules[number];
  const ExchangePlaces &place = places.exchanges[number];
  const FreeReduction &joins = *place.reduction;
  const int64_t bytes = table.element_bytes;
  const Result<ExchangeSide> source = sourceSide(rule, table, space), target = targetSide(rule, table, space);
  if (!source || !target)
    return (!source ? source : target).error();
  const auto addressOf = [](const uint8_t *address) { return reinterpret_cast<DevicePointer>(address); };
  DevicePointer from = addressOf(source->buffer), to = addressOf(target->buffer);
  if (joins.isWhole) {
    const Result<uint8_t *> result =
        space.resolve(*joins.join->action.AsJoin()->result, 0, Extent::dense(int64_t(joins.elements)), bytes, AddressSpace::write);
    if (!result)
      return result.error();
    to = addressOf(*result);
  }
  moving.nextEntry();
  DeviceExchange made;
  if (joins.isPacked) {
    const DevicePointer packed = messages + place.sendStart;
    for (size_t i = 0; i < place.group.size(); ++i)
      for (const PieceCopy &part : copyPiece({space.rank, place.group[i], rule.target->box(place.group[i]), source->positions}, &*source, nullptr))
        if (Status status = addCopy(part.dims, from + uint64_t(part.from * bytes), packed + (i * joins.elements + uint64_t(part.to)) * uint64_t(bytes), bytes,
                                    made.packs);
            !status)
          return status.error();
    from = packed;
  }
  made.reduction = DeviceReduction{from, to, joins.elements, joins.type, joins.reduction};
  return made;
}

} // namespace det::rt::cuda
