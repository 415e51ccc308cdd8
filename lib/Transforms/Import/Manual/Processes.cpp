// Processes as collectives name them in the text, and the logical ranks that they are.
#include "Processes.h"
#include "LogicalRanks.h"
#include "Ranks.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include <set>

using namespace mlir;

namespace det::import {

FailureOr<Processes> Processes::around(const Conversion &c) {
  Processes result;
  // Axes of all manual computations around the operation, outermost first.
  SmallVector<AxisRefAttr> axes;
  SmallVector<int64_t> sizes;
  for (auto manual = c.op->getParentOfType<ManualOp>(); manual; manual = manual->getParentOfType<ManualOp>()) {
    SmallVector<AxisRefAttr> outer;
    for (StringRef key : manual.getAxes().getAsValueRange<StringAttr>())
      outer.push_back(axisOf(c.op->getContext(), key));
    axes.insert(axes.begin(), outer.begin(), outer.end());
    sizes.insert(sizes.begin(), manual.getSizes().begin(), manual.getSizes().end());
  }
  auto sizesOfModule = c.op->getParentOfType<ModuleOp>()->getAttrOfType<DenseI64ArrayAttr>(kRanksAttr);
  MeshAttr mesh = c.meshes.mesh();
  if (mesh && mesh.getNumRanks() > kMaxProcesses)
    return c.op->emitError() << "'" << c.op->getName() << "' expected a mesh of at most " << kMaxProcesses << " devices, got "
                             << mesh;
  bool onMesh = mesh && llvm::all_of(axes, [&](AxisRefAttr axis) { return mesh.getSize(axis) > 0; });
  if (axes.empty()) {
    if (!sizesOfModule)
      return refuse(c.op, "expected it inside a manual computation (shard_map)");
    result.replicas = sizesOfModule[0];
    result.partitions = sizesOfModule[1];
  } else if (onMesh) {
    result.mesh = mesh;
    result.partitions = mesh.getNumRanks();
    result.ranks = mesh.getNumShards(axes);
    // The other axes: positions of devices that agree along the manual ones, in ascending order.
    SmallVector<int64_t> seen(result.ranks, 0);
    for (int64_t device = 0; device < result.partitions; ++device) {
      result.rankOf.push_back(mesh.getFlatIndex(device, axes));
      result.placeOf.push_back(seen[result.rankOf.back()]++);
    }
    return result;
  } else {
    result.replicas = sizes.front();
    result.partitions = llvm::product_of(ArrayRef(sizes).drop_front());
  }
  result.ranks = result.replicas * result.partitions;
  result.rankOf = llvm::to_vector(llvm::seq<int64_t>(result.ranks));
  result.placeOf.assign(result.ranks, 0);
  return result;
}

FailureOr<Processes::Groups> Processes::devices(const Conversion &c, const Groups &lists, ProcessIds ids) const {
  int64_t all = replicas * partitions, limit = ids == ProcessIds::Devices      ? all
                                               : ids == ProcessIds::Partitions ? partitions
                                                                               : replicas;
  // With one replica only, as in every program over a mesh, larger numbers can only be those of devices.
  for (const Ids &list : lists)
    for (int64_t id : list)
      if (id >= limit && replicas == 1) {
        ids = ProcessIds::Devices;
        limit = all;
      }
  for (const Ids &list : lists)
    for (int64_t id : list)
      if (id >= limit || id < -1)
        return c.op->emitError() << "'" << c.op->getName() << "' expected process numbers below " << limit << ", got " << id;
  Groups result;
  auto add = [&](const Ids &list, auto device) {
    Ids &to = result.emplace_back();
    for (int64_t id : list)
      to.push_back(id < 0 ? -1 : device(id));
  };
  for (const Ids &list : lists)
    switch (ids) {
    case ProcessIds::Devices:
      add(list, [](int64_t id) { return id; });
      break;
    case ProcessIds::Replicas:
      for (int64_t p = 0; p < partitions; ++p)
        add(list, [&](int64_t id) { return id * partitions + p; });
      break;
    case ProcessIds::Partitions:
      for (int64_t r = 0; r < replicas; ++r)
        add(list, [&](int64_t id) { return r * partitions + id; });
      break;
    case ProcessIds::ReplicasAcrossPartitions: {
      Ids members;
      for (int64_t p = 0; p < partitions; ++p)
        for (int64_t id : list)
          members.push_back(id < 0 ? -1 : id * partitions + p);
      result.push_back(members);
      break;
    }
    }
  return result;
}

FailureOr<Processes::Groups> Processes::alongAxes(const Conversion &c, const input::GroupAxes &names) const {
  if (!mesh)
    return c.op->emitError() << "'" << c.op->getName() << "' has groups along mesh axes, but there is no mesh";
  // Through a sharding, which knows the module's other meshes.
  input::Sharding sharding;
  sharding.mesh = names.mesh;
  sharding.dims.push_back({names.axes, false, std::nullopt});
  auto attr = c.meshes.convert(sharding, 1, c.loc(), ("'" + c.op->getName().getStringRef() + "'").str());
  if (failed(attr))
    return failure();
  ArrayRef<AxisRefAttr> axes = attr->getDims()[0].getAxes();
  // A group is the devices that agree in everything else: of a rank's place along the axes, the rest is its number without it.
  llvm::MapVector<SmallVector<int64_t>, Ids> groups;
  for (int64_t device = 0; device < partitions; ++device) {
    SmallVector<int64_t> rest;
    for (auto [name, size] : llvm::zip_equal(mesh.getNames(), mesh.getSizes())) {
      int64_t coordinate = mesh.getCoordinate(device, AxisRefAttr::get(mesh.getContext(), name.getValue()));
      // What the group's parts of this axis say is taken out, digit by digit.
      for (AxisRefAttr axis : axes) {
        if (axis.getName() != name.getValue())
          continue;
        int64_t part = axis.getSize() ? axis.getSize() : size, below = axis.getSize() ? size / (axis.getPreSize() * part) : 1;
        coordinate -= coordinate / below % part * below;
      }
      rest.push_back(coordinate);
    }
    Ids &members = groups[rest];
    members.resize(mesh.getNumShards(axes), -1);
    members[mesh.getFlatIndex(device, axes)] = device;
  }
  Groups result;
  for (auto &[rest, members] : groups)
    result.push_back(members);
  return result;
}

FailureOr<Processes::Groups> Processes::logical(const Conversion &c, const Groups &lists) const {
  llvm::SetVector<Ids, std::vector<Ids>, std::set<Ids>> unique;
  for (const Ids &list : lists) {
    Ids members;
    int64_t place = -1;
    for (int64_t device : list) {
      if (device < 0) {
        members.push_back(-1);
        continue;
      }
      if (place >= 0 && placeOf[device] != place)
        return refuse(c.op, "its groups run over mesh axes that are not manual here; make them manual in shard_map");
      place = placeOf[device];
      members.push_back(rankOf[device]);
    }
    unique.insert(members);
  }
  return Groups(unique.begin(), unique.end());
}

FailureOr<DenseIntElementsAttr> Processes::groups(const Conversion &c, ProcessIds ids) const {
  Attribute attribute = c.op->getAttr("replica_groups");
  FailureOr<Groups> found;
  if (auto axes = input::readGroupAxes(attribute)) {
    found = alongAxes(c, *axes);
  } else {
    auto dense = dyn_cast_or_null<DenseIntElementsAttr>(attribute);
    auto values = input::ints(attribute);
    if (!dense || !values || (dense.getType().getRank() != 2 && !values->empty()))
      return (void)c.bad("replica_groups"), failure();
    Groups lists;
    int64_t width = values->empty() ? 0 : dense.getType().getDimSize(1);
    for (size_t i = 0; i < values->size(); i += width)
      lists.emplace_back(values->begin() + i, values->begin() + i + width);
    if (lists.empty()) { // everybody
      int64_t count = ids == ProcessIds::Devices ? replicas * partitions : ids == ProcessIds::Partitions ? partitions : replicas;
      lists.push_back(llvm::to_vector(llvm::seq<int64_t>(count)));
    }
    found = devices(c, lists, ids);
  }
  if (succeeded(found))
    found = logical(c, *found);
  if (failed(found))
    return failure();
  int64_t width = found->front().size();
  SmallVector<int64_t> flat;
  llvm::DenseSet<int64_t> seen;
  for (const Ids &list : *found)
    for (int64_t rank : list) {
      if (rank >= 0 && !seen.insert(rank).second)
        return c.op->emitError() << "'" << c.op->getName() << "' expected every process in one group, got process " << rank
                                 << " twice";
      flat.push_back(rank);
    }
  auto type = RankedTensorType::get({int64_t(found->size()), width}, c.b.getI64Type());
  return cast<DenseIntElementsAttr>(DenseElementsAttr::get(type, ArrayRef<int64_t>(flat)));
}

FailureOr<Processes::Ids> Processes::pairs(const Conversion &c, ProcessIds ids) const {
  auto values = input::ints(c.op->getAttr("source_target_pairs"));
  if (!values || values->size() % 2)
    return (void)c.bad("source_target_pairs"), failure();
  Groups lists;
  for (size_t i = 0; i < values->size(); i += 2)
    lists.push_back({(*values)[i], (*values)[i + 1]});
  FailureOr<Groups> found = devices(c, lists, ids);
  if (succeeded(found))
    found = logical(c, *found);
  if (failed(found))
    return failure();
  Ids flat;
  llvm::DenseSet<int64_t> targets;
  for (const Ids &pair : *found) {
    if (pair[0] < 0 || !targets.insert(pair[1]).second)
      return c.op->emitError() << "'" << c.op->getName() << "' expected every process to receive once";
    llvm::append_range(flat, pair);
  }
  return flat;
}

FailureOr<Processes::Ids> Processes::numbers(const Conversion &c, bool partition) const {
  Ids values(ranks, -1);
  for (auto [device, rank] : llvm::enumerate(rankOf)) {
    int64_t number = partition ? int64_t(device) % partitions : int64_t(device) / partitions;
    if (values[rank] >= 0 && values[rank] != number)
      return refuse(c.op, "it differs along mesh axes that are not manual here; make them manual in shard_map");
    values[rank] = number;
  }
  return values;
}

} // namespace det::import
