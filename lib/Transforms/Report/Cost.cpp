// What the order costs: step times of a program and of the same one without it, as det-run wrote them.
#include "det/Transforms/Report/Page.h"

#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>

using llvm::StringRef;
using llvm::json::Array;
using llvm::json::Object;

namespace det {

namespace {
struct Timings {
  std::vector<double> seconds; ///< of the steps after the first, ascending
  int64_t arenaBytes = 0;

  Object toJson() const {
    return Object{{"steps", static_cast<int64_t>(seconds.size())}, {"min", seconds.front()}, {"median", seconds[seconds.size() / 2]},
                  {"arena", arenaBytes}};
  }
};
} // namespace

static rt::Result<Timings> readTimings(StringRef path) {
  const std::string where = "--report-cost: '" + path.str() + "': ";
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    return rt::Error{where + file.getError().message() + "; write it with det-run --timings=FILE"};
  llvm::Expected<llvm::json::Value> value = llvm::json::parse((*file)->getBuffer().trim());
  if (!value) {
    llvm::consumeError(value.takeError());
    return rt::Error{where + "no JSON; expected what det-run --timings=FILE writes"};
  }
  const Object *object = value->getAsObject();
  const Array *steps = object ? object->getArray("step_s") : nullptr;
  std::optional<int64_t> arena = object ? object->getInteger("arena_bytes") : std::nullopt;
  if (!steps || !arena)
    return rt::Error{where + "expected step_s and arena_bytes, as det-run --timings=FILE writes them"};
  if (steps->size() < 2)
    return rt::Error{where + "expected 2 steps or more, as the first warms up, got " + std::to_string(steps->size())};
  Timings timings;
  timings.arenaBytes = *arena;
  for (const llvm::json::Value &step : llvm::drop_begin(*steps)) {
    std::optional<double> seconds = step.getAsNumber();
    if (!seconds || *seconds <= 0)
      return rt::Error{where + "expected a positive number of seconds for each step"};
    timings.seconds.push_back(*seconds);
  }
  llvm::sort(timings.seconds);
  return timings;
}

rt::Result<std::string> costData(StringRef own, StringRef free, uint64_t arenaBytes) {
  rt::Result<Timings> ordered = readTimings(own), unordered = readTimings(free);
  if (!ordered)
    return ordered.error();
  if (!unordered)
    return unordered.error();
  if (static_cast<uint64_t>(ordered->arenaBytes) != arenaBytes)
    return rt::Error{"--report-cost: '" + own.str() + "': measured on a program with arenas of " + std::to_string(ordered->arenaBytes) +
                     " bytes, this one has " + std::to_string(arenaBytes) + "; measure this graph on this mesh, and give its file first"};
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(Object{{"own", ordered->toJson()}, {"free", unordered->toJson()}});
  return text;
}

} // namespace det
