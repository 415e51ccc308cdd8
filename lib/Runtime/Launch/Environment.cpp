// Asks the launchers one after the other.
#include "det/Runtime/Launch/Environment.h"

#include <charconv>
#include <cstdlib>
#include <unistd.h>

namespace det::rt {

namespace {

// A launcher's variables: the first that is set of each list counts.
struct Names {
  Launcher launcher;
  std::vector<const char *> process, processes, local, localProcesses;
};

const Names launchers[] = {
    {Launcher::torchrun, {"RANK"}, {"WORLD_SIZE"}, {"LOCAL_RANK"}, {"LOCAL_WORLD_SIZE"}},
    {Launcher::slurm, {"SLURM_PROCID"}, {"SLURM_STEP_NUM_TASKS", "SLURM_NTASKS"}, {"SLURM_LOCALID"}, {}},
    {Launcher::openMpi,
     {"OMPI_COMM_WORLD_RANK"},
     {"OMPI_COMM_WORLD_SIZE"},
     {"OMPI_COMM_WORLD_LOCAL_RANK"},
     {"OMPI_COMM_WORLD_LOCAL_SIZE"}},
    {Launcher::pmi, {"PMI_RANK"}, {"PMI_SIZE"}, {"MPI_LOCALRANKID", "PMI_LOCAL_RANK"}, {"MPI_LOCALNRANKS", "PMI_LOCAL_SIZE"}},
};

struct Value {
  std::string name;
  uint32_t number = 0;
};

std::optional<uint32_t> parse(const std::string &text) {
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return number;
}

std::string said(const Value &value) { return value.name + "=" + std::to_string(value.number); }

// Reads variables, and keeps the first error.
class Reader {
public:
  explicit Reader(const Variables &variables) : variables(variables) {}

