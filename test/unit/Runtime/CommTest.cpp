// Messages in one process: content, windows, tags, and delays.
#include "det/Runtime/Comm/Delayed.h"
#include "det/Runtime/Comm/InProcess.h"

#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <thread>

using namespace det::rt;

namespace {

bool send(Communicator &from, uint32_t exchange, uint32_t peer, uint64_t bytes, uint8_t value) {
  void *memory = from.beginSend(exchange, peer, bytes);
  if (!memory)
    return false;
  std::memset(memory, value, bytes);
  from.post(peer);
  return true;
}

Traffic pair(uint64_t window, uint32_t messages) { return {2, 4, {{0, 1, window, messages}, {1, 0, window, messages}}}; }

} // namespace

TEST(Mailbox, MessagesOfOtherExchangesMayBeTakenInAnyOrder) {
  auto connected = connectInProcess(pair(1 << 14, 8));
  ASSERT_TRUE(connected);
  auto &ends = *connected;
  ASSERT_TRUE(send(*ends[0], 0, 1, 100, 10));
  ASSERT_TRUE(send(*ends[0], 1, 1, 200, 11));
  ASSERT_TRUE(send(*ends[0], 0, 1, 100, 12));
  const auto *second = static_cast<const uint8_t *>(ends[1]->receive(1, 0));
  ASSERT_TRUE(second);
  EXPECT_EQ(second[199], 11);
  ends[1]->release(1, 0);
  EXPECT_EQ(ends[1]->receive(1, 0), nullptr);
  EXPECT_EQ(*static_cast<const uint8_t *>(ends[1]->receive(0, 0)), 10);
  ends[1]->release(0, 0);
  EXPECT_EQ(*static_cast<const uint8_t *>(ends[1]->receive(0, 0)), 12);
  ends[1]->release(0, 0);
  EXPECT_EQ(ends[1]->receive(0, 0), nullptr);
  EXPECT_EQ(ends[0]->receive(0, 1), nullptr);
}

TEST(Mailbox, AFullWindowMakesTheSenderWait) {
  auto connected = connectInProcess(pair(4096, 8));
  ASSERT_TRUE(connected);
  auto &ends = *connected;
  ASSERT_TRUE(send(*ends[0], 0, 1, 3000, 1));
  EXPECT_FALSE(send(*ends[0], 1, 1, 3000, 2));
  ends[1]->receive(0, 0);
  ends[1]->release(0, 0);
  // Passes the end of the ring: contiguous all the same.
  ASSERT_TRUE(send(*ends[0], 1, 1, 3000, 2));
  const auto *message = static_cast<const uint8_t *>(ends[1]->receive(1, 0));
  for (int i = 0; i < 3000; ++i)
    ASSERT_EQ(message[i], 2);
}

TEST(Mailbox, ThreadsAndDelaysKeepContentAndOrder) {
  for (uint32_t most : {0u, 50u}) {
    auto connected = delayMessages(connectInProcess, 7, most)(pair(8192, 4));
    ASSERT_TRUE(connected);
    auto &ends = *connected;
    constexpr int count = 4000;
    std::thread sender([&] {
      std::mt19937 random(3);
      for (int i = 0; i < count; ++i) {
        const uint64_t bytes = 1 + random() % 4000;
        while (!send(*ends[0], uint32_t(i % 4), 1, bytes, uint8_t(i)))
          std::this_thread::yield();
      }
    });
    std::mt19937 random(3);
    bool right = true;
    for (int i = 0; i < count; ++i) {
      const uint64_t bytes = 1 + random() % 4000;
      const uint8_t *message;
      while (!(message = static_cast<const uint8_t *>(ends[1]->receive(uint32_t(i % 4), 0))))
        std::this_thread::yield();
      right &= message[0] == uint8_t(i) && message[bytes - 1] == uint8_t(i);
      ends[1]->release(uint32_t(i % 4), 0);
    }
    sender.join();
    EXPECT_TRUE(right);
  }
}
