// Fuses det text, compiles its regions and runs them.
#include "Harness.h"

#include "det/Order/Number.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

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

static int64_t elementBytes(Type type) { return (cast<ShapedType>(type).getElementType().getIntOrFloatBitWidth() + 7) / 8; }

std::vector<Tensor> run(ModuleOp module, const std::vector<Tensor> &arguments, Isa isa, int parts, const order::Box *node,
                        std::function<int64_t(const RankParam &)> start) {
  auto main = *module.getOps<func::FuncOp>().begin();
  Block &block = main.getBody().front();
  KernelLibrary library(module.getContext());
  DenseMap<Value, Tensor> values;
  for (auto [argument, tensor] : llvm::zip(block.getArguments(), arguments))
    values[argument] = tensor;
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
  auto compiled = compileForHost(library, isa);
  if (failed(compiled)) {
    ADD_FAILURE() << "kernels do not compile";
    return {};
  }
  const std::string &object = compiled->objects[0].object;
  int file = memfd_create("kernels", 0);
  EXPECT_EQ(write(file, object.data(), object.size()), static_cast<ssize_t>(object.size()));
  void *handle = dlopen(("/proc/self/fd/" + std::to_string(file)).c_str(), RTLD_NOW | RTLD_LOCAL);
  EXPECT_TRUE(handle) << dlerror();
  using Kernel = void (*)(void *const *, const int64_t *, int64_t, int64_t, void *);
  for (auto &[region, result] : lowered) {
    std::vector<std::vector<char>> temporaries;
    for (uint64_t bytes : result.temporaries)
      temporaries.emplace_back(bytes, 0x55);
    for (KernelCall &call : result.calls) {
      std::vector<void *> buffers;
      for (int number : call.buffers) {
        size_t i = number, inputs = region.getInputs().size(), outputs = region.getNumResults();
        if (i < inputs)
          buffers.push_back(values[region.getInputs()[i]].bytes.data());
        else if (i < inputs + outputs)
          buffers.push_back(values[region.getResult(i - inputs)].bytes.data());
        else
          buffers.push_back(temporaries[i - inputs - outputs].data());
      }
      for (const RankParam &rank : call.rankParams)
        call.params[rank.param] += start ? rank.scale * start(rank) : 0;
      auto kernel = reinterpret_cast<Kernel>(dlsym(handle, compiled->names[call.kernel].c_str()));
      char *scratch = static_cast<char *>(aligned_alloc(64, (call.scratchBytes + 63) / 64 * 64 + 64));
      int64_t steps = (call.extent + call.grain - 1) / call.grain;
      for (int part = 0; part < parts; ++part) {
        std::memset(scratch, 0xff, call.scratchBytes);
        int64_t begin = steps * part / parts * call.grain, end = std::min(call.extent, steps * (part + 1) / parts * call.grain);
        if (begin < end)
          kernel(buffers.data(), call.params.data(), begin, end, scratch);
      }
      free(scratch);
    }
  }
  dlclose(handle);
  close(file);
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
