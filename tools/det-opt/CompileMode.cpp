// The compile mode of det-opt: from text to an artifact or a report.
#include "CompileMode.h"
#include "OutputFile.h"
#include "ReportFlag.h"
#include "det/Transforms/Lower/Cuda.h"
#include "det/Transforms/PartitionReport.h"
#include "det/Transforms/Pipelines.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>

using namespace llvm;

namespace det::opt {
namespace {

struct Flags {
  cl::OptionCategory category{"Compile mode", "from StableHLO or det text to an artifact"};
  cl::opt<std::string> to{"to", cl::desc("Compile to an artifact: host or cuda"), cl::value_desc("target"), cl::cat(category)};
  cl::opt<std::string> report{"report",
                              cl::desc("Say how values are sharded and reductions ordered, what is exchanged "
                                       "and computed twice, and the memory needed; =json for programs, =html for a page that shows it"),
                              cl::ValueOptional, cl::value_desc("text|json|html|html:file"), cl::cat(category)};
  cl::list<std::string> reportCost{"report-cost",
                                   cl::desc("Show on the page what the order costs: det-run --timings of this program, and of the same "
                                            "at --level=not_guaranteed"),
                                   cl::CommaSeparated, cl::value_desc("file,file"), cl::cat(category)};
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
  cl::list<std::string> chips{"chips", cl::desc("GPUs that kernels are assembled for: sm_80,sm_90,sm_100 by default; none: their text alone"), cl::CommaSeparated,
                              cl::value_desc("chips"), cl::cat(category)};
  cl::opt<std::string> ptxas{"ptxas", cl::desc("The assembler for GPUs; by default the one on PATH, or of a CUDA package"), cl::value_desc("path"),
                             cl::cat(category)};
  cl::opt<std::string> pins{"pins", cl::desc("What det-pin wrote on a GPU of the one chip in --chips: products by algorithms of cuBLASLt that keep the order"),
                            cl::value_desc("file"), cl::cat(category)};
  cl::opt<std::string> fuseAttention{"fuse-attention", cl::desc("On GPUs do a product, what is made of its rows, and a product of that at once: on (where it is "
                                                                "thought faster), off, or always (where a block has the memory); bits are the same"),
                                     cl::value_desc("on|off|always"), cl::cat(category)};
  cl::opt<std::string> kernelReport{"kernel-report", cl::desc("Write registers, spills and shared memory of every kernel on every chip: JSON"),
                                    cl::value_desc("file"), cl::cat(category)};
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
  if (!flags().chips.empty())
    options.chips.assign(flags().chips.begin(), flags().chips.end());
  options.ptxas = flags().ptxas;
  if (flags().fuseAttention.getNumOccurrences())
    options.fuseAttention = flags().fuseAttention;
  return options;
}

/// A flag of the target cuda that was given; null if none.
const char *flagOfCuda() {
  return flags().chips.getNumOccurrences()          ? "chips"
         : flags().ptxas.getNumOccurrences()        ? "ptxas"
         : flags().kernelReport.getNumOccurrences() ? "kernel-report"
         : flags().pins.getNumOccurrences()         ? "pins"
         : flags().fuseAttention.getNumOccurrences() ? "fuse-attention"
                                                    : nullptr;
}

int fail(const Twine &message) {
  errs() << "error: " << message << "\n";
  return 1;
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
        static_cast<cl::Option *>(std::addressof(flags().isa)), static_cast<cl::Option *>(std::addressof(flags().reportCost)),
        static_cast<cl::Option *>(std::addressof(flags().chips)), static_cast<cl::Option *>(std::addressof(flags().ptxas)),
        static_cast<cl::Option *>(std::addressof(flags().kernelReport)), static_cast<cl::Option *>(std::addressof(flags().pins)),
        static_cast<cl::Option *>(std::addressof(flags().fuseAttention))})
    if (option->getNumOccurrences())
      return option->ArgStr;
  return "";
}

