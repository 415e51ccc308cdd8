// Mesh and shardings: from options and the file onto the module, checked.
#include "Annotate.h"

#include "det/Dialect/Det/Det.h"

using namespace mlir;

namespace det {

/// The file's mesh with the sizes of `text` replaced by name and its further axes added.
static FailureOr<MeshAttr> makeMesh(ModuleOp module, StringRef text) {
  rt::Result<std::vector<MeshAxis>> axes = parseMesh(std::string_view(text.data(), text.size()));
  if (!axes)
    return module.emitError() << axes.error().message, failure();
  SmallVector<StringAttr> names;
  SmallVector<int64_t> sizes;
  if (auto mesh = module->getAttrOfType<MeshAttr>(kMeshAttr)) {
    llvm::append_range(names, mesh.getNames());
    llvm::append_range(sizes, mesh.getSizes());
  }
  for (const MeshAxis &axis : *axes) {
    StringAttr name = StringAttr::get(module.getContext(), axis.name);
    auto found = llvm::find(names, name);
    if (found == names.end()) {
      names.push_back(name);
      sizes.push_back(axis.size);
    } else {
      sizes[found - names.begin()] = axis.size;
    }
  }
  int64_t ranks = 1;
  for (auto [name, size] : llvm::zip(names, sizes)) {
    if (size < 1)
      return module.emitError() << "expected a size of at least 1 for mesh axis '" << name.getValue() << "', got '" << size
                                << "'",
             failure();
    ranks *= size;
    if (ranks > (int64_t(1) << 20))
      return module.emitError("expected a mesh of at most 1048576 ranks"), failure();
  }
  return MeshAttr::get(module.getContext(), names, sizes);
}

static std::string meshNames(MeshAttr mesh) {
  std::string text;
  for (auto [name, size] : llvm::zip(mesh.getNames(), mesh.getSizes()))
    text += (text.empty() ? "" : ",") + name.getValue().str() + "=" + std::to_string(size);
  return text.empty() ? "no axis" : text;
}

/// Labels S1 to S4 are the rules of a sharding. `what` names the argument, result or pattern.
static LogicalResult checkSharding(function_ref<InFlightDiagnostic()> emitError, const Twine &what, MeshAttr mesh, Type type,
                                   ShardingAttr sharding) {
  int64_t rank = cast<RankedTensorType>(type).getRank();
  if (static_cast<int64_t>(sharding.getDims().size()) > rank) // S1
    return emitError() << what << ": expected a sharding of at most " << rank << " dims for " << type << ", got "
                       << sharding.getDims().size();
  llvm::SmallSetVector<AxisRefAttr, 4> seen;
  auto use = [&](AxisRefAttr axis) -> LogicalResult {
    if (mesh.getSize(axis) == 0) { // S2
      if (axis.getSize() && mesh.getSize(AxisRefAttr::get(mesh.getContext(), axis.getName())))
        return emitError() << what << ": the sub-axis '" << axis.getName() << "':(" << axis.getPreSize() << ")" << axis.getSize()
                           << " does not fit the mesh " << meshNames(mesh);
      return emitError() << what << ": the sharding uses axis '" << axis.getName() << "', which the mesh (" << meshNames(mesh)
                         << ") lacks";
    }
    for (AxisRefAttr other : seen) { // S3
      bool sameName = other.getName() == axis.getName();
      auto end = [](AxisRefAttr ref) { return ref.getPreSize() * ref.getSize(); };
      bool apart = other.getSize() && axis.getSize() && (end(other) <= axis.getPreSize() || end(axis) <= other.getPreSize());
      if (sameName && !apart)
        return emitError() << what << ": the sharding uses axis '" << axis.getName() << "' twice";
    }
    seen.insert(axis);
    return success();
  };
  for (DimShardingAttr dim : sharding.getDims())
    for (AxisRefAttr axis : dim.getAxes())
      if (failed(use(axis)))
        return failure();
  for (AxisRefAttr axis : sharding.getReplicated()) // S4: replicated axes exist and cut no dim
    if (failed(use(axis)))
      return failure();
  return success();
}

namespace {
/// An argument or a result of @main.
struct Port {
  bool isResult;
  unsigned index;
  Type type;

