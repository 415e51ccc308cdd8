// Copies, gathers and updates on a device against their definitions or the host's kernels, byte for byte.
#include "../unit/Host/RandomGather.h"
#include "SimDevice.h"

#include "det/Runtime/Host/Update.h"

#include <algorithm>
#include <numeric>

using namespace sim;

namespace {

std::vector<uint8_t> noise(check::Random &random, int64_t bytes) {
  std::vector<uint8_t> made(static_cast<size_t>(bytes));
  for (uint8_t &byte : made)
    byte = uint8_t(random.next());
  return made;
}

int64_t product(const std::vector<int64_t> &sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), int64_t(1), std::multiplies<>());
}

//===-- Copies ---------------------------------------------------------------------------------------------------------===//

void compareCopy(DeviceKernels &kernels, check::Random &random, const std::vector<host::CopyDim> &dims, int64_t fromStart,
                 int64_t toStart, int64_t fromElements, int64_t toElements, int64_t bytes, int64_t skew,
                 const char *kernel = "") {
  const std::vector<uint8_t> from = noise(random, fromElements * bytes + skew);
  std::vector<uint8_t> expected = noise(random, toElements * bytes + skew);
  std::vector<Memory> memories{Memory::of(from, Memory::input), Memory::of(expected, Memory::output)};
  std::vector<int64_t> at(dims.size(), 0);
  bool empty = false;
  for (const host::CopyDim &dim : dims)
    empty |= dim.size == 0;
  for (bool more = !empty; more;) {
    int64_t a = fromStart, b = toStart;
    for (size_t d = 0; d < dims.size(); ++d) {
      a += at[d] * dims[d].from;
      b += at[d] * dims[d].to;
    }
    std::memcpy(expected.data() + skew + b * bytes, from.data() + skew + a * bytes, size_t(bytes));
    size_t d = dims.size();
    for (; d-- > 0;) {
      if (++at[d] < dims[d].size)
        break;
      at[d] = 0;
    }
    more = d < dims.size();
  }
  std::vector<std::string> launched;
  const Status status = run(
      kernels, memories,
      [&](const Addresses &address, cuda::DeviceMemory &memory) {
        return cuda::prepareBoxCopy(dims, address[0] + uint64_t(skew + fromStart * bytes),
                                    address[1] + uint64_t(skew + toStart * bytes), bytes, memory);
      },
      nullptr, &launched);
  std::string what = "copy of " + std::to_string(bytes) + " bytes";
  for (const host::CopyDim &dim : dims)
    what += " (" + std::to_string(dim.size) + ", " + std::to_string(dim.from) + ", " + std::to_string(dim.to) + ")";
  for (const std::string &name : launched)
    what += " " + name;
  if (!status)
    return check::that(false, what + ": " + status.error().message);
  check::that(check::difference(expected, memories[1].as<uint8_t>()) < 0, what);
  if (*kernel)
    check::that(launched.size() == 1 && launched[0] == kernel, what + ": expected " + kernel);
}

// A permuted box of an array, with broadcasts, reversed dims and gaps.
void randomCopy(DeviceKernels &kernels, check::Random &random) {
  const int64_t rank = random.between(0, 4), sizes[] = {1, 2, 3, 4, 8, 16, 31, 33, 64, 65};
  const int64_t elementBytes[] = {1, 2, 4, 8, 16, 3, 12, 24};
  std::vector<host::CopyDim> dims;
  std::vector<size_t> fromOrder, toOrder;
  int64_t elements = 1;
  for (int64_t d = 0; d < rank; ++d) {
    int64_t size = random.below(30) == 0 ? 0 : sizes[random.below(10)];
    if (elements * size > 5000)
      size = 2;
    elements *= std::max<int64_t>(size, 1);
    dims.push_back({size, 0, 0});
    fromOrder.push_back(size_t(d));
    toOrder.push_back(size_t(d));
  }
  for (size_t i = fromOrder.size(); i > 1; --i)
    if (random.below(2))
      std::swap(fromOrder[i - 1], fromOrder[size_t(random.below(int64_t(i)))]);
  const auto lay = [&](const std::vector<size_t> &order, int64_t host::CopyDim::*stride, bool source, int64_t &start) {
    int64_t step = random.below(4) == 0 ? random.between(1, 4) : 1, reach = 0;
    start = 0;
    for (size_t i = order.size(); i-- > 0;) {
      host::CopyDim &dim = dims[order[i]];
      const int64_t kind = random.below(8), size = std::max<int64_t>(dim.size, 1);
      dim.*stride = source && kind == 0 ? 0 : kind == 1 ? -step : step;
      start += kind == 1 && dim.*stride != 0 ? (size - 1) * step : 0;
      reach += dim.*stride == 0 ? 0 : (size - 1) * step;
      step *= size;
      step += random.below(5) == 0 ? random.between(1, 9) : 0;
    }
    return reach + 1;
  };
  int64_t fromStart = 0, toStart = 0;
  const int64_t fromElements = lay(fromOrder, &host::CopyDim::from, true, fromStart);
  const int64_t toElements = lay(toOrder, &host::CopyDim::to, false, toStart);
  const int64_t bytes = elementBytes[random.below(8)], unit = bytes & -bytes;
  compareCopy(kernels, random, dims, fromStart, toStart, fromElements, toElements, bytes,
              random.below(3) == 0 ? unit * random.below(4) : 0);
}

