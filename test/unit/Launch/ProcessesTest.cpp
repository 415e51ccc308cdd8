// Messages between ranks of several processes, by every transport: content, order and windows.
#include "det/Runtime/Comm/Processes.h"
#include "TestGroup.h"
#include "det/Runtime/Comm/Delayed.h"

#include <cstring>
#include <gtest/gtest.h>
#include <thread>

using namespace det::rt;
using namespace det::rt::test;

namespace {

constexpr uint32_t exchanges = 3;

// Every rank to every other.
Traffic everybody(uint32_t ranks, uint64_t window, uint32_t messages) {
  Traffic traffic{ranks, exchanges, {}};
  for (uint32_t from = 0; from < ranks; ++from)
    for (uint32_t to = 0; to < ranks; ++to)
      if (from != to)
        traffic.routes.push_back({from, to, window, messages});
  return traffic;
}

uint64_t sizeOf(uint32_t from, uint32_t to, int turn) {
  return 1 + (from * 7919 + to * 104729 + uint32_t(turn) * 1299709) % 90000;
}
uint8_t valueOf(uint32_t from, uint32_t to, int turn) { return uint8_t(from * 16 + to + turn * 3); }

// Sends `turns` messages to each peer and checks as many from each, as far as windows allow; all ranks of a process in one
// thread.
void talk(const std::vector<std::unique_ptr<Communicator>> &ends, RankShare share, uint32_t ranks, int turns) {
  std::vector<std::vector<int>> sent(share.count, std::vector<int>(ranks)), got = sent;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  for (bool open = true; open;) {
    open = false;
    ASSERT_LT(std::chrono::steady_clock::now(), deadline);
    for (uint32_t i = 0; i < share.count; ++i)
      for (uint32_t peer = 0; peer < ranks; ++peer) {
        const uint32_t me = share.first + i;
        if (peer == me)
          continue;
        ASSERT_TRUE(ends[i]->status()) << ends[i]->status().error().message;
        if (int &turn = sent[i][peer]; turn < turns) {
          open = true;
          const uint64_t bytes = sizeOf(me, peer, turn);
          if (void *memory = ends[i]->beginSend(uint32_t(turn) % exchanges, peer, bytes)) {
            std::memset(memory, valueOf(me, peer, turn), bytes);
            ends[i]->post(peer);
            ++turn;
          }
        }
        if (int &turn = got[i][peer]; turn < turns) {
          open = true;
          if (const auto *message = static_cast<const uint8_t *>(ends[i]->receive(uint32_t(turn) % exchanges, peer))) {
            const uint64_t bytes = sizeOf(peer, me, turn);
            for (uint64_t at : {uint64_t(0), bytes / 2, bytes - 1})
              ASSERT_EQ(message[at], valueOf(peer, me, turn));
            ends[i]->release(uint32_t(turn) % exchanges, peer);
            ++turn;
          }
        }
      }
  }
}

} // namespace

TEST(Processes, ContentAndOrderByEveryTransport) {
  constexpr uint32_t ranks = 4;
  for (const Transport transport : {Transport::sharedMemory, Transport::tcp})
    for (const uint32_t processes : {1u, 2u, 4u})
      for (const uint32_t delay : {0u, 5u})
        runGroup({processes, true, {}}, [&](ProcessGroup &group) {
          const auto share = shareOfRanks(ranks, group.process(), processes);
          ASSERT_TRUE(share);
          auto factory = connectProcesses(std::shared_ptr<ProcessGroup>(&group, [](ProcessGroup *) {}), transport);
          if (delay)
            factory = delayMessages(factory, 5, delay);
          {
            auto ends = factory(everybody(ranks, 100'000, 4));
            ASSERT_TRUE(ends) << ends.error().message;
            ASSERT_EQ(ends->size(), share->count);
            talk(*ends, *share, ranks, 24);
          }
          EXPECT_TRUE(group.finish());
        });
}

TEST(Processes, WindowsHoldSendersBack) {
  for (const Transport transport : {Transport::sharedMemory, Transport::tcp})
    runGroup({2, true, {}}, [&](ProcessGroup &group) {
      auto ends =
          connectProcesses(std::shared_ptr<ProcessGroup>(&group, [](ProcessGroup *) {}), transport)(everybody(2, 8192, 8));
      ASSERT_TRUE(ends);
      Communicator &end = *ends->front();
      const auto send = [&](uint8_t value) {
        void *memory = end.beginSend(0, 1, 6000);
        if (!memory)
          return false;
        std::memset(memory, value, 6000);
        end.post(1);
        return true;
      };
      if (group.process() == 0) {
        EXPECT_TRUE(send(1));
        EXPECT_FALSE(send(2));
        ASSERT_TRUE(group.barrier("sent"));
        EXPECT_FALSE(send(2)); // it has arrived, and is not released
        ASSERT_TRUE(group.barrier("may release"));
        while (!send(2))
          std::this_thread::yield();
      } else {
        ASSERT_TRUE(group.barrier("sent"));
        while (!end.receive(0, 0))
          std::this_thread::yield();
        ASSERT_TRUE(group.barrier("may release"));
        end.release(0, 0);
        const uint8_t *second;
        while (!(second = static_cast<const uint8_t *>(end.receive(0, 0))))
          std::this_thread::yield();
        EXPECT_EQ(second[5999], 2);
        end.release(0, 0);
      }
      EXPECT_TRUE(group.barrier("the end"));
    });
}

TEST(Processes, AnotherTableOfMessagesIsAnError) {
  runGroup({2, false, {}}, [](ProcessGroup &group) {
    auto ends = connectProcesses(std::shared_ptr<ProcessGroup>(&group, [](ProcessGroup *) {}),
                                 Transport::automatic)(everybody(2, group.process() ? 4096 : 8192, 4));
    ASSERT_FALSE(ends);
    EXPECT_NE(ends.error().message.find("another table of messages"), std::string::npos);
  });
}

TEST(Processes, ALostProcessShowsInTheStatus) {
  for (const Transport transport : {Transport::sharedMemory, Transport::tcp})
    runGroup({3, true, {}}, [&](ProcessGroup &group) {
      auto ends =
          connectProcesses(std::shared_ptr<ProcessGroup>(&group, [](ProcessGroup *) {}), transport)(everybody(3, 4096, 4));
      ASSERT_TRUE(ends);
      if (group.process() == 1)
        return;
      Status status;
      for (int i = 0; i < 1000 && status; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        status = ends->front()->status();
      }
      ASSERT_FALSE(status);
      EXPECT_EQ(status.error().message.find("process 1 ("), 0u) << status.error().message;
    });
}

TEST(Processes, ShareOfRanks) {
  const auto second = shareOfRanks(6, 1, 3);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->first, 2u);
  EXPECT_EQ(second->count, 2u);
  const auto odd = shareOfRanks(4, 0, 3);
  ASSERT_FALSE(odd);
  EXPECT_EQ(odd.error().message, "3 processes do not divide the 4 ranks of the mesh; start one of 1, 2, 4");
  const auto many = shareOfRanks(2, 0, 3);
  ASSERT_FALSE(many);
  EXPECT_NE(many.error().message.find("too many"), std::string::npos);
}
