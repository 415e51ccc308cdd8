// Prints a partition report, as text and as JSON.
#include "det/Transforms/PartitionReport.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;

namespace det {

/// Lists of the text form end after so many items; JSON has all.
static constexpr size_t kMostLines = 24;

static std::string sizeText(double value, StringRef unit) {
  const char *prefixes[] = {"", "k", "M", "G", "T"};
  size_t i = 0;
  for (; value >= 1000 && i < 4; ++i)
    value /= 1000;
  std::string text;
  raw_string_ostream(text) << format(i ? "%.2f " : "%.0f ", value) << prefixes[i] << unit;
  return text;
}

template <class T, class F> static void printList(raw_ostream &os, StringRef title, const std::vector<T> &items, F print) {
  os << '\n' << title << " (" << items.size() << ")\n";
  for (const T &item : ArrayRef(items).take_front(kMostLines)) {
    os << "  ";
    print(item);
    os << '\n';
  }
  if (items.size() > kMostLines)
    os << "  ... and " << items.size() - kMostLines << " more\n";
}

void PartitionReport::print(raw_ostream &os) const {
  os << "mesh " << (mesh.empty() ? "of one rank" : mesh) << ", level " << level << ", " << ranks.size() << " ranks, "
     << sizeText(static_cast<double>(stepFlops), "flop") << " per step\n";
  os << "\nranks\n";
  double share = ranks.empty() ? 0 : static_cast<double>(stepFlops) / static_cast<double>(ranks.size());
  for (size_t i = 0; i < ranks.size(); ++i) {
    const Rank &rank = ranks[i];
    os << "  rank " << i << ": " << sizeText(static_cast<double>(rank.flops), "flop") << " ("
       << format("%.3f", share > 0 ? static_cast<double>(rank.flops) / share : 1.0) << " of its share), sends "
       << sizeText(static_cast<double>(rank.bytesSent), "B");
    if (rank.arenaBytes)
      os << ", arena " << sizeText(static_cast<double>(rank.arenaBytes), "B") << ", state "
         << sizeText(static_cast<double>(rank.stateBytes), "B");
    os << '\n';
  }
  printList(os, "arguments and results", ports, [&](const Port &port) {
    os << (port.isResult ? "result " : "argument ") << port.name << ' ' << port.kind << ' ' << port.type << ' ' << port.layout;
  });
  std::vector<Reduction> split;
  copy_if(reductions, std::back_inserter(split), [](const Reduction &reduction) { return reduction.nodes != 0; });
  printList(os, "reductions split over ranks, of " + std::to_string(reductions.size()), split, [&](const Reduction &reduction) {
    os << reduction.op << " at " << reduction.location << " over " << reduction.split << ": " << reduction.nodes << " nodes, at most "
       << reduction.mostNodes << " of one rank, " << reduction.order;
  });
  printList(os, "exchanges", exchanges, [&](const Exchange &exchange) {
    os << (exchange.joins ? "join " : "exchange ") << exchange.type << ' ' << exchange.from << " -> " << exchange.to << ": "
       << sizeText(static_cast<double>(exchange.bytes), "B") << ", busiest rank sends "
       << sizeText(static_cast<double>(exchange.busiestBytes), "B") << " at " << exchange.location;
  });
  printList(os, "computed on every rank along some axis although it could be split", replicated, [&](const Replicated &item) {
    os << item.op << ' ' << item.type << " along " << item.axes << ": " << sizeText(static_cast<double>(item.flops), "flop")
       << " replicated at " << item.location << "; " << item.why;
  });
}

json::Value PartitionReport::toJson() const {
  json::Array rankList, portList, reductionList, exchangeList, replicatedList;
  for (const Rank &rank : ranks)
    rankList.push_back(json::Object{{"flops", rank.flops},
                                    {"bytes_sent", rank.bytesSent},
                                    {"messages_sent", rank.messagesSent},
                                    {"arena_bytes", static_cast<int64_t>(rank.arenaBytes)},
                                    {"state_bytes", static_cast<int64_t>(rank.stateBytes)}});
  for (const Port &port : ports)
    portList.push_back(json::Object{{"role", port.isResult ? "result" : "argument"},
                                    {"name", port.name},
                                    {"kind", port.kind},
                                    {"type", port.type},
                                    {"layout", port.layout},
                                    {"largest_shard_bytes", port.largestShardBytes}});
  for (const Reduction &reduction : reductions)
    reductionList.push_back(json::Object{{"op", reduction.op},
                                         {"location", reduction.location},
                                         {"order", reduction.order},
                                         {"box", json::Array(reduction.box)},
                                         {"split", reduction.split},
                                         {"nodes", reduction.nodes},
                                         {"most_nodes", reduction.mostNodes}});
  for (const Exchange &exchange : exchanges)
    exchangeList.push_back(json::Object{{"joins", exchange.joins},
                                        {"location", exchange.location},
                                        {"type", exchange.type},
                                        {"from", exchange.from},
                                        {"to", exchange.to},
                                        {"bytes", exchange.bytes},
                                        {"busiest_bytes", exchange.busiestBytes}});
  for (const Replicated &item : replicated)
    replicatedList.push_back(json::Object{{"op", item.op},
                                          {"location", item.location},
                                          {"type", item.type},
                                          {"axes", item.axes},
                                          {"flops", item.flops},
                                          {"why", item.why}});
  return json::Object{{"mesh", mesh},
                      {"level", level},
                      {"step_flops", stepFlops},
                      {"ranks", std::move(rankList)},
                      {"ports", std::move(portList)},
                      {"reductions", std::move(reductionList)},
                      {"exchanges", std::move(exchangeList)},
                      {"replicated", std::move(replicatedList)}};
}

} // namespace det
