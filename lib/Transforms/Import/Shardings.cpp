// Meshes and shardings of the input file -> attributes of the det dialect.
#include "Shardings.h"
#include "InputOps.h"
#include "Manual/MeshAxes.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace det::import {

/// More ranks than any machine has: products of sizes stay far from overflow.
constexpr int64_t kMaxRanks = int64_t(1) << 24;

static LogicalResult checkMesh(const input::Mesh &mesh, Location location, StringRef name) {
  llvm::StringSet<> seen;
  int64_t ranks = 1;
  for (auto &[axis, size] : mesh.axes) {
    if (size < 1)
      return emitError(location) << "mesh '" << name << "': expected axis '" << axis << "' to have a size of at least 1, got "
                                 << size;
    if (!seen.insert(axis).second)
      return emitError(location) << "mesh '" << name << "' has two axes '" << axis << "'";
    if (size > kMaxRanks || (ranks *= size) > kMaxRanks)
      return emitError(location) << "mesh '" << name << "' has more than 2^24 ranks";
  }
  // Device ids say where ranks are, which is decided when a program is run; they must only be as many.
  if (!mesh.axes.empty() && !mesh.deviceIds.empty() && int64_t(mesh.deviceIds.size()) != ranks)
    return emitError(location) << "mesh '" << name << "': expected " << ranks << " device ids, got " << mesh.deviceIds.size();
  return success();
}

static MeshAttr attrOf(const input::Mesh &mesh, MLIRContext *context) {
  SmallVector<StringAttr> names;
  SmallVector<int64_t> sizes;
  for (auto &[axis, size] : mesh.axes) {
    names.push_back(StringAttr::get(context, axis));
    sizes.push_back(size);
  }
  return MeshAttr::get(context, names, sizes);
}

void Meshes::setCommon(const input::Mesh &mesh, Location location) {
  common = mesh;
  commonAt = location;
  commonAttr = attrOf(mesh, location.getContext());
}

/// Whether every axis of a mesh is one of the other.
static bool hasAxesOf(const input::Mesh &mesh, const input::Mesh &other) {
  return llvm::all_of(mesh.axes, [&](auto &axis) { return llvm::is_contained(other.axes, axis); });
}

LogicalResult Meshes::fits(const input::Mesh &mesh, StringRef name, Location location) const {
  if (mesh.axes.empty() || hasAxesOf(mesh, common))
    return success();
  bool fits = countRanks(mesh) == countRanks(common) &&
              llvm::all_of(mesh.axes, [&](auto &axis) { return axesFor(common, *digitsOf(mesh, axis.first)).has_value(); });
  if (fits)
    return success();
  InFlightDiagnostic error = emitError(location)
                             << "expected meshes that divide the same ranks, got '" << name
                             << "' = " << attrOf(mesh, location.getContext()) << "; export all shardings over one mesh";
  error.attachNote(*commonAt) << "the module's mesh is " << commonAttr;
  return error;
}

LogicalResult Meshes::choose(ArrayRef<Named> named) {
  const Named *largest = nullptr;
  for (const Named &entry : named) {
    if (failed(checkMesh(entry.mesh, entry.location, entry.name)))
      return failure();
    // A mesh without axes is `empty_mesh`, or that of a single device.
    if (!entry.mesh.axes.empty() && (!largest || countRanks(entry.mesh) > countRanks(largest->mesh)))
      largest = &entry;
    bySymbol[entry.name] = entry.mesh;
  }
  if (!largest)
    return success();
  setCommon(largest->mesh, largest->location);
  for (const Named &entry : named)
    if (failed(fits(entry.mesh, entry.name, entry.location)))
      return failure();
  return success();
}

LogicalResult Meshes::read(ModuleOp module) {
  std::vector<Named> named;
  for (Operation &op : module.getOps()) {
    if (inputName(&op) != "sdy.mesh")
      continue;
    auto name = op.getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
    std::optional<input::Mesh> mesh = input::readMesh(op.getAttr("mesh"));
    if (!name || !mesh)
      return op.emitError("'sdy.mesh' has a mesh that cannot be read: expected <[\"axis\"=size, ...]>");
    named.push_back({name.getValue().str(), *mesh, op.getLoc()});
  }
  auto frontend = module->getAttrOfType<DictionaryAttr>("mhlo.frontend_attributes");
  if (auto text = frontend ? frontend.getAs<StringAttr>("xla.sdy.meshes") : StringAttr()) {
    auto meshes = input::readMeshes(text.getValue());
    if (!meshes)
      return module.emitError() << "'xla.sdy.meshes' cannot be read: " << text;
    for (auto &[name, mesh] : *meshes)
      named.push_back({name, mesh, module.getLoc()});
  }
  return choose(named);
}

