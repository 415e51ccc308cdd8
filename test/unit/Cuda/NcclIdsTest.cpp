// Which ranks make the ids by which thousands of them find each other, and what each rank calls.
#include "../../../lib/Runtime/Cuda/Session/NcclIds.h"
#include "../../../lib/Runtime/Cuda/Session/Transport.h"
#include "TestArtifact.h"
#include "det/Runtime/Cuda/Recording.h"

using namespace det::rt;
using namespace det::rt::test;

// As NCCL's user guide gives it for ncclCommInitRankScalable.
static bool hasRoot(int rank, int ranks, int ids) {
  const int more = ranks % ids, each = ranks / ids, limit = more * (each + 1);
  return rank < limit ? rank % (each + 1) == 0 : (rank - limit) % each == 0;
}

TEST(NcclIds, AreMadeByTheFirstRanksOfEqualParts) {
  EXPECT_EQ(cuda::idsFor(1, 128), 1);
  EXPECT_EQ(cuda::idsFor(128, 128), 1);
  EXPECT_EQ(cuda::idsFor(129, 128), 2);
  EXPECT_EQ(cuda::idsFor(16384, 128), 128);
  for (const int ranks : {1, 2, 127, 128, 129, 256, 300, 1000, 1024, 16384}) {
    const int ids = cuda::idsFor(ranks, 128);
    int next = 0, longest = 0, begin = 0;
    for (int rank = 0; rank < ranks; ++rank) {
      const std::optional<int> made = cuda::idMadeBy(rank, ranks, ids);
      ASSERT_EQ(made.has_value(), hasRoot(rank, ranks, ids)) << rank << " of " << ranks;
      if (!made)
        continue;
      EXPECT_EQ(*made, next++) << rank << " of " << ranks;
      longest = std::max(longest, rank - begin);
      begin = rank;
    }
    EXPECT_EQ(next, ids);
    EXPECT_LE(std::max(longest, ranks - begin), 128);
  }
}

// Every rank of 300 connects by the three ids that three of them made; on an older NCCL by the one of rank 0.
TEST(NcclIds, ManyRanksConnectBySeveral) {
  constexpr uint32_t ranks = 300;
  flatbuffers::FlatBufferBuilder builder;
  const det::artifact::PlanT unpacked = makePlan(ranks);
  builder.Finish(det::artifact::Plan::Pack(builder, &unpacked));
  const Result<LoadedPlan> plan = loadPlan({builder.GetBufferPointer(), builder.GetSize()});
  ASSERT_TRUE(plan) << plan.error().message;
  cuda::MessagePlaces places; // connecting reads no more of them than that no exchange has a route
  places.exchanges.resize(plan->rules.size());
  std::vector<uint32_t> makers;
  for (uint32_t rank = 0; rank < ranks; ++rank) {
    cuda::CallLog log;
    const auto driver = cuda::recordDriver(log);
    const auto nccl = cuda::recordNccl(log);
    cuda::NcclSetup setup{nccl.get(), driver.get(), &*plan, &places, rank, {}, {}};
    setup.share = [&](const std::optional<cuda::NcclId> &mine, int count) -> Result<std::vector<cuda::NcclId>> {
      if (mine)
        makers.push_back(rank);
      return std::vector<cuda::NcclId>(size_t(count));
    };
    const auto transport = cuda::makeNcclTransport(setup);
    ASSERT_TRUE(transport) << transport.error().message;
    const bool makes = rank % 100 == 0;
    ASSERT_GE(log.calls.size(), 2u);
    if (makes)
      EXPECT_EQ(log.calls[0], "make an id");
    EXPECT_EQ(log.calls[makes], "c1 = connect rank " + std::to_string(rank) + " of 300 by 3 ids");
  }
  EXPECT_EQ(makers, (std::vector<uint32_t>{0, 100, 200}));
}
