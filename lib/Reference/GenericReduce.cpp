// det.generic_reduce: the tree of the order, evaluated literally, for all result elements at once.
#include "Accumulate.h"
#include "Body.h"
#include "Indexing.h"
#include "Registry.h"
#include "det/Order/Program.h"

#include <cstring>

using namespace mlir;

namespace det::reference {

namespace {

/// One value per result element, for each operand.
using Node = std::vector<Elements>;

struct PreparedReduce {
  Body body;
  order::Program program;
  bool lanes;
  SmallVector<int64_t> strides; ///< of the box dims, in the inputs
  std::vector<int64_t> bases;   ///< where each result element's box begins
  SmallVector<RankedTensorType> types;

  int64_t inputs() const { return static_cast<int64_t>(types.size()); }

  Node join(const Node &left, const Node &right) const {
    SmallVector<const std::byte *> arguments;
    for (const Node *side : {&left, &right})
      for (const Elements &elements : *side)
        arguments.push_back(elements.data());
    return body.run(arguments, static_cast<int64_t>(bases.size()));
  }

  Node elementAt(ArrayRef<Tensor> operands, int64_t offset) const {
    Node node;
    for (int64_t i = 0; i < inputs(); ++i) {
      int64_t bytes = body.bytesOf(i);
      Elements &elements = node.emplace_back(bases.size() * bytes);
      for (size_t j = 0; j < bases.size(); ++j)
        std::memcpy(&elements[j * bytes], operands[i].data() + (bases[j] + offset) * bytes, bytes);
    }
    return node;
  }

  /// Element i belongs to lane i mod 32; lanes are joined by halving. A fold is one lane.
  Node leaf(ArrayRef<Tensor> operands, const order::Box &box) const {
    SmallVector<int64_t> shape;
    int64_t base = 0;
    for (auto [range, stride] : llvm::zip(box, strides)) {
      shape.push_back(range.size());
      base += range.begin * stride;
    }
    size_t width = lanes ? 32 : 1, i = 0;
    std::vector<Node> lane;
    for (int64_t offset : offsetsOf(shape, strides)) {
      Node element = elementAt(operands, base + offset);
      if (i < width)
        lane.push_back(std::move(element));
      else
        lane[i % width] = join(lane[i % width], element);
      ++i;
    }
    for (size_t half = width / 2; half; half /= 2)
      for (size_t l = 0; l < half && l + half < lane.size(); ++l)
        lane[l] = join(lane[l], lane[l + half]);
    return lane[0];
  }

  rt::Result<std::vector<Tensor>> run(ArrayRef<Tensor> operands) const {
    std::vector<Node> stack;
    for (size_t i = 0; i < program.leaves.size() && !bases.empty(); ++i) {
      stack.push_back(leaf(operands, program.leaves[i]));
      for (int pop = 0; pop < program.pops[i]; ++pop) {
        Node right = std::move(stack.back());
        stack.pop_back();
        stack.back() = join(stack.back(), right);
      }
    }
    Node inits;
    for (int64_t i = 0; i < inputs(); ++i) {
      int64_t bytes = body.bytesOf(i);
      Elements &elements = inits.emplace_back(bases.size() * bytes);
      for (size_t j = 0; j < bases.size(); ++j)
        std::memcpy(&elements[j * bytes], operands[inputs() + i].data(), bytes);
    }
    Node root = stack.empty() ? inits : join(inits, stack.back()); // inits are joined once, on the left
    std::vector<Tensor> results;
    for (auto [type, elements] : llvm::zip(types, root))
      results.push_back(Tensor::copyOf(type, elements.data()));
    return results;
  }
};

} // namespace

static rt::Result<ComputeAll> prepareGenericReduce(GenericReduceOp op) {
  auto order = orderOf(op);
  if (!order)
    return order.error();
  auto body = Body::create(op.getBody().front());
  if (!body)
    return body.error();
  RankedTensorType from = tensorType(op.getInputs()[0]);
  SmallVector<int64_t> strides = stridesOf(from.getShape()), keptShape, keptStrides;
  for (int64_t dim : otherDims(from.getRank(), op.getDims(), {})) {
    keptShape.push_back(from.getDimSize(dim));
    keptStrides.push_back(strides[dim]);
  }
  PreparedReduce prepared{std::move(*body),
                          order::program(*order, boxOf(op)),
                          order->leaf == order::Leaf::Lanes32,
                          {},
                          offsetsOf(keptShape, keptStrides),
                          {}};
  for (int64_t dim : op.getDims())
    prepared.strides.push_back(strides[dim]);
  for (Value output : op.getOutputs())
    prepared.types.push_back(tensorType(output));
  return ComputeAll([prepared = std::move(prepared)](ArrayRef<Tensor> operands) { return prepared.run(operands); });
}

void registerGenericReduce(Registry &registry) { registry.add<GenericReduceOp>(prepareGenericReduce); }

} // namespace det::reference
