// Searches downward from a sum; what a choice excludes is tried in the other order.
#include "Injection.h"

namespace det::probe {

std::optional<Injection> Injection::find(Sheet &sheet, int32_t sum) {
  Injection way;
  way.choices.resize(sheet.argumentCount());
  const auto &slot = sheet.slot(sum);
  if (!way.carry(sheet, slot.inputs.at(0)))
    return std::nullopt;
  if (slot.inputs.size() > 1 && !slot.isPartial) // an init that is 0 does not blur the count
    if (Injection quiet = way; quiet.hold(sheet, slot.inputs[1], 0))
      way = quiet;
  return way;
}

Positions Injection::termsOf(Sheet &sheet, int32_t sum, int64_t position) const {
  Positions positions = sheet.operandPositions(sheet.slot(sum), 0, {position});
  for (auto [slot, operand] : path)
    positions = sheet.operandPositions(sheet.slot(slot), operand, positions);
  return positions;
}

static std::string nameOf(const Sheet::Slot &slot) { return slot.does.substr(0, slot.does.find(' ')); }

bool Injection::carry(Sheet &sheet, int32_t number) {
  if (number < 0) {
    Choice &choice = choices[-1 - number];
    if (choice.kind != Free)
      return false;
    choice.kind = Carrier;
    carrier = -1 - number;
    return true;
  }
  const auto &slot = sheet.slot(number);
  const std::string name = nameOf(slot);
  // One operand carries, the others are held at numbers.
  auto with = [&](size_t operand, std::initializer_list<std::pair<size_t, double>> held, double turned = 1) {
    Injection before = *this;
    path.push_back({number, operand});
    sign *= turned;
    bool good = carry(sheet, slot.inputs.at(operand));
    for (auto [other, at] : held)
      good = good && hold(sheet, slot.inputs.at(other), at);
    if (!good)
      *this = before;
    return good;
  };
  if (name == "convert")
    return isFloatType(sheet.slot(slot.inputs[0]).type) && with(0, {});
  if (name == "multiply")
    return with(0, {{1, 1}}) || with(1, {{0, 1}});
  if (name == "add")
    return with(0, {{1, 0}}) || with(1, {{0, 0}});
  if (name == "subtract")
    return with(0, {{1, 0}}) || with(1, {{0, 0}}, -1);
  if (name == "divide")
    return with(0, {{1, 1}});
  if (name == "negate")
    return with(0, {}, -1);
  if (name == "select")
    return with(1, {{0, 1}}) || with(2, {{0, 0}});
  if (name == "reduce")
    return slot.tree->terms == 1 && (slot.inputs.size() < 2 ? with(0, {}) : with(0, {{1, 0}}));
  return false;
}

bool Injection::hold(Sheet &sheet, int32_t number, double value) {
  if (number < 0) {
    Choice &choice = choices[-1 - number];
    if (choice.kind == Carrier || (choice.kind == Uniform && choice.number != value))
      return false;
    choice = {Uniform, value};
    return true;
  }
  const auto &slot = sheet.slot(number);
  const std::string name = nameOf(slot);
  auto all = [&](std::initializer_list<double> numbers) {
    Injection before = *this;
    bool good = true;
    size_t operand = 0;
    for (double at : numbers)
      good = good && hold(sheet, slot.inputs.at(operand++), at);
    if (!good)
      *this = before;
    return good;
  };
  if (slot.isConstant)
    return numberOf(slot.type, constantBits(slot.does, slot.type)) == value;
  if (name == "convert")
    return all({value});
  if (name == "multiply")
    return value == 0 ? all({0, 1}) || all({1, 0}) || all({0, 0}) : all({value, 1}) || all({1, value});
  if (name == "add")
    return all({value, 0}) || all({0, value});
  if (name == "subtract")
    return all({value, 0}) || all({value + 1, 1});
  if (name == "divide")
    return all({value, 1});
  if (name == "negate")
    return all({-value});
  if (name == "maximum" || name == "minimum")
    return all({value, value});
  if (name == "exponential" && value == 1)
    return all({0});
  if ((name == "sqrt" || name == "rsqrt") && value == 1)
    return all({1});
  if (name == "log" && value == 0)
    return all({1});
  if (name == "tanh" && value == 0)
    return all({0});
  if (name == "select") {
    Injection before = *this;
    if (hold(sheet, slot.inputs[1], value) && hold(sheet, slot.inputs[2], value))
      return true;
    *this = before;
    if (hold(sheet, slot.inputs[1], value) && hold(sheet, slot.inputs[0], 1))
      return true;
    *this = before;
    if (hold(sheet, slot.inputs[2], value) && hold(sheet, slot.inputs[0], 0))
      return true;
    *this = before;
  }
  return false;
}

} // namespace det::probe
