// Input, output and failures.
#include "Watch.h"

#include <algorithm>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace det::rt {

Watch::Watch(uint32_t process, Meeting meeting, const GroupOptions &options)
    : process(process), everybody(std::move(meeting.members)), options(options), links(std::move(meeting.links)),
      wake(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), round(uint32_t(everybody.size())) {
  lastTurn = nextBeat = Clock::now();
  for (const auto &link : links)
    if (link)
      link->heard = lastTurn;
  for (Frame &frame : meeting.early)
    handle(0, std::move(frame));
  thread = std::thread([this] { run(); });
}

Watch::~Watch() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    taken = true;
  }
  stop();
}

std::string Watch::describe(uint32_t number) const {
  const Member &member = everybody[number];
  std::string text = "process " + std::to_string(number) + " (";
  if (const uint32_t all = ranks.load(); all >= everybody.size()) {
    const uint32_t count = all / uint32_t(everybody.size()), first = number * count;
    text += count == 1 ? "rank " + std::to_string(first) + ", "
                       : "ranks " + std::to_string(first) + " to " + std::to_string(first + count - 1) + ", ";
  }
  return text + "pid " + std::to_string(member.pid) + " on " + member.host + ")";
}

Status Watch::status() const {
  if (!failed())
    return {};
  std::lock_guard<std::mutex> lock(mutex);
  return Error{failure->message};
}

void Watch::wakeUp() {
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(wake.get(), &one, sizeof one);
}

void Watch::post(size_t link, FrameKind kind, std::shared_ptr<const Bytes> body) {
  outbox.push_back({link, kind, std::move(body)});
  wakeUp();
}

void Watch::settle(Failure found) {
  if (failure || finished)
    return;
  found.isForUser = found.lost || isHub();
  if (isHub()) {
    const auto verdict =
        std::make_shared<const Bytes>(ByteWriter().number(found.process).number(found.lost).text(found.message).take());
    for (size_t link = 1; link < everybody.size(); ++link)
      post(link, FrameKind::verdict, verdict);
  }
  failure = std::move(found);
  failedAt = Clock::now();
  hasFailed.store(true, std::memory_order_release);
  changed.notify_all();
  wakeUp();
}

void Watch::completeRound() {
  if (!round.complete())
    return;
  Round::Replies replies = round.take();
  finished = replies.kind == Collective::finish;
  for (size_t link = 1; link < everybody.size(); ++link)
    post(link, FrameKind::reply, replies.others);
  answer = std::move(replies.own);
  changed.notify_all();
}

Result<std::vector<Bytes>> Watch::collect(Contribution contribution) {
  const std::string what = contribution.what;
  std::unique_lock<std::mutex> lock(mutex);
  if (stopping || finished)
    return Error{"the processes' common work has ended before '" + what + "'"};
  answer.reset();
  if (!failure) {
    pending = contribution.kind;
    if (!isHub())
      post(0, FrameKind::contribution, std::make_shared<const Bytes>(packContribution(std::move(contribution))));
    else if (Status status = round.add(0, std::move(contribution)); !status)
      settle({0, false, describe(0) + ": " + status.error().message});
    else
      completeRound();
  }
  changed.wait(lock, [&] { return answer || failure; });
  if (answer)
    return std::move(*answer);
  return Error{failure->message};
}

void Watch::onFailure(std::function<void()> hook) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    hooks.push_back(std::move(hook));
  }
  wakeUp();
}

Failure Watch::fail(const std::string &message) {
  Failure found;
  {
    std::unique_lock<std::mutex> lock(mutex);
    taken = true;
    const Failure own{process, false, message, true};
    if (isHub()) {
      settle(own);
    } else if (!failure && !stopping) {
      post(0, FrameKind::report, std::make_shared<const Bytes>(ByteWriter().text(message).take()));
      changed.wait_for(lock, std::chrono::seconds(2), [&] { return failure.has_value(); });
    }
    found = failure.value_or(own);
  }
  stop();
  return found;
}

Status Watch::failAlike(const std::string &message) {
  std::unique_lock<std::mutex> lock(mutex);
  if (isHub())
    settle({process, false, message, true});
  else
    changed.wait_for(lock, std::chrono::seconds(2), [&] { return failure.has_value(); });
  return Error{failure ? failure->message : message};
}

void Watch::stop() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!stopping)
      stopBy = Clock::now() + std::chrono::seconds(1);
    stopping = true;
  }
  wakeUp();
  if (thread.joinable())
    thread.join();
}

// ---- The thread ----

