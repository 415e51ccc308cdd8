// Launches of generated kernels, and copies.
#include "Artifact.h"
#include "Fault.h"
#include "Params.h"
#include "Walk.h"

#include <algorithm>
#include <set>

namespace det::verify {

namespace {

/// True for a constant of zeros.
bool isZero(const std::string &does) {
  for (size_t bytes : {1, 2, 4, 8})
    if (does.starts_with("constant value=#" + digest(std::string(bytes, 0))))
      return true;
  return false;
}

/// A launch whose kernel is known by what its operations do.
class Launch {
public:
  Launch(EntryAt &entry, const artifact::LaunchT &launch)
      : entry(entry), graph(entry.walk.graph), launch(launch), kernel(launch.kernel),
        body(*entry.walk.context.plan.kernel_bodies[kernel]) {}

  void run() {
    size_t results = body.results.size(), helpers = 0;
    while (helpers < entry.uses.size() && entry.uses[entry.uses.size() - 1 - helpers].value == none)
      ++helpers;
    if (entry.claim.makes.empty())
      return runHelper();
    require(helpers <= 1 && entry.uses.size() >= results + helpers, "has ", entry.uses.size(), " addresses for ", results,
            " results");
    inputs = entry.uses.size() - results - helpers;
    checkOps();
    Params params(entry, launch, inputs, inputs + results);
    params.check();
    for (size_t i = 0; i < results; ++i)
      checkResult(i);
    checkPlaces(params);
    for (size_t i = 0; i < inputs; ++i)
      entry.walk.memory.read(entry.uses[i]);
    if (helpers && !entry.walk.helpers.count(entry.uses.back().base)) {
      // A large sum in two launches: the first fills a helper's buffer, the second joins what is in it.
      fillHelper(entry.uses.back());
      return;
    }
    if (helpers) {
      entry.walk.memory.read(entry.uses.back());
      entry.walk.helpers.erase(entry.uses.back().base);
    }
    for (size_t i = 0; i < results; ++i)
      entry.walk.memory.write(entry.uses[inputs + i], entry.uses[inputs + i].count());
  }

private:
  void fillHelper(const Access &buffer) {
    entry.walk.memory.write(buffer, volume(buffer.box));
    entry.walk.helpers[buffer.base] = kernel;
  }

  /// A kernel that prepares an operand of the next entry: keys of a sort, an init in the type of its sum.
  void runHelper() {
    require(entry.uses.size() == 2 && entry.uses[0].value != none, "makes nothing of the graph");
    Params(entry, launch, 1, 2).checkBody();
    entry.walk.memory.read(entry.uses[0]);
    if (entry.uses[1].value == none)
      return fillHelper(entry.uses[1]);
    require(entry.uses[0].value == entry.uses[1].value && entry.uses[0].box == entry.uses[1].box, "makes nothing of the graph");
    inputs = 1;
    for (const auto &op : body.ops) {
      require(op->does.starts_with("convert "), "makes nothing of the graph");
      addConversion(*op);
    }
    entry.walk.memory.write(entry.uses[1], volume(entry.uses[1].box));
  }

  uint32_t valueOf(int32_t input) const {
    if (input < 0) {
      require(static_cast<size_t>(-1 - input) < inputs, "has a kernel with more arguments than the launch");
      return entry.use(-1 - input).value;
    }
    require(static_cast<size_t>(input) < made.size(), "has a kernel that reads what comes later");
    return made[input];
  }

  /// The element type of an operation's or an argument's numbers: where they take other bytes than the graph's type, a wide one.
  std::string typeOf(int32_t input) const {
    if (input >= 0)
      return resultType(body.ops[input]->does);
    const Access &use = entry.use(-1 - input);
    const std::string &type = graph.type(use.value).element;
    if (bitsOf(type) <= 8 ? use.elementBytes == 1 : bitsOf(type) == 8 * use.elementBytes)
      return type;
    return (isFloat(type) ? "f" : type.starts_with("ui") ? "ui" : "i") + std::to_string(8 * use.elementBytes);
  }
  static std::string resultType(const std::string &does) { return does.substr(does.rfind(' ') + 1); }
  /// Bits of an element type: the first number in its name.
  static int64_t bitsOf(const std::string &type) {
    size_t digit = type.find_first_of("0123456789");
    return digit == std::string::npos ? 0 : std::stoll(type.substr(digit));
  }
  static bool isFloat(const std::string &type) { return type.starts_with("f") || type.starts_with("bf"); }

