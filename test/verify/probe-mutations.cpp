// The probe against entries that do something else than their claims: products, joins, scans, sorts and scatters are the
// runtime's own kernels, so a wrong one is made by running another entry in its place.
//
//   probe-mutations ARTIFACT...
//
// Prints a line per kind: how often it was tried, and what the probe says. Fails if any is not found, or fits none of the
// artifacts.
#include "Artifact.h"
#include "Fault.h"
#include "Probe.h"

#include <functional>
#include <iostream>
#include <map>

using namespace det;
using artifact::EntryT;

namespace {

/// One kind of wrong entry: changes an entry where it fits.
struct Wrong {
  std::string name;
  std::function<bool(EntryT &)> change;
};

template <class Action> Action *actionOf(EntryT &entry);
#define DET_ACTION(NAME)                                                                                                         \
  template <> artifact::NAME##T *actionOf<artifact::NAME##T>(EntryT & entry) { return entry.action.As##NAME(); }
DET_ACTION(Launch)
DET_ACTION(Product)
DET_ACTION(Join)
DET_ACTION(Scan)
DET_ACTION(Sort)
DET_ACTION(Scatter)
DET_ACTION(GenericReduce)
#undef DET_ACTION

template <class Action> Wrong wrong(std::string name, std::function<bool(Action &)> change) {
  return {std::move(name), [change](EntryT &entry) {
            Action *action = actionOf<Action>(entry);
            return action && change(*action);
          }};
}

bool isFloat(artifact::ElementType type) { return type == artifact::ElementType::f32 || type == artifact::ElementType::f64; }

/// The same joins from left to right; false where that is the order.
bool makeFold(std::vector<uint8_t> &pops) {
  std::vector<uint8_t> fold(pops.size(), 1);
  if (pops.empty())
    return false;
  fold[0] = 0;
  std::swap(fold, pops);
  return fold != pops;
}

std::vector<Wrong> allWrong() {
  return {
      wrong<artifact::ProductT>("product: all terms in one leaf",
                                [](artifact::ProductT &product) {
                                  if (product.leaves.size() < 2 || !isFloat(product.type))
                                    return false;
                                  int all = 0;
                                  for (int leaf : product.leaves)
                                    all += leaf;
                                  product.leaves = {all};
                                  product.pops = {0};
                                  return true;
                                }),
      wrong<artifact::ProductT>("product: leaves joined from left to right",
                                [](artifact::ProductT &product) { return isFloat(product.type) && makeFold(product.pops); }),
      wrong<artifact::ProductT>("product: a leaf takes a term of the next",
                                [](artifact::ProductT &product) {
                                  if (product.leaves.size() < 2 || product.leaves[1] < 2 || !isFloat(product.type))
                                    return false;
                                  ++product.leaves[0];
                                  --product.leaves[1];
                                  return true;
                                }),
      wrong<artifact::ProductT>("product: another model of tensor cores",
                                [](artifact::ProductT &product) {
                                  if (product.model != artifact::MmaModel::hopper_16)
                                    return false;
                                  product.model = artifact::MmaModel::ampere_8;
                                  return true;
                                }),
      wrong<artifact::JoinT>("join: from left to right",
                             [](artifact::JoinT &join) {
                               return isFloat(join.type) && join.combiner == artifact::Combiner::add && makeFold(join.pops);
                             }),
      wrong<artifact::JoinT>("join: greatest instead of sum",
                             [](artifact::JoinT &join) {
                               if (join.combiner != artifact::Combiner::add || join.count < 2)
                                 return false;
                               join.combiner = artifact::Combiner::max;
                               return true;
                             }),
      wrong<artifact::ScanT>("scan: other blocks",
                             [](artifact::ScanT &scan) {
                               if (scan.block < 2 || scan.size <= scan.block / 2 || scan.combiner != artifact::Combiner::add ||
                                   !isFloat(scan.type))
                                 return false;
                               scan.block /= 2;
                               return true;
                             }),
      wrong<artifact::ScanT>("scan: from the other end",
                             [](artifact::ScanT &scan) {
                               scan.reverse = !scan.reverse;
                               return scan.size > 1;
                             }),
      wrong<artifact::SortT>("sort: the other way round",
                             [](artifact::SortT &sort) {
                               sort.descending = !sort.descending;
                               return sort.keys != nullptr && sort.size > 1;
                             }),
      wrong<artifact::ScatterT>("scatter: other blocks",
                                [](artifact::ScatterT &scatter) {
                                  for (size_t dim = 0; dim < scatter.blocks.size(); ++dim)
                                    if (scatter.blocks[dim] > 1 &&
                                        scatter.nodes[0]->ends[dim] - scatter.nodes[0]->starts[dim] > scatter.blocks[dim] / 2) {
                                      scatter.blocks[dim] /= 2;
                                      return isFloat(scatter.type) && scatter.combiner == artifact::Combiner::add;
                                    }
                                  return false;
                                }),
      wrong<artifact::ScatterT>("scatter: overwrites instead of adding",
                                [](artifact::ScatterT &scatter) {
                                  if (scatter.combiner != artifact::Combiner::add)
                                    return false;
                                  scatter.combiner = artifact::Combiner::max;
                                  return true;
                                }),
      wrong<artifact::GenericReduceT>("generic reduction: half of the terms",
                                      [](artifact::GenericReduceT &reduce) {
                                        if (reduce.box.empty() || reduce.box[0] < 2)
                                          return false;
                                        reduce.box[0] /= 2;
                                        return true;
                                      }),
      wrong<artifact::LaunchT>("launch: an iteration is left out",
                               [](artifact::LaunchT &launch) {
                                 --launch.extent;
                                 return launch.extent > 0;
                               }),
  };
}

/// Whether any entry fits; probing takes time.
bool fitsAny(const std::vector<std::unique_ptr<EntryT>> &entries, const Wrong &wrong) {
  for (const auto &entry : entries) {
    if (const artifact::WhileT *loop = entry->action.AsWhile()) {
      if (fitsAny(loop->condition, wrong) || fitsAny(loop->body, wrong))
        return true;
      continue;
    }
    EntryT copy = *entry;
    if (wrong.change(copy))
      return true;
  }
  return false;
}

/// What the probe says about an artifact whose first fitting entry that it runs is wrong; nothing if none fits.
std::optional<std::string> faultOf(const std::string &path, const Wrong &wrong, bool &fits) {
  probe::Options options;
  options.secondsPerKernel = 0.05;
  std::map<const EntryT *, EntryT> changed;
  const EntryT *first = nullptr;
  options.replace = [&](const EntryT &entry) -> const EntryT & {
    auto found = changed.find(&entry);
    if (found == changed.end()) {
      found = changed.emplace(&entry, entry).first;
      if (first || !wrong.change(found->second))
        found->second = entry;
      else
        first = &entry;
    }
    return found->second;
  };
  try {
    probe::probe(path, options);
  } catch (const verify::Fault &fault) {
    fits = first != nullptr;
    return fault.what();
  }
  fits = first != nullptr;
  return std::nullopt;
}

} // namespace

int main(int argc, char **argv) {
  int missed = 0;
  for (int i = 1; i < argc; ++i)
    try {
      std::cout << argv[i] << ": " << probe::probe(argv[i]).text() << "\n";
    } catch (const verify::Fault &fault) {
      std::cerr << argv[i] << ": is refused as it is: " << fault.what() << "\n";
      return 1;
    }
  for (const Wrong &wrong : allWrong()) {
    int tried = 0;
    std::string said;
    for (int i = 1; i < argc; ++i) {
      const artifact::PlanT plan = verify::readPlan(verify::readArtifact(verify::readFile(argv[i])));
      if (!fitsAny(plan.programs.front()->entries, wrong))
        continue;
      bool fits = false;
      std::optional<std::string> fault = faultOf(argv[i], wrong, fits);
      if (!fits)
        continue;
      ++tried;
      if (!fault) {
        std::cout << "MISSED " << wrong.name << " in " << argv[i] << "\n";
        ++missed;
      } else if (said.empty()) {
        said = *fault;
      }
    }
    if (!tried)
      ++missed;
    std::cout << wrong.name << ": " << tried << " tried" << (tried ? ": " + said : ", fits no artifact") << "\n";
  }
  return missed != 0;
}
