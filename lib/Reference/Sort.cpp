// det.sort: the merge sort that lib/Runtime/Host/Sort.h documents, on all rows at once. A merge compares one pair after the
// other; the merges of one round do so side by side.
#include "Body.h"
#include "Registry.h"
#include "Values.h"

#include "det/Dialect/Det/Det.h"

#include <cstring>
#include <numeric>

using namespace mlir;

namespace det::reference {

namespace {

struct PreparedSort {
  Body comparator;
  std::vector<int64_t> rows; ///< where each row begins
  int64_t size, stride;      ///< elements of a row, and from one to the next
  SmallVector<RankedTensorType> types;

  /// Two neighbouring runs of a row, ascending positions left to take: `left` below `middle`, `right` below `end`.
  struct Merge {
    int64_t row, left, middle, right, end, out;
  };

  /// Whether, in every merge, the element at the head of the right run comes before that of the left run.
  Elements compareHeads(ArrayRef<Tensor> operands, ArrayRef<Merge> merges, const std::vector<int64_t> &order) const {
    std::vector<Elements> values;
    SmallVector<const std::byte *> arguments;
    for (const Tensor &operand : operands) {
      int64_t bytes = elementBytes(operand.type().getElementType());
      for (bool isRight : {true, false}) {
        Elements &elements = values.emplace_back(merges.size() * bytes);
        for (auto [i, merge] : llvm::enumerate(merges)) {
          int64_t element = order[merge.row * size + (isRight ? merge.right : merge.left)];
          std::memcpy(&elements[i * bytes], operand.data() + (rows[merge.row] + element * stride) * bytes, bytes);
        }
      }
    }
    for (const Elements &elements : values)
      arguments.push_back(elements.data());
    return comparator.run(arguments, static_cast<int64_t>(merges.size()))[0];
  }

  /// Merges runs of `width` into runs of twice that.
  void round(ArrayRef<Tensor> operands, int64_t width, std::vector<int64_t> &order) const {
    std::vector<int64_t> merged = order;
    std::vector<Merge> merges;
    for (int64_t row = 0; row < static_cast<int64_t>(rows.size()); ++row)
      for (int64_t begin = 0; begin + width < size; begin += 2 * width)
        merges.push_back({row, begin, begin + width, begin + width, std::min(begin + 2 * width, size), begin});
    while (!merges.empty()) {
      Elements isRight = compareHeads(operands, merges, order);
      for (auto [i, merge] : llvm::enumerate(merges)) {
        int64_t at = merge.row * size;
        merged[at + merge.out++] = order[at + (isRight[i] != std::byte(0) ? merge.right++ : merge.left++)];
        if (merge.left < merge.middle && merge.right < merge.end)
          continue;
        std::copy(&order[at + merge.left], &order[at] + merge.middle, &merged[at + merge.out]);
        std::copy(&order[at] + merge.right, &order[at] + merge.end, &merged[at] + merge.out + (merge.middle - merge.left));
        merge.row = -1; // done
      }
      llvm::erase_if(merges, [](const Merge &merge) { return merge.row < 0; });
    }
    order.swap(merged);
  }

  rt::Result<std::vector<Tensor>> run(ArrayRef<Tensor> operands) const {
    std::vector<int64_t> order(rows.size() * size);
    for (size_t i = 0; i < order.size(); ++i)
      order[i] = static_cast<int64_t>(i) % size;
    for (int64_t width = 1; width < size; width *= 2)
      round(operands, width, order);
    std::vector<Tensor> results;
    for (auto [operand, type] : llvm::zip(operands, types)) {
      Tensor &out = results.emplace_back(Tensor::allocate(type));
      int64_t bytes = elementBytes(type.getElementType());
      for (size_t i = 0; i < order.size(); ++i) {
        int64_t row = rows[i / size], place = static_cast<int64_t>(i) % size;
        std::memcpy(out.mutableData() + (row + place * stride) * bytes, operand.data() + (row + order[i] * stride) * bytes,
                    bytes);
      }
    }
    return results;
  }
};

} // namespace

static rt::Result<ComputeAll> prepareSort(SortOp op) {
  auto body = Body::create(op.getBody().front());
  if (!body)
    return body.error();
  RankedTensorType type = tensorType(op.getInputs()[0]);
  SmallVector<int64_t> shape(type.getShape()), strides = stridesOf(shape);
  int64_t size = shape[op.getDim()], stride = strides[op.getDim()];
  shape[op.getDim()] = size ? 1 : 0;
  PreparedSort prepared{std::move(*body), offsetsOf(shape, strides), size, stride, {}};
  for (Value output : op.getOutputs())
    prepared.types.push_back(tensorType(output));
  return ComputeAll([prepared = std::move(prepared)](ArrayRef<Tensor> operands) { return prepared.run(operands); });
}

void registerSort(Registry &registry) { registry.add<SortOp>(prepareSort); }

} // namespace det::reference
