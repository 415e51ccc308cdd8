// Signal handlers: only write() and _exit() in them.
#include "Crash.h"

#include <algorithm>
#include <cstring>
#include <unistd.h>

namespace det::probe {

static constexpr int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE};
static char line[1024];
static size_t length = 0;

extern "C" {
static void reportCrash(int) {
  // Nothing helps where standard error cannot be written.
  [[maybe_unused]] const ssize_t done = write(STDERR_FILENO, line, length);
  _exit(1);
}
}

CrashReport::CrashReport() : before(std::size(signals)), stack(1 << 16) {
  at("the probe");
  stack_t own{};
  own.ss_sp = stack.data();
  own.ss_size = stack.size();
  sigaltstack(&own, nullptr);
  for (size_t i = 0; i < before.size(); ++i) {
    struct sigaction action {};
    action.sa_handler = reportCrash;
    action.sa_flags = SA_ONSTACK;
    sigaction(signals[i], &action, &before[i]);
  }
}

CrashReport::~CrashReport() {
  for (size_t i = 0; i < before.size(); ++i)
    sigaction(signals[i], &before[i], nullptr);
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  sigaltstack(&none, nullptr);
}

void CrashReport::at(const std::string &place) {
  const std::string text = "error: " + place.substr(0, sizeof line - 64) + ": crashes while it is probed\n";
  std::memcpy(line, text.data(), text.size());
  length = text.size();
}

} // namespace det::probe
