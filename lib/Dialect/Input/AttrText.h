// A cursor over the text of an attribute.
#ifndef DET_LIB_DIALECT_INPUT_ATTRTEXT_H
#define DET_LIB_DIALECT_INPUT_ATTRTEXT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

namespace det::input {

/// Blanks between tokens do not count. Every function takes what it names and says whether it was there.
class AttrText {
public:
  explicit AttrText(llvm::StringRef text) : rest(text) {}

  bool take(llvm::StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }
  bool atEnd() { return (rest = rest.ltrim()).empty(); }

  bool integer(int64_t &value) {
    rest = rest.ltrim();
    return !rest.consumeInteger(10, value);
  }
  bool identifier(llvm::StringRef &name) {
    rest = rest.ltrim();
    name = rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$'; });
    rest = rest.drop_front(name.size());
    return !name.empty();
  }
  /// Drops everything before the last occurrence of a token.
  void skipTo(llvm::StringRef token) {
    size_t at = rest.rfind(token);
    rest = at == llvm::StringRef::npos ? llvm::StringRef() : rest.drop_front(at);
  }
  /// `"text"`, without escapes beyond `\22`, which a quoted attribute inside a string has.
  bool string(std::string &value) {
    if (!take("\""))
      return false;
    size_t end = rest.find('"');
    if (end == llvm::StringRef::npos)
      return false;
    value = rest.take_front(end).str();
    rest = rest.drop_front(end + 1);
    return true;
  }
  /// `open item, item close`; a comma after the last item is accepted.
  template <class Item> bool list(llvm::StringRef open, llvm::StringRef close, Item item) {
    if (!take(open))
      return false;
    while (!take(close)) {
      if (!item())
        return false;
      if (!take(",") && !rest.ltrim().starts_with(close))
        return false;
    }
    return true;
  }

private:
  llvm::StringRef rest;
};

} // namespace det::input

#endif // DET_LIB_DIALECT_INPUT_ATTRTEXT_H
