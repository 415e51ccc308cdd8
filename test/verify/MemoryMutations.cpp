// Faults in memory: buffers on one another, addresses elsewhere, places of tensors, and the order of entries.
#include "Mutations.h"

#include "det/Runtime/Artifact/Layout.h"

#include <algorithm>

namespace det::test {

using artifact::EntryT;
using artifact::ProgramT;
using artifact::Ref;
using artifact::Space;

/// True if the box that an offset counts from begins behind 0 on some rank of the program.
static bool beginsElsewhere(const Subject &subject, const ProgramT &program, const artifact::RankOffset &offset) {
  const rt::Mesh mesh = *rt::Mesh::create(*subject.plan.mesh);
  const rt::Placed layout = *rt::Placed::create(*subject.plan.layouts[offset.layout()], mesh);
  return std::any_of(program.ranks.begin(), program.ranks.end(),
                     [&](uint32_t rank) { return layout.box(rank)[offset.dim()].begin != 0; });
}

static bool isIn(const std::unique_ptr<Ref> &ref) { return ref && ref->space() == Space::arena; }

static int64_t bytesOf(const artifact::UseT &use) {
  int64_t bytes = use.element_bytes;
  for (int64_t size : use.shape)
    bytes *= size;
  return bytes;
}

/// True if an entry is a launch whose last result starts a buffer on every rank and takes at most `most` bytes, but some.
static bool hasResultOf(const EntryT &entry, int64_t most) {
  const artifact::LaunchT *launch = entry.action.AsLaunch();
  if (!launch || !entry.claim || entry.claim->uses.size() != launch->buffers.size())
    return false;
  const artifact::UseT &result = *entry.claim->uses.back();
  const int64_t bytes = bytesOf(result);
  return bytes > 0 && bytes <= most && result.offset == 0 && result.partial == UINT32_MAX &&
         std::none_of(launch->rank_offsets.begin(), launch->rank_offsets.end(),
                      [&](const artifact::RankOffset &offset) { return size_t(offset.buffer()) + 1 == launch->buffers.size(); });
}

/// The offset of some other state than the one at `offset`.
static std::optional<uint64_t> otherState(const artifact::PlanT &plan, const ProgramT &program, uint64_t offset) {
  for (const auto &placement : program.placements)
    if (plan.tensors[placement->tensor]->kind == artifact::TensorKind::state && placement->value->offset() != offset)
      return placement->value->offset();
  return std::nullopt;
}

void addMemoryMutations(std::vector<Mutation> &list) {
  list.push_back(ofEntry("memory: a stale weight is read", "bits", [](Subject &subject, ProgramT &program, EntryT &entry, bool apply) {
    artifact::LaunchT *launch = entry.action.AsLaunch();
    if (!launch || launch->buffers.size() < 2)
      return false;
    for (Ref &ref : launch->buffers) {
      bool isState = ref.space() == Space::arena && ref.offset() < program.persistent_bytes;
      auto other = isState ? otherState(subject.plan, program, ref.offset()) : std::nullopt;
      if (!other)
        continue;
      if (apply)
        ref = Ref(Space::arena, *other);
      return true;
    }
    return false;
  }));
  list.push_back(ofEntry("memory: a product reads a stale weight, and says so consistently", "bits",
                         [](Subject &subject, ProgramT &program, EntryT &entry, bool apply) {
                           artifact::ProductT *product = entry.action.AsProduct();
                           if (!product || !isIn(product->b) || product->b->offset() >= program.persistent_bytes)
                             return false;
                           auto other = otherState(subject.plan, program, product->b->offset());
                           if (!other)
                             return false;
                           for (uint32_t buffer = 0; buffer < program.buffers.size(); ++buffer)
                             if (program.buffers[buffer]->space == Space::arena && program.buffers[buffer]->offset == *other) {
                               if (apply) {
                                 *product->b = Ref(Space::arena, *other);
                                 entry.claim->uses[1]->buffer = buffer;
                                 entry.claim->uses[1]->offset = 0;
                               }
                               return true;
                             }
                           return false;
                         }));
  list.push_back(ofEntry("memory: a result lies on an operand that is still read", "bits",
                         [](Subject &, ProgramT &program, EntryT &entry, bool apply) {
                           // The buffers of two uses of one entry, which live at once, get one place.
                           artifact::ProductT *product = entry.action.AsProduct();
                           if (!product || !isIn(product->a) || !isIn(product->c) || product->a->offset() == product->c->offset())
                             return false;
                           if (apply) {
                             auto &c = *program.buffers[entry.claim->uses[2]->buffer], &a = *program.buffers[entry.claim->uses[0]->buffer];
                             *product->c = Ref(Space::arena, product->c->offset() - c.offset + a.offset);
                             c.offset = a.offset;
                           }
                           return true;
                         }));
  list.push_back(ofEntry("memory: an address a few bytes further", "bits", [](Subject &, ProgramT &, EntryT &entry, bool apply) {
    artifact::LaunchT *launch = entry.action.AsLaunch();
    if (!launch || launch->buffers.empty())
      return false;
    if (apply)
      launch->buffers.back() = Ref(launch->buffers.back().space(), launch->buffers.back().offset() + 4);
    return true;
  }));
  list.push_back(ofEntry("memory: a buffer moved by a line, with its addresses", "bits where something else lies there",
                         [](Subject &, ProgramT &program, EntryT &entry, bool apply) {
                           artifact::ProductT *product = entry.action.AsProduct();
                           if (!product || !isIn(product->c) || product->c->offset() < program.persistent_bytes)
                             return false;
                           if (apply) {
                             program.buffers[entry.claim->uses[2]->buffer]->offset += 64;
                             *product->c = Ref(Space::arena, product->c->offset() + 64);
                           }
                           return true;
                         }));
  list.push_back({"memory: the arena ends early", "no: the runtime allocates what it needs; refused", [](Subject &subject, int site) {
                    if (site)
                      return false;
                    subject.plan.programs[0]->arena_bytes = subject.plan.programs[0]->persistent_bytes / 2;
                    return true;
                  }});
  list.push_back({"memory: state behind the state", "no: an arena keeps its bytes between the steps of one process", [](Subject &subject, int site) {
                    if (site || subject.plan.programs[0]->persistent_bytes < 4096)
                      return false;
                    subject.plan.programs[0]->persistent_bytes = 0;
                    return true;
                  }});
  list.push_back({"memory: two tensors change places", "bits", [](Subject &subject, int site) {
                    auto &placements = subject.plan.programs[0]->placements;
                    int seen = 0;
                    for (size_t i = 0; i + 1 < placements.size(); ++i) {
                      const auto &a = *subject.plan.tensors[placements[i]->tensor], &b = *subject.plan.tensors[placements[i + 1]->tensor];
                      if (a.kind == b.kind && a.shape == b.shape && a.type == b.type && seen++ == site) {
                        std::swap(placements[i]->value, placements[i + 1]->value);
                        return true;
                      }
                    }
                    return false;
                  }});
  list.push_back(ofEntry("memory: a rank offset counts other bytes", "bits on all ranks but the first",
                         [](Subject &subject, ProgramT &program, EntryT &entry, bool apply) {
                           std::vector<artifact::RankOffset> *offsets = nullptr;
                           if (program.ranks.size() < 2) // the only rank may begin at 0
                             return false;
                           if (artifact::LaunchT *launch = entry.action.AsLaunch())
                             offsets = &launch->rank_offsets;
                           if (artifact::CopyT *copy = entry.action.AsCopy())
                             offsets = &copy->rank_offsets;
                           if (artifact::ProductT *product = entry.action.AsProduct())
                             offsets = &product->rank_offsets;
                           if (!offsets || offsets->empty())
                             return false;
                           artifact::RankOffset &offset = offsets->front();
                           if (!beginsElsewhere(subject, program, offset))
                             return false;
                           if (apply)
                             offset = artifact::RankOffset(offset.buffer(), offset.layout(), offset.dim(), offset.stride_bytes() + 4);
                           return true;
                         }));
  list.push_back(ofAction<artifact::CopyT>("memory: a copy reads at another distance", "bits", [](artifact::CopyT &copy, bool apply) {
    for (size_t dim = 0; dim < copy.sizes.size(); ++dim)
      if (copy.sizes[dim] > 1) {
        if (apply)
          copy.source_strides[dim] += 1;
        return true;
      }
    return false;
  }));
  list.push_back(ofAction<artifact::CopyT>("memory: a copy writes at another distance", "bits", [](artifact::CopyT &copy, bool apply) {
    for (size_t dim = 0; dim < copy.sizes.size(); ++dim)
      if (copy.sizes[dim] > 1) {
        if (apply)
          copy.target_strides[dim] += 1;
        return true;
      }
    return false;
  }));
  list.push_back(ofAction<artifact::CopyT>("memory: a copy leaves elements out", "bits", [](artifact::CopyT &copy, bool apply) {
    for (int64_t &size : copy.sizes)
      if (size > 1) {
        if (apply)
          --size;
        return true;
      }
    return false;
  }));
  list.push_back({"memory: other constants", "bits", [](Subject &subject, int site) {
                    if (site || subject.constants.empty())
                      return false;
                    for (uint8_t &byte : subject.constants)
                      byte ^= 1;
                    return true;
                  }});
}

void addSequenceMutations(std::vector<Mutation> &list) {
  list.push_back(ofList("sequence: an entry is left out", "bits", [](ProgramT &, Entries &entries, size_t i, bool apply) {
    if (!entries[i]->action.AsLaunch() && !entries[i]->action.AsProduct())
      return false;
    if (apply)
      entries.erase(entries.begin() + i);
    return true;
  }));
  list.push_back(ofList("sequence: a copy is left out", "bits", [](ProgramT &, Entries &entries, size_t i, bool apply) {
    if (!entries[i]->action.AsCopy())
      return false;
    if (apply)
      entries.erase(entries.begin() + i);
    return true;
  }));
  list.push_back(ofList("sequence: a consumer runs before its producer", "bits", [](ProgramT &, Entries &entries, size_t i, bool apply) {
    if (i + 1 >= entries.size() || !entries[i]->claim || !entries[i + 1]->claim)
      return false;
    const auto &made = entries[i]->claim->makes;
    bool reads = std::any_of(entries[i + 1]->claim->uses.begin(), entries[i + 1]->claim->uses.end(), [&](const auto &use) {
      return use->value != UINT32_MAX && std::find(made.begin(), made.end(), use->value) != made.end();
    });
    bool sameResult = entries[i + 1]->claim->makes == made;
    if (!reads || sameResult || entries[i + 1]->action.AsExchangeBegin())
      return false;
    if (apply)
      std::swap(entries[i], entries[i + 1]);
    return true;
  }));
  list.push_back(ofList("sequence: an update in place runs twice", "bits", [](ProgramT &, Entries &entries, size_t i, bool apply) {
    artifact::LaunchT *launch = entries[i]->action.AsLaunch();
    if (!launch || launch->buffers.size() < 2)
      return false;
    bool inPlace = false;
    for (size_t a = 0; a + 1 < launch->buffers.size(); ++a)
      inPlace |= launch->buffers[a].space() == launch->buffers.back().space() && launch->buffers[a].offset() == launch->buffers.back().offset();
    if (!inPlace)
      return false;
    if (apply)
      entries.insert(entries.begin() + i, std::make_unique<EntryT>(*entries[i]));
    return true;
  }));
  list.push_back(ofList("sequence: a missing wait", "bits, or not, by timing", [](ProgramT &, Entries &entries, size_t i, bool apply) {
    if (!entries[i]->action.AsExchangeEnd())
      return false;
    if (apply)
      entries.erase(entries.begin() + i);
    return true;
  }));
  list.push_back(ofList("sequence: a wait comes too late", "bits, or not, by timing", [](ProgramT &, Entries &entries, size_t i, bool apply) {
    if (!entries[i]->action.AsExchangeEnd() || i + 1 >= entries.size() || !entries[i + 1]->claim)
      return false;
    uint32_t target = entries[i]->claim->uses.at(1)->buffer;
    const auto &uses = entries[i + 1]->claim->uses;
    if (entries[i + 1]->action.AsExchangeEnd() || std::none_of(uses.begin(), uses.end(), [&](const auto &use) { return use->buffer == target; }))
      return false;
    if (apply)
      std::swap(entries[i], entries[i + 1]);
    return true;
  }));
  list.push_back(ofList("sequence: something else is written where a message arrives", "no: a host unpacks messages at the end; a GPU receives them in place",
                        [](ProgramT &program, Entries &entries, size_t i, bool apply) {
                          const artifact::ExchangeBeginT *begin = entries[i]->action.AsExchangeBegin();
                          size_t launch = i - 1;
                          if (!begin || i == 0 || !hasResultOf(*entries[launch], bytesOf(*entries[i]->claim->uses.at(1))))
                            return false;
                          if (!apply)
                            return true;
                          auto again = std::make_unique<EntryT>(*entries[launch]);
                          const Ref &target = *program.exchanges[begin->exchange]->target;
                          again->action.AsLaunch()->buffers.back() = target;
                          again->claim->uses.back()->buffer = static_cast<uint32_t>(program.buffers.size());
                          program.buffers.push_back(std::make_unique<artifact::BufferT>(*program.buffers[entries[i]->claim->uses.at(1)->buffer]));
                          entries.insert(entries.begin() + i + 1, std::move(again));
                          return true;
                        }));
  list.push_back(ofList("sequence: a missing send", "no: the receivers wait for ever", [](ProgramT &, Entries &entries, size_t i, bool apply) {
    if (!entries[i]->action.AsExchangeBegin())
      return false;
    if (apply)
      entries.erase(entries.begin() + i);
    return true;
  }));
  list.push_back(ofList("sequence: an exchange begins twice", "no: refused by the runtime", [](ProgramT &, Entries &entries, size_t i, bool apply) {
    if (!entries[i]->action.AsExchangeBegin())
      return false;
    if (apply)
      entries.insert(entries.begin() + i, std::make_unique<EntryT>(*entries[i]));
    return true;
  }));
  list.push_back({"sequence: one rank class begins exchanges in another order", "no: messages are matched by number", [](Subject &subject, int site) {
                    // On all ranks alike it would be as good.
                    if (subject.plan.programs.size() < 2)
                      return false;
                    Entries &entries = subject.plan.programs[1]->entries;
                    int seen = 0;
                    for (size_t i = 0; i + 1 < entries.size(); ++i)
                      if (entries[i]->action.AsExchangeBegin() && entries[i + 1]->action.AsExchangeBegin() && seen++ == site) {
                        std::swap(entries[i], entries[i + 1]);
                        return true;
                      }
                    return false;
                  }});
  list.push_back(ofList("sequence: a loop's body lacks an entry", "bits", [](ProgramT &program, Entries &entries, size_t i, bool apply) {
    bool isInside = &entries != &program.entries;
    if (!isInside || entries[i]->action.AsExchangeEnd() || entries[i]->action.AsExchangeBegin())
      return false;
    if (apply)
      entries.erase(entries.begin() + i);
    return true;
  }));
  list.push_back(ofAction<artifact::WhileT>("sequence: a loop asks something else", "bits", [](artifact::WhileT &loop, bool apply) {
    if (!loop.predicate)
      return false;
    if (apply)
      *loop.predicate = Ref(loop.predicate->space(), loop.predicate->offset() + 1);
    return true;
  }));
}

} // namespace det::test
