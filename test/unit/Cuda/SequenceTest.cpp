// The exact sequence of calls of a rank against the plan, and that the sequences of all ranks match.
#include "TestArtifact.h"
#include "det/Runtime/Cuda/Recording.h"

#include <set>
#include <sstream>

using namespace det::rt;
using namespace det::rt::test;

namespace {

/// The calls of one step of every rank, each a process of its own; nothing runs. Launches without their kernels. With `near` ranks on each
/// machine exchanges go by levels.
std::vector<std::vector<std::string>> callsOf(uint32_t ranks, bool graphs, uint32_t near = 0) {
  std::vector<std::vector<std::string>> all(ranks);
  runProcesses(ranks, [&](std::shared_ptr<ProcessGroup> group) {
    cuda::CallLog log;
    SessionOptions options;
    options.group = group;
    options.near = near;
    options.route = RouteChoice::levels;
    cuda::CudaOptions cuda;
    cuda.graphs = graphs;
    cuda.nccl = [&](cuda::Driver &) -> Result<std::unique_ptr<cuda::Nccl>> { return cuda::recordNccl(log); };
    auto session = cuda::CudaSession::create(makeCudaArtifact(makePlan(ranks)), cuda::recordDriver(log), options, cuda);
    ASSERT_TRUE(session) << session.error().message;
    if (!graphs)
      log.calls.clear();
    const HostTensor x = randomTensor({rows, width}, 1);
    const Status status = (*session)->step({{"x", x.view()}});
    EXPECT_TRUE(status) << status.error().message;
    for (std::string &call : log.calls)
      if (const size_t launch = call.find("launch "); launch != std::string::npos)
        call.resize(launch + 6);
    all[group->process()] = log.calls;
    (void)group->finish();
  });
  return all;
}

/// "s3 send 36 bytes to 1 of c1": its words behind the stream.
std::vector<std::string> wordsOf(const std::string &call) {
  std::istringstream stream(call);
  std::vector<std::string> words;
  for (std::string word; stream >> word;)
    words.push_back(word);
  return words;
}

} // namespace

// s1 carries state, s2 entries, s3 exchanges. e1 and e2 end the exchanges, e3 is what an exchange waits for, e4 says that messages lie ready.
TEST(CudaSequence, StepOfOneRank) {
  const std::vector<std::string> right = {
      "s2 upload 60 bytes",                                 // three rows of x
      "s2 record e7", "s3 wait e7",                         // the step begins
      "s2 launch",                                          // the rows are nodes
      "s2 record e3", "s3 wait e3",                         // exchange 0: all nodes of the rank's columns
      "s3 launch",                                          // three columns of three nodes for rank 1
      "s3 launch",                                          // two columns of its own
      "s3 record e4",                                       //
      "s3 download 4 bytes",                                // where the device has come to
      "group {", "s3 send 36 bytes to 1 of c1", "s3 receive 32 bytes from 1 of c1", "}",
      "s3 record e1",                                       // what came lies where it belongs: four whole nodes behind the three
      "s2 wait e1",                                         //
      "s2 launch",                                          // join
      "s2 record e3", "s3 wait e3",                         // exchange 1: all columns
      "s3 copy 8 bytes",                                    // its own
      "s3 record e4", "s3 download 4 bytes",                //
      "group {", "s3 send 8 bytes to 1 of c1", "s3 receive 12 bytes from 1 of c1", "}",
      "s3 record e2", "s2 wait e2",                         //
      "s2 launch", "s2 launch", "s2 launch",                // the loop
      "s3 record e6", "s2 wait e6",                         // the step ends
      "s2 download 8 bytes",                                // the metric
      "s2 record e8", "done? e8"};
  EXPECT_EQ(callsOf(2, false)[0], right);
}

TEST(CudaSequence, AStepIsOneGraph) {
  const std::vector<std::string> calls = callsOf(2, true)[0];
  const std::vector<std::string> step(calls.end() - 5, calls.end());
  EXPECT_EQ(step, (std::vector<std::string>{"s2 upload 60 bytes", "s2 graph g1", "s2 download 8 bytes", "s2 record e8", "done? e8"}));
  // All that a step queues is between the ends of the capture, and it ends on the stream on which it began.
  const auto begin = std::find(calls.begin(), calls.end(), "s2 begin capture"), end = std::find(calls.begin(), calls.end(), "s2 end capture");
  ASSERT_TRUE(begin < end && end != calls.end());
  const std::vector<std::string> eager = callsOf(2, false)[0];
  EXPECT_EQ(std::vector<std::string>(begin + 1, end), std::vector<std::string>(eager.begin() + 1, eager.end() - 3));
}

TEST(CudaSequence, SendsMatchReceives) {
  for (const auto &[ranks, near] : {std::pair(2u, 0u), std::pair(3u, 0u), std::pair(4u, 0u), std::pair(7u, 0u), std::pair(4u, 2u), std::pair(5u, 2u),
                                    std::pair(7u, 3u), std::pair(9u, 4u)}) {
    const auto all = callsOf(ranks, false, near);
    // For each pair, in order: what one sends the other receives, in equal groups. By levels a rank may have no part in a round: groups have other numbers.
    std::map<std::pair<uint32_t, uint32_t>, std::vector<std::string>> sent, received;
    std::vector<size_t> groups(ranks);
    size_t messages = 0;
    std::set<std::pair<uint32_t, uint32_t>> crossing;
    for (uint32_t rank = 0; rank < ranks; ++rank) {
      bool open = false;
      for (const std::string &call : all[rank]) {
        const std::vector<std::string> words = wordsOf(call);
        if (call == "group {") {
          EXPECT_FALSE(open);
          open = true;
          ++groups[rank];
        } else if (call == "}") {
          open = false;
        } else if (words.size() > 6 && (words[1] == "send" || words[1] == "receive")) {
          EXPECT_TRUE(open);
          const uint32_t peer = uint32_t(std::stoul(words[5]));
          const bool sends = words[1] == "send";
          (sends ? sent[{rank, peer}] : received[{peer, rank}]).push_back(words[2] + (near ? "" : " in group " + std::to_string(groups[rank])) + " of " + words[7]);
          if (near && rank / near != peer / near)
            crossing.insert({rank / near, peer / near});
          ++messages;
        }
      }
      EXPECT_FALSE(open);
    }
    EXPECT_EQ(sent, received) << ranks << " ranks, " << near << " near";
    EXPECT_GT(messages, 0u);
    // Every pair of machines by one pair of ranks in each exchange, at most.
    size_t between = 0;
    for (const auto &[pair, list] : sent)
      between += near && pair.first / near != pair.second / near ? list.size() : 0;
    EXPECT_LE(between, 2 * crossing.size());
  }
}
