// Levels of single values, followed forward through the graph; covers of boxes.
#include "Below.h"

#include "Fault.h"

namespace det::verify {

namespace {

/// The values that are made of a value in one step, by value.
std::vector<std::vector<uint32_t>> readersOf(const Graph &graph) {
  std::vector<std::vector<uint32_t>> made(graph.types.size());
  auto add = [&](uint32_t from, const std::vector<uint32_t> &to) {
    std::vector<uint32_t> &list = made.at(from);
    list.insert(list.end(), to.begin(), to.end());
  };
  for (const Op &op : graph.ops) {
    if (op.name != "while") {
      for (uint32_t value : op.in)
        add(value, op.out);
      continue;
    }
    // What a loop carries goes in as its init, and again as what the body yields; the predicate says when the loop ends.
    for (size_t i = 0; i < op.out.size(); ++i)
      for (uint32_t from : {op.in.at(i), op.next.at(i)})
        add(from, {op.condition.at(i), op.inside.at(i), op.out[i]});
    add(op.predicate, op.out);
  }
  return made;
}

/// The names of the results that are made of what an ordered op makes, with their kinds. Of several values the first names the op.
std::set<std::string> resultsOf(const Graph &graph, const std::vector<std::vector<uint32_t>> &readers, uint32_t first) {
  std::vector<bool> seen(graph.types.size());
  std::vector<uint32_t> open = graph.maker(first)->out;
  for (uint32_t value : open)
    seen.at(value) = true;
  while (!open.empty()) {
    uint32_t next = open.back();
    open.pop_back();
    for (uint32_t reader : readers[next])
      if (!seen.at(reader)) {
        seen[reader] = true;
        open.push_back(reader);
      }
  }
  std::set<std::string> names;
  for (size_t i = 0; i < graph.results.size(); ++i)
    if (seen.at(graph.results[i]))
      names.insert(graph.resultNames.at(i));
  return names;
}

} // namespace

Below checkBelow(const Graph &graph, const nlohmann::json &certificate) {
  const std::string whole = certificate.at("level");
  const auto readers = readersOf(graph);
  Below below;
  std::set<uint32_t> listed;
  for (const nlohmann::json &entry : certificate.at("below")) {
    uint32_t value = entry.at("value");
    const std::string name = entry.at("name"), level = entry.at("level");
    auto found = graph.ordered.find(value);
    require(found != graph.ordered.end(), "lists value ", value, " below its level, for which the certificate has no order");
    require(level == "not_guaranteed" && level != whole && level == found->second.level && name == found->second.name, "lists value ",
            value, " ('", name, "') below its level, ", whole, ", as ", level, ", and orders '", found->second.name, "' at ",
            found->second.level);
    require(listed.insert(value).second, "lists value ", value, " below its level twice");
    std::set<std::string> named;
    for (const std::string result : entry.at("results"))
      named.insert("metric:" + result);
    for (const std::string &result : resultsOf(graph, readers, value))
      require(named.count(result), "has value ", value, " ('", name, "') below its level, of which the result '", result,
              "' is made, for which nothing asks");
    for (const std::string result : entry.at("results"))
      below.results.insert(result);
  }
  for (const auto &[value, order] : graph.ordered)
    require(order.level == whole || listed.count(value), "orders value ", value, " ('", order.name, "') at ", order.level,
            ", and does not list it below its level, ", whole);
  below.values = listed.size();
  return below;
}

void requireCover(const Ordered &order, const std::vector<Box> &nodes) {
  int64_t terms = 0;
  for (size_t i = 0; i < nodes.size(); ++i) {
    require(nodes[i].size() == order.box.size(), "has a part of a sum over other dims");
    for (size_t dim = 0; dim < order.box.size(); ++dim)
      require(0 <= nodes[i][dim].begin && nodes[i][dim].begin < nodes[i][dim].end && nodes[i][dim].end <= order.box[dim],
              "has a part of a sum outside its terms");
    for (size_t j = 0; j < i; ++j) {
      bool meets = true;
      for (size_t dim = 0; dim < order.box.size(); ++dim)
        meets = meets && nodes[i][dim].begin < nodes[j][dim].end && nodes[j][dim].begin < nodes[i][dim].end;
      require(!meets, "takes terms of its sum twice: nodes ", j, " and ", i, " have them both");
    }
    terms += volume(nodes[i]);
  }
  require(terms == volume(order.box), "takes ", terms, " terms of a sum of ", volume(order.box));
}

void requireJoinsAll(const std::vector<uint8_t> &pops, size_t parts) {
  require(pops.size() == parts, "has a program for ", pops.size(), " of ", parts, " parts");
  int64_t open = 0;
  for (uint8_t joins : pops) {
    ++open;
    require(joins < open, "joins more often than it has parts");
    open -= joins;
  }
  require(open <= 1, "leaves ", open, " parts unjoined");
}

} // namespace det::verify
