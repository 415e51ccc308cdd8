// The checks in order.
#include "Verify.h"

#include "Fault.h"
#include "Pins.h"
#include "Walk.h"

#include <set>
#include <utility>

namespace det::verify {

std::string Summary::text() const {
  std::ostringstream text;
  text << "ok: " << ops << " ops, " << ordered << " ordered, " << level;
  if (below.values)
    text << ", " << below.values << " below";
  for (bool first = true; const std::string &result : below.results)
    text << (std::exchange(first, false) ? ": " : ", ") << result;
  text << "; " << ranks << " ranks in " << classes << " programs of "
       << entries << " entries, " << exchanges << " exchanges, " << joins << " joins";
  if (pinned)
    text << ", " << pinned << (pinned == 1 ? " product" : " products") << " pinned";
  text << "; graph " << graphHash;
  return text.str();
}

/// Ranks of a class that stand for all of it: programs depend on places linearly, so the first and the last rank along each mesh axis do.
static std::vector<uint32_t> cornersOf(const std::vector<uint32_t> &ranks, const Mesh &mesh) {
  std::set<uint32_t> corners;
  for (size_t axis = 0; axis <= mesh.axisSizes().size(); ++axis) {
    auto place = [&](uint32_t rank) { return axis < mesh.axisSizes().size() ? elementAt(mesh.axisSizes(), rank)[axis] : rank; };
    auto before = [&](uint32_t a, uint32_t b) { return place(a) < place(b); };
    corners.insert(*std::min_element(ranks.begin(), ranks.end(), before));
    corners.insert(*std::max_element(ranks.begin(), ranks.end(), before));
  }
  return {corners.begin(), corners.end()};
}

static void checkPlaced(const artifact::PlanT &plan, const nlohmann::json &placed) {
  const nlohmann::json &mesh = placed.at("mesh");
  require(mesh.size() == plan.mesh->names.size(), "has a mesh of other axes than its certificate");
  for (size_t axis = 0; axis < plan.mesh->names.size(); ++axis)
    require(mesh.contains(plan.mesh->names[axis]) && mesh.at(plan.mesh->names[axis]) == plan.mesh->sizes[axis],
            "has another mesh than its certificate");
}

Summary verify(const artifact::PlanT &plan, const nlohmann::json &certificate, std::span<const uint8_t> constants,
               std::string_view pins) {
  require(plan.mesh && !plan.programs.empty(), "has no mesh or no program");
  checkPlaced(plan, certificate.at("placed"));
  const nlohmann::json &ordered = certificate.at("ordered");
  require(plan.level == ordered.at("level").get<std::string>() && plan.recipe == ordered.at("recipe").get<std::string>(),
          "has another level or recipe than its certificate");
  Graph graph(ordered);
  Summary summary;
  summary.below = checkBelow(graph, ordered);
  Mesh mesh(*plan.mesh);
  for (const auto &layout : plan.layouts)
    checkLayout(*layout, mesh);
  Context context{plan, graph, mesh, constants};
  checkMessages(context);
  ShardNodes nodes = collectNodes(context);
  for (const auto &program : plan.programs) {
    require(!program->ranks.empty(), "has a program without ranks");
    for (uint32_t rank : cornersOf(program->ranks, mesh))
      Walk(context, nodes, *program, rank).run();
    summary.entries += program->entries.size();
    for (const auto &entry : program->entries)
      summary.joins += entry->action.AsJoin() != nullptr;
  }
  summary.pinned = checkPins(plan, pins);
  summary.ops = graph.ops.size();
  summary.ordered = graph.ordered.size();
  summary.ranks = mesh.ranks();
  summary.classes = plan.programs.size();
  summary.exchanges = plan.programs.front()->exchanges.size();
  summary.graphHash = ordered.at("graph_hash");
  summary.level = plan.level;
  return summary;
}

Summary verify(std::vector<uint8_t> bytes) {
  Artifact artifact = readArtifact(std::move(bytes));
  try {
    nlohmann::json certificate = nlohmann::json::parse(artifact.text("certificate"));
    return verify(readPlan(artifact), certificate, artifact.section("constants"), artifact.sections.contains("pins") ? artifact.text("pins") : "");
  } catch (const nlohmann::json::exception &error) {
    fail("has a malformed certificate: ", error.what());
  } catch (const std::out_of_range &error) {
    fail("has lists of other lengths than its graph: ", error.what());
  }
}

} // namespace det::verify
