// The compile driver: the phases, and the whole way from text to artifact bytes.
#include "det/Transforms/Pipelines.h"

#include "det/Device/AttentionShape.h"
#include "det/Dialect/Det/Det.h"
#include "det/Dialect/Det/Numbers.h"
#include "det/Dialect/Input/Input.h"
#include "det/Runtime/Pins/PinFile.h"
#include "det/Transforms/Emit/Certificate.h"
#include "det/Transforms/Emit/Emit.h"
#include "det/Transforms/Import/Passes.h"
#include "det/Transforms/Lower/Cuda.h"
#include "det/Transforms/Lower/Fuse.h"
#include "det/Transforms/Lower/Host.h"
#include "det/Transforms/Lower/WidenProducts.h"
#include "det/Transforms/Order/Passes.h"
#include "det/Transforms/Partition.h"
#include "det/Transforms/PartitionReport.h"
#include "det/Transforms/Plan/Plan.h"
#include "det/Transforms/Report/Page.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

#include <algorithm>

using namespace mlir;

namespace det {

void registerCompilerDialects(DialectRegistry &registry) {
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registry.insert<DetDialect>();
  registerInputDialects(registry);
}

OwningOpRef<ModuleOp> parseInput(std::string_view text, std::string_view name, MLIRContext *context) {
  StringRef content(text.data(), text.size()), file(name.data(), name.size());
  auto buffer = prepareInputText(llvm::MemoryBuffer::getMemBufferCopy(content, file));
  if (!buffer) {
    emitError(FileLineColLoc::get(context, file, 0, 0)) << llvm::toString(buffer.takeError());
    return nullptr;
  }
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
  return parseSourceFile<ModuleOp>(sources, ParserConfig(context));
}

//===-- Phases -----------------------------------------------------------------------------------------------------===//

void buildImportPipeline(OpPassManager &pm) { addImportPasses(pm); }

void buildOrderPipeline(OpPassManager &pm, const CompileOptions &options) {
  OrderOptions orderOptions;
  orderOptions.recipe = options.recipe;
  orderOptions.level = options.level;
  pm.addPass(createOrderPass(orderOptions));
  pm.addPass(createSelectLevelsPass(orderOptions));
  pm.addPass(createVerifyOrderedPass());
}

void buildPartitionPipeline(OpPassManager &pm, const CompileOptions &options, PartitionReport *report) {
  pm.addPass(createPartitionPass({options.mesh, options.shards}, report));
  pm.addPass(createVerifyPartitionPass());
}

void buildLowerPipeline(OpPassManager &pm) {
  pm.addNestedPass<func::FuncOp>(createWidenProductsPass());
  pm.addNestedPass<func::FuncOp>(createFusePass());
}

//===-- The whole way ----------------------------------------------------------------------------------------------===//

namespace {

/// Prints a location for people: the name that the graph gives it, and a line of a file.
void describe(Location loc, raw_ostream &os) {
  if (auto name = dyn_cast<NameLoc>(loc)) {
    os << name.getName().getValue();
    if (!isa<UnknownLoc>(name.getChildLoc())) {
      os << " at ";
      describe(name.getChildLoc(), os);
    }
  } else if (auto line = dyn_cast<FileLineColRange>(loc)) {
    os << line.getFilename().getValue() << ":" << line.getStartLine() << ":" << line.getStartColumn();
  } else if (auto site = dyn_cast<CallSiteLoc>(loc)) {
    describe(site.getCallee(), os);
  } else if (auto fused = dyn_cast<FusedLoc>(loc); fused && !fused.getLocations().empty()) {
    describe(fused.getLocations().front(), os);
  }
}

/// One compilation: a context of its own, and the errors that its phases emit.
class Compilation {
public:
  explicit Compilation(const CompileOptions &options)
      : options(options), context(makeRegistry(), MLIRContext::Threading::DISABLED) {
    context.printOpOnDiagnostic(false);
    context.getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
        append(diagnostic, "");
      return success();
    });
  }

  /// The errors so far as one message; `what` if a phase failed without a word.
  rt::Error error(StringRef what) const { return {messages.empty() ? what.str() : messages}; }

  /// Import and Order.
  LogicalResult order(std::string_view text, std::string_view name) {
    module = parseInput(text, name, &context);
    if (!module)
      return failure();
    // Import verifies what it makes, twice in all; after each of its passes that takes longer than the passes.
    PassManager import(&context);
    import.enableVerifier(false);
    buildImportPipeline(import);
    PassManager order(&context);
    buildOrderPipeline(order, options);
    return failed(import.run(*module)) ? failure() : order.run(*module);
  }

  /// Gives the values of the ordered graph their numbers.
  void number() { numberValues(module->lookupSymbol<func::FuncOp>("main")); }

  /// Says what the numbered values of the ordered graph are.
  llvm::json::Object certify() { return certifyOrdered(*module); }

