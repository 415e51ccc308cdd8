// A PTX text as parsed: names are views of the text, nothing is resolved yet.
#ifndef DET_LIB_PTXSIM_SYNTAX_H
#define DET_LIB_PTXSIM_SYNTAX_H

#include "Types.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace det::ptx {

enum class Space : uint8_t { Generic, Global, Shared, Local, Const, Param };

/// An operand: `%r1`, `!%p1`, `-5`, `0f3F800000`, `[%rd1+8]`, `{%r1, %r2}`, `(a, b)`, `%r1|%p1`.
struct Operand {
  enum class Kind : uint8_t { Name, Integer, Float, Address, List, Pair };
  Kind kind;
  bool negated = false;        ///< of a predicate, by `!`
  bool isSingle = false;       ///< Float: written as 0f
  std::string_view name;       ///< Name; Address: its base, empty if it is a number
  int64_t integer = 0;         ///< Integer; Address: the bytes added
  double real = 0;             ///< Float, unless isSingle
  uint32_t single = 0;         ///< Float: the bits of a 0f literal
  std::vector<Operand> parts;  ///< List, Pair
};

/// A declared variable: registers, memory or a parameter.
struct Variable {
  std::string_view name;
  Space space = Space::Generic;
  Type type = Type::B8;
  unsigned align = 1;
  uint64_t count = 1;          ///< elements; 0 for `x[]`
  bool isArray = false, isExtern = false, isPointer = false;
  std::vector<uint8_t> initial; ///< bytes of an initialiser; may be shorter than the variable
  unsigned line = 0;
  uint64_t bytes() const { return count * bytesOf(type); }
};

/// What stands in a body, in the order of the text.
struct Statement {
  enum class Kind : uint8_t { Instruction, Label, Registers, Variable, Targets, Open, Close };
  Kind kind;
  unsigned line;
  std::string_view name;               ///< Instruction: its opcode; Label, Targets: the label
  std::string_view guard;              ///< the predicate's register; empty without
  bool guardNegated = false;
  std::vector<Operand> operands;       ///< Targets: the labels; Registers: the names, or `%r<N>` for %r0 to %r(N-1)
  Type type = Type::B32;               ///< Registers
  Variable variable;
};

struct Function {
  std::string_view name;
  unsigned line = 0;
  bool isEntry = false, hasBody = false;
  std::vector<Variable> params, results;
  unsigned required[3] = {0, 0, 0};    ///< .reqntid; 0 where not given
  unsigned most[3] = {0, 0, 0};        ///< .maxntid; 0 where not given
  std::vector<Statement> body;
};

struct Syntax {
  std::string text;                    ///< without comments; lines as in the source
  std::vector<Variable> variables;     ///< of the module: global, const, shared
  std::map<std::string_view, Function> functions;
};

/// Parses a module. Throws Fault, naming the line.
std::shared_ptr<const Syntax> parseSyntax(std::string_view text);

/// Parses `text` as an operand (a separate file: operands are a small language of their own).
Operand parseOperand(std::string_view text, unsigned line);

/// Cuts `text` at the commas outside brackets, and trims the pieces.
std::vector<std::string_view> splitOperands(std::string_view text);

std::string_view trim(std::string_view text);

} // namespace det::ptx

#endif // DET_LIB_PTXSIM_SYNTAX_H
