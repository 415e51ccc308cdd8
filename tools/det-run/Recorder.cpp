// JSON lines and progress.
#include "Recorder.h"
#include "Processes.h"
#include "det/Runtime/Trace/Glob.h"
#include "det/Runtime/Trace/Numbers.h"

#include <algorithm>
#include <cinttypes>

namespace det::run {

namespace {

using artifact::TensorKind;
using rt::Fingerprint;
using Fingerprints = std::map<std::string, Fingerprint>;

Fingerprint total(const Fingerprints &all) {
  Fingerprint sum{};
  for (const auto &[name, one] : all)
    sum = {sum[0] + one[0], sum[1] + one[1]};
  return sum;
}

double seconds(std::chrono::steady_clock::duration time) { return std::chrono::duration<double>(time).count(); }

// "1234567" as "1,234,567".
std::string grouped(double number) {
  const std::string digits = std::to_string(uint64_t(number + 0.5));
  std::string text;
  for (size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0)
      text += ',';
    text += digits[i];
  }
  return text;
}

std::string remaining(double time) {
  char text[64];
  if (time < 90)
    std::snprintf(text, sizeof text, "%.0f s left", time);
  else
    std::snprintf(text, sizeof text, "%.0f min left", time / 60);
  return text;
}

// A window of length L predicts L - 1 tokens; a batch tensor without dims counts as one.
uint64_t tokensOf(const TensorInfo &info) {
  if (info.shape.empty())
    return 1;
  const uint64_t count = uint64_t(rt::elementCount(info.shape).value_or(0)), length = uint64_t(info.shape.back());
  return length > 1 ? count / length * (length - 1) : count;
}

} // namespace

Status Recorder::open(const Options &asked, const Engine &engine, const rt::TensorMap &kept) {
  options = &asked;
  isSpeaker = speaks(asked);
  states = engine.tensorsOf(TensorKind::state);
  metrics = engine.tensorsOf(TensorKind::metric);
  for (const auto &[name, tensor] : kept)
    carried[name] = rt::fingerprint(name, tensor.view());
  for (const std::string &glob : asked.fingerprintsOf)
    if (std::none_of(engine.tensors().begin(), engine.tensors().end(),
                     [&](const TensorInfo &info) { return rt::matchesGlob(glob, info.name); }) &&
        std::none_of(carried.begin(), carried.end(), [&](const auto &one) { return rt::matchesGlob(glob, one.first); }))
      return Error{"--fingerprints-of='" + glob + "' matches no tensor"};
  if (isSpeaker && !asked.fingerprints.empty())
    if (Status status = fingerprintFile.open(asked.fingerprints); !status)
      return status;
  if (isSpeaker && !asked.metrics.empty())
    if (Status status = metricFile.open(asked.metrics); !status)
      return status;
  // The first batch tensor that has dims is what is trained on.
  for (const TensorInfo &info : engine.tensorsOf(TensorKind::batch))
    if (tokensPerStep <= 1)
      tokensPerStep = tokensOf(info);
  start = lastShown = shownFrom = std::chrono::steady_clock::now();
  return {};
}

Status Recorder::record(uint64_t step, const Engine &engine, const ViewMap &batch) {
  ++done;
  if (metricFile.isOpen())
    if (Status status = recordMetrics(step, engine); !status)
      return status;
  if (!options->fingerprints.empty())
    if (Status status = recordFingerprints(step, engine, batch); !status)
      return status;
  const auto now = std::chrono::steady_clock::now();
  if (isSpeaker && options->progress && (done == 1 || done == options->steps || seconds(now - lastShown) > 0.5))
    show(step, engine);
  return {};
}

Status Recorder::recordMetrics(uint64_t step, const Engine &engine) {
  std::string line = "{\"step\": " + std::to_string(step);
  for (const TensorInfo &info : metrics) {
    const Result<TensorView> value = engine.metric(info.name);
    if (!value)
      return value.error();
    line += ", " + rt::quoteJson(info.name) + ": " + rt::toJson(*value);
  }
  return metricFile.write(line + "}");
}

