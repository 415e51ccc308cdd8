// A scanner for one line of IR: the signature of @main.
#include "Signature.h"

#include <charconv>

namespace det::run {

namespace {

// The end of the group that opens at `text[at]`, past nested groups and strings; npos if it does not close.
size_t closing(std::string_view text, size_t at) {
  int depth = 0;
  bool quoted = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (quoted) {
      if (c == '\\')
        ++at;
      else if (c == '"')
        quoted = false;
      continue;
    }
    if (c == '"')
      quoted = true;
    else if (c == '(' || c == '{' || c == '[' || c == '<')
      ++depth;
    else if ((c == ')' || c == '}' || c == ']' || (c == '>' && text[at - 1] != '-')) && --depth == 0)
      return at;
  }
  return std::string_view::npos;
}

// Cuts at commas outside of groups and strings.
std::vector<std::string_view> items(std::string_view text) {
  std::vector<std::string_view> found;
  size_t start = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '(' || c == '{' || c == '[' || c == '<')
      at = std::min(closing(text, at), text.size() - 1);
    else if (c == ',') {
      found.push_back(text.substr(start, at - start));
      start = at + 1;
    }
  }
  if (text.find_first_not_of(" \n", start) != std::string_view::npos)
    found.push_back(text.substr(start));
  return found;
}

// The value of `key = "..."`, escapes undone; empty if there is none.
std::string attribute(std::string_view item, std::string_view key) {
  size_t at = item.find(std::string(key) + " = \"");
  if (at == std::string_view::npos)
    return {};
  std::string value;
  for (at += key.size() + 4; at < item.size() && item[at] != '"'; ++at) {
    if (item[at] != '\\') {
      value += item[at];
      continue;
    }
    // \\ and \" stand for themselves, \XX for a byte.
    ++at;
    uint8_t byte = 0;
    if (item[at] == '\\' || item[at] == '"')
      value += item[at];
    else if (std::from_chars(item.data() + at, item.data() + std::min(at + 2, item.size()), byte, 16).ec == std::errc())
      value += char(byte), ++at;
  }
  return value;
}

// "tensor<16x33xi32>" or "tensor<f32>".
bool readType(std::string_view item, TensorInfo &info) {
  const size_t open = item.find("tensor<");
  if (open == std::string_view::npos)
    return false;
  const size_t close = closing(item, open + 6);
  if (close == std::string_view::npos)
    return false;
  std::string_view inner = item.substr(open + 7, close - open - 7);
  while (!inner.empty() && inner.front() >= '0' && inner.front() <= '9') {
    int64_t size = 0;
    const auto end = std::from_chars(inner.data(), inner.data() + inner.size(), size).ptr;
    if (end == inner.data() + inner.size() || *end != 'x')
      return false;
    info.shape.push_back(size);
    inner.remove_prefix(size_t(end + 1 - inner.data()));
  }
  for (size_t type = 0; type <= size_t(artifact::ElementType::MAX); ++type)
    if (rt::elementName(artifact::ElementType(type)) == inner) {
      info.type = artifact::ElementType(type);
      return true;
    }
  return false;
}

Result<std::vector<TensorInfo>> readItems(std::string_view text, std::string_view what) {
  std::vector<TensorInfo> found;
  for (std::string_view item : items(text)) {
    TensorInfo info{attribute(item, "det.name"), artifact::TensorKind::batch, {}, {}};
    const std::string kind = attribute(item, "det.kind");
    if (kind == "state")
      info.kind = artifact::TensorKind::state;
    else if (kind == "metric")
      info.kind = artifact::TensorKind::metric;
    if (info.name.empty() || (kind != "state" && kind != "metric" && kind != "batch") || !readType(item, info))
      return Error{"cannot read " + std::string(what) + " " + std::to_string(found.size()) + " of the ordered graph: '" +
                   std::string(item.substr(0, 120)) + "'"};
    found.push_back(std::move(info));
  }
  return found;
}

} // namespace

Result<Signature> readSignature(std::string_view orderedText) {
  const size_t name = orderedText.find("@main(");
  const size_t open = name + 5, close = name == std::string_view::npos ? name : closing(orderedText, open);
  if (close == std::string_view::npos)
    return Error{"the ordered graph has no function @main"};
  Result<std::vector<TensorInfo>> arguments = readItems(orderedText.substr(open + 1, close - open - 1), "argument");
  if (!arguments)
    return arguments.error();
  const size_t arrow = orderedText.find_first_not_of(' ', close + 1);
  std::string_view results;
  if (arrow != std::string_view::npos && orderedText.substr(arrow, 2) == "->") {
    const size_t begin = orderedText.find('(', arrow);
    const size_t end = begin == std::string_view::npos ? begin : closing(orderedText, begin);
    if (end == std::string_view::npos)
      return Error{"the results of the ordered graph's @main cannot be read"};
    results = orderedText.substr(begin + 1, end - begin - 1);
  }
  Result<std::vector<TensorInfo>> read = readItems(results, "result");
  if (!read)
    return read.error();
  return Signature{std::move(*arguments), std::move(*read)};
}

} // namespace det::run
