// The audit: what the families find in the text, with det's answers.
#include "det/Transforms/Audit.h"

#include "Answers.h"
#include "Visit.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace det {
namespace {

using namespace audit;

bool isInLoop(Operation *op) {
  for (Operation *parent = op->getParentOp(); parent; parent = parent->getParentOp())
    if (inputName(parent) == "while")
      return true;
  return false;
}

const AuditRow &rowOf(StringRef id) {
  return *llvm::find_if(auditRows(), [&](const AuditRow &row) { return row.id == id; });
}

class Auditor {
public:
  Auditor(const Collected &collected, const Answers &answers) : collected(collected), answers(answers) {}

  AuditReport run(ModuleOp module) {
    report.operations = collected.operations;
    report.mesh = answers.mesh;
    report.refused = answers.refused;
    for (const Found &found : collected.found)
      add(*found.row, found.op, found.detail);
    addRefused(module);
    llvm::stable_sort(report.findings, [](const AuditFinding &a, const AuditFinding &b) { return a.row < b.row; });
    for (auto &[op, worst] : worstOf)
      ++report.operationsOf[worst];
    return std::move(report);
  }

private:
  void add(const AuditRow &found, Operation *op, std::string detail) {
    Answer answer = answers.of.lookup(op);
    const AuditRow *row = &found;
    if (!answer.axes.empty()) {
      if (row->id == "sum")
        row = &rowOf("sum-over-mesh");
      else if (row->id == "product" || row->id == "convolution")
        row = &rowOf("product-over-mesh");
    }
    AuditFinding finding;
    finding.row = row;
    finding.op = op->getName().getStringRef().str();
    finding.place = placeOf(op->getLoc());
    finding.type = typeOf(op);
    finding.detail = std::move(detail);
    finding.axes = answer.axes;
    if (auto function = op->getParentOfType<func::FuncOp>())
      finding.calls = std::max<int64_t>(1, collected.callsOf.lookup(function));
    finding.isInLoop = isInLoop(op);
    finding.det = answerText(*row, answer);
    report.findings.push_back(std::move(finding));
    unsigned hazard = static_cast<unsigned>(row->hazard);
    auto [worst, fresh] = worstOf.try_emplace(op, hazard);
    worst->second = std::min(worst->second, hazard);
    listed.insert(op);
  }

  static std::string typeOf(Operation *op) {
    return op->getNumResults() ? typeText(op->getResult(0).getType()) : op->getNumOperands() ? typeText(op->getOperand(0).getType()) : "";
  }

  std::string answerText(const AuditRow &row, const Answer &answer) {
    if (!answer.refused.empty())
      return "refused: " + answer.refused;
    if (row.hazard == Hazard::Opaque && answers.haveOrders)
      return "compiled";
    if (!row.isOrdered || !answers.haveOrders)
      return row.det.str();
    if (answer.orders.empty() && answer.isThere)
      return row.det.str();
    if (answer.orders.empty())
      return "equal to another operation, or not needed";
    return llvm::join(answer.orders, "; then ");
  }

  /// What the families find nothing in, but det refuses.
  void addRefused(ModuleOp module) {
    module->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<ModuleOp, func::FuncOp>(op) || inputName(op) == "sdy.mesh")
        return;
      if (!listed.contains(op) && !answers.of.lookup(op).refused.empty())
        add(rowOf("opaque-operation"), op, "det does not compile it");
    });
  }

  const Collected &collected;
  const Answers &answers;
  AuditReport report;
  llvm::MapVector<Operation *, unsigned> worstOf;
  llvm::DenseSet<Operation *> listed;
};

/// Whether the text is past import already.
bool isImported(ModuleOp module) {
  return module
      .walk([](Operation *op) { return op->getName().getDialectNamespace() == "det" ? WalkResult::interrupt() : WalkResult::advance(); })
      .wasInterrupted();
}

} // namespace

rt::Result<AuditReport> auditGraph(std::string_view text, std::string_view name, const CompileOptions &options) {
  DialectRegistry registry;
  registerCompilerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  OwningOpRef<ModuleOp> module;
  std::string unread;
  {
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == DiagnosticSeverity::Error && unread.empty())
        unread = placeOf(diagnostic.getLocation()).text() + ": " + diagnostic.str();
      return success();
    });
    module = parseInput(text, name, &context);
  }
  if (!module)
    return rt::Error{unread.empty() ? "the text cannot be read" : unread};
  if (isImported(*module))
    return rt::Error{std::string(name) + " is det text; the audit reads StableHLO text, as a framework prints it"};
  rt::Result<Answers> answers = askDet(*module, options);
  if (!answers)
    return answers.error();
  Collected collected = collect(*module);
  AuditReport report = Auditor(collected, *answers).run(*module);
  report.file = name;
  return report;
}

} // namespace det
