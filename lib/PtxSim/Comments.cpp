// Comments of PTX, for all who read its text.
#include "det/PtxSim/Comments.h"

#include <algorithm>

namespace det::ptx {

std::string withoutComments(std::string_view source) {
  std::string text(source);
  for (size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] == '"') { // a string may hold slashes
      i = std::min(text.find_first_of("\"\n", i + 1), text.size() - 1);
      continue;
    }
    if (text[i] != '/' || (text[i + 1] != '/' && text[i + 1] != '*'))
      continue;
    bool isBlock = text[i + 1] == '*';
    size_t end = isBlock ? text.find("*/", i + 2) : text.find('\n', i);
    end = end == std::string::npos ? text.size() : isBlock ? end + 2 : end;
    for (size_t j = i; j < end; ++j)
      if (text[j] != '\n')
        text[j] = ' ';
    i = end - 1;
  }
  return text;
}

} // namespace det::ptx
