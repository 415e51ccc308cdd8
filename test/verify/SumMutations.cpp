// Faults in sums: the order of joins, who takes part, in which type, with which init.
#include "Mutations.h"

#include <algorithm>

namespace det::test {

using artifact::ExchangeT;
using artifact::JoinT;
using artifact::ProductT;
using artifact::ScatterT;

/// The exchange that fills a join's nodes.
static ExchangeT *exchangeOf(artifact::ProgramT &program, const JoinT &join) {
  for (auto &exchange : program.exchanges)
    if (exchange->node_count && exchange->target && exchange->target->offset() == join.nodes->offset() && exchange->node_count == join.count)
      return exchange.get();
  return nullptr;
}

/// A mutation of a join together with what brings its nodes; `onlyOrder`: of the order, where there is one.
static Mutation ofGathered(std::string name, std::string effect, std::function<bool(JoinT &, ExchangeT &, bool)> change, bool onlyOrder = false) {
  return ofEntry(std::move(name), std::move(effect),
                 [change, onlyOrder](Subject &subject, artifact::ProgramT &program, artifact::EntryT &entry, bool apply) {
                   JoinT *join = entry.action.AsJoin();
                   ExchangeT *exchange = join ? exchangeOf(program, *join) : nullptr;
                   return exchange && !(onlyOrder && isFree(subject, entry)) && change(*join, *exchange, apply);
                 });
}

static artifact::NodeListT *listWith(ExchangeT &exchange, size_t count) {
  for (auto &list : exchange.nodes)
    if (list->positions.size() >= count)
      return list.get();
  return nullptr;
}

static void addJoins(std::vector<Mutation> &list) {
  list.push_back(ofOrder<JoinT>("join: fold left to right instead of the tree", "bits", [](JoinT &join, bool apply) {
    std::vector<uint8_t> fold(join.pops.size(), 1);
    if (join.pops.size() < 4 || join.type != artifact::ElementType::f32)
      return false;
    fold[0] = 0;
    if (fold == join.pops)
      return false;
    if (apply)
      join.pops = fold;
    return true;
  }));
  list.push_back(ofOrder<JoinT>("join: fold right to left", "bits", [](JoinT &join, bool apply) {
    std::vector<uint8_t> fold(join.pops.size(), 0);
    if (join.pops.size() < 3 || join.type != artifact::ElementType::f32)
      return false;
    fold.back() = fold.size() - 1;
    if (fold == join.pops)
      return false;
    if (apply)
      join.pops = fold;
    return true;
  }));
  list.push_back(ofGathered("join: two nodes change places", "bits where the tree has more than two nodes; an add of two is symmetric",
                            [](JoinT &join, ExchangeT &exchange, bool apply) {
                              if (join.count < 3 || exchange.nodes.size() < 2 || exchange.nodes[0]->positions.empty() ||
                                  exchange.nodes[1]->positions.empty())
                                return false;
                              if (apply)
                                std::swap(exchange.nodes[0]->positions[0], exchange.nodes[1]->positions[0]);
                              return true;
                            },
                            /*onlyOrder=*/true));
  list.push_back(ofGathered("join: operands swapped", "no: an add's operands are symmetric in all bits; only the hash shows them",
                            [](JoinT &join, ExchangeT &exchange, bool apply) {
                              if (join.count != 2 || exchange.nodes.size() != 2)
                                return false;
                              if (apply)
                                std::swap(exchange.nodes[0]->positions, exchange.nodes[1]->positions);
                              return true;
                            },
                            /*onlyOrder=*/true));
  list.push_back(ofGathered("join: a partial is dropped", "bits", [](JoinT &join, ExchangeT &exchange, bool apply) {
    if (join.count < 2)
      return false;
    if (apply) {
      for (auto &nodes : exchange.nodes)
        std::erase(nodes->positions, join.count - 1);
      --join.count;
      --exchange.node_count;
      join.pops.resize(join.count);
      for (size_t i = 0; i < join.pops.size(); ++i)
        join.pops[i] = i ? 1 : 0;
    }
    return true;
  }));
  list.push_back(ofGathered("join: a partial comes twice", "bits", [](JoinT &join, ExchangeT &exchange, bool apply) {
    artifact::NodeListT *nodes = listWith(exchange, 1);
    if (join.count < 2 || !nodes || exchange.nodes.size() < 2 || exchange.nodes[0]->positions.empty() ||
        exchange.nodes[1]->positions.empty())
      return false;
    if (apply)
      exchange.nodes[1]->positions[0] = exchange.nodes[0]->positions[0];
    return true;
  }));
  list.push_back(ofAction<JoinT>("join: wrong type of intermediates", "bits", [](JoinT &join, bool apply) {
    if (join.type != artifact::ElementType::f32)
      return false;
    if (apply)
      join.type = artifact::ElementType::f64;
    return true;
  }));
  list.push_back(ofAction<JoinT>("join: another combiner", "bits", [](JoinT &join, bool apply) {
    if (join.combiner != artifact::Combiner::add)
      return false;
    if (apply)
      join.combiner = artifact::Combiner::max;
    return true;
  }));
  list.push_back(ofAction<JoinT>("join: rounds to another type", "bits", [](JoinT &join, bool apply) {
    if (join.result_type != artifact::ElementType::f32)
      return false;
    if (apply)
      join.result_type = artifact::ElementType::bf16;
    return true;
  }));
  list.push_back(ofAction<JoinT>("join: init left out", "no where the init is -0.0 or the sum is not zero; the hash shows it", [](JoinT &join, bool apply) {
    if (!join.has_init)
      return false;
    if (apply)
      join.has_init = false;
    return true;
  }));
  list.push_back(ofAction<JoinT>("join: an init where there is none", "bits", [](JoinT &join, bool apply) {
    if (join.has_init)
      return false;
    if (apply)
      join.has_init = join.init_is_scalar = true;
    return true;
  }));
  list.push_back(ofAction<JoinT>("join: a scalar init read as an array", "bits", [](JoinT &join, bool apply) {
    if (!join.has_init || !join.init_is_scalar || join.elements < 2)
      return false;
    if (apply)
      join.init_is_scalar = false;
    return true;
  }));
  list.push_back(ofAction<JoinT>("join: fewer elements", "bits", [](JoinT &join, bool apply) {
    if (join.elements < 2)
      return false;
    if (apply)
      --join.elements;
    return true;
  }));
}

/// Adds to the size or a distance (of A, B, C) of a loop.
static void change(artifact::ProductAxis &axis, int field, int64_t by) {
  int64_t fields[] = {axis.size(), axis.a(), axis.b(), axis.c()};
  fields[field] += by;
  axis = artifact::ProductAxis(fields[0], fields[1], fields[2], fields[3]);
}

static void addProducts(std::vector<Mutation> &list) {
  auto product = [&](std::string name, std::string effect, std::function<bool(ProductT &, bool)> change) {
    list.push_back(ofAction<ProductT>(std::move(name), std::move(effect), std::move(change)));
  };
  auto order = [&](std::string name, std::string effect, std::function<bool(ProductT &, bool)> change) {
    list.push_back(ofOrder<ProductT>(std::move(name), std::move(effect), std::move(change)));
  };
  order("product: a leaf takes a term of the next", "bits", [](ProductT &product, bool apply) {
    if (product.leaves.size() < 2 || product.leaves[1] < 2)
      return false;
    if (apply) {
      ++product.leaves[0];
      --product.leaves[1];
    }
    return true;
  });
  order("product: two leaves are one", "bits", [](ProductT &product, bool apply) {
    if (product.leaves.size() != 2)
      return false;
    if (apply) {
      product.leaves = {product.leaves[0] + product.leaves[1]};
      product.pops = {0};
    }
    return true;
  });
  order("product: leaves joined in another order", "bits", [](ProductT &product, bool apply) {
    if (product.leaves.size() < 4)
      return false;
    std::vector<uint8_t> fold(product.pops.size(), 1);
    fold[0] = 0;
    if (fold == product.pops)
      return false;
    if (apply)
      product.pops = fold;
    return true;
  });
  product("product: the last term is left out", "bits", [](ProductT &product, bool apply) {
    if (product.inner.size() != 1 || product.inner[0].size() < 2 || !product.more.empty() || product.leaves.back() < 2)
      return false;
    if (apply) {
      change(product.inner[0], 0, -1);
      --product.leaves.back();
    }
    return true;
  });
  product("product: terms of A at another distance", "bits", [](ProductT &product, bool apply) {
    if (product.inner.empty() || product.inner.back().size() < 2)
      return false;
    if (apply)
      change(product.inner.back(), 1, 1);
    return true;
  });
  product("product: rows at another distance", "bits", [](ProductT &product, bool apply) {
    if (product.rows.empty() || product.rows.back().size() < 2)
      return false;
    if (apply)
      change(product.rows.back(), 1, 1);
    return true;
  });
  product("product: a row is left out", "bits", [](ProductT &product, bool apply) {
    if (product.rows.empty() || product.rows.back().size() < 2)
      return false;
    if (apply)
      change(product.rows.back(), 0, -1);
    return true;
  });
  product("product: results stored at another distance", "bits", [](ProductT &product, bool apply) {
    if (product.columns.empty() || product.columns.back().size() < 2)
      return false;
    if (apply)
      change(product.columns.back(), 3, 1);
    return true;
  });
  product("product: operands exchanged", "bits", [](ProductT &product, bool apply) {
    if (product.a->offset() == product.b->offset() && product.a->space() == product.b->space())
      return false;
    if (apply)
      std::swap(product.a, product.b);
    return true;
  });
  product("product: wrong type", "bits", [](ProductT &product, bool apply) {
    if (product.type != artifact::ElementType::f32)
      return false;
    if (apply)
      product.type = artifact::ElementType::f64;
    return true;
  });
  product("product: another model of tensor cores", "bits", [](ProductT &product, bool apply) {
    if (product.model == artifact::MmaModel::none)
      return false;
    if (apply)
      product.model = product.model == artifact::MmaModel::hopper_16 ? artifact::MmaModel::ampere_8 : artifact::MmaModel::hopper_16;
    return true;
  });
  product("product: no tensor cores", "bits", [](ProductT &product, bool apply) {
    if (product.model == artifact::MmaModel::none)
      return false;
    if (apply)
      product.model = artifact::MmaModel::none;
    return true;
  });
  product("product: tensor cores where the order has none", "bits", [](ProductT &product, bool apply) {
    if (product.model != artifact::MmaModel::none || product.type != artifact::ElementType::f32)
      return false;
    if (apply) {
      product.model = artifact::MmaModel::hopper_16;
      product.operand = artifact::ElementType::bf16;
    }
    return true;
  });
  product("product: operands read as another narrow type", "bits", [](ProductT &product, bool apply) {
    if (product.operand != artifact::ElementType::bf16)
      return false;
    if (apply)
      product.operand = artifact::ElementType::f16;
    return true;
  });
  order("product: two leaves of tensor cores change places", "bits", [](ProductT &product, bool apply) {
    if (product.model == artifact::MmaModel::none || product.leaves.size() < 2 || product.leaves.front() == product.leaves.back())
      return false;
    if (apply)
      std::swap(product.leaves.front(), product.leaves.back());
    return true;
  });
  product("product: a part of the walk begins elsewhere", "bits", [](ProductT &product, bool apply) {
    if (product.more.empty())
      return false;
    if (apply)
      ++product.more[0]->a;
    return true;
  });
}

static void addScatters(std::vector<Mutation> &list) {
  auto scatter = [&](std::string name, std::string effect, std::function<bool(ScatterT &, bool)> change) {
    list.push_back(ofAction<ScatterT>(std::move(name), std::move(effect), std::move(change)));
  };
  scatter("scatter: other blocks", "bits where many updates meet", [](ScatterT &scatter, bool apply) {
    for (int64_t &block : scatter.blocks)
      if (block > 1) {
        if (apply)
          block /= 2;
        return true;
      }
    return false;
  });
  scatter("scatter: the operand joined on every rank", "bits", [](ScatterT &scatter, bool apply) {
    if (scatter.join_operand)
      return false;
    if (apply)
      scatter.join_operand = true;
    return true;
  });
  scatter("scatter: the operand left out", "bits", [](ScatterT &scatter, bool apply) {
    if (!scatter.join_operand)
      return false;
    if (apply)
      scatter.join_operand = false;
    return true;
  });
  scatter("scatter: a node begins later", "bits", [](ScatterT &scatter, bool apply) {
    for (auto &node : scatter.nodes)
      for (size_t dim = 0; dim < node->starts.size(); ++dim)
        if (node->ends[dim] - node->starts[dim] > 1) {
          if (apply)
            ++node->starts[dim];
          return true;
        }
    return false;
  });
  scatter("scatter: another combiner", "bits", [](ScatterT &scatter, bool apply) {
    if (scatter.combiner != artifact::Combiner::add)
      return false;
    if (apply)
      scatter.combiner = artifact::Combiner::assign;
    return true;
  });
  scatter("scatter: another dim addressed", "bits", [](ScatterT &scatter, bool apply) {
    if (scatter.scatter_dims_to_operand_dims.empty() || scatter.operand_shape.size() < 2)
      return false;
    if (apply)
      scatter.scatter_dims_to_operand_dims[0] = (scatter.scatter_dims_to_operand_dims[0] + 1) % scatter.operand_shape.size();
    return true;
  });
}

void addSumMutations(std::vector<Mutation> &list) {
  addJoins(list);
  addProducts(list);
  addScatters(list);
}

} // namespace det::test
