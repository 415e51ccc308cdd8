// Where training starts: a state file, or a program that computes the state from a seed.
#ifndef DET_TOOLS_RUN_FIRSTSTATE_H
#define DET_TOOLS_RUN_FIRSTSTATE_H

#include "Engine.h"

namespace det::run {

/// Key in a saved file's metadata: the names of carried tensors, one per line.
inline constexpr const char *carriedKey = "det.carried";

/// Sets all of the engine's state. Gives the tensors that the program does not know but that are kept and saved.
/// Errors: no state where the program needs one; tensors that do not fit, all in one message.
Result<rt::TensorMap> setFirstState(Engine &engine, const Options &options);

} // namespace det::run

#endif // DET_TOOLS_RUN_FIRSTSTATE_H
