#include "Case.h"

#include <sstream>

namespace det::property {

namespace {

constexpr std::string_view caseMark = "// det-property: ", runMark = "// run:", controlMark = "// control:";

rt::Error bad(const std::string &line, const std::string &word) {
  return {"'" + line + "': '" + word + "' is not understood"};
}

/// The part behind the first '='.
std::string valueOf(const std::string &word) { return word.substr(word.find('=') + 1); }

rt::Result<Case> readHead(const std::string &line) {
  std::istringstream words(line.substr(caseMark.size()));
  Case found;
  words >> found.name;
  for (std::string word; words >> word;) {
    if (word.starts_with("data=") && moodOf(valueOf(word)))
      found.mood = *moodOf(valueOf(word));
    else if (word.starts_with("seed="))
      found.seed = std::stoull(valueOf(word));
    else if (word.starts_with("recipe="))
      found.recipe = valueOf(word);
    else
      return bad(line, word);
  }
  return found;
}

rt::Result<Run> readRun(const std::string &line) {
  Run run;
  run.control = line.starts_with(controlMark);
  run.line = line.substr(line.find(':') + 1);
  std::istringstream words(run.line);
  for (std::string word; words >> word;) {
    const std::string value = valueOf(word);
    if (word.starts_with("mesh="))
      run.compile.mesh = value;
    else if (word.starts_with("shard="))
      run.compile.shards.push_back(value);
    else if (word.starts_with("recipe="))
      run.compile.recipe = value;
    else if (word.starts_with("seed="))
      run.seed = std::stoull(value);
    else if (word.starts_with("threads="))
      run.session.threads = std::stoi(value);
    else if (word == "isa=v3")
      run.session.isa = rt::host::Isa::v3;
    else if (word == "fill=nan")
      run.session.fill = rt::ArenaFill::nan;
    else
      return bad(line, word);
  }
  return run;
}

} // namespace

rt::Result<std::vector<Case>> readCases(std::string_view text) {
  std::vector<Case> cases;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(caseMark)) {
      rt::Result<Case> head = readHead(line);
      if (!head)
        return head.error();
      cases.push_back(std::move(*head));
    } else if (cases.empty()) {
      return rt::Error{"expected a line '" + std::string(caseMark) + "NAME ...', got '" + line + "'"};
    } else if (line.starts_with(runMark) || line.starts_with(controlMark)) {
      rt::Result<Run> run = readRun(line);
      if (!run)
        return run.error();
      cases.back().runs.push_back(std::move(*run));
    } else {
      cases.back().text += line + "\n";
    }
  }
  return cases;
}

} // namespace det::property