  /// What only the ordered graph knows of the page: where its ops come from.
  void beginPage(CompileReport *report) {
    if (report && report->wantsPage)
      origins = originsOf(*module);
  }

  void endPage(CompileReport *report, const llvm::json::Object &ordered, const llvm::json::Object &placed, StringRef name) {
    if (report && report->wantsPage)
      report->page = pageData(name, module->getSymName().value_or(""), origins, ordered, placed, *report->partition, report->kernels);
  }

  /// The ordered graph as the artifact has it: no locations, so that equal graphs are equal text.
  std::string orderedText() {
    std::string text;
    llvm::raw_string_ostream stream(text);
    OpPrintingFlags flags;
    flags.enableDebugInfo(false);
    flags.useLocalScope();
    module->print(stream, flags);
    return text;
  }

  /// Partition and Lower.
  LogicalResult lower(CompileReport *report) {
    auto partitionReport = report ? std::make_shared<PartitionReport>() : nullptr;
    PassManager pm(&context);
    buildPartitionPipeline(pm, options, partitionReport.get());
    buildLowerPipeline(pm);
    if (failed(pm.run(*module)))
      return failure();
    if (report)
      report->partition = partitionReport;
    return success();
  }

  FailureOr<PlannedProgram> plan(KernelLibrary &kernels, CompileReport *report) {
    FailureOr<PlannedProgram> planned = buildPlan(*module, kernels, attention(kernels.getTarget()));
    if (succeeded(planned) && report)
      fill(planned->plan, *report);
    return planned;
  }

  const CompileOptions &options;
  MLIRContext context;
  OwningOpRef<ModuleOp> module;

private:
  std::vector<OpOrigin> origins;

  static const DialectRegistry &makeRegistry() {
    static const DialectRegistry registry = [] {
      DialectRegistry registry;
      registerCompilerDialects(registry);
      return registry;
    }();
    return registry;
  }

  void append(Diagnostic &diagnostic, StringRef indent) {
    if (!messages.empty())
      messages += "\n";
    std::string line;
    llvm::raw_string_ostream stream(line);
    stream << indent;
    if (!isa<UnknownLoc>(diagnostic.getLocation())) {
      describe(diagnostic.getLocation(), stream);
      stream << ": ";
    }
    stream << diagnostic;
    // Names in locations may have any characters; an error is one line.
    std::replace_if(line.begin(), line.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; }, ' ');
    messages += line;
    for (Diagnostic &note : diagnostic.getNotes())
      append(note, "  note: ");
  }

  /// What a block may have on every chip.
  AttentionOptions attention(KernelTarget target) const {
    AttentionOptions made;
    if (target != KernelTarget::Cuda || options.fuseAttention == "off")
      return made;
    made.sharedBytes = UINT32_MAX;
    for (const std::string &chip : options.chips)
      made.sharedBytes = std::min(made.sharedBytes, device::sharedLimitOf(chip));
    made.always = options.fuseAttention == "always";
    return made;
  }

  static void fill(const artifact::PlanT &plan, CompileReport &report) {
    for (const auto &program : plan.programs)
      for (uint32_t rank : program->ranks) {
        size_t size = std::max<size_t>(report.arenaBytes.size(), rank + 1);
        for (auto *list : {&report.arenaBytes, &report.stateBytes, &report.entries})
          list->resize(size);
        report.arenaBytes[rank] = program->arena_bytes;
        report.stateBytes[rank] = program->persistent_bytes;
        report.entries[rank] = program->entries.size();
        if (report.partition && rank < report.partition->ranks.size()) {
          report.partition->ranks[rank].arenaBytes = program->arena_bytes;
          report.partition->ranks[rank].stateBytes = program->persistent_bytes;
        }
      }
  }

  std::string messages;
};

} // namespace

/// The target by name, its chips, and what is fused for them; an error for one that does not exist.
static rt::Result<KernelTarget> targetOf(const CompileOptions &options) {
  if (options.fuseAttention != "on" && options.fuseAttention != "off" && options.fuseAttention != "always")
    return rt::Error{"unknown choice '" + options.fuseAttention + "' for fused attention; known are on, off and always"};
  if (options.target == "host")
    return KernelTarget::Host;
  if (options.target != "cuda")
    return rt::Error{"unknown target '" + options.target + "'; known are host and cuda"};
  if (rt::Status known = checkChips(options.chips); !known)
    return known.error();
  return KernelTarget::Cuda;
}

/// The instruction sets by name; an error for one that does not exist.
static rt::Result<SmallVector<Isa>> isasOf(const CompileOptions &options) {
  SmallVector<Isa> isas;
  for (const std::string &name : options.isas) {
    if (name != "v3" && name != "v4")
      return rt::Error{"unknown instruction set '" + name + "'; known are v3 (AVX2, FMA) and v4 (AVX-512)"};
    isas.push_back(name == "v3" ? Isa::v3 : Isa::v4);
  }
  return isas;
}

