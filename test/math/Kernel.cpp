// Builds the loop in MLIR, lowers it to the llvm dialect and compiles it in process.
#include "KernelBody.h"

#include "det/Math/Canonical.h"
#include "det/Math/Elementary.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace det::math::test {

[[noreturn]] static void fail(const std::string &message) {
  llvm::errs() << "kernel: " << message << "\n";
  std::exit(2);
}

static mlir::OwningOpRef<mlir::ModuleOp> buildLoop(mlir::MLIRContext &context, const Body &body, bool scalar) {
  mlir::Location loc = mlir::UnknownLoc::get(&context);
  mlir::OpBuilder builder(&context);
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::ModuleOp::create(loc);
  builder.setInsertionPointToEnd(module->getBody());
  mlir::Type pointer = mlir::LLVM::LLVMPointerType::get(&context);
  mlir::Type index = builder.getI64Type();
  auto func = mlir::func::FuncOp::create(builder, loc, "kernel", builder.getFunctionType({pointer, pointer, pointer, index}, {}));
  func->setAttr("llvm.emit_c_interface", builder.getUnitAttr());
  mlir::Block *entry = func.addEntryBlock();
  builder.setInsertionPointToEnd(entry);

  auto shaped = [&](mlir::Type element) {
    return scalar ? element : mlir::Type(mlir::VectorType::get({Kernel::kLanes}, element));
  };
  mlir::Value zero = mlir::arith::ConstantIntOp::create(builder, loc, 0, 64);
  mlir::Value step = mlir::arith::ConstantIntOp::create(builder, loc, scalar ? 1 : Kernel::kLanes, 64);
  auto loop = mlir::scf::ForOp::create(builder, loc, zero, entry->getArgument(3), step);
  mlir::func::ReturnOp::create(builder, loc);

  builder.setInsertionPointToStart(loop.getBody());
  auto address = [&](unsigned argument, mlir::Type element) -> mlir::Value {
    return mlir::LLVM::GEPOp::create(builder, loc, pointer, element, entry->getArgument(argument),
                                     mlir::ValueRange{loop.getInductionVar()});
  };
  llvm::SmallVector<mlir::Value> operands;
  for (auto [argument, text] : llvm::enumerate(body.operands)) {
    mlir::Type element = mlir::parseType(text, &context);
    operands.push_back(mlir::LLVM::LoadOp::create(builder, loc, shaped(element), address(argument, element), 1));
  }
  mlir::Type element = mlir::parseType(body.result, &context);
  mlir::Value result = body.build(builder, loc, operands);
  if (!result || result.getType() != shaped(element))
    fail("no code for " + body.result);
  mlir::LLVM::StoreOp::create(builder, loc, result, address(2, element), 1);
  return module;
}

static std::unique_ptr<llvm::TargetMachine> machineFor(const std::string &cpu) {
  auto host = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!host)
    fail("cannot detect the host: " + llvm::toString(host.takeError()));
  if (!cpu.empty()) {
    host->setCPU(cpu);
    host->getFeatures() = llvm::SubtargetFeatures();
  }
  host->setCodeGenOptLevel(llvm::CodeGenOptLevel::Aggressive);
  auto machine = host->createTargetMachine();
  if (!machine)
    fail("cannot make a target machine: " + llvm::toString(machine.takeError()));
  return std::move(*machine);
}

/// Stops at an undefined symbol in the compiled code: this process would lend it a function of libm, generated kernels must not
/// need one.
static void refuseCalls(const llvm::Module &module, llvm::TargetMachine &machine) {
  std::unique_ptr<llvm::Module> copy = llvm::CloneModule(module);
  llvm::SmallVector<char, 0> object;
  llvm::raw_svector_ostream stream(object);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile))
    fail("cannot emit an object");
  passes.run(*copy);
  auto file =
      llvm::object::ObjectFile::createObjectFile(llvm::MemoryBufferRef(llvm::StringRef(object.data(), object.size()), "kernel"));
  if (!file)
    fail("cannot read the object: " + llvm::toString(file.takeError()));
  for (const llvm::object::SymbolRef &symbol : (*file)->symbols())
    if (llvm::cantFail(symbol.getFlags()) & llvm::object::SymbolRef::SF_Undefined)
      if (llvm::StringRef called = llvm::cantFail(symbol.getName()); !called.empty() && called != "_GLOBAL_OFFSET_TABLE_")
        fail("the code calls " + called.str());
}

Kernel compileBody(const Body &body, const Target &target) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  mlir::DialectRegistry registry;
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<mlir::arith::ArithDialect, mlir::cf::ControlFlowDialect, mlir::func::FuncDialect, mlir::math::MathDialect,
                      mlir::scf::SCFDialect, mlir::LLVM::LLVMDialect>();
  auto module = buildLoop(context, body, target.scalar);
  if (mlir::failed(mlir::verify(*module)))
    fail("invalid code");

  mlir::PassManager passes(&context);
  passes.addPass(mlir::createSCFToControlFlowPass());
  passes.addPass(mlir::createConvertMathToLLVMPass());
  passes.addPass(mlir::createArithToLLVMConversionPass());
  passes.addPass(mlir::createConvertControlFlowToLLVMPass());
  passes.addPass(mlir::createConvertFuncToLLVMPass());
  passes.addPass(mlir::createReconcileUnrealizedCastsPass());
  if (mlir::failed(passes.run(*module)))
    fail("cannot lower");

  std::unique_ptr<llvm::TargetMachine> machine = machineFor(target.cpu);
  mlir::ExecutionEngineOptions options;
  auto optimise = mlir::makeOptimizingTransformer(3, 0, machine.get());
  std::string chosen = machine->getTargetCPU().str(), features = machine->getTargetFeatureString().str();
  auto transform = [&](llvm::Module *llvmModule) {
    for (llvm::Function &each : *llvmModule) {
      each.addFnAttr("target-cpu", chosen);
      each.addFnAttr("target-features", features);
      each.addFnAttr("prefer-vector-width", "512");
    }
    llvm::Error error = optimise(llvmModule);
    if (!error)
      refuseCalls(*llvmModule, *machine);
    return error;
  };
  options.transformer = transform;
  options.jitCodeGenOptLevel = llvm::CodeGenOptLevel::Aggressive;
  auto created = mlir::ExecutionEngine::create(*module, options, machineFor(target.cpu));
  if (!created)
    fail("cannot compile: " + llvm::toString(created.takeError()));
  auto symbol = (*created)->lookup("kernel");
  if (!symbol)
    fail("cannot link, a library call may be left over: " + llvm::toString(symbol.takeError()));
  return Kernel(std::move(*created), reinterpret_cast<Kernel::Entry>(*symbol));
}

Kernel compileElementary(Function function, const Target &target, bool f64) {
  auto build = [function](mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange operands) {
    mlir::Value result = buildElementary(builder, loc, function, operands);
    return result ? buildCanonicalNaN(builder, loc, result) : result;
  };
  std::string type = f64 ? "f64" : "f32";
  return compileBody({build, std::vector<std::string>(operandCount(function), type), type}, target);
}

Kernel::Kernel(std::unique_ptr<mlir::ExecutionEngine> engine, Entry entry) : engine(std::move(engine)), entry(entry) {}
Kernel::Kernel(Kernel &&) noexcept = default;
Kernel::~Kernel() = default;

} // namespace det::math::test
