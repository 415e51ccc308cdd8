// Kernels of attention on a device against their literal definition, byte for byte: tiles, rows and columns around their sizes, leaves of any length, operands that
// lie transposed, results kept or not. The rows are those of Rows.cpp.
#include "SimDevice.h"

#include "../../lib/Runtime/Executor/Addresses.h"
#include "det/Device/AttentionShape.h"
#include "det/Runtime/Host/Postfix.h"

using namespace sim;
using artifact::ProductAxis;

namespace {

struct Case {
  uint16_t rows; ///< of the tile
  int64_t batches, m, n, k, columns, leaf;
  int entries;
  bool transposes = false, keeps = true;
};

std::string describe(const Case &c) {
  std::string text = "tile of " + std::to_string(c.rows) + ":";
  for (int64_t size : {c.batches, c.m, c.n, c.k, c.columns, c.leaf})
    text += " " + std::to_string(size);
  return text + (c.entries == 3 ? c.keeps ? " kept" : " not kept" : " rows alone") + (c.transposes ? " transposed" : "");
}

/// Places of arrays in one arena.
struct Arena {
  uint64_t bytes = 0;
  artifact::Ref place(int64_t elements) {
    const artifact::Ref ref(artifact::Space::arena, bytes);
    bytes += uint64_t((elements * 4 + 63) / 64 * 64);
    return ref;
  }
};

void setProgram(artifact::ProductT &product, int64_t terms, int64_t leaf) {
  for (int64_t left = terms; left > 0; left -= leaf)
    product.leaves.push_back(int32_t(std::min(left, leaf)));
  product.pops = host::treeProgram(int64_t(product.leaves.size()));
}

std::unique_ptr<artifact::Ref> own(const artifact::Ref &ref) { return std::make_unique<artifact::Ref>(ref); }

/// C[batch, row, column] = A[batch, row, k] * B[batch, k, column], B with rows of k, or of columns.
artifact::ProductT productOf(int64_t batches, int64_t m, int64_t n, int64_t k, bool transposes) {
  artifact::ProductT product;
  product.type = artifact::ElementType::f32;
  product.batch = {ProductAxis(batches, m * k, n * k, m * n)};
  product.rows = {ProductAxis(m, k, 0, n)};
  product.columns = {ProductAxis(n, 0, transposes ? k : 1, 1)};
  product.inner = {ProductAxis(k, 1, transposes ? 1 : n, 0)};
  return product;
}

void runCase(DeviceKernels &kernels, const Case &c, check::Random &random) {
  const int64_t rows = c.batches * c.m, scores = rows * c.n;
  Arena arena;
  const artifact::Ref a = arena.place(rows * c.k), b = arena.place(c.batches * c.n * c.k), moves = arena.place(scores), made = arena.place(scores),
                      results = arena.place(scores), sums = arena.place(rows), v = arena.place(c.batches * c.n * c.columns),
                      out = arena.place(rows * c.columns);
  artifact::ProductT first = productOf(c.batches, c.m, c.n, c.k, c.transposes), second = productOf(c.batches, c.m, c.columns, c.n, c.transposes);
  first.a = own(a), first.b = own(b), first.c = own(made);
  setProgram(first, c.k, c.leaf);
  second.a = own(results), second.b = own(v), second.c = own(out);
  setProgram(second, c.n, c.leaf);
  artifact::LaunchT launch;
  launch.buffers = {moves, made, results, sums};
  launch.params = {rows, c.n, rows, c.n, c.n, 1, c.n, 1, c.n, 1, 1, 0, 0, 0};
  launch.extent = rows;
  auto fusion = std::make_unique<artifact::FusionT>();
  fusion->entries = uint8_t(c.entries);
  fusion->rows = c.rows;
  fusion->input = 1;
  fusion->output = c.entries == 3 ? 2 : device::noRowBuffer;
  fusion->keeps = c.keeps;

  std::vector<float> memory = check::values<float>(random, int64_t(arena.bytes / 4), false);
  std::vector<Memory> memories{Memory::of(memory, Memory::both)};
  // The literal definition.
  const auto at = [&](const artifact::Ref &ref) { return memory.data() + ref.offset() / 4; };
  const std::vector<float> before(at(made), at(made) + scores), unkept(at(results), at(results) + scores);
  host::runProductPlainly(*device::describeProduct(first), at(a), at(b), at(made));
  for (int64_t row = 0; row < rows; ++row) {
    float lanes[32];
    std::fill(std::begin(lanes), std::end(lanes), -0.0f);
    for (int64_t j = 0; j < c.n; ++j)
      lanes[j % 32] += at(made)[row * c.n + j] + at(moves)[row * c.n + j];
    for (int half = 16; half > 0; half /= 2)
      for (int lane = 0; lane < half; ++lane)
        lanes[lane] += lanes[lane + half];
    at(sums)[row] = lanes[0];
    for (int64_t j = 0; j < c.n; ++j)
      at(results)[row * c.n + j] = at(made)[row * c.n + j] - lanes[0];
  }
  if (c.entries == 3)
    host::runProductPlainly(*device::describeProduct(second), at(results), at(v), at(out));
  std::copy(before.begin(), before.end(), at(made));
  if (c.entries == 3 && !c.keeps)
    std::copy(unkept.begin(), unkept.end(), at(results));

  std::vector<std::unique_ptr<artifact::EntryT>> entries;
  const auto add = [&](auto action) {
    entries.push_back(std::make_unique<artifact::EntryT>());
    entries.back()->action.Set(std::move(action));
  };
  add(std::move(first));
  add(std::move(launch));
  if (c.entries == 3)
    add(std::move(second));
  entries[0]->fusion = std::move(fusion);
  LoadedPlan plan;
  plan.plan.kernel_lanes = {32};
  plan.plan.kernels = {"row_0"};
  const Status status = run(kernels, memories, [&](const Addresses &addresses, cuda::DeviceMemory &device) {
    const AddressSpace space{reinterpret_cast<uint8_t *>(addresses[0]), arena.bytes, {}, &plan, 0};
    cuda::Launches launches = cuda::prepareAttention(entries, plan, space, device);
    if (launches)
      for (cuda::DeviceLaunch &made : *launches)
        made.kernel.resize(made.kernel.find("__"));
    return launches;
  });
  if (!status)
    return check::that(false, describe(c) + ": " + status.error().message);
  const int64_t differs = check::difference(memory, memories[0].as<float>());
  check::that(differs < 0, describe(c) + ": element " + std::to_string(differs) + " of the arena differs");
}

void cases(DeviceKernels &kernels, int times) {
  check::Random random{11};
  const auto one = [&](std::initializer_list<int64_t> sizes) { return sizes.begin()[random.below(sizes.size())]; };
  for (uint16_t rows : {64, 32, 16})
    for (int i = 0, count = times == 0 ? 3 : 14 * times; i < count; ++i) {
      Case c{rows, one({1, 2, 3}), one({1, rows - 1, rows, rows + 1, 13, 2 * rows + 5}), one({2, 7, 31, 32, 33, 64, 67, 129, 200}), one({1, 8, 13, 16, 31, 64, 67}),
             one({1, 8, 16, 33, 64, 65, 128}), one({3, 16, 20, 64, 256}), 3};
      while ((std::max(c.n, c.k) - 1) / c.leaf >= 128) // programs of up to 8 values
        c.leaf *= 2;
      c.transposes = random.below(2) == 0;
      c.keeps = random.below(3) != 0;
      // A control changes what every case runs.
      if (times == 0)
        c = {rows, 1, 5, 40, 40, 8, 16, 3};
      runCase(kernels, c, random);
    }
}

} // namespace

int main(int argc, char **argv) {
  return runTests("attention", argc, argv, cases,
                  {{"det_attention_64_3", "fma.rn.f32", "fma.rz.f32"}, {"det_attention_64_3", "add.rn.f32", "sub.rn.f32"}, {"det_attention_16_3", "sub.rn.f32", "add.rn.f32"}});
}
