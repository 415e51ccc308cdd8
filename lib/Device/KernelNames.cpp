// Which kernels an entry may launch.
#include "det/Device/KernelNames.h"
#include "det/Device/AttentionShape.h"
#include "det/Device/DeviceKernels.h"
#include "det/Device/MmaShape.h"
#include "det/Device/ProductShape.h"
#include "det/Device/WorkKernelNames.h"

#include <set>

namespace det::device {

namespace {

using artifact::Combiner, artifact::ElementType;

// Bytes of an element in memory; 0 for what no kernel combines.
int bytesOf(ElementType type) {
  switch (type) {
  case ElementType::i1:
  case ElementType::i2:
  case ElementType::ui2:
  case ElementType::i4:
  case ElementType::ui4:
  case ElementType::i8:
  case ElementType::ui8:
  case ElementType::f8E4M3FN:
  case ElementType::f8E5M2:
  case ElementType::f8E3M4:
  case ElementType::f8E4M3:
    return 1;
  case ElementType::i16:
  case ElementType::ui16:
  case ElementType::f16:
  case ElementType::bf16:
    return 2;
  case ElementType::i32:
  case ElementType::ui32:
  case ElementType::f32:
    return 4;
  case ElementType::i64:
  case ElementType::ui64:
  case ElementType::f64:
  case ElementType::c64:
    return 8;
  case ElementType::c128:
    return 16;
  }
  return 0;
}

bool isUnsigned(ElementType type) { return type == ElementType::i1 || (type >= ElementType::ui4 && type <= ElementType::ui64); }

using Names = std::set<std::string>;

void addWidths(Names &names, std::string (*kernel)(int64_t)) {
  for (int width : widths)
    names.insert(kernel(width));
}

void addCopies(Names &names) {
  addWidths(names, copyKernel);
  addWidths(names, transposeKernel);
}

void addNames(Names &names, const std::vector<std::string> &more) {
  for (const std::string &name : more)
    if (!name.empty())
      names.insert(name);
}

void add(const artifact::EntryT &entry, const KernelChoice &choice, Names &names);

void addAll(const std::vector<std::unique_ptr<artifact::EntryT>> &entries, const KernelChoice &choice, Names &names) {
  for (const auto &entry : entries)
    add(*entry, choice, names);
}

void addScatter(const artifact::ScatterT &scatter, const KernelChoice &choice, Names &names) {
  const auto combine = combineName(scatter.combiner, scatter.type);
  if (!combine)
    return;
  if (choice.isFree && !scatterAtomicKernel(*combine).empty())
    return addNames(names, {scatterKeysKernel(), scatterBaseKernel(*combine), scatterAtomicKernel(*combine)});
  for (const std::string &name : {scatterKeysKernel(), scatterBaseKernel(*combine), scatterKernel(*combine), radixSmallKernel(),
                                  radixCountKernel(), radixScanKernel(), radixPlaceKernel()})
    names.insert(name);
  if (scatter.combiner != Combiner::assign)
    names.insert(scatterRunsKernel(*combine));
}

// A product that has no shape has no kernel either: whoever prepares it says why.
void addProduct(const artifact::ProductT &product, const KernelChoice &choice, Names &names) {
  if (product.model != artifact::MmaModel::none) {
    // An algorithm of cuBLASLt makes leaves, which det joins: one that is pinned, or that det-pin tries.
    if (product.leaves.size() > 1) {
      names.insert(productJoinKernel(rt::host::Real::f32));
      addCopies(names);
    }
    if (const auto shape = shapeMma(product, choice.warpgroups); shape && !shape->kernel.empty()) {
      names.insert(shape->kernel);
      if (shape->segments.size() > 1) {
        names.insert(productJoinKernel(rt::host::Real::f32));
        addCopies(names);
      }
    }
    return;
  }
  const auto described = describeProduct(product);
  if (!described)
    return;
  const auto shape = shapeProduct(*described);
  if (!shape || shape->kernel.empty())
    return;
  names.insert(shape->kernel);
  if (shape->segments.size() < 2)
    return;
  names.insert(productJoinKernel(described->type));
  addCopies(names);
}

void add(const artifact::EntryT &entry, const KernelChoice &choice, Names &names) {
  if (entry.fusion)
    names.insert(attentionKernel(*entry.fusion));
  switch (entry.action.type) {
  case artifact::Action::Product:
    return addProduct(*entry.action.AsProduct(), choice, names);
  case artifact::Action::Copy:
    return addCopies(names);
  case artifact::Action::Update:
    addCopies(names);
    return addWidths(names, updateKernel);
  case artifact::Action::Gather:
    return addWidths(names, gatherKernel);
  case artifact::Action::Join: {
    const artifact::JoinT &join = *entry.action.AsJoin();
    if (const auto combine = combineName(join.combiner, join.type))
      names.insert(joinKernel(*combine));
    return;
  }
  case artifact::Action::Scatter:
    return addScatter(*entry.action.AsScatter(), choice, names);
  case artifact::Action::Sort:
    return addNames(names, sortKernels(*entry.action.AsSort()).of(entry.action.AsSort()->size));
  case artifact::Action::Scan:
    return addNames(names, scanKernels(*entry.action.AsScan()).all());
  case artifact::Action::GenericReduce:
    return addNames(names, reduceKernels(*entry.action.AsGenericReduce()).all());
  case artifact::Action::GenericScatter: {
    const artifact::GenericScatterT &scatter = *entry.action.AsGenericScatter();
    addCopies(names);
    addNames(names, keySortKernels(scatterKeyBytes(scatter)).of(scatterUpdates(scatter)));
    return addNames(names, {scatterTargetsKernel(), bodyScatterKernel(scatter)});
  }
  case artifact::Action::Loop:
    return addAll(entry.action.AsLoop()->body, choice, names);
  case artifact::Action::While:
    addAll(entry.action.AsWhile()->condition, choice, names);
    return addAll(entry.action.AsWhile()->body, choice, names);
  default:
    return;
  }
}

} // namespace

std::optional<std::string> combineName(Combiner combiner, ElementType type) {
  const int bytes = bytesOf(type);
  const bool floating = type == ElementType::f32 || type == ElementType::f64;
  if (bytes == 0 || bytes > 8)
    return std::nullopt;
  const std::string size = std::to_string(8 * bytes);
  if (combiner == Combiner::assign)
    return "assign_" + std::string(floating ? "f" : "i") + size;
  if (!floating && type > ElementType::ui64)
    return std::nullopt;
  const std::string suffix = (floating ? "_f" : "_i") + size;
  switch (combiner) {
  case Combiner::add:
    return "add" + suffix;
  case Combiner::mul:
    return "mul" + suffix;
  case Combiner::max:
    return (isUnsigned(type) ? "maxu" : "max") + suffix;
  case Combiner::min:
    return (isUnsigned(type) ? "minu" : "min") + suffix;
  case Combiner::and_:
    return "and" + suffix;
  case Combiner::or_:
    return "or" + suffix;
  case Combiner::xor_:
    return "xor" + suffix;
  default:
    return std::nullopt;
  }
}

std::vector<std::string> kernelsOf(const artifact::EntryT &entry, const KernelChoice &choice) {
  Names names;
  add(entry, choice, names);
  return {names.begin(), names.end()};
}

std::vector<std::string> copyKernels() {
  Names names;
  addCopies(names);
  return {names.begin(), names.end()};
}

} // namespace det::device
