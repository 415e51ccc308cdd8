// Fuses det text, compiles its regions and runs them.
#include "Harness.h"

#include "det/Order/Number.h"
#include "det/Transforms/Lower/Cuda.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include <gtest/gtest.h>

using namespace mlir;

namespace det::test {

std::vector<float> randomFloats(int64_t count, unsigned seed, bool withSpecial) {
  std::mt19937 generator(seed);
  std::normal_distribution<float> normal;
  std::uniform_int_distribution<int> kind(0, 60), exponent(-20, 20);
  const float special[] = {0.0f, -0.0f, INFINITY, -INFINITY, order::canonical(NAN), 1e-42f, -1e-42f, 3.4e38f};
  std::vector<float> values(count);
  for (float &value : values) {
    int k = withSpecial ? kind(generator) : 60;
    value = k < 8 ? special[k] : std::ldexp(normal(generator), k < 40 ? exponent(generator) : 0);
  }
  return values;
}

void prepare(MLIRContext &context) {
  context.disableMultithreading();
  context.loadDialect<DetDialect, func::FuncDialect>();
}

OwningOpRef<ModuleOp> fuse(MLIRContext &context, const std::string &text) {
  auto module = parseSourceString<ModuleOp>(text, &context);
  if (!module)
    return module;
  PassManager pm(&context);
  pm.addNestedPass<func::FuncOp>(createFusePass());
  if (failed(pm.run(*module)))
    return nullptr;
  return module;
}

std::vector<Isa> isas() {
  std::vector<Isa> found{Isa::v3};
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw"))
    found.push_back(Isa::v4);
  return found;
}

std::vector<Machine> machines() {
  std::vector<Machine> all{Machine::ptx};
  for (Isa isa : isas())
    all.push_back(isa == Isa::v3 ? Machine::v3 : Machine::v4);
  return all;
}

static int64_t elementBytes(Type type) { return (cast<ShapedType>(type).getElementType().getIntOrFloatBitWidth() + 7) / 8; }

/// The kernels of a library, ready to run.
static std::unique_ptr<Runner> makeRunner(const KernelLibrary &library, Machine machine) {
  if (machine == Machine::ptx) {
    auto ptx = emitPtx(library, {});
    return succeeded(ptx) ? makePtxRunner(library, *ptx) : nullptr;
  }
  auto compiled = compileForHost(library, machine == Machine::v3 ? Isa::v3 : Isa::v4);
  return succeeded(compiled) ? makeHostRunner(*compiled, 0) : nullptr;
}

std::vector<Tensor> run(ModuleOp module, const std::vector<Tensor> &arguments, Machine machine, int parts, const order::Box *node,
                        std::function<int64_t(const RankParam &)> start) {
  auto main = *module.getOps<func::FuncOp>().begin();
  Block &block = main.getBody().front();
  KernelLibrary library(module.getContext(), machine == Machine::ptx ? KernelTarget::Cuda : KernelTarget::Host);
  // Tensors begin at multiples of 16 bytes in the interpreter; every third run of a GPU's kernels may not know it.
  static int round = 0;
  int64_t alignment = ++round % 3 ? 16 : 0;
  DenseMap<Value, Tensor> values;
  for (auto [argument, tensor] : llvm::zip(block.getArguments(), arguments)) {
    values[argument] = tensor;
    values[argument].local.alignment = alignment;
  }
  for (auto constant : block.getOps<ConstantOp>()) {
    auto dense = cast<DenseElementsAttr>(constant.getValue());
    ArrayRef<char> raw = dense.getRawData();
    Tensor tensor{LocalTensor::dense(dense.getType().getShape()), std::vector<char>(raw.begin(), raw.end())};
    if (dense.isSplat())
      for (int64_t i = 1; i < dense.getNumElements(); ++i)
        tensor.bytes.insert(tensor.bytes.end(), raw.begin(), raw.end());
    values[constant.getResult()] = tensor;
  }
  std::vector<std::pair<RegionOp, LoweredRegion>> lowered;
  for (auto region : block.getOps<RegionOp>()) {
    SmallVector<LocalTensor> inputs, outputs;
    for (Value input : region.getInputs())
      inputs.push_back(values.find(input)->second.local);
    for (Value output : region.getResults()) {
      SmallVector<int64_t> shape(cast<ShapedType>(output.getType()).getShape());
      Tensor tensor{
          LocalTensor::dense(shape),
          std::vector<char>(cast<ShapedType>(output.getType()).getNumElements() * elementBytes(output.getType()), 0x55)};
      tensor.local.alignment = alignment;
      outputs.push_back(tensor.local);
      values[output] = tensor;
    }
    auto result = library.lower(region, inputs, outputs, node);
    if (failed(result)) {
      ADD_FAILURE() << "a region does not lower";
      return {};
    }
    lowered.push_back({region, *result});
  }
  std::unique_ptr<Runner> runner = makeRunner(library, machine);
  if (!runner) {
    ADD_FAILURE() << "kernels do not compile";
    return {};
  }
  for (auto &[region, result] : lowered) {
    std::vector<std::vector<char>> temporaries;
    for (uint64_t bytes : result.temporaries)
      temporaries.emplace_back(bytes, 0x55);
    // What a first call has written a second one reads.
    DenseSet<int> written;
    for (KernelCall &call : result.calls) {
      if (call.extent == 0)
        continue;
      std::vector<CallBuffer> buffers;
      for (int number : call.buffers) {
        size_t i = number, inputs = region.getInputs().size(), outputs = region.getNumResults();
        if (i < inputs)
          buffers.push_back({values[region.getInputs()[i]].bytes, true});
        else if (i < inputs + outputs)
          buffers.push_back({values[region.getResult(i - inputs)].bytes, false});
        else
          buffers.push_back({temporaries[i - inputs - outputs], !written.insert(number).second});
      }
      for (const RankParam &rank : call.rankParams)
        call.params[rank.param] += start ? rank.scale * start(rank) : 0;
      EXPECT_TRUE(runner->run(call, buffers, parts));
    }
  }
  std::vector<Tensor> results;
  for (Value value : block.getTerminator()->getOperands())
    results.push_back(values[value]);
  return results;
}

void expectBits(const Tensor &got, const std::vector<float> &expected) {
  ASSERT_EQ(got.bytes.size(), expected.size() * 4);
  for (size_t i = 0; i < expected.size(); ++i) {
    uint32_t a, b;
    std::memcpy(&a, got.data<float>() + i, 4);
    std::memcpy(&b, &expected[i], 4);
    ASSERT_EQ(a, b) << "element " << i << ": got " << got.data<float>()[i] << ", expected " << expected[i];
  }
}

} // namespace det::test
