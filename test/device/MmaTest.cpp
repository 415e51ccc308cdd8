// Products by tensor cores: what the interpreter of PTX makes of the device kernel, under all its checks, has the bytes of the host's replay.
// Kernels of warpgroups are in warpgroups.ptx beside the text.
//
//   MmaTest KERNELS.ptx [ROUNDS]
#include "../../lib/Runtime/Cuda/Prepare/PrepareMma.h"
#include "../../lib/Runtime/Cuda/Prepare/TableMemory.h"
#include "../../lib/Runtime/Executor/Resolve/DescribeProduct.h"
#include "../unit/Host/Check.h"
#include "det/Device/DeviceKernels.h"
#include "det/Device/MmaNames.h"
#include "det/Device/MmaShape.h"
#include "det/PtxSim/PtxSim.h"
#include "det/Runtime/Cuda/MmaRecords.h"
#include "det/Runtime/Host/ProductMma.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

using namespace det;
using namespace det::rt;
using artifact::ElementType, artifact::MmaModel;
using check::Random;

namespace {

/// The order of the leaves' joins: from left to right, as T(m), or (few) from right to left, which needs a deep stack.
enum Program { fold, tree, deep };
std::vector<uint8_t> programOf(size_t leaves, Program program) {
  std::vector<uint8_t> pops(leaves, program == fold || leaves > 60);
  if (leaves == 0)
    return pops;
  if (pops[0]) {
    pops[0] = 0;
  } else if (program == tree) {
    for (size_t i = 1; i < leaves; ++i)
      pops[i - 1] = static_cast<uint8_t>(__builtin_ctzll(i));
    pops[leaves - 1] = static_cast<uint8_t>(__builtin_popcountll(leaves - 1));
  } else {
    pops[leaves - 1] = static_cast<uint8_t>(leaves - 1);
  }
  return pops;
}

bool isNarrow(ElementType type) { return type == ElementType::f8E4M3FN || type == ElementType::f8E5M2; }

uint16_t operandBits(Random &random, ElementType type, int kind) {
  const tensorcore::Format format = *tensorcore::findFormat(artifact::EnumNameElementType(type));
  const int mantissa = format.mantissaBits, last = format.bytes() * 8 - 1, reach = std::min(12, format.bias() - 2);
  const auto number = [&](int exponent) {
    const uint64_t bits = random.next();
    return static_cast<uint16_t>((bits & 1) << last | uint64_t(exponent + format.bias()) << mantissa | (bits >> 1 & ((1u << mantissa) - 1)));
  };
  if (kind == 2)
    return static_cast<uint16_t>(random.next());
  if (kind == 1 && random.below(3) == 0)
    return static_cast<uint16_t>(random.below(2) << last);
  return number(static_cast<int>(random.below(kind == 1 ? uint64_t(2 * reach) : 4)) - (kind == 1 ? reach : 2));
}

struct Shape {
  int64_t m, n, k, batches;
};

class Test {
public:
  Test(const ptx::Module &module, const ptx::Module &ofWarpgroups) : module(module), ofWarpgroups(ofWarpgroups) {}
  std::set<std::string> used; ///< kernels
  std::map<uint32_t, int> reads, readsOfWarpgroups; ///< how operands were read
  std::string last;           ///< the kernel of the last product
  bool hasWrongText = false;
  int shown = 0;              ///< products that showed it
  int joined = 0;             ///< products of several segments
  device::Warpgroups warpgroups = device::Warpgroups::none;

