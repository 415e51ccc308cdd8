// What a user asks of det-run.
#ifndef DET_TOOLS_RUN_OPTIONS_H
#define DET_TOOLS_RUN_OPTIONS_H

#include "det/Runtime/Session.h"

#include <string>
#include <vector>

namespace det::run {

/// `ptxSim`: the interpreter of PTX in place of a GPU.
enum class Device { host, reference, cuda, ptxSim };

/// How to compile, where the program is text.
struct CompileChoice {
  std::string mesh, level, recipe;
  std::string pins; ///< the file; empty: no pins
  std::string fuseAttention; ///< on, off or always; empty: the compiler's default
  std::vector<std::string> shards, chips;
  bool forGpu = false; ///< the target is cuda, not host
  bool forSim = false; ///< without chips, the text of the kernels alone
  bool any() const {
    return !mesh.empty() || !level.empty() || !recipe.empty() || !shards.empty() || !chips.empty() || !pins.empty() || !fuseAttention.empty();
  }
};

struct Options {
  std::vector<std::string> files; ///< one program, or the files of --check
  bool check = false;
  int jobs = 1;
  CompileChoice compile;
  std::string init, state;
  int64_t seed = 0;
  std::vector<std::pair<std::string, std::string>> data; ///< batch tensor, source
  uint64_t dataSeed = 0;
  uint64_t steps = 1, firstStep = 0;
  std::string save, fingerprints, metrics, timings;
  std::vector<std::string> fingerprintsOf, carry; ///< globs
  Device device = Device::host;
  bool simChecks = true; ///< ptx-sim looks for races and for reads of what nobody wrote
  bool graphs = true;    ///< a step on a GPU is one launch where that can be
  int gpu = 0;           ///< which of those that this process sees
  double stepSeconds = 600; ///< a step of several processes on GPUs that takes longer has failed; 0: none has
  bool progress = false;
  rt::SessionOptions session;
  bool threadsGiven = false; ///< session.threads is the user's choice
  rt::LaunchOptions launch;
  rt::GroupOptions group;
};

/// The program to train, where --check is not given.
inline const std::string &programOf(const Options &options) { return options.files.front(); }

/// Parses the command line. Returns true if there is something to run; otherwise `exitCode` says how to end (0 after
/// --help) and the message has been printed.
bool parseOptions(int argc, char **argv, Options &options, int &exitCode);

} // namespace det::run

#endif // DET_TOOLS_RUN_OPTIONS_H
