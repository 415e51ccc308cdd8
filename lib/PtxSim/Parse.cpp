// PTX text to syntax: a cursor over the text, statement by statement.
#include "det/PtxSim/Comments.h"
#include "Fault.h"
#include "Syntax.h"

#include <algorithm>
#include <cstring>

namespace det::ptx {

namespace {

class Parser {
public:
  explicit Parser(Syntax &syntax) : syntax(syntax), text(syntax.text) {}

  void parseModule() {
    while (skipBlanks()) {
      std::string_view word = peekWord();
      if (word == ".version" || word == ".target" || word == ".address_size" || word == ".file" || word == ".loc") {
        takeUntil('\n', false);
      } else if (word == ".section") {
        takeUntil('{', true);
        takeUntil('}', true);
      } else if (word == ".pragma" || word == ".alias") {
        takeUntil(';', true);
      } else {
        parseDefinition();
      }
    }
  }

private:
  /// False at the end of the text.
  bool skipBlanks() {
    while (at < text.size() && std::strchr(" \t\r\n", text[at]))
      line += text[at++] == '\n';
    return at < text.size();
  }

  std::string_view peekWord() const {
    size_t end = std::min(text.find_first_of(" \t\r\n;,(){}[]=:", at), text.size());
    return text.substr(at, end - at);
  }

  std::string_view takeWord() {
    skipBlanks();
    std::string_view word = peekWord();
    at += word.size();
    return word;
  }

  bool take(char c) {
    if (!skipBlanks() || text[at] != c)
      return false;
    ++at;
    return true;
  }

  void expect(char c) {
    if (!take(c))
      failAt(line, std::string("expected '") + c + "'" + (at < text.size() ? ", got '" + std::string(1, text[at]) + "'" : " before the end"));
  }

  /// What stands before the next `end`, which is passed.
  std::string_view takeUntil(char end, bool isNeeded) {
    size_t found = text.find(end, at);
    if (found == std::string_view::npos && isNeeded)
      failAt(line, std::string("expected '") + end + "' before the end");
    found = std::min(found, text.size());
    std::string_view taken = text.substr(at, found - at);
    line += std::count(taken.begin(), taken.end(), '\n');
    at = found;
    if (at < text.size())
      line += text[at++] == '\n';
    return taken;
  }

  static std::optional<Space> spaceOf(std::string_view word) {
    return word == ".global" ? Space::Global : word == ".shared" ? Space::Shared : word == ".local" ? Space::Local
           : word == ".const" ? Space::Const : word == ".param" ? std::optional(Space::Param) : std::nullopt;
  }

  unsigned takeNumber() {
    skipBlanks();
    unsigned at = line;
    return static_cast<unsigned>(parseOperand(takeWord(), at).integer);
  }

  /// `.param .align 8 .b8 name[8]`, up to what follows the name or its brackets.
  Variable parseVariable(Space space) {
    Variable variable;
    variable.space = space;
    variable.line = line;
    bool hasAlign = false, hasType = false;
    for (;;) {
      std::string_view word = takeWord();
      if (word.empty())
        failAt(line, "expected a name in a declaration");
      if (word[0] != '.') {
        variable.name = word;
        break;
      }
      if (word == ".align") {
        unsigned align = takeNumber();
        if (align == 0 || align & (align - 1) || align > 1u << 16)
          failAt(line, "expected a power of two up to 65536 as alignment, got " + std::to_string(align));
        if (!variable.isPointer) // behind .ptr it is the alignment of what is pointed to
          variable.align = align, hasAlign = true;
      } else if (word == ".ptr") {
        variable.isPointer = true;
      } else if (variable.isPointer && spaceOf(word)) {
        // Where a pointer points to is for ptxas.
      } else if (auto type = parseType(word.substr(1))) {
        variable.type = *type, hasType = true;
      } else {
        failAt(line, "unsupported word '" + std::string(word) + "' in a declaration");
      }
    }
    if (!hasType || variable.type == Type::Pred)
      failAt(variable.line, "expected a type for '" + std::string(variable.name) + "'");
    if (!hasAlign)
      variable.align = bytesOf(variable.type);
    while (take('[')) {
      std::string_view size = trim(takeUntil(']', true));
      uint64_t count = size.empty() ? 0 : parseOperand(size, line).integer;
      variable.isArray = true;
      if (count > mostElements || (variable.count *= count) > mostElements)
        failAt(line, std::string("more than ") + std::to_string(mostElements) + " elements in '" + std::string(variable.name) + "'");
    }
    return variable;
  }

