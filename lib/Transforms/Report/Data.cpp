// The data of the page: certificate, partition and origins in one object, texts once each.
#include "det/Transforms/Report/Page.h"

#include "det/Dialect/Det/Numbers.h"
#include "llvm/ADT/StringMap.h"

using llvm::StringRef;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace det {

namespace {

/// A list whose items are said once and then called by their places.
class Table {
public:
  int64_t add(Value item) {
    std::string key;
    llvm::raw_string_ostream(key) << item;
    auto [found, isNew] = places.try_emplace(key, items.size());
    if (isNew)
      items.push_back(std::move(item));
    return found->second;
  }
  int64_t place(StringRef text) { return add(Value(llvm::json::isUTF8(text) ? text.str() : llvm::json::fixUTF8(text))); }
  Array take() { return std::move(items); }

private:
  Array items;
  llvm::StringMap<int64_t> places;
};

/// [how many ranks in a row, bytes of each], if there are few such runs: most exchanges are regular.
Array runsOf(llvm::ArrayRef<int64_t> bytes) {
  constexpr size_t kMostRuns = 64;
  Array runs;
  for (size_t i = 0, end; i < bytes.size(); i = end) {
    for (end = i + 1; end < bytes.size() && bytes[end] == bytes[i];)
      ++end;
    runs.push_back(Array{static_cast<int64_t>(end - i), bytes[i]});
  }
  return runs.size() > kMostRuns ? Array() : std::move(runs);
}

Array lists(const std::vector<std::vector<int64_t>> &rows) {
  Array result;
  for (const std::vector<int64_t> &row : rows)
    result.push_back(Array(row));
  return result;
}

class PageData {
public:
  PageData(const std::vector<OpOrigin> &origins, const Object &ordered, const PartitionReport &partition)
      : ordered(ordered), partition(partition) {
    for (const OpOrigin &origin : origins)
      originOf[origin.value] = &origin;
    for (const PartitionReport::Work &work : partition.work)
      workOf[work.value] = &work;
    for (const PartitionReport::Reduction &reduction : partition.reductions)
      reductionOf[reduction.value] = &reduction;
  }

  Object run(StringRef name, StringRef module, const Object &placed, llvm::ArrayRef<KernelUsage> usage) {
    const Object &graph = *ordered.getObject("graph");
    Object data{{"about", about(name, module)}, {"ops", ops(*graph.getArray("ops"))}, {"sums", sums(*ordered.getArray("ops"))},
                {"ports", ports()},             {"exchanges", exchanges()},           {"ranks", ranks()},
                {"moved", moved()},             {"replicated", replicated()},         {"classes", Array(*placed.getArray("classes"))},
                {"below", Array(*ordered.getArray("below"))}, {"tensorCores", tensorCores()}, {"kernels", kernels(usage)}};
    data["orders"] = orders.take();
    data["splits"] = splits.take();
    data["strings"] = strings.take();
    return data;
  }

private:
  Object about(StringRef name, StringRef module) {
    size_t from = name.rfind('/');
    from = from == StringRef::npos ? 0 : name.substr(0, from).rfind('/') + 1; // npos + 1 is the start
    Object about{{"graph", strings.place(name.substr(from))}, {"module", strings.place(module)}, {"flops", partition.stepFlops}};
    about["mesh"] = partition.mesh;
    for (StringRef key : {"level", "recipe", "numerics", "elementary", "graph_hash"})
      about[key] = *ordered.get(key);
    return about;
  }

  /// [value, results, op, does, type, scope, calls, module, layout, shards of dims, flops, of the busiest rank, times, inputs]; an op
  /// that no layout places (a constant) has -1 for it.
  Array ops(const Array &graph) {
    Array rows;
    for (const Value &item : graph) {
      const Object &op = *item.getAsObject();
      const Array &out = *op.getArray("out"), &types = *op.getArray("types");
      if (out.empty())
        continue;
      const int64_t value = *out.front().getAsInteger();
      const OpOrigin *origin = originOf.lookup(value);
      const PartitionReport::Work *work = workOf.lookup(value);
      Array row{value, static_cast<int64_t>(out.size()), strings.place(*op.getString("op")), strings.place(*op.getString("does"))};
      row.push_back(strings.place(*types.front().getAsString()));
      for (StringRef text : {origin ? StringRef(origin->scope) : "", origin ? StringRef(origin->calls) : "", origin ? StringRef(origin->module) : ""})
        row.push_back(strings.place(text));
      row.push_back(work ? strings.place(work->layout) : -1);
      row.push_back(work ? strings.place(llvm::join(work->dims, "|")) : -1);
      row.push_back(work ? work->flops : 0);
      row.push_back(work ? work->busiestFlops : 0);
      row.push_back(work ? work->times : 1);
      row.push_back(Array(*op.getArray("in")));
      rows.push_back(std::move(row));
    }
    return rows;
  }

  /// [value, order, split (-1: no rank needs another's nodes), nodes, nodes of the rank with most]
  Array sums(const Array &certified) {
    Array rows;
    for (const Value &item : certified) {
      Object order = *item.getAsObject();
      const int64_t value = *order.getInteger("value");
      for (StringRef key : {"value", "name"})
        order.erase(key);
      int64_t split = -1, nodes = 0, most = 0;
      if (const PartitionReport::Reduction *reduction = reductionOf.lookup(value); reduction && !reduction->split.empty()) {
        split = splits.add(Object{{"axes", reduction->split}, {"shards", lists(reduction->shards)}, {"ranks", Array(reduction->shardOfRank)}});
        nodes = reduction->nodes;
        most = reduction->mostNodes;
      }
      rows.push_back(Array{value, orders.add(std::move(order)), split, nodes, most});
    }
    return rows;
  }

  /// [is a result, name, kind, type, layout, bytes of the largest shard]
  Array ports() {
    Array rows;
    for (const PartitionReport::Port &port : partition.ports)
      rows.push_back(Array{port.isResult, strings.place(port.name), strings.place(port.kind), strings.place(port.type),
                           strings.place(port.layout), port.largestShardBytes});
    return rows;
  }

  /// [value, joins, type, from, to, bytes, of the busiest rank, readers (-1: the step's results), runs of ranks]
  Array exchanges() {
    Array rows;
    for (const PartitionReport::Exchange &exchange : partition.exchanges) {
      Array readers;
      for (uint32_t reader : exchange.readers)
        readers.push_back(numbered(reader));
      rows.push_back(Array{numbered(exchange.value), exchange.joins, strings.place(exchange.type), strings.place(exchange.from),
                           strings.place(exchange.to), exchange.bytes, exchange.busiestBytes, std::move(readers), runsOf(exchange.sent)});
    }
    return rows;
  }

  /// [how many ranks in a row, flops, bytes sent, messages sent, arena, state]
  Array ranks() {
    Array rows;
    auto same = [](const PartitionReport::Rank &a, const PartitionReport::Rank &b) {
      return a.flops == b.flops && a.bytesSent == b.bytesSent && a.messagesSent == b.messagesSent && a.arenaBytes == b.arenaBytes &&
             a.stateBytes == b.stateBytes;
    };
    const auto &all = partition.ranks;
    for (size_t i = 0, end; i < all.size(); i = end) {
      for (end = i + 1; end < all.size() && same(all[end], all[i]);)
        ++end;
      rows.push_back(Array{static_cast<int64_t>(end - i), all[i].flops, all[i].bytesSent, all[i].messagesSent,
                           static_cast<int64_t>(all[i].arenaBytes), static_cast<int64_t>(all[i].stateBytes)});
    }
    return rows;
  }

  /// [value, from, to, why, bytes]
  Array moved() {
    Array rows;
    for (const PartitionReport::Moved &item : partition.moved)
      rows.push_back(Array{numbered(item.value), strings.place(item.from), strings.place(item.to), strings.place(item.why), item.bytes});
    return rows;
  }

  /// [value, axes, why, flops beyond its share]
  Array replicated() {
    Array rows;
    for (const PartitionReport::Replicated &item : partition.replicated)
      rows.push_back(Array{numbered(item.value), strings.place(item.axes), strings.place(item.why), item.flops});
    return rows;
  }

  /// [value, terms, order with tensor cores, flops]
  Array tensorCores() {
    Array rows;
    for (const PartitionReport::TensorCore &item : partition.tensorCores)
      rows.push_back(Array{numbered(item.value), strings.place(item.terms), strings.place(item.then), item.flops});
    return rows;
  }

  /// [kernel, chip, registers and bytes of stack, spills stored, loaded, of a thread; shared bytes of a block]
  Array kernels(llvm::ArrayRef<KernelUsage> usage) {
    Array rows;
    for (const KernelUsage &item : usage)
      rows.push_back(Array{strings.place(item.kernel), strings.place(item.chip), item.registers, item.stackBytes, item.spillStoreBytes,
                           item.spillLoadBytes, item.sharedBytes});
    return rows;
  }

  static int64_t numbered(uint32_t value) { return value == kNoNumber ? -1 : static_cast<int64_t>(value); }

  const Object &ordered;
  const PartitionReport &partition;
  llvm::DenseMap<int64_t, const OpOrigin *> originOf;
  llvm::DenseMap<int64_t, const PartitionReport::Work *> workOf;
  llvm::DenseMap<int64_t, const PartitionReport::Reduction *> reductionOf;
  Table strings, orders, splits;
};

} // namespace

/// JSON that stands in a script element: what could end it, or a line, is escaped. All of these only occur inside strings.
static std::string safeInScript(StringRef json) {
  std::string text;
  text.reserve(json.size());
  for (size_t i = 0; i < json.size(); ++i) {
    StringRef rest = json.substr(i);
    if (rest[0] == '<' || rest[0] == '>' || rest[0] == '&') {
      llvm::raw_string_ostream(text) << "\\u00" << llvm::utohexstr(static_cast<unsigned char>(rest[0]), /*LowerCase=*/true);
    } else if (rest.starts_with("\xe2\x80\xa8") || rest.starts_with("\xe2\x80\xa9")) {
      text += rest[2] == '\xa8' ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      text += rest[0];
    }
  }
  return text;
}

std::string pageData(StringRef name, StringRef module, const std::vector<OpOrigin> &origins, const Object &ordered, const Object &placed,
                     const PartitionReport &partition, const std::vector<KernelUsage> &kernels) {
  std::string text;
  llvm::raw_string_ostream(text) << Value(PageData(origins, ordered, partition).run(name, module, placed, kernels));
  return safeInScript(text);
}

} // namespace det
