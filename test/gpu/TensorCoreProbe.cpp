// Runs many products on the device, by single instructions and by det's own kernels, and compares each with the model.
#include "Comparison.h"

#include "../../lib/Runtime/Cuda/Prepare/PrepareMma.h"
#include "../../lib/Runtime/Cuda/Prepare/TableMemory.h"
#include "det/Device/MmaShape.h"
#include "det/Runtime/Artifact/plan_generated.h"

#include <cstring>
#include <map>

namespace det::gpu {

namespace {

using artifact::ElementType, artifact::MmaModel;
using rt::cuda::DeviceLaunch, rt::cuda::DevicePointer, rt::cuda::Driver, rt::cuda::Function, rt::cuda::Stream;

struct Device {
  Driver &driver;
  Stream stream;
  tensorcore::Model model;
  const Options &options;
  device::Warpgroups warpgroups = device::Warpgroups::none;
};

struct Type {
  const char *name;
  ElementType element;
  tensorcore::Format format;
};
const Type types[] = {{"f16", ElementType::f16, tensorcore::f16}, {"bf16", ElementType::bf16, tensorcore::bf16}};
/// Only warpgroups multiply these as a model says.
const Type narrowTypes[] = {{"e4m3", ElementType::f8E4M3FN, tensorcore::f8E4M3FN}, {"e5m2", ElementType::f8E5M2, tensorcore::f8E5M2}};

/// Memory of the device that ends with its scope.
class Memory {
public:
  explicit Memory(Driver &driver) : driver(driver) {}
  ~Memory() {
    for (const DevicePointer one : all)
      driver.release(one);
  }
  Result<DevicePointer> add(Result<DevicePointer> made) {
    if (made)
      all.push_back(*made);
    return made;
  }

private:
  Driver &driver;
  std::vector<DevicePointer> all;
};

/// Runs launches behind all that was queued and brings `results` here.
Status runAndFetch(const Device &device, const std::vector<std::pair<Function, DeviceLaunch>> &launches, DevicePointer from, std::vector<uint32_t> &results) {
  for (const auto &[function, launch] : launches)
    if (Status status = device.driver.launch(function, launch, device.stream); !status)
      return Error{launch.kernel + ": " + status.error().message};
  if (Status status = device.driver.copyToHost(results.data(), from, results.size() * sizeof(uint32_t), device.stream); !status)
    return status;
  return device.driver.synchronize(device.stream);
}

//===-- Single instructions -----------------------------------------------------------------------------------------===//

/// An instruction's 16 x 8 results, a warp for each tile; accumulators of all kinds.
Result<Json> probeInstruction(const Device &device, rt::cuda::Module module, const Type &type, int64_t depth) {
  constexpr int64_t rows = 16, columns = 8;
  constexpr uint32_t warps = 4; // of a block
  const std::string way = "m16n8k" + std::to_string(depth);
  const size_t count = size_t((device.options.products + rows * columns - 1) / (rows * columns));
  std::vector<Tile> tiles(count);
  inParallel(device.options.threads, count, [&](size_t i) {
    tiles[i] = makeTile(i, type.format, rows, columns, depth);
    addAccumulators(i, device.model, type.format, tiles[i]);
  });
  std::vector<uint16_t> a, b;
  std::vector<uint32_t> c, results(count * rows * columns);
  for (const Tile &tile : tiles) {
    a.insert(a.end(), tile.a.begin(), tile.a.end());
    b.insert(b.end(), tile.b.begin(), tile.b.end());
    c.insert(c.end(), tile.c.begin(), tile.c.end());
  }
  Memory memory(device.driver);
  struct {
    DevicePointer a, b, c, d;
    uint64_t count;
  } record;
  for (auto [to, made] : {std::pair(&record.a, memory.add(upload(device.driver, device.stream, a, "A"))),
                          std::pair(&record.b, memory.add(upload(device.driver, device.stream, b, "B"))),
                          std::pair(&record.c, memory.add(upload(device.driver, device.stream, c, "C"))),
                          std::pair(&record.d, memory.add(device.driver.allocate(results.size() * sizeof(uint32_t), "D")))}) {
    if (!made)
      return made.error();
    *to = *made;
  }
  record.count = count;
  DeviceLaunch launch;
  launch.kernel = "probe_" + way + "_" + type.name;
  launch.grid = {uint32_t((count + warps - 1) / warps), 1, 1};
  launch.block = {32 * warps, 1, 1};
  launch.setRecord(record);
  const auto function = device.driver.function(module, launch.kernel);
  if (!function)
    return function.error();
  if (Status status = runAndFetch(device, {{*function, launch}}, record.d, results); !status)
    return status.error();
  Comparison comparison(device.model, type.format, type.name, way);
  inParallel(device.options.threads, count, [&](size_t i) { comparison.add(i, tiles[i], &results[i * rows * columns]); });
  return comparison.report();
}

//===-- det's kernels -----------------------------------------------------------------------------------------------===//

/// Batches of one shape. `isTransposed`: rows of A and columns of B lie with their neighbours in k far apart.
struct Shape {
  int64_t m, n, k;
  bool isTransposed;
  uint64_t batches; ///< at least
};
// Every tile, with and without ends; terms that no step divides. Which tile a product gets depends on how many there are: the larger ones are for those
// that fill a GPU (MmaShape.h).
const Shape shapes[] = {{32, 32, 80, false, 1}, {17, 40, 33, false, 1}, {64, 64, 48, true, 132}, {61, 127, 23, false, 66}, {128, 128, 48, false, 132},
                        {120, 124, 40, true, 132}};

artifact::ProductT describe(const Shape &shape, int64_t batches, const Type &type, MmaModel model, uint64_t atB, uint64_t atC) {
  const auto [m, n, k, isTransposed, least] = shape;
  artifact::ProductT product;
  product.type = ElementType::f32;
  product.model = model;
  product.operand = type.element;
  product.a = std::make_unique<artifact::Ref>(artifact::Space::arena, 0);
  product.b = std::make_unique<artifact::Ref>(artifact::Space::arena, atB);
  product.c = std::make_unique<artifact::Ref>(artifact::Space::arena, atC);
  product.batch = {{batches, m * k, n * k, m * n}};
  product.rows = {{m, isTransposed ? 1 : k, 0, n}};
  product.columns = {{n, 0, isTransposed ? 1 : k, 1}};
  product.inner = {{k, isTransposed ? m : 1, isTransposed ? n : 1, 0}};
  product.leaves = {int32_t(k)};
  product.pops = {0};
  return product;
}

Result<std::string> runShape(const Device &device, rt::cuda::Module module, const Type &type, MmaModel model, const Shape &shape, int64_t batches,
                             uint64_t firstTile, Comparison &comparison) {
  const auto [m, n, k, isTransposed, least] = shape;
  std::vector<Tile> tiles(static_cast<size_t>(batches));
  const auto aligned = [](uint64_t bytes) { return (bytes + 255) / 256 * 256; };
  const uint64_t size = uint64_t(type.format.bytes()), atB = aligned(uint64_t(batches * m * k) * size), atC = atB + aligned(uint64_t(batches * n * k) * size);
  std::vector<uint8_t> operands(atC);
  inParallel(device.options.threads, tiles.size(), [&, m = m, n = n, k = k, isTransposed = isTransposed](size_t i) {
    Tile &tile = tiles[i] = makeTile(firstTile + i, type.format, m, n, k);
    const auto place = [&](const std::vector<uint16_t> &from, int64_t lines, uint8_t *to) {
      for (int64_t line = 0; line < lines; ++line)
        for (int64_t term = 0; term < k; ++term)
          std::memcpy(to + size_t(isTransposed ? term * lines + line : line * k + term) * size, &from[size_t(line * k + term)], size);
    };
    place(tile.a, m, &operands[i * size_t(m * k) * size]);
    place(tile.b, n, &operands[atB + i * size_t(n * k) * size]);
  });
  std::vector<uint32_t> results(size_t(batches * m * n));
  const uint64_t bytes = atC + results.size() * sizeof(uint32_t);
  const artifact::ProductT product = describe(shape, batches, type, model, atB, atC);

  Memory memory(device.driver);
  const auto arena = memory.add(device.driver.allocate(bytes, "operands"));
  if (!arena)
    return arena.error();
  const rt::AddressSpace space{reinterpret_cast<uint8_t *>(*arena), bytes, {}, nullptr, 0};
  rt::cuda::TableMemory measured(DevicePointer(1) << 40, DevicePointer(2) << 40);
  if (const auto sized = rt::cuda::prepareMma(product, space, measured, device.warpgroups); !sized)
    return sized.error();
  const auto tables = memory.add(device.driver.allocate(std::max<size_t>(measured.image().size(), 1), "tables")),
             scratch = memory.add(device.driver.allocate(std::max<uint64_t>(measured.scratchBytes(), 1), "scratch memory"));
  if (!tables || !scratch)
    return (!tables ? tables : scratch).error();
  rt::cuda::TableMemory placed(*tables, *scratch);
  const auto prepared = rt::cuda::prepareMma(product, space, placed, device.warpgroups);
  if (!prepared)
    return prepared.error();
  for (const auto &[to, from, size] : {std::tuple<DevicePointer, const void *, uint64_t>(*arena, operands.data(), operands.size()),
                                       std::tuple<DevicePointer, const void *, uint64_t>(*tables, placed.image().data(), placed.image().size())})
    if (Status status = device.driver.copyToDevice(to, from, size, device.stream); !status)
      return status.error();
  if (Status status = device.driver.synchronize(device.stream); !status)
    return status.error();
  std::vector<std::pair<Function, DeviceLaunch>> launches;
  for (const DeviceLaunch &launch : *prepared) {
    const auto function = device.driver.function(module, launch.kernel);
    if (!function)
      return function.error();
    launches.emplace_back(*function, launch);
  }
  if (Status status = runAndFetch(device, launches, *arena + atC, results); !status)
    return status.error();
  inParallel(device.options.threads, tiles.size(),
             [&, m = m, n = n](size_t i) { comparison.add(firstTile + i, tiles[i], &results[i * size_t(m * n)]); });
  return launches.front().second.kernel;
}

Result<Json> probeKernels(const Device &device, rt::cuda::Module module, const Type &type) {
  const MmaModel model = device.model.name == "ampere_8" ? MmaModel::ampere_8 : type.format.bytes() == 1 ? MmaModel::hopper_fp8_32 : MmaModel::hopper_16;
  Comparison comparison(device.model, type.format, type.name, device.warpgroups == device::Warpgroups::none ? "kernels" : "kernels of warpgroups");
  std::map<std::string, uint64_t> kernels;
  uint64_t tile = 0;
  const uint64_t each = device.options.products / std::size(shapes);
  for (const Shape &shape : shapes) {
    const uint64_t results = uint64_t(shape.m * shape.n);
    // Few products in all leave no room for shapes that need many.
    if (shape.batches * results > 16 * each)
      continue;
    // Tables say where each batch lies, and a grid has its limits: some thousand at a time.
    for (uint64_t left = std::max((each + results - 1) / results, shape.batches); left > 0;) {
      const uint64_t batches = std::min<uint64_t>(left, 4096);
      const auto kernel = runShape(device, module, type, model, shape, int64_t(batches), tile, comparison);
      if (!kernel)
        return kernel.error();
      kernels[*kernel] += batches * results;
      tile += batches;
      left -= batches;
    }
  }
  Json made = comparison.report();
  made["launched"] = kernels;
  return made;
}

} // namespace

Result<Json> probeTensorCores(const Options &options) {
  const auto driver = openDriver(options);
  if (!driver)
    return driver.error();
  const std::string chip = (*driver)->device().chip();
  const tensorcore::Model *model = nullptr;
  for (const tensorcore::Model &one : tensorcore::models)
    if ((one.name == "hopper_16" || one.name == "ampere_8") && tensorcore::hasModel(chip, one))
      model = &one;
  if (!model)
    return Error{"no model of the tensor cores of " + chip + " (" + (*driver)->device().name + ") is known: there is nothing to compare with"};
  const auto stream = (*driver)->createStream(false);
  if (!stream)
    return stream.error();
  std::vector<std::string> files{options.instructions, options.kernels};
  if (!options.warpgroups.empty())
    files.push_back(options.warpgroups);
  std::array<rt::cuda::Module, 3> modules;
  for (size_t i = 0; i < files.size(); ++i) {
    const auto image = readFile(files[i]);
    if (!image)
      return image.error();
    const auto module = (*driver)->load(*image);
    if (!module)
      return module.error();
    modules[i] = *module;
  }
  const Device device{**driver, *stream, *model, options};
  Json made;
  made["chip"] = chip;
  made["device"] = (*driver)->device().name;
  made["faults"] = 0;
  Device ofWarpgroups = device;
  ofWarpgroups.warpgroups = device::Warpgroups::all;
  std::vector<std::vector<Result<Json>>> probes;
  for (const Type &type : types) {
    std::vector<Result<Json>> &parts = probes.emplace_back();
    for (const int64_t depth : {16, 8})
      parts.push_back(probeInstruction(device, modules[0], type, depth));
    parts.push_back(probeKernels(device, modules[1], type));
    if (files.size() > 2)
      parts.push_back(probeKernels(ofWarpgroups, modules[2], type));
  }
  if (files.size() > 2) {
    Device ofBytes{**driver, *stream, *tensorcore::findModel("hopper_fp8_32"), options, device::Warpgroups::large};
    for (const Type &type : narrowTypes)
      probes.push_back({probeKernels(ofBytes, modules[2], type)});
  }
  for (const std::vector<Result<Json>> &parts : probes) {
    for (const Result<Json> &part : parts) {
      if (!part)
        return part.error();
      made["faults"] = made["faults"].get<uint64_t>() + (*part)["faults"].get<uint64_t>();
      made["probes"].push_back(*part);
    }
  }
  return made;
}

} // namespace det::gpu
