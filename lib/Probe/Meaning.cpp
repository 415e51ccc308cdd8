// Reads the tapes that write-meanings has written.
#include "Meaning.h"

#include <charconv>
#include <map>
#include <memory>
#include <string_view>
#include <unordered_map>

namespace det::probe {

static const char meanings[] =
#include "meanings.inc"
    ;

std::optional<Scalar> scalarOf(const std::string &type) {
  static const std::map<std::string, Scalar> known = {{"i1", Scalar::I1},
                                                      {"i2", Scalar::I8},
                                                      {"ui2", Scalar::I8},
                                                      {"i4", Scalar::I8},
                                                      {"ui4", Scalar::I8},
                                                      {"i8", Scalar::I8},
                                                      {"ui8", Scalar::I8},
                                                      {"i16", Scalar::I16},
                                                      {"ui16", Scalar::I16},
                                                      {"i32", Scalar::I32},
                                                      {"ui32", Scalar::I32},
                                                      {"i64", Scalar::I64},
                                                      {"ui64", Scalar::I64},
                                                      {"bf16", Scalar::BF16},
                                                      {"f16", Scalar::F16},
                                                      {"f32", Scalar::F32},
                                                      {"f64", Scalar::F64},
                                                      {"f8E5M2", Scalar::F8E5M2},
                                                      {"f8E4M3FN", Scalar::F8E4M3FN},
                                                      {"f8E4M3", Scalar::I8},
                                                      {"f8E3M4", Scalar::I8}};
  auto found = known.find(type);
  return found == known.end() ? std::nullopt : std::optional(found->second);
}

bool isUnsigned(const std::string &type) { return type.starts_with("ui") || type == "i1"; }

bool isFloatType(const std::string &type) {
  std::optional<Scalar> scalar = scalarOf(type);
  return scalar && reference::isFloat(*scalar);
}

namespace {

/// Numbers of a line, one after the other.
struct Numbers {
  std::string_view text;
  uint64_t next() {
    size_t start = text.find_first_not_of(' ');
    text.remove_prefix(start == std::string_view::npos ? text.size() : start);
    uint64_t number = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    text.remove_prefix(end - text.data());
    return number;
  }
};

std::unique_ptr<Tape> parse(std::string_view line) {
  Numbers numbers{line};
  auto tape = std::make_unique<Tape>();
  for (uint64_t inputs = numbers.next(); inputs > 0; --inputs)
    tape->inputSizes.push_back(numbers.next());
  tape->resultSize = numbers.next();
  tape->registers = numbers.next();
  for (uint64_t constants = numbers.next(); constants > 0; --constants) {
    Tape::Constant &constant = tape->constants.emplace_back();
    constant.reg = numbers.next();
    constant.bits = numbers.next();
    constant.size = numbers.next();
  }
  for (uint64_t steps = numbers.next(); steps > 0; --steps) {
    reference::Instruction &step = tape->instructions.emplace_back();
    step.opcode = static_cast<reference::Opcode>(numbers.next());
    step.from = static_cast<Scalar>(numbers.next());
    step.to = static_cast<Scalar>(numbers.next());
    step.out = numbers.next();
    step.a = numbers.next();
    step.b = numbers.next();
    step.c = numbers.next();
    step.kernel = reference::kernelOf(step.opcode, step.from, step.to);
  }
  return tape;
}

/// Lines by words and operand types.
const std::unordered_map<std::string_view, std::string_view> &lines() {
  static const auto all = [] {
    std::unordered_map<std::string_view, std::string_view> lines;
    std::string_view rest(meanings, sizeof meanings - 1);
    while (!rest.empty()) {
      std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(line.size() + 1);
      size_t split = line.rfind('\t');
      lines.emplace(line.substr(0, split), line.substr(split + 1));
    }
    return lines;
  }();
  return all;
}

} // namespace

size_t countMeanings() { return lines().size(); }

const Tape *meaningOf(const std::string &does, const std::vector<std::string> &operands) {
  static std::map<std::string, std::unique_ptr<Tape>> parsed;
  std::string key = does + "\t";
  for (size_t i = 0; i < operands.size(); ++i)
    key += (i ? "," : "") + operands[i];
  auto found = parsed.find(key);
  if (found == parsed.end()) {
    auto line = lines().find(key);
    found = parsed.emplace(key, line == lines().end() ? nullptr : parse(line->second)).first;
  }
  return found->second.get();
}

} // namespace det::probe
