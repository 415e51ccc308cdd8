// Prints an audit for people.
#include "det/Transforms/Audit.h"
#include "llvm/ADT/CachedHashString.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace det {

/// Lines of one row end after so many; JSON has all.
static constexpr size_t kMostLines = 24;

static StringRef meaningOf(Hazard hazard) {
  constexpr StringLiteral meanings[] = {"two executions of one compiled program may differ",
                                        "nobody can tell from the graph",
                                        "meshes, batch splits, tile sizes or two compilations may differ",
                                        "devices, libraries or compiler versions may differ"};
  return meanings[static_cast<size_t>(hazard)];
}

std::string AuditPlace::text() const {
  std::string line = file.empty() ? "" : file + ":" + std::to_string(this->line) + ":" + std::to_string(column);
  if (path.empty())
    return line.empty() ? "at no place that the text gives" : line;
  return line.empty() ? path : path + " at " + line;
}

int64_t AuditReport::count(Hazard hazard) const { return operationsOf[static_cast<size_t>(hazard)]; }

static std::string lineOf(const AuditFinding &finding) {
  std::string line = finding.place.text() + ": " + finding.op;
  if (!finding.type.empty())
    line += " " + finding.type;
  if (!finding.detail.empty())
    line += " " + finding.detail;
  if (!finding.axes.empty())
    line += ", cut by " + finding.axes;
  if (finding.isInLoop)
    line += ", in a loop";
  if (finding.calls > 1)
    line += ", called " + std::to_string(finding.calls) + " times";
  if (StringRef(finding.det) != finding.row->det)
    line += "; det: " + finding.det;
  return line;
}

static void printRow(const AuditRow &row, ArrayRef<const AuditFinding *> findings, raw_ostream &os) {
  os << "\n  " << row.id << " (" << findings.size() << "): " << row.title << "\n    why: " << row.why << "\n";
  if (!row.source.empty())
    os << "    see: " << row.source << "\n";
  os << "    det: " << row.det << "\n";
  MapVector<CachedHashString, size_t> lines;
  for (const AuditFinding *finding : findings)
    ++lines[CachedHashString(lineOf(*finding))];
  size_t printed = 0;
  for (const auto &[line, count] : lines) {
    if (printed++ == kMostLines) {
      os << "    ... and " << lines.size() - kMostLines << " lines more; --det-audit=json has all\n";
      return;
    }
    os << "    - " << line.val();
    if (count > 1)
      os << " (" << count << " times)";
    os << "\n";
  }
}

void AuditReport::print(raw_ostream &os) const {
  os << file << ": of " << operations << " operations, " << count(Hazard::RunToRun) << " may differ from run to run, "
     << count(Hazard::Opaque) << " are opaque, " << count(Hazard::Layout) << " depend on the layout, " << count(Hazard::Device)
     << " on the device; ";
  if (refused.empty())
    os << "det compiles the graph to the same bits on every run, mesh and number of threads\n";
  else
    os << "det does not compile the graph\n";
  for (const std::string &why : refused)
    os << "det refuses: " << why << "\n";
  if (!mesh.empty())
    os << "mesh " << mesh << "\n";
  MapVector<const AuditRow *, std::vector<const AuditFinding *>> byRow;
  for (const AuditFinding &finding : findings)
    byRow[finding.row].push_back(&finding);
  for (Hazard hazard : kHazards) {
    if (none_of(byRow, [&](auto &entry) { return entry.first->hazard == hazard; }))
      continue;
    os << "\n" << hazardName(hazard) << ": " << meaningOf(hazard) << "\n";
    for (auto &[row, list] : byRow)
      if (row->hazard == hazard)
        printRow(*row, list, os);
  }
  os << "\nsummary: operations by their most serious finding, and findings\n";
  for (Hazard hazard : kHazards) {
    os << "  " << hazardName(hazard) << " " << count(hazard);
    StringRef separator = ": ";
    for (auto &[row, list] : byRow)
      if (row->hazard == hazard) {
        os << separator << row->id << " " << list.size();
        separator = ", ";
      }
    os << "\n";
  }
}

} // namespace det
