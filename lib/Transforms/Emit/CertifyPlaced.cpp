// The placed part of a certificate: mesh, classes of ranks, exchanges, from the plan.
#include "det/Runtime/Artifact/Expand.h"
#include "det/Transforms/Emit/Certificate.h"

#include <algorithm>

using llvm::json::Array;
using llvm::json::Object;

namespace det {

/// `[{data}, {}]`: per dim the axes that cut it.
static std::string layoutText(const artifact::LayoutT &layout, const artifact::MeshT &mesh) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  llvm::interleaveComma(layout.dims, os, [&](const std::unique_ptr<artifact::CutT> &cut) {
    os << '{';
    llvm::interleaveComma(cut->axes, os, [&](const artifact::Axis &axis) {
      os << mesh.names[axis.axis()];
      if (axis.size())
        os << ":(" << axis.pre() << ')' << axis.size();
    });
    os << '}';
  });
  os << ']';
  return text;
}

/// Runs of ranks: 0-3,6.
static std::string ranksText(const std::vector<uint32_t> &ranks) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (size_t i = 0, end; i < ranks.size(); i = end) {
    for (end = i + 1; end < ranks.size() && ranks[end] == ranks[end - 1] + 1;)
      ++end;
    os << (i ? "," : "") << ranks[i];
    if (end > i + 1)
      os << '-' << ranks[end - 1];
  }
  return text;
}

/// What one execution of an exchange moves between ranks.
struct Moved {
  int64_t messages = 0, bytes = 0, busiest = 0; ///< bytes that the busiest rank sends
};

/// Expands an exchange as every rank does for itself when it loads the plan.
static Moved movedBy(const artifact::ExchangeT &exchange, const std::vector<rt::Placed> &layouts, const rt::Mesh &mesh) {
  rt::ExchangeRule rule{&layouts[exchange.source_layout], &layouts[exchange.target_layout], exchange.node_axes, {}, exchange.node_count};
  for (const auto &list : exchange.nodes)
    rule.nodes.push_back(list->positions);
  Moved moved;
  for (const rt::Expansion &rank : rt::expand(rule, mesh)) {
    int64_t sent = 0;
    for (const rt::Piece &piece : rank.sends)
      sent += piece.elements() * exchange.element_bytes;
    moved.messages += static_cast<int64_t>(rank.sends.size());
    moved.bytes += sent;
    moved.busiest = std::max(moved.busiest, sent);
  }
  return moved;
}

llvm::json::Object certifyPlaced(const artifact::PlanT &plan) {
  Object mesh;
  for (size_t axis = 0; axis < plan.mesh->names.size(); ++axis)
    mesh[plan.mesh->names[axis]] = plan.mesh->sizes[axis];
  Array classes, exchanges;
  for (const auto &program : plan.programs)
    classes.push_back(Object{{"ranks", ranksText(program->ranks)},
                             {"entries", static_cast<int64_t>(program->entries.size())},
                             {"arena_bytes", program->arena_bytes},
                             {"state_bytes", program->persistent_bytes}});
  const rt::Mesh ranks = *rt::Mesh::create(*plan.mesh);
  std::vector<rt::Placed> layouts;
  for (const auto &layout : plan.layouts)
    layouts.push_back(*rt::Placed::create(*layout, ranks));
  // Every class takes part in every exchange, in one order.
  if (!plan.programs.empty())
    for (const auto &exchange : plan.programs.front()->exchanges) {
      const Moved moved = movedBy(*exchange, layouts, ranks);
      exchanges.push_back(Object{{"name", plan.labels[exchange->label]},
                                 {"from", layoutText(*plan.layouts[exchange->source_layout], *plan.mesh)},
                                 {"to", layoutText(*plan.layouts[exchange->target_layout], *plan.mesh)},
                                 {"element_bytes", exchange->element_bytes},
                                 {"nodes", exchange->node_count},
                                 {"messages", moved.messages},
                                 {"bytes", moved.bytes},
                                 {"busiest_bytes", moved.busiest}});
    }
  return Object{{"mesh", std::move(mesh)}, {"classes", std::move(classes)}, {"exchanges", std::move(exchanges)}};
}

/// Prints a value: an object over several lines, an element of an array in one.
static void print(const llvm::json::Value &value, unsigned indent, llvm::raw_ostream &os) {
  const Object *object = value.getAsObject();
  const Array *array = value.getAsArray();
  if (object ? object->empty() : !array || array->empty()) {
    os << value;
    return;
  }
  os << (object ? '{' : '[');
  unsigned inner = indent + 1;
  auto next = [&, first = true]() mutable {
    os << (first ? "\n" : ",\n");
    os.indent(inner);
    first = false;
  };
  if (object) {
    llvm::SmallVector<const Object::value_type *> entries; // a hash map: sorted, so that equal parts are equal text
    for (const auto &entry : *object)
      entries.push_back(&entry);
    llvm::sort(entries, [](auto *a, auto *b) { return a->first < b->first; });
    for (const auto *entry : entries) {
      next();
      os << llvm::json::Value(entry->first) << ": ";
      print(entry->second, inner, os);
    }
  } else {
    for (const llvm::json::Value &element : *array) {
      next();
      os << element;
    }
  }
  os << '\n';
  os.indent(indent) << (object ? '}' : ']');
}

std::string certificateText(llvm::json::Object ordered, llvm::json::Object placed) {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(Object{{"ordered", std::move(ordered)}, {"placed", std::move(placed)}}, 0, os);
  os << '\n';
  return text;
}

} // namespace det
