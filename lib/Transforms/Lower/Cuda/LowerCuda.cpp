// det-lower-cuda: one kernel per region and product.
//
// Consumes a fused det graph with orders, for one rank. Produces gpu.module @cuda with kernels in the llvm and nvvm dialects, and
// `det.launch` on the ops. The kernels evaluate the expression that each order denotes, whatever the launch.
#include "Kernels.h"
#include "det/Transforms/Lower/Cuda.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace det {

namespace {

struct LowerCudaPass : PassWrapper<LowerCudaPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerCudaPass)

  LowerCudaPass() = default;
  LowerCudaPass(const LowerCudaPass &other) : PassWrapper(other) {}
  explicit LowerCudaPass(const CudaOptions &options) {
    chip = options.chip;
    features = options.features;
  }

  StringRef getArgument() const override { return "det-lower-cuda"; }
  StringRef getDescription() const override { return "Add a GPU kernel for each region and product"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<DetDialect, arith::ArithDialect, cf::ControlFlowDialect, gpu::GPUDialect, LLVM::LLVMDialect,
                    mlir::math::MathDialect, NVVM::NVVMDialect, scf::SCFDialect>();
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (Operation *other = SymbolTable::lookupSymbolIn(module, kCudaModule)) {
      other->emitError() << "expected no symbol '" << kCudaModule << "' yet";
      return signalPassFailure();
    }
    auto target = NVVM::NVVMTargetAttr::get(&getContext(), /*optLevel=*/3, "nvptx64-nvidia-cuda", chip, features);
    OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
    auto kernels = gpu::GPUModuleOp::create(builder, module.getLoc(), kCudaModule, ArrayRef<Attribute>(target));
    ScalarOps ops(&getContext());
    for (auto function : module.getOps<func::FuncOp>()) {
      int64_t count = 0;
      WalkResult result = function.walk([&](Operation *op) {
        if (!isa<RegionOp, DotOp>(op))
          return WalkResult::advance();
        std::string name = (function.getName() + "_" + Twine(count++)).str();
        return succeeded(lower(op, name, kernels, ops)) ? WalkResult::advance() : WalkResult::interrupt();
      });
      if (result.wasInterrupted())
        return signalPassFailure();
    }
    if (failed(cuda::convertKernels(kernels)))
      signalPassFailure();
  }

  Option<std::string> chip{*this, "chip", llvm::cl::desc("The GPU that kernels are compiled for"), llvm::cl::init("sm_90")};
  Option<std::string> features{*this, "features", llvm::cl::desc("Features of the backend; the PTX version among them"),
                               llvm::cl::init("+ptx80")};

private:
  LogicalResult lower(Operation *op, StringRef name, gpu::GPUModuleOp kernels, ScalarOps &ops) {
    if (op->hasAttr(kLayoutsAttr))
      return op->emitOpError() << "expected a module for one rank, got layouts; lower to CUDA without det-partition";
    if (llvm::any_of(op->getResults(), [](Value result) { return cuda::volume(cuda::shapeOf(result)) == 0; }))
      return success(); // nothing to compute
    auto region = dyn_cast<RegionOp>(op);
    FailureOr<cuda::Launch> launch = region ? cuda::emitRegionKernel(kernels, name, region, ops)
                                            : cuda::emitProductKernel(kernels, name, cast<DotOp>(op), ops);
    if (failed(launch))
      return failure();
    Builder builder(op->getContext());
    auto symbol = SymbolRefAttr::get(builder.getStringAttr(kCudaModule), FlatSymbolRefAttr::get(builder.getContext(), name));
    op->setAttr(kLaunchAttr,
                builder.getDictionaryAttr({builder.getNamedAttr("kernel", symbol),
                                           builder.getNamedAttr("grid", builder.getI64IntegerAttr(launch->grid)),
                                           builder.getNamedAttr("block", builder.getI64IntegerAttr(launch->block))}));
    return success();
  }
};

} // namespace

std::unique_ptr<Pass> createLowerCudaPass(CudaOptions options) { return std::make_unique<LowerCudaPass>(options); }

void registerCudaPasses() {
  PassRegistration<LowerCudaPass>();
  registerPass([] { return createEmitPtxPass(); });
}

} // namespace det
