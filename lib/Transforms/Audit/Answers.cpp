// Compiles a copy of the graph in which every operation's location says which one it is: locations survive every phase.
#include "Answers.h"
#include "Marks.h"
#include "OrderText.h"
#include "StandIns.h"
#include "Visit.h"
#include "det/Dialect/Det/Det.h"
#include "det/Transforms/PartitionReport.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;

namespace det::audit {
namespace {

/// Different operations that are refused, before nobody reads on.
constexpr int kMostRefused = 64;

/// The first error of a phase, and the mark of the operation at which it was.
struct FirstError {
  std::optional<int64_t> mark;
  std::string message;
};

/// Runs passes on a module and keeps the first error to itself.
template <class Build> std::optional<FirstError> errorOf(ModuleOp module, Build build) {
  FirstError first;
  ScopedDiagnosticHandler handler(module.getContext(), [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error && first.message.empty())
      first = {markOf(diagnostic.getLocation()), diagnostic.str()};
    return success();
  });
  PassManager pm(module.getContext());
  pm.enableVerifier(false);
  build(pm);
  if (succeeded(pm.run(module)))
    return std::nullopt;
  if (first.message.empty())
    first.message = "a phase failed without a word";
  return first;
}

class Questioner {
public:
  Questioner(ModuleOp module, const CompileOptions &options) : module(module), options(options) {
    module->walk<WalkOrder::PreOrder>([&](Operation *op) { operations.push_back(op); });
  }

  rt::Result<Answers> run() {
    if (!import())
      return std::move(answers);
    if (auto error = errorOf(*copy, [&](OpPassManager &pm) { buildOrderPipeline(pm, options); }))
      return rt::Error{error->message};
    answers.haveOrders = true;
    addOrders();
    PartitionReport report;
    if (auto error = errorOf(*copy, [&](OpPassManager &pm) { buildPartitionPipeline(pm, options, &report); })) {
      if (!options.mesh.empty() || !options.shards.empty())
        return rt::Error{error->message};
      answers.refused.push_back(error->message);
      return std::move(answers);
    }
    answers.mesh = report.ranks.size() > 1 ? report.mesh : "";
    for (const PartitionReport::Reduction &reduction : report.reductions)
      addAxes(reduction.location, reduction.split);
    for (const PartitionReport::Moved &moved : report.moved)
      addAxes(moved.location, moved.from);
    return std::move(answers);
  }

private:
  /// Imports a copy; every operation that is refused gets a stand-in, and the next copy is tried. False if that does not help.
  bool import() {
    for (int round = 0; round < kMostRefused; ++round) {
      copy = markedCopy(module);
      putStandIns(*copy, standIns);
      auto error = errorOf(*copy, [](OpPassManager &pm) { buildImportPipeline(pm); });
      if (!error)
        return true;
      bool isNew = error->mark && !llvm::is_contained(standIns, *error->mark);
      answers.refused.push_back(withPlace(*error));
      if (!isNew || !standInFor(operations[*error->mark], error->message))
        return false;
    }
    return false;
  }

  std::string withPlace(const FirstError &error) {
    Location loc = error.mark ? operations[*error.mark]->getLoc() : Location(UnknownLoc::get(module.getContext()));
    AuditPlace place = placeOf(loc);
    return place.path.empty() && place.file.empty() ? error.message : place.text() + ": " + error.message;
  }

  /// The operation gets a stand-in, and so does every other call of the same kernel.
  bool standInFor(Operation *op, StringRef message) {
    auto target = op->getAttrOfType<StringAttr>("call_target_name");
    bool any = false;
    for (auto [mark, other] : llvm::enumerate(operations))
      if (other == op || (target && other->getName() == op->getName() && other->getAttr("call_target_name") == target)) {
        answers.of[other].refused = message.str();
        if (!canStandIn(other))
          return false;
        standIns.push_back(mark);
        any = true;
      }
    return any;
  }

  void addOrders() {
    copy->walk([&](Operation *op) {
      std::optional<int64_t> mark = markOf(op->getLoc());
      if (!mark)
        return;
      answers.of[operations[*mark]].isThere = true;
      auto ordered = dyn_cast<OrderedOpInterface>(op);
      if (!ordered || !isa<FloatType>(getElementTypeOrSelf(op->getResult(0).getType())))
        return;
      auto &orders = answers.of[operations[*mark]].orders;
      std::string text = orderText(ordered);
      if (!llvm::is_contained(orders, text))
        orders.push_back(std::move(text));
    });
  }

  void addAxes(StringRef location, StringRef axes) {
    std::optional<int64_t> mark = markIn(location);
    if (!mark || axes.empty() || axes.count('{') == axes.count("{}"))
      return;
    std::string &known = answers.of[operations[*mark]].axes;
    if (known.empty())
      known = axes.str();
  }

  ModuleOp module;
  const CompileOptions &options;
  SmallVector<Operation *> operations; ///< by mark
  SmallVector<int64_t> standIns;
  OwningOpRef<ModuleOp> copy;
  Answers answers;
};

} // namespace

rt::Result<Answers> askDet(ModuleOp module, const CompileOptions &options) { return Questioner(module, options).run(); }

} // namespace det::audit
