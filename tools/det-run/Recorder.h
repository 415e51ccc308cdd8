// What a run leaves behind beside its state: fingerprints and metrics of every step, and lines for people.
#ifndef DET_TOOLS_RUN_RECORDER_H
#define DET_TOOLS_RUN_RECORDER_H

#include "Engine.h"
#include "LineFile.h"

#include <chrono>

namespace det::run {

/// Records steps. In several processes all call it, and the one that speaks writes. Fingerprints are those of architecture.md section 5; a state's includes carried tensors.
class Recorder {
public:
  /// Opens the output files. Errors: they cannot be made; a --fingerprints-of pattern that matches no tensor.
  Status open(const Options &options, const Engine &engine, const rt::TensorMap &carried);
  /// After a step. `step` counts from options.firstStep.
  Status record(uint64_t step, const Engine &engine, const ViewMap &batch);
  /// Gives the files their names and prints the last lines.
  Status finish(const Engine &engine);

private:
  Status recordFingerprints(uint64_t step, const Engine &engine, const ViewMap &batch);
  Status recordMetrics(uint64_t step, const Engine &engine);
  Result<std::map<std::string, rt::Fingerprint>> stateFingerprints(const Engine &engine) const;
  void show(uint64_t step, const Engine &engine);

  const Options *options = nullptr;
  bool isSpeaker = true;
  std::vector<TensorInfo> states, metrics;
  std::map<std::string, rt::Fingerprint> carried;
  LineFile fingerprintFile, metricFile;
  uint64_t tokensPerStep = 0, done = 0, shown = 0;
  std::chrono::steady_clock::time_point start, lastShown, shownFrom;
};

} // namespace det::run

#endif // DET_TOOLS_RUN_RECORDER_H
