// Opcodes by their dotted parts.
#include "Decode.h"

#include <algorithm>

namespace det::ptx {

Opcode::Opcode(const Statement &statement) : statement(statement) {
  std::string_view text = statement.name;
  while (!text.empty()) {
    size_t dot = std::min(text.find('.'), text.size());
    parts.push_back(text.substr(0, dot));
    text.remove_prefix(std::min(dot + 1, text.size()));
  }
  taken.assign(parts.size(), false);
  taken[0] = true;
}

bool Opcode::has(std::string_view part) const {
  for (size_t i = 1; i < parts.size(); ++i)
    if (!taken[i] && parts[i] == part)
      return true;
  return false;
}

bool Opcode::take(std::string_view part) {
  for (size_t i = 1; i < parts.size(); ++i)
    if (!taken[i] && parts[i] == part)
      return taken[i] = true;
  return false;
}

int Opcode::takeOneOf(std::initializer_list<std::string_view> choices) {
  int number = 0;
  for (std::string_view choice : choices) {
    if (take(choice))
      return number;
    ++number;
  }
  return -1;
}

void Opcode::ignore(std::string_view prefix) {
  for (size_t i = 1; i < parts.size(); ++i)
    if (parts[i].starts_with(prefix))
      taken[i] = true;
}

Type Opcode::takeType() {
  for (size_t i = 1; i < parts.size(); ++i)
    if (auto type = taken[i] ? std::nullopt : parseType(parts[i])) {
      taken[i] = true;
      return *type;
    }
  fail("expected a type");
}

std::optional<Type> Opcode::lastType() const {
  for (size_t i = parts.size(); i-- > 1;)
    if (auto type = parseType(parts[i]))
      return type;
  return std::nullopt;
}

void Opcode::finish() const {
  for (size_t i = 1; i < parts.size(); ++i)
    if (!taken[i])
      fail("'." + std::string(parts[i]) + "' is not modelled here");
}

void Opcode::fail(const std::string &message) const {
  failAt(statement.line, "instruction '" + std::string(statement.name) + "': " + message);
}

void Opcode::expectOperands(size_t count) const {
  if (statement.operands.size() != count)
    fail("expected " + std::to_string(count) + " operands, got " + std::to_string(statement.operands.size()));
}

} // namespace det::ptx
