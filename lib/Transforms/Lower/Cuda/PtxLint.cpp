// The PTX lint: reads opcodes, statement by statement, and judges them by their dotted parts.
#include "det/Transforms/Lower/CudaLint.h"

#include "det/PtxSim/Comments.h"

#include <algorithm>
#include <initializer_list>

namespace det {

namespace {

using Parts = std::vector<std::string_view>;

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool has(const Parts &parts, std::string_view word) { return std::find(parts.begin(), parts.end(), word) != parts.end(); }

bool isFloat(const Parts &parts) {
  return std::any_of(parts.begin(), parts.end(), [](std::string_view part) {
    return isOneOf(part, {"f16", "f16x2", "bf16", "bf16x2", "f32", "f32x2", "f64"});
  });
}

Parts splitOpcode(std::string_view opcode) {
  Parts parts;
  while (!opcode.empty()) {
    size_t dot = std::min(opcode.find('.'), opcode.size());
    if (dot > 0)
      parts.push_back(opcode.substr(0, dot));
    opcode.remove_prefix(std::min(dot + 1, opcode.size()));
  }
  return parts;
}

/// Why the instruction is refused; empty if it is not.
std::string_view judge(const Parts &parts, bool isFree) {
  std::string_view name = parts[0];
  if (has(parts, "approx") || has(parts, "full"))
    return "expected a correctly rounded operation";
  if (has(parts, "ftz"))
    return "expected subnormals to be kept";
  if (isOneOf(name, {"ex2", "lg2", "sin", "cos", "tanh", "rsqrt"}))
    return "expected elementary functions to be built from exact operations";
  if (name == "multimem")
    return "expected joins in the order of the graph";
  if (!isFloat(parts))
    return {};
  if (name == "mad")
    return "expected fma.rn, or mul.rn and add.rn";
  if (isOneOf(name, {"add", "sub", "mul", "div", "sqrt", "rcp", "fma"}) && !has(parts, "rn"))
    return "expected .rn: others round differently, or may be fused";
  if (isOneOf(name, {"red", "atom"}) && has(parts, "add") && !isFree)
    return "expected joins in the order of the graph";
  return {};
}

constexpr std::string_view blanks = " \t\r";

std::string_view trim(std::string_view text) {
  size_t first = std::min(text.find_first_not_of(blanks), text.size());
  text.remove_prefix(first);
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

/// Takes the first word, and the blanks behind it, from `text`.
std::string_view takeWord(std::string_view &text) {
  size_t end = std::min(text.find_first_of(" \t\r"), text.size());
  std::string_view word = text.substr(0, end);
  text = trim(text.substr(end));
  return word;
}

void lintStatement(std::string_view statement, unsigned line, bool isFree, std::vector<PtxFinding> &findings) {
  // Braces, labels and predicates stand before the opcode.
  while (true) {
    statement = trim(statement);
    if (statement.empty())
      return;
    size_t colon = statement.find(':');
    if (statement[0] == '{' || statement[0] == '}')
      statement.remove_prefix(1);
    else if (statement[0] == '@')
      takeWord(statement);
    else if (colon != std::string_view::npos && statement.substr(0, colon).find_first_of(" \t.,(") == std::string_view::npos)
      statement.remove_prefix(colon + 1);
    else
      break;
  }
  if (statement.find(".extern") != std::string_view::npos && statement.find(".func") != std::string_view::npos)
    findings.push_back({line, ".extern .func", "expected kernels that need nothing from outside"});
  std::string_view opcode = takeWord(statement);
  if (opcode[0] == '.')
    return; // a directive
  Parts parts = splitOpcode(opcode);
  if (parts.empty())
    return;
  if (std::string_view reason = judge(parts, isFree); !reason.empty())
    findings.push_back({line, std::string(opcode), std::string(reason)});
}

} // namespace

std::vector<PtxFinding> lintPtx(std::string_view ptx, std::string_view level) {
  std::vector<PtxFinding> findings;
  const std::string text = ptx::withoutComments(ptx);
  unsigned line = 1;
  size_t start = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] != ';' && text[i] != '\n')
      continue;
    lintStatement(std::string_view(text).substr(start, i - start), line, level == "not_guaranteed", findings);
    start = i + 1;
    line += i < text.size() && text[i] == '\n';
  }
  return findings;
}

} // namespace det