  void parseInitialiser(Variable &variable) {
    unsigned at = line;
    std::string_view values = take('{') ? takeUntil('}', true) : takeUntil(';', true);
    if (values.data() + values.size() < text.data() + text.size() && values.data()[values.size()] == ';')
      --this->at; // the caller takes it
    for (std::string_view value : splitOperands(values)) {
      Operand operand = parseOperand(value, at);
      uint64_t bits = static_cast<uint64_t>(operand.integer);
      if (operand.kind == Operand::Kind::Float)
        bits = variable.type == Type::F32 ? operand.isSingle ? operand.single : __builtin_bit_cast(uint32_t, static_cast<float>(operand.real))
                                          : __builtin_bit_cast(uint64_t, operand.real);
      else if (operand.kind != Operand::Kind::Integer)
        failAt(at, "unsupported initialiser '" + std::string(value) + "' of '" + std::string(variable.name) + "'");
      for (unsigned byte = 0; byte < bytesOf(variable.type); ++byte)
        variable.initial.push_back(static_cast<uint8_t>(bits >> 8 * byte));
    }
    if (variable.initial.size() > variable.bytes())
      failAt(at, "'" + std::string(variable.name) + "' has more initial values than elements");
  }

  static constexpr uint64_t mostElements = uint64_t(1) << 30;

  /// Linkage, then a function or a variable.
  void parseDefinition() {
    unsigned start = line;
    bool isExtern = false;
    for (;;) {
      std::string_view word = takeWord();
      if (word == ".visible" || word == ".weak" || word == ".common" || word == ".extern") {
        isExtern |= word == ".extern";
      } else if (word == ".entry" || word == ".func") {
        return parseFunction(word == ".entry", start);
      } else if (auto space = spaceOf(word); space && *space != Space::Param && *space != Space::Local) {
        Variable variable = parseVariable(*space);
        variable.isExtern = isExtern;
        if (take('='))
          parseInitialiser(variable);
        expect(';');
        syntax.variables.push_back(std::move(variable));
        return;
      } else {
        failAt(line, "unsupported directive '" + std::string(word.empty() ? text.substr(at, 1) : word) + "'");
      }
    }
  }

  std::vector<Variable> parseParameters() {
    std::vector<Variable> params;
    expect('(');
    if (take(')'))
      return params;
    do {
      std::string_view word = takeWord();
      if (word != ".param")
        failAt(line, "expected .param, got '" + std::string(word) + "'");
      params.push_back(parseVariable(Space::Param));
    } while (take(','));
    expect(')');
    return params;
  }

  void parseFunction(bool isEntry, unsigned start) {
    Function function;
    function.isEntry = isEntry;
    function.line = start;
    if (skipBlanks() && text[at] == '(')
      function.results = parseParameters();
    function.name = takeWord();
    if (skipBlanks() && text[at] == '(')
      function.params = parseParameters();
    while (skipBlanks() && text[at] != '{' && text[at] != ';') {
      std::string_view word = takeWord();
      unsigned *sizes = word == ".reqntid" ? function.required : word == ".maxntid" ? function.most : nullptr;
      unsigned ignored[3];
      if (!sizes && word != ".minnctapersm" && word != ".maxnreg" && word != ".noreturn" && word != ".maxnctapersm")
        failAt(line, "unsupported directive '" + std::string(word) + "' of function '" + std::string(function.name) + "'");
      if (word == ".noreturn")
        continue;
      if (!sizes)
        sizes = ignored;
      unsigned given = 0;
      do
        sizes[given++] = takeNumber();
      while (given < 3 && take(','));
      for (; given < 3; ++given)
        sizes[given] = 1;
    }
    if (take('{')) {
      function.hasBody = true;
      parseBody(function.body);
    } else {
      expect(';');
    }
    Function &known = syntax.functions[function.name];
    if (known.hasBody && function.hasBody)
      failAt(start, "function '" + std::string(function.name) + "' is defined twice");
    if (!known.hasBody)
      known = std::move(function);
  }