namespace {

/// One sharding on its way: axes of the file's mesh become axes of the module's mesh, of which each is used once.
class AxisUse {
public:
  AxisUse(const input::Mesh &mesh, const input::Mesh &common, Location location, StringRef what)
      : mesh(mesh), common(common), location(location), what(what), natural(hasAxesOf(mesh, common)) {}

  FailureOr<SmallVector<AxisRefAttr>> use(ArrayRef<input::AxisRef> axes) {
    SmallVector<AxisRefAttr> result;
    for (const input::AxisRef &axis : axes)
      if (failed(use(axis, result)))
        return failure();
    return result;
  }

private:
  LogicalResult use(const input::AxisRef &axis, SmallVectorImpl<AxisRefAttr> &result) {
    std::optional<input::DeviceDigits> digits = digitsOf(mesh, axis.name);
    if (!digits)
      return emitError(location) << "sharding of " << what << ": the mesh " << attrOf(mesh, location.getContext())
                                 << " has no axis '" << axis.name << "'";
    if (axis.size) {
      auto part = partOf(*digits, axis.preSize, axis.size);
      if (!part)
        return emitError(location) << "sharding of " << what << ": sub-axis '" << axis.name << "':(" << axis.preSize << ")"
                                   << axis.size << " does not divide the axis of size " << digits->end / digits->begin;
      digits = part;
    }
    // An axis of the same name and size is the same axis, wherever it stands in the two meshes.
    std::optional<std::vector<input::AxisRef>> refs = natural ? std::vector<input::AxisRef>{axis} : axesFor(common, *digits);
    if (!refs)
      return emitError(location) << "sharding of " << what << ": '" << axis.name << "':(" << axis.preSize << ")" << axis.size
                                 << " is no axis of " << attrOf(common, location.getContext());
    for (const input::AxisRef &ref : *refs) {
      input::DeviceDigits whole = *digitsOf(common, ref.name);
      input::DeviceDigits taken = ref.size ? *partOf(whole, ref.preSize, ref.size) : whole;
      for (input::DeviceDigits other : used)
        if (std::max(other.begin, taken.begin) < std::min(other.end, taken.end))
          return emitError(location) << "sharding of " << what << ": axis '" << axis.name << "' is used twice";
      used.push_back(taken);
      bool all = taken == whole;
      result.push_back(AxisRefAttr::get(location.getContext(), ref.name, all ? 0 : ref.preSize, all ? 0 : ref.size));
    }
    return success();
  }

  const input::Mesh &mesh, &common;
  Location location;
  StringRef what;
  bool natural;
  SmallVector<input::DeviceDigits> used; ///< of the module's mesh
};

} // namespace

FailureOr<ShardingAttr> Meshes::convert(const input::Sharding &sharding, int64_t rank, Location location, StringRef what) {
  MLIRContext *context = location.getContext();
  const input::Mesh *mesh = nullptr;
  if (sharding.inlineMesh) {
    mesh = &*sharding.inlineMesh;
    if (failed(checkMesh(*mesh, location, "in place")))
      return failure();
    if (!commonAttr && !mesh->axes.empty())
      setCommon(*mesh, location);
    if (failed(fits(*mesh, "in place", location)))
      return failure();
  } else if (auto found = bySymbol.find(sharding.mesh); found != bySymbol.end()) {
    mesh = &found->second;
  } else {
    return emitError(location) << "sharding of " << what << ": there is no mesh '@" << sharding.mesh << "'";
  }
  if (int64_t(sharding.dims.size()) != rank)
    return emitError(location) << "sharding of " << what << " has " << sharding.dims.size() << " dims, the value has rank "
                               << rank;
  AxisUse axes(*mesh, common, location, what);
  SmallVector<DimShardingAttr> dims;
  for (const input::DimSharding &dim : sharding.dims) {
    auto used = axes.use(dim.axes);
    if (failed(used))
      return failure();
    dims.push_back(DimShardingAttr::get(context, *used, dim.open, dim.priority.value_or(0)));
  }
  auto replicated = axes.use(sharding.replicated);
  if (failed(replicated))
    return failure();
  return ShardingAttr::get(context, dims, *replicated);
}

FailureOr<ShardingAttr> Meshes::convert(Attribute attribute, int64_t rank, Location location, StringRef what) {
  std::optional<input::Sharding> sharding = input::readSharding(attribute);
  if (!sharding)
    return emitError(location) << "sharding of " << what << " cannot be read: " << attribute;
  return convert(*sharding, rank, location, what);
}

} // namespace det::import