  void run(Random &random, const Shape &shape, MmaModel model, ElementType operand, int kind, bool isControl = false) {
    artifact::ProductT product = describe(random, shape, isNarrow(operand) ? 1 : 2);
    product.model = model;
    product.operand = operand;
    const std::string name = std::string(artifact::EnumNameMmaModel(model)) + " " + artifact::EnumNameElementType(operand) + " " + std::to_string(shape.batches) +
                             " x " + std::to_string(shape.m) + " x " + std::to_string(shape.n) + " x " + std::to_string(shape.k) + " of kind " + std::to_string(kind);
    std::vector<uint8_t> memory(bytes);
    const size_t size = isNarrow(operand) ? 1 : 2;
    for (size_t i = 0; i + size <= memory.size(); i += size) {
      const uint16_t bits = operandBits(random, operand, kind);
      std::memcpy(&memory[i], &bits, size);
    }
    std::vector<uint8_t> onHost = memory, onDevice = memory;
    if (!runHost(product, onHost, name))
      return;
    auto core = *tensorcore::findModel(artifact::EnumNameMmaModel(model));
    core.fraction -= isControl && !hasWrongText ? 6 : 0;
    Status status = runDevice(product, onDevice, core);
    if (hasWrongText) {
      shown += !status || onHost != onDevice;
      return;
    }
    check::that(bool(status), name + ": " + (status ? "" : status.error().message));
    if (isControl)
      check::that(onHost != onDevice, name + ": another tensor core gives the same");
    else
      check::that(onHost == onDevice, name + ": differs from byte " + std::to_string(std::mismatch(onHost.begin(), onHost.end(), onDevice.begin()).first - onHost.begin()) +
                                          " on, C being at " + std::to_string(product.c->offset()));
  }

private:
  /// Places a matrix of `rows` x `columns` and batches; gives the strides in elements.
  struct Placed {
    artifact::Ref ref;
    int64_t row, column, batch;
  };
  Placed place(Random &random, int64_t rows, int64_t columns, int64_t batches, int64_t size) {
    const bool isTransposed = random.below(2);
    const int64_t inner = isTransposed ? rows : columns, outer = isTransposed ? columns : rows;
    const int64_t unit = random.below(3) ? 1 : 2, align = random.below(3) ? 16 / size : 1; // far apart now and then; whole groups of 16 bytes
    const int64_t pitch = (inner * unit + random.below(2) * 3 + align - 1) / align * align;
    bytes = (bytes + 15) / 16 * 16 + (random.below(3) ? 0 : size);
    const artifact::Ref ref(artifact::Space::arena, bytes);
    bytes += size * (pitch * outer * batches + 16);
    return {ref, isTransposed ? unit : pitch, isTransposed ? pitch : unit, pitch * outer};
  }

  artifact::ProductT describe(Random &random, const Shape &s, int64_t size) {
    bytes = 64;
    const Placed a = place(random, s.m, s.k, s.batches, size), b = place(random, s.k, s.n, s.batches, size), c = place(random, s.m, s.n, s.batches, 4);
    artifact::ProductT product;
    product.type = ElementType::f32;
    product.a = std::make_unique<artifact::Ref>(a.ref);
    product.b = std::make_unique<artifact::Ref>(b.ref);
    product.c = std::make_unique<artifact::Ref>(c.ref);
    product.batch = {{s.batches, a.batch, b.batch, c.batch}};
    product.rows = {{s.m, a.row, 0, c.row}};
    product.columns = {{s.n, 0, b.column, c.column}};
    product.inner = {{s.k, a.column, b.row, 0}};
    if (s.k >= 8 && random.below(4) == 0) { // a walk of two parts
      const int64_t first = random.between(1, s.k - 1);
      product.inner = {{first, a.column, b.row, 0}};
      product.more.push_back(std::make_unique<artifact::ProductPartT>());
      product.more.back()->a = first * a.column;
      product.more.back()->b = first * b.row;
      product.more.back()->inner = {{s.k - first, a.column, b.row, 0}};
    }
    const int64_t block = int64_t(16) << random.below(4);
    for (int64_t left = s.k; left > 0; left -= product.leaves.back())
      product.leaves.push_back(static_cast<int32_t>(std::min(left, random.below(3) ? block : random.between(1, block))));
    // The kernel of the largest tile has a small stack.
    const bool isShallow = warpgroups == device::Warpgroups::all && product.leaves.size() > 8;
    product.pops = programOf(product.leaves.size(), static_cast<Program>(random.below(isShallow ? 2 : 3)));
    return product;
  }

