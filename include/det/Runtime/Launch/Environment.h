// Which of several processes this one is, and where they meet: read from options and from what launchers leave in the
// environment.
#ifndef DET_RUNTIME_LAUNCH_ENVIRONMENT_H
#define DET_RUNTIME_LAUNCH_ENVIRONMENT_H

#include "det/Runtime/Result.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace det::rt {

/// Whose word counts, in this order of precedence: explicit options, RANK and WORLD_SIZE, SLURM_PROCID, OMPI_COMM_WORLD_RANK,
/// PMI_RANK; nobody: a single process.
enum class Launcher : uint8_t { options, torchrun, slurm, openMpi, pmi, nobody };

/// "torchrun", "slurm", "openmpi", "pmi", "none".
std::optional<Launcher> launcherOf(const std::string &name);

/// What a user says himself.
struct LaunchOptions {
  std::optional<Launcher> launcher; ///< only its variables are read
  std::optional<uint32_t> process, processes, localProcess;
  std::string master; ///< HOST:PORT; an IPv6 address in brackets
};

/// What launchers call rank and size are here the process and the number of processes: a process may run several ranks of a mesh.
struct ProcessEnvironment {
  Launcher launcher = Launcher::nobody;
  uint32_t process = 0, processes = 1;
  std::optional<uint32_t> localProcess; ///< among those of its machine; none: counted when they meet
  /// Where process 0 listens, on the first of these ports that is free. No host: on a socket of this machine that `key` names.
  std::string host;
  std::vector<uint16_t> ports;
  /// What all processes of a run have in common and other runs do not, as far as the launcher says; may be empty.
  std::string key;
};

/// The value of an environment variable; nothing if it is not set.
using Variables = std::function<std::optional<std::string>(const std::string &)>;
/// Those of this process.
Variables environmentVariables();

/// Errors name the variables (or options) and their values: half of a pair, no number, a process beyond the number of processes,
/// launchers that contradict each other, no way to meet.
Result<ProcessEnvironment> detectEnvironment(const LaunchOptions &options, const Variables &variables);

/// The first host of a Slurm node list: "gpu[07-12,20],login1" gives "gpu07"; empty if it cannot be read.
std::string firstNode(const std::string &list);

} // namespace det::rt

#endif // DET_RUNTIME_LAUNCH_ENVIRONMENT_H