  std::optional<Value> number(const std::vector<const char *> &names) {
    for (const char *name : names)
      if (const auto text = variables(name)) {
        if (const auto number = parse(*text))
          return Value{name, *number};
        fail(std::string(name) + "='" + *text + "' is no number");
        return std::nullopt;
      }
    return std::nullopt;
  }
  std::string text(const std::vector<const char *> &names) {
    for (const char *name : names)
      if (auto value = variables(name); value && !value->empty())
        return *value;
    return {};
  }
  void fail(std::string message) {
    if (!error)
      error = Error{std::move(message)};
  }
  std::optional<Error> error;

private:
  const Variables &variables;
};

// What one launcher says.
struct Claim {
  Launcher launcher;
  Value process, processes;
  std::optional<Value> local, localProcesses;
};

const char *const howToChoose = "; --launcher=torchrun, slurm, openmpi, pmi or none says whose variables count";

std::optional<Claim> ask(const Names &names, Reader &reader) {
  const auto process = reader.number(names.process);
  const auto processes = reader.number(names.processes);
  if (names.launcher == Launcher::slurm) {
    // Shells inside an allocation know the number of tasks without being one.
    const auto step = reader.number({"SLURM_STEP_NUM_TASKS"}), tasks = reader.number({"SLURM_NTASKS"});
    if (!process)
      return std::nullopt;
    if (step && tasks && step->number != tasks->number)
      reader.fail(said(*step) + " contradicts " + said(*tasks) + howToChoose);
  }
  if (reader.error || (!process && !processes))
    return std::nullopt;
  if (!process || !processes) {
    const Value &there = process ? *process : *processes;
    reader.fail(said(there) + " is set, but " + (process ? names.processes : names.process).back() + " is not" + howToChoose);
    return std::nullopt;
  }
  return Claim{names.launcher, *process, *processes, reader.number(names.local), reader.number(names.localProcesses)};
}

bool readMaster(const std::string &master, ProcessEnvironment &made) {
  const size_t colon = master.rfind(':');
  if (colon == std::string::npos || colon == 0)
    return false;
  const auto port = parse(master.substr(colon + 1));
  made.host = master.substr(0, colon);
  if (made.host.front() == '[' && made.host.back() == ']')
    made.host = made.host.substr(1, made.host.size() - 2);
  else if (made.host.find(':') != std::string::npos)
    return false;
  if (!port || *port < 1 || *port > 65535 || made.host.empty())
    return false;
  made.ports = {uint16_t(*port)};
  return true;
}

// Where a port has to be made up: below those that systems hand out by themselves, some in a row.
std::vector<uint16_t> portsFrom(const std::string &key) {
  uint64_t hash = 14695981039346656037u; // FNV-1a
  for (unsigned char c : key)
    hash = (hash ^ c) * 1099511628211u;
  const auto first = uint16_t(20000 + hash % 10000);
  return {first, uint16_t(first + 1), uint16_t(first + 2), uint16_t(first + 3)};
}

std::vector<uint16_t> behind(uint16_t port) {
  std::vector<uint16_t> ports;
  for (int i = 1; i <= 8; ++i)
    ports.push_back(uint16_t(port + i <= 65535 ? port + i : port - i));
  return ports;
}

std::string keyOf(Launcher launcher, Reader &reader) {
  switch (launcher) {
  case Launcher::torchrun: {
    const std::string run = reader.text({"TORCHELASTIC_RUN_ID"});
    return run.empty() ? run : "torchrun " + run + " " + reader.text({"TORCHELASTIC_RESTART_COUNT"});
  }
  case Launcher::slurm:
    return "slurm " + reader.text({"SLURM_JOB_ID", "SLURM_JOBID"}) + "." + reader.text({"SLURM_STEP_ID", "SLURM_STEPID"});
  case Launcher::openMpi:
    if (const std::string job = reader.text({"PMIX_NAMESPACE", "OMPI_MCA_ess_base_jobid"}); !job.empty())
      return "openmpi " + job;
    return "openmpi child of " + std::to_string(getppid());
  case Launcher::pmi:
    // The launcher's process on a machine is the parent of all that it starts there.
    return "pmi child of " + std::to_string(getppid());
  default:
    return {};
  }
}

// MASTER_ADDR and MASTER_PORT, or what the launcher knows of its machines.
void findMeeting(const Claim &claim, ProcessEnvironment &made, Reader &reader) {
  const std::string address = reader.text({"MASTER_ADDR"});
  const auto port = reader.number({"MASTER_PORT"});
  if (port && (port->number < 1 || port->number > 65535))
    return reader.fail(said(*port) + " is no port: 1 to 65535");
  made.key = keyOf(claim.launcher, reader);
  const std::string who = said(claim.process) + " and " + said(claim.processes) + " are set, but ";
  if (!address.empty() && !port)
    return reader.fail(who + "of MASTER_ADDR=" + address + " and MASTER_PORT only the first is");
  if (!address.empty()) {
    made.host = address;
    // The agent of torchrun may listen at MASTER_PORT itself.
    const bool taken = claim.launcher == Launcher::torchrun && reader.text({"TORCHELASTIC_USE_AGENT_STORE"}) == "True";
    made.ports = taken ? behind(uint16_t(port->number)) : std::vector{uint16_t(port->number)};
    return;
  }
  if (claim.launcher == Launcher::torchrun)
    return reader.fail(who + "MASTER_ADDR is not: set MASTER_ADDR and MASTER_PORT to where process 0 can listen");
  const bool onOne = claim.localProcesses && claim.localProcesses->number == claim.processes.number;
  if (claim.launcher == Launcher::slurm) {
    const auto nodes = reader.number({"SLURM_STEP_NUM_NODES", "SLURM_NNODES", "SLURM_JOB_NUM_NODES"});
    if (nodes && nodes->number == 1)
      return;
    made.host = firstNode(reader.text({"SLURM_STEP_NODELIST", "SLURM_JOB_NODELIST", "SLURM_NODELIST"}));
    if (made.host.empty())
      return reader.fail(who + "SLURM_STEP_NODELIST does not name the first node: set MASTER_ADDR and MASTER_PORT");
    made.ports = port ? std::vector{uint16_t(port->number)} : portsFrom(made.key);
    return;
  }
  if (!onOne)
    reader.fail(who +
                (claim.localProcesses ? "only " + said(*claim.localProcesses) + " of them on this machine"
                                      : std::string("nothing says that all are on one machine")) +
                ": set MASTER_ADDR and MASTER_PORT to where process 0 can listen (mpirun -x MASTER_ADDR=... -x MASTER_PORT=...)");
}

void checkNumbers(const Claim &claim, Reader &reader) {
  if (claim.processes.number < 1 || claim.process.number >= claim.processes.number)
    reader.fail(said(claim.process) + " does not fit " + said(claim.processes) + ": processes are numbered from 0");
  else if (claim.local && claim.local->number >= claim.processes.number)
    reader.fail(said(*claim.local) + " does not fit " + said(claim.processes));
}

Result<ProcessEnvironment> fromOptions(const LaunchOptions &options, Reader &reader) {
  if (!options.process || !options.processes)
    return Error{std::string("--process and --processes belong together: ") + (options.process ? "--processes" : "--process") +
                 " is missing"};
  const Claim claim{Launcher::options, {"--process", *options.process}, {"--processes", *options.processes}, {}, {}};
  checkNumbers(claim, reader);
  ProcessEnvironment made{Launcher::options, *options.process, *options.processes, options.localProcess, {}, {}, {}};
  if (made.processes > 1 && options.master.empty())
    findMeeting({Launcher::torchrun, claim.process, claim.processes, {}, {}}, made, reader);
  if (reader.error)
    return *reader.error;
  return made;
}

} // namespace

Variables environmentVariables() {
  return [](const std::string &name) -> std::optional<std::string> {
    const char *value = std::getenv(name.c_str());
    return value ? std::optional<std::string>(value) : std::nullopt;
  };
}

std::optional<Launcher> launcherOf(const std::string &name) {
  const std::pair<const char *, Launcher> known[] = {{"torchrun", Launcher::torchrun},
                                                     {"slurm", Launcher::slurm},
                                                     {"openmpi", Launcher::openMpi},
                                                     {"pmi", Launcher::pmi},
                                                     {"none", Launcher::nobody}};
  for (const auto &[word, launcher] : known)
    if (word == name)
      return launcher;
  return std::nullopt;
}

Result<ProcessEnvironment> detectEnvironment(const LaunchOptions &options, const Variables &variables) {
  Reader reader(variables);
  ProcessEnvironment made;
  if (options.process || options.processes) {
    Result<ProcessEnvironment> own = fromOptions(options, reader);
    if (!own)
      return own.error();
    made = std::move(*own);
  } else {
    std::optional<Claim> first;
    for (const Names &names : launchers) {
      if (options.launcher ? *options.launcher != names.launcher : first && first->launcher == Launcher::torchrun)
        continue; // torchrun is itself started by others, once a machine
      const std::optional<Claim> claim = ask(names, reader);
      if (reader.error)
        return *reader.error;
      if (!claim)
        continue;
      if (first && (first->process.number != claim->process.number || first->processes.number != claim->processes.number))
        return Error{said(first->process) + " and " + said(first->processes) + " contradict " + said(claim->process) + " and " +
                     said(claim->processes) + howToChoose};
      if (!first)
        first = claim;
    }
    if (!first) {
      if (options.launcher && *options.launcher != Launcher::nobody)
        return Error{"--launcher asks for variables that are not set"};
      if (const std::string rank = reader.text({"PMIX_RANK"}); !options.launcher && !rank.empty())
        return Error{"PMIX_RANK=" + rank +
                     " is set, but nothing says how many processes there are: set RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT" +
                     howToChoose};
      return made;
    }
    checkNumbers(*first, reader);
    made.launcher = first->launcher;
    made.process = first->process.number;
    made.processes = first->processes.number;
    if (first->local)
      made.localProcess = first->local->number;
    if (options.localProcess)
      made.localProcess = options.localProcess;
    if (!reader.error && made.processes > 1 && options.master.empty())
      findMeeting(*first, made, reader);
    else
      made.key = keyOf(first->launcher, reader);
  }
  if (reader.error)
    return *reader.error;
  if (!options.master.empty() && !readMaster(options.master, made))
    return Error{"--master='" + options.master + "': expected HOST:PORT, an IPv6 address in brackets"};
  if (made.processes > 65536)
    return Error{std::to_string(made.processes) + " processes; a run has at most 65536"};
  return made;
}

} // namespace det::rt
