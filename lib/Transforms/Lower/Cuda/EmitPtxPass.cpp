// det-emit-ptx: the PTX of the kernels, to a file or onto the gpu.module.
#include "det/Transforms/Lower/Cuda.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/Support/FileSystem.h"

using namespace mlir;

namespace det {

namespace {

struct EmitPtxPass : PassWrapper<EmitPtxPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(EmitPtxPass)

  EmitPtxPass() = default;
  EmitPtxPass(const EmitPtxPass &other) : PassWrapper(other) {}
  explicit EmitPtxPass(StringRef path) { output = path.str(); }

  StringRef getArgument() const override { return "det-emit-ptx"; }
  StringRef getDescription() const override { return "Compile GPU kernels to PTX that passes the lint"; }
  void getDependentDialects(DialectRegistry &registry) const override { registerCudaTranslations(registry); }

  void runOnOperation() override {
    FailureOr<std::string> ptx = emitPtx(getOperation());
    if (failed(ptx))
      return signalPassFailure();
    if (output.empty()) {
      auto kernels = *getOperation().getOps<gpu::GPUModuleOp>().begin();
      kernels->setAttr(kPtxAttr, StringAttr::get(&getContext(), *ptx));
      return;
    }
    std::error_code code;
    llvm::raw_fd_ostream stream(output, code, llvm::sys::fs::OF_Text);
    if (!code) {
      stream << *ptx;
      stream.close();
      code = stream.error();
      stream.clear_error(); // reported here, not by the destructor
    }
    if (code) {
      getOperation().emitError() << "cannot write '" << output << "': " << code.message();
      signalPassFailure();
    }
  }

  Option<std::string> output{*this, "output",
                             llvm::cl::desc("The file that the PTX goes to; without it, attribute det.ptx of the gpu.module")};
};

} // namespace

std::unique_ptr<Pass> createEmitPtxPass(StringRef output) { return std::make_unique<EmitPtxPass>(output); }

} // namespace det
