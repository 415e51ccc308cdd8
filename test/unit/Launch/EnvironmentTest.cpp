// What launchers leave in the environment, and what is wrong with it.
#include "det/Runtime/Launch/Environment.h"

#include <gtest/gtest.h>
#include <map>

using namespace det::rt;

namespace {

using Values = std::map<std::string, std::string>;

Result<ProcessEnvironment> detect(const Values &values, const LaunchOptions &options = {}) {
  return detectEnvironment(options, [&](const std::string &name) -> std::optional<std::string> {
    const auto found = values.find(name);
    return found == values.end() ? std::nullopt : std::optional(found->second);
  });
}

// The error says all of this.
void expectError(const Values &values, const std::vector<std::string> &words, const LaunchOptions &options = {}) {
  const auto found = detect(values, options);
  ASSERT_FALSE(found);
  for (const std::string &word : words)
    EXPECT_NE(found.error().message.find(word), std::string::npos) << "'" << word << "' is not in: " << found.error().message;
}

LaunchOptions numbered(std::optional<uint32_t> process, std::optional<uint32_t> processes, const std::string &master) {
  LaunchOptions options;
  options.process = process;
  options.processes = processes;
  options.master = master;
  return options;
}

LaunchOptions chosen(Launcher launcher) {
  LaunchOptions options;
  options.launcher = launcher;
  return options;
}

const Values torchrun = {
    {"RANK", "2"}, {"WORLD_SIZE", "4"}, {"LOCAL_RANK", "1"}, {"MASTER_ADDR", "node0"}, {"MASTER_PORT", "29500"}};
const Values slurm = {{"SLURM_PROCID", "3"},
                      {"SLURM_NTASKS", "8"},
                      {"SLURM_LOCALID", "1"},
                      {"SLURM_JOB_ID", "77"},
                      {"SLURM_STEP_ID", "0"},
                      {"SLURM_STEP_NUM_NODES", "2"},
                      {"SLURM_STEP_NODELIST", "gpu[07-08]"}};
const Values openMpi = {{"OMPI_COMM_WORLD_RANK", "1"},
                        {"OMPI_COMM_WORLD_SIZE", "4"},
                        {"OMPI_COMM_WORLD_LOCAL_RANK", "1"},
                        {"OMPI_COMM_WORLD_LOCAL_SIZE", "4"},
                        {"PMIX_NAMESPACE", "job-9"}};

Values with(Values values, const Values &more) {
  for (const auto &[name, value] : more)
    values[name] = value;
  return values;
}

Values without(Values values, const std::string &name) {
  values.erase(name);
  return values;
}

} // namespace

TEST(Environment, NobodyMeansOneProcess) {
  const auto found = detect({{"PATH", "/bin"}, {"MASTER_ADDR", "node0"}});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->launcher, Launcher::nobody);
  EXPECT_EQ(found->processes, 1u);
}

TEST(Environment, Torchrun) {
  const auto found = detect(torchrun);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->launcher, Launcher::torchrun);
  EXPECT_EQ(found->process, 2u);
  EXPECT_EQ(found->processes, 4u);
  EXPECT_EQ(found->localProcess, 1u);
  EXPECT_EQ(found->host, "node0");
  EXPECT_EQ(found->ports, std::vector<uint16_t>{29500});
}

TEST(Environment, ThePortOfTorchrunsAgentIsTaken) {
  const auto found = detect(with(
      torchrun, {{"TORCHELASTIC_USE_AGENT_STORE", "True"}, {"TORCHELASTIC_RUN_ID", "abc"}, {"TORCHELASTIC_RESTART_COUNT", "1"}}));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->ports.front(), 29501);
  EXPECT_EQ(found->ports.size(), 8u);
  EXPECT_EQ(found->key, "torchrun abc 1");
}

TEST(Environment, TorchrunIsStartedByOthersOnceAMachine) {
  const auto found = detect(with(torchrun, {{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "2"}}));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->launcher, Launcher::torchrun);
  EXPECT_EQ(found->processes, 4u);
}

TEST(Environment, SlurmOnSeveralNodesMeetsOnTheFirst) {
  const auto found = detect(slurm);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->launcher, Launcher::slurm);
  EXPECT_EQ(found->process, 3u);
  EXPECT_EQ(found->host, "gpu07");
  EXPECT_EQ(found->key, "slurm 77.0");
  EXPECT_GE(found->ports.front(), 20000);
  const auto other = detect(with(slurm, {{"SLURM_PROCID", "5"}}));
  ASSERT_TRUE(other);
  EXPECT_EQ(found->ports, other->ports);
  const auto chosen = detect(with(slurm, {{"MASTER_ADDR", "other"}, {"MASTER_PORT", "1234"}}));
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->host, "other");
}

TEST(Environment, SlurmOnOneNodeNeedsNoAddress) {
  const auto found = detect(with(slurm, {{"SLURM_STEP_NUM_NODES", "1"}}));
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->host.empty());
}

TEST(Environment, ShellsInsideAnAllocationAreNoTasks) {
  const auto found = detect({{"SLURM_NTASKS", "8"}, {"SLURM_JOB_ID", "77"}});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->processes, 1u);
}