Result<std::map<std::string, Fingerprint>> Recorder::stateFingerprints(const Engine &engine) const {
  Fingerprints all = carried;
  const Result<std::map<std::string, ElementSums>> sums = engine.stateSums();
  if (!sums)
    return sums.error();
  for (const TensorInfo &info : states)
    all[info.name] = rt::fingerprint(info.name, info.type, info.shape, sums->at(info.name));
  return all;
}

Status Recorder::recordFingerprints(uint64_t step, const Engine &engine, const ViewMap &batch) {
  Result<Fingerprints> summed = stateFingerprints(engine);
  if (!summed || !isSpeaker)
    return summed ? Status() : Status(summed.error());
  Fingerprints &state = *summed;
  Fingerprints batches, values;
  for (const auto &[name, tensor] : batch)
    batches[name] = rt::fingerprint(name, tensor);
  for (const TensorInfo &info : metrics) {
    const Result<TensorView> value = engine.metric(info.name);
    if (!value)
      return value.error();
    values[info.name] = rt::fingerprint(info.name, *value);
  }
  std::string line = "{\"step\": " + std::to_string(step) + ", \"state\": \"" + rt::toHex(total(state)) + "\", \"batch\": \"" +
                     rt::toHex(total(batches)) + "\", \"metrics\": \"" + rt::toHex(total(values)) + "\"";
  if (!options->fingerprintsOf.empty()) {
    std::string single;
    for (const Fingerprints *group : {&state, &batches, &values})
      for (const auto &[name, one] : *group)
        if (std::any_of(options->fingerprintsOf.begin(), options->fingerprintsOf.end(),
                        [&](const std::string &glob) { return rt::matchesGlob(glob, name); }))
          single += (single.empty() ? "" : ", ") + rt::quoteJson(name) + ": \"" + rt::toHex(one) + "\"";
    line += ", \"tensors\": {" + single + "}";
  }
  return fingerprintFile.write(line + "}");
}

void Recorder::show(uint64_t step, const Engine &engine) {
  const auto now = std::chrono::steady_clock::now();
  std::string line = "step " + std::to_string(step + 1) + "/" + std::to_string(options->firstStep + options->steps);
  for (const TensorInfo &info : metrics) {
    if (!info.shape.empty())
      continue;
    char text[64];
    const Result<TensorView> value = engine.metric(info.name);
    std::snprintf(text, sizeof text, "  %s %.5g", info.name.substr(0, 30).c_str(), value ? rt::firstNumber(*value) : 0.0);
    line += text;
  }
  const double lately = seconds(now - shownFrom);
  if (const uint64_t steps = done - shown; lately > 0 && steps > 0) {
    line += "  " + grouped(double(tokensPerStep * steps) / lately) + " tokens/s";
    if (done < options->steps)
      line += "  " + remaining(lately / double(steps) * double(options->steps - done));
  }
  std::printf("%s\n", line.c_str());
  std::fflush(stdout);
  lastShown = shownFrom = now;
  shown = done;
}

Status Recorder::finish(const Engine &engine) {
  const double time = seconds(std::chrono::steady_clock::now() - start);
  const Result<Fingerprints> state = stateFingerprints(engine);
  if (!state || !isSpeaker)
    return state ? Status() : Status(state.error());
  if (fingerprintFile.isOpen())
    if (Status status = fingerprintFile.keep(); !status)
      return status;
  if (metricFile.isOpen())
    if (Status status = metricFile.keep(); !status)
      return status;
  if (done > 0) {
    std::string line = "last step " + std::to_string(options->firstStep + done - 1) + ":";
    for (const TensorInfo &info : metrics)
      if (const Result<TensorView> value = engine.metric(info.name); value && info.shape.empty())
        line += "  " + info.name + " " + rt::toJson(*value);
    std::printf("%s\n", line.c_str());
    std::printf("%" PRIu64 " steps in %.3f s: %.3f ms a step, %s tokens/s\n", done, time, time / double(done) * 1e3,
                grouped(double(tokensPerStep * done) / std::max(time, 1e-9)).c_str());
  }
  std::printf("state %s\n", rt::toHex(total(*state)).c_str());
  return {};
}

} // namespace det::run
