// Decodes attributes of manual computations and of the collectives in them.
#include "AttrText.h"
#include "det/Dialect/Input/AttrReader.h"

using namespace mlir;

namespace det::input {

std::optional<std::vector<std::string>> readManualAxes(Attribute attribute) {
  AttrText cursor(text(attribute));
  std::vector<std::string> axes;
  if (!cursor.take("manual_axes") || !cursor.list("{", "}", [&] { return cursor.string(axes.emplace_back()); }) ||
      !cursor.atEnd())
    return std::nullopt;
  return axes;
}

/// `#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>`, with or without the dialect in front.
static bool readAxisRef(AttrText &cursor, AxisRef &axis) {
  cursor.take("#stablehlo.");
  if (!cursor.take("axis_ref") || !cursor.take("<") || !cursor.take("name") || !cursor.take("=") || !cursor.string(axis.name))
    return false;
  if (cursor.take(","))
    if (!cursor.take("sub_axis_info") || !cursor.take("=") || !cursor.take("(") || !cursor.integer(axis.preSize) ||
        !cursor.take(")") || !cursor.integer(axis.size))
      return false;
  return cursor.take(">");
}

std::optional<GroupAxes> readGroupAxes(Attribute attribute) {
  AttrText cursor(text(attribute));
  GroupAxes result;
  StringRef name;
  if (!cursor.take("replica_group_mesh_axes") || !cursor.take("<") || !cursor.take("mesh") || !cursor.take("=") ||
      !cursor.take("@") || !(cursor.identifier(name) || cursor.string(result.mesh)) || !cursor.take(",") ||
      !cursor.take("axes") || !cursor.take("=") ||
      !cursor.list("[", "]", [&] { return readAxisRef(cursor, result.axes.emplace_back()); }) || !cursor.take(">") ||
      !cursor.atEnd())
    return std::nullopt;
  if (result.mesh.empty())
    result.mesh = name.str();
  return result;
}

} // namespace det::input