  void parseBody(std::vector<Statement> &body) {
    for (int depth = 1; depth > 0;) {
      if (!skipBlanks())
        failAt(line, "expected '}' before the end");
      Statement statement{};
      statement.line = line;
      if (take('{')) {
        ++depth;
        statement.kind = Statement::Kind::Open;
      } else if (take('}')) {
        --depth;
        statement.kind = Statement::Kind::Close;
      } else if (!parseStatement(statement)) {
        continue;
      }
      if (depth > 0)
        body.push_back(std::move(statement));
    }
  }

  /// False if it says nothing.
  bool parseStatement(Statement &statement) {
    if (take(';'))
      return false;
    std::string_view word = peekWord();
    if (word == ".loc" || word == ".file") {
      takeUntil('\n', false);
      return false;
    }
    if (word == ".pragma") {
      takeUntil(';', true);
      return false;
    }
    if (word == ".reg") {
      takeWord();
      parseRegisters(statement);
      return true;
    }
    if (auto space = spaceOf(word)) {
      takeWord();
      statement.kind = Statement::Kind::Variable;
      statement.variable = parseVariable(*space);
      expect(';');
      return true;
    }
    if (text[at] != '@' && at + word.size() < text.size() && text[at + word.size()] == ':' && text.substr(at + word.size(), 2) != "::" && !word.empty()) {
      at += word.size() + 1;
      statement.name = word;
      statement.kind = Statement::Kind::Label;
      skipBlanks();
      if (peekWord() == ".branchtargets") {
        takeWord();
        statement.kind = Statement::Kind::Targets;
        parseOperands(statement, takeUntil(';', true));
      }
      return true;
    }
    if (word.empty() || (word[0] == '.' && text[at] != '@'))
      failAt(line, "unsupported directive '" + std::string(word.empty() ? text.substr(at, 1) : word) + "'");
    parseInstruction(statement);
    return true;
  }

  void parseRegisters(Statement &statement) {
    statement.kind = Statement::Kind::Registers;
    std::string_view word = takeWord();
    auto type = parseType(word.empty() ? word : word.substr(1));
    if (!type)
      failAt(line, "unsupported register type '" + std::string(word) + "'");
    statement.type = *type;
    for (std::string_view piece : splitOperands(takeUntil(';', true)))
      statement.operands.push_back({Operand::Kind::Name, false, false, piece, 0, 0, 0, {}});
  }

  void parseInstruction(Statement &statement) {
    statement.kind = Statement::Kind::Instruction;
    std::string_view rest = trim(takeUntil(';', true));
    if (rest[0] == '@') {
      size_t end = std::min(rest.find_first_of(" \t\n"), rest.size());
      statement.guard = rest.substr(1, end - 1);
      statement.guardNegated = !statement.guard.empty() && statement.guard[0] == '!';
      statement.guard.remove_prefix(statement.guardNegated);
      rest = trim(rest.substr(end));
    }
    size_t end = std::min(rest.find_first_of(" \t\n"), rest.size());
    statement.name = rest.substr(0, end);
    if (statement.name.empty())
      failAt(statement.line, "expected an instruction");
    parseOperands(statement, rest.substr(end));
  }

  void parseOperands(Statement &statement, std::string_view rest) {
    for (std::string_view piece : splitOperands(rest))
      statement.operands.push_back(parseOperand(piece, statement.line));
  }

  Syntax &syntax;
  std::string_view text;
  size_t at = 0;
  unsigned line = 1;
};

} // namespace

std::shared_ptr<const Syntax> parseSyntax(std::string_view source) {
  auto syntax = std::make_shared<Syntax>();
  syntax->text = withoutComments(source);
  Parser(*syntax).parseModule();
  return syntax;
}

} // namespace det::ptx
