// The mesh behind the GSPMD shardings of a module, and these shardings as text of the sdy dialect.
#include "GspmdMesh.h"
#include "../InputOps.h"
#include "MeshAxes.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace det::import {

std::optional<std::vector<input::GspmdSharding>> gspmdOf(Attribute attribute) {
  auto string = dyn_cast_or_null<StringAttr>(attribute);
  return string ? input::readGspmd(string.getValue()) : std::nullopt;
}

LogicalResult GspmdMesh::add(Attribute attribute, Location location) {
  if (!attribute)
    return success();
  found = true;
  auto shardings = gspmdOf(attribute);
  if (!shardings)
    return emitError(location) << "'mhlo.sharding' cannot be read: " << attribute
                               << "; expected a GSPMD sharding like \"{devices=[4,2]<=[8]}\"";
  for (const input::GspmdSharding &sharding : *shardings) {
    if (sharding.kind != input::GspmdSharding::Kind::Tiled)
      continue;
    if (devices != 1 && devices != sharding.devices)
      return emitError(location) << "'mhlo.sharding' is over " << sharding.devices << " devices, another one is over " << devices
                                 << "; export all shardings over one mesh";
    devices = sharding.devices;
    for (const auto &dim : sharding.dims)
      for (input::DeviceDigits digits : dim)
        borders.append({digits.begin, digits.end});
    for (input::DeviceDigits digits : sharding.manual)
      borders.append({digits.begin, digits.end});
  }
  return success();
}

LogicalResult GspmdMesh::read(ModuleOp module) {
  WalkResult result = module.walk([&](Operation *op) {
    if (failed(add(op->getAttr("mhlo.sharding"), op->getLoc())))
      return WalkResult::interrupt();
    if (auto function = dyn_cast<FunctionOpInterface>(op)) {
      for (unsigned i = 0; i < function.getNumArguments(); ++i)
        if (failed(add(function.getArgAttr(i, "mhlo.sharding"), op->getLoc())))
          return WalkResult::interrupt();
      for (unsigned i = 0; i < function.getNumResults(); ++i)
        if (failed(add(function.getResultAttr(i, "mhlo.sharding"), op->getLoc())))
          return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return result.wasInterrupted() ? failure() : found ? makeMesh(module) : success();
}

LogicalResult GspmdMesh::makeMesh(ModuleOp module) {
  bool taken = false;
  for (Operation &op : module.getOps()) {
    if (inputName(&op) != "sdy.mesh")
      continue;
    auto symbol = op.getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
    auto given = input::readMesh(op.getAttr("mesh"));
    taken |= symbol && symbol.getValue() == "gspmd";
    bool sane = given && llvm::all_of(given->axes, [](auto &axis) { return axis.second >= 1 && axis.second <= 1 << 24; });
    if (symbol && sane && !given->axes.empty() && countRanks(*given) == devices) {
      name = symbol.str();
      mesh = *given;
    }
  }
  bool fits = !name.empty();
  for (int64_t border : borders)
    fits = fits && axesFor(mesh, {1, border}).has_value();
  if (fits)
    return success();
  borders.push_back(devices);
  auto made = meshWithBorders(borders);
  if (!made)
    return module.emitError("the GSPMD shardings of this module cut its devices in ways that no mesh has; export with Shardy "
                            "(jax_use_shardy_partitioner=True)");
  mesh = *made;
  name = taken ? "gspmd_mesh" : "gspmd";
  OpBuilder b = OpBuilder::atBlockBegin(module.getBody());
  std::string text = "mesh<[";
  for (auto [i, axis] : llvm::enumerate(mesh.axes))
    text += (i ? ", \"" : "\"") + axis.first + "\"=" + std::to_string(axis.second);
  OperationState state(module.getLoc(), "sdy.mesh");
  state.addAttribute(SymbolTable::getSymbolAttrName(), b.getStringAttr(name));
  state.addAttribute("mesh", OpaqueAttr::get(b.getStringAttr("sdy"), text + "]>", b.getNoneType()));
  b.create(state);
  return success();
}

std::string GspmdMesh::axes(ArrayRef<input::DeviceDigits> digits) const {
  std::string text;
  for (input::DeviceDigits part : digits) {
    auto refs = axesFor(mesh, part);
    for (const input::AxisRef &axis : refs ? *refs : std::vector<input::AxisRef>()) {
      text += (text.empty() ? "\"" : ", \"") + axis.name + "\"";
      if (axis.size)
        text += ":(" + std::to_string(axis.preSize) + ")" + std::to_string(axis.size);
    }
  }
  return text;
}

std::string GspmdMesh::text(const input::GspmdSharding &sharding, int64_t rank, const llvm::BitVector &open) const {
  using Kind = input::GspmdSharding::Kind;
  bool silent = sharding.kind == Kind::Open || sharding.kind == Kind::Manual;
  // A tiling of another rank is written as it is: reading it says what is wrong.
  int64_t dims = sharding.kind == Kind::Tiled ? int64_t(sharding.dims.size()) : rank;
  std::string text = "<@" + name + ", [";
  for (int64_t i = 0; i < dims; ++i) {
    std::string dim = sharding.kind == Kind::Tiled ? axes(sharding.dims[i]) : "";
    if (silent || (i < int64_t(open.size()) && open[i]))
      dim += dim.empty() ? "?" : ", ?";
    text += (i ? ", {" : "{") + dim + "}";
  }
  return text + "]>";
}

std::string GspmdMesh::manualAxes(const input::GspmdSharding &sharding) const {
  if (sharding.kind == input::GspmdSharding::Kind::Tiled)
    return "{" + axes(sharding.manual) + "}";
  return "{" + (devices > 1 ? axes(input::DeviceDigits{1, devices}) : std::string()) + "}";
}

} // namespace det::import
