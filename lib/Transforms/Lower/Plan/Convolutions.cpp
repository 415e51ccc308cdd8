// Convolutions: the places of the result fall into boxes that share one set of window positions (the inside, the borders, the
// residues of a dilated input). Each box is one plain product over strided views: padding and holes simply do not occur.
#include "Lowerings.h"
#include "ProductEntry.h"
#include "det/Dialect/Det/ConvolutionWindow.h"

using namespace mlir;

namespace det::plan {

namespace {

/// Places of one spatial dim that share their window positions: `count` local places from `place` on, `step` apart; `run` is that
/// of the first one, and the input moves by `inputStep` elements from each to the next.
struct Segment {
  int64_t place, count, step, inputStep;
  WindowRun run;
};

/// What the entries of a convolution share.
struct Convolution {
  ConvolutionOp op;
  ProgramBuilder &builder;
  View a, b;
  SmallVector<WindowDim> windows;
  SmallVector<int> boxDims;
  rt::host::Product loops; ///< groups, batch and output features; C's strides are those of the result's view
  SmallVector<SmallVector<Segment>> segments;
};

} // namespace

/// The segments of the places [begin, begin + size).
static SmallVector<Segment> segmentsOf(const WindowDim &window, int64_t begin, int64_t size) {
  SmallVector<std::pair<WindowRun, SmallVector<int64_t>>> classes; // local places, ascending
  for (int64_t place = 0; place < size; ++place) {
    WindowRun run = window.at(begin + place);
    auto found = llvm::find_if(classes, [&](const auto &known) {
      return known.first.count == run.count && (run.count == 0 || known.first.first == run.first);
    });
    if (found == classes.end())
      found = classes.insert(classes.end(), {run, {}});
    found->second.push_back(place);
  }
  SmallVector<Segment> segments;
  for (const auto &[run, places] : classes)
    for (size_t i = 0, end; i < places.size(); i = end) {
      int64_t step = i + 1 < places.size() ? places[i + 1] - places[i] : 1;
      for (end = i + 1; end < places.size() && places[end] - places[end - 1] == step;)
        ++end;
      WindowRun first = window.at(begin + places[i]), second = window.at(begin + places[std::min(i + 1, end - 1)]);
      segments.push_back({places[i], static_cast<int64_t>(end - i), step, second.input - first.input, first});
    }
  return segments;
}

/// The loops over groups, batch and output features.
static rt::host::Product loopsOf(ConvolutionOp op, const View &a, const View &b, const View &c) {
  rt::host::Product product;
  product.type = *productTypeOf(cast<RankedTensorType>(op.getResult().getType()).getElementType());
  int64_t featureGroups = op.getFeatureGroups(), groups = std::max<int64_t>(featureGroups, op.getBatchGroups());
  int64_t batch = c.shape[op.getResultBatch()], features = c.shape[op.getResultFeature()];
  if (groups > 1) {
    // Groups may be split over ranks, what is inside a group may not.
    int64_t inGroup = globalShape(op.getResult())[op.getResultFeature()] / groups;
    int64_t stride = featureGroups > 1 ? b.shape[op.getRhsInputFeature()] * a.strides[op.getLhsFeature()]
                                       : batch * a.strides[op.getLhsBatch()];
    product.batch.push_back({features / inGroup, stride, inGroup * b.strides[op.getRhsOutputFeature()],
                             inGroup * c.strides[op.getResultFeature()]});
    features = inGroup;
  }
  product.rows.push_back({batch, a.strides[op.getLhsBatch()], 0, c.strides[op.getResultBatch()]});
  product.columns.push_back({features, 0, b.strides[op.getRhsOutputFeature()], c.strides[op.getResultFeature()]});
  return product;
}

/// Adds the entry of one box of places and one node of the sum; `part` is what the rank holds of the sum's box.
static void addBox(const Convolution &convolution, ArrayRef<const Segment *> segments, const order::Box &node, const order::Box &part,
                   View c) {
  ConvolutionOp op = convolution.op;
  View a = convolution.a, b = convolution.b;
  rt::host::Product product = convolution.loops;
  bool isEmpty = llvm::any_of(segments, [](const Segment *segment) { return segment->run.count == 0; });
  for (auto [i, segment] : llvm::enumerate(segments)) {
    int64_t stride = c.strides[op.getResultSpatial()[i]];
    c.offset += segment->place * stride;
    product.rows.push_back({segment->count, isEmpty ? 0 : segment->inputStep * a.strides[op.getLhsSpatial()[i]], 0,
                            segment->step * stride});
    if (!isEmpty)
      a.offset += segment->run.input * a.strides[op.getLhsSpatial()[i]];
  }
  SmallVector<TermDim> dims;
  std::vector<std::vector<int64_t>> present;
  for (auto [position, spatial] : llvm::enumerate(convolution.boxDims)) {
    std::vector<int64_t> &indices = present.emplace_back();
    if (spatial < 0) {
      for (int64_t i = node[position].begin; i < node[position].end; ++i)
        indices.push_back(i);
      TermDim dim{node[position].size(), a.strides[op.getLhsFeature()], b.strides[op.getRhsInputFeature()]};
      int64_t start = node[position].begin - part[position].begin;
      a.offset += start * dim.a;
      b.offset += start * dim.b;
      dims.push_back(dim);
      continue;
    }
    const WindowRun &run = segments[spatial]->run;
    const WindowDim &window = convolution.windows[spatial];
    for (int64_t i = 0; i < run.count; ++i)
      indices.push_back(run.first + i * run.step);
    int64_t stride = b.strides[op.getRhsSpatial()[spatial]];
    if (!isEmpty)
      b.offset += (window.reversed ? window.size - 1 - run.first : run.first) * stride;
    dims.push_back({run.count, run.inputStep * a.strides[op.getLhsSpatial()[spatial]], (window.reversed ? -run.step : run.step) * stride});
  }
  if (getLevel(op) == "not_guaranteed")
    setOneLeaf(dims, product);
  else
    setTerms(order::programOfPresent(toModel(op.getOrderAttr()), node, present), dims, product);
  addProduct(std::move(product), a, b, c, op, convolution.builder);
}

/// Adds the entries of all boxes of places for one node.
static void addBoxes(const Convolution &convolution, const order::Box &node, const order::Box &part, const View &c,
                     SmallVectorImpl<const Segment *> &chosen) {
  if (chosen.size() == convolution.segments.size())
    return addBox(convolution, chosen, node, part, c);
  for (const Segment &segment : convolution.segments[chosen.size()]) {
    chosen.push_back(&segment);
    addBoxes(convolution, node, part, c, chosen);
    chosen.pop_back();
  }
}

static LogicalResult lowerConvolution(ConvolutionOp op, ProgramBuilder &builder) {
  Value result = op.getResult();
  Type type = cast<RankedTensorType>(result.getType()).getElementType();
  for (Value value : op->getOperands())
    if (cast<RankedTensorType>(value.getType()).getElementType() != type || !productTypeOf(type))
      return op.emitOpError() << "expected f32, f64, i32 or i64 operands for a convolution on the host, got "
                              << op.getLhs().getType() << " and " << op.getRhs().getType() << "; det-widen-products converts them";
  bool isPartial = builder.placements.layout(result).isPartial();
  SmallVector<order::Box> nodes{boxOf(op)};
  order::Box part = nodes[0];
  SmallVector<int64_t> local = builder.localShape(result);
  View results;
  if (isPartial) {
    // Results of the nodes one after the other.
    nodes = builder.placements.nodes(result, builder.rank);
    part = builder.placements.part(result, builder.rank);
    SmallVector<int64_t> all{static_cast<int64_t>(nodes.size())};
    all.append(local);
    results = builder.allocate(all, bytesOf(type));
  } else {
    results = builder.place(result);
  }
  builder.setView(result, results);
  if (elementsOf(local) == 0)
    return success();

  View c = isPartial ? View::dense(results.buffer, local) : results;
  Convolution convolution{op, builder, builder.view(op.getLhs()), builder.view(op.getRhs()), {}, getBoxSpatialDims(op), {}, {}};
  convolution.loops = loopsOf(op, convolution.a, convolution.b, c);
  order::Box box = builder.placements.box(result, builder.rank);
  for (auto [i, dim] : llvm::enumerate(op.getResultSpatial())) {
    convolution.windows.push_back(getWindowDim(op, i));
    convolution.segments.push_back(segmentsOf(convolution.windows.back(), box[dim].begin, box[dim].size()));
  }
  for (const order::Box &node : nodes) {
    SmallVector<const Segment *> chosen;
    addBoxes(convolution, node, part, c, chosen);
    c.offset += elementsOf(local);
  }
  return success();
}

void addConvolutionLowerings(LoweringTable &table) { addLowering<ConvolutionOp>(table, lowerConvolution); }

} // namespace det::plan
