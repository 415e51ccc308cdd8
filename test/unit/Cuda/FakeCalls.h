// What the libraries that stand in for CUDA's have in common: what they are like, and what they were asked. Each is one file that includes this.
//
// Settings are numbers by name; "fail X" is the code that call X gives. They are set through Fake.h, or in a process of its own by FAKE_SETTINGS
// ("waits=3;fail cuEventQuery=600"). With FAKE_CALLS=PREFIX calls also go to PREFIX.PID, all libraries of a process in one file, a repeated one once.
#ifndef DET_TEST_UNIT_CUDA_FAKECALLS_H
#define DET_TEST_UNIT_CUDA_FAKECALLS_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <sstream>
#include <string>
#include <unistd.h>

namespace {

std::map<std::string, long> fromEnvironment() {
  std::map<std::string, long> made;
  const char *text = std::getenv("FAKE_SETTINGS");
  std::istringstream words(text ? text : "");
  for (std::string word; std::getline(words, word, ';');)
    if (const size_t equals = word.find('='); equals != std::string::npos)
      made[word.substr(0, equals)] = std::atol(word.c_str() + equals + 1);
  return made;
}

std::map<std::string, long> settings = fromEnvironment();
std::string calls, last;
uintptr_t handles = 0;

long get(const std::string &key, long otherwise) {
  const auto found = settings.find(key);
  return found == settings.end() ? otherwise : found->second;
}

int note(const std::string &call) {
  if (const char *prefix = std::getenv("FAKE_CALLS")) {
    if (call != last)
      if (std::FILE *file = std::fopen((std::string(prefix) + "." + std::to_string(getpid())).c_str(), "a")) {
        std::fprintf(file, "%s\n", call.c_str());
        std::fclose(file);
      }
    last = call;
  } else {
    calls += call + "\n";
  }
  return int(get("fail " + call.substr(0, call.find(' ')), 0));
}

[[maybe_unused]] void *newHandle() { return reinterpret_cast<void *>(++handles); }
[[maybe_unused]] std::string numberOf(const void *handle) { return std::to_string(reinterpret_cast<uintptr_t>(handle)); }

} // namespace

extern "C" {

void fakeReset() {
  settings.clear();
  calls.clear();
  handles = 0;
}
void fakeSet(const char *key, long value) { settings[key] = value; }
const char *fakeCalls() { return calls.c_str(); }
}

#endif // DET_TEST_UNIT_CUDA_FAKECALLS_H
