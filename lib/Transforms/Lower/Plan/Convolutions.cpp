// Convolutions: the places of the result fall into boxes that share one set of window positions (the inside, the borders, the
// residues of a dilated input). Each box is one plain product over strided views: padding and holes simply do not occur.
#include "Claims.h"
#include "Lowerings.h"
#include "ProductEntry.h"
#include "det/Dialect/Det/ConvolutionWindow.h"

using namespace mlir;

namespace det::plan {

namespace {

/// Places of one spatial dim that share their window positions: `count` local places from `place` on, `step` apart; `run` is that
/// of the first one, and the input moves by `inputStep` elements from each to the next. `isNothing`: the whole window misses the input
/// there, not only the part of it that the node has.
struct Segment {
  int64_t place, count, step, inputStep;
  WindowRun run;
  bool isNothing;
};

/// What the entries of one node of a convolution's sum share. Windows and segments are those of what the rank holds: of its
/// places, its part of the input, and the window positions of the node.
struct Convolution {
  ConvolutionOp op;
  ProgramBuilder &builder;
  View a, b;
  SmallVector<int> boxDims;
  order::Box node, part;   ///< of the sum's box; the rank holds the part
  rt::host::Product loops; ///< groups, batch and output features; C's strides are those of the result's view
  SmallVector<WindowDim> windows;
  SmallVector<SmallVector<Segment>> segments;
};

} // namespace

/// The segments of `size` places. `window` is the node's part of `whole`.
static SmallVector<Segment> segmentsOf(const WindowDim &window, const WindowDim &whole, int64_t size) {
  struct Class {
    WindowRun run;
    bool isNothing;
    SmallVector<int64_t> places; ///< ascending
  };
  SmallVector<Class, 0> classes;
  for (int64_t place = 0; place < size; ++place) {
    WindowRun run = window.at(place);
    bool isNothing = whole.at(place).count == 0;
    auto found = llvm::find_if(classes, [&](const Class &known) {
      return known.run.count == run.count && known.isNothing == isNothing && (run.count == 0 || known.run.first == run.first);
    });
    if (found == classes.end())
      found = classes.insert(classes.end(), Class{run, isNothing, {}});
    found->places.push_back(place);
  }
  SmallVector<Segment> segments;
  for (const auto &[run, isNothing, places] : classes)
    for (size_t i = 0, end; i < places.size(); i = end) {
      int64_t step = i + 1 < places.size() ? places[i + 1] - places[i] : 1;
      for (end = i + 1; end < places.size() && places[end] - places[end - 1] == step;)
        ++end;
      WindowRun first = window.at(places[i]), second = window.at(places[std::min(i + 1, end - 1)]);
      segments.push_back({places[i], static_cast<int64_t>(end - i), step, second.input - first.input, first, isNothing});
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
    product.batch.push_back(
        {features / inGroup, stride, inGroup * b.strides[op.getRhsOutputFeature()], inGroup * c.strides[op.getResultFeature()]});
    features = inGroup;
  }
  product.rows.push_back({batch, a.strides[op.getLhsBatch()], 0, c.strides[op.getResultBatch()]});
  product.columns.push_back({features, 0, b.strides[op.getRhsOutputFeature()], c.strides[op.getResultFeature()]});
  return product;
}

/// Claims for an entry what it uses as a whole: its own addresses begin inside.
static void claim(const Convolution &convolution, const View &c, bool isPartial, Step &step) {
  for (BufferUse &use : step.uses)
    for (const View *whole : {&convolution.a, &convolution.b, &c})
      if (use.view && use.view->buffer == whole->buffer)
        use.view = std::make_shared<View>(*whole);
  if (isPartial)
    step.node = boxWithin(convolution.node, convolution.part);
}

/// Fills places at which a node has no terms, while other nodes have some: with what a join with them leaves out.
static void addIdentity(const Convolution &convolution, const rt::host::Product &loops, const View &c) {
  ConvolutionOp op = convolution.op;
  ProgramBuilder &builder = convolution.builder;
  Type type = cast<RankedTensorType>(op.getResult().getType()).getElementType();
  APInt zero = isa<FloatType>(type)
                   ? APFloat::getZero(cast<FloatType>(type).getFloatSemantics(), /*Negative=*/true).bitcastToAPInt()
                   : APInt::getZero(type.getIntOrFloatBitWidth());
  uint64_t bits = zero.getZExtValue();
  ArrayRef<uint8_t> bytes(reinterpret_cast<const uint8_t *>(&bits), bytesOf(type));
  View to = c, from;
  to.shape.clear();
  to.strides.clear();
  for (const std::vector<rt::host::Axis> *axes : {&loops.batch, &loops.rows, &loops.columns})
    for (const rt::host::Axis &axis : *axes) {
      to.shape.push_back(axis.size);
      to.strides.push_back(axis.c);
    }
  from.buffer = builder.constantBuffer(builder.tables.constant(bytes), bytes.size());
  from.shape = to.shape;
  from.strides.assign(to.shape.size(), 0);
  builder.copy(from, to, bytes.size(), builder.tables.label(op));
}

/// Adds the entry of one box of places; `whole` is the result of the node at hand.
static void addBox(const Convolution &convolution, ArrayRef<const Segment *> segments, const View &whole) {
  ConvolutionOp op = convolution.op;
  const order::Box &node = convolution.node, &part = convolution.part;
  View a = convolution.a, b = convolution.b, c = whole;
  bool isPartial = whole.nodes.has_value();
  rt::host::Product product = convolution.loops;
  bool isEmpty = llvm::any_of(segments, [](const Segment *segment) { return segment->run.count == 0; });
  for (auto [i, segment] : llvm::enumerate(segments)) {
    int64_t stride = c.strides[op.getResultSpatial()[i]];
    c.offset += segment->place * stride;
    product.rows.push_back(
        {segment->count, isEmpty ? 0 : segment->inputStep * a.strides[op.getLhsSpatial()[i]], 0, segment->step * stride});
    if (!isEmpty)
      a.offset += segment->run.input * a.strides[op.getLhsSpatial()[i]];
  }
  // Where a whole window misses the input nothing is summed at all; where the node's part of one does, other nodes have terms.
  bool isNothing = llvm::any_of(segments, [](const Segment *segment) { return segment->isNothing; });
  if (isEmpty && !isNothing) {
    addIdentity(convolution, product, c);
    return claim(convolution, whole, isPartial, convolution.builder.steps.back());
  }

  SmallVector<TermDim> dims;
  std::vector<std::vector<int64_t>> present;
  for (auto [position, spatial] : llvm::enumerate(convolution.boxDims)) {
    std::vector<int64_t> &indices = present.emplace_back();
    int64_t start = node[position].begin - part[position].begin;
    if (spatial < 0) {
      for (int64_t i = node[position].begin; i < node[position].end; ++i)
        indices.push_back(i);
      TermDim dim{node[position].size(), a.strides[op.getLhsFeature()], b.strides[op.getRhsInputFeature()]};
      a.offset += start * dim.a;
      b.offset += start * dim.b;
      dims.push_back(dim);
      continue;
    }
    const WindowRun &run = segments[spatial]->run;
    const WindowDim &window = convolution.windows[spatial];
    for (int64_t i = 0; i < run.count; ++i)
      indices.push_back(node[position].begin + run.first + i * run.step);
    int64_t stride = b.strides[op.getRhsSpatial()[spatial]];
    if (!isEmpty)
      b.offset += (start + (window.reversed ? window.size - 1 - run.first : run.first)) * stride;
    dims.push_back(
        {run.count, run.inputStep * a.strides[op.getLhsSpatial()[spatial]], (window.reversed ? -run.step : run.step) * stride});
  }
  if (isFree(op))
    setOneLeaf(dims, product);
  else
    setTerms(order::programOfPresent(toModel(op.getOrderAttr()), node, present), dims, product);
  claim(convolution, whole, isPartial, addProduct(std::move(product), a, b, c, op, convolution.builder));
}

/// Adds the entries of all boxes of places.
static void addBoxes(const Convolution &convolution, const View &c, SmallVectorImpl<const Segment *> &chosen) {
  if (chosen.size() == convolution.segments.size())
    return addBox(convolution, chosen, c);
  for (const Segment &segment : convolution.segments[chosen.size()]) {
    chosen.push_back(&segment);
    addBoxes(convolution, c, chosen);
    chosen.pop_back();
  }
}

/// Sets the windows of a node, and the segments of the rank's places.
static void setWindows(Convolution &convolution, ArrayRef<int64_t> local, ArrayRef<int64_t> lows) {
  ConvolutionOp op = convolution.op;
  for (auto [position, spatial] : llvm::enumerate(convolution.boxDims)) {
    if (spatial < 0)
      continue;
    WindowDim whole = getWindowDim(op, spatial);
    int64_t dim = op.getLhsSpatial()[spatial];
    order::Range range = convolution.node[position], part = convolution.part[position];
    WindowDim window = whole;
    window.input = convolution.a.shape[dim];
    window.size = range.size();
    window.low = lows[dim] - (range.begin - part.begin) * window.dilation;
    // A window whose sum is split over ranks misses the input nowhere, and a rank sees only a part of it. Any other one lies in the
    // rank's part of the input.
    if (part.size() == whole.size) {
      whole.input = window.input;
      whole.low = lows[dim];
    }
    convolution.windows.push_back(window);
    convolution.segments.push_back(segmentsOf(window, whole, local[op.getResultSpatial()[spatial]]));
  }
}

static LogicalResult lowerConvolution(ConvolutionOp op, ProgramBuilder &builder) {
  Value result = op.getResult();
  Type type = cast<RankedTensorType>(result.getType()).getElementType();
  for (Value value : op->getOperands())
    if (cast<RankedTensorType>(value.getType()).getElementType() != type || !productTypeOf(type))
      return op.emitOpError() << "expected f32, f64, i32 or i64 operands for a convolution on the host, got "
                              << op.getLhs().getType() << " and " << op.getRhs().getType()
                              << "; det-widen-products converts them";
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
    results.nodes = {0, static_cast<uint32_t>(nodes.size())};
  } else {
    results = builder.place(result);
  }
  builder.setView(result, results);
  if (elementsOf(local) == 0)
    return success();

  View c = isPartial ? View::dense(results.buffer, local) : results;
  c.value = result;
  Convolution whole{op, builder, builder.view(op.getLhs()), builder.view(op.getRhs()), getBoxSpatialDims(op), {}, part, {},
                    {}, {}};
  whole.loops = loopsOf(op, whole.a, whole.b, c);
  SmallVector<int64_t> lows = builder.localLows(op, 0);
  for (const order::Box &node : nodes) {
    Convolution convolution = whole;
    convolution.node = node;
    setWindows(convolution, local, lows);
    if (isPartial)
      c.nodes = {static_cast<uint32_t>(&node - nodes.begin()), 1};
    SmallVector<const Segment *> chosen;
    addBoxes(convolution, c, chosen);
    c.offset += elementsOf(local);
  }
  return success();
}

void addConvolutionLowerings(LoweringTable &table) { addLowering<ConvolutionOp>(table, lowerConvolution); }

} // namespace det::plan
