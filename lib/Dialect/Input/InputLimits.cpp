// One pass over the bytes of a text: brackets, words and aliases are counted, strings and comments are stepped over.
#include "InputLimits.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace det {
namespace {

constexpr unsigned maxDepth = 256, maxAliasDepth = 1000;
constexpr size_t maxWord = 1 << 14, maxIntegerWidth = 128;

bool isWordByte(char c) { return isAlnum(c) || c == '_' || c == '.' || c == '$'; }

class Scan {
public:
  explicit Scan(StringRef text) : text(text) {}

  std::string run() {
    while (at < text.size() && problem.empty())
      step();
    if (problem.empty())
      return "";
    size_t line = text.take_front(std::min(at, text.size())).count('\n') + 1;
    return "line " + std::to_string(line) + ": " + problem;
  }

private:
  char peek(size_t ahead) const { return at + ahead < text.size() ? text[at + ahead] : '\0'; }

  void step() {
    char c = text[at];
    switch (c) {
    case '"':
      return string();
    case '/':
      at = peek(1) == '/' ? std::min(text.find('\n', at), text.size()) : at + 1;
      return;
    case '-':
      at += peek(1) == '>' ? 2 : 1; // an arrow closes nothing
      return;
    case '<':
      // Affine expressions have no place in a step, and every term of one is a level of recursion.
      if (word == "affine_map" || word == "affine_set") {
        problem = ("'" + word + "' is not supported; export StableHLO text without affine maps").str();
        return;
      }
      [[fallthrough]];
    case '(':
    case '[':
    case '{':
      if (++depth > maxDepth)
        problem = "more than " + std::to_string(maxDepth) + " brackets are open; is this the text that was exported?";
      ++at;
      return;
    case '>':
      if (peek(1) == '=') {
        at += 2;
        return;
      }
      [[fallthrough]];
    case ')':
    case ']':
    case '}':
      depth -= depth > 0;
      ++at;
      return;
    case '\n':
      endLine();
      ++at;
      return;
    case '#':
    case '!':
      return alias();
    case '%':
    case '@':
    case '^':
      ++at;
      takeWord();
      return;
    default:
      if (!isWordByte(c)) {
        ++at;
        return;
      }
      takeWord();
      checkWidth();
    }
  }

  void string() {
    // Long data are one string: the common bytes are skipped by find.
    for (++at; at < text.size(); at += 2) {
      at = text.find_first_of("\"\\\n", at);
      if (at == StringRef::npos || text[at] != '\\')
        break;
    }
    at = at >= text.size() ? text.size() : at + (text[at] == '"');
  }

  void takeWord() {
    size_t begin = at;
    while (at < text.size() && isWordByte(text[at]))
      ++at;
    word = text.slice(begin, at);
    if (word.size() > maxWord)
      problem =
          "a word of " + std::to_string(word.size()) + " letters and digits; at most " + std::to_string(maxWord) + " are read";
  }

  /// `i16777215`, alone or after the dims of a tensor: data of such a type take megabytes an element.
  void checkWidth() {
    size_t first = word.size();
    while (first > 0 && isDigit(word[first - 1]))
      --first;
    StringRef digits = word.substr(first), before = word.take_front(first);
    if (digits.size() < 4 || !before.consume_back("i"))
      return;
    before.consume_back("s") || before.consume_back("u");
    if (!before.empty() && before.back() != 'x')
      return;
    uint64_t width;
    if (digits.getAsInteger(10, width) || width > maxIntegerWidth)
      problem = ("the integer type 'i" + digits + "' is too wide; integers of up to 64 bits are supported").str();
  }

  /// `#loc7`: a use, or the definition that starts a line. An alias is as deep as the deepest that it is made of.
  void alias() {
    bool first = at == 0 || text[at - 1] == '\n';
    ++at;
    takeWord();
    if (first) {
      defined = word;
      deepest = 0;
      return;
    }
    if (defined.empty())
      return;
    auto known = depths.find(word);
    if (known != depths.end())
      deepest = std::max(deepest, known->second);
  }

  void endLine() {
    if (defined.empty())
      return;
    if (deepest + 1 > maxAliasDepth)
      problem =
          "more than " + std::to_string(maxAliasDepth) + " aliases are made of each other; is this the text that was exported?";
    depths[defined] = deepest + 1;
    defined = "";
  }

  StringRef text;
  size_t at = 0;
  unsigned depth = 0;
  StringRef word;
  StringRef defined; ///< the alias that this line defines
  unsigned deepest = 0;
  StringMap<unsigned> depths;
  std::string problem;
};

} // namespace

std::string exceededLimit(StringRef text) { return Scan(text).run(); }

} // namespace det
