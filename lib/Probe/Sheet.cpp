// Wants run backward through the operations, values forward.
#include "Sheet.h"

#include "Artifact.h"
#include "Fault.h"

#include <algorithm>
#include <cstring>

namespace det::probe {

using verify::none;

void Column::setType(const std::string &name) {
  std::optional<Scalar> found = scalarOf(name);
  if (!found)
    throw Unknown("elements of type " + name);
  type = name;
  scalar = *found;
}

std::string resultType(const std::string &does) { return does.substr(does.rfind(' ') + 1); }

uint64_t constantBits(const std::string &does, const std::string &type) {
  size_t digest = does.find('#'), arrow = does.rfind(" ->");
  if (digest == std::string::npos || arrow == std::string::npos || arrow < digest + 34)
    throw Unknown("a constant of several elements");
  std::string text = does.substr(digest + 34, arrow - digest - 34);
  text = text.substr(0, text.find(" :"));
  uint64_t bits;
  if (text == "true" || text == "false")
    bits = text == "true";
  else if (text.starts_with("0x"))
    bits = std::stoull(text, nullptr, 16);
  else if (isFloatType(type))
    bits = bitsOf(type, std::stod(text));
  else if (text.starts_with("-"))
    bits = static_cast<uint64_t>(std::stoll(text));
  else
    bits = std::stoull(text);
  // The digest is of the element's bytes: it tells whether the number was read as it was meant.
  std::string bytes(reinterpret_cast<const char *>(&bits), reference::sizeOf(*scalarOf(type)));
  if (does.substr(digest + 1, 32) != verify::digest(bytes))
    throw Unknown("the constant " + text);
  return bits;
}

Sheet::Sheet(const verify::EntryAt &entry, const artifact::KernelBodyT &body, size_t inputs)
    : entry(entry), graph(entry.walk.graph), body(body) {
  for (size_t i = 0; i < inputs; ++i) {
    Slot &slot = arguments.emplace_back();
    slot.value = entry.use(i).value;
    slot.type = storedType(graph, entry.use(i));
    slot.column.setType(slot.type);
  }
  operations.reserve(body.ops.size());
  for (size_t i = 0; i < body.ops.size(); ++i)
    addOperation(i, entry.claim.makes.empty() ? none : entry.claim.makes.at(i));
}

void Sheet::addOperation(size_t number, uint32_t made) {
  const artifact::KernelOpT &listed = *body.ops[number];
  Slot slot;
  slot.does = listed.does;
  slot.inputs.assign(listed.inputs.begin(), listed.inputs.end());
  slot.type = resultType(slot.does);
  std::vector<std::string> types;
  for (int32_t input : slot.inputs) {
    verify::require(input < static_cast<int32_t>(number) && -1 - input < static_cast<int32_t>(arguments.size()),
                    "has a kernel that reads what comes later");
    types.push_back(this->slot(input).type);
  }
  if (made == none) {
    slot.value = this->slot(slot.inputs.at(0)).value;
  } else {
    slot.value = made;
    slot.op = graph.maker(made);
  }
  const std::string name = slot.does.substr(0, slot.does.find(' '));
  if (name == "constant") {
    slot.isConstant = true;
  } else if (name == "iota") {
    slot.isIota = true;
    slot.tape = meaningOf("convert -> " + slot.type, {"i64"});
    if (!slot.tape && slot.type != "i64")
      throw Unknown("an iota of " + slot.type);
  } else if (name == "reduce") {
    slot.order = &entry.walk.context.orderOf(made);
    slot.node = verify::wholeBox(slot.order->box);
    for (size_t use = arguments.size(); use < entry.uses.size(); ++use)
      if (entry.uses[use].value == made && entry.uses[use].partial != none) {
        slot.isPartial = true;
        slot.node = entry.nodeOf(*slot.order, entry.uses[use]);
        slot.type = slot.order->acc;
      }
    slot.tree = std::make_unique<Tree>(*slot.order, slot.node);
  } else {
    slot.tape = meaningOf(slot.does, types);
    if (!slot.tape) {
      std::string text = slot.does + " of";
      for (const std::string &type : types)
        text += " " + type;
      throw Unknown(text);
    }
  }
  slot.column.setType(slot.type);
  operations.push_back(std::move(slot));
}

void Sheet::clear() {
  for (auto *list : {&arguments, &operations})
    for (Slot &slot : *list) {
      slot.positions.clear();
      slot.column.bytes.clear();
    }
}

int64_t Sheet::throughViews(uint32_t from, uint32_t until, int64_t position) const {
  while (from != until) {
    const verify::Op *op = graph.maker(from);
    verify::require(op != nullptr, "reads what is no view of its operand");
    if (op->name == "broadcast_in_dim") {
      const Index &shape = graph.type(op->in[0]).shape, at = verify::elementAt(graph.type(from).shape, position);
      Index up;
      for (size_t dim = 0; dim < shape.size(); ++dim)
        up.push_back(shape[dim] == 1 ? 0 : at.at(op->list("dims")[dim]));
      position = verify::positionOf(shape, up);
      from = op->in[0];
    } else if (op->name == "reshape") {
      from = op->in[0]; // row-major positions stay
    } else {            // a sum of nothing is its init
      position = 0;
      from = op->in.at(1);
    }
  }
  return position;
}

Positions Sheet::operandPositions(const Slot &slot, size_t operand, const Positions &positions) {
  const Slot &from = this->slot(slot.inputs[operand]);
  if (!slot.op) // a conversion that the plan adds
    return positions;
  const uint32_t wanted = slot.op->in.at(operand);
  const Index &shape = graph.type(wanted).shape;
  Positions all;
  if (slot.tree && operand == 0) {
    const Index &dims = slot.op->list("dims"), &own = graph.type(slot.value).shape;
    // The box lists the reduced dims ascending.
    Index sorted = dims, strides(shape.size(), 1), sizes;
    std::sort(sorted.begin(), sorted.end());
    for (size_t dim = shape.size(); dim-- > 1;)
      strides[dim - 1] = strides[dim] * shape[dim];
    for (const Range &range : slot.node)
      sizes.push_back(range.size());
    Positions terms;
    for (int64_t i = 0; i < slot.tree->terms; ++i) {
      Index at = verify::elementAt(sizes, i);
      int64_t offset = 0;
      for (size_t dim = 0; dim < at.size(); ++dim)
        offset += (slot.node[dim].begin + at[dim]) * strides[sorted[dim]];
      terms.push_back(offset);
    }
    all.reserve(positions.size() * terms.size());
    for (int64_t position : positions) {
      Index at = verify::elementAt(own, position);
      int64_t base = 0;
      size_t kept = 0;
      for (size_t dim = 0; dim < shape.size(); ++dim)
        if (!std::binary_search(sorted.begin(), sorted.end(), static_cast<int64_t>(dim)))
          base += at.at(kept++) * strides[dim];
      for (int64_t term : terms)
        all.push_back(base + term);
    }
  } else {
    all = positions;
    if (shape.empty())
      std::fill(all.begin(), all.end(), 0);
  }
  if (wanted != from.value)
    for (int64_t &position : all)
      position = throughViews(wanted, from.value, position);
  return all;
}

static void sortUnique(Positions &positions) {
  if (std::is_sorted(positions.begin(), positions.end(), std::less_equal<>()))
    return; // strictly ascending
  std::sort(positions.begin(), positions.end());
  positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
}

void Sheet::want(size_t result, const Positions &positions) {
  // The stored value may be a view of what the kernel computes.
  Slot &from = slot(body.results[result]);
  const uint32_t stored = entry.use(arguments.size() + result).value;
  for (int64_t position : positions)
    from.positions.push_back(throughViews(stored, from.value, position));
}

void Sheet::evaluate(const Field &field) {
  for (size_t i = operations.size(); i-- > 0;) {
    Slot &slot = operations[i];
    sortUnique(slot.positions);
    if (slot.positions.empty())
      continue;
    for (size_t operand = 0; operand < slot.inputs.size(); ++operand) {
      if (slot.tree && operand == 1 && slot.isPartial)
        continue;
      Slot &from = this->slot(slot.inputs[operand]);
      Positions wanted = operandPositions(slot, operand, slot.positions);
      sortUnique(wanted);
      if (from.positions.empty())
        from.positions = std::move(wanted);
      else if (from.positions != wanted)
        from.positions.insert(from.positions.end(), wanted.begin(), wanted.end());
    }
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    Slot &slot = arguments[i];
    sortUnique(slot.positions);
    const Access &access = entry.uses[i];
    const Index &shape = graph.type(slot.value).shape;
    const int64_t size = slot.column.size();
    slot.column.bytes.resize(slot.positions.size() * size);
    for (size_t at = 0; at < slot.positions.size(); ++at) {
      Index element = verify::elementAt(shape, slot.positions[at]);
      verify::require(verify::contains(access.box, element), "needs elements of value ", access.value,
                      " that its rank does not have");
      std::memcpy(slot.column.bytes.data() + at * size, field.at(access, element), size);
    }
  }
  for (Slot &slot : operations)
    if (!slot.positions.empty())
      compute(slot);
}

Column Sheet::gather(Slot &from, const Positions &positions) {
  if (positions == from.positions)
    return from.column;
  Column column;
  column.setType(from.type);
  const int64_t size = column.size();
  column.bytes.resize(positions.size() * size);
  size_t guess = 0;
  for (size_t i = 0; i < positions.size(); ++i) {
    if (guess >= from.positions.size() || from.positions[guess] != positions[i])
      guess = std::lower_bound(from.positions.begin(), from.positions.end(), positions[i]) - from.positions.begin();
    std::memcpy(column.bytes.data() + i * size, from.column.at(guess), size);
    ++guess;
  }
  return column;
}

void Sheet::compute(Slot &slot) {
  const int64_t count = slot.positions.size();
  slot.column.bytes.assign(count * slot.column.size(), 0);
  if (slot.isConstant)
    return computeConstant(slot);
  if (slot.isIota)
    return computeIota(slot);
  if (slot.tree)
    return computeReduce(slot);
  std::vector<Column> operands;
  std::vector<const std::byte *> inputs;
  operands.reserve(slot.inputs.size());
  for (size_t operand = 0; operand < slot.inputs.size(); ++operand) {
    operands.push_back(gather(this->slot(slot.inputs[operand]), operandPositions(slot, operand, slot.positions)));
    inputs.push_back(reinterpret_cast<const std::byte *>(operands.back().bytes.data()));
  }
  slot.tape->run(inputs, reinterpret_cast<std::byte *>(slot.column.bytes.data()), count);
}

void Sheet::computeConstant(Slot &slot) {
  const uint64_t bits = constantBits(slot.does, slot.type);
  for (size_t i = 0; i < slot.positions.size(); ++i)
    std::memcpy(slot.column.bytes.data() + i * slot.column.size(), &bits, slot.column.size());
}

void Sheet::computeIota(Slot &slot) {
  verify::require(slot.op != nullptr, "counts along a dim that the graph does not have");
  const Index &shape = graph.type(slot.value).shape;
  const int64_t dim = slot.op->number("dim");
  std::vector<int64_t> places;
  for (int64_t position : slot.positions)
    places.push_back(verify::elementAt(shape, position).at(dim));
  auto *out = reinterpret_cast<std::byte *>(slot.column.bytes.data());
  if (slot.type == "i64" || slot.type == "ui64")
    std::memcpy(out, places.data(), places.size() * sizeof(int64_t));
  else
    slot.tape->run({reinterpret_cast<const std::byte *>(places.data())}, out, places.size());
}

void Sheet::computeReduce(Slot &slot) {
  Slot &from = this->slot(slot.inputs.at(0));
  const Column terms = gather(from, operandPositions(slot, 0, slot.positions));
  const bool hasInit = slot.inputs.size() > 1 && !slot.isPartial;
  Column inits;
  if (hasInit)
    inits = gather(this->slot(slot.inputs[1]), operandPositions(slot, 1, slot.positions));
  const std::optional<reference::Join> join = joinOf(slot.order->combiner, from.type);
  bool known = join && withAccumulator(slot.order->acc, [&](auto zero) {
                 using T = decltype(zero);
                 const int64_t n = slot.tree->terms;
                 std::vector<T> values(n), results(slot.positions.size()), init(results.size());
                 if (hasInit)
                   reference::load<T>(inits.scalar, inits.bytes.data(), init.size(), init.data());
                 reference::withJoiner<T>(*join, [&](auto joiner) {
                   for (size_t i = 0; i < results.size(); ++i) {
                     reference::load<T>(terms.scalar, terms.at(i * n), n, values.data());
                     std::optional<T> root = slot.tree->evaluate<T>(
                         [&](int64_t term) { return std::optional<T>(values[term]); },
                         [&](const std::optional<T> &acc, T term) { return acc ? joiner(*acc, term) : term; }, joiner);
                     results[i] = !root ? init[i] : hasInit ? joiner(init[i], *root) : *root;
                   }
                 });
                 reference::store<T>(slot.column.scalar, results.data(), results.size(), slot.column.bytes.data());
               });
  if (!known)
    throw Unknown("a reduction by " + slot.order->combiner + " in " + slot.order->acc);
}

uint64_t Sheet::bitsAt(Slot &slot, int64_t position) {
  auto found = std::lower_bound(slot.positions.begin(), slot.positions.end(), position);
  uint64_t bits = 0;
  std::memcpy(&bits, slot.column.at(found - slot.positions.begin()), slot.column.size());
  return bits;
}

uint64_t Sheet::resultBits(size_t result, int64_t position) {
  Slot &from = slot(body.results[result]);
  return bitsAt(from, throughViews(entry.use(arguments.size() + result).value, from.value, position));
}

} // namespace det::probe