  bool runHost(const artifact::ProductT &product, std::vector<uint8_t> &memory, const std::string &name) {
    const auto model = *tensorcore::findModel(artifact::EnumNameMmaModel(product.model));
    const auto format = *tensorcore::findFormat(artifact::EnumNameElementType(product.operand));
    const host::Product description = describeProduct(product, host::Real::f32);
    const auto prepared = host::prepareMma(description, {model, format}, host::Isa::v3);
    check::that(bool(prepared), name + ": " + (prepared ? "" : prepared.error().message));
    if (!prepared)
      return false;
    host::Team team;
    void *scratch = std::aligned_alloc(64, (host::mmaScratch(*prepared, 1) + 127) / 64 * 64);
    host::runMma(*prepared, memory.data() + product.a->offset(), memory.data() + product.b->offset(),
                 reinterpret_cast<float *>(memory.data() + product.c->offset()), team, scratch);
    std::free(scratch);
    return true;
  }

  Status runDevice(const artifact::ProductT &product, std::vector<uint8_t> &memory, const tensorcore::Model &core) {
    const AddressSpace space{reinterpret_cast<uint8_t *>(ptx::addressOf(0)), memory.size(), {}, nullptr, 0};
    cuda::TableMemory tables(ptx::addressOf(1), ptx::addressOf(2));
    const auto launches = cuda::prepareMma(product, space, tables, warpgroups);
    if (!launches)
      return launches.error();
    artifact::EntryT entry;
    entry.action.Set(artifact::ProductT(product));
    const std::vector<std::string> names = device::kernelsOf(entry, {false, warpgroups});
    std::vector<std::byte> image = tables.image();
    std::vector<std::byte> scratch(tables.scratchBytes(), std::byte(0xfb));
    ptx::Buffer buffers[] = {{"arena", std::as_writable_bytes(std::span(memory))}, {"tables", image, true, false}, {"scratch", scratch}};
    joined += launches->size() > 1;
    last = launches->empty() ? "" : launches->front().kernel;
    for (const cuda::DeviceLaunch &launch : *launches) {
      if (std::find(names.begin(), names.end(), launch.kernel) == names.end())
        return Error{"launches " + launch.kernel + ", which the entry does not name"};
      used.insert(launch.kernel);
      if (launch.params.size() == sizeof(cuda::MmaRecord)) {
        cuda::MmaRecord record;
        std::memcpy(&record, launch.params.data(), sizeof(record));
        std::map<uint32_t, int> &counts = launch.kernel.starts_with(device::wgmmaPrefix) ? readsOfWarpgroups : reads;
        ++counts[record.a.read];
        ++counts[record.b.read];
      }
      auto found = kernels.find(launch.kernel);
      if (found == kernels.end()) {
        Result<ptx::Kernel> made = (launch.kernel.starts_with(device::wgmmaPrefix) ? ofWarpgroups : module).kernel(launch.kernel);
        if (!made)
          return made.error();
        found = kernels.emplace(launch.kernel, *made).first;
      }
      ptx::Options options;
      options.tensorCore = core;
      const auto counts = ptx::run(found->second, {launch.grid, launch.block, launch.sharedBytes, {launch.params}}, buffers, options);
      if (!counts)
        return counts.error();
    }
    return {};
  }