  /// A conversion that the plan adds: a value in a type that holds all of its numbers, or from that back, rounded once.
  void addConversion(const artifact::KernelOpT &op) {
    require(op.inputs.size() == 1, "computes '", op.does, "', which the graph does not have");
    uint32_t value = valueOf(op.inputs[0]);
    require(op.does.starts_with("convert ") && value != none, "computes '", op.does, "', which the graph does not have");
    const std::string &own = graph.type(value).element, from = typeOf(op.inputs[0]), to = resultType(op.does);
    bool widens = from == own && isFloat(own) == isFloat(to) && bitsOf(to) >= 32 && bitsOf(to) > bitsOf(own);
    require(to == own || widens, "converts value ", value, " of ", own, " from ", from, " to ", to);
    made.push_back(value);
  }

  /// Every operation of the kernel is the op of the graph that the claim names, on the same values.
  void checkOps() {
    const std::vector<uint32_t> &makes = entry.claim.makes;
    require(makes.size() == body.ops.size(), "claims ", makes.size(), " values of a kernel with ", body.ops.size(), " operations");
    for (size_t i = 0; i < makes.size(); ++i) {
      const artifact::KernelOpT &op = *body.ops[i];
      if (makes[i] == none) {
        addConversion(op);
        continue;
      }
      const Op *known = graph.type(makes[i]).shape.size() < 64 ? graph.maker(makes[i]) : nullptr;
      if (graph.isSumOfNothing(makes[i]) && op.inputs.empty() && isZero(op.does)) {
        made.push_back(makes[i]);
        continue;
      }
      require(known && known->does == op.does, "computes '", op.does, "' where the graph has '", known ? known->does : "an argument",
              "'");
      require(known->in.size() == op.inputs.size(), "computes '", op.does, "' of ", op.inputs.size(), " values");
      for (size_t operand = 0; operand < op.inputs.size(); ++operand)
        require(graph.isViewOf(known->in[operand], valueOf(op.inputs[operand])), "computes '", op.does, "' of value ",
                valueOf(op.inputs[operand]), " where the graph has value ", known->in[operand]);
      if (known->name == "reduce")
        entry.walk.context.orderOf(makes[i]);
      made.push_back(makes[i]);
    }
  }

  /// A result is what the kernel says, and every element of it is made from elements that the inputs have.
  void checkResult(size_t i) {
    const Access &result = entry.use(inputs + i);
    uint32_t value = valueOf(body.results[i]);
    require(graph.isViewOf(result.value, value), "stores value ", value, " as value ", result.value);
    if (result.partial != none)
      checkNode(result);
    for (const Index &element : samplesOf(result.box)) {
      seen.clear();
      follow(result.value, element);
    }
  }

  void checkNode(const Access &result) {
    node = entry.nodeOf(entry.walk.context.orderOf(result.value), result);
    split = result.value;
    require(result.nodes == 1, "stores ", result.nodes, " nodes at once");
  }

  /// In the iteration that makes an element the kernel reads those that the element is made of.
  void checkPlaces(const Params &params) {
    using Places = std::set<std::pair<size_t, int64_t>>; // inputs, addresses
    std::vector<std::pair<Index, Places>> all;
    std::set<size_t> used;
    for (const Index &at : params.corners()) {
      reached.clear();
      for (size_t i = 0; i < body.results.size(); ++i) {
        const Access &result = entry.use(inputs + i);
        if (volume(result.box) == 0)
          continue;
        std::optional<Index> element = result.elementAt(params.addressAt(inputs + i, at));
        require(element && contains(result.box, *element), "writes where value ", result.value, " does not lie");
        seen.clear();
        follow(result.value, *element);
      }
      for (const auto &[input, address] : reached)
        used.insert(input);
      all.push_back({at, reached});
    }
    // An init that only a whole sum takes is no operand of its parts.
    for (const auto &[at, places] : all)
      for (size_t input : used)
        require(places.count({input, params.addressAt(input, at)}) != 0, "reads other elements of value ", entry.uses[input].value,
                " than its results are made of");
  }

  void follow(uint32_t value, const Index &element) {
    if (!seen.insert({value, element}).second)
      return;
    bool isInput = false, isFound = false;
    for (size_t i = 0; i < inputs; ++i)
      if (entry.uses[i].value == value) {
        if (contains(entry.uses[i].box, element)) {
          reached.insert({i, entry.uses[i].addressOf(element)});
          isFound = true;
        }
        isInput = true;
      }
    if (isFound)
      return;
    require(!isInput, "needs elements of value ", value, " that its rank does not have");
    const Op *op = graph.maker(value);
    require(op != nullptr, "needs value ", value, ", which it does not read");
    if (op->name == "reduce" && volume(graph.type(op->in[0]).shape) == 0)
      return follow(op->in[1], {});
    if (graph.isSumOfNothing(value))
      return;
    if (op->name == "broadcast_in_dim" || op->name == "reshape") {
      const Index &shape = graph.type(op->in[0]).shape;
      Index up;
      if (op->name == "reshape")
        up = elementAt(shape, positionOf(graph.type(value).shape, element));
      else
        for (size_t dim = 0; dim < shape.size(); ++dim)
          up.push_back(shape[dim] == 1 ? 0 : element.at(op->list("dims")[dim]));
      return follow(op->in[0], up);
    }
    require(std::find(made.begin(), made.end(), value) != made.end(), "needs value ", value, ", which it neither reads nor makes");
    if (op->name == "reduce")
      return followReduce(*op, element);
    for (uint32_t operand : op->in)
      follow(operand, graph.type(operand).shape.empty() ? Index{} : element);
  }

