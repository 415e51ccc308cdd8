// det-select-levels: gives the ops with orders on which nothing but selected results depends a lower level than the module's
// (`--level='loss=not_guaranteed'`). Orders stay as they are: they are what the interpreter evaluates. The mesh is never looked at.
#include "Reach.h"
#include "det/Dialect/Det/Levels.h"
#include "det/Dialect/Det/Numbers.h"
#include "det/Runtime/Trace/Glob.h"
#include "det/Transforms/Order/Levels.h"
#include "det/Transforms/Order/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;

namespace det {

/// False for integers, extremes and bitwise operations, which have the same bits in any order.
static bool dependsOnOrder(OrderedOpInterface op) {
  Combiner combiner = op.getCombiner();
  bool isSum = combiner == Combiner::Add || combiner == Combiner::Mul;
  return combiner == Combiner::Body || (isSum && isa<FloatType, ComplexType>(getElementTypeOrSelf(op->getResult(0).getType())));
}

namespace {

/// A result of @main.
struct Port {
  Value value;
  std::string name;
  bool isState;
  const ResultLevel *option = nullptr; ///< the last that names it
  bool isFree = false;                 ///< selected for not_guaranteed

  std::string text() const { return (isState ? "state '" : "result '") + name + "'"; }
};

class Selection {
public:
  Selection(func::FuncOp main, const LevelOptions &options) : main(main), options(options), level(getLevel(main)) {
    for (auto [i, value] : llvm::enumerate(main.getBody().front().getTerminator()->getOperands())) {
      auto name = main.getResultAttrOfType<StringAttr>(i, kNameAttr), kind = main.getResultAttrOfType<StringAttr>(i, kKindAttr);
      ports.push_back({value, name ? name.str() : "result" + std::to_string(i), kind && kind.getValue() == "state"});
    }
  }

  LogicalResult run() {
    if (failed(choose()))
      return failure();
    SmallVector<Value> free, kept;
    for (const Port &port : ports)
      (port.isFree ? free : kept).push_back(port.value);
    if (free.empty())
      return success();
    Cone needed(kept);
    for (const Port &port : ports)
      if (port.isFree && failed(verifyOwn(port, needed)))
        return failure();
    lower(needed);
    return verifyUse();
  }

private:
  /// Which option each result has: the last that names it.
  LogicalResult choose() {
    for (const ResultLevel &option : options.results) {
      std::string_view glob = option.glob;
      if (isAbove(option.level, {level.data(), level.size()}))
        return main.emitError() << option.text() << " is above the level of the module, " << level;
      bool found = false;
      for (Port &port : ports)
        if (rt::matchesGlob(glob, port.name)) {
          found = true;
          port.option = &option;
        }
      if (!found)
        return main.emitError() << option.text() << " matches no result; metrics are " << metrics();
    }
    for (Port &port : ports) {
      port.isFree = port.option && port.option->level == "not_guaranteed" && level != "not_guaranteed";
      if (port.isFree && port.isState)
        return main.emitError() << port.option->text() << " names " << port.text()
                                << ": state has the level of the module; expected metrics, which are " << metrics();
    }
    return success();
  }

  std::string metrics() const {
    std::string text;
    for (const Port &port : ports)
      if (!port.isState)
        text += (text.empty() ? "'" : ", '") + port.name + "'";
    return text.empty() ? "none" : text;
  }

  /// The first sums behind a selected result are made for selected results alone.
  LogicalResult verifyOwn(const Port &port, const Cone &needed) {
    auto orderedOf = [](Value value) { return value.getDefiningOp<OrderedOpInterface>(); };
    Cone near(port.value, [&](Value value) { return bool(orderedOf(value)); });
    for (Value value : near.values()) {
      OrderedOpInterface sum = orderedOf(value);
      if (!sum || !dependsOnOrder(sum))
        continue;
      auto shared = llvm::find_if(sum->getResults(), [&](Value result) { return needed.contains(result); });
      if (shared == sum->getResults().end())
        continue;
      SmallVector<Value> other = needed.wayFrom(*shared);
      auto taker = llvm::find_if(ports, [&](const Port &kept) { return !kept.isFree && kept.value == other.back(); });
      return sum->emitError() << port.option->text() << ": " << port.text() << " takes a sum that " << taker->text()
                              << " takes too: " << wayText(near.wayFrom(value)) << port.text() << ", and " << wayText(other)
                              << taker->text() << "; leave the result out, or give it a sum of its own";
    }
    return success();
  }

