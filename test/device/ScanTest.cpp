// Scans on a GPU against those of the host: every combiner of every type, rows and columns, one block and several, both ways, in place.
#include "WorkHarness.h"

#include "../../lib/Runtime/Executor/Resolve/DescribeWork.h"

using namespace work;

namespace {

struct Shape {
  int64_t outer, size, inner, block;
};

template <class T>
void checkScan(Device &device, check::Random &random, Shape shape, artifact::ElementType type, artifact::Combiner combiner, bool reverse,
               bool inPlace) {
  Arena arena(random);
  artifact::ScanT scan;
  scan.type = type;
  scan.combiner = combiner;
  scan.outer = shape.outer;
  scan.size = shape.size;
  scan.inner = shape.inner;
  scan.block = shape.block;
  scan.reverse = reverse;
  const int64_t count = shape.outer * shape.size * shape.inner;
  scan.operand = std::make_unique<artifact::Ref>(arena.place(check::values<T>(random, count, random.below(2))));
  scan.init = std::make_unique<artifact::Ref>(arena.place(check::values<T>(random, 1, false)));
  scan.result = std::make_unique<artifact::Ref>(inPlace ? *scan.operand : arena.place(uint64_t(count) * sizeof(T)));
  compare(
      device, arena, [&](const AddressSpace &space, cuda::DeviceMemory &memory) { return cuda::prepareScan(scan, space, memory); },
      [&](const AddressSpace &space) {
        const host::Scan description = *describeScan(scan);
        const ScanAddresses at = *resolveScan(scan, space);
        std::vector<std::byte> scratch(host::scanScratch(description));
        host::runScan(description, at.operand, at.init, at.result, 0, description.units(), scratch.data());
      },
      "scan [" + std::to_string(shape.outer) + ", " + std::to_string(shape.size) + ", " + std::to_string(shape.inner) + "], blocks of " +
          std::to_string(shape.block) + ", combiner " + std::to_string(int(combiner)) + ", type " + std::to_string(int(type)) +
          (reverse ? ", reverse" : ""));
}

void checkAll(Device &device, check::Random &random, Shape shape) {
  using enum artifact::ElementType;
  for (artifact::Combiner combiner : {artifact::Combiner::add, artifact::Combiner::mul, artifact::Combiner::max, artifact::Combiner::min,
                                      artifact::Combiner::and_, artifact::Combiner::or_, artifact::Combiner::xor_}) {
    const bool reverse = random.below(2), inPlace = random.below(2);
    checkScan<float>(device, random, shape, f32, combiner, reverse, inPlace);
    checkScan<double>(device, random, shape, f64, combiner, !reverse, inPlace);
    checkScan<int32_t>(device, random, shape, random.below(2) ? i32 : ui32, combiner, reverse, inPlace);
    checkScan<int64_t>(device, random, shape, random.below(2) ? i64 : ui64, combiner, reverse, !inPlace);
    checkScan<int16_t>(device, random, shape, random.below(2) ? i16 : ui16, combiner, !reverse, inPlace);
    checkScan<int8_t>(device, random, shape, random.below(2) ? i8 : ui8, combiner, reverse, inPlace);
  }
}

void checkLimits() {
  artifact::ScanT scan;
  scan.type = artifact::ElementType::f32;
  scan.combiner = artifact::Combiner::add;
  scan.outer = int64_t(1) << 40;
  scan.size = scan.inner = 1;
  scan.block = 64;
  for (auto *ref : {&scan.operand, &scan.init, &scan.result})
    *ref = std::make_unique<artifact::Ref>(artifact::Space::arena, 0);
  const Prepare prepare = [&](const AddressSpace &space, cuda::DeviceMemory &memory) { return cuda::prepareScan(scan, space, memory); };
  expectError(prepare, "it needs 8589934592 blocks of det_scan_rows_add_f32");
  scan.block = 5000;
  expectError(prepare, "expected a block between 1 and 4096, got 5000");
  scan.type = artifact::ElementType::bf16;
  expectError(prepare, "its combiner, type and sizes do not go together");
}

void cases(Device &device, bool isLong) {
  checkLimits();
  check::Random random{30};
  std::vector<Shape> shapes = {{1, 1, 1, 64}, {3, 64, 1, 64}, {2, 65, 1, 64}, {5, 40, 1, 4},   {1, 1000, 1, 8}, {33, 7, 1, 7},  {2, 100, 1, 33},
                               {1, 9, 5, 64}, {2, 65, 3, 64}, {1, 130, 70, 16}, {3, 50, 2, 1}, {0, 4, 1, 2},    {2, 0, 3, 64}, {1, 300, 1, 4096}};
  if (isLong)
    shapes = {{1, 20011, 1, 64}, {129, 257, 1, 64}, {2, 1031, 37, 64}, {1, 5000, 1, 1}, {2, 5003, 1, 4096}, {1, 2000, 2, 3}};
  for (Shape shape : shapes)
    checkAll(device, random, shape);
}

} // namespace

int main(int argc, char **argv) {
  return runTests("device/scan", argc, argv, cases, {{bodyCount, "det_scan_rows_add_f32", "bar.warp.sync", "// bar.warp.sync"},
                                             {bodyCount, "det_scan_row_carries_add_f64", "add.rn.f64", "sub.rn.f64"}});
}
