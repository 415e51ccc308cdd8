// The audit of a training graph: which of its operations give other bits on a usual stack, and why.
//
// It reads the graph as it comes and needs nothing else: an operation that det refuses is listed, and the rest is audited all the
// same. docs/audit.md has the table of hazards and says how to read the output.
#ifndef DET_TRANSFORMS_AUDIT_H
#define DET_TRANSFORMS_AUDIT_H

#include "det/Transforms/Pipelines.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace det {

/// How far a result moves, the most serious first.
enum class Hazard {
  RunToRun, ///< between two executions of one compiled program
  Opaque,   ///< nobody can tell from the graph
  Layout,   ///< between meshes, splits of the batch, tile sizes, two compilations
  Device    ///< between kinds of devices, versions of libraries and of compilers
};
inline constexpr Hazard kHazards[] = {Hazard::RunToRun, Hazard::Opaque, Hazard::Layout, Hazard::Device};

/// `run_to_run`, `opaque`, `layout`, `device`.
llvm::StringRef hazardName(Hazard hazard);

/// One kind of finding: a row of the table in docs/audit.md.
struct AuditRow {
  llvm::StringLiteral id;
  Hazard hazard;
  llvm::StringLiteral title;
  llvm::StringLiteral why;
  llvm::StringLiteral source; ///< public texts that say so; empty where it follows from arithmetic alone
  llvm::StringLiteral det;    ///< what det does about it
  bool isOrdered;             ///< whether det's answer is the order of the operation at hand
};
/// All rows, the most serious first.
llvm::ArrayRef<AuditRow> auditRows();

/// Where the text has an operation: the path that the framework gives it, and a line of a file. Both may be missing.
struct AuditPlace {
  std::string path, file;
  unsigned line = 0, column = 0;
  std::string text() const;
};

/// One operation under one row.
struct AuditFinding {
  const AuditRow *row;
  std::string op;     ///< `stablehlo.scatter`
  AuditPlace place;
  std::string type;   ///< of the first result: `f32[8,64]`
  std::string detail; ///< `over 8192 terms`
  std::string axes;   ///< mesh axes that cut what is summed: `[{data}]`; empty if none
  int64_t calls = 1;  ///< how often its function is called from @main
  bool isInLoop = false;
  std::string det;    ///< what det does with it
};

struct AuditReport {
  std::string file;
  int64_t operations = 0;           ///< that @main reaches, each counted once
  std::string mesh;                 ///< `data=4`, empty for one rank or where det has no layout
  std::vector<std::string> refused; ///< why det does not compile the graph; empty if it does
  /// Rows in their order, then operations as in the text.
  std::vector<AuditFinding> findings;

  /// The number of operations whose most serious finding is of this hazard.
  int64_t count(Hazard hazard) const;
  /// For people: one sentence, then hazards, the most serious first, then counts.
  void print(llvm::raw_ostream &os) const;
  llvm::json::Value toJson() const;

  /// By hazard; filled with the findings.
  int64_t operationsOf[4] = {};
};

/// Audits StableHLO text. `options` says over which mesh (`mesh`, `shards`) and with which recipe det would compile it. An error
/// only where the text cannot be read, or where an option is wrong.
rt::Result<AuditReport> auditGraph(std::string_view text, std::string_view name, const CompileOptions &options);

} // namespace det

#endif // DET_TRANSFORMS_AUDIT_H
