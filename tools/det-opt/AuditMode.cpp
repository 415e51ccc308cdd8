// The audit mode of det-opt.
#include "AuditMode.h"
#include "CompileMode.h"
#include "OutputFile.h"
#include "det/Transforms/Audit.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace det::opt {
namespace {

cl::opt<std::string> &flag() {
  static cl::opt<std::string> flag{"det-audit",
                                   cl::desc("Say which operations may give other bits from run to run, between layouts and between "
                                            "devices on a usual stack, and what det does about each; =json for programs"),
                                   cl::ValueOptional, cl::value_desc("text|json")};
  return flag;
}

int fail(const Twine &message) {
  errs() << "error: " << message << "\n";
  return 1;
}

/// The first flag that has nothing to do with an audit; empty if there is none.
StringRef strangeFlag(ArrayRef<const char *> arguments) {
  for (StringRef argument : arguments) {
    StringRef name = argument.split('=').first;
    if (!name.consume_front("-") || name.empty())
      continue;
    name.consume_front("-");
    if (name != "det-audit" && name != "mesh" && name != "shard" && name != "recipe" && name != "o")
      return name;
  }
  return "";
}

} // namespace

void registerAuditFlag() { (void)flag(); }

bool wantsAudit() { return flag().getNumOccurrences(); }

int auditAndWrite(StringRef text, StringRef name, StringRef output, ArrayRef<const char *> arguments) {
  if (StringRef strange = strangeFlag(arguments); !strange.empty())
    return fail("--" + strange + " does not go with --det-audit, which reads a graph as it comes; leave one of them out");
  const bool json = flag() == "json";
  if (!json && !flag().empty() && flag() != "text")
    return fail("--det-audit=" + flag() + ": expected --det-audit or --det-audit=json");
  rt::Result<AuditReport> report = auditGraph(text, name, compileOptions());
  if (!report)
    return fail(report.error().message);
  std::string printed;
  raw_string_ostream out(printed);
  if (json)
    out << formatv("{0:2}", report->toJson()) << "\n";
  else
    report->print(out);
  if (auto error = writeOutput(output, printed))
    return fail(*error);
  return 0;
}

} // namespace det::opt