TEST(Environment, OpenMpiOnOneMachineNeedsNoAddress) {
  const auto found = detect(openMpi);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->launcher, Launcher::openMpi);
  EXPECT_EQ(found->process, 1u);
  EXPECT_TRUE(found->host.empty());
  EXPECT_EQ(found->key, "openmpi job-9");
}

TEST(Environment, OpenMpiOnSeveralMachinesNeedsOne) {
  expectError(with(openMpi, {{"OMPI_COMM_WORLD_LOCAL_SIZE", "2"}}), {"OMPI_COMM_WORLD_LOCAL_SIZE=2", "MASTER_ADDR", "mpirun -x"});
  const auto found = detect(with(openMpi, {{"OMPI_COMM_WORLD_LOCAL_SIZE", "2"}, {"MASTER_ADDR", "a"}, {"MASTER_PORT", "5"}}));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->host, "a");
}

TEST(Environment, Pmi) {
  const auto found = detect({{"PMI_RANK", "1"}, {"PMI_SIZE", "2"}, {"MPI_LOCALRANKID", "1"}, {"MPI_LOCALNRANKS", "2"}});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->launcher, Launcher::pmi);
  expectError({{"PMI_RANK", "1"}, {"PMI_SIZE", "2"}}, {"PMI_RANK=1", "MASTER_ADDR"});
  expectError({{"PMIX_RANK", "1"}}, {"PMIX_RANK=1", "WORLD_SIZE"});
}

TEST(Environment, HalfSetVariables) {
  expectError(without(torchrun, "WORLD_SIZE"), {"RANK=2", "WORLD_SIZE is not"});
  expectError(without(torchrun, "RANK"), {"WORLD_SIZE=4", "RANK is not"});
  expectError(without(torchrun, "MASTER_ADDR"), {"RANK=2", "MASTER_ADDR"});
  expectError(without(torchrun, "MASTER_PORT"), {"MASTER_ADDR=node0", "MASTER_PORT"});
  expectError(without(slurm, "SLURM_NTASKS"), {"SLURM_PROCID=3", "SLURM_NTASKS"});
  expectError(without(openMpi, "OMPI_COMM_WORLD_SIZE"), {"OMPI_COMM_WORLD_RANK=1", "OMPI_COMM_WORLD_SIZE"});
  expectError({}, {"--process", "--processes"}, numbered(1, {}, {}));
}

TEST(Environment, Contradictions) {
  expectError(with(slurm, openMpi), {"SLURM_PROCID=3", "OMPI_COMM_WORLD_RANK=1", "--launcher"});
  expectError(with(slurm, {{"SLURM_STEP_NUM_TASKS", "4"}}), {"SLURM_STEP_NUM_TASKS=4", "SLURM_NTASKS=8"});
  expectError(with(torchrun, {{"RANK", "4"}}), {"RANK=4", "WORLD_SIZE=4"});
  expectError(with(torchrun, {{"LOCAL_RANK", "4"}}), {"LOCAL_RANK=4", "WORLD_SIZE=4"});
}

TEST(Environment, NoNumbers) {
  for (const char *text : {"", "x", "-1", "1 ", "4294967296"})
    expectError(with(torchrun, {{"RANK", text}}), {"RANK='" + std::string(text) + "'"});
  expectError(with(torchrun, {{"MASTER_PORT", "0"}}), {"MASTER_PORT=0"});
  expectError(with(torchrun, {{"MASTER_PORT", "65536"}}), {"MASTER_PORT=65536"});
}

TEST(Environment, OptionsComeFirst) {
  const auto found = detect(torchrun, numbered(0, 2, "[::1]:7000"));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->launcher, Launcher::options);
  EXPECT_EQ(found->processes, 2u);
  EXPECT_EQ(found->host, "::1");
  EXPECT_EQ(found->ports, std::vector<uint16_t>{7000});
  const auto moved = detect(torchrun, numbered({}, {}, "there:80"));
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->host, "there");
  for (const char *master : {"host", ":1", "host:", "host:0", "host:70000", "::1:5"})
    expectError(torchrun, {"--master", master}, numbered({}, {}, master));
}

TEST(Environment, ALauncherCanBeChosen) {
  const auto mpi = detect(with(slurm, openMpi), chosen(Launcher::openMpi));
  ASSERT_TRUE(mpi);
  EXPECT_EQ(mpi->process, 1u);
  const auto none = detect(torchrun, chosen(Launcher::nobody));
  ASSERT_TRUE(none);
  EXPECT_EQ(none->processes, 1u);
  expectError({}, {"--launcher"}, chosen(Launcher::slurm));
}

TEST(Environment, FirstNode) {
  EXPECT_EQ(firstNode("n1"), "n1");
  EXPECT_EQ(firstNode("n1,n2"), "n1");
  EXPECT_EQ(firstNode("gpu[07-12,20],login1"), "gpu07");
  EXPECT_EQ(firstNode("r[1-2]n[03,05]"), "r1n03");
  EXPECT_EQ(firstNode("n[3"), "");
}
