// Operands of PTX statements, and the types' names.
#include "Fault.h"
#include "Syntax.h"

#include <charconv>
#include <cstdlib>

namespace det::ptx {

std::optional<Type> parseType(std::string_view name) {
  static const std::map<std::string_view, Type> types = {
      {"pred", Type::Pred}, {"b8", Type::B8},     {"u8", Type::U8},       {"s8", Type::S8},         {"b16", Type::B16},     {"u16", Type::U16},
      {"s16", Type::S16},   {"f16", Type::F16},   {"bf16", Type::BF16},   {"b32", Type::B32},       {"u32", Type::U32},     {"s32", Type::S32},
      {"f32", Type::F32},   {"f16x2", Type::F16x2}, {"bf16x2", Type::BF16x2}, {"u16x2", Type::U16x2}, {"s16x2", Type::S16x2}, {"b64", Type::B64},
      {"u64", Type::U64},   {"s64", Type::S64},   {"f64", Type::F64},     {"b128", Type::B128}};
  auto found = types.find(name);
  return found == types.end() ? std::nullopt : std::optional(found->second);
}

std::string_view trim(std::string_view text) {
  size_t first = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  text.remove_prefix(first);
  return text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
}

std::vector<std::string_view> splitOperands(std::string_view text) {
  std::vector<std::string_view> pieces;
  int depth = 0;
  size_t start = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    char c = i < text.size() ? text[i] : ',';
    if (c == '[' || c == '{' || c == '(')
      ++depth;
    else if (c == ']' || c == '}' || c == ')')
      --depth;
    else if (c == ',' && (depth == 0 || i == text.size())) {
      pieces.push_back(trim(text.substr(start, i - start)));
      start = i + 1;
    }
  }
  if (pieces.size() == 1 && pieces[0].empty())
    pieces.clear();
  return pieces;
}

static bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// A whole number as PTX writes them: decimal, 0x, 0b, octal, with or without a sign and a trailing U.
static int64_t parseInteger(std::string_view text, unsigned line) {
  std::string_view digits = text;
  bool negative = !digits.empty() && digits[0] == '-';
  if (negative || (!digits.empty() && digits[0] == '+'))
    digits.remove_prefix(1);
  if (!digits.empty() && digits.back() == 'U')
    digits.remove_suffix(1);
  int base = 10;
  if (digits.size() > 2 && digits[0] == '0' && (digits[1] | 0x20) == 'x')
    base = 16, digits.remove_prefix(2);
  else if (digits.size() > 2 && digits[0] == '0' && (digits[1] | 0x20) == 'b')
    base = 2, digits.remove_prefix(2);
  else if (digits.size() > 1 && digits[0] == '0')
    base = 8, digits.remove_prefix(1);
  uint64_t value = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (error != std::errc() || end != digits.data() + digits.size())
    failAt(line, "expected a number, got '" + std::string(text) + "'");
  return static_cast<int64_t>(negative ? 0 - value : value);
}

static Operand parseNumber(std::string_view text, unsigned line) {
  Operand operand{};
  std::string_view digits = text[0] == '-' ? text.substr(1) : text;
  char form = digits.size() > 2 && digits[0] == '0' ? digits[1] | 0x20 : 0;
  bool hasPoint = digits.find('.') != std::string_view::npos;
  if (form != 'f' && form != 'd' && !hasPoint) {
    operand.kind = Operand::Kind::Integer;
    operand.integer = parseInteger(text, line);
    return operand;
  }
  operand.kind = Operand::Kind::Float;
  operand.isSingle = form == 'f';
  std::string copy(form == 'f' || form == 'd' ? digits.substr(2) : text);
  char *end = nullptr;
  if (hasPoint) {
    operand.real = std::strtod(copy.c_str(), &end);
  } else {
    uint64_t bits = std::strtoull(copy.c_str(), &end, 16);
    operand.single = static_cast<uint32_t>(bits);
    operand.real = __builtin_bit_cast(double, bits);
    if (copy.size() != (operand.isSingle ? 8u : 16u) || digits != text)
      failAt(line, "expected 0f and 8 hexadecimal digits, or 0d and 16, got '" + std::string(text) + "'");
  }
  if (end != copy.c_str() + copy.size())
    failAt(line, "expected a number, got '" + std::string(text) + "'");
  return operand;
}

static Operand parseAddress(std::string_view text, unsigned line) {
  Operand operand{};
  operand.kind = Operand::Kind::Address;
  size_t plus = text.find_first_of("+-", 1);
  std::string_view base = trim(text.substr(0, plus));
  if (base.empty())
    failAt(line, "expected an address between brackets");
  if (isDigit(base[0]))
    operand.integer = parseInteger(base, line);
  else
    operand.name = base;
  if (plus != std::string_view::npos) {
    std::string_view extra = trim(text.substr(plus + 1)); // `+-8` is how LLVM writes a negative offset
    int64_t value = parseInteger(extra, line);
    operand.integer += text[plus] == '-' ? -value : value;
  }
  return operand;
}

Operand parseOperand(std::string_view text, unsigned line) {
  if (text.empty())
    failAt(line, "expected an operand");
  Operand operand{};
  auto addParts = [&](std::string_view inner) {
    for (std::string_view piece : splitOperands(inner)) {
      if (!piece.empty() && (piece[0] == '{' || piece[0] == '('))
        failAt(line, "lists in lists are not modelled");
      operand.parts.push_back(parseOperand(piece, line));
    }
  };
  char first = text[0], last = text.back();
  if ((first == '[' && last == ']') || (first == '{' && last == '}') || (first == '(' && last == ')')) {
    std::string_view inner = trim(text.substr(1, text.size() - 2));
    if (first == '[')
      return parseAddress(inner, line);
    operand.kind = Operand::Kind::List;
    addParts(inner);
    return operand;
  }
  if (isDigit(first) || (first == '-' && text.size() > 1))
    return parseNumber(text, line);
  size_t bar = text.find('|');
  if (bar != std::string_view::npos) {
    operand.kind = Operand::Kind::Pair;
    operand.parts = {parseOperand(trim(text.substr(0, bar)), line), parseOperand(trim(text.substr(bar + 1)), line)};
    return operand;
  }
  operand.kind = Operand::Kind::Name;
  operand.negated = first == '!';
  operand.name = operand.negated ? trim(text.substr(1)) : text;
  if (operand.name.find_first_of(" \t\n[](){}") != std::string_view::npos || operand.name.empty())
    failAt(line, "expected an operand, got '" + std::string(text) + "'");
  return operand;
}

} // namespace det::ptx
