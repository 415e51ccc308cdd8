// Chooses a way for every route, opens the ways together with the other processes, and gives each rank its ends.
#include "det/Runtime/Comm/Processes.h"
#include "det/Runtime/Launch/Descriptors.h"
#include "HandOver.h"
#include "Mailroom.h"
#include "WireConnections.h"
#include "Wires.h"

#include <algorithm>
#include <map>
#include <set>

namespace det::rt {

namespace {

// One end of a route: its mailbox, and who carries it if the other end is on another machine.
struct End {
  Mailbox *box = nullptr;
  Wires *wires = nullptr;
  uint32_t route = 0;
};

// What all ranks of a process use. The wires go first: their thread uses the mailboxes.
struct Office {
  std::shared_ptr<ProcessGroup> group;
  std::unique_ptr<Mailroom> own, shared;
  std::unique_ptr<Wires> wires;
};

class Connected final : public Communicator {
public:
  Connected(std::shared_ptr<Office> office, uint32_t ranks) : incoming(ranks), outgoing(ranks), office(std::move(office)) {}

  void *beginSend(uint32_t exchange, uint32_t peer, uint64_t bytes) override {
    return outgoing[peer].box->beginSend(exchange, bytes);
  }
  void post(uint32_t peer) override {
    const End &end = outgoing[peer];
    const uint64_t message = end.box->post();
    if (end.wires)
      end.wires->posted(end.route, message);
  }
  const void *receive(uint32_t exchange, uint32_t peer) override { return incoming[peer].box->receive(exchange); }
  void release(uint32_t exchange, uint32_t peer) override {
    const End &end = incoming[peer];
    const uint64_t message = end.box->release(exchange);
    if (end.wires)
      end.wires->released(end.route, message);
  }
  Status status() const override { return office->wires ? office->wires->status() : office->group->status(); }

  std::vector<End> incoming, outgoing; // by peer

private:
  std::shared_ptr<Office> office;
};

using Ends = std::vector<std::unique_ptr<Communicator>>;

class Opening {
public:
  Opening(std::shared_ptr<ProcessGroup> group, Transport transport, const Traffic &traffic)
      : group(*group), traffic(traffic), transport(transport), office(std::make_shared<Office>()) {
    office->group = std::move(group);
  }
  Result<Ends> run();

private:
  enum class Way { own, shared, wire };
  uint32_t owner(uint32_t rank) const { return rank / share.count; }
  bool isMine(const Route &route) const {
    return owner(route.sender) == group.process() || owner(route.receiver) == group.process();
  }
  bool together(uint32_t a, uint32_t b) const { return group.members()[a].machine == group.members()[b].machine; }
  Way way(const Route &route) const;
  Status plan();
  Status agree(const std::string &what, const Status &own) const;
  Status offer();
  Status openOwn();
  Status openShared();
  Status openWires();
  Ends makeEnds();

