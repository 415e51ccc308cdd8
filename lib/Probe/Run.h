// One kernel on one input after the other.
#ifndef DET_LIB_PROBE_RUN_H
#define DET_LIB_PROBE_RUN_H

#include "Probe.h"
#include "Subject.h"

#include "det/Runtime/EntryRunner.h"

namespace det::probe {

class Run {
public:
  /// `entries`: what runs, the subject's last; those before it fill its helpers.
  Run(Subject &subject, const std::vector<const artifact::EntryT *> &entries, rt::EntryRunner &runner, const Options &options)
      : subject(subject), entries(entries), runner(runner), options(options), field(runner.arena(), runner.constants()) {}

  /// True if the order was revealed. Throws a Fault at the first difference.
  bool run();
  /// True if it got few inputs for its slowness.
  bool isSlow() const { return options.slowSeconds > 0 && longest > options.slowSeconds; }

private:
  void fillInputs(Filling filling, uint64_t seed);
  void fillOutputs(uint8_t pattern);
  void execute(int members);
  void compare(const std::vector<Expected> &expected, const std::string &inputs) const;
  /// Every element of the results is written, and none beside them.
  void checkCoverage();
  bool liesOnInput(const Access &output) const;

  Subject &subject;
  const std::vector<const artifact::EntryT *> &entries;
  rt::EntryRunner &runner;
  const Options &options;
  Field field;
  double longest = 0; ///< seconds of an input
};

} // namespace det::probe

#endif // DET_LIB_PROBE_RUN_H