  /// `reduce "jit(step)/reduce_sum" -> sqrt -> `
  static std::string wayText(ArrayRef<Value> way) {
    std::string text, last;
    for (Value value : way) {
      Operation *op = value.getDefiningOp();
      std::string step = (op ? op : value.getParentBlock()->getParentOp())->getName().stripDialect().str();
      StringRef name = op ? nameOf(op->getLoc()) : StringRef();
      if (text.empty() && !name.empty())
        step += " \"" + name.str() + "\"";
      if (op || step != last) // a value goes in and out of a loop by several doors
        text += step + " -> ";
      last = step;
    }
    return text;
  }

  /// Every sum whose bits depend on order that selected results need, and no other result.
  void lower(const Cone &needed) {
    SmallVector<std::pair<const Port *, Cone>, 0> cones;
    for (const Port &port : ports)
      if (port.isFree)
        cones.emplace_back(&port, Cone(port.value));
    Builder b(main.getContext());
    main.walk([&](OrderedOpInterface op) {
      if (!dependsOnOrder(op) || needed.containsResultOf(op))
        return;
      SmallVector<Attribute> results;
      std::string why;
      for (const auto &[port, cone] : cones) {
        if (!cone.containsResultOf(op))
          continue;
        results.push_back(b.getStringAttr(port->name));
        std::string text = port->option->text();
        if (StringRef(why).find(text) == StringRef::npos)
          why += (why.empty() ? "" : ", ") + text;
        used.insert(port->option);
      }
      if (results.empty())
        return;
      op->setAttr(kLevelAttr, b.getStringAttr("not_guaranteed"));
      op->setAttr(kBelowAttr, b.getDictionaryAttr({b.getNamedAttr("results", b.getArrayAttr(results)),
                                                   b.getNamedAttr("why", b.getStringAttr(why))}));
    });
  }

  /// An option that frees nothing is a mistake. One that later options overrule is not.
  LogicalResult verifyUse() {
    for (const Port &port : ports)
      if (port.isFree && !used.contains(port.option))
        return main.emitError() << port.option->text() << " frees nothing: " << port.text()
                                << " takes no sum whose bits depend on order; leave it out";
    return success();
  }

  func::FuncOp main;
  const LevelOptions &options;
  StringRef level; ///< of the module
  SmallVector<Port> ports;
  llvm::DenseSet<const ResultLevel *> used;
};

struct SelectLevelsPass : PassWrapper<SelectLevelsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SelectLevelsPass)

  SelectLevelsPass() = default;
  SelectLevelsPass(const SelectLevelsPass &other) : PassWrapper(other) {}
  explicit SelectLevelsPass(const OrderOptions &options) { level = options.level; }

  StringRef getArgument() const override { return "det-select-levels"; }
  StringRef getDescription() const override { return "lower the level of what selected results alone need"; }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    rt::Result<LevelOptions> options = parseLevels(level.getValue());
    if (!options) {
      module.emitError() << options.error().message;
      return signalPassFailure();
    }
    // Options decide, not the text: an ordered graph may be compiled again.
    module.walk([](OrderedOpInterface op) {
      op->removeAttr(kLevelAttr);
      op->removeAttr(kBelowAttr);
    });
    if (options->results.empty())
      return;
    auto main = module.lookupSymbol<func::FuncOp>("main");
    if (!main) {
      module.emitError("expected a function @main, whose results have levels");
      return signalPassFailure();
    }
    if (failed(Selection(main, *options).run()))
      signalPassFailure();
  }

  Option<std::string> level{*this, "level", llvm::cl::desc("levels of results: loss=not_guaranteed,..."),
                            llvm::cl::init("mesh_to_mesh")};
};

} // namespace

std::unique_ptr<Pass> createSelectLevelsPass(const OrderOptions &options) { return std::make_unique<SelectLevelsPass>(options); }

} // namespace det