void copies(DeviceKernels &kernels, check::Random &random, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    randomCopy(kernels, random);
  // Transposes around the tile, of every width.
  for (int64_t bytes : {1, 2, 4, 8, 16})
    for (int64_t size : {31, 32, 33, 63, 64, 65}) {
      const int64_t rows = size, columns = random.between(8, 70);
      compareCopy(kernels, random, {{rows, 1, columns}, {columns, rows, 1}}, 0, 0, rows * columns, rows * columns, bytes, 0,
                  device::transposeKernel(bytes).c_str());
    }
  compareCopy(kernels, random, {{3, 40 * 17, 40 * 17}, {40, 1, 17}, {17, 40, 1}, {1, 5, 5}}, 0, 0, 3 * 40 * 17, 3 * 40 * 17, 4, 0,
              "det_transpose_4");
  // Whole lines of 16 bytes.
  compareCopy(kernels, random, {{5, 64, 96}, {64, 1, 1}}, 0, 0, 5 * 64, 5 * 96, 4, 0, "det_copy_16");
  compareCopy(kernels, random, {{7, 4, 8}, {4, 1, 1}}, 0, 0, 28, 52, 2, 0, "det_copy_8");
  compareCopy(kernels, random, {{300, 1, 1}}, 0, 0, 300, 300, 12, 0, "det_copy_16");
  compareCopy(kernels, random, {{4096, 1, 1}}, 1, 0, 4097, 4096, 4, 0, "det_copy_4");
}

//===-- Gathers --------------------------------------------------------------------------------------------------------===//

template <class I>
void compareGather(DeviceKernels &kernels, check::Random &random, const host::Gather &gather, const std::string &what) {
  const auto prepared = host::prepareGather(gather);
  check::that(bool(prepared), what);
  if (!prepared)
    return;
  const std::vector<uint8_t> operand = noise(random, product(gather.operandShape) * gather.elementBytes);
  std::vector<I> indices(static_cast<size_t>(product(gather.indicesShape)));
  for (I &x : indices)
    x = random.below(9) == 0 ? static_cast<I>(random.next()) : static_cast<I>(random.between(0, 9));
  std::vector<uint8_t> expected = noise(random, product(gather.resultShape) * gather.elementBytes);
  std::vector<Memory> memories{Memory::of(operand, Memory::input), Memory::of(indices, Memory::input),
                               Memory::of(expected, Memory::output)};
  host::runGather(*prepared, operand.data(), indices.data(), expected.data(), 0, prepared->rows);
  const Status status = run(kernels, memories, [&](const Addresses &at, cuda::DeviceMemory &) {
    return cuda::prepareGather(*prepared, at[0], at[1], at[2]);
  });
  if (!status)
    return check::that(false, what + ": " + status.error().message);
  check::that(check::difference(expected, memories[2].as<uint8_t>()) < 0, what);
}

template <class I> void gathers(DeviceKernels &kernels, check::Random &random, host::Index index, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    const int64_t bytes = int64_t(1) << random.below(4);
    compareGather<I>(kernels, random, check::randomGather(random, bytes, index).gather,
                     "gather, index type " + std::to_string(int(index)));
  }
}

