// Compiles kernels for the instruction sets of CPUs.
#include "CompileKernels.h"

#include "../Kernels/EmitBitcode.h"
#include "det/Runtime/Artifact/Artifact.h"
#include "mlir/IR/OwningOpRef.h"

#include <thread>

using namespace mlir;

namespace det {

FailureOr<CompiledKernels> compileForHost(const KernelLibrary &kernels, ArrayRef<Isa> isas) {
  CompiledKernels compiled;
  compiled.names = kernels.getNames();
  compiled.bodies = kernels.getBodies();
  ModuleOp module = kernels.getModule();
  auto fail = [&](llvm::Error error) {
    module.emitError() << llvm::toString(std::move(error));
    return failure();
  };
  OwningOpRef<ModuleOp> copy = module.clone();
  auto bitcode = emitBitcode(*copy);
  if (!bitcode)
    return fail(bitcode.takeError());
  // Instruction sets in parallel: each has an LLVM context of its own.
  std::vector<std::optional<llvm::Expected<std::string>>> objects(isas.size());
  std::vector<std::thread> threads;
  for (size_t i = 0; i < isas.size(); ++i)
    threads.emplace_back([&, i] { objects[i].emplace(emitObject(*bitcode, isas[i])); });
  for (std::thread &thread : threads)
    thread.join();
  llvm::Error failures = llvm::Error::success();
  for (size_t i = 0; i < isas.size(); ++i) {
    if (!*objects[i]) {
      failures = llvm::joinErrors(std::move(failures), objects[i]->takeError());
      continue;
    }
    if (llvm::Error error = checkClosed(**objects[i])) {
      failures = llvm::joinErrors(std::move(failures), std::move(error));
      continue;
    }
    auto shared = linkShared(**objects[i]);
    if (!shared)
      failures = llvm::joinErrors(std::move(failures), shared.takeError());
    else
      compiled.objects.push_back(
          {std::string(isas[i] == Isa::v3 ? rt::section::kernelsV3 : rt::section::kernelsV4), std::move(*shared)});
  }
  if (failures)
    return fail(std::move(failures));
  return compiled;
}

} // namespace det
