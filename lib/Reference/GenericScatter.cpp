// det.generic_scatter: update after update, in ascending index. A window is one step: its elements hit different targets.
#include "Body.h"
#include "Registry.h"
#include "ScatterTargets.h"

#include "det/Dialect/Det/Det.h"

#include <cstring>

using namespace mlir;

namespace det::reference {

namespace {

struct PreparedScatter {
  Body body;
  ScatterTargets targets;
  SmallVector<RankedTensorType> types;

  void step(ArrayRef<Tensor> updates, std::vector<Tensor> &results, ArrayRef<std::pair<int64_t, int64_t>> hits) const {
    int64_t count = static_cast<int64_t>(hits.size());
    std::vector<Elements> values;
    for (bool isUpdate : {false, true})
      for (size_t i = 0; i < results.size(); ++i) {
        int64_t bytes = body.bytesOf(i);
        Elements &elements = values.emplace_back(count * bytes);
        for (auto [j, hit] : llvm::enumerate(hits))
          std::memcpy(&elements[j * bytes],
                      isUpdate ? updates[i].data() + hit.second * bytes : results[i].data() + hit.first * bytes, bytes);
      }
    SmallVector<const std::byte *> arguments;
    for (const Elements &elements : values)
      arguments.push_back(elements.data());
    std::vector<Elements> next = body.run(arguments, count);
    for (size_t i = 0; i < results.size(); ++i) {
      int64_t bytes = body.bytesOf(i);
      for (auto [j, hit] : llvm::enumerate(hits))
        std::memcpy(results[i].mutableData() + hit.first * bytes, &next[i][j * bytes], bytes);
    }
  }

  rt::Result<std::vector<Tensor>> run(ArrayRef<Tensor> operands) const {
    size_t inputs = types.size();
    std::vector<Tensor> results;
    for (size_t i = 0; i < inputs; ++i)
      results.push_back(Tensor::copyOf(types[i], operands[i].data()));
    std::vector<int64_t> window = targets.window();
    SmallVector<int64_t> index(targets.vectors.shape.size());
    SmallVector<std::pair<int64_t, int64_t>> hits;
    int64_t positions = ShapedType::getNumElements(targets.vectors.shape);
    for (int64_t position = 0; position < positions; ++position) {
      unflatten(position, targets.vectors.shape, index);
      hits.clear();
      targets.forEachHit(operands[inputs], index, window, [&](int64_t target, int64_t update) {
        hits.push_back({target, update});
      });
      if (!hits.empty())
        step(operands.drop_front(inputs + 1), results, hits);
    }
    return results;
  }
};

} // namespace

static rt::Result<ComputeAll> prepareGenericScatter(GenericScatterOp op) {
  auto body = Body::create(op.getBody().front());
  if (!body)
    return body.error();
  PreparedScatter prepared{std::move(*body), {op, tensorType(op.getInputs()[0]), tensorType(op.getUpdates()[0])}, {}};
  for (Value output : op.getOutputs())
    prepared.types.push_back(tensorType(output));
  return ComputeAll([prepared = std::move(prepared)](ArrayRef<Tensor> operands) { return prepared.run(operands); });
}

void registerGenericScatter(Registry &registry) { registry.add<GenericScatterOp>(prepareGenericScatter); }

} // namespace det::reference
