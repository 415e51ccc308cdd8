// Sorts on a GPU against those of the host: every kind of key, bodies that are no order, rows along any dim, tiles and several of them.
#include "WorkHarness.h"

#include "../../lib/Runtime/Executor/Resolve/DescribeWork.h"

#include <algorithm>
#include <cmath>

using namespace work;

namespace {

void run(Device &device, const Arena &arena, const artifact::SortT &sort, const std::string &what) {
  compare(
      device, arena, [&](const AddressSpace &space, cuda::DeviceMemory &memory) { return cuda::prepareSort(sort, space, memory); },
      [&](const AddressSpace &space) {
        host::Sort description = *describeSort(sort);
        if (sort.key == artifact::SortKey::body)
          description.body.function = bodyFunctions[sort.body->kernel];
        SortAddresses addresses = *resolveSort(sort, description, space);
        std::vector<const void *> inputs(addresses.inputs.begin(), addresses.inputs.end());
        std::vector<void *> outputs(addresses.outputs.begin(), addresses.outputs.end());
        std::vector<std::byte> scratch(host::sortScratch(description));
        host::runSort(description, inputs.data(), addresses.keys, outputs.data(), 0, description.rows(), scratch.data());
      },
      what + " [" + std::to_string(sort.outer) + ", " + std::to_string(sort.size) + ", " + std::to_string(sort.inner) + "]");
}

struct Shape {
  int64_t outer, size, inner;
  int64_t count() const { return outer * size * inner; }
};

artifact::SortT sortOf(Shape shape) {
  artifact::SortT sort;
  sort.outer = shape.outer;
  sort.size = shape.size;
  sort.inner = shape.inner;
  return sort;
}

void addArray(artifact::SortT &sort, Arena &arena, artifact::Ref input, uint32_t bytes, int64_t count) {
  sort.inputs.push_back(input);
  sort.outputs.push_back(arena.place(uint64_t(count) * bytes));
  sort.element_bytes.push_back(bytes);
}

/// `few`: many equal keys.
template <class T>
void checkKeys(Device &device, check::Random &random, Shape shape, artifact::SortKey key, bool descending, bool few, bool nans) {
  Arena arena(random);
  std::vector<T> keys = check::values<T>(random, shape.count(), nans);
  if (few)
    for (T &x : keys)
      if (!(nans && random.below(4) == 0))
        x = T(int64_t(random.below(7)) - 3);
  artifact::SortT sort = sortOf(shape);
  sort.key = key;
  sort.key_bytes = sizeof(T);
  sort.descending = descending;
  const artifact::Ref keyRef = arena.place(keys);
  sort.keys = std::make_unique<artifact::Ref>(keyRef);
  addArray(sort, arena, keyRef, sizeof(T), shape.count());
  std::vector<int32_t> numbers(size_t(shape.count()));
  for (size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = int32_t(i);
  addArray(sort, arena, arena.place(numbers), 4, shape.count());
  if (random.below(2))
    addArray(sort, arena, arena.place(check::values<uint16_t>(random, shape.count(), false)), 2, shape.count());
  run(device, arena, sort, std::string("keys of ") + std::to_string(sizeof(T)) + " bytes, kind " + std::to_string(int(key)));
}

void checkBody(Device &device, check::Random &random, Shape shape, Body body, int flavour) {
  Arena arena(random);
  artifact::SortT sort = sortOf(shape);
  sort.key = artifact::SortKey::body;
  if (body == ascending) {
    std::vector<int32_t> keys(size_t(shape.count()));
    for (int32_t &x : keys)
      x = int32_t(random.below(flavour ? 5 : 1 << 30));
    addArray(sort, arena, arena.place(keys), 4, shape.count());
    sort.body = std::make_unique<artifact::BodyT>(bodyOf(body, {4, 4}, {1}));
  } else if (body == pairs) {
    std::vector<float> keys = check::values<float>(random, shape.count(), flavour != 0);
    for (float &x : keys)
      x = flavour == 2 && random.below(8) == 0 ? std::nanf("") : flavour ? std::floor(x) : x;
    addArray(sort, arena, arena.place(keys), 4, shape.count());
    addArray(sort, arena, arena.place(check::values<int16_t>(random, shape.count(), false)), 2, shape.count());
    sort.body = std::make_unique<artifact::BodyT>(bodyOf(body, {4, 4, 2, 2}, {1}));
  } else {
    for (uint32_t bytes : {1, 2, 4, 8})
      addArray(sort, arena, arena.place(check::values<uint8_t>(random, shape.count() * bytes, false)), bytes, shape.count());
    sort.body = std::make_unique<artifact::BodyT>(bodyOf(body, {1, 1, 2, 2, 4, 4, 8, 8}, {1}, {int64_t(random.below(100))}, 16));
  }
  run(device, arena, sort, std::string("body ") + bodyNames[body]);
}

/// A grid has at most 2^31 - 1 blocks; rows that are shorter than a tile share one.
void checkLimits() {
  artifact::SortT sort = sortOf({int64_t(1) << 42, 1, 1});
  sort.key = artifact::SortKey::signed_;
  sort.key_bytes = 4;
  sort.keys = std::make_unique<artifact::Ref>(artifact::Space::arena, 0);
  expectError([&](const AddressSpace &space, cuda::DeviceMemory &memory) { return cuda::prepareSort(sort, space, memory); },
              "it needs 4294967296 blocks of det_sort_tile_key32");
}

void cases(Device &device, bool isLong) {
  checkLimits();
  check::Random random{20};
  using enum artifact::SortKey;
  std::vector<Shape> shapes = {{1, 1, 1},  {5, 2, 1},   {300, 7, 1},  {3, 8, 5},    {2, 9, 1},     {40, 33, 1}, {2, 127, 3},   {3, 512, 1},
                               {2, 513, 1}, {1, 1024, 2}, {2, 1025, 1}, {1, 2048, 1}, {1, 3000, 2}, {0, 5, 3},   {4, 0, 1},     {1, 4099, 1}};
  if (isLong)
    for (Shape more : {Shape{1, 100003, 1}, Shape{3, 9001, 1}, Shape{1, 5000, 7}, Shape{1000, 64, 1}, Shape{2, 17, 300}, Shape{7, 1023, 5}})
      shapes.push_back(more);
  for (Shape shape : shapes)
    for (bool descending : {false, true}) {
      const bool few = random.below(2);
      checkKeys<int8_t>(device, random, shape, signed_, descending, few, false);
      checkKeys<uint16_t>(device, random, shape, unsigned_, descending, few, false);
      checkKeys<int32_t>(device, random, shape, signed_, descending, few, false);
      checkKeys<uint64_t>(device, random, shape, unsigned_, descending, few, false);
      checkKeys<float>(device, random, shape, total, descending, few, true);
      checkKeys<double>(device, random, shape, total, descending, few, true);
      checkKeys<float>(device, random, shape, less, descending, few, !descending);
      checkKeys<double>(device, random, shape, less, descending, few, descending);
    }
  for (Shape shape : shapes)
    for (int flavour : {0, 1, 2}) {
      if (flavour < 2)
        checkBody(device, random, shape, ascending, flavour);
      checkBody(device, random, shape, pairs, flavour);
      if (flavour == 0)
        checkBody(device, random, shape, noise, flavour);
    }
}

} // namespace

int main(int argc, char **argv) {
  return runTests("device/sort", argc, argv, cases, {{bodyCount, "det_sort_tile_key32", "bar.sync", "// bar.sync"},
                                             {bodyCount, "det_sort_merge_key32", "bar.sync", "// bar.sync"},
                                             {bodyCount, "det_sort_repair_less_f32", "setp.lt.f32", "setp.gt.f32"},
                                             {pairs, "det_sort_repair_body2", "bar.sync", "// bar.sync"}});
}
