// A kernel that crashes is a wrong kernel: says which it was, and ends the process with 1.
#ifndef DET_LIB_PROBE_CRASH_H
#define DET_LIB_PROBE_CRASH_H

#include <csignal>
#include <string>
#include <vector>

namespace det::probe {

/// While one lives, signals of a crash print `error: ` and the place where the probe is. One at a time.
class CrashReport {
public:
  CrashReport();
  ~CrashReport();
  CrashReport(const CrashReport &) = delete;
  CrashReport &operator=(const CrashReport &) = delete;

  /// What runs from here on.
  void at(const std::string &place);

private:
  std::vector<struct sigaction> before;
  std::vector<char> stack; ///< of the handler: the kernel's may be broken
};

} // namespace det::probe

#endif // DET_LIB_PROBE_CRASH_H
