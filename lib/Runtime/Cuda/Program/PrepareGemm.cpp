// From a product to calls of cuBLASLt and launches of the kernels that join its leaves.
#include "PrepareGemm.h"
#include "../../Executor/Resolve/DescribeProduct.h"
#include "../Prepare/PrepareEntries.h"

#include <algorithm>

namespace det::rt::cuda {

Result<Algorithm> pinOf(const artifact::ProductT &product) {
  Algorithm algorithm{};
  if (product.pin.size() != algorithm.size())
    return Error{"its pin has " + std::to_string(product.pin.size()) + " attributes, expected " +
                 std::to_string(algorithm.size())};
  std::copy(product.pin.begin(), product.pin.end(), algorithm.begin());
  if (!isOrdered(algorithm))
    return Error{"its pin splits K (splitk_num " + std::to_string(algorithm[splitKAttribute]) + ", reduction_scheme " +
                 std::to_string(algorithm[reductionSchemeAttribute]) + ", expected 1 and 0)"};
  return algorithm;
}

Result<Matmul> Gemms::matmulOf(const GemmCall &call, const Algorithm &algorithm) {
  const auto [place, isNew] = prepared.try_emplace({call, algorithm});
  if (!isNew)
    return place->second;
  const Result<Matmul> made = library.prepare(call, algorithm);
  if (!made) {
    prepared.erase(place);
    std::string attributes;
    for (size_t i = 0; i < algorithm.size(); ++i)
      attributes += (i ? ", " : "") + std::string(algorithmAttributes[i]) + " " + std::to_string(algorithm[i]);
    return Error{"cuBLASLt refuses the pinned algorithm (" + attributes + "): " + made.error().message +
                 "; run det-pin on this GPU and compile with its file, or compile without --pins"};
  }
  return place->second = *made;
}

Result<std::vector<Matmul>> Gemms::pinnedMatmulsOf(const artifact::ProductT &product, const std::vector<PlacedGemm> &calls) {
  const Result<Algorithm> algorithm = pinOf(product);
  if (!algorithm)
    return algorithm.error();
  std::vector<Matmul> matmuls;
  for (const PlacedGemm &placed : calls) {
    const Result<Matmul> matmul = matmulOf(placed.call, *algorithm);
    if (!matmul)
      return matmul.error();
    matmuls.push_back(*matmul);
  }
  return matmuls;
}

Status Gemms::check(const artifact::ProductT &product) {
  const std::optional<GemmProduct> gemm = gemmOf(product);
  if (!gemm)
    return Error{"it has a pin, and is no product that cuBLASLt does: compile it again"};
  const Result<std::vector<Matmul>> matmuls = pinnedMatmulsOf(product, gemm->shape.calls());
  return matmuls ? Status() : Status(matmuls.error());
}

std::optional<Matmul> Gemms::freeMatmulOf(const GemmCall &call) {
  const auto [place, isNew] = chosen.try_emplace(call);
  if (!isNew)
    return place->second;
  MatmulSearch search;
  search.most = 1;
  search.isOrdered = false;
  const Result<std::vector<Algorithm>> found = library.candidates(call, search);
  if (!found || found->empty())
    return std::nullopt;
  const Result<Matmul> made = library.prepare(call, found->front());
  if (made)
    place->second = *made;
  return place->second;
}

Result<std::optional<std::vector<DeviceStep>>> Gemms::prepare(const artifact::ProductT &product, const AddressSpace &space,
                                                              DeviceMemory &memory) {
  const std::optional<std::vector<DeviceStep>> own;
  const bool isPinned = !product.pin.empty();
  if (!isPinned && !isFree)
    return own;
  const std::optional<GemmProduct> gemm = gemmOf(product);
  if (!gemm)
    return isPinned ? Result<std::optional<std::vector<DeviceStep>>>(
                          Error{"it has a pin, and is no product that cuBLASLt does: compile it again"})
                    : own;
  const GemmShape &shape = gemm->shape;
  const std::vector<PlacedGemm> calls = shape.calls();
  std::vector<Matmul> matmuls;
  if (isPinned) {
    Result<std::vector<Matmul>> pinned = pinnedMatmulsOf(product, calls);
    if (!pinned)
      return pinned.error();
    matmuls = std::move(*pinned);
  } else {
    for (const PlacedGemm &placed : calls) {
      const std::optional<Matmul> matmul = freeMatmulOf(placed.call);
      if (!matmul)
        return own;
      matmuls.push_back(*matmul);
    }
  }

  const host::Product description = *device::describeProduct(product);
  const Result<ProductAddresses> at = resolveProduct(product, description, space);
  if (!at)
    return at.error();
  const int64_t bytes = bytesOf(shape.type), resultBytes = host::sizeOf(description.type);
  const DevicePointer a = addressOf(gemm->isExchanged ? at->b : at->a), b = addressOf(gemm->isExchanged ? at->a : at->b),
                      c = addressOf(at->c);
  const DevicePointer leaves = shape.c ? c : memory.scratch(uint64_t(shape.leafBytes()));
  uint64_t workspaceBytes = 0;
  for (const Matmul matmul : matmuls)
    workspaceBytes = std::max(workspaceBytes, library.workspaceBytes(matmul));
  // One after the other: they share it.
  const DevicePointer workspace = workspaceBytes ? memory.scratch(workspaceBytes) : 0;
  std::vector<DeviceStep> steps;
  for (size_t i = 0; i < calls.size(); ++i)
    steps.push_back(DeviceMatmul{&library, matmuls[i], a + uint64_t(calls[i].a * bytes), b + uint64_t(calls[i].b * bytes),
                                 leaves + uint64_t(calls[i].d * resultBytes), workspace});
  if (shape.c)
    return std::optional(std::move(steps));

  std::vector<DeviceLaunch> launches;
  if (shape.leafCount() == 1) {
    if (Status status = addResultCopy(gemm->normal, leaves, c, resultBytes, memory, launches); !status)
      return status.error();
  } else {
    // Every leaf is a segment of its own.
    device::ProductShape split = gemm->normal;
    split.segments.assign(size_t(shape.leafCount()), {0, 0, 0});
    split.joins = product.pops;
    const bool isDense = host::walk(split.batch, &host::Axis::c) == multiples(shape.batches, shape.m * shape.n) &&
                         host::walk(split.rows, &host::Axis::c) == multiples(shape.m, shape.n) &&
                         host::walk(split.columns, &host::Axis::c) == multiples(shape.n, 1);
    if (Status status = addSegmentJoin(description, split, leaves, c, isDense, memory, launches); !status)
      return status.error();
  }
  for (DeviceLaunch &launch : launches)
    steps.push_back(DeviceKernel{std::move(launch), {}});
  return std::optional(std::move(steps));
}

} // namespace det::rt::cuda
