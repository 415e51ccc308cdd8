// Builds the loop in MLIR, lowers it to the llvm dialect and compiles it in process.
#include "Kernel.h"

#include "det/Math/Canonical.h"

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
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

namespace det::math::test {

[[noreturn]] static void fail(const std::string &message) {
  llvm::errs() << "det-math-accuracy: " << message << "\n";
  std::exit(2);
}

static mlir::OwningOpRef<mlir::ModuleOp> buildLoop(mlir::MLIRContext &context, Function function, bool scalar) {
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

  mlir::Type element = builder.getF32Type();
  mlir::Type type = scalar ? element : mlir::Type(mlir::VectorType::get({Kernel::kLanes}, element));
  mlir::Value zero = mlir::arith::ConstantIntOp::create(builder, loc, 0, 64);
  mlir::Value step = mlir::arith::ConstantIntOp::create(builder, loc, scalar ? 1 : Kernel::kLanes, 64);
  auto loop = mlir::scf::ForOp::create(builder, loc, zero, entry->getArgument(3), step);
  mlir::func::ReturnOp::create(builder, loc);

  builder.setInsertionPointToStart(loop.getBody());
  auto address = [&](unsigned argument) -> mlir::Value {
    return mlir::LLVM::GEPOp::create(builder, loc, pointer, element, entry->getArgument(argument), mlir::ValueRange{loop.getInductionVar()});
  };
  llvm::SmallVector<mlir::Value> operands;
  for (unsigned i = 0; i < operandCount(function); ++i)
    operands.push_back(mlir::LLVM::LoadOp::create(builder, loc, type, address(i), 4));
  mlir::Value result = buildElementary(builder, loc, function, operands);
  if (!result)
    fail("no code for " + std::string(name(function)));
  mlir::LLVM::StoreOp::create(builder, loc, buildCanonicalNaN(builder, loc, result), address(2), 4);
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

Kernel::Kernel(Function function, const std::string &cpu, bool scalar) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  mlir::DialectRegistry registry;
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<mlir::arith::ArithDialect, mlir::cf::ControlFlowDialect, mlir::func::FuncDialect, mlir::math::MathDialect, mlir::scf::SCFDialect,
                      mlir::LLVM::LLVMDialect>();
  auto module = buildLoop(context, function, scalar);
  if (mlir::failed(mlir::verify(*module)))
    fail("invalid code for " + std::string(name(function)));

  mlir::PassManager passes(&context);
  passes.addPass(mlir::createSCFToControlFlowPass());
  passes.addPass(mlir::createConvertMathToLLVMPass());
  passes.addPass(mlir::createArithToLLVMConversionPass());
  passes.addPass(mlir::createConvertControlFlowToLLVMPass());
  passes.addPass(mlir::createConvertFuncToLLVMPass());
  passes.addPass(mlir::createReconcileUnrealizedCastsPass());
  if (mlir::failed(passes.run(*module)))
    fail("cannot lower " + std::string(name(function)));

  std::unique_ptr<llvm::TargetMachine> machine = machineFor(cpu);
  mlir::ExecutionEngineOptions options;
  auto optimise = mlir::makeOptimizingTransformer(3, 0, machine.get());
  std::string chosen = machine->getTargetCPU().str(), features = machine->getTargetFeatureString().str();
  auto transform = [&](llvm::Module *llvmModule) {
    for (llvm::Function &each : *llvmModule) {
      each.addFnAttr("target-cpu", chosen);
      each.addFnAttr("target-features", features);
      each.addFnAttr("prefer-vector-width", "512");
    }
    return optimise(llvmModule);
  };
  options.transformer = transform;
  options.jitCodeGenOptLevel = llvm::CodeGenOptLevel::Aggressive;
  auto created = mlir::ExecutionEngine::create(*module, options, machineFor(cpu));
  if (!created)
    fail("cannot compile: " + llvm::toString(created.takeError()));
  engine = std::move(*created);
  auto symbol = engine->lookup("kernel");
  if (!symbol)
    fail("cannot link, a library call may be left over: " + llvm::toString(symbol.takeError()));
  entry = reinterpret_cast<decltype(entry)>(*symbol);
}

Kernel::~Kernel() = default;

} // namespace det::math::test