  ProcessGroup &group;
  const Traffic &traffic;
  const Transport transport;
  std::shared_ptr<Office> office;
  RankShare share;
  std::vector<uint32_t> wirePeers;
  uint32_t giver = 0;    // of this machine's shared memory
  size_t takers = 0;     // others that it goes to
  bool isShared = false; // there is some
  std::optional<GivingPlace> giving;
  Descriptor listener;
  std::string giverName;
  std::vector<WireAddress> addresses;
};

Opening::Way Opening::way(const Route &route) const {
  const uint32_t from = owner(route.sender), to = owner(route.receiver);
  if (from == to)
    return Way::own;
  return transport != Transport::tcp && together(from, to) ? Way::shared : Way::wire;
}

// What this process has to open. Pure arithmetic on what all know.
Status Opening::plan() {
  Result<RankShare> found = shareOfRanks(traffic.ranks, group.process(), group.processes());
  if (!found)
    return found.error();
  share = *found;
  std::set<uint32_t> wired, sharing;
  for (const Route &route : traffic.routes) {
    const uint32_t from = owner(route.sender), to = owner(route.receiver);
    if (way(route) == Way::shared && together(from, group.process()))
      sharing.insert({from, to});
    if (way(route) != Way::wire)
      continue;
    if (transport == Transport::sharedMemory)
      return Error{group.describe(from) + " and " + group.describe(to) +
                   " are not on one machine (or not in one container): --transport=shm cannot connect them"};
    if (isMine(route))
      wired.insert(from == group.process() ? to : from);
  }
  wirePeers.assign(wired.begin(), wired.end());
  isShared = sharing.count(group.process());
  if (isShared) {
    giver = *sharing.begin();
    takers = sharing.size() - 1;
  }
  return {};
}

// The first process's error is everybody's.
Status Opening::agree(const std::string &what, const Status &own) const {
  const std::string text = own ? "" : own.error().message;
  const Result<std::vector<Bytes>> all = office->group->allGather(what, Bytes(text.begin(), text.end()));
  if (!all)
    return all.error();
  for (const Bytes &error : *all)
    if (!error.empty())
      return office->group->failAlike(Error{std::string(error.begin(), error.end())});
  return {};
}

// Tells the others where this process can be found.
Status Opening::offer() {
  Status status;
  ByteWriter writer;
  if (isShared || !wirePeers.empty())
    if (status = makeRoomForDescriptors(wirePeers.size()); !status)
      status = Error{group.describe(group.process()) + ": " + status.error().message};
  if (status && isShared && giver == group.process()) {
    Result<GivingPlace> place = openGivingPlace();
    if (place)
      giving = std::move(*place);
    else
      status = place.error();
  }
  uint16_t port = 0;
  if (status && !wirePeers.empty()) {
    const bool isOneMachine = std::all_of(group.members().begin(), group.members().end(),
                                          [&](const Member &member) { return member.machine == group.members()[0].machine; });
    Result<Descriptor> socket = listenTcp(isOneMachine ? group.address() : "", {0}, port);
    if (socket)
      listener = std::move(*socket);
    else
      status = socket.error();
  }
  if (Status all = agree("opening the ways between ranks", status); !all)
    return all;
  writer.text(giving ? giving->name : "").text(group.address()).number(port).number(traffic.ranks).number(traffic.exchanges);
  for (const Route &route : traffic.routes)
    writer.number(route.sender).number(route.receiver).number(route.window).number(route.messages);
  const Result<std::vector<Bytes>> offers = office->group->allGather("where processes can be found", writer.take());
  if (!offers)
    return offers.error();
  std::span<const uint8_t> routes;
  for (uint32_t process = 0; process < offers->size(); ++process) {
    const Bytes &bytes = (*offers)[process];
    ByteReader reader(bytes);
    const std::string name = reader.text();
    if (process == giver)
      giverName = name;
    std::string host = reader.text();
    addresses.push_back({std::move(host), uint16_t(reader.number())});
    const auto rest = std::span<const uint8_t>(bytes).subspan(reader.good() ? bytes.size() - reader.remaining() : 0);
    if (process == 0)
      routes = rest;
    else if (!std::equal(rest.begin(), rest.end(), routes.begin(), routes.end()))
      return office->group->failAlike(
          Error{group.describe(process) +
                " has another table of messages than process 0: start all with the same artifact and the same det-run"});
  }
  // Who has met process 0 through the loopback interface is where others see process 0.
  for (uint32_t process = 1; process < addresses.size(); ++process)
    if (together(process, 0) && isLoopback(addresses[process].host))
      addresses[process].host = addresses[0].host;
  return {};
}

// Mailboxes that this process alone uses: between its ranks, and its ends of wires.
Status Opening::openOwn() {
  std::vector<uint32_t> routes;
  for (uint32_t route = 0; route < traffic.routes.size(); ++route)
    if (isMine(traffic.routes[route]) && way(traffic.routes[route]) != Way::shared)
      routes.push_back(route);
  office->own = std::make_unique<Mailroom>(traffic, routes);
  Result<RingMemory> memory = RingMemory::create(office->own->bytes());
  if (!memory)
    return memory.error();
  return office->own->open(std::move(*memory), [](const Route &) { return true; });
}

Status Opening::openShared() {
  if (!isShared)
    return {};
  std::vector<uint32_t> routes;
  for (uint32_t route = 0; route < traffic.routes.size(); ++route)
    if (way(traffic.routes[route]) == Way::shared && together(owner(traffic.routes[route].sender), group.process()))
      routes.push_back(route);
  office->shared = std::make_unique<Mailroom>(traffic, routes);
  Result<RingMemory> memory = giving ? RingMemory::create(office->shared->bytes()) : take(giverName, group);
  if (!memory) {
    giving.reset(); // nobody waits for it
    return memory.error();
  }
  if (giving)
    if (Status status = give(*giving, *memory, takers, group); !status)
      return status;
  return office->shared->open(std::move(*memory), [&](const Route &route) { return isMine(route); });
}

Status Opening::openWires() {
  if (wirePeers.empty())
    return {};
  Result<std::map<uint32_t, Descriptor>> sockets = connectWires(group, listener, wirePeers, addresses);
  if (!sockets)
    return sockets.error();
  office->wires = std::make_unique<Wires>(office->group);
  std::map<uint32_t, size_t> numbers;
  for (auto &[peer, socket] : *sockets)
    numbers[peer] = office->wires->addWire(peer, std::move(socket));
  for (uint32_t route = 0; route < traffic.routes.size(); ++route) {
    const Route &what = traffic.routes[route];
    if (!isMine(what) || way(what) != Way::wire)
      continue;
    const bool isOutgoing = owner(what.sender) == group.process();
    office->wires->addRoute(route, numbers.at(owner(isOutgoing ? what.receiver : what.sender)), office->own->box(route),
                            isOutgoing, Mailbox::slotsFor(what.messages));
  }
  office->wires->start();
  return {};
}

Ends Opening::makeEnds() {
  std::vector<std::unique_ptr<Connected>> ranks;
  for (uint32_t i = 0; i < share.count; ++i)
    ranks.push_back(std::make_unique<Connected>(office, traffic.ranks));
  for (uint32_t route = 0; route < traffic.routes.size(); ++route) {
    const Route &what = traffic.routes[route];
    if (!isMine(what))
      continue;
    const Way how = way(what);
    const End end{(how == Way::shared ? *office->shared : *office->own).box(route),
                  how == Way::wire ? office->wires.get() : nullptr, route};
    if (owner(what.sender) == group.process())
      ranks[what.sender - share.first]->outgoing[what.receiver] = end;
    if (owner(what.receiver) == group.process())
      ranks[what.receiver - share.first]->incoming[what.sender] = end;
  }
  return Ends(std::make_move_iterator(ranks.begin()), std::make_move_iterator(ranks.end()));
}

Result<Ends> Opening::run() {
  if (Status status = plan(); !status)
    return group.failAlike(status.error()).error();
  if (Status status = offer(); !status)
    return status.error();
  Status opened = openOwn();
  if (opened)
    opened = openShared();
  if (opened)
    opened = openWires();
  if (Status all = agree("the ways between ranks are open", opened); !all)
    return all.error();
  return makeEnds();
}

} // namespace

Result<RankShare> shareOfRanks(uint32_t ranks, uint32_t process, uint32_t processes) {
  if (processes > ranks)
    return Error{std::to_string(processes) + " processes are too many for a mesh of " + std::to_string(ranks) +
                 (ranks == 1 ? " rank" : " ranks") + ": start at most one per rank"};
  if (ranks % processes == 0)
    return RankShare{process * (ranks / processes), ranks / processes};
  std::string fitting;
  for (uint32_t count = 1; count <= ranks && fitting.size() < 60; ++count)
    if (ranks % count == 0)
      fitting += (fitting.empty() ? "" : ", ") + std::to_string(count);
  return Error{std::to_string(processes) + " processes do not divide the " + std::to_string(ranks) +
               " ranks of the mesh; start one of " + fitting};
}

Status checkOnePerRank(uint32_t ranks, uint32_t processes) {
  if (processes == ranks)
    return {};
  return Error{"the mesh has " + std::to_string(ranks) + (ranks == 1 ? " rank" : " ranks") + ", and there are " +
               std::to_string(processes) + " processes: start one for each rank, or one for all"};
}

Machines machinesOf(uint32_t ranks, const ProcessGroup *group, uint32_t near) {
  Machines machines(ranks);
  std::map<std::string, uint32_t> numbers;
  for (uint32_t rank = 0; rank < ranks; ++rank) {
    if (near > 0)
      machines[rank] = rank / near;
    else if (group)
      machines[rank] = numbers.try_emplace(group->members()[uint64_t(rank) * group->processes() / ranks].machine, uint32_t(numbers.size())).first->second;
  }
  return machines;
}

CommunicatorFactory connectProcesses(std::shared_ptr<ProcessGroup> group, Transport transport) {
  return [=](const Traffic &traffic) { return Opening(group, transport, traffic).run(); };
}

} // namespace det::rt
