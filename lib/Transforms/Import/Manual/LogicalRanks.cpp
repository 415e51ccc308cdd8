// det-import-ranks: finds out whether @main as a whole is the program of one of several processes.
//
// It is where a collective, or the number of a process, stands outside every manual computation (pmap, or text after a
// partitioner). The module's attributes say how many processes there are, or else the groups of its collectives do.
#include "LogicalRanks.h"
#include "../InputOps.h"
#include "det/Dialect/Det/Det.h"
#include "det/Dialect/Input/AttrReader.h"
#include "det/Transforms/Import/Passes.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace det {
namespace {

using namespace import;

bool tellsProcessesApart(Operation *op) {
  return llvm::StringSwitch<bool>(inputName(op))
      .Cases({"all_reduce", "all_gather", "reduce_scatter", "all_to_all", "collective_permute", "collective_broadcast",
              "collective_reduce", "partition_id", "replica_id"},
             true)
      .Default(false);
}

/// Whether the numbers in an operation's groups are of replicas rather than of partitions or devices.
bool namesReplicas(Operation *op) {
  auto handle = input::Fields::read(op->getAttr("channel_handle"), "channel_handle");
  bool channel = handle && handle->value("handle") > 0;
  bool across = llvm::StringSwitch<bool>(inputName(op))
                    .Cases({"all_to_all", "collective_permute", "collective_broadcast"}, channel)
                    .Default(op->hasAttr("use_global_device_ids"));
  return !across;
}

struct LogicalRanksPass : PassWrapper<LogicalRanksPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LogicalRanksPass)
  StringRef getArgument() const final { return "det-import-ranks"; }
  StringRef getDescription() const final { return "notes how many processes run @main, where that is a program of one process"; }

  void runOnOperation() final {
    ModuleOp module = getOperation();
    func::FuncOp main = mainFunction(module);
    if (!main)
      return;
    SmallVector<Operation *> found;
    main.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<ManualOp>(op) || inputName(op) == "sdy.manual_computation")
        return WalkResult::skip();
      if (isInputOp(op) && tellsProcessesApart(op))
        found.push_back(op);
      return WalkResult::advance();
    });
    if (found.empty())
      return;
    auto stated = [&](StringRef name) {
      auto value = module->getAttrOfType<IntegerAttr>(name);
      return value ? std::max<int64_t>(value.getInt(), 1) : 1;
    };
    int64_t replicas = stated("mhlo.num_replicas"), partitions = stated("mhlo.num_partitions");
    if (replicas * partitions == 1)
      for (Operation *op : found) {
        int64_t &count = namesReplicas(op) ? replicas : partitions;
        for (StringRef name : {"replica_groups", "source_target_pairs"})
          if (auto ids = input::ints(op->getAttr(name)))
            for (int64_t id : *ids)
              count = std::max(count, std::min(id, kMaxProcesses) + 1);
      }
    if (replicas > kMaxProcesses || partitions > kMaxProcesses || replicas * partitions > kMaxProcesses) {
      found.front()->emitError() << "'" << found.front()->getName() << "' expected at most " << kMaxProcesses << " processes";
      return signalPassFailure();
    }
    Builder b(&getContext());
    module->setAttr(kRanksAttr, b.getDenseI64ArrayAttr({replicas, partitions}));
    for (unsigned i = 0; i < main.getNumArguments(); ++i)
      if (auto same = main.getArgAttrOfType<BoolAttr>(i, "mhlo.is_same_data_across_replicas"); same && same.getValue())
        main.setArgAttr(i, kReplicatedAttr, b.getUnitAttr());
  }
};

} // namespace

std::unique_ptr<Pass> createLogicalRanksPass() { return std::make_unique<LogicalRanksPass>(); }

} // namespace det
