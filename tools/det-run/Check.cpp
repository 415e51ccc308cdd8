// Runs recorded tests, several files at once.
#include "Check.h"
#include "CheckCase.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace det::run {

namespace {

/// Hands files out to workers, and their reports back in order.
class Queue {
public:
  explicit Queue(const Options &options) : options(options), reports(options.files.size()) {}

  void work() {
    for (size_t i; (i = next++) < reports.size();) {
      FileReport report = checkFile(options.files[i], options);
      std::lock_guard<std::mutex> lock(mutex);
      reports[i] = std::move(report);
      ready.notify_all();
    }
  }

  FileReport take(size_t i) {
    std::unique_lock<std::mutex> lock(mutex);
    ready.wait(lock, [&] { return reports[i].has_value(); });
    return std::move(*reports[i]);
  }

private:
  const Options &options;
  std::atomic<size_t> next{0};
  std::mutex mutex;
  std::condition_variable ready;
  std::vector<std::optional<FileReport>> reports;
};

} // namespace

bool checkFiles(const Options &options) {
  Queue queue(options);
  std::vector<std::thread> workers;
  for (int i = 0; i < std::min(options.jobs, int(options.files.size())); ++i)
    workers.emplace_back([&] { queue.work(); });
  FileReport all;
  for (size_t i = 0; i < options.files.size(); ++i) {
    const FileReport report = queue.take(i);
    std::fputs(report.lines.c_str(), stdout);
    std::fflush(stdout);
    all.passed += report.passed;
    all.refused += report.refused;
    all.failed += report.failed;
  }
  for (std::thread &worker : workers)
    worker.join();
  std::printf("%zu passed, %zu refused, %zu failed\n", all.passed, all.refused, all.failed);
  // Where nothing ran, nothing was shown.
  return all.failed == 0 && all.passed > 0;
}

} // namespace det::run