  const ptx::Module &module, &ofWarpgroups;
  std::map<std::string, ptx::Kernel> kernels;
  uint64_t bytes = 0;
};

void refuse(MmaModel model, ElementType operand, const char *words) {
  artifact::ProductT product;
  product.type = ElementType::f32;
  product.model = model;
  product.operand = operand;
  product.rows = product.columns = {{4, 1, 1, 1}};
  product.inner = {{4, 1, 1, 0}};
  product.leaves = {4};
  product.pops = {0};
  const auto shape = device::shapeMma(product, device::Warpgroups::none);
  check::that(!shape && shape.error().message.find(words) != std::string::npos, std::string("expected an error with ") + words);
}

/// `from`, if it is given, becomes `to` everywhere.
std::optional<ptx::Module> load(const std::string &path, const std::string &from = {}, const std::string &to = {}) {
  std::ifstream file(path);
  std::stringstream read;
  read << file.rdbuf();
  std::string text = read.str();
  if (!from.empty() && text.find(from) == std::string::npos) {
    std::printf("%s: expected '%s'\n", path.c_str(), from.c_str());
    return std::nullopt;
  }
  for (size_t at = 0; !from.empty() && (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  auto module = ptx::Module::parse(text);
  if (!module)
    std::printf("%s: %s\n", path.c_str(), module.error().message.c_str());
  return module ? std::optional(std::move(*module)) : std::nullopt;
}

/// Tiles, one more and one less, primes; every way in which operands lie comes by chance.
void runWarpgroups(Test &test, Random &random, int rounds) {
  const std::pair<MmaModel, ElementType> factors[] = {{MmaModel::hopper_16, ElementType::bf16}, {MmaModel::hopper_16, ElementType::f16},
                                                      {MmaModel::hopper_fp8_32, ElementType::f8E4M3FN}, {MmaModel::hopper_fp8_32, ElementType::f8E5M2}};
  const Shape large[] = {{1, 1, 1, 1}, {128, 128, 64, 1}, {127, 129, 65, 1}, {129, 127, 33, 2}, {61, 67, 131, 1}, {40, 24, 1100, 1}, {5, 3, 0, 1}};
  const Shape small[] = {{64, 32, 128, 1}, {65, 33, 129, 1}, {63, 31, 127, 2}, {17, 29, 61, 1}, {8, 8, 700, 1}, {1, 1, 31, 1}};
  for (int round = 0; round < rounds; ++round)
    for (const auto &[model, operand] : factors) {
      test.warpgroups = device::Warpgroups::all;
      for (const Shape &shape : large)
        test.run(random, shape, model, operand, static_cast<int>(random.below(3)));
      test.warpgroups = device::Warpgroups::none; // 8-bit factors have no other kernels
      for (const Shape &shape : small)
        test.run(random, shape, model, operand, static_cast<int>(random.below(3)));
    }
  test.warpgroups = device::Warpgroups::all;
  for (const auto &[model, operand] : factors)
    test.run(random, {33, 40, 70, 1}, model, operand, 0, /*isControl=*/true);
  // Where there is a choice, few large tiles are left to mma.sync, and many are not.
  test.warpgroups = device::Warpgroups::large;
  test.run(random, {1100, 1090, 17, 1}, MmaModel::hopper_16, ElementType::bf16, 0);
  check::that(test.last.starts_with(device::wgmmaPrefix), "a large product launches " + test.last);
  test.run(random, {70, 90, 40, 1}, MmaModel::hopper_16, ElementType::bf16, 0);
  check::that(!test.last.starts_with(device::wgmmaPrefix), "a small product launches " + test.last);
  test.warpgroups = device::Warpgroups::none;
}

/// Texts with one wrong instruction: of each, some product has to show it.
void runWrongTexts(const ptx::Module &module, const std::string &path, Random &random) {
  const std::pair<const char *, const char *> wrong[] = {
      {"fence.proxy.async.shared::cta;", ""}, {"wgmma.fence.sync.aligned;", ""}, {"wgmma.wait_group.sync.aligned 0;", "wgmma.wait_group.sync.aligned 1;"},
      {"add.s64 a, a, 2;", "add.s64 a, a, 4;"}, {"cp.async.wait_group \t1;", "cp.async.wait_group \t2;"}, {"m64n128k32.f32.e4m3.e4m3", "m64n128k32.f32.e5m2.e5m2"}};
  for (const auto &[from, to] : wrong) {
    const auto other = load(path, from, to);
    check::that(other.has_value(), std::string("no text without ") + from);
    if (!other)
      continue;
    Test test(module, *other);
    test.hasWrongText = true;
    test.warpgroups = device::Warpgroups::all;
    // Operands that come by elements know no copies to wait for.
    for (int tries = 0; tries < 8 && test.shown == 0; ++tries)
      test.run(random, {130, 140, 300, 1}, MmaModel::hopper_fp8_32, ElementType::f8E4M3FN, 0, /*isControl=*/true);
    check::that(test.shown > 0, std::string("a text with another ") + from + " gives the same");
  }
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  const std::string path = argv[1];
  const std::string pathOfWarpgroups = path.substr(0, path.rfind('/') + 1) + "warpgroups.ptx";
  const auto module = load(path), ofWarpgroups = load(pathOfWarpgroups);
  if (!module || !ofWarpgroups)
    return 1;
  Test test(*module, *ofWarpgroups);
  Random random{5};
  const int rounds = argc > 2 ? std::stoi(argv[2]) : 1;
  const Shape shapes[] = {{1, 1, 1, 1},   {32, 32, 32, 1}, {31, 33, 65, 2},   {1, 64, 37, 1},    {64, 1, 129, 1}, {17, 40, 100, 3}, {33, 31, 16, 1},
                          {29, 61, 7, 2}, {5, 3, 0, 1},    {40, 24, 1100, 1}, {257, 129, 40, 1}, {8, 8, 600, 1},  {0, 4, 8, 1}};
  for (int round = 0; round < rounds; ++round)
    for (const Shape &shape : shapes)
      for (MmaModel model : {MmaModel::hopper_16, MmaModel::ampere_8})
        for (ElementType operand : {ElementType::bf16, ElementType::f16})
          test.run(random, shape, model, operand, static_cast<int>(random.below(3)));
  // Larger tiles: many results, few terms; every stack.
  for (MmaModel model : {MmaModel::hopper_16, MmaModel::ampere_8})
    for (ElementType operand : {ElementType::bf16, ElementType::f16})
      for (int64_t k : {33, 290})
        test.run(random, {500, 330, k, 1}, model, operand, 1);
  test.run(random, {1100, 1090, 100, 1}, MmaModel::hopper_16, ElementType::f16, 0);
  test.run(random, {1100, 1090, 17, 2}, MmaModel::hopper_16, ElementType::bf16, 0);
  test.run(random, {2100, 1050, 16, 1}, MmaModel::hopper_16, ElementType::bf16, 0);
  test.run(random, {33, 40, 70, 1}, MmaModel::hopper_16, ElementType::f16, 0, /*isControl=*/true);
  runWarpgroups(test, random, rounds);
  runWrongTexts(*module, pathOfWarpgroups, random);
  refuse(MmaModel::volta_4, ElementType::f16, "volta_4");
  refuse(MmaModel::hopper_fp8_32, ElementType::bf16, "f8E4M3FN or f8E5M2");
  refuse(MmaModel::hopper_16, ElementType::f32, "bf16 or f16");
  for (uint32_t read : {cuda::mmaElementsAlongK, cuda::mmaElementsAlongRows, cuda::mmaVectorsAlongK, cuda::mmaVectorsAlongRows})
    check::that(test.reads[read] > 0 && test.readsOfWarpgroups[read] > 0, "no operand was read in mode " + std::to_string(read));
  check::that(test.joined > 0, "no product was spread over segments");
  std::printf("%d products of several segments\n", test.joined);
  for (const std::string &name : test.used)
    std::printf("%s\n", name.c_str());
  return check::report("tensor cores on a device");
}
