// The plan of a module: one program per rank class.
#include "det/Transforms/Plan/Plan.h"

#include "Attention.h"
#include "Claims.h"
#include "Lowerings.h"
#include "Memory.h"
#include "Results.h"
#include "Schedule.h"
#include "det/Dialect/Det/Loops.h"
#include "det/Transforms/Lower/KernelLibrary.h"

using namespace mlir;

namespace det {

using namespace plan;

/// The version of plan.fbs that this compiler writes.
static constexpr uint32_t kPlanFormat = 1;

/// Puts an op that fusion left alone, and that no lowering knows, into a region of its own.
static void wrapInRegion(Operation *op) {
  OpBuilder builder(op);
  auto region = RegionOp::create(builder, op->getLoc(), op->getResultTypes(), op->getOperands());
  if (Attribute layouts = op->getAttr(kLayoutsAttr))
    region->setAttr(kLayoutsAttr, layouts);
  Block &body = region.getBody().emplaceBlock();
  IRMapping mapping;
  for (Value operand : op->getOperands())
    mapping.map(operand, body.addArgument(operand.getType(), operand.getLoc()));
  // An operand that comes twice is two arguments; the later one stands for both.
  builder.setInsertionPointToEnd(&body);
  Operation *inner = builder.clone(*op, mapping);
  YieldOp::create(builder, op->getLoc(), inner->getResults());
  op->replaceAllUsesWith(region.getResults());
  op->erase();
}

static void wrapLeftovers(func::FuncOp function) {
  walkGraph(function.getBody().front(), [](Operation *op) {
    if (!lowerings().contains(op->getName().getStringRef()) && isa<ScalarOpInterface, OrderedOpInterface>(op))
      wrapInRegion(op);
  });
}

static artifact::Ref refOf(const ProgramBuilder &builder, const BufferUse &use) {
  const Buffer &buffer = builder.buffers[use.buffer];
  bool isConstant = buffer.kind == BufferKind::Constant;
  return {isConstant ? artifact::Space::constants : artifact::Space::arena, buffer.offset + use.bytes};
}

namespace {

/// Puts steps into the lists of the loops that they are in.
class EntryTree {
public:
  using Entries = std::vector<std::unique_ptr<artifact::EntryT>>;
  explicit EntryTree(Entries &entries) : lists{&entries} {}

  void add(Step &step, ArrayRef<artifact::Ref> refs, Exchanges &exchanges) {
    if (step.mark == LoopMark::End) {
      lists.pop_back();
      return;
    }
    if (step.mark == LoopMark::Test) {
      lists.pop_back();
      artifact::WhileT &loop = *lists.back()->back()->action.AsWhile();
      loop.predicate = std::make_unique<artifact::Ref>(refs[0]);
      lists.push_back(&loop.body);
      return;
    }
    if (step.mark == LoopMark::None)
      bindRefs(step, refs, exchanges);
    lists.back()->push_back(std::make_unique<artifact::EntryT>(std::move(step.entry)));
    if (step.mark == LoopMark::Begin)
      lists.push_back(&lists.back()->back()->action.AsWhile()->condition);
  }

private:
  SmallVector<Entries *, 4> lists; ///< of the program, then of the loops that are open
};

} // namespace

/// Plans one rank class.
static FailureOr<std::unique_ptr<artifact::ProgramT>> buildProgram(func::FuncOp function, ProgramBuilder &builder,
                                                                   const TensorNumbers &numbers, const artifact::PlanT &plan,
                                                                   const AttentionOptions &attention) {
  DenseMap<uint32_t, int> bufferOfTensor;
  addArguments(function, numbers, plan, builder, bufferOfTensor);
  if (failed(lowerBlock(function.getBody().front(), builder)))
    return failure();
  builder.endExchanges(-1);
  addResults(function, numbers, plan, builder, bufferOfTensor);
  // Where no order is promised, products are a library's.
  if (attention.sharedBytes && plan.level != "not_guaranteed")
    fuseAttention(builder, attention);
  Sharing sharing(builder.buffers, builder.steps);
  sharing.shareCarried();
  sharing.shareInPlace();
  ArenaSize size = placeBuffers(builder.buffers, builder.steps);

  auto program = std::make_unique<artifact::ProgramT>();
  program->arena_bytes = size.bytes;
  program->persistent_bytes = size.persistentBytes;
  program->exchanges = std::move(builder.exchanges);
  for (uint32_t tensor = 0; tensor < plan.tensors.size(); ++tensor) {
    auto placement = std::make_unique<artifact::PlacementT>();
    placement->tensor = tensor;
    placement->value = std::make_unique<artifact::Ref>(refOf(builder, {bufferOfTensor[tensor], 0, false, false}));
    program->placements.push_back(std::move(placement));
  }
  EntryTree tree(program->entries);
  for (Step &step : builder.steps) {
    SmallVector<artifact::Ref> refs;
    for (const BufferUse &use : step.uses)
      refs.push_back(refOf(builder, use));
    auto isSame = [&](unsigned a, unsigned b) { return refs[a].space() == refs[b].space() && refs[a].offset() == refs[b].offset(); };
    if (step.handsOver && isSame(0, 1))
      continue;
    if (step.workInPlace && llvm::all_of(step.inPlace, [&](auto pair) { return isSame(pair.first, pair.second); }))
      step.entry.serial = *step.workInPlace <= kSerialWork;
    step.entry.claim = claimOf(step, builder);
    tree.add(step, refs, program->exchanges);
  }
  for (const Buffer &buffer : builder.buffers) {
    program->buffers.push_back(std::make_unique<artifact::BufferT>());
    program->buffers.back()->space = buffer.kind == BufferKind::Constant ? artifact::Space::constants : artifact::Space::arena;
    program->buffers.back()->offset = buffer.offset;
    program->buffers.back()->bytes = buffer.bytes;
  }
  return program;
}

FailureOr<PlannedProgram> buildPlan(ModuleOp module, KernelLibrary &kernels, const AttentionOptions &attention) {
  auto function = module.lookupSymbol<func::FuncOp>("main");
  if (!function || !function.getBody().hasOneBlock())
    return module.emitError("expected a function @main of one block"), failure();
  PlannedProgram planned;
  artifact::PlanT &plan = planned.plan;
  plan.format = kPlanFormat;
  plan.level = getLevel(function).str();
  if (Attribute recipe = module->getAttr(kRecipeAttr))
    llvm::raw_string_ostream(plan.recipe) << recipe;
  auto mesh = module->getAttrOfType<MeshAttr>(kMeshAttr);
  plan.mesh = std::make_unique<artifact::MeshT>();
  if (mesh) {
    for (StringAttr name : mesh.getNames())
      plan.mesh->names.push_back(name.str());
    plan.mesh->sizes.assign(mesh.getSizes().begin(), mesh.getSizes().end());
  }

  wrapLeftovers(function);
  Placements placements(function, mesh);
  if (failed(placements.findNodes()))
    return failure();
  schedule(function);
  Tables tables(plan, planned.constants, mesh);
  FailureOr<TensorNumbers> numbers = addTensors(function, placements, tables, plan);
  if (failed(numbers))
    return failure();
  for (const std::vector<uint32_t> &ranks : placements.rankClasses()) {
    ProgramBuilder builder(placements, tables, kernels, ranks.front());
    FailureOr<std::unique_ptr<artifact::ProgramT>> program = buildProgram(function, builder, *numbers, plan, attention);
    if (failed(program))
      return failure();
    (*program)->ranks = ranks;
    plan.programs.push_back(std::move(*program));
  }
  return planned;
}

} // namespace det
