// Decodes meshes and shardings of the sdy dialect.
#include "AttrText.h"
#include "det/Dialect/Input/AttrReader.h"

using namespace mlir;

namespace det::input {

/// `"name"` or `"name":(pre)size`.
static bool readAxis(AttrText &cursor, AxisRef &axis) {
  if (!cursor.string(axis.name))
    return false;
  if (!cursor.take(":"))
    return true;
  return cursor.take("(") && cursor.integer(axis.preSize) && cursor.take(")") && cursor.integer(axis.size);
}

static bool readAxes(AttrText &cursor, std::vector<AxisRef> &axes) {
  return cursor.list("{", "}", [&] { return readAxis(cursor, axes.emplace_back()); });
}

/// `{"data", "model", ?}p0`.
static bool readDim(AttrText &cursor, DimSharding &dim) {
  auto item = [&] {
    if (!cursor.take("?"))
      return readAxis(cursor, dim.axes.emplace_back());
    dim.open = true;
    return true;
  };
  if (!cursor.list("{", "}", item))
    return false;
  if (cursor.take("p")) {
    int64_t priority;
    if (!cursor.integer(priority))
      return false;
    dim.priority = priority;
  }
  return true;
}

/// `<["x"=2, "y"=4], device_ids=[...]>`.
static bool readMeshBody(AttrText &cursor, Mesh &mesh) {
  auto axis = [&] {
    auto &[name, size] = mesh.axes.emplace_back();
    return cursor.string(name) && cursor.take("=") && cursor.integer(size);
  };
  if (!cursor.take("<") || !cursor.list("[", "]", axis))
    return false;
  if (cursor.take(",")) {
    if (!cursor.take("device_ids") || !cursor.take("=") ||
        !cursor.list("[", "]", [&] { return cursor.integer(mesh.deviceIds.emplace_back()); }))
      return false;
  }
  return cursor.take(">");
}

/// `<@mesh, [dims], replicated={..}, unreduced={..}>`.
static bool readShardingBody(AttrText &cursor, Sharding &sharding) {
  if (!cursor.take("<"))
    return false;
  if (cursor.take("@")) {
    StringRef name;
    if (cursor.identifier(name))
      sharding.mesh = name.str();
    else if (!cursor.string(sharding.mesh))
      return false;
  } else if (!cursor.take("mesh") || !readMeshBody(cursor, sharding.inlineMesh.emplace())) {
    return false;
  }
  if (!cursor.take(",") || !cursor.list("[", "]", [&] { return readDim(cursor, sharding.dims.emplace_back()); }))
    return false;
  while (cursor.take(",")) {
    bool replicated = cursor.take("replicated");
    if (!replicated && !cursor.take("unreduced"))
      return false;
    StringRef kind; // `unreduced=max{...}`
    if (!cursor.take("="))
      return false;
    (void)cursor.identifier(kind);
    if (!readAxes(cursor, replicated ? sharding.replicated : sharding.unreduced))
      return false;
  }
  return cursor.take(">");
}

std::optional<Mesh> readMesh(Attribute attribute) {
  Mesh mesh;
  AttrText cursor(text(attribute));
  if (!cursor.take("mesh") || !readMeshBody(cursor, mesh) || !cursor.atEnd())
    return std::nullopt;
  return mesh;
}

std::optional<std::vector<std::pair<std::string, Mesh>>> readMeshes(StringRef text) {
  std::vector<std::pair<std::string, Mesh>> meshes;
  AttrText cursor(text);
  auto mesh = [&] {
    StringRef name;
    if (!cursor.identifier(name) || !cursor.take("=") || !cursor.take("#sdy.mesh"))
      return false;
    meshes.emplace_back(name.str(), Mesh());
    return readMeshBody(cursor, meshes.back().second);
  };
  if (!cursor.list("{", "}", mesh) || !cursor.atEnd())
    return std::nullopt;
  return meshes;
}

std::optional<Sharding> readSharding(Attribute attribute) {
  Sharding sharding;
  AttrText cursor(text(attribute));
  if (!cursor.take("sharding") || !readShardingBody(cursor, sharding) || !cursor.atEnd())
    return std::nullopt;
  return sharding;
}

std::optional<std::vector<Sharding>> readShardingPerValue(Attribute attribute) {
  std::vector<Sharding> shardings;
  AttrText cursor(text(attribute));
  if (!cursor.take("sharding_per_value") || !cursor.take("<") ||
      !cursor.list("[", "]", [&] { return readShardingBody(cursor, shardings.emplace_back()); }) || !cursor.take(">") ||
      !cursor.atEnd())
    return std::nullopt;
  return shardings;
}

} // namespace det::input
