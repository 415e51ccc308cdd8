// Names of unfinished files.
#include "det/Runtime/Artifact/Unfinished.h"

#include <mutex>
#include <set>
#include <unistd.h>

namespace det::rt {

namespace {

struct Registry {
  std::mutex mutex;
  std::multiset<std::string> names;
};

// Never destroyed: a thread may ask for it while the process ends.
Registry &registry() {
  static Registry &only = *new Registry;
  return only;
}

} // namespace

void beginUnfinished(const std::string &path) {
  std::lock_guard<std::mutex> lock(registry().mutex);
  registry().names.insert(path);
}

void endUnfinished(const std::string &path) {
  std::lock_guard<std::mutex> lock(registry().mutex);
  if (const auto found = registry().names.find(path); found != registry().names.end())
    registry().names.erase(found);
}

void removeUnfinished() {
  std::lock_guard<std::mutex> lock(registry().mutex);
  for (const std::string &name : registry().names)
    unlink(name.c_str());
}

} // namespace det::rt
