// What device kernels cannot do is one clear error at load, and what one launch cannot hold becomes several. Nothing runs here.
#include "SimDevice.h"

#include "det/Runtime/Host/Postfix.h"

#include <cinttypes>

using namespace sim;
using namespace det::rt::cuda;
using host::CopyDim;

namespace {

void refused(const Launches &launches, const std::string &message) {
  check::that(!launches && launches.error().message.find(message) != std::string::npos,
              "expected '" + message + "', got " +
                  (launches ? std::to_string(launches->size()) + " launches" : "'" + launches.error().message + "'"));
}

constexpr DevicePointer source = 1 << 20, target = 1ull << 40;

Launches copy(const std::vector<CopyDim> &dims, int64_t bytes, DevicePointer from = source) {
  TableMemory memory(0, 0);
  return prepareBoxCopy(dims, from, target, bytes, memory);
}

void copies() {
  refused(copy({{-1, 1, 1}}, 4), "expected extents of at least 0, got -1");
  refused(copy({{4, 1, 1}}, 0), "expected elements of at least 1 byte, got 0");
  std::vector<CopyDim> many;
  for (int64_t d = 0, stride = 1; d < 18; ++d, stride *= 5)
    many.push_back({2, stride, stride});
  refused(copy(many, 4), "expected at most 16 dims that do not merge, got 18");
  refused(copy({{int64_t(1) << 40, 1, 2}, {int64_t(1) << 40, int64_t(1) << 41, int64_t(1) << 42}}, 1),
          "its size is out of range");

  const Launches none = copy({{4, 1, 1}, {0, 4, 4}}, 4);
  check::that(none && none->empty(), "an empty copy launches nothing");
  // 5 * 2^30 single bytes: parts that lie one behind the other and cover all.
  const int64_t bytes = int64_t(5) << 30;
  const Launches parts = copy({{bytes, 1, 1}}, 1, source + 1);
  check::that(parts && parts->size() > 1, "a long copy becomes several launches");
  if (!parts)
    return;
  int64_t at = 0;
  for (const DeviceLaunch &launch : *parts) {
    CopyRecord record;
    std::memcpy(&record, launch.params.data(), sizeof record);
    check::that(record.from == source + 1 + uint64_t(at) && record.to == target + uint64_t(at),
                "the parts of a long copy lie one behind the other");
    check::that(uint64_t(launch.grid[0]) * copyThreads * copyUnits >= record.count, "the grid covers its part");
    at += record.count;
  }
  check::that(at == bytes, "the parts of a long copy cover it");
  // With aligned addresses one launch of 16 bytes at once does.
  const Launches one = copy({{bytes, 1, 1}}, 1);
  check::that(one && one->size() == 1 && (*one)[0].kernel == "det_copy_16", "an aligned copy moves 16 bytes at once");
}

Launches product(const host::Product &product, const device::ProductChoice *choice = nullptr) {
  TableMemory memory(0, 0);
  return prepareProduct(product, source, source, target, memory, choice);
}

void products() {
  host::Product good{{}, {{4, 8, 0, 4}}, {{4, 0, 1, 1}}, {{8, 1, 4, 0}}, {8}, {0}};
  check::that(bool(product(good)), "a product is prepared");
  host::Product p = good;
  p.leaves = {7};
  refused(product(p), "expected leaves that sum to 8, got 7");
  p.leaves = {8, 0};
  refused(product(p), "expected one count of joins per leaf, got 1 for 2 leaves");
  p.pops = {0, 0};
  refused(product(p), "expected leaves of at least 1, got 0");
  p.leaves = {4, 4};
  refused(product(p), "expected a program that leaves one value and is at most 64 deep");
  p = good;
  p.rows[0].size = -4;
  refused(product(p), "expected extents of at least 0, got -4");
  p = good;
  p.rows[0].size = int64_t(1) << 32;
  refused(product(p), "its sizes are more than a GPU's grid holds");
  p = good;
  p.columns[0].size = 0;
  const Launches none = product(p);
  check::that(none && none->empty(), "a product without results launches nothing");
  const device::ProductChoice missing{96, 96, 1, 1};
  refused(product(good, &missing), "there is no kernel of this choice");
}

/// The kernels of a product, and how many segments its tree is spread over.
std::string chosen(int64_t m, int64_t n, int64_t k, int64_t leaf) {
  host::Product p{{}, {{m, k, 0, n}}, {{n, 0, 1, 1}}, {{k, 1, n, 0}}, {}, {}};
  for (int64_t left = k; left > 0; left -= leaf)
    p.leaves.push_back(int32_t(std::min(left, leaf)));
  p.pops = host::treeProgram(int64_t(p.leaves.size()));
  const auto shape = device::shapeProduct(p);
  return !shape ? shape.error().message : shape->kernel + " in " + std::to_string(shape->segments.size());
}

void choices() {
  const auto expect = [](const std::string &got, const std::string &wanted) {
    check::that(got == wanted, "expected " + wanted + ", got " + got);
  };
  expect(chosen(4096, 4096, 4096, 512), "det_product_f32_128x128_4 in 1");
  expect(chosen(16384, 16384, 512, 512), "det_product_f32_128x128_1 in 1");
  check::that(chosen(768, 768, 65536, 512).ends_with(" in 1") == false, "a long tree over a small C is spread over blocks");
  check::that(chosen(8192, 8, 8192, 512).starts_with("det_product_f32_128x16"), "a narrow product has a narrow tile");
}

void others() {
  host::PreparedGather gather;
  gather.rows = int64_t(1) << 31;
  gather.elementBytes = 4;
  gather.batch = {{int64_t(1) << 15, 1, 1, 0}, {int64_t(1) << 16, 1 << 15, 1, 0}};
  refused(prepareGather(gather, source, source, target), "more than a GPU's walk takes");
  TableMemory memory(0, 0);
  DeviceUpdate update{{4, 4}, {5, 4}, 4, host::Index::i32, source, source, target, {source, source}};
  refused(prepareUpdate(update, memory), "expected an update of at most 4 along dim 0, got 5");
  update.updateShape = {4};
  refused(prepareUpdate(update, memory), "expected an update and starts of rank 2");
}

} // namespace

int main() {
  copies();
  products();
  choices();
  others();
  return check::report("device limits");
}
