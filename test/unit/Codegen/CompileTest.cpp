// Properties of compiled kernels: shared, closed, equal bytes.
#include "../../../lib/Transforms/Lower/Kernels/OpOrder.h"
#include "Harness.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <gtest/gtest.h>

using namespace det;
using namespace det::test;

namespace {

const char *text =
    R"(func.func @main(%a: tensor<40x8xf32>, %b: tensor<40x8xf32>, %c: tensor<99xf32>, %d: tensor<99xf32>, %n: tensor<3x5xf32>) -> (tensor<40x8xf32>, tensor<99xf32>, tensor<3x5xf32>) {
  %0 = det.add %a, %b : tensor<40x8xf32>
  %1 = det.add %c, %d : tensor<99xf32>
  %2 = det.exponential %n : tensor<3x5xf32>
  return %0, %1, %2 : tensor<40x8xf32>, tensor<99xf32>, tensor<3x5xf32>
})";

void lowerAll(mlir::ModuleOp module, KernelLibrary &library) {
  auto main = *module.getOps<mlir::func::FuncOp>().begin();
  for (auto region : main.getOps<RegionOp>()) {
    llvm::SmallVector<LocalTensor> inputs, outputs;
    auto dense = [](mlir::Value value) { return LocalTensor::dense(llvm::cast<mlir::ShapedType>(value.getType()).getShape()); };
    for (mlir::Value value : region.getInputs())
      inputs.push_back(dense(value));
    for (mlir::Value value : region.getResults())
      outputs.push_back(dense(value));
    ASSERT_TRUE(succeeded(library.lower(region, inputs, outputs)));
  }
}

/// Another order of the same ops: each as early as its operands allow, those without operands turned round.
void turnRound(mlir::func::FuncOp kernel) {
  kernel.walk([](mlir::Block *block) {
    for (mlir::Operation &op : llvm::make_early_inc_range(*block)) {
      if (op.getNumRegions() || op.hasTrait<mlir::OpTrait::IsTerminator>() || !mlir::isMemoryEffectFree(&op))
        continue;
      mlir::Operation *last = nullptr;
      for (mlir::Value operand : op.getOperands())
        if (mlir::Operation *def = operand.getDefiningOp(); def && def->getBlock() == block && (!last || last->isBeforeInBlock(def)))
          last = def;
      if (last)
        op.moveAfter(last);
      else
        op.moveBefore(block, block->begin());
    }
  });
}

std::string textOf(mlir::Operation *op) {
  std::string text;
  llvm::raw_string_ostream(text) << *op;
  return text;
}

} // namespace

/// How formulas are evaluated while a kernel is built does not show in it.
TEST(Compile, OrderOfOps) {
  for (KernelTarget target : {KernelTarget::Host, KernelTarget::Cuda}) {
    mlir::MLIRContext context;
    prepare(context);
    auto module = fuse(context, text);
    ASSERT_TRUE(module);
    KernelLibrary library(&context, target);
    lowerAll(*module, library);
    int kernels = 0;
    for (auto kernel : library.getModule().getOps<mlir::func::FuncOp>()) {
      ++kernels;
      const std::string built = textOf(kernel);
      turnRound(kernel);
      EXPECT_NE(textOf(kernel), built); // the control
      orderOps(kernel);
      EXPECT_EQ(textOf(kernel), built);
    }
    EXPECT_EQ(kernels, 2);
  }
}

/// Shapes are parameters: both additions are one kernel.
TEST(Compile, SharesKernels) {
  mlir::MLIRContext context;
  prepare(context);
  auto module = fuse(context, text);
  ASSERT_TRUE(module);
  KernelLibrary library(&context);
  lowerAll(*module, library);
  EXPECT_EQ(library.size(), 2u);
}

/// Two compilations give the same bytes; both instruction sets compile anywhere.
TEST(Compile, EqualBytes) {
  std::vector<std::string> first;
  for (int round = 0; round < 2; ++round) {
    mlir::MLIRContext context;
    prepare(context);
    auto module = fuse(context, text);
    ASSERT_TRUE(module);
    KernelLibrary library(&context);
    lowerAll(*module, library);
    auto compiled = compileForHost(library, {Isa::v3, Isa::v4});
    ASSERT_TRUE(succeeded(compiled));
    ASSERT_EQ(compiled->objects.size(), 2u);
    std::vector<std::string> objects{compiled->objects[0].object, compiled->objects[1].object};
    EXPECT_EQ(objects[0].substr(1, 3), "ELF");
    EXPECT_NE(objects[0], objects[1]);
    if (round)
      EXPECT_EQ(objects, first);
    first = objects;
  }
}
