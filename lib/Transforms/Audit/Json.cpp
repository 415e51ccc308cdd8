// An audit as JSON: every finding, and the rows that they name.
#include "det/Transforms/Audit.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace det {

/// JSON is UTF-8; names of files and operations may be anything.
static std::string clean(StringRef text) { return json::isUTF8(text) ? text.str() : json::fixUTF8(text); }

static json::Value rowJson(const AuditRow &row) {
  return json::Object{{"id", StringRef(row.id)},
                      {"hazard", hazardName(row.hazard)},
                      {"title", StringRef(row.title)},
                      {"why", StringRef(row.why)},
                      {"source", StringRef(row.source)},
                      {"det", StringRef(row.det)}};
}

static json::Value findingJson(const AuditFinding &finding) {
  return json::Object{{"row", StringRef(finding.row->id)},
                      {"hazard", hazardName(finding.row->hazard)},
                      {"op", clean(finding.op)},
                      {"path", clean(finding.place.path)},
                      {"file", clean(finding.place.file)},
                      {"line", finding.place.line},
                      {"column", finding.place.column},
                      {"type", clean(finding.type)},
                      {"detail", clean(finding.detail)},
                      {"axes", clean(finding.axes)},
                      {"calls", finding.calls},
                      {"in_loop", finding.isInLoop},
                      {"det", clean(finding.det)}};
}

json::Value AuditReport::toJson() const {
  json::Object hazards, byRow;
  for (Hazard hazard : kHazards)
    hazards[hazardName(hazard)] = count(hazard);
  json::Array rows, list, why;
  for (const AuditRow &row : auditRows()) {
    int64_t findingsOf = count_if(findings, [&](const AuditFinding &finding) { return finding.row == &row; });
    if (!findingsOf)
      continue;
    rows.push_back(rowJson(row));
    byRow[StringRef(row.id)] = findingsOf;
  }
  for (const AuditFinding &finding : findings)
    list.push_back(findingJson(finding));
  for (const std::string &message : refused)
    why.push_back(clean(message));
  return json::Object{{"file", clean(file)},
                      {"operations", operations},
                      {"mesh", mesh},
                      {"compiles", refused.empty()},
                      {"refused", std::move(why)},
                      {"operations_by_hazard", std::move(hazards)},
                      {"findings_by_row", std::move(byRow)},
                      {"rows", std::move(rows)},
                      {"findings", std::move(list)}};
}

} // namespace det