  Attribute get(func::FuncOp main, StringRef name) const {
    return isResult ? main.getResultAttr(index, name) : main.getArgAttr(index, name);
  }
  void set(func::FuncOp main, StringRef name, Attribute value) const {
    if (isResult)
      main.setResultAttr(index, name, value);
    else
      main.setArgAttr(index, name, value);
  }
  std::string describe(func::FuncOp main) const {
    auto name = dyn_cast_or_null<StringAttr>(get(main, kNameAttr));
    return (isResult ? "result " : "argument ") + (name ? "'" + name.getValue().str() + "'" : "#" + std::to_string(index));
  }
};
} // namespace

static SmallVector<Port> portsOf(func::FuncOp main) {
  SmallVector<Port> ports;
  for (auto [i, type] : llvm::enumerate(main.getArgumentTypes()))
    ports.push_back({false, static_cast<unsigned>(i), type});
  for (auto [i, type] : llvm::enumerate(main.getResultTypes()))
    ports.push_back({true, static_cast<unsigned>(i), type});
  return ports;
}

/// A pattern's dims are closed: no propagation changes what a user wrote.
static ShardingAttr shardingOf(MLIRContext *context, const ShardPattern &pattern, int64_t rank) {
  SmallVector<DimShardingAttr> dims;
  for (const std::vector<std::string> &names : pattern.dims) {
    SmallVector<AxisRefAttr> axes;
    for (const std::string &name : names)
      axes.push_back(AxisRefAttr::get(context, name));
    dims.push_back(DimShardingAttr::get(context, axes, /*open=*/false, /*priority=*/0));
  }
  while (static_cast<int64_t>(dims.size()) < rank)
    dims.push_back(DimShardingAttr::get(context, {}, /*open=*/false, /*priority=*/0));
  return ShardingAttr::get(context, dims, {});
}

static LogicalResult applyPattern(func::FuncOp main, ArrayRef<Port> ports, MeshAttr mesh, StringRef text) {
  rt::Result<ShardPattern> pattern = parseShard(std::string_view(text.data(), text.size()));
  if (!pattern)
    return main.emitError() << pattern.error().message;
  bool found = false;
  for (const Port &port : ports) {
    auto name = dyn_cast_or_null<StringAttr>(port.get(main, kNameAttr));
    if (!name || !matchesGlob(pattern->glob, std::string_view(name.getValue().data(), name.getValue().size())))
      continue;
    found = true;
    int64_t rank = cast<RankedTensorType>(port.type).getRank();
    if (static_cast<int64_t>(pattern->dims.size()) > rank)
      return main.emitError() << "shard pattern '" << pattern->text << "' has " << pattern->dims.size() << " dims, but "
                              << port.describe(main) << ", which it matches, has " << rank;
    ShardingAttr sharding = shardingOf(main.getContext(), *pattern, rank);
    if (failed(
            checkSharding([&] { return main.emitError(); }, "shard pattern '" + pattern->text + "'", mesh, port.type, sharding)))
      return failure();
    port.set(main, kShardingAttr, sharding);
  }
  if (!found)
    return main.emitError() << "shard pattern '" << pattern->text << "' matches no argument and no result";
  return success();
}

/// Without any wish, data parallelism: dim 0 of every batch argument over the axis `data`.
static void shardBatch(func::FuncOp main, ArrayRef<Port> ports, MeshAttr mesh) {
  MLIRContext *context = main.getContext();
  AxisRefAttr data = AxisRefAttr::get(context, "data");
  if (mesh.getSize(data) == 0)
    return;
  for (const Port &port : ports) {
    auto kind = dyn_cast_or_null<StringAttr>(port.get(main, kKindAttr));
    int64_t rank = cast<RankedTensorType>(port.type).getRank();
    if (port.isResult || !kind || kind.getValue() != "batch" || rank == 0)
      continue;
    SmallVector<DimShardingAttr> dims(rank, DimShardingAttr::get(context, {}, false, 0));
    dims[0] = DimShardingAttr::get(context, {data}, false, 0);
    port.set(main, kShardingAttr, ShardingAttr::get(context, dims, {}));
  }
}

LogicalResult annotate(ModuleOp module, func::FuncOp main, const PartitionOptions &options) {
  FailureOr<MeshAttr> mesh = makeMesh(module, options.mesh);
  if (failed(mesh))
    return failure();
  module->setAttr(kMeshAttr, *mesh);

  SmallVector<Port> ports = portsOf(main);
  bool wished = !options.shards.empty();
  for (const Port &port : ports)
    if (auto sharding = dyn_cast_or_null<ShardingAttr>(port.get(main, kShardingAttr))) {
      wished = true;
      if (failed(checkSharding([&] { return main.emitError(); }, port.describe(main), *mesh, port.type, sharding)))
        return failure();
    }
  WalkResult walked = main.walk([&](ShardingConstraintOp op) {
    wished = true;
    return WalkResult(checkSharding([&] { return op.emitOpError(); }, "constraint", *mesh, op.getType(), op.getSharding()));
  });
  if (walked.wasInterrupted())
    return failure();
  for (const std::string &text : options.shards)
    if (failed(applyPattern(main, ports, *mesh, text)))
      return failure();
  if (!wished)
    shardBatch(main, ports, *mesh);
  return success();
}

} // namespace det
