// Manual regions of older JAX: what lies between @SPMDFullToShardShape and @SPMDShardToFullShape.
//
// A region is what its results are computed from, back to the values that enter it. Whatever else it reaches (constants,
// partition_id) is copied into it.
#include "GspmdMesh.h"
#include "../InputOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace det::import {

StringRef callTarget(Operation *op) {
  if (inputName(op) != "custom_call")
    return "";
  auto target = op->getAttrOfType<StringAttr>("call_target_name");
  return target ? target.getValue() : "";
}

namespace {

bool isEntry(Operation *op) { return callTarget(op) == "SPMDFullToShardShape"; }
bool isExit(Operation *op) { return callTarget(op) == "SPMDShardToFullShape"; }

/// The only sharding of a custom call with one operand and one result of known rank; an error if it has none.
FailureOr<input::GspmdSharding> shardingOf(Operation *call) {
  auto shardings = call ? gspmdOf(call->getAttr("mhlo.sharding")) : std::nullopt;
  if (!shardings || shardings->size() != 1)
    return failure();
  return shardings->front();
}

/// One region on its way.
struct ManualRegion {
  llvm::SetVector<Operation *> entries, inside;
  SmallVector<Operation *> exits;
};

/// Everything that `op` is computed from, back to entries.
void collect(Operation *op, ManualRegion &region) {
  SmallVector<Operation *> pending = {op};
  while (!pending.empty()) {
    Operation *next = pending.pop_back_val();
    next->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands()) {
        Operation *source = operand.getDefiningOp();
        if (!source || source->getBlock() != op->getBlock())
          continue;
        if (isEntry(source))
          region.entries.insert(source);
        else if (!isExit(source) && region.inside.insert(source))
          pending.push_back(source);
      }
    });
  }
}

/// Regions of a block: results that share an entry or a computation belong to one.
std::vector<ManualRegion> findRegions(Block &block) {
  std::vector<ManualRegion> single;
  llvm::EquivalenceClasses<unsigned> same;
  llvm::DenseMap<Operation *, unsigned> ownerOf;
  for (Operation &op : block) {
    if (!isExit(&op))
      continue;
    unsigned number = single.size();
    ManualRegion &region = single.emplace_back();
    region.exits.push_back(&op);
    collect(&op, region);
    same.insert(number);
    auto join = [&](Operation *part) {
      auto [entry, fresh] = ownerOf.try_emplace(part, number);
      if (!fresh)
        same.unionSets(entry->second, number);
    };
    llvm::for_each(region.entries, join);
    // Constants may be shared by regions that have nothing to do with each other.
    llvm::for_each(region.inside, [&](Operation *part) { part->getNumOperands() ? join(part) : void(); });
  }
  std::vector<ManualRegion> regions;
  llvm::DenseMap<unsigned, unsigned> place;
  for (unsigned i = 0; i < single.size(); ++i) {
    auto [entry, fresh] = place.try_emplace(same.getLeaderValue(i), regions.size());
    if (fresh)
      regions.emplace_back();
    ManualRegion &region = regions[entry->second];
    region.entries.insert_range(single[i].entries);
    region.inside.insert_range(single[i].inside);
    llvm::append_range(region.exits, single[i].exits);
  }
  return regions;
}

