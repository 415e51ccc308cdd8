// The compile mode of det-opt: from text to an artifact or a report.
#include "CompileMode.h"
#include "OutputFile.h"
#include "det/Transforms/PartitionReport.h"
#include "det/Transforms/Pipelines.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include <memory>

using namespace llvm;

namespace det::opt {
namespace {

struct Flags {
  cl::OptionCategory category{"Compile mode", "from StableHLO or det text to an artifact"};
  cl::opt<std::string> to{"to", cl::desc("Compile to an artifact: host"), cl::value_desc("target"), cl::cat(category)};
  cl::opt<std::string> report{"report",
                              cl::desc("Say how values are sharded and reductions ordered, what is exchanged "
                                       "and computed twice, and the memory needed; =json for programs"),
                              cl::ValueOptional, cl::value_desc("text|json"), cl::cat(category)};
  cl::opt<std::string> certificate{"emit-certificate",
                                   cl::desc("Write what every value is and how every sum is ordered, as in the artifact: JSON"),
                                   cl::value_desc("file"), cl::cat(category)};
  cl::opt<bool> dumpPlan{"dump-plan", cl::desc("Print the plan: tensors, memory and entries"), cl::cat(category)};
  cl::opt<std::string> mesh{"mesh", cl::desc("Axes and sizes: data=4,model=2"), cl::value_desc("axes"), cl::cat(category)};
  cl::list<std::string> shard{"shard", cl::desc("Axes per dim of the values that a glob names: 'tokens=[{data}]'"),
                              cl::value_desc("glob=[{axes},...]"), cl::cat(category)};
  cl::list<std::string> level{"level", cl::desc("not_guaranteed, run_to_run, mesh_to_mesh or device_to_device; of metrics that a "
                                                "glob names also lower: 'loss=not_guaranteed'"),
                              cl::value_desc("level|glob=level"), cl::cat(category)};
  cl::opt<std::string> recipe{"recipe", cl::desc("Constants of the default orders: k_leaf_min=16,k_leaf_max=16"),
                              cl::value_desc("key=value,..."), cl::cat(category)};
  cl::list<std::string> isa{"isa", cl::desc("Instruction sets of the host kernels: v3, v4 (both by default)"), cl::CommaSeparated,
                            cl::value_desc("sets"), cl::cat(category)};
};

Flags &flags() {
  static Flags flags;
  return flags;
}

CompileOptions optionsFromFlags() {
  CompileOptions options;
  if (flags().to.getNumOccurrences())
    options.target = flags().to;
  options.mesh = flags().mesh;
  options.shards.assign(flags().shard.begin(), flags().shard.end());
  if (!flags().level.empty())
    options.level = join(flags().level, ",");
  options.recipe = flags().recipe;
  if (!flags().isa.empty())
    options.isas.assign(flags().isa.begin(), flags().isa.end());
  return options;
}

int fail(const Twine &message) {
  errs() << "error: " << message << "\n";
  return 1;
}

/// Without a mesh there is one rank and nothing to say about placement.
std::string reportText(const CompileReport &report, bool json) {
  std::string text;
  raw_string_ostream out(text);
  if (report.partition && json)
    out << formatv("{0:2}", report.partition->toJson()) << "\n";
  else if (report.partition)
    report.partition->print(out);
  else if (json)
    out << formatv("{0:2}", json::Value(json::Object{{"arenaBytes", json::Array(report.arenaBytes)},
                                                     {"stateBytes", json::Array(report.stateBytes)}}))
        << "\n";
  else
    for (auto [rank, bytes] : enumerate(report.arenaBytes))
      out << "rank " << rank << ": arena of " << bytes << " bytes, state of " << report.stateBytes[rank] << " bytes\n";
  return text;
}

} // namespace

void registerCompileFlags() { (void)flags(); }

CompileOptions compileOptions() { return optionsFromFlags(); }

bool wantsCompilation() {
  return flags().to.getNumOccurrences() || flags().report.getNumOccurrences() || flags().dumpPlan ||
         flags().certificate.getNumOccurrences();
}

StringRef strayFlag() {
  for (cl::Option *option :
       {static_cast<cl::Option *>(std::addressof(flags().mesh)), static_cast<cl::Option *>(std::addressof(flags().shard)),
        static_cast<cl::Option *>(std::addressof(flags().level)), static_cast<cl::Option *>(std::addressof(flags().recipe)),
        static_cast<cl::Option *>(std::addressof(flags().isa))})
    if (option->getNumOccurrences())
      return option->ArgStr;
  return "";
}

int compileAndWrite(StringRef text, StringRef name, StringRef output) {
  const CompileOptions options = optionsFromFlags();
  const bool wantsArtifact = flags().to.getNumOccurrences(), wantsReport = flags().report.getNumOccurrences();
  const bool json = flags().report == "json";
  if (wantsReport && !json && !flags().report.empty() && flags().report != "text")
    return fail("--report=" + flags().report + ": expected --report or --report=json");
  if (wantsArtifact && output == "-")
    return fail("--to=" + options.target + " needs -o FILE, as an artifact is not text");
  // Kept here: linking the kernels resets all options.
  const bool wantsCertificate = flags().certificate.getNumOccurrences();
  const std::string certificate = flags().certificate;
  if (wantsCertificate && !wantsArtifact)
    return fail("--emit-certificate needs --to and -o FILE: a certificate is an artifact's");

  if (flags().dumpPlan) {
    rt::Result<std::string> plan = planText(text, name, options);
    if (!plan)
      return fail(plan.error().message);
    if (auto error = writeOutput(wantsArtifact ? "-" : output, *plan))
      return fail(*error);
  }
  CompileReport report;
  if (!wantsArtifact && wantsReport) {
    rt::Status status = det::report(text, name, options, report);
    if (!status)
      return fail(status.error().message);
  }
  if (wantsArtifact) {
    rt::Result<std::vector<char>> artifact = compile(text, name, options, wantsReport || wantsCertificate ? &report : nullptr);
    if (!artifact)
      return fail(artifact.error().message);
    if (wantsCertificate)
      if (auto error = writeOutput(certificate, report.certificate))
        return fail(*error);
    if (auto error = writeOutput(output, StringRef(artifact->data(), artifact->size())))
      return fail(*error);
  }
  if (wantsReport)
    if (auto error = writeOutput(wantsArtifact ? "-" : output, reportText(report, json)))
      return fail(*error);
  return 0;
}

} // namespace det::opt