rt::Status checkTarget(const CompileOptions &options) {
  if (rt::Result<KernelTarget> target = targetOf(options); !target)
    return target.error();
  auto isas = isasOf(options);
  return isas ? rt::Status() : isas.error();
}

/// The pins of a compilation; none without `--pins`. Errors: not a pin file, or one for another chip or library.
static rt::Result<std::optional<rt::PinFile>> pinsOf(const CompileOptions &options) {
  if (options.pins.empty())
    return std::optional<rt::PinFile>();
  if (options.target != "cuda")
    return rt::Error{"pins are algorithms for GPUs, and the target is " + options.target + ": compile with --to=cuda"};
  rt::Result<rt::PinFile> file = rt::readPinFile(options.pins, options.pinsName);
  if (!file)
    return file.error();
  if (rt::Status fits = rt::checkPins(*file, options.chips, options.pinsName); !fits)
    return fits.error();
  return std::optional(std::move(*file));
}

rt::Result<std::vector<char>> compile(std::string_view text, std::string_view name, const CompileOptions &options,
                                      CompileReport *report) {
  rt::Result<KernelTarget> target = targetOf(options);
  if (!target)
    return target.error();
  auto isas = isasOf(options);
  if (!isas)
    return isas.error();
  auto pins = pinsOf(options);
  if (!pins)
    return pins.error();
  Compilation compilation(options);
  if (failed(compilation.order(text, name)))
    return compilation.error("could not order the graph");
  std::string ordered = compilation.orderedText();
  compilation.number();
  llvm::json::Object certified = compilation.certify();
  compilation.beginPage(report);
  if (failed(compilation.lower(report)))
    return compilation.error("could not partition the graph");
  KernelLibrary kernels(&compilation.context, *target);
  FailureOr<PlannedProgram> planned = compilation.plan(kernels, report);
  if (failed(planned))
    return compilation.error("could not plan the program");
  const int64_t pinned = *pins ? rt::applyPins(**pins, planned->plan) : 0;
  if (report)
    report->pinnedProducts = pinned;
  FailureOr<CompiledKernels> compiled =
      *target == KernelTarget::Host
          ? compileForHost(kernels, *isas)
          : compileForCuda(kernels, planned->plan, {options.chips, options.ptxas}, report ? &report->kernels : nullptr);
  if (failed(compiled))
    return compilation.error("could not compile the kernels");
  if (pinned)
    compiled->objects.push_back({std::string(rt::pinSection), rt::pinTargetText((*pins)->target)});
  llvm::json::Object placed = certifyPlaced(planned->plan);
  compilation.endPage(report, certified, placed, StringRef(name));
  std::string certificate = certificateText(std::move(certified), std::move(placed));
  rt::Result<std::vector<char>> artifact = emitArtifact(std::move(*planned), *compiled, ordered, certificate);
  if (artifact && report)
    report->certificate = std::move(certificate);
  return artifact;
}

rt::Result<std::string> orderedText(std::string_view text, std::string_view name, const CompileOptions &options) {
  Compilation compilation(options);
  if (failed(compilation.order(text, name)))
    return compilation.error("could not order the graph");
  return compilation.orderedText();
}

rt::Result<std::string> planText(std::string_view text, std::string_view name, const CompileOptions &options) {
  rt::Result<KernelTarget> target = targetOf(options);
  if (!target)
    return target.error();
  auto pins = pinsOf(options);
  if (!pins)
    return pins.error();
  Compilation compilation(options);
  if (failed(compilation.order(text, name)) || failed(compilation.lower(nullptr)))
    return compilation.error("could not partition the graph");
  KernelLibrary kernels(&compilation.context, *target);
  FailureOr<PlannedProgram> planned = compilation.plan(kernels, nullptr);
  if (failed(planned))
    return compilation.error("could not plan the program");
  if (*pins)
    rt::applyPins(**pins, planned->plan);
  std::string plan;
  llvm::raw_string_ostream stream(plan);
  dumpPlan(planned->plan, stream);
  return plan;
}

rt::Status report(std::string_view text, std::string_view name, const CompileOptions &options, CompileReport &report) {
  rt::Result<KernelTarget> target = targetOf(options);
  if (!target)
    return target.error();
  Compilation compilation(options);
  if (failed(compilation.order(text, name)))
    return compilation.error("could not order the graph");
  compilation.number();
  llvm::json::Object certified;
  if (report.wantsPage)
    certified = compilation.certify();
  compilation.beginPage(&report);
  if (failed(compilation.lower(&report)))
    return compilation.error("could not partition the graph");
  KernelLibrary kernels(&compilation.context, *target);
  FailureOr<PlannedProgram> planned = compilation.plan(kernels, &report);
  if (failed(planned))
    return compilation.error("could not plan the program");
  compilation.endPage(&report, certified, certifyPlaced(planned->plan), StringRef(name));
  return {};
}

} // namespace det
