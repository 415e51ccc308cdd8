// What partitioning did: shardings, reductions, exchanges and work, per rank where ranks differ.
#ifndef DET_TRANSFORMS_PARTITIONREPORT_H
#define DET_TRANSFORMS_PARTITIONREPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <string>
#include <vector>

namespace det {

/// A partitioned step in numbers. Flops count an fma as 2, any other float operation and an elementary function as 1. Bytes
/// are those that cross from one rank to another in one step. What a loop does counts as often as import knows it to run.
/// `value` is the number of a value in the certificate (Numbers.h), kNoNumber where the module's values have none.
struct PartitionReport {
  struct Rank {
    int64_t flops = 0;
    int64_t bytesSent = 0;
    int64_t messagesSent = 0; ///< upper bound: one per exchange and receiver, before exchanges are merged
    uint64_t arenaBytes = 0;  ///< filled in by the plan
    uint64_t stateBytes = 0;  ///< filled in by the plan
  };
  /// An argument or a result.
  struct Port {
    bool isResult;
    std::string name, kind, type, layout;
    int64_t largestShardBytes; ///< of the rank that holds most
  };
  struct Reduction {
    std::string op, location, order;
    std::vector<int64_t> box; ///< sizes of the reduced dims
    std::string split;        ///< axes over which it is split; empty: no rank needs another
    int64_t nodes;            ///< partial nodes of all ranks together; 0 if not split
    int64_t mostNodes;        ///< of the rank with most
    uint32_t value;
    /// If it is split. Per dim of the box, [begin, end) of every shard one after the other; empty: not cut.
    std::vector<std::vector<int64_t>> shards;
    /// If it is split: the shard of each rank, in the flat index over the dims that are cut, the first the most major.
    std::vector<int64_t> shardOfRank;
  };
  /// How an op of the graph is divided.
  struct Work {
    uint32_t value;                ///< its first result
    std::string layout;            ///< of its first result
    std::vector<std::string> dims; ///< the sizes of the shards of each of its dims, where it is cut: `4, 2 x 6`
    int64_t flops = 0;             ///< on one rank
    int64_t busiestFlops = 0;      ///< of the rank with most
    int64_t times;                 ///< how often it runs
  };
  struct Exchange {
    bool joins; ///< an exchange of partial nodes, joined where they arrive
    std::string location, type, from, to;
    int64_t bytes;        ///< of all ranks
    int64_t busiestBytes; ///< sent by the rank that sends most
    uint32_t value;
    std::vector<uint32_t> readers; ///< the first results of the ops that read it, kNoNumber for the step's results
    std::vector<int64_t> sent;     ///< bytes by each rank
  };
  /// A reduction that is not evaluated where its operands are sharded along the reduced dim: a shard would cut a leaf of the
  /// order, or partial sums cost more than moving operands.
  struct Moved {
    std::string op, location, type, from, to, why;
    int64_t bytes;           ///< of the operands' exchanges, all ranks
    int64_t replicatedFlops; ///< that one rank does beyond its share; 0 if it is evaluated sharded on another dim
    uint32_t value;
  };
  /// An op that several ranks evaluate for the same part although one of its dims could be cut further.
  struct Replicated {
    std::string op, location, type, axes, why;
    int64_t flops; ///< that one rank does beyond its share
    uint32_t value;
  };

  /// A product whose order another recipe would give to tensor cores: it is folded as f32, from operands converted exactly.
  struct TensorCore {
    std::string op, location, terms, order, then;
    int64_t flops; ///< of one step on one rank
    uint32_t value;
  };

  std::string mesh, level;
  int64_t stepFlops = 0; ///< of one step on one rank
  std::vector<Rank> ranks;
  std::vector<Port> ports;
  std::vector<Reduction> reductions;
  std::vector<Exchange> exchanges;
  std::vector<Moved> moved;
  std::vector<Replicated> replicated;
  /// What --recipe=mma=hopper would change; empty where the recipe names tensor cores, or the level has none.
  std::vector<TensorCore> tensorCores;
  std::vector<Work> work; ///< in program order; not in the text and JSON forms

  /// For people: a summary, then one line per item, the dearest first where order does not matter.
  void print(llvm::raw_ostream &os) const;
  /// The same as JSON, every field by its name.
  llvm::json::Value toJson() const;
};

/// Reads the report off a partitioned module.
PartitionReport makePartitionReport(mlir::ModuleOp module);

} // namespace det

#endif // DET_TRANSFORMS_PARTITIONREPORT_H
