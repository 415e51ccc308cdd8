// Meetings, collectives, and the ways in which a group ends.
#include "TestGroup.h"
#include "det/Runtime/Launch/Descriptors.h"
#include "det/Runtime/Launch/Manifest.h"
#include "det/Runtime/Launch/Socket.h"

#include <algorithm>
#include <atomic>
#include <gtest/gtest.h>
#include <mutex>
#include <sys/resource.h>
#include <thread>

using namespace det::rt;
using namespace det::rt::test;

namespace {

Bytes bytesOf(const std::string &text) { return Bytes(text.begin(), text.end()); }

} // namespace

TEST(Group, CollectivesGiveEveryonesBytes) {
  for (const bool overTcp : {false, true})
    runGroup({4, overTcp, {}}, [](ProcessGroup &group) {
      const uint32_t me = group.process();
      EXPECT_EQ(group.members().size(), 4u);
      EXPECT_EQ(group.localProcess(), me);
      EXPECT_EQ(group.localProcesses(), 4u);
      for (int round = 0; round < 20; ++round) {
        const auto all = group.allGather("all", Bytes(me + 1, uint8_t(round)));
        ASSERT_TRUE(all) << all.error().message;
        for (uint32_t p = 0; p < 4; ++p)
          EXPECT_EQ((*all)[p], Bytes(p + 1, uint8_t(round)));
        const auto some = group.gather("some", bytesOf("process " + std::to_string(me)));
        ASSERT_TRUE(some);
        EXPECT_EQ(some->size(), me == 0 ? 4u : 0u);
        if (me == 0)
          EXPECT_EQ((*some)[3], bytesOf("process 3"));
        const auto one = group.broadcast("one", uint32_t(round) % 4, bytesOf(std::to_string(me)));
        ASSERT_TRUE(one);
        EXPECT_EQ(*one, bytesOf(std::to_string(round % 4)));
        ASSERT_TRUE(group.barrier("barrier"));
      }
      EXPECT_TRUE(group.finish());
    });
}

TEST(Group, LargeAndEmptyBytes) {
  runGroup({3, true, {}}, [](ProcessGroup &group) {
    const auto none = group.gather("nothing", {});
    ASSERT_TRUE(none);
    Bytes large(20'000'000 + group.process());
    for (size_t i = 0; i < large.size(); ++i)
      large[i] = uint8_t(i * 31 + group.process());
    const auto all = group.allGather("much", large);
    ASSERT_TRUE(all) << all.error().message;
    EXPECT_EQ((*all)[group.process()], large);
    EXPECT_EQ((*all)[2].size(), 20'000'002u);
    EXPECT_TRUE(group.finish());
  });
}

TEST(Group, AnErrorOfOneEndsAllAndIsToldOnce) {
  std::atomic<int> told{0}, hooks{0};
  runGroup({4, false, {}}, [&](ProcessGroup &group) {
    group.setRanks(8);
    group.onFailure([&] { ++hooks; });
    ASSERT_TRUE(group.barrier("begin"));
    Error error{"disk full"};
    if (group.process() != 2) {
      const Status status = group.barrier("end");
      ASSERT_FALSE(status);
      error = status.error();
      EXPECT_TRUE(group.failed());
    }
    const Failure failure = group.fail(error);
    EXPECT_EQ(failure.process, 2u);
    EXPECT_FALSE(failure.lost);
    EXPECT_NE(failure.message.find("process 2 (ranks 4 to 5, pid "), std::string::npos) << failure.message;
    EXPECT_NE(failure.message.find("disk full"), std::string::npos);
    told += failure.isForUser;
  });
  EXPECT_EQ(told, 1);
  EXPECT_EQ(hooks, 4);
}

TEST(Group, TheFirstOfManyErrorsCounts) {
  std::mutex mutex;
  std::vector<std::string> messages;
  std::atomic<int> told{0};
  runGroup({4, false, {}}, [&](ProcessGroup &group) {
    ASSERT_TRUE(group.barrier("begin"));
    const Failure failure = group.fail(Error{"error of " + std::to_string(group.process())});
    told += failure.isForUser;
    std::lock_guard<std::mutex> lock(mutex);
    messages.push_back(failure.message);
  });
  EXPECT_EQ(told, 1);
  for (const std::string &message : messages)
    EXPECT_EQ(message, messages.front());
}

TEST(Group, AProcessThatLeavesIsNamedByAllOthers) {
  for (const uint32_t leaver : {0u, 3u}) {
    std::atomic<int> named{0};
    runGroup({4, true, {}}, [&](ProcessGroup &group) {
      ASSERT_TRUE(group.barrier("begin"));
      if (group.process() == leaver)
        return;
      const Status status = group.barrier("end");
      ASSERT_FALSE(status);
      named += status.error().message.find("process " + std::to_string(leaver) + " (") == 0;
      EXPECT_TRUE(group.fail(status.error()).isForUser);
    });
    EXPECT_EQ(named, 3);
  }
}

