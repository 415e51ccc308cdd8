// Groups whose processes are threads of a test.
#ifndef DET_TEST_UNIT_LAUNCH_TESTGROUP_H
#define DET_TEST_UNIT_LAUNCH_TESTGROUP_H

#include "det/Runtime/Launch/ProcessGroup.h"

#include <functional>

namespace det::rt::test {

/// How the processes of a test meet.
struct Setting {
  uint32_t processes = 4;
  bool overTcp = false;
  GroupOptions options;
};

/// The environment of one of them. Every call of fresh() gives another meeting place.
ProcessEnvironment environmentOf(const Setting &setting, uint32_t process, const std::string &place);
std::string freshPlace(const Setting &setting);

/// Lets each process join and do `work` in a thread of its own; waits for all.
void runGroup(const Setting &setting, const std::function<void(ProcessGroup &)> &work);

} // namespace det::rt::test

#endif // DET_TEST_UNIT_LAUNCH_TESTGROUP_H