void Watch::run() {
  while (!sendPosted()) {
    std::vector<pollfd> polled{{wake.get(), POLLIN, 0}};
    for (const auto &link : links)
      if (link)
        polled.push_back({link->descriptor(), short(POLLIN | (link->wantsToSend() ? POLLOUT : 0)), 0});
    poll(polled.data(), polled.size(), int(std::max(1.0, options.silenceSeconds * 1000 / 16)));
    uint64_t count;
    [[maybe_unused]] const ssize_t got = read(wake.get(), &count, sizeof count);
    const auto now = Clock::now();
    // Whoever has slept himself has no right to call others silent.
    if (now - lastTurn > secondsOf(options.silenceSeconds / 2))
      for (const auto &link : links)
        if (link)
          link->heard = now;
    lastTurn = now;
    receiveAll();
    lookAfter(now);
    callHooks();
  }
  callHooks();
  links.clear();
}

// True when the thread may end.
bool Watch::sendPosted() {
  bool ends, late;
  {
    std::lock_guard<std::mutex> lock(mutex);
    for (Outgoing &one : outbox)
      if (links[one.link])
        links[one.link]->send(one.kind, std::move(one.body));
    outbox.clear();
    ends = stopping;
    late = stopping && Clock::now() > stopBy;
  }
  bool sent = true;
  for (size_t link = 0; link < links.size(); ++link)
    if (links[link]) {
      if (!links[link]->flush())
        lose(link);
      else
        sent &= !links[link]->wantsToSend();
    }
  return ends && (sent || late);
}

void Watch::receiveAll() {
  for (size_t link = 0; link < links.size(); ++link) {
    if (!links[link])
      continue;
    std::vector<Frame> frames;
    const bool open = links[link]->receive(frames);
    for (Frame &frame : frames)
      handle(link, std::move(frame));
    if (!open)
      lose(link);
  }
}

void Watch::handle(size_t link, Frame frame) {
  std::lock_guard<std::mutex> lock(mutex);
  const uint32_t from = peer(link);
  ByteReader reader(frame.body);
  switch (frame.kind) {
  case FrameKind::contribution: {
    auto contribution = unpackContribution(std::move(frame.body));
    const Status status =
        contribution && isHub() ? round.add(from, std::move(*contribution)) : Status(Error{"it sends what nobody understands"});
    if (!status)
      return settle({from, false, describe(from) + ": " + status.error().message});
    return completeRound();
  }
  case FrameKind::reply:
    finished |= pending == Collective::finish;
    answer = std::vector<Bytes>(1);
    answer->front() = std::move(frame.body);
    return changed.notify_all();
  case FrameKind::report:
    return settle({from, false, describe(from) + ": " + reader.text()});
  case FrameKind::verdict: {
    const auto whose = uint32_t(reader.number());
    const bool lost = reader.number();
    return settle({whose, lost, reader.text()});
  }
  default:
    return;
  }
}

void Watch::lose(size_t link) {
  links[link].reset();
  std::lock_guard<std::mutex> lock(mutex);
  // After the failure of another process, or where this one ends, the ends of connections are no news.
  if (!failure && !stopping)
    settle(
        {peer(link), true,
         describe(peer(link)) + " has ended in the middle of the run: it was killed, or it crashed; its own output may say why",
         true});
}

void Watch::lookAfter(Clock::time_point now) {
  for (size_t link = 0; link < links.size(); ++link)
    if (links[link] && !failed() && now - links[link]->heard > secondsOf(options.silenceSeconds)) {
      std::string limit = std::to_string(options.silenceSeconds);
      limit.erase(limit.find('.') + 2);
      const uint32_t whose = peer(link);
      std::lock_guard<std::mutex> lock(mutex);
      settle({whose, true,
              describe(whose) + " has been silent for " + limit + " s: it is stopped, or its machine or the network is down",
              true});
    }
  if (now >= nextBeat) {
    for (const auto &link : links)
      if (link && !link->wantsToSend())
        link->send(FrameKind::beat);
    nextBeat = now + secondsOf(options.silenceSeconds / 8);
  }
}

void Watch::callHooks() {
  if (!failed())
    return;
  std::vector<std::function<void()>> due;
  std::optional<Failure> nobodyAsked;
  {
    std::lock_guard<std::mutex> lock(mutex);
    due.swap(hooks);
    if (!taken && !abandoned && options.abandon && Clock::now() - failedAt > secondsOf(options.graceSeconds))
      nobodyAsked = failure;
  }
  for (const auto &hook : due)
    hook();
  if (nobodyAsked) {
    abandoned = true;
    options.abandon(*nobodyAsked);
  }
}

} // namespace det::rt
