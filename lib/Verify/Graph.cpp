// Reading the graph; following elements upward.
#include "Graph.h"

#include "Artifact.h"
#include "Fault.h"

namespace det::verify {

using nlohmann::json;

static Type typeOf(const std::string &text) {
  size_t open = text.rfind('[');
  require(open != std::string::npos && text.ends_with("]"), "has a value of type '", text, "'");
  Type type{text.substr(0, open), {}};
  std::istringstream sizes(text.substr(open + 1));
  for (std::string size; std::getline(sizes, size, ',');)
    if (size != "]")
      type.shape.push_back(std::stoll(size));
  return type;
}

std::string Body::expression(int result) const {
  if (result < 0)
    return "argument " + std::to_string(-1 - result);
  const Op &op = ops.at(result);
  std::vector<std::string> inputs;
  for (int input : op.inputs) {
    require(input < result, "has a body that reads what comes later");
    inputs.push_back(expression(input));
  }
  // A choice between two equal values is that value.
  if (inputs.size() == 3 && op.does.starts_with("select") && inputs[1] == inputs[2])
    return inputs[1];
  std::string text = op.does;
  for (const std::string &input : inputs)
    text += "\n" + input;
  return digest(text);
}

static Body bodyOf(const json &listed) {
  Body body;
  for (const json &op : listed.at("ops"))
    body.ops.push_back({op.at("does"), op.at("in")});
  body.results = listed.at("results").get<std::vector<int>>();
  return body;
}

const Index &Op::list(std::string_view place) const {
  auto found = places.find(place);
  require(found != places.end(), name, ": has no '", place, "' in the certificate");
  return found->second;
}

Graph::Graph(const json &certificate) {
  const json &graph = certificate.at("graph");
  require(certificate.at("graph_hash") == digest(graph.dump()), "has a certificate whose graph does not have its hash");
  auto add = [&](const json &numbers, const json &names, uint32_t maker) {
    require(numbers.size() == names.size(), "has a certificate with values without types");
    for (size_t i = 0; i < numbers.size(); ++i) {
      uint32_t number = numbers[i];
      require(number < (1u << 28), "has a certificate with a value number of ", number);
      if (number >= types.size()) {
        types.resize(number + 1);
        makers.resize(number + 1, none);
      }
      types[number] = typeOf(names[i]);
      makers[number] = maker;
    }
  };
  auto numbersUpTo = [](size_t count) {
    json numbers = json::array();
    for (size_t i = 0; i < count; ++i)
      numbers.push_back(i);
    return numbers;
  };
  add(numbersUpTo(graph.at("arguments").size()), graph.at("arguments"), none);
  for (const json &record : graph.at("ops")) {
    Op &op = ops.emplace_back();
    op.name = record.at("op");
    op.does = record.at("does");
    op.in = record.at("in").get<std::vector<uint32_t>>();
    op.out = record.at("out").get<std::vector<uint32_t>>();
    add(record.at("out"), record.at("types"), ops.size() - 1);
    if (record.contains("places"))
      for (const auto &[name, value] : record.at("places").items())
        op.places[name] = value.is_array() ? value.get<Index>() : Index{value.get<int64_t>()};
    if (record.contains("code"))
      op.body = bodyOf(record.at("code"));
    if (record.contains("condition")) {
      op.condition = record.at("condition").get<std::vector<uint32_t>>();
      op.inside = record.at("body").get<std::vector<uint32_t>>();
      op.predicate = record.at("predicate");
      op.next = record.at("next").get<std::vector<uint32_t>>();
      for (const char *list : {"condition", "body"})
        add(record.at(list), record.at("types"), none);
    }
  }
  results = graph.at("results").get<std::vector<uint32_t>>();
  skipConstraints();
  argumentNames = graph.at("argument_names").get<std::vector<std::string>>();
  resultNames = graph.at("result_names").get<std::vector<std::string>>();
  for (const Op &op : ops)
    for (uint32_t value : op.in)
      require(value < types.size(), op.name, ": reads value ", value, ", which the certificate does not have");
  for (const json &record : certificate.at("ops")) {
    Ordered order(record);
    require(order.hash == rootHash(order, volume(order.box) ? std::optional(nodeOf(order, wholeBox(order.box))) : std::nullopt,
                                   order.init),
            order.name, " (", order.kind, "): has an order that does not have the hash of the certificate");
    const Op *op = order.value < types.size() ? maker(order.value) : nullptr;
    require(op && op->name == order.kind, order.name, ": is ordered as ", order.kind, ", but is none in the graph");
    ordered.emplace(order.value, order);
  }
}

/// A constraint is its operand: plans know only that.
void Graph::skipConstraints() {
  std::map<uint32_t, uint32_t> same;
  auto replace = [&](std::vector<uint32_t> &values) {
    for (uint32_t &value : values)
      if (auto found = same.find(value); found != same.end())
        value = found->second;
  };
  for (Op &op : ops) {
    replace(op.in);
    if (op.name == "sharding_constraint")
      same[op.out.at(0)] = op.in.at(0);
  }
  for (Op &op : ops) {
    replace(op.next);
    if (auto found = same.find(op.predicate); found != same.end())
      op.predicate = found->second;
  }
  replace(results);
}

const Type &Graph::type(uint32_t value) const {
  require(value < types.size(), "names value ", value, " of ", types.size());
  return types[value];
}

//===-- Where elements come from -----------------------------------------------------------------------------------===//

std::optional<Element> Graph::stepUp(const Element &element) const {
  const Op *op = maker(element.value);
  if (!op || op->out.size() != 1 || op->in.empty())
    return std::nullopt;
  const Index &at = element.index;
  Element from{op->in[0], {}};
  const Index &shape = types[from.value].shape;
  Index &up = from.index;
  const std::string &name = op->name;
  if (name == "transpose") {
    const Index &permutation = op->list("permutation");
    up.resize(at.size());
    for (size_t dim = 0; dim < at.size(); ++dim)
      up.at(permutation[dim]) = at[dim];
  } else if (name == "reshape") {
    up = elementAt(shape, positionOf(types[element.value].shape, at));
  } else if (name == "broadcast_in_dim") {
    const Index &dims = op->list("dims");
    for (size_t dim = 0; dim < shape.size(); ++dim)
      up.push_back(shape[dim] == 1 ? 0 : at.at(dims[dim]));
  } else if (name == "slice") {
    const Index &starts = op->list("starts"), &strides = op->list("strides");
    for (size_t dim = 0; dim < at.size(); ++dim)
      up.push_back(starts[dim] + at[dim] * strides[dim]);
  } else if (name == "reverse") {
    up = at;
    for (int64_t dim : op->list("dims"))
      up[dim] = shape[dim] - 1 - at[dim];
  } else if (name == "concatenate") {
    int64_t dim = op->number("dim");
    up = at;
    for (uint32_t input : op->in) {
      from.value = input;
      int64_t size = types[input].shape.at(dim);
      if (up[dim] < size)
        break;
      up[dim] -= size;
    }
  } else if (name == "pad") {
    const Index &low = op->list("low"), &interior = op->list("interior");
    for (size_t dim = 0; dim < at.size(); ++dim) {
      int64_t place = at[dim] - low[dim], step = interior[dim] + 1;
      if (place < 0 || place % step || place / step >= shape[dim])
        return Element{op->in.at(1), {}};
      up.push_back(place / step);
    }
  } else if (name == "windows") {
    const Index &strides = op->list("strides"), &dilations = op->list("dilations");
    for (size_t dim = 0; dim < shape.size(); ++dim)
      up.push_back(at[dim] * strides[dim] + at[shape.size() + dim] * dilations[dim]);
  } else if (name == "sharding_constraint") {
    up = at;
  } else if (name == "reduce" && volume(shape) == 0) {
    return Element{op->in.at(1), {}}; // a sum of nothing is its init
  } else if (name == "real" || name == "imag") {
    const Op *pair = maker(from.value);
    if (!pair || pair->name != "complex")
      return std::nullopt;
    from.value = pair->in.at(name == "imag");
    up = at;
  } else {
    return std::nullopt;
  }
  return from;
}

/// True for a constant whose elements are all equal: the certificate gives the element behind the digest of the bytes.
static bool isSplat(const Op &op) {
  size_t digest = op.does.find('#');
  return op.name == "constant" && digest != std::string::npos && op.does.substr(digest + 33, 3) != " ->";
}

Element Graph::origin(Element element) const {
  while (std::optional<Element> up = stepUp(element))
    element = std::move(*up);
  if (const Op *op = maker(element.value); op && isSplat(*op))
    element.index.clear();
  return element;
}

bool Graph::isViewOf(uint32_t value, uint32_t until) const {
  while (value != until) {
    const Op *op = maker(value);
    bool isNothing = op && op->name == "reduce" && volume(types[op->in[0]].shape) == 0; // its init
    if (!op || (op->name != "broadcast_in_dim" && op->name != "reshape" && !isNothing))
      return false;
    value = op->in[isNothing];
  }
  return true;
}

} // namespace det::verify