  /// The first and the last element that a sum takes.
  void followReduce(const Op &op, const Index &element) {
    const Index &dims = op.list("dims"), &shape = graph.type(op.in[0]).shape;
    Index sorted = dims;
    std::sort(sorted.begin(), sorted.end());
    // Only the sum at the root is split; others may be inside, over dims of one element.
    bool isSplit = split == op.out[0];
    Box box = isSplit ? node : Box();
    if (!isSplit)
      for (int64_t dim : sorted)
        box.push_back({0, shape.at(dim)});
    if (volume(box) == 0)
      return;
    for (bool last : {false, true}) {
      Index up;
      size_t kept = 0;
      for (size_t dim = 0; dim < shape.size(); ++dim) {
        auto found = std::find(sorted.begin(), sorted.end(), static_cast<int64_t>(dim));
        if (found == sorted.end())
          up.push_back(element.at(kept++));
        else
          up.push_back(last ? box[found - sorted.begin()].end - 1 : box[found - sorted.begin()].begin);
      }
      follow(op.in[0], up);
    }
    if (op.in.size() > 1 && !isSplit)
      follow(op.in[1], graph.type(op.in[1]).shape.empty() ? Index{} : element);
  }

  EntryAt &entry;
  const Graph &graph;
  const artifact::LaunchT &launch;
  const uint32_t kernel;
  const artifact::KernelBodyT &body;
  size_t inputs = 0;
  uint32_t split = none; ///< a split sum, and the part of it that is evaluated
  Box node;
  std::vector<uint32_t> made;
  std::set<std::pair<uint32_t, Index>> seen;
  std::set<std::pair<size_t, int64_t>> reached; ///< inputs, and addresses of elements that results need
};

} // namespace

void checkLaunch(EntryAt &entry, const artifact::LaunchT &launch) {
  const artifact::PlanT &plan = entry.walk.context.plan;
  require(launch.kernel < plan.kernels.size() && plan.kernel_bodies.size() == plan.kernels.size(), "runs kernel ", launch.kernel,
          " of ", plan.kernel_bodies.size());
  Launch(entry, launch).run();
}

/// The element that a copy moves at a place of its loops, which are those of what it reads and of what it writes.
static Index elementOf(const Access &access, const Index &at) {
  Index element;
  for (size_t dim = 0; dim < access.box.size(); ++dim)
    element.push_back(access.box[dim].begin + at.at(dim));
  return element;
}

void checkCopy(EntryAt &entry, const artifact::CopyT &copy) {
  if (entry.uses[0].value == none)
    return checkIdentity(entry, copy);
  const Access &from = entry.use(0), &to = entry.use(1);
  const Graph &graph = entry.walk.graph;
  require(copy.sizes.size() == copy.source_strides.size() && copy.sizes.size() == copy.target_strides.size(),
          "copies with strides for other dims");
  require(from.elementBytes == copy.element_bytes && to.elementBytes == copy.element_bytes, "copies elements of ", copy.element_bytes,
          " bytes");
  Index sizes(copy.sizes.begin(), copy.sizes.end());
  int64_t count = volume(sizes);
  bool repeats = volume(from.box) == 1 && graph.type(from.value).shape.empty();
  require(volume(to.box) == count && (repeats || volume(from.box) == count), "copies ", count, " of ", volume(to.box), " elements");
  // The padding of a pad goes everywhere first.
  const Op *pad = graph.maker(to.value);
  bool fills = pad && pad->name == "pad" && from.value == pad->in[1] && graph.type(from.value).shape.empty();
  for (const Index &at : samplesOf(wholeBox(sizes))) {
    int64_t source = from.base, target = to.base;
    for (size_t dim = 0; dim < at.size(); ++dim) {
      source += at[dim] * copy.source_strides[dim] * from.elementBytes;
      target += at[dim] * copy.target_strides[dim] * to.elementBytes;
    }
    Index read = elementOf(from, at), written = elementOf(to, at);
    require(from.addressOf(read) == source && to.addressOf(written) == target, "copies from or to where its values do not lie");
    if (fills)
      continue;
    require(graph.origin({from.value, read}) == graph.origin({to.value, written}), "copies an element of value ", from.value,
            " to where one of value ", to.value, " belongs");
  }
  entry.walk.memory.read(from);
  Access written = to;
  if (fills) {
    written.value = from.value;
    written.isFill = true;
  }
  entry.walk.memory.write(written, count);
}

} // namespace det::verify
