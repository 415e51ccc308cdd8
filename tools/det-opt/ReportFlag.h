// --report and --report-cost: which form of the report, where to, and its text.
#ifndef DET_TOOLS_OPT_REPORTFLAG_H
#define DET_TOOLS_OPT_REPORTFLAG_H

#include "det/Runtime/Result.h"
#include "det/Transforms/Pipelines.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace det::opt {

/// What the flags ask for. Kept apart from them, as linking kernels resets all options.
struct ReportRequest {
  enum class Form { Text, Json, Html } form = Form::Text;
  std::string file;              ///< of `html:FILE`; empty: where other reports go
  std::vector<std::string> cost; ///< timings of this program and of the one without orders; empty or two
};

/// Reads `--report=VALUE`: nothing or text, json, html, html:FILE; and `--report-cost=FILE,FILE`.
rt::Result<ReportRequest> readReportFlags(llvm::StringRef value, std::vector<std::string> cost);

/// The report in the form asked for. Without a mesh there is one rank and nothing to say about placement.
rt::Result<std::string> reportText(const CompileReport &report, const ReportRequest &request);

} // namespace det::opt

#endif // DET_TOOLS_OPT_REPORTFLAG_H
