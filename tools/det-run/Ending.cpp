// A thread that waits for signals, which a handler hands over through a pipe, and looks at the parent.
#include "Ending.h"
#include "det/Runtime/Artifact/Unfinished.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <poll.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace det::run {

namespace {

int ends[2] = {-1, -1}; // of the pipe
pid_t parent = 0;       // at the start
std::atomic<bool> watchesParent{false};

constexpr int signals[] = {SIGTERM, SIGINT, SIGHUP};

// All that is safe in a handler.
void handOver(int number) {
  const int before = errno;
  const auto byte = static_cast<unsigned char>(number);
  [[maybe_unused]] const ssize_t written = write(ends[1], &byte, 1);
  errno = before;
}

// As if nobody had caught it, so that the parent learns what has happened.
[[noreturn]] void endBy(int number) {
  rt::removeUnfinished();
  std::signal(number, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  kill(getpid(), number);
  _exit(128 + number);
}

[[noreturn]] void endAsOrphan() {
  rt::removeUnfinished();
  std::signal(SIGPIPE, SIG_IGN); // the launcher has read what is written here
  std::fprintf(stderr, "error: the launcher that has started this process (pid %d) has ended\n", int(parent));
  std::fflush(stderr);
  _exit(1);
}

void watch() {
  for (;;) {
    pollfd polled{ends[0], POLLIN, 0};
    unsigned char number = 0;
    if (poll(&polled, 1, watchesParent ? 500 : 5000) > 0 && read(ends[0], &number, 1) == 1)
      endBy(number);
    if (watchesParent && getppid() != parent)
      endAsOrphan();
  }
}

} // namespace

void endTidily() {
  parent = getppid();
  std::signal(SIGXFSZ, SIG_IGN);
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
    return; // signals end the process as they always do
  try {
    std::thread(watch).detach();
  } catch (const std::system_error &) {
    return;
  }
  struct sigaction action {};
  action.sa_handler = handOver;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (int number : signals)
    if (struct sigaction before; sigaction(number, nullptr, &before) == 0 && before.sa_handler == SIG_DFL)
      sigaction(number, &action, nullptr);
}

void endWithParent() { watchesParent = true; }

} // namespace det::run
