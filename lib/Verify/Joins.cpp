// Split sums: which rank has which nodes, how they are joined, and that the whole is the expression of the certificate.
#include "Below.h"
#include "Fault.h"
#include "Refs.h"
#include "Walk.h"

#include <algorithm>
#include <functional>

namespace det::verify {

using artifact::Action;
using Entries = std::vector<std::unique_ptr<artifact::EntryT>>;

static void forEachEntry(const Entries &entries, const std::function<void(const artifact::EntryT &)> &visit) {
  for (const auto &entry : entries) {
    visit(*entry);
    if (const artifact::WhileT *loop = entry->action.AsWhile()) {
      forEachEntry(loop->condition, visit);
      forEachEntry(loop->body, visit);
    }
  }
}

/// Parts of a sum relative to what a rank has of it, in the order in which a program keeps them.
using RelativeNodes = std::map<uint32_t, std::map<uint32_t, const artifact::BoxT *>>;

static RelativeNodes nodesIn(const artifact::ProgramT &program) {
  RelativeNodes nodes;
  forEachEntry(program.entries, [&](const artifact::EntryT &entry) {
    if (!entry.claim)
      return;
    if (const artifact::ScatterT *scatter = entry.action.AsScatter()) {
      for (size_t i = 0; i < scatter->nodes.size() && !scatter->join_operand && entry.claim->uses.size() == 4; ++i)
        nodes[entry.claim->uses[3]->partial].emplace(i, scatter->nodes[i].get());
    } else if (entry.claim->node) {
      for (const auto &use : entry.claim->uses)
        if (use->partial != none)
          nodes[use->partial].emplace(use->first_node, entry.claim->node.get());
    }
  });
  return nodes;
}

ShardNodes collectNodes(const Context &context) {
  ShardNodes all;
  for (const auto &program : context.plan.programs) {
    RelativeNodes relative = nodesIn(*program);
    for (uint32_t partial = 0; partial < context.plan.partials.size(); ++partial) {
      std::vector<artifact::Axis> axes;
      for (const auto &cut : context.plan.partials[partial]->cuts)
        axes.insert(axes.end(), cut->axes.begin(), cut->axes.end());
      auto &shards = all[partial];
      shards.resize(context.mesh.shards(axes));
      std::vector<bool> known(shards.size());
      for (uint32_t rank : program->ranks) {
        std::vector<Box> boxes;
        Box part = context.partOf(partial, rank);
        uint32_t next = 0;
        for (auto [position, node] : relative[partial]) {
          require(position == next, "split sum ", partial, ": rank ", rank, " lacks node ", next);
          ++next;
          require(node->starts.size() == part.size() && node->ends.size() == part.size(), "split sum ", partial, ": rank ", rank,
                  " has a node of other dims");
          Box &box = boxes.emplace_back();
          for (size_t dim = 0; dim < part.size(); ++dim)
            box.push_back({part[dim].begin + node->starts[dim], part[dim].begin + node->ends[dim]});
          for (size_t dim = 0; dim < part.size(); ++dim)
            require(part[dim].begin <= box[dim].begin && box[dim].end <= part[dim].end, "split sum ", partial, ": rank ", rank,
                    " has a node outside its part");
        }
        // A rank without results of the sum evaluates nothing of it.
        std::vector<Box> &shard = shards[context.mesh.flat(axes, rank)];
        if (boxes.empty())
          continue;
        require(shard.empty() || shard == boxes, "split sum ", partial, ": rank ", rank, " has other nodes than its like");
        shard = std::move(boxes);
      }
    }
  }
  return all;
}

/// The nodes in the order in which a joining rank gets them.
static std::vector<Box> gathered(const EntryAt &entry, const artifact::ExchangeT &exchange, uint32_t partial) {
  const auto &shards = entry.walk.nodes.at(partial);
  std::vector<artifact::Axis> axes;
  for (const auto &cut : entry.walk.context.plan.partials[partial]->cuts)
    axes.insert(axes.end(), cut->axes.begin(), cut->axes.end());
  bool sameAxes = axes.size() == exchange.node_axes.size();
  for (size_t i = 0; sameAxes && i < axes.size(); ++i)
    sameAxes = axes[i].axis() == exchange.node_axes[i].axis() && axes[i].pre() == exchange.node_axes[i].pre() &&
               axes[i].size() == exchange.node_axes[i].size();
  require(sameAxes, "gets nodes from ranks along other axes than the sum is split over");
  require(exchange.nodes.size() == shards.size(), "gets nodes of ", exchange.nodes.size(), " shards of ", shards.size());
  std::vector<std::optional<Box>> places(exchange.node_count);
  for (size_t shard = 0; shard < shards.size(); ++shard) {
    const std::vector<uint32_t> &positions = exchange.nodes[shard]->positions;
    require(positions.size() == shards[shard].size() || shards[shard].empty(), "gets ", positions.size(), " nodes of shard ", shard,
            ", which has ", shards[shard].size());
    for (size_t i = 0; i < shards[shard].size(); ++i) {
      require(positions[i] < places.size() && !places[positions[i]], "gets two nodes at place ", positions[i]);
      places[positions[i]] = shards[shard][i];
    }
  }
  std::vector<Box> boxes;
  for (size_t place = 0; place < places.size(); ++place) {
    require(places[place].has_value(), "gets no node at place ", place);
    boxes.push_back(*places[place]);
  }
  return boxes;
}

static const char *nameOf(artifact::Combiner combiner) {
  static const char *const names[] = {"add", "mul", "max", "min", "and", "or", "xor", "assign"};
  return names[std::min<size_t>(static_cast<size_t>(combiner), 7)];
}

bool isType(artifact::ElementType type, const std::string &name) {
  std::string known = artifact::EnumNameElementType(type);
  return known == name;
}

void checkJoin(EntryAt &entry, const artifact::JoinT &join) {
  const Op &op = *[&] {
    require(entry.claim.makes.size() == 1, "does not say which sum it joins");
    return entry.walk.graph.maker(entry.claim.makes[0]);
  }();
  const Ordered &order = entry.walk.context.orderOf(entry.claim.makes[0]);
  const Access &nodes = entry.use(0), &result = entry.use(1);
  require(nodes.value == order.value && result.value == order.value && nodes.partial != none && result.partial == none,
          "joins value ", nodes.value, " into value ", result.value, " instead of ", order.value);
  require(join.count == nodes.nodes && join.elements == volume(result.box) && nodes.box == result.box, "joins ", join.count,
          " nodes of ", join.elements, " elements");
  require(order.combiner == nameOf(join.combiner), "joins by ", nameOf(join.combiner), " instead of ", order.combiner);
  require(isType(join.type, order.acc), "joins in ", artifact::EnumNameElementType(join.type), " instead of ", order.acc);
  require(isType(join.result_type, order.result) || isType(join.result_type, order.acc), "rounds to ",
          artifact::EnumNameElementType(join.result_type), " instead of ", order.result);
  require(join.has_init == order.init, order.init ? "joins no init" : "joins an init that the graph does not have");
  if (join.has_init) {
    const Access &init = entry.use(2);
    uint32_t of = op.name == "scatter" ? op.in[0] : op.in.back();
    require(init.value == of, "joins value ", init.value, " as its init instead of value ", of);
    bool isScalar = entry.walk.graph.type(of).shape.empty() && !entry.walk.graph.type(order.value).shape.empty();
    require(join.init_is_scalar == isScalar && (isScalar || init.box == result.box), "joins an init of other elements");
    entry.walk.memory.read(init);
  }

  const artifact::ExchangeT *exchange = entry.walk.lastExchangeOf(nodes.partial);
  require(exchange && exchange->node_count == join.count && exchange->target->offset() == entry.refs[0].offset(),
          "joins nodes that no exchange has brought");
  std::vector<Box> boxes = gathered(entry, *exchange, nodes.partial);
  requireJoinsAll(join.pops, boxes.size());
  if (order.isFree()) {
    requireCover(order, boxes);
    entry.walk.memory.read(nodes);
    entry.walk.memory.write(result, volume(result.box));
    return;
  }
  std::vector<Node> stack;
  for (size_t i = 0; i < boxes.size(); ++i) {
    stack.push_back(nodeOf(order, boxes[i]));
    for (int joins = join.pops[i]; joins > 0; --joins) {
      Node right = std::move(stack.back());
      stack.pop_back();
      stack.back() = verify::join(order, stack.back(), right);
    }
  }
  std::string hash = rootHash(order, stack.empty() ? std::nullopt : std::optional(stack.back()), join.has_init);
  require(hash == order.hash, "evaluates the expression ", hash, " where the certificate has ", order.hash);
  entry.walk.memory.read(nodes);
  entry.walk.memory.write(result, volume(result.box));
}

//===-- Messages ---------------------------------------------------------------------------------------------------===//

/// Begins, ends and loops of a program, in order: what all ranks must agree on.
static void addSteps(const Entries &entries, std::string &steps) {
  for (const auto &entry : entries) {
    if (const auto *begin = entry->action.AsExchangeBegin())
      steps += "b" + std::to_string(begin->exchange) + " ";
    if (const auto *end = entry->action.AsExchangeEnd())
      steps += "e" + std::to_string(end->exchange) + " ";
    if (const artifact::WhileT *loop = entry->action.AsWhile()) {
      steps += "(";
      addSteps(loop->condition, steps);
      steps += "|";
      addSteps(loop->body, steps);
      steps += ")";
    }
  }
}

/// What an exchange moves, without where a program keeps it.
static std::string ruleOf(const artifact::ExchangeT &exchange) {
  std::ostringstream rule;
  rule << exchange.source_layout << ' ' << exchange.target_layout << ' ' << exchange.element_bytes << ' ' << exchange.node_count;
  for (const artifact::Axis &axis : exchange.node_axes)
    rule << " a" << axis.axis() << ',' << axis.pre() << ',' << axis.size();
  for (const auto &list : exchange.nodes) {
    rule << " n";
    for (uint32_t position : list->positions)
      rule << position << ',';
  }
  return rule.str();
}

void checkMessages(const Context &context) {
  const auto &programs = context.plan.programs;
  std::vector<bool> seen(context.mesh.ranks());
  for (const auto &program : programs)
    for (uint32_t rank : program->ranks) {
      require(rank < seen.size() && !seen[rank], "rank ", rank, ": is not of the mesh, or has two programs");
      seen[rank] = true;
    }
  for (size_t rank = 0; rank < seen.size(); ++rank)
    require(seen[rank], "rank ", rank, ": has no program");
  // Sends do not wait, and an exchange ends after all ranks have begun it. Where all ranks begin and end in one order, the rank that is
  // furthest behind can always go on. Equal rules give each pair of ranks equal messages on both sides.
  std::string first;
  addSteps(programs.front()->entries, first);
  for (const auto &program : programs) {
    std::string steps;
    addSteps(program->entries, steps);
    uint32_t rank = program->ranks.empty() ? 0 : program->ranks.front();
    require(steps == first, "rank ", rank, ": begins and ends exchanges in another order than rank ", programs.front()->ranks.front());
    require(program->exchanges.size() == programs.front()->exchanges.size(), "rank ", rank, ": has other exchanges");
    for (size_t i = 0; i < program->exchanges.size(); ++i)
      require(ruleOf(*program->exchanges[i]) == ruleOf(*programs.front()->exchanges[i]), "rank ", rank, ": exchange ", i,
              " sends and receives other messages than on rank ", programs.front()->ranks.front());
  }
}

} // namespace det::verify
