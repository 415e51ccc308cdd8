// Paths into trees of values, as JAX writes them, and the names made of them.
#include "NamePaths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

#include <algorithm>

using llvm::StringRef;

namespace det::import {

/// Names go into artifacts, JSON, safetensors and lines of text: bytes that are no UTF-8, and control characters, would break those.
static std::string readable(StringRef text) {
  std::string name = llvm::json::isUTF8(text) ? text.str() : llvm::json::fixUTF8(text);
  std::replace_if(name.begin(), name.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; }, '_');
  return name;
}

NamePath NamePath::parse(StringRef written) {
  const std::string clean = readable(written);
  const StringRef text = clean;
  auto isKeyStart = [](char c) { return c == '[' || c == '.'; };
  NamePath path;
  StringRef root = text.take_until(isKeyStart), rest = text.drop_front(root.size());
  path.root = root.str();
  while (!rest.empty()) {
    if (rest.consume_front(".")) {
      StringRef key = rest.take_until(isKeyStart);
      rest = rest.drop_front(key.size());
      if (key.empty())
        return {text.str(), {}};
      path.keys.push_back({key.str(), false});
      continue;
    }
    if (!rest.consume_front("["))
      return {text.str(), {}};
    bool quoted = !rest.empty() && (rest[0] == '\'' || rest[0] == '"');
    std::string close = quoted ? std::string(1, rest[0]) + "]" : "]";
    size_t end = rest.find(close, quoted);
    if (end == StringRef::npos)
      return {text.str(), {}};
    StringRef key = rest.slice(quoted, end);
    path.keys.push_back({key.str(), !quoted && !key.empty() && llvm::all_of(key, llvm::isDigit)});
    rest = rest.drop_front(end + close.size());
  }
  return path;
}

std::string NamePath::join() const {
  std::string name = root;
  for (const Key &key : keys)
    name += (name.empty() ? "" : ".") + key.text;
  return name;
}

void dropCommonStart(std::vector<NamePath *> &group, bool leadingIndex) {
  if (group.empty())
    return;
  const std::string root = group.front()->root;
  if (!llvm::all_of(group, [&](NamePath *p) { return p->root == root && !p->keys.empty(); }))
    return;
  for (NamePath *path : group)
    path->root.clear();
  const NamePath::Key first = group.front()->keys.front();
  if (leadingIndex && first.isIndex &&
      llvm::all_of(group, [&](NamePath *p) { return p->keys.size() > 1 && p->keys.front() == first; }))
    for (NamePath *path : group)
      path->keys.erase(path->keys.begin());
  for (NamePath *path : group)
    if (path->keys.size() == 1 && path->keys.front().isIndex)
      path->root = root;
}

} // namespace det::import
