// Scatters by a body on a GPU against those of the host: many updates of one target, targets outside, windows, batches, kinds of indices.
#include "WorkHarness.h"

#include "../../lib/Runtime/Executor/Resolve/DescribeWork.h"

using namespace work;

namespace {

void run(Device &device, const Arena &arena, const artifact::GenericScatterT &scatter, const std::string &what) {
  compare(
      device, arena,
      [&](const AddressSpace &space, cuda::DeviceMemory &memory) { return cuda::prepareBodyScatter(scatter, space, memory); },
      [&](const AddressSpace &space) {
        host::GenericScatter description = *describeScatter(scatter);
        description.body.function = bodyFunctions[scatter.body->kernel];
        const ScatterAddresses at = *resolveScatter(scatter, description, space);
        for (size_t i = 0; i < at.inputs.size(); ++i)
          if (at.inputs[i] != at.outputs[i])
            std::memcpy(at.outputs[i], at.inputs[i], size_t(at.elements * description.body.resultBytes[i]));
        std::vector<const void *> updates(at.updates.begin(), at.updates.end());
        std::vector<void *> outputs(at.outputs.begin(), at.outputs.end());
        std::vector<std::byte> scratch(host::genericScatterScratch(description));
        host::runGenericScatter(description, at.indices, updates.data(), outputs.data(), scratch.data());
      },
      what);
}

int64_t product(const std::vector<int64_t> &shape) {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

/// Dimension numbers and shapes; the rest is chosen.
artifact::GenericScatterT shapes(std::vector<int64_t> operand, std::vector<int64_t> indices, std::vector<int64_t> updates,
                                 std::vector<int64_t> window, std::vector<int64_t> inserted, std::vector<int64_t> to, int64_t vectorDim) {
  artifact::GenericScatterT scatter;
  scatter.operand_shape = operand;
  scatter.indices_shape = indices;
  scatter.updates_shape = updates;
  scatter.update_window_dims = window;
  scatter.inserted_window_dims = inserted;
  scatter.scatter_dims_to_operand_dims = to;
  scatter.index_vector_dim = vectorDim;
  return scatter;
}

template <class Index> artifact::Ref placeIndices(Arena &arena, check::Random &random, int64_t count, int64_t most) {
  std::vector<Index> indices(static_cast<size_t>(count));
  for (Index &index : indices)
    index = random.below(20) == 0 ? Index(random.next()) : Index(random.below(most + 2) - (std::is_signed_v<Index> ? 1 : 0));
  return arena.place(indices);
}

artifact::Ref placeIndices(Arena &arena, check::Random &random, artifact::ElementType type, int64_t count, int64_t most) {
  using enum artifact::ElementType;
  switch (type) {
  case i8:
    return placeIndices<int8_t>(arena, random, count, std::min<int64_t>(most, 120));
  case ui16:
    return placeIndices<uint16_t>(arena, random, count, most);
  case i64:
    return placeIndices<int64_t>(arena, random, count, most);
  case ui64:
    return placeIndices<uint64_t>(arena, random, count, most);
  case ui32:
    return placeIndices<uint32_t>(arena, random, count, most);
  default:
    return placeIndices<int32_t>(arena, random, count, most);
  }
}

void checkScatter(Device &device, check::Random &random, artifact::GenericScatterT scatter, Body body, artifact::ElementType index, int64_t most) {
  Arena arena(random);
  const int64_t elements = product(scatter.operand_shape), updates = product(scatter.updates_shape);
  const std::vector<uint32_t> bytes = body == largest  ? std::vector<uint32_t>{4, 4}
                                      : body == halves ? std::vector<uint32_t>{8}
                                      : body == moments ? std::vector<uint32_t>{4, 4, 4}
                                                        : std::vector<uint32_t>{1, 2, 4, 8};
  const auto place = [&](int64_t count, uint32_t size) {
    if (body == mixed)
      return arena.place(check::values<uint8_t>(random, count * size, false));
    return size == 8 ? arena.place(check::values<double>(random, count, false)) : arena.place(check::values<float>(random, count, false));
  };
  scatter.index_type = index;
  scatter.indices = std::make_unique<artifact::Ref>(placeIndices(arena, random, index, product(scatter.indices_shape), most));
  for (uint32_t size : bytes) {
    scatter.inputs.push_back(place(elements, size));
    scatter.updates.push_back(place(updates, size));
    scatter.outputs.push_back(random.below(2) ? scatter.inputs.back() : arena.place(uint64_t(elements) * size));
  }
  std::vector<uint32_t> arguments = bytes;
  arguments.insert(arguments.end(), bytes.begin(), bytes.end());
  scatter.body = std::make_unique<artifact::BodyT>(bodyOf(body, arguments, bytes, {random.between(1, 3)}, body == mixed ? 16 : 0));
  run(device, arena, scatter, std::string("scatter by ") + bodyNames[body] + ", operand " + std::to_string(elements) + ", updates " + std::to_string(updates));
}

void checkLimits() {
  const int64_t updates = int64_t(1) << 33;
  artifact::GenericScatterT scatter = shapes({40}, {updates, 1}, {updates}, {}, {0}, {0}, 1);
  scatter.index_type = artifact::ElementType::i32;
  const artifact::Ref memory(artifact::Space::arena, 0);
  scatter.indices = std::make_unique<artifact::Ref>(memory);
  scatter.inputs = scatter.updates = scatter.outputs = {memory};
  scatter.body = std::make_unique<artifact::BodyT>(bodyOf(halves, {8, 8}, {8}, {1}));
  expectError([&](const AddressSpace &space, cuda::DeviceMemory &device) { return cuda::prepareBodyScatter(scatter, space, device); },
              "it has 8589934592 updates, where a GPU sorts fewer than 2^32");
}

void cases(Device &device, bool isLong) {
  checkLimits();
  check::Random random{50};
  using enum artifact::ElementType;
  for (Body body : {largest, halves, moments, mixed})
    for (auto index : {i32, i64, i8, ui16, ui32, ui64}) {
      for (int64_t n : {int64_t(1), int64_t(50), int64_t(1024), int64_t(isLong ? 20011 : 1500)}) {
        checkScatter(device, random, shapes({40}, {n, 1}, {n}, {}, {0}, {0}, 1), body, index, 40);
        checkScatter(device, random, shapes({3000}, {n}, {n}, {}, {0}, {0}, 1), body, index, 3000); // indices without a vector dim
      }
      checkScatter(device, random, shapes({9, 6}, {30, 1}, {30, 6}, {1}, {0}, {0}, 1), body, index, 9);           // rows
      checkScatter(device, random, shapes({9, 12}, {11, 2}, {11, 3, 4}, {1, 2}, {}, {0, 1}, 1), body, index, 10); // overlapping windows
      checkScatter(device, random, shapes({7, 8}, {2, 5, 4}, {5, 4}, {}, {0, 1}, {1, 0}, 0), body, index, 8);     // the vector dim first
      checkScatter(device, random, shapes({8}, {0, 1}, {0}, {}, {0}, {0}, 1), body, index, 8);
      artifact::GenericScatterT batched = shapes({3, 10}, {3, 25, 1}, {3, 25}, {}, {1}, {1}, 2);
      batched.input_batching_dims = {0};
      batched.indices_batching_dims = {0};
      checkScatter(device, random, std::move(batched), body, index, 10);
    }
}

} // namespace

int main(int argc, char **argv) {
  return runTests("device/body_scatter", argc, argv, cases, {{bodyCount, "det_sort_merge_key32", "bar.sync", "// bar.sync"},
                                                     {halves, "det_body_scatter_1", "add.rn.f64", "sub.rn.f64"}});
}
