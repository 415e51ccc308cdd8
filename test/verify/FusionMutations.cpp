// Faults in what a GPU does at once: values that stay in a block and are read elsewhere, and memory that several blocks share.
#include "Mutations.h"

#include "det/Runtime/Artifact/Layout.h"

namespace det::test {

using artifact::EntryT;
using artifact::FusionT;
using artifact::ProgramT;
using artifact::Ref;

/// A mutation of a fusion of three entries.
static Mutation ofFusion(std::string name, std::string effect, std::function<bool(ProgramT &, FusionT &, bool apply)> change) {
  return ofEntry(std::move(name), std::move(effect), [change](Subject &, ProgramT &program, EntryT &entry, bool apply) {
    return entry.fusion && entry.fusion->entries == 3 && change(program, *entry.fusion, apply);
  });
}

/// Puts everything that lies at `from` to `to`.
static void move(ProgramT &program, uint64_t from, uint64_t to) {
  const auto at = [&](std::unique_ptr<Ref> &ref) {
    if (ref && ref->space() == artifact::Space::arena && ref->offset() == from)
      ref = std::make_unique<Ref>(artifact::Space::arena, to);
  };
  for (const auto &entry : program.entries) {
    if (auto *product = entry->action.AsProduct())
      for (auto *ref : {&product->a, &product->b, &product->c})
        at(*ref);
    if (auto *copy = entry->action.AsCopy())
      for (auto *ref : {&copy->source, &copy->target})
        at(*ref);
    if (auto *launch = entry->action.AsLaunch())
      for (Ref &ref : launch->buffers)
        if (ref.space() == artifact::Space::arena && ref.offset() == from)
          ref = Ref(artifact::Space::arena, to);
  }
  for (const auto &placement : program.placements)
    at(placement->value);
  for (const auto &buffer : program.buffers)
    if (buffer->space == artifact::Space::arena && buffer->offset == from)
      buffer->offset = to;
}

void addFusionMutations(std::vector<Mutation> &list) {
  list.push_back(ofFusion("fusion: weights that others read are kept nowhere", "bits", [](ProgramT &, FusionT &fusion, bool apply) {
    if (apply && fusion.keeps)
      fusion.keeps = false;
    return fusion.keeps || apply;
  }));
  list.push_back(ofFusion("fusion: the scores are another buffer of the launch", "the runtime refuses it", [](ProgramT &, FusionT &fusion, bool apply) {
    if (apply)
      fusion.input = fusion.input == 0 ? 1 : 0;
    return true;
  }));
  list.push_back(ofFusion("fusion: the weights stay in the block, and the product of them is done by itself", "the runtime refuses it",
                          [](ProgramT &, FusionT &fusion, bool apply) {
                            if (apply)
                              fusion.entries = 2;
                            return true;
                          }));
  list.push_back(ofFusion("fusion: another kernel for the rows", "the runtime refuses it", [](ProgramT &, FusionT &fusion, bool apply) {
    if (apply)
      ++fusion.kernel;
    return true;
  }));
  list.push_back(ofList("fusion: a product between the entries has one of its own", "the runtime refuses it",
                        [](ProgramT &, Entries &entries, size_t i, bool apply) {
                          if (!entries[i]->fusion || entries[i]->fusion->entries != 3)
                            return false;
                          if (apply)
                            entries[i + 2]->fusion = std::make_unique<FusionT>(*entries[i]->fusion);
                          return true;
                        }));
  // Makes a fusion of two entries one with the product behind it, which reads the rows: as both operands, or as one of them.
  const auto withProduct = [](bool isBoth) {
    return [isBoth](ProgramT &, Entries &entries, size_t i, bool apply) {
      if (!entries[i]->fusion || entries[i]->fusion->entries != 2 || i + 2 >= entries.size())
        return false;
      const auto &buffers = entries[i + 1]->action.AsLaunch()->buffers;
      const auto *product = entries[i + 2]->action.AsProduct();
      if (!product || (product->a->offset() == product->b->offset()) != isBoth)
        return false;
      for (size_t output = buffers.size(); output-- > 0;)
        if (output != entries[i]->fusion->input && (buffers[output].offset() == product->a->offset() || buffers[output].offset() == product->b->offset())) {
          if (apply) {
            entries[i]->fusion->entries = 3;
            entries[i]->fusion->output = uint16_t(output);
            entries[i]->fusion->keeps = false;
          }
          return true;
        }
      return false;
    };
  };
  list.push_back(ofList("fusion: a product of rows with themselves is done in the block that has some of them", "the runtime refuses it", withProduct(true)));
  list.push_back(ofList("fusion: a product that sums over rows is done in the block that has some of them", "the runtime refuses it", withProduct(false)));
  list.push_back(ofList("fusion: results lie where other blocks have still to read", "bits", [](ProgramT &program, Entries &entries, size_t i, bool apply) {
    if (!entries[i]->fusion || entries[i]->fusion->entries != 3)
      return false;
    const auto &first = *entries[i]->action.AsProduct(), &second = *entries[i + 2]->action.AsProduct();
    const auto sizeAt = [&](uint64_t offset) {
      uint64_t bytes = 0;
      for (const auto &buffer : program.buffers)
        if (buffer->space == artifact::Space::arena && buffer->offset == offset)
          bytes = std::max<uint64_t>(bytes, buffer->bytes);
      return bytes;
    };
    const uint64_t from = second.c->offset(), to = first.a->offset();
    if (from == to || sizeAt(from) == 0 || sizeAt(from) != sizeAt(to))
      return false;
    // Nobody reads the operand later.
    for (size_t j = i + 1; j < entries.size(); ++j) {
      if (const auto *product = entries[j]->action.AsProduct(); product && (product->a->offset() == to || product->b->offset() == to))
        return false;
      if (const auto *launch = entries[j]->action.AsLaunch())
        for (const Ref &ref : launch->buffers)
          if (ref.offset() == to)
            return false;
    }
    if (apply)
      move(program, from, to);
    return true;
  }));
}

} // namespace det::test