void embeddings(DeviceKernels &kernels, check::Random &random) {
  for (int64_t width : {1, 3, 4, 64, 100}) {
    host::Gather rows;
    rows.operandShape = {10, width};
    rows.indicesShape = {37};
    rows.resultShape = {37, width};
    rows.offsetDims = {1};
    rows.collapsedSliceDims = rows.startIndexMap = {0};
    rows.indexVectorDim = 1;
    rows.sliceSizes = {1, width};
    compareGather<int32_t>(kernels, random, rows, "rows of " + std::to_string(width));
    rows.resultShape = {width, 37}; // slices along the outer dim: neighbours are rows
    rows.offsetDims = {0};
    compareGather<int32_t>(kernels, random, rows, "columns of " + std::to_string(width));
  }
}

//===-- Updates --------------------------------------------------------------------------------------------------------===//

template <class I> void updates(DeviceKernels &kernels, check::Random &random, host::Index index, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    const int64_t rank = random.between(0, 3), bytes = int64_t(1) << random.below(4), sizes[] = {1, 2, 4, 16, 7, 33};
    std::vector<int64_t> shape, updateShape;
    for (int64_t d = 0; d < rank; ++d) {
      shape.push_back(sizes[random.below(6)]);
      updateShape.push_back(random.below(3) == 0 ? shape.back() : random.between(random.below(20) == 0 ? 0 : 1, shape.back()));
    }
    const auto prepared = host::prepareUpdate(shape, updateShape, bytes, index);
    check::that(bool(prepared), "update");
    if (!prepared)
      continue;
    const std::vector<uint8_t> operand = noise(random, product(shape) * bytes),
                               update = noise(random, product(updateShape) * bytes);
    std::vector<I> starts(static_cast<size_t>(rank) + 1);
    std::vector<const void *> pointers;
    for (I &start : starts) {
      start = random.below(6) == 0 ? static_cast<I>(random.next()) : static_cast<I>(random.between(0, 9));
      pointers.push_back(&start);
    }
    std::vector<uint8_t> expected = operand;
    host::runCopy(prepared->copy, update.data(), expected.data() + host::updateOffset(*prepared, pointers.data()), 0,
                  prepared->copy.units);
    const bool inPlace = random.below(2);
    std::vector<Memory> memories{Memory::of(operand, inPlace ? Memory::both : Memory::input), Memory::of(update, Memory::input),
                                 Memory::of(starts, Memory::input),
                                 Memory::of(noise(random, int64_t(operand.size())), Memory::output)};
    const Status status = run(kernels, memories, [&](const Addresses &at, cuda::DeviceMemory &memory) {
      cuda::DeviceUpdate made{shape, updateShape, bytes, index, at[0], at[1], inPlace ? at[0] : at[3], {}};
      for (int64_t d = 0; d < rank; ++d)
        made.starts.push_back(at[2] + uint64_t(d) * sizeof(I));
      return cuda::prepareUpdate(made, memory);
    });
    const std::string what = "update of rank " + std::to_string(rank) + ", index type " + std::to_string(int(index));
    if (!status)
      check::that(false, what + ": " + status.error().message);
    else
      check::that(check::difference(expected, memories[inPlace ? 0 : 3].as<uint8_t>()) < 0, what);
  }
}

void cases(DeviceKernels &kernels, int times) {
  check::Random random{5};
  copies(kernels, random, times == 0 ? 20 : 1500 * times);
  const int64_t count = times == 0 ? 5 : 100 * times;
  gathers<int8_t>(kernels, random, host::Index::i8, count);
  gathers<int16_t>(kernels, random, host::Index::i16, count);
  gathers<int32_t>(kernels, random, host::Index::i32, 3 * count);
  gathers<int64_t>(kernels, random, host::Index::i64, count);
  gathers<uint8_t>(kernels, random, host::Index::u8, count);
  gathers<uint16_t>(kernels, random, host::Index::u16, count);
  gathers<uint32_t>(kernels, random, host::Index::u32, count);
  gathers<uint64_t>(kernels, random, host::Index::u64, count);
  embeddings(kernels, random);
  updates<int32_t>(kernels, random, host::Index::i32, 2 * count);
  updates<int64_t>(kernels, random, host::Index::i64, count);
  updates<uint8_t>(kernels, random, host::Index::u8, count);
  updates<uint64_t>(kernels, random, host::Index::u64, count);
}

} // namespace

int main(int argc, char **argv) {
  return runTests("device copies, gathers and updates", argc, argv, cases,
                  {{"det_transpose_4", "st.global.b32", "st.global.b16"}, {"det_gather_4", "min.s64", "max.s64"}});
}
