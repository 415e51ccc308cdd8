// Faults in messages, kernels, claims and certificates.
#include "Mutations.h"

#include <algorithm>

namespace det::test {

using artifact::EntryT;
using artifact::ExchangeT;
using artifact::ProgramT;

/// A mutation of an exchange in every program, so that all ranks agree on it.
static Mutation ofExchange(std::string name, std::string effect, std::function<bool(Subject &, ExchangeT &, bool)> change) {
  return {std::move(name), std::move(effect), [change](Subject &subject, int site) {
            int seen = 0;
            auto &first = subject.plan.programs.front()->exchanges;
            for (size_t i = 0; i < first.size(); ++i)
              if (change(subject, *first[i], false) && seen++ == site) {
                for (auto &program : subject.plan.programs)
                  change(subject, *program->exchanges[i], true);
                return true;
              }
            return false;
          }};
}

/// Another layout of the same shape.
static std::optional<uint32_t> otherLayout(const Subject &subject, uint32_t layout) {
  const auto &layouts = subject.plan.layouts;
  for (uint32_t other = 0; other < layouts.size(); ++other)
    if (other != layout && layouts[other]->shape == layouts[layout]->shape)
      return other;
  return std::nullopt;
}

void addMessageMutations(std::vector<Mutation> &list) {
  list.push_back({"message: a shard boundary off by one", "no where all ranks move it alike: who holds what is no part of the values; sizes do not fit",
                  [](Subject &subject, int site) {
                    int seen = 0;
                    for (auto &layout : subject.plan.layouts)
                      for (auto &cut : layout->dims)
                        for (size_t edge = 1; edge + 1 < cut->edges.size(); ++edge)
                          if (cut->edges[edge] + 1 < cut->edges[edge + 1] && seen++ == site) {
                            ++cut->edges[edge];
                            return true;
                          }
                    return false;
                  }});
  list.push_back({"message: shards to the wrong ranks", "bits", [](Subject &subject, int site) {
                    int seen = 0;
                    for (auto &layout : subject.plan.layouts)
                      for (auto &cut : layout->dims)
                        if (cut->axes.size() == 1 && subject.plan.mesh->sizes.size() > 1 && cut->axes[0].size() == 0)
                          for (uint16_t other = 0; other < subject.plan.mesh->sizes.size(); ++other)
                            if (other != cut->axes[0].axis() &&
                                subject.plan.mesh->sizes[other] == subject.plan.mesh->sizes[cut->axes[0].axis()] && seen++ == site) {
                              cut->axes[0] = artifact::Axis(other, 0, 0);
                              return true;
                            }
                    return false;
                  }});
  list.push_back({"message: a cut does not reach the end", "bits", [](Subject &subject, int site) {
                    int seen = 0;
                    for (auto &layout : subject.plan.layouts)
                      for (auto &cut : layout->dims)
                        if (!cut->edges.empty() && cut->ends.empty() && cut->edges.back() > 1 && !cut->axes.empty() && seen++ == site) {
                          --cut->edges.back();
                          return true;
                        }
                    return false;
                  }});
  list.push_back(ofExchange("message: from another layout", "bits", [](Subject &subject, ExchangeT &exchange, bool apply) {
    auto other = otherLayout(subject, exchange.source_layout);
    if (other && apply)
      exchange.source_layout = *other;
    return other.has_value();
  }));
  list.push_back(ofExchange("message: into another layout", "bits", [](Subject &subject, ExchangeT &exchange, bool apply) {
    auto other = otherLayout(subject, exchange.target_layout);
    if (other && apply)
      exchange.target_layout = *other;
    return other.has_value();
  }));
  list.push_back(ofExchange("message: elements of other sizes", "bits", [](Subject &, ExchangeT &exchange, bool apply) {
    if (apply)
      exchange.element_bytes /= 2;
    return exchange.element_bytes > 1;
  }));
  list.push_back(ofExchange("message: nodes along other axes", "bits", [](Subject &subject, ExchangeT &exchange, bool apply) {
    if (exchange.node_axes.size() != 1 || subject.plan.mesh->sizes.size() < 2)
      return false;
    if (apply)
      exchange.node_axes[0] = artifact::Axis((exchange.node_axes[0].axis() + 1) % subject.plan.mesh->sizes.size(), 0, 0);
    return true;
  }));
  list.push_back({"message: one rank class knows another rule", "no: a receiver refuses bytes that do not fit", [](Subject &subject, int site) {
                    if (site || subject.plan.programs.size() < 2 || subject.plan.programs[1]->exchanges.empty())
                      return false;
                    subject.plan.programs[1]->exchanges[0]->element_bytes *= 2;
                    return true;
                  }});
  list.push_back({"message: a rank has no program", "no: refused by the runtime", [](Subject &subject, int site) {
                    auto &ranks = subject.plan.programs[0]->ranks;
                    if (site || ranks.size() < 2)
                      return false;
                    ranks.pop_back();
                    return true;
                  }});
  list.push_back({"message: a rank has the program of others", "bits, or refused", [](Subject &subject, int site) {
                    if (site || subject.plan.programs.size() < 2)
                      return false;
                    std::swap(subject.plan.programs[0]->ranks, subject.plan.programs[1]->ranks);
                    return true;
                  }});
  list.push_back({"message: another mesh", "no: refused by the runtime", [](Subject &subject, int site) {
                    if (site || subject.plan.mesh->sizes.empty() || subject.plan.mesh->sizes[0] < 2)
                      return false;
                    --subject.plan.mesh->sizes[0];
                    return true;
                  }});
}

void addKernelMutations(std::vector<Mutation> &list) {
  list.push_back(ofEntry("kernel: another kernel", "bits", [](Subject &subject, ProgramT &, EntryT &entry, bool apply) {
    artifact::LaunchT *launch = entry.action.AsLaunch();
    if (!launch || subject.plan.kernels.size() < 2 || entry.claim->makes.empty())
      return false;
    uint32_t other = (launch->kernel + 1) % subject.plan.kernels.size();
    if (apply)
      launch->kernel = other;
    return true;
  }));
  list.push_back(ofEntry("kernel: operands swapped", "bits", [](Subject &subject, ProgramT &, EntryT &entry, bool apply) {
    artifact::LaunchT *launch = entry.action.AsLaunch();
    if (!launch || launch->buffers.size() < 3)
      return false;
    for (const auto &op : subject.plan.kernel_bodies[launch->kernel]->ops) {
      bool isOrdered = op->does.starts_with("subtract") || op->does.starts_with("divide") || op->does.starts_with("select");
      if (!isOrdered || op->inputs.size() < 2 || op->inputs.end()[-1] >= 0 || op->inputs.end()[-2] >= 0)
        continue;
      size_t left = -1 - op->inputs.end()[-2], right = -1 - op->inputs.end()[-1];
      auto &uses = entry.claim->uses;
      if (uses[left]->shape != uses[right]->shape || uses[left]->value == uses[right]->value)
        continue;
      if (apply) {
        std::swap(launch->buffers[left], launch->buffers[right]);
        std::swap(uses[left], uses[right]);
      }
      return true;
    }
    return false;
  }));
  list.push_back(ofAction<artifact::GatherT>("gather: other slices", "bits", [](artifact::GatherT &gather, bool apply) {
    for (int64_t &size : gather.slice_sizes)
      if (size > 1) {
        if (apply)
          --size;
        return true;
      }
    return false;
  }));
  list.push_back(ofAction<artifact::GatherT>("gather: another dim addressed", "bits", [](artifact::GatherT &gather, bool apply) {
    if (gather.start_index_map.empty() || gather.operand_shape.size() < 2)
      return false;
    if (apply)
      gather.start_index_map[0] = (gather.start_index_map[0] + 1) % gather.operand_shape.size();
    return true;
  }));
  list.push_back(ofAction<artifact::GatherT>("gather: indices of another type", "no where no index is negative: the others would clamp to the far end", [](artifact::GatherT &gather, bool apply) {
    if (gather.index_type != artifact::ElementType::i32)
      return false;
    if (apply)
      gather.index_type = artifact::ElementType::ui32;
    return true;
  }));
  list.push_back(ofAction<artifact::ScanT>("scan: other blocks", "bits", [](artifact::ScanT &scan, bool apply) {
    if (apply)
      scan.block *= 2;
    return true;
  }));
  list.push_back(ofAction<artifact::ScanT>("scan: from the other end", "bits", [](artifact::ScanT &scan, bool apply) {
    if (apply)
      scan.reverse = !scan.reverse;
    return true;
  }));
  list.push_back(ofAction<artifact::SortT>("sort: the other way round", "bits", [](artifact::SortT &sort, bool apply) {
    if (apply)
      sort.descending = !sort.descending;
    return sort.keys != nullptr;
  }));
  list.push_back(ofAction<artifact::GenericReduceT>("reduce by a body: other blocks", "bits where the body is not associative",
                                                    [](artifact::GenericReduceT &reduce, bool apply) {
                                                      if (reduce.level_blocks.empty())
                                                        return false;
                                                      if (apply)
                                                        reduce.level_blocks[0] *= 2;
                                                      return true;
                                                    }));
  list.push_back(ofAction<artifact::GenericReduceT>("reduce by a body: other leaves", "bits where the body is not associative",
                                                    [](artifact::GenericReduceT &reduce, bool apply) {
                                                      if (apply)
                                                        reduce.lanes = !reduce.lanes;
                                                      return true;
                                                    }));
  list.push_back(ofAction<artifact::UpdateT>("update: starts change places", "bits", [](artifact::UpdateT &update, bool apply) {
    if (update.starts.size() < 2 || update.starts[0].offset() == update.starts[1].offset())
      return false;
    if (apply)
      std::swap(update.starts[0], update.starts[1]);
    return true;
  }));
}

void addWitnessMutations(std::vector<Mutation> &list) {
  list.push_back(ofEntry("claim: another value", "no: only what is said is wrong", [](Subject &, ProgramT &, EntryT &entry, bool apply) {
    if (!entry.claim || entry.claim->makes.empty() || entry.claim->makes[0] == UINT32_MAX)
      return false;
    if (apply)
      ++entry.claim->makes[0];
    return true;
  }));
  list.push_back(ofEntry("claim: another part of a sum", "no: only what is said is wrong", [](Subject &, ProgramT &, EntryT &entry, bool apply) {
    if (!entry.claim || !entry.claim->node || entry.claim->node->ends.empty())
      return false;
    if (apply) {
      ++entry.claim->node->starts[0];
      ++entry.claim->node->ends[0];
    }
    return true;
  }));
  list.push_back(ofEntry("claim: no claim", "no: only what is said is wrong", [](Subject &, ProgramT &, EntryT &entry, bool apply) {
    if (apply)
      entry.claim.reset();
    return entry.claim != nullptr || apply;
  }));
  list.push_back(ofEntry("claim: a part of a sum with a term of the next", "no: only what is said is wrong",
                         [](Subject &, ProgramT &, EntryT &entry, bool apply) {
                           if (!entry.claim || !entry.claim->node || entry.claim->node->ends.empty())
                             return false;
                           if (apply)
                             ++entry.claim->node->ends[0];
                           return true;
                         }));
  auto ofOrder = [&](std::string name, std::function<bool(nlohmann::json &)> change) {
    list.push_back({std::move(name), "no: only what is said is wrong", [change](Subject &subject, int site) {
                      int seen = 0;
                      for (auto &op : subject.certificate["ordered"]["ops"]) {
                        nlohmann::json copy = op;
                        if (change(copy) && seen++ == site) {
                          op = copy;
                          return true;
                        }
                      }
                      return false;
                    }});
  };
  ofOrder("certificate: another block", [](nlohmann::json &op) {
    // A block as large as its dim is no cut.
    if (op["levels"].empty() || op["levels"][0][1] >= op["box"][op["levels"][0][0].get<size_t>()])
      return false;
    op["levels"][0][1] = op["levels"][0][1].get<int64_t>() * 2;
    return true;
  });
  ofOrder("certificate: another leaf", [](nlohmann::json &op) {
    op["leaf"] = op["leaf"] == "fold" ? "lanes<32>" : "fold";
    return true;
  });
  ofOrder("certificate: another type of intermediates", [](nlohmann::json &op) {
    op["acc"] = op["acc"] == "f32" ? "f64" : "f32";
    return true;
  });
  ofOrder("certificate: another hash", [](nlohmann::json &op) {
    std::string hash = op["hash"];
    hash[0] = hash[0] == '0' ? '1' : '0';
    op["hash"] = hash;
    return true;
  });
  ofOrder("certificate: a sum below the level that is not listed", [](nlohmann::json &op) {
    if (op["level"] == "not_guaranteed")
      return false;
    op["level"] = "not_guaranteed";
    return true;
  });
  list.push_back({"certificate: a sum below the level for nobody", "no: only what is said is wrong", [](Subject &subject, int site) {
                    auto &ordered = subject.certificate["ordered"];
                    int seen = 0;
                    for (auto &op : ordered["ops"])
                      if (op["level"] != "not_guaranteed" && seen++ == site) {
                        op["level"] = "not_guaranteed";
                        ordered["below"].push_back({{"value", op["value"]}, {"name", op["name"]}, {"level", op["level"]},
                                                    {"results", nlohmann::json::array()}, {"why", ""}});
                        return true;
                      }
                    return false;
                  }});
  list.push_back({"certificate: a free sum is called ordered", "no: only what is said is wrong", [](Subject &subject, int site) {
                    auto &ordered = subject.certificate["ordered"];
                    auto &below = ordered["below"];
                    if (static_cast<size_t>(site) >= below.size())
                      return false;
                    for (auto &op : ordered["ops"])
                      if (op["value"] == below[site]["value"])
                        op["level"] = ordered["level"];
                    below.erase(below.begin() + site);
                    return true;
                  }});
  list.push_back({"certificate: an op has no order", "no: only what is said is wrong", [](Subject &subject, int site) {
                    auto &ops = subject.certificate["ordered"]["ops"];
                    if (static_cast<size_t>(site) >= ops.size())
                      return false;
                    ops.erase(ops.begin() + site);
                    return true;
                  }});
  list.push_back({"certificate: another graph", "no: only what is said is wrong", [](Subject &subject, int site) {
                    auto &ops = subject.certificate["ordered"]["graph"]["ops"];
                    if (static_cast<size_t>(site) >= ops.size())
                      return false;
                    ops[site]["does"] = "negate -> f32";
                    return true;
                  }});
  list.push_back({"certificate: another level", "no: only what is said is wrong", [](Subject &subject, int site) {
                    subject.certificate["ordered"]["level"] = "device_to_device";
                    return site == 0;
                  }});
  list.push_back({"plan: another recipe", "no: only what is said is wrong", [](Subject &subject, int site) {
                    subject.plan.recipe += " ";
                    return site == 0;
                  }});
}

} // namespace det::test
