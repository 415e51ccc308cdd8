// Meshes and shardings of the input file -> attributes of the det dialect.
#include "Shardings.h"
#include "InputOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace det::import {

static FailureOr<MeshAttr> convertMesh(const input::Mesh &mesh, Location location, StringRef name) {
  MLIRContext *context = location.getContext();
  SmallVector<StringAttr> names;
  SmallVector<int64_t> sizes;
  llvm::StringSet<> seen;
  for (auto &[axis, size] : mesh.axes) {
    if (size < 1)
      return emitError(location) << "mesh '" << name << "': expected axis '" << axis << "' to have a size of at least 1, got "
                                 << size;
    if (!seen.insert(axis).second)
      return emitError(location) << "mesh '" << name << "' has two axes '" << axis << "'";
    names.push_back(StringAttr::get(context, axis));
    sizes.push_back(size);
  }
  // With axes, device ids permute ranks over devices; ranks are logical here, so only the natural order has a meaning.
  if (!mesh.axes.empty())
    for (auto [i, id] : llvm::enumerate(mesh.deviceIds))
      if (int64_t(i) != id)
        return emitError(location) << "mesh '" << name << "' orders its devices; ranks are placed when a program is run, "
                                   << "so export with devices in ascending order";
  return MeshAttr::get(context, names, sizes);
}

LogicalResult Meshes::add(StringRef name, const input::Mesh &mesh, Location location) {
  FailureOr<MeshAttr> attr = convertMesh(mesh, location, name);
  if (failed(attr))
    return failure();
  bySymbol[name] = *attr;
  if (attr->getNames().empty())
    return success(); // `empty_mesh`, or the mesh of a single device
  if (common && common != *attr) {
    InFlightDiagnostic error = emitError(location)
                               << "expected one mesh, got '" << name << "' = " << *attr << "; export all shardings over one mesh";
    error.attachNote(*commonAt) << "the first mesh is " << common;
    return error;
  }
  common = *attr;
  commonAt = location;
  return success();
}

LogicalResult Meshes::read(ModuleOp module) {
  for (Operation &op : module.getOps()) {
    if (inputName(&op) != "sdy.mesh")
      continue;
    auto name = op.getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
    std::optional<input::Mesh> mesh = input::readMesh(op.getAttr("mesh"));
    if (!name || !mesh)
      return op.emitError("'sdy.mesh' has a mesh that cannot be read: expected <[\"axis\"=size, ...]>");
    if (failed(add(name.getValue(), *mesh, op.getLoc())))
      return failure();
  }
  auto frontend = module->getAttrOfType<DictionaryAttr>("mhlo.frontend_attributes");
  if (auto text = frontend ? frontend.getAs<StringAttr>("xla.sdy.meshes") : StringAttr()) {
    auto meshes = input::readMeshes(text.getValue());
    if (!meshes)
      return module.emitError() << "'xla.sdy.meshes' cannot be read: " << text;
    for (auto &[name, mesh] : *meshes)
      if (failed(add(name, mesh, module.getLoc())))
        return failure();
  }
  return success();
}

namespace {

/// Which parts of which axes a sharding has used: intervals of the axis' sizes, major to minor.
class AxisUse {
public:
  AxisUse(MeshAttr mesh, Location location, StringRef what) : mesh(mesh), location(location), what(what) {}

  FailureOr<AxisRefAttr> use(const input::AxisRef &axis) {
    int64_t full = 0;
    for (auto [name, size] : llvm::zip_equal(mesh.getNames(), mesh.getSizes()))
      if (name.getValue() == axis.name)
        full = size;
    if (!full)
      return emitError(location) << "sharding of " << what << ": the mesh " << mesh << " has no axis '" << axis.name << "'";
    int64_t begin = axis.size ? axis.preSize : 1, end = axis.size ? axis.preSize * axis.size : full;
    if (begin < 1 || end < 1 || full % end)
      return emitError(location) << "sharding of " << what << ": sub-axis '" << axis.name << "':(" << axis.preSize << ")"
                                 << axis.size << " does not divide the axis of size " << full;
    for (auto &[name, from, to] : used)
      if (name == axis.name && std::max(from, begin) < std::min(to, end))
        return emitError(location) << "sharding of " << what << ": axis '" << axis.name << "' is used twice";
    used.emplace_back(axis.name, begin, end);
    bool whole = begin == 1 && end == full;
    return AxisRefAttr::get(location.getContext(), axis.name, whole ? 0 : begin, whole ? 0 : axis.size);
  }

  FailureOr<SmallVector<AxisRefAttr>> use(ArrayRef<input::AxisRef> axes) {
    SmallVector<AxisRefAttr> result;
    for (const input::AxisRef &axis : axes) {
      FailureOr<AxisRefAttr> attr = use(axis);
      if (failed(attr))
        return failure();
      result.push_back(*attr);
    }
    return result;
  }

private:
  MeshAttr mesh;
  Location location;
  StringRef what;
  SmallVector<std::tuple<std::string, int64_t, int64_t>> used;
};

} // namespace

FailureOr<ShardingAttr> Meshes::convert(const input::Sharding &sharding, int64_t rank, Location location, StringRef what) {
  MLIRContext *context = location.getContext();
  MeshAttr mesh;
  if (sharding.inlineMesh) {
    FailureOr<MeshAttr> attr = convertMesh(*sharding.inlineMesh, location, "in place");
    if (failed(attr))
      return failure();
    mesh = *attr;
    if (common && !mesh.getNames().empty() && mesh != common)
      return emitError(location) << "sharding of " << what << " names the mesh " << mesh << ", the module's is " << common;
    if (!mesh.getNames().empty() && !common) {
      common = mesh;
      commonAt = location;
    }
  } else {
    mesh = bySymbol.lookup(sharding.mesh);
    if (!mesh)
      return emitError(location) << "sharding of " << what << ": there is no mesh '@" << sharding.mesh << "'";
  }
  if (int64_t(sharding.dims.size()) != rank)
    return emitError(location) << "sharding of " << what << " has " << sharding.dims.size() << " dims, the value has rank "
                               << rank;
  if (!sharding.unreduced.empty())
    return emitError(location) << "sharding of " << what << " has unreduced axes, which are not supported; export without them";
  AxisUse axes(mesh, location, what);
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