TEST(Group, WhoDoesNotAskIsAbandoned) {
  std::atomic<int> abandoned{0};
  GroupOptions options;
  options.graceSeconds = 0.1;
  options.silenceSeconds = 1;
  options.abandon = [&](const Failure &failure) { abandoned += failure.process == 0; };
  runGroup({3, false, options}, [&](ProcessGroup &group) {
    ASSERT_TRUE(group.barrier("begin"));
    if (group.process() == 0)
      return static_cast<void>(group.fail(Error{"enough"}));
    for (int i = 0; i < 100 && abandoned < 2; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
  });
  EXPECT_EQ(abandoned, 2);
}

TEST(Group, OtherCollectivesAtTheSameTimeAreAnError) {
  runGroup({2, false, {}}, [](ProcessGroup &group) {
    const Status status = group.barrier(group.process() ? "this" : "that");
    ASSERT_FALSE(status);
    EXPECT_NE(status.error().message.find("this"), std::string::npos);
    EXPECT_NE(status.error().message.find("that"), std::string::npos);
  });
}

namespace {

// Joins as these processes at one place; gives the errors.
std::vector<std::string> joinErrors(const Setting &setting, const std::vector<std::pair<uint32_t, uint32_t>> &processes) {
  const std::string place = freshPlace(setting);
  std::vector<std::string> errors(processes.size());
  std::vector<std::thread> threads;
  for (size_t i = 0; i < processes.size(); ++i)
    threads.emplace_back([&, i] {
      Setting own = setting;
      own.processes = processes[i].second;
      if (auto group = ProcessGroup::join(environmentOf(own, processes[i].first, place), own.options); !group)
        errors[i] = group.error().message;
    });
  for (std::thread &thread : threads)
    thread.join();
  return errors;
}

} // namespace

TEST(Meeting, ErrorsReachEveryone) {
  Setting setting{3, true, {}};
  setting.options.meetingSeconds = 1;
  for (const std::string &error : joinErrors(setting, {{0, 3}, {2, 3}}))
    EXPECT_NE(error.find("1 of 3 processes have not come"), std::string::npos) << error;
  for (const std::string &error : joinErrors(setting, {{0, 3}, {2, 3}, {2, 3}}))
    EXPECT_NE(error.find("process 2 is there twice"), std::string::npos) << error;
  for (const std::string &error : joinErrors(setting, {{0, 3}, {1, 3}, {2, 4}}))
    EXPECT_NE(error.find("there are 4 processes"), std::string::npos) << error;
  const auto alone = joinErrors(setting, {{1, 3}});
  EXPECT_NE(alone[0].find("process 1 does not reach process 0 at 127.0.0.1:"), std::string::npos) << alone[0];
}

TEST(Meeting, APortInUseIsNamed) {
  Setting setting{2, true, {}};
  setting.options.meetingSeconds = 1;
  const std::string place = freshPlace(setting);
  uint16_t port = 0;
  const auto other = listenTcp("127.0.0.1", {uint16_t(std::stoi(place))}, port);
  ASSERT_TRUE(other);
  const auto group = ProcessGroup::join(environmentOf(setting, 0, place), setting.options);
  ASSERT_FALSE(group);
  EXPECT_NE(group.error().message.find(place), std::string::npos);
  EXPECT_NE(group.error().message.find("in use"), std::string::npos);
}

TEST(Meeting, TheNextPortIsTakenWhereThereAreSeveral) {
  Setting setting{2, true, {}};
  const std::string place = freshPlace(setting);
  uint16_t port = 0;
  const auto other = listenTcp("127.0.0.1", {uint16_t(std::stoi(place))}, port);
  ASSERT_TRUE(other);
  std::vector<std::thread> threads;
  for (uint32_t process = 0; process < 2; ++process)
    threads.emplace_back([&, process] {
      ProcessEnvironment environment = environmentOf(setting, process, place);
      environment.ports.push_back(uint16_t(environment.ports.front() + 1));
      environment.key = "ours";
      const auto group = ProcessGroup::join(environment, setting.options);
      ASSERT_TRUE(group) << group.error().message;
      EXPECT_TRUE((*group)->finish());
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST(ManifestTest, DifferencesAreNamedAlikeEverywhere) {
  const auto compare = [](const std::function<void(ProcessGroup &, Manifest &)> &change, const std::string &says) {
    runGroup({3, false, {}}, [&](ProcessGroup &group) {
      Manifest manifest;
      manifest.add("a", "1");
      EXPECT_TRUE(compareManifests(group, manifest));
      change(group, manifest);
      const Status status = compareManifests(group, manifest);
      ASSERT_FALSE(status);
      EXPECT_EQ(status.error().message, says);
      EXPECT_EQ(group.fail(status.error()).isForUser, group.process() == 0);
    });
  };
  compare(
      [](ProcessGroup &group, Manifest &manifest) {
        manifest.add("b", group.process() == 1 ? "x" : "y");
        manifest.add("c", group.process() == 2 ? "x" : "y");
      },
      "the processes were not started alike: b is 'y' at processes 0, 2, 'x' at process 1");
  compare(
      [](ProcessGroup &group, Manifest &manifest) {
        if (group.process() == 2)
          manifest.add("d", "1");
      },
      "the processes were not started alike: d is not set at processes 0, 1, '1' at process 2");
}

TEST(Descriptors, TheSoftLimitRisesAndTheHardOneIsAnError) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit small{std::min<rlim_t>(64, before.rlim_max), before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &small), 0);
  EXPECT_TRUE(makeRoomForDescriptors(100));
  rlimit after{};
  getrlimit(RLIMIT_NOFILE, &after);
  EXPECT_GT(after.rlim_cur, 100u);
  const Status status = makeRoomForDescriptors(size_t(1) << 40);
  ASSERT_FALSE(status);
  EXPECT_NE(status.error().message.find("ulimit -n"), std::string::npos) << status.error().message;
  setrlimit(RLIMIT_NOFILE, &before);
}