LogicalResult build(ManualRegion &region, const GspmdMesh &mesh) {
  auto bad = [](Operation *op, StringRef what) {
    return op->emitError() << "custom call '@" << callTarget(op) << "' " << what
                           << "; export with Shardy (jax_use_shardy_partitioner=True)";
  };
  auto ranked = [](Operation *op) {
    return op->getNumOperands() == 1 && op->getNumResults() == 1 && isa<RankedTensorType>(op->getOperand(0).getType()) &&
           isa<RankedTensorType>(op->getResult(0).getType());
  };
  Operation *first = region.exits.front();
  auto before = [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); };
  SmallVector<Operation *> entries(region.entries.begin(), region.entries.end());
  SmallVector<Operation *> inside(region.inside.begin(), region.inside.end());
  llvm::sort(entries, before);
  llvm::sort(inside, before);
  // The region stands behind all that it is made of: JAX prints the end of each result on its own, one after the other.
  Operation *last = nullptr;
  for (Operation *part : {entries.empty() ? nullptr : entries.back(), inside.empty() ? nullptr : inside.back()})
    if (part && (!last || last->isBeforeInBlock(part)))
      last = part;
  std::string ins, outs, axes;
  SmallVector<Value> operands;
  IRMapping mapping;
  auto body = std::make_unique<Block>();
  auto agree = [&](std::string found) { return axes.empty() ? (axes = std::move(found), true) : axes == found; };
  for (Operation *entry : entries) {
    if (!ranked(entry))
      return bad(entry, "bounds no manual region");
    Operation *full = entry->getOperand(0).getDefiningOp();
    auto sharding = shardingOf(full), manual = shardingOf(entry);
    if (failed(sharding) || failed(manual) || callTarget(full) != "Sharding")
      return bad(entry, "expected a value from '@Sharding'");
    if (!agree(mesh.manualAxes(*manual)))
      return bad(entry, "has other manual axes than the region's other values");
    ins += (ins.empty() ? "" : ", ") + mesh.text(*sharding, cast<RankedTensorType>(entry->getOperand(0).getType()).getRank());
    operands.push_back(entry->getOperand(0));
    mapping.map(entry->getResult(0), body->addArgument(entry->getResult(0).getType(), entry->getLoc()));
  }
  SmallVector<Type> types;
  for (Operation *exit : region.exits) {
    auto sharding = shardingOf(exit);
    if (!ranked(exit) || failed(sharding))
      return bad(exit, "has no readable 'mhlo.sharding'");
    Operation *inner = exit->getOperand(0).getDefiningOp();
    auto manual = inner && callTarget(inner) == "Sharding" ? shardingOf(inner) : FailureOr<input::GspmdSharding>(failure());
    if (succeeded(manual) && !agree(mesh.manualAxes(*manual)))
      return bad(exit, "has other manual axes than the region's other values");
    for (Operation *user : exit->getUsers())
      if (Operation *at = exit->getBlock()->findAncestorOpInBlock(*user); last && !last->isBeforeInBlock(at))
        return bad(exit, "ends a region whose parts do not come before what its results are used for");
    outs += (outs.empty() ? "" : ", ") + mesh.text(*sharding, cast<RankedTensorType>(exit->getResult(0).getType()).getRank());
    types.push_back(exit->getResult(0).getType());
  }
  OpBuilder b(first);
  MLIRContext *context = b.getContext();
  b.setInsertionPointToEnd(body.get());
  for (Operation *op : inside)
    b.clone(*op, mapping);
  SmallVector<Value> yielded;
  for (Operation *exit : region.exits)
    yielded.push_back(mapping.lookupOrDefault(exit->getOperand(0)));
  OperationState end(first->getLoc(), "sdy.return", yielded, {});
  b.create(end);

  auto text = [&](const Twine &data) { return OpaqueAttr::get(b.getStringAttr("sdy"), data.str(), NoneType::get(context)); };
  last ? b.setInsertionPointAfter(last) : b.setInsertionPoint(first);
  OperationState state(first->getLoc(), "sdy.manual_computation", operands, types);
  state.addAttribute("in_shardings", text("sharding_per_value<[" + Twine(ins) + "]>"));
  state.addAttribute("out_shardings", text("sharding_per_value<[" + Twine(outs) + "]>"));
  state.addAttribute("manual_axes", text("manual_axes" + Twine(axes.empty() ? "{}" : axes)));
  state.addRegion()->push_back(body.release());
  Operation *manual = b.create(state);
  for (auto [exit, result] : llvm::zip_equal(region.exits, manual->getResults())) {
    exit->getResult(0).replaceAllUsesWith(result);
    exit->erase();
  }
  for (Operation *op : llvm::reverse(inside))
    if (op->use_empty())
      op->erase();
  for (Operation *entry : entries)
    if (entry->use_empty())
      entry->erase();
  return success();
}

} // namespace

LogicalResult makeManualRegions(Block &block, const GspmdMesh &mesh) {
  for (ManualRegion &region : findRegions(block))
    if (failed(build(region, mesh)))
      return failure();
  return success();
}

} // namespace det::import
