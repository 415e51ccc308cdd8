// A training run from first state to last.
#ifndef DET_TOOLS_RUN_TRAINING_H
#define DET_TOOLS_RUN_TRAINING_H

#include "Options.h"

namespace det::run {

/// Does all that the options ask for. On an error nothing has been written: output files appear when the run has ended.
rt::Status train(const Options &options);

} // namespace det::run

#endif // DET_TOOLS_RUN_TRAINING_H
