// Threads as processes.
#include "TestGroup.h"
#include "det/Runtime/Launch/Socket.h"

#include <gtest/gtest.h>
#include <thread>
#include <unistd.h>

namespace det::rt::test {

std::string freshPlace(const Setting &setting) {
  static int number = 0;
  if (!setting.overTcp)
    return "test " + std::to_string(getpid()) + " " + std::to_string(number++);
  uint16_t port = 0;
  const auto listener = listenTcp("127.0.0.1", {0}, port); // free in a moment
  return std::to_string(port);
}

ProcessEnvironment environmentOf(const Setting &setting, uint32_t process, const std::string &place) {
  ProcessEnvironment environment;
  environment.launcher = Launcher::options;
  environment.process = process;
  environment.processes = setting.processes;
  if (setting.overTcp) {
    environment.host = "127.0.0.1";
    environment.ports = {uint16_t(std::stoi(place))};
  } else {
    environment.key = place;
  }
  return environment;
}

void runGroup(const Setting &setting, const std::function<void(ProcessGroup &)> &work) {
  const std::string place = freshPlace(setting);
  std::vector<std::thread> threads;
  for (uint32_t process = 0; process < setting.processes; ++process)
    threads.emplace_back([&, process] {
      auto group = ProcessGroup::join(environmentOf(setting, process, place), setting.options);
      ASSERT_TRUE(group) << group.error().message;
      work(**group);
    });
  for (std::thread &thread : threads)
    thread.join();
}

} // namespace det::rt::test
