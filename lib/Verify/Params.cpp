// Loops against claims: no element too few, none too many, none elsewhere.
#include "Params.h"

#include "Fault.h"

#include <algorithm>
#include <iterator>

namespace det::verify {

Params::Params(const EntryAt &entry, const artifact::LaunchT &launch, size_t outputs, size_t tensors)
    : entry(entry), launch(launch), outputs(outputs), tensors(tensors), params(launch.params.begin(), launch.params.end()) {
  const std::string &name = entry.walk.context.plan.kernels.at(launch.kernel);
  kind = name.substr(0, name.rfind('_'));
  const bool isTree = kind == "columns" || kind == "inner" || kind == "groups";
  require(isTree || kind == "row" || kind == "flat" || kind == "map", "runs '", name, "', a kernel of no kind that there is");
  const size_t extras = isTree ? 3 : 0, perLoop = 3 + tensors;
  require(params.size() >= extras && (params.size() - extras) % perLoop == 0, "gives ", params.size(),
          " parameters to a kernel with ", tensors, " tensors");
  loops = (params.size() - extras) / perLoop;
  for (size_t loop = 0; loop < loops; ++loop)
    require(size(loop) > 0 && block(loop) > 0, "has a loop of ", size(loop), " iterations in blocks of ", block(loop));
  for (const artifact::RankParam &param : launch.rank_params) {
    const artifact::LayoutT &layout = entry.walk.context.layout(param.layout());
    require(param.index() < params.size() && param.dim() < layout.dims.size(), "has a parameter of its rank at place ",
            param.index());
    params[param.index()] += param.scale() * boxOf(layout, entry.walk.context.mesh, entry.walk.rank)[param.dim()].begin;
  }
}

bool Params::isReduced(size_t loop) const {
  for (size_t tensor = outputs; tensor < tensors; ++tensor)
    if (stride(tensor, loop) != 0)
      return false;
  return size(loop) > 1;
}

int64_t Params::addressAt(size_t tensor, const Index &at) const {
  int64_t address = entry.uses[tensor].base;
  for (size_t loop = 0; loop < loops; ++loop)
    address += at[loop] * stride(tensor, loop) * entry.uses[tensor].elementBytes;
  return address;
}

std::vector<Index> Params::corners() const {
  std::vector<Index> all;
  // A sum's first and last term, for each corner of the results.
  for (bool last : {false, true})
    for (size_t one = 0; one <= loops + 1; ++one) {
      Index at(loops);
      for (size_t loop = 0; loop < loops; ++loop) {
        const bool atEnd = isReduced(loop) ? last : loop == one || one == loops + 1;
        at[loop] = atEnd ? size(loop) - 1 : 0;
      }
      if (std::find(all.begin(), all.end(), at) == all.end())
        all.push_back(std::move(at));
    }
  return all;
}

// The elements are the exponents of the product of (1 - z^(size * distance)) / (1 - z^distance) over the loops, and factors that do not cancel are
// those of no other elements. First above, then below the line.
std::array<std::vector<int64_t>, 2> elementsOf(const Steps &walk) {
  std::vector<int64_t> above, below;
  for (auto [size, distance] : walk)
    if (distance != 0) {
      above.push_back(size * distance);
      below.push_back(distance);
    }
  std::sort(above.begin(), above.end());
  std::sort(below.begin(), below.end());
  std::array<std::vector<int64_t>, 2> left;
  std::set_difference(above.begin(), above.end(), below.begin(), below.end(), std::back_inserter(left[0]));
  std::set_difference(below.begin(), below.end(), above.begin(), above.end(), std::back_inserter(left[1]));
  return left;
}

void Params::checkWalk(size_t tensor) const {
  const Access &access = entry.uses[tensor];
  if (access.value == none || volume(access.box) == 0)
    return;
  Steps walked, claimed;
  for (size_t loop = 0; loop < loops; ++loop)
    walked.push_back({size(loop), stride(tensor, loop) * access.elementBytes});
  for (size_t dim = 0; dim < access.box.size(); ++dim)
    claimed.push_back({access.box[dim].size(), access.strides[dim]});
  require(elementsOf(walked) == elementsOf(claimed), "has loops that do not walk through the elements of value ", access.value,
          " as its claim has them");
}

void Params::checkExtent() const {
  int64_t points = 1, results = 1;
  for (size_t loop = 0; loop < loops; ++loop) {
    points *= size(loop);
    results *= isReduced(loop) ? 1 : size(loop);
  }
  const int64_t last = loops ? size(loops - 1) : 1;
  int64_t extent = points;
  if (kind == "row" || kind == "map") {
    extent = points / last;
  } else if (kind == "columns") {
    bool fits = false; // a chunk is a power of two, at most 64
    for (int64_t lanes = 1; lanes <= 64; lanes *= 2)
      fits = fits || extra(0) == (last + lanes - 1) / lanes;
    require(fits, "has ", extra(0), " chunks of ", last, " columns");
    extent = results / last * extra(0) * extra(1);
  } else if (kind == "inner") {
    extent = results * extra(1);
  } else if (kind == "groups") {
    extent = results;
  }
  require(launch.extent == extent, "runs ", launch.extent, " iterations of ", extent);
  require(launch.grain > 0 && (kind != "flat" || launch.grain % 64 == 0), "may be cut at multiples of ", launch.grain);
}

/// The levels of the sum at the root of a tree kernel are loops with blocks.
void Params::checkBlocks() const {
  if (kind != "columns" && kind != "inner" && kind != "groups")
    return;
  std::vector<std::pair<int64_t, int64_t>> blocks; // of cut loops, outermost first
  for (size_t loop = 0; loop < loops; ++loop) {
    require(isReduced(loop) || size(loop) == 1 || block(loop) == size(loop), "has blocks of ", block(loop), " along a dim of its results");
    if (block(loop) < size(loop))
      blocks.push_back({size(loop), block(loop)});
  }
  const Access &result = entry.uses[outputs];
  const Ordered *order = nullptr;
  for (uint32_t value : entry.claim.makes)
    if (value != none && entry.walk.graph.isViewOf(result.value, value))
      if (auto found = entry.walk.graph.ordered.find(value); found != entry.walk.graph.ordered.end())
        order = &found->second;
  require(order != nullptr, "walks a tree, but makes no sum");
  const Box node = entry.nodeOf(*order, result);
  size_t next = 0;
  for (auto [dim, block] : order->levels) {
    if (node.at(dim).size() <= block)
      continue;
    // A loop may be several dims: its block is so many times as large as the dims inside.
    require(next < blocks.size() && blocks[next].second % block == 0 && blocks[next].first % (blocks[next].second / block) == 0 &&
                blocks[next].first / (blocks[next].second / block) == node[dim].size(),
            "has other blocks than the order of its sum");
    ++next;
  }
  require(next == blocks.size(), "has ", blocks.size(), " loops in blocks where the order of its sum has ", next);
  const int64_t groups = extra(1), perGroup = extra(2);
  const int64_t count = blocks.empty() ? 1 : (blocks[0].first + blocks[0].second - 1) / blocks[0].second;
  require(perGroup == 0 ? groups == 1
                        : perGroup > 0 && (perGroup & (perGroup - 1)) == 0 && groups == (count + perGroup - 1) / perGroup,
          "has ", groups, " groups of ", perGroup, " of ", count, " blocks");
}

/// Where an iota begins: at the start of a box along a dim, or of a node.
void Params::checkBases() const {
  const auto &ops = entry.walk.context.plan.kernel_bodies[launch.kernel]->ops;
  const bool counts = std::any_of(ops.begin(), ops.end(), [](const auto &op) { return op->does.starts_with("iota"); });
  for (size_t loop = 0; loop < loops; ++loop) {
    bool isStart = base(loop) == 0 && !counts;
    for (size_t tensor = 0; counts && tensor < tensors; ++tensor)
      for (size_t dim = 0; dim < entry.uses[tensor].box.size(); ++dim)
        isStart =
            isStart || (entry.uses[tensor].box[dim].begin == base(loop) && entry.uses[tensor].box[dim].size() == size(loop));
    if (counts && !isStart && entry.claim.node)
      for (const Access &use : entry.uses)
        if (use.partial != none)
          for (const Range &range : entry.nodeOf(entry.walk.context.orderOf(use.value), use))
            isStart = isStart || (range.begin == base(loop) && range.size() == size(loop));
    // Loops whose index nothing counts begin at 0.
    require(isStart || base(loop) == 0, "counts from ", base(loop), ", where no dim of its values begins");
  }
}

void Params::check() const {
  for (size_t tensor = 0; tensor < tensors; ++tensor)
    checkWalk(tensor);
  checkExtent();
  checkBlocks();
  checkBases();
}

void Params::checkBody() const {
  const Access &input = entry.uses[0];
  const int64_t count = volume(input.box);
  require(kind == "flat" && loops == 1, "runs a kernel that has a shape of its own");
  require(launch.extent == count && launch.grain > 0, "runs ", launch.extent, " iterations of ", count);
  for (size_t tensor = 0; tensor < tensors; ++tensor) {
    const Access &access = entry.uses[tensor];
    std::vector<std::pair<int64_t, int64_t>> claimed;
    for (size_t dim = 0; access.value != none && dim < access.box.size(); ++dim)
      claimed.push_back({access.box[dim].size(), access.strides[dim]});
    const bool isDense = count == 0 || access.value == none || elementsOf(claimed) == elementsOf({{count, access.elementBytes}});
    require(isDense && stride(tensor, 0) == 1, "has a loop that does not walk through the elements of value ", access.value,
            " as its claim has them");
  }
}

} // namespace det::verify
