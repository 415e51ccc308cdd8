// Collects and distributes.
#include "Round.h"

namespace det::rt {

// The bytes first, so that they can stay where they are; behind them what they are, and how much of the body that is.
Bytes packContribution(Contribution contribution) {
  const Bytes tail = ByteWriter().number(uint64_t(contribution.kind)).number(contribution.from).text(contribution.what).take();
  Bytes body = std::move(contribution.bytes);
  body.insert(body.end(), tail.begin(), tail.end());
  const Bytes size = ByteWriter().number(tail.size()).take();
  body.insert(body.end(), size.begin(), size.end());
  return body;
}

std::optional<Contribution> unpackContribution(Bytes body) {
  if (body.size() < 8)
    return std::nullopt;
  const uint64_t size = ByteReader(std::span<const uint8_t>(body).last(8)).number();
  if (size > body.size() - 8)
    return std::nullopt;
  ByteReader reader(std::span<const uint8_t>(body).subspan(body.size() - 8 - size, size));
  Contribution made;
  made.kind = Collective(reader.number());
  made.from = reader.number();
  made.what = reader.text();
  if (!reader.good() || !reader.atEnd() || made.kind > Collective::finish)
    return std::nullopt;
  body.resize(body.size() - 8 - size);
  made.bytes = std::move(body);
  return made;
}

Status Round::add(uint32_t process, Contribution contribution) {
  if (given[process])
    return Error{"it is at '" + contribution.what + "' before '" + given[process]->what + "' has ended"};
  if (count == 0)
    first = process;
  else if (const Contribution &other = *given[first];
           other.kind != contribution.kind || other.from != contribution.from || other.what != contribution.what)
    return Error{"it is at '" + contribution.what + "' while process " + std::to_string(first) + " is at '" + other.what +
                 "': start all processes with the same options"};
  given[process] = std::move(contribution);
  ++count;
  return {};
}

Round::Replies Round::take() {
  Replies replies;
  replies.kind = given.front()->kind;
  ByteWriter writer;
  if (replies.kind == Collective::broadcast) {
    const Bytes &bytes = given[given.front()->from]->bytes;
    replies.own = {bytes};
    writer.bytes(bytes);
  } else if (replies.kind == Collective::allGather || replies.kind == Collective::gather) {
    for (auto &one : given) {
      if (replies.kind == Collective::allGather)
        writer.bytes(one->bytes);
      replies.own.push_back(std::move(one->bytes));
    }
  }
  replies.others = std::make_shared<const Bytes>(writer.take());
  given.assign(given.size(), std::nullopt);
  count = 0;
  return replies;
}

std::optional<std::vector<Bytes>> unpackReply(const Bytes &reply, size_t count) {
  ByteReader reader(reply);
  std::vector<Bytes> found;
  for (size_t i = 0; i < count; ++i) {
    const auto bytes = reader.bytes();
    found.emplace_back(bytes.begin(), bytes.end());
  }
  if (!reader.good() || !reader.atEnd())
    return std::nullopt;
  return found;
}

} // namespace det::rt