StringRef repeatedFlag() {
  for (cl::Option *option :
       {static_cast<cl::Option *>(std::addressof(flags().to)), static_cast<cl::Option *>(std::addressof(flags().report)),
        static_cast<cl::Option *>(std::addressof(flags().certificate)), static_cast<cl::Option *>(std::addressof(flags().mesh)),
        static_cast<cl::Option *>(std::addressof(flags().recipe)), static_cast<cl::Option *>(std::addressof(flags().ptxas)),
        static_cast<cl::Option *>(std::addressof(flags().pins)), static_cast<cl::Option *>(std::addressof(flags().fuseAttention)),
        static_cast<cl::Option *>(std::addressof(flags().kernelReport))})
    if (option->getNumOccurrences() > 1)
      return option->ArgStr;
  return "";
}

int compileAndWrite(StringRef text, StringRef name, StringRef output) {
  CompileOptions options = optionsFromFlags();
  const bool wantsArtifact = flags().to.getNumOccurrences(), wantsReport = flags().report.getNumOccurrences();
  const rt::Result<ReportRequest> request = readReportFlags(flags().report, {flags().reportCost.begin(), flags().reportCost.end()});
  if (!request)
    return fail(request.error().message);
  if (const rt::Status known = checkTarget(options); !known)
    return fail(known.error().message);
  if (wantsArtifact && output == "-")
    return fail("--to=" + options.target + " needs -o FILE, as an artifact is not text");
  // Kept here: linking the kernels resets all options.
  const bool wantsCertificate = flags().certificate.getNumOccurrences();
  const std::string certificate = flags().certificate;
  if (wantsCertificate && !wantsArtifact)
    return fail("--emit-certificate needs --to and -o FILE: a certificate is an artifact's");
  const std::string kernelReport = flags().kernelReport;
  if (const char *flag = flagOfCuda(); flag && options.target != "cuda")
    return fail("--" + Twine(flag) + " needs --to=cuda: it is about kernels for GPUs");
  if (flags().isa.getNumOccurrences() && options.target == "cuda")
    return fail("--isa does not go with --to=cuda: it is about kernels for CPUs; --chips names GPUs");
  if (flags().kernelReport.getNumOccurrences() && isTextAlone(options.chips))
    return fail("--kernel-report lists what machine code takes, and --chips=none makes none: name a chip, or leave the report out");
  if (flags().pins.getNumOccurrences()) {
    auto file = MemoryBuffer::getFile(flags().pins, /*IsText=*/true);
    if (!file)
      return fail("cannot read '" + flags().pins + "': " + file.getError().message());
    if ((*file)->getBuffer().empty())
      return fail("'" + flags().pins + "' is no pin file of det-pin: it is empty");
    options.pins = (*file)->getBuffer().str();
    options.pinsName = flags().pins;
  }

  if (flags().dumpPlan) {
    rt::Result<std::string> plan = planText(text, name, options);
    if (!plan)
      return fail(plan.error().message);
    if (auto error = writeOutput(wantsArtifact ? "-" : output, *plan))
      return fail(*error);
  }
  CompileReport report;
  report.wantsPage = wantsReport && request->form == ReportRequest::Form::Html;
  if (!wantsArtifact && wantsReport) {
    rt::Status status = det::report(text, name, options, report);
    if (!status)
      return fail(status.error().message);
  }
  rt::Result<std::vector<char>> artifact = std::vector<char>();
  if (wantsArtifact) {
    artifact = compile(text, name, options, wantsReport || wantsCertificate || !kernelReport.empty() ? &report : nullptr);
    if (!artifact)
      return fail(artifact.error().message);
  }
  const rt::Result<std::string> reported = wantsReport ? reportText(report, *request) : std::string();
  if (!reported)
    return fail(reported.error().message);
  SmallVector<Output> outputs;
  if (wantsArtifact)
    outputs.push_back({output, StringRef(artifact->data(), artifact->size()), "the artifact"});
  if (wantsCertificate)
    outputs.push_back({certificate, report.certificate, "the certificate"});
  std::string usage;
  if (!kernelReport.empty()) {
    usage = usageText(report.kernels);
    outputs.push_back({kernelReport, usage, "the report of kernels"});
  }
  if (wantsReport)
    outputs.push_back({!request->file.empty() ? StringRef(request->file) : wantsArtifact ? "-" : output, *reported, "the report"});
  if (auto error = writeOutputs(outputs))
    return fail(*error);
  return 0;
}

} // namespace det::opt
