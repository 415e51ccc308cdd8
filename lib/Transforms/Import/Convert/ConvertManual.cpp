// Manual computations and the collectives in them -> det.manual and det's collectives.
#include "Combiners.h"
#include "Converters.h"
#include "ElementwiseBody.h"
#include "../Manual/Processes.h"
#include "../Manual/Ranks.h"

using namespace mlir;

namespace det::import {
namespace {

LogicalResult manualComputation(const Conversion &c) {
  auto names = input::readManualAxes(c.op->getAttr("manual_axes"));
  auto ins = input::readShardingPerValue(c.op->getAttr("in_shardings"));
  auto outs = input::readShardingPerValue(c.op->getAttr("out_shardings"));
  if (!names || !ins || !outs)
    return c.bad(!names ? "manual_axes" : !ins ? "in_shardings" : "out_shardings");
  if (ins->size() != c.op->getNumOperands() || outs->size() != c.op->getNumResults() || c.op->getNumRegions() != 1)
    return c.op->emitError() << "'" << c.op->getName() << "' expected a sharding for every operand and result, and one region";
  std::string what = ("'" + c.op->getName().getStringRef() + "'").str();
  auto convert = [&](ArrayRef<input::Sharding> shardings, ValueRange values) -> FailureOr<ArrayAttr> {
    SmallVector<Attribute> attrs;
    for (auto [sharding, value] : llvm::zip_equal(shardings, values)) {
      auto attr = c.meshes.convert(sharding, tensorOf(value).getRank(), c.loc(), what);
      if (failed(attr))
        return failure();
      attrs.push_back(*attr);
    }
    return c.b.getArrayAttr(attrs);
  };
  FailureOr<ArrayAttr> in = convert(*ins, c.op->getOperands()), out = convert(*outs, c.op->getResults());
  if (failed(in) || failed(out))
    return failure();

  // The axes in the order of the mesh; through a sharding, which knows the module's other meshes.
  SmallVector<AxisRefAttr> axes;
  MeshAttr mesh = c.meshes.mesh();
  if (!names->empty() && ins->empty() && outs->empty())
    return c.op->emitError() << "'" << c.op->getName() << "' expected operands or results, whose shardings name the mesh";
  for (const std::string &name : *names) {
    input::Sharding single = ins->empty() ? outs->front() : ins->front();
    single.dims = {{{{name, 1, 0}}, false, std::nullopt}};
    single.replicated.clear();
    auto attr = c.meshes.convert(single, 1, c.loc(), what);
    if (failed(attr))
      return failure();
    llvm::append_range(axes, attr->getDims()[0].getAxes());
  }
  auto place = [&](AxisRefAttr axis) {
    auto at = llvm::find_if(mesh.getNames(), [&](StringAttr name) { return name.getValue() == axis.getName(); });
    return std::pair(at - mesh.getNames().begin(), axis.getPreSize());
  };
  llvm::sort(axes, [&](AxisRefAttr a, AxisRefAttr b) { return place(a) < place(b); });
  SmallVector<Attribute> keys;
  SmallVector<int64_t> sizes;
  for (AxisRefAttr axis : axes) {
    keys.push_back(c.b.getStringAttr(axisKey(axis)));
    sizes.push_back(mesh.getSize(axis));
  }
  auto manual = ManualOp::create(c.b, c.loc(), c.op->getResultTypes(), c.op->getOperands(), c.b.getArrayAttr(keys),
                                 c.b.getDenseI64ArrayAttr(sizes), *in, *out);
  if (failed(c.convertRegion(c.op->getRegion(0), manual.getBody())))
    return failure();
  return c.replace(manual.getResults());
}

/// What the numbers of an operation's groups are. Reductions and gathers have a flag for numbers of devices.
ProcessIds idsOf(const Conversion &c, bool hasFlag) {
  int64_t channel = 0;
  for (StringRef kind : {"channel_handle", "channel"})
    if (auto handle = input::Fields::read(c.op->getAttr("channel_handle"), kind))
      channel = handle->value("handle");
  if (auto id = c.op->getAttrOfType<IntegerAttr>("channel_id"))
    channel = id.getInt();
  if (!hasFlag)
    return channel > 0 ? ProcessIds::Partitions : ProcessIds::Replicas;
  if (c.op->hasAttr("use_global_device_ids"))
    return ProcessIds::Devices;
  return channel > 0 ? ProcessIds::ReplicasAcrossPartitions : ProcessIds::Replicas;
}

FailureOr<DenseIntElementsAttr> groupsOf(const Conversion &c, bool hasFlag) {
  FailureOr<Processes> processes = Processes::around(c);
  if (failed(processes))
    return failure();
  return processes->groups(c, idsOf(c, hasFlag));
}

/// The combiner of the operation's region.
FailureOr<Combiner> combinerOf(const Conversion &c) {
  std::optional<Combiner> combiner = c.op->getNumRegions() == 1 ? matchCombiner(c.op->getRegion(0), 0, 1) : std::nullopt;
  if (combiner && *combiner != Combiner::Assign)
    return *combiner;
  return refuse(c.op, "its region is not one of add, multiply, maximum, minimum, and, or, xor of its two arguments");
}

/// An operand in the element type of its result, which is the region's.
Value promoted(const Conversion &c, unsigned i) {
  Type element = c.resultType(i).getElementType();
  if (c.type(i).getElementType() == element)
    return c.operand(i);
  return ConvertOp::create(c.b, c.loc(), c.type(i).clone(element), c.operand(i));
}

/// One det operation per operand.
LogicalResult perOperand(const Conversion &c, llvm::function_ref<FailureOr<Value>(unsigned)> build) {
  if (c.op->getNumOperands() != c.op->getNumResults())
    return c.op->emitError() << "'" << c.op->getName() << "' expected as many results as operands";
  SmallVector<Value> results;
  for (unsigned i = 0; i < c.op->getNumOperands(); ++i) {
    FailureOr<Value> result = build(i);
    if (failed(result))
      return failure();
    results.push_back(*result);
  }
  return c.replace(results);
}

/// Joins the members of a group by a region that is no combiner: all of them side by side in a new first dim, then one after the
/// other, in the order of the group. `collect` gives all members of a value that has that dim, of size 1.
LogicalResult joinInOrder(const Conversion &c, DenseIntElementsAttr groups,
                          llvm::function_ref<Value(Value, RankedTensorType)> collect) {
  FailureOr<Processes> processes = Processes::around(c);
  if (failed(processes))
    return failure();
  auto numbers = llvm::to_vector(groups.getValues<int64_t>());
  if (llvm::is_contained(numbers, -1) || int64_t(numbers.size()) != processes->count())
    return refuse(c.op,
                  "its region is not one of add, multiply, maximum, minimum, and, or, xor of its two arguments, and its groups "
                  "are not all processes in parts of one size");
  int64_t members = groups.getType().getDimSize(1);
  FailureOr<ElementwiseBody> body = ElementwiseBody::take(c, c.op->getRegion(0));
  if (failed(body))
    return failure();
  constexpr int64_t kMost = 4096;
  if (members * int64_t(body->size()) > kMost)
    return refuse(c.op,
                  "its region joins too many processes one by one; use one of add, multiply, maximum, minimum, and, or, xor");
  return perOperand(c, [&](unsigned i) -> FailureOr<Value> {
    RankedTensorType local = c.resultType(i);
    Value value = promoted(c, i);
    auto withMembers = [](RankedTensorType type, int64_t count) {
      SmallVector<int64_t> shape{count};
      llvm::append_range(shape, type.getShape());
      return type.clone(shape);
    };
    Value one = ReshapeOp::create(c.b, c.loc(), withMembers(Conversion::type(value), 1), value);
    Value all = collect(one, withMembers(local, members)), joined;
    for (int64_t member = 0; member < members; ++member) {
      SmallVector<int64_t> starts(local.getRank() + 1, 0), limits(Conversion::type(all).getShape()),
          steps(local.getRank() + 1, 1);
      starts[0] = member;
      limits[0] = member + 1;
      Value row = ReshapeOp::create(c.b, c.loc(), local,
                                    SliceOp::create(c.b, c.loc(), withMembers(local, 1), all, starts, limits, steps));
      joined = joined ? body->apply(c, {joined, row}) : row;
    }
    return joined;
  });
}

/// Whether the region is one of the combiners that collectives have.
bool hasCombiner(const Conversion &c) {
  auto combiner = c.op->getNumRegions() == 1 ? matchCombiner(c.op->getRegion(0), 0, 1) : std::nullopt;
  return combiner && *combiner != Combiner::Assign;
}

LogicalResult allReduce(const Conversion &c) {
  auto groups = groupsOf(c, true);
  if (succeeded(groups) && !hasCombiner(c))
    return joinInOrder(c, *groups, [&](Value one, RankedTensorType type) {
      return AllGatherOp::create(c.b, c.loc(), type, one, 0, *groups).getResult();
    });
  auto combiner = combinerOf(c);
  if (failed(groups) || failed(combiner))
    return failure();
  return perOperand(c, [&](unsigned i) -> FailureOr<Value> {
    return Value(AllReduceOp::create(c.b, c.loc(), c.resultType(i), promoted(c, i), *combiner, *groups));
  });
}

/// The first member of a group gets the sum, others zeros.
LogicalResult collectiveReduce(const Conversion &c) {
  auto groups = groupsOf(c, true);
  auto combiner = combinerOf(c);
  FailureOr<Processes> processes = Processes::around(c);
  if (failed(groups) || failed(combiner) || failed(processes))
    return failure();
  auto partitions = processes->numbers(c, true);
  if (failed(partitions))
    return failure();
  SmallVector<int64_t> isFirst(partitions->size(), 0);
  int64_t width = groups->getType().getDimSize(1);
  for (auto [i, rank] : llvm::enumerate(groups->getValues<int64_t>()))
    if (rank >= 0 && int64_t(i) % width == 0)
      isFirst[rank] = 1;
  Value first = RankValueOp::create(c.b, c.loc(), RankedTensorType::get({}, c.b.getI1Type()), isFirst);
  return perOperand(c, [&](unsigned i) -> FailureOr<Value> {
    RankedTensorType type = c.resultType(i);
    Value sum = AllReduceOp::create(c.b, c.loc(), type, promoted(c, i), *combiner, *groups);
    Value zero = ConstantOp::create(c.b, c.loc(), cast<ElementsAttr>(c.b.getZeroAttr(type)));
    Value isRoot = BroadcastInDimOp::create(c.b, c.loc(), type.clone(c.b.getI1Type()), first, ArrayRef<int64_t>());
    return Value(SelectOp::create(c.b, c.loc(), type, isRoot, sum, zero));
  });
}

LogicalResult allGather(const Conversion &c) {
  auto groups = groupsOf(c, true);
  auto dim = c.integer("all_gather_dim");
  if (failed(groups) || failed(dim))
    return failure();
  return perOperand(c, [&](unsigned i) -> FailureOr<Value> {
    return Value(AllGatherOp::create(c.b, c.loc(), c.resultType(i), c.operand(i), *dim, *groups));
  });
}

LogicalResult reduceScatter(const Conversion &c) {
  auto groups = groupsOf(c, true);
  auto dim = c.integer("scatter_dimension");
  if (failed(groups) || failed(dim))
    return failure();
  if (!hasCombiner(c))
    return joinInOrder(c, *groups, [&](Value one, RankedTensorType type) {
      return AllToAllOp::create(c.b, c.loc(), type, one, *dim + 1, 0, *groups).getResult();
    });
  auto combiner = combinerOf(c);
  if (failed(combiner))
    return failure();
  return perOperand(c, [&](unsigned i) -> FailureOr<Value> {
    return Value(ReduceScatterOp::create(c.b, c.loc(), c.resultType(i), promoted(c, i), *combiner, *dim, *groups));
  });
}

LogicalResult allToAll(const Conversion &c) {
  auto groups = groupsOf(c, false);
  auto split = c.integer("split_dimension"), concat = c.integer("concat_dimension");
  if (failed(groups) || failed(split) || failed(concat))
    return failure();
  return perOperand(c, [&](unsigned i) -> FailureOr<Value> {
    return Value(AllToAllOp::create(c.b, c.loc(), c.resultType(i), c.operand(i), *split, *concat, *groups));
  });
}

LogicalResult collectivePermute(const Conversion &c) {
  FailureOr<Processes> processes = Processes::around(c);
  auto pairs = failed(processes) ? FailureOr<Processes::Ids>(failure()) : processes->pairs(c, idsOf(c, false));
  if (failed(pairs))
    return failure();
  return perOperand(c, [&](unsigned i) -> FailureOr<Value> {
    return Value(CollectivePermuteOp::create(c.b, c.loc(), c.resultType(i), c.operand(i), *pairs));
  });
}

LogicalResult collectiveBroadcast(const Conversion &c) {
  if (c.op->hasAttr("has_dynamic_root"))
    return refuse(c.op, "its root is known only at run time; broadcast from a fixed process");
  auto groups = groupsOf(c, false);
  if (failed(groups))
    return failure();
  return perOperand(c, [&](unsigned i) -> FailureOr<Value> {
    return Value(CollectiveBroadcastOp::create(c.b, c.loc(), c.resultType(i), c.operand(i), *groups));
  });
}

template <bool partition> LogicalResult processNumber(const Conversion &c) {
  FailureOr<Processes> processes = Processes::around(c);
  auto numbers = failed(processes) ? FailureOr<Processes::Ids>(failure()) : processes->numbers(c, partition);
  if (failed(numbers))
    return failure();
  return c.replace(RankValueOp::create(c.b, c.loc(), c.resultType(), *numbers).getResult());
}

} // namespace

void addManualConversions(Conversions &table) {
  table.add("sdy.manual_computation", -1, manualComputation);
  table.add("all_reduce", -1, allReduce);
  table.add("collective_reduce", -1, collectiveReduce);
  table.add("all_gather", -1, allGather);
  table.add("reduce_scatter", -1, reduceScatter);
  table.add("all_to_all", -1, allToAll);
  table.add("collective_permute", -1, collectivePermute);
  table.add("collective_broadcast", -1, collectiveBroadcast);
  table.add("partition_id", 0, processNumber<true>);
  table.add("replica_id", 0, processNumber<false>);
}

} // namespace det::import
