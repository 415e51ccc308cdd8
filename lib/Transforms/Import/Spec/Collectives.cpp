// Collectives: groups of processes, and the shapes that they give.
#include "Spec.h"

using namespace mlir;

namespace det::import::spec {
namespace {

/// What the numbers in an operation's groups are.
enum class Ids { Replicas, Partitions, Devices };

/// `channel_handle<handle = 1, type = 1>`; 0 if there is none, or none that can be read.
int64_t channelOf(const Spec &s) {
  for (StringRef kind : {"channel_handle", "channel"})
    if (auto handle = input::Fields::read(s.op->getAttr("channel_handle"), kind))
      return handle->value("handle");
  auto id = s.op->getAttrOfType<IntegerAttr>("channel_id");
  return id && id.getValue().getSignificantBits() <= 64 ? id.getValue().getSExtValue() : 0;
}

/// Collectives that do not reduce or gather take partitions where they have a channel.
Ids acrossPartitions(const Spec &s) { return channelOf(s) > 0 ? Ids::Partitions : Ids::Replicas; }
Ids byFlag(const Spec &s) { return s.op->hasAttr("use_global_device_ids") ? Ids::Devices : Ids::Replicas; }

/// A collective whose groups are numbers of devices of the whole run must have a channel.
LogicalResult channel(const Spec &s, StringRef label) {
  if (!s.op->hasAttr("use_global_device_ids") || channelOf(s) > 0)
    return success();
  return s.fail(label) << "expected a positive 'channel_handle' with 'use_global_device_ids'";
}

/// How many processes of a kind there are, where the module says so. With one replica, as in every program over a mesh, numbers
/// of replicas stand for partitions.
std::optional<int64_t> processes(const Spec &s, Ids ids) {
  auto module = s.op->getParentOfType<ModuleOp>();
  auto stated = [&](StringRef name) {
    auto value = module ? module->getAttrOfType<IntegerAttr>(name) : IntegerAttr();
    return value ? value.getValue().getSExtValue() : 1;
  };
  int64_t replicas = stated("mhlo.num_replicas"), partitions = stated("mhlo.num_partitions"), all;
  if (replicas < 1 || partitions < 1 || llvm::MulOverflow(replicas, partitions, all) || all == 1)
    return std::nullopt;
  return ids == Ids::Devices || replicas == 1 ? all : ids == Ids::Partitions ? partitions : replicas;
}

/// The processes of `replica_groups`: one row per group, -1 where a row is shorter. The size of a group is known unless groups
/// are given as mesh axes, all processes are one group, or a group takes in every partition of its replicas.
struct Groups {
  int64_t size = 0;
  bool sizeKnown = false;
  bool known() const { return sizeKnown && size > 0; }
};

/// Labels of the constraints on groups: a constant of i64; each process in one group; as many processes as there are (empty: not
/// asked for); numbers in range.
struct GroupLabels {
  StringRef type, unique, count, range;
};

FailureOr<Groups> groups(const Spec &s, Ids ids, GroupLabels labels) {
  Attribute attribute = s.op->getAttr("replica_groups");
  Groups result;
  if (!attribute || !input::text(attribute).empty())
    return result;
  auto dense = dyn_cast<DenseIntElementsAttr>(attribute);
  auto numbers = input::ints(attribute);
  if (!dense || !numbers || dense.getType().getRank() != 2 || !dense.getElementType().isSignlessInteger(64))
    return s.fail(labels.type) << "expected 'replica_groups' of rank 2 of 'i64'";
  result.size = dense.getType().getDimSize(1);
  // With a channel but without global numbers, a group holds replicas with all of their partitions.
  result.sizeKnown = dense.getType().getDimSize(0) > 0 && (channelOf(s) <= 0 || ids != Ids::Replicas);
  // A reduction takes groups of several sizes, whose rows end with -1.
  bool fills = inputName(s.op) == "all_reduce";
  Ints present;
  for (int64_t id : *numbers)
    if (id != -1 || !fills)
      present.push_back(id);
  if (present.empty())
    return result;
  if (failed(s.unique(labels.unique, "replica_groups", present)))
    return failure();
  std::optional<int64_t> count = processes(s, ids);
  int64_t limit = labels.count.empty() ? count.value_or(std::numeric_limits<int64_t>::max()) : int64_t(present.size());
  if (failed(s.range(labels.range, "replica_groups", present, 0, limit)))
    return failure();
  if (count && !labels.count.empty() && *count != int64_t(present.size()))
    return s.fail(labels.count) << "expected 'replica_groups' of all " << *count << " processes, got " << present.size();
  return result;
}

/// More elements than any tensor has, where a product of sizes has no 64 bits.
int64_t times(int64_t size, int64_t count) {
  int64_t product;
  return llvm::MulOverflow(size, count, product) ? std::numeric_limits<int64_t>::max() : product;
}

/// Results of the operands' types, of which `dim` has `count` as many elements; any whole number of times where that is not
/// known.
LogicalResult gathered(const Spec &s, StringRef label, unsigned i, int64_t dim, std::optional<int64_t> count) {
  Ints expected(s.shape(i));
  int64_t size = expected[dim], got = s.out(i).getRank() > dim ? s.out(i).getDimSize(dim) : 0;
  expected[dim] = count ? times(size, *count) : size && got % size ? size : got;
  if (failed(s.sameShape(label, "results of shape", expected, s.out(i).getShape())))
    return failure();
  return s.sameElement(label, "results", s.in(i), s.out(i));
}

LogicalResult pairs(const Spec &s, StringRef label) {
  if (s.numIn() == 0 || s.numIn() != s.numOut())
    return s.fail(label) << "expected as many results as operands, and at least one";
  return success();
}

LogicalResult allGather(const Spec &s) {
  auto dim = s.integer("all_gather_dim");
  if (failed(dim) || failed(pairs(s, "C6")))
    return failure();
  auto group = groups(s, byFlag(s), {"I3", "C2", "C3", "C4"});
  if (failed(group) || failed(channel(s, "C5")))
    return failure();
  for (unsigned i = 0; i < s.numIn(); ++i) {
    if (failed(s.range("C1", "all_gather_dim", *dim, 0, s.in(i).getRank())))
      return failure();
    if (failed(gathered(s, "C6", i, *dim, group->known() ? std::optional(group->size) : std::nullopt)))
      return failure();
  }
  return success();
}

LogicalResult allReduce(const Spec &s) {
  if (failed(pairs(s, "C6")) || failed(groups(s, byFlag(s), {"I2", "C1", "C2", "C3"})) || failed(channel(s, "C4")))
    return failure();
  for (unsigned i = 0; i < s.numIn(); ++i)
    if (failed(s.combiner("C5", 0, s.in(i))) || failed(s.sameShape("C6", "results of shape", s.shape(i), s.out(i).getShape())) ||
        failed(s.sameElement("C7", "results", cast<RankedTensorType>(s.op->getRegion(0).getArgument(0).getType()), s.out(i))))
      return failure();
  return success();
}

LogicalResult allToAll(const Spec &s) {
  auto split = s.integer("split_dimension"), concat = s.integer("concat_dimension"), count = s.integer("split_count");
  if (failed(split) || failed(concat) || failed(count) || failed(pairs(s, "C9")))
    return failure();
  if (*count < 1)
    return s.fail("C4") << "expected a 'split_count' of at least 1, got " << *count;
  auto group = groups(s, acrossPartitions(s), {"I5", "C5", "C6", "C7"});
  if (failed(group))
    return failure();
  if (group->size > 0 && group->size != *count)
    return s.fail("C8") << "expected groups of 'split_count' = " << *count << " processes, got " << group->size;
  for (unsigned i = 0; i < s.numIn(); ++i) {
    int64_t rank = s.in(i).getRank();
    if (failed(s.range("C1", "split_dimension", *split, 0, rank)) || failed(s.range("C3", "concat_dimension", *concat, 0, rank)))
      return failure();
    if (s.shape(i)[*split] % *count)
      return s.fail("C2") << "expected dim " << *split << " of " << s.in(i) << " to divide into " << *count << " parts";
    Ints expected(s.shape(i));
    if (*split != *concat) {
      expected[*split] /= *count;
      expected[*concat] = times(expected[*concat], *count);
    }
    if (failed(s.sameShape("C9", "results of shape", expected, s.out(i).getShape())) ||
        failed(s.sameElement("C9", "results", s.in(i), s.out(i))))
      return failure();
  }
  return success();
}

LogicalResult broadcast(const Spec &s) {
  if (failed(groups(s, acrossPartitions(s), {"I2", "C1", "", "C2"})))
    return failure();
  return s.sameType("C3", "a result of type", s.in(), s.out());
}

LogicalResult permute(const Spec &s) {
  auto dense = s.op->getAttrOfType<DenseIntElementsAttr>("source_target_pairs");
  auto values = input::ints(dense);
  if (!dense || !values || !dense.getElementType().isSignlessInteger(64))
    return s.fail("I2") << "expected 'source_target_pairs' of 'i64'";
  if (dense.getType().getRank() != 2 || dense.getType().getDimSize(1) != 2)
    return s.fail("C1") << "expected 'source_target_pairs' of shape [N, 2], got " << list(dense.getType().getShape());
  Ints sources, targets;
  for (size_t i = 0; i + 1 < values->size(); i += 2) {
    sources.push_back((*values)[i]);
    targets.push_back((*values)[i + 1]);
  }
  if (failed(s.unique("C2", "source_target_pairs", sources)) || failed(s.unique("C3", "source_target_pairs", targets)) ||
      failed(s.range("C4", "source_target_pairs", *values, 0,
                     processes(s, acrossPartitions(s)).value_or(std::numeric_limits<int64_t>::max()))))
    return failure();
  return s.sameType("C5", "a result of type", s.in(), s.out());
}

LogicalResult reduceScatter(const Spec &s) {
  auto dim = s.integer("scatter_dimension");
  if (failed(dim) || failed(s.range("C2", "scatter_dimension", *dim, 0, s.in().getRank())))
    return failure();
  auto group = groups(s, byFlag(s), {"I3", "C3", "C4", "C5"});
  if (failed(group) || failed(channel(s, "C6")) || failed(s.combiner("C7", 0, s.in())))
    return failure();
  if (s.out().getRank() != s.in().getRank())
    return s.fail("C8") << "expected a result of rank " << s.in().getRank() << ", got " << s.out();
  // A group whose size is not known gives parts of the result's size.
  int64_t size = s.shape()[*dim], part = s.out().getDimSize(*dim), parts = group->known() ? group->size : part ? size / part : 1;
  if (parts == 0 || size % parts)
    return s.fail("C1") << "expected dim " << *dim << " of " << s.in() << " to divide into " << parts << " parts";
  Ints expected(s.shape());
  expected[*dim] /= parts;
  if (failed(s.sameShape("C8", "a result of shape", expected, s.out().getShape())))
    return failure();
  return s.sameElement("C9", "a result", cast<RankedTensorType>(s.op->getRegion(0).getArgument(0).getType()), s.out());
}

LogicalResult processNumber(const Spec &s) {
  Type expected = RankedTensorType::get({}, IntegerType::get(s.op->getContext(), 32, IntegerType::Unsigned));
  return s.sameType("O1", "a result of type", expected, s.out());
}

} // namespace

void addCollectiveChecks(Checks &checks) {
  checks.add("all_gather", -1, -1, 0, allGather);
  checks.add("all_reduce", -1, -1, 1, allReduce);
  checks.add("all_to_all", -1, -1, 0, allToAll);
  checks.add("collective_broadcast", 1, 1, 0, broadcast);
  checks.add("collective_permute", 1, 1, 0, permute);
  checks.add("reduce_scatter", 1, 1, 1, reduceScatter);
  checks.add("partition_id replica_id", 0, 1, 0, processNumber);
}

} // namespace det::import::spec
