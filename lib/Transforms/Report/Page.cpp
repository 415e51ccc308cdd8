// Puts the page together from its files (embedded at build time) and its data.
#include "det/Transforms/Report/Page.h"

#include "PageFiles.h"

using llvm::StringRef;

namespace det {

/// The text with `<!--NAME-->` replaced, once.
static std::string filled(std::string text, StringRef name, StringRef part) {
  const std::string mark = ("<!--" + name + "-->").str();
  const size_t at = text.find(mark);
  return at == std::string::npos ? text : text.replace(at, mark.size(), part.str());
}

std::string htmlPage(StringRef data, StringRef cost) {
  std::string page = filled(page::report_html, "STYLE", page::report_css);
  page = filled(std::move(page), "SCRIPT", std::string(page::basics_js) + page::tree_js + page::graph_js + page::report_js);
  page = filled(std::move(page), "COST", cost.empty() ? "null" : cost);
  return filled(std::move(page), "DATA", data); // last, as data may hold any text
}

} // namespace det
