// Prints a partition report, as text and as JSON.
#include "det/Transforms/PartitionReport.h"

#include "det/Dialect/Det/Numbers.h"
#include "llvm/ADT/CachedHashString.h"
#include "llvm/ADT/MapVector.h"
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

/// Prints one line per item, equal lines once, with their number.
template <class T, class F> static void printList(raw_ostream &os, StringRef title, const std::vector<T> &items, F print) {
  os << '\n' << title << " (" << items.size() << ")\n";
  MapVector<CachedHashString, size_t> lines;
  for (const T &item : items) {
    std::string line;
    raw_string_ostream stream(line);
    print(stream, item);
    ++lines[CachedHashString(line)];
  }
  size_t printed = 0;
  for (const auto &[line, count] : lines) {
    if (printed++ == kMostLines) {
      os << "  ... and " << lines.size() - kMostLines << " lines more; --report=json has all\n";
      return;
    }
    os << "  " << line.val();
    if (count > 1)
      os << "  (" << count << " times)";
    os << '\n';
  }
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
  printList(os, "arguments and results", ports, [](raw_ostream &line, const Port &port) {
    line << (port.isResult ? "result " : "argument ") << port.name << ' ' << port.kind << ' ' << port.type << ' ' << port.layout;
  });
  printList(os, "reductions", reductions, [](raw_ostream &line, const Reduction &reduction) {
    line << reduction.op << " over [";
    interleaveComma(reduction.box, line);
    line << "] " << reduction.order;
    if (reduction.nodes)
      line << ", split over " << reduction.split << " into " << reduction.nodes << " nodes, at most " << reduction.mostNodes
           << " of one rank";
  });
  printList(os, "exchanges", exchanges, [](raw_ostream &line, const Exchange &exchange) {
    line << (exchange.joins ? "join " : "exchange ") << exchange.type << ' ' << exchange.from << " -> " << exchange.to << ": "
         << sizeText(static_cast<double>(exchange.bytes), "B") << ", busiest rank sends "
         << sizeText(static_cast<double>(exchange.busiestBytes), "B") << ", of " << exchange.location;
  });
  printList(os, "reductions not split where their operands are sharded", moved, [](raw_ostream &line, const Moved &item) {
    line << item.op << ' ' << item.type << ' ' << item.from << " -> " << item.to << ": " << item.why << "; operands moved "
         << sizeText(static_cast<double>(item.bytes), "B") << ", replicated "
         << sizeText(static_cast<double>(item.replicatedFlops), "flop") << ", at " << item.location;
  });
  printList(os, "computed on every rank of an axis although it could be split", replicated,
            [](raw_ostream &line, const Replicated &item) {
              line << item.op << ' ' << item.type << " along " << item.axes << ": "
                   << sizeText(static_cast<double>(item.flops), "flop") << " beyond its share, at " << item.location << "; "
                   << item.why;
            });
  if (!tensorCores.empty())
    printList(os, "products of f32 that --recipe=mma=hopper would give to tensor cores, with other bits", tensorCores,
              [](raw_ostream &line, const TensorCore &item) {
                line << item.op << ' ' << item.terms << ' ' << item.order << " becomes " << item.then << ": "
                     << sizeText(static_cast<double>(item.flops), "flop") << ", at " << item.location;
              });
}

json::Value PartitionReport::toJson() const {
  // Numbers as the certificate has them; null where the module's values were not numbered.
  auto number = [](uint32_t value) { return value == kNoNumber ? json::Value(nullptr) : json::Value(value); };
  json::Array rankList, portList, reductionList, exchangeList, movedList, replicatedList, tensorCoreList;
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
                                         {"most_nodes", reduction.mostNodes},
                                         {"value", number(reduction.value)}});
  for (const Exchange &exchange : exchanges)
    exchangeList.push_back(json::Object{{"joins", exchange.joins},
                                        {"location", exchange.location},
                                        {"type", exchange.type},
                                        {"from", exchange.from},
                                        {"to", exchange.to},
                                        {"bytes", exchange.bytes},
                                        {"busiest_bytes", exchange.busiestBytes},
                                        {"value", number(exchange.value)}});
  for (const Moved &item : moved)
    movedList.push_back(json::Object{{"op", item.op},
                                     {"location", item.location},
                                     {"type", item.type},
                                     {"from", item.from},
                                     {"to", item.to},
                                     {"why", item.why},
                                     {"bytes", item.bytes},
                                     {"replicated_flops", item.replicatedFlops},
                                     {"value", number(item.value)}});
  for (const Replicated &item : replicated)
    replicatedList.push_back(json::Object{{"op", item.op},
                                          {"location", item.location},
                                          {"type", item.type},
                                          {"axes", item.axes},
                                          {"flops", item.flops},
                                          {"why", item.why},
                                          {"value", number(item.value)}});
  for (const TensorCore &item : tensorCores)
    tensorCoreList.push_back(json::Object{{"op", item.op},
                                          {"location", item.location},
                                          {"terms", item.terms},
                                          {"order", item.order},
                                          {"then", item.then},
                                          {"flops", item.flops},
                                          {"value", number(item.value)}});
  return json::Object{{"mesh", mesh},
                      {"level", level},
                      {"step_flops", stepFlops},
                      {"ranks", std::move(rankList)},
                      {"ports", std::move(portList)},
                      {"reductions", std::move(reductionList)},
                      {"exchanges", std::move(exchangeList)},
                      {"moved", std::move(movedList)},
                      {"replicated", std::move(replicatedList)},
                      {"tensor_cores", std::move(tensorCoreList)}};
}

} // namespace det
