// select_and_scatter: a reduction over windows of (value, place) pairs finds the place that each window selects; a scatter
// takes the sources there. Padding is at no place, and is never selected.
#include "Bodies.h"
#include "Combiners.h"
#include "Windows.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace det::import {
namespace {

/// One select_and_scatter on its way.
class Converter {
public:
  Converter(const Conversion &c, Windows windows) : c(c), windows(std::move(windows)), shape(c.type().getShape()) {
    // Dims whose windows are their elements only carry the others along.
    for (int64_t i = 0, rank = shape.size(); i < rank; ++i) {
      bool isPlain =
          this->windows.sizes[i] == 1 && this->windows.strides[i] == 1 && !this->windows.low[i] && !this->windows.high[i];
      (isPlain ? plain : moving).push_back(i);
    }
    if (moving.empty() && !shape.empty()) {
      moving.push_back(plain.back());
      plain.pop_back();
    }
    int64_t places = 1;
    for (int64_t dim : moving)
      places *= shape[dim];
    index = c.b.getIntegerType(places < (int64_t(1) << 31) ? 32 : 64);
  }

  FailureOr<Value> run() {
    FailureOr<Value> places = select();
    if (failed(places))
      return failure();
    return scatter(*places);
  }

private:
  RankedTensorType scalar(Type element) const { return RankedTensorType::get({}, element); }

  Value constant(OpBuilder &b, RankedTensorType type, int64_t value) const {
    return ConstantOp::create(b, c.loc(), DenseElementsAttr::get(type, b.getIntegerAttr(type.getElementType(), value)));
  }

  Value binary(StringRef name, Value left, Value right) const { return c.make(name, {left, right}, left.getType()); }

  /// The row-major place of every operand element among the moving dims.
  Value placesOfElements() const {
    RankedTensorType type = c.type().clone(index);
    Value places;
    int64_t stride = 1;
    for (int64_t dim : llvm::reverse(moving)) {
      Value along = IotaOp::create(c.b, c.loc(), type, dim);
      if (stride != 1)
        along = binary("det.multiply", along, constant(c.b, type, stride));
      places = places ? binary("det.add", along, places) : along;
      stride *= shape[dim];
    }
    return places;
  }

  /// The place that each window selects; -1 for a window of padding.
  FailureOr<Value> select() const {
    Type element = c.type().getElementType();
    Value zero = ConstantOp::create(c.b, c.loc(), DenseElementsAttr::get(scalar(element), c.b.getZeroAttr(element)));
    Value none = constant(c.b, scalar(index), -1);
    Value values = windows.of(c, windows.pad(c, c.operand(0), zero)),
          places = windows.of(c, windows.pad(c, placesOfElements(), none));
    SmallVector<Type> types;
    SmallVector<int64_t> positions(Conversion::type(values).getShape().take_back(shape.size()));
    for (Type type : {element, Type(index)})
      types.push_back(RankedTensorType::get(positions, type));
    auto made = GenericReduceOp::create(c.b, c.loc(), types, ValueRange{values, places}, ValueRange{zero, none},
                                        windows.insideDims(), foldOrder(element, true));
    Block &body = made.getBody().emplaceBlock();
    for (Type type : {element, Type(index), element, Type(index)})
      body.addArgument(scalar(type), c.loc());
    Value left = body.getArgument(0), leftPlace = body.getArgument(1), right = body.getArgument(2),
          rightPlace = body.getArgument(3);
    FailureOr<SmallVector<Value>> keeps = inlineBody(c, c.op->getRegion(0), {left, right}, {0}, body);
    if (failed(keeps))
      return failure();
    OpBuilder b = OpBuilder::atBlockEnd(&body);
    Type boolean = scalar(b.getI1Type());
    Value absent = constant(b, scalar(index), -1);
    Value haveLeft = CompareOp::create(b, c.loc(), boolean, Comparison::NE, leftPlace, absent, false);
    Value lacksRight = CompareOp::create(b, c.loc(), boolean, Comparison::EQ, rightPlace, absent, false);
    Value isLeft = OrOp::create(b, c.loc(), boolean, lacksRight, AndOp::create(b, c.loc(), boolean, haveLeft, (*keeps)[0]));
    Value value = SelectOp::create(b, c.loc(), left.getType(), isLeft, left, right);
    Value place = SelectOp::create(b, c.loc(), leftPlace.getType(), isLeft, leftPlace, rightPlace);
    YieldOp::create(b, c.loc(), ValueRange{value, place});
    return made.getOutputs()[1];
  }

  /// The index vectors: the place along every moving dim; outside the operand for a window that selects nothing.
  Value vectorsOf(Value places) const {
    RankedTensorType type = Conversion::type(places);
    SmallVector<int64_t> longer(type.getShape());
    longer.push_back(1);
    Value minusOne = constant(c.b, type, -1);
    Value isNone = CompareOp::create(c.b, c.loc(), type.clone(c.b.getI1Type()), Comparison::EQ, places, minusOne, false);
    SmallVector<Value> components;
    int64_t stride = 1;
    for (int64_t dim : llvm::reverse(moving)) {
      Value along = places;
      if (stride != 1)
        along = binary("det.divide", along, constant(c.b, type, stride));
      if (dim != moving.front())
        along = binary("det.remainder", along, constant(c.b, type, std::max<int64_t>(shape[dim], 1)));
      along = SelectOp::create(c.b, c.loc(), type, isNone, minusOne, along);
      components.push_back(c.make("det.reshape", along, type.clone(longer)));
      stride *= std::max<int64_t>(shape[dim], 1);
    }
    std::reverse(components.begin(), components.end());
    if (components.size() == 1)
      return components[0];
    longer.back() = components.size();
    return ConcatenateOp::create(c.b, c.loc(), type.clone(longer), components, type.getRank());
  }

  /// Contributions to a place join in ascending source index: one leaf over all sources.
  FailureOr<Value> scatter(Value places) const {
    Region &region = c.op->getRegion(1);
    Value init = inTypeOf(c, c.operand(2), c.resultType()), source = inTypeOf(c, c.operand(1), c.resultType());
    Value into = BroadcastInDimOp::create(c.b, c.loc(), c.resultType(), init, ArrayRef<int64_t>());
    Value vectors = vectorsOf(places);
    int64_t vectorDim = shape.size();
    std::optional<Combiner> combiner = matchCombiner(region, 0, 1);
    if (combiner) {
      Type element = c.resultType().getElementType();
      if (*combiner != Combiner::Assign)
        element = wideElement(element);
      into = inTypeOf(c, into, element);
      Value made = ScatterOp::create(c.b, c.loc(), into.getType(), *combiner, into, vectors, inTypeOf(c, source, element),
                                     ArrayRef<int64_t>(), moving, plain, plain, moving, vectorDim, foldOrder(element, false));
      return inTypeOf(c, made, c.resultType());
    }
    auto made = GenericScatterOp::create(c.b, c.loc(), TypeRange{c.resultType()}, ValueRange{into}, vectors, ValueRange{source},
                                         ArrayRef<int64_t>(), moving, plain, plain, moving, vectorDim);
    if (failed(convertBody(c, region, {0, 1}, {0}, made.getBody())))
      return failure();
    return made.getOutputs()[0];
  }

  const Conversion &c;
  Windows windows;
  ArrayRef<int64_t> shape;
  SmallVector<int64_t> moving, plain;
  IntegerType index;
};

LogicalResult selectAndScatter(const Conversion &c) {
  if (c.op->getNumRegions() != 2 || c.op->getNumResults() != 1 || c.resultType().getShape() != c.type().getShape())
    return c.op->emitError() << "'" << c.op->getName() << "' expected two regions and a result of the operand's shape";
  FailureOr<Windows> windows = Windows::read(c, c.type().getRank());
  if (failed(windows))
    return failure();
  for (Region &region : c.op->getRegions())
    if (!region.hasOneBlock() || region.getNumArguments() != 2 || !regionReturn(region) ||
        regionReturn(region)->getNumOperands() != 1)
      return c.op->emitError() << "'" << c.op->getName() << "' expected regions with two arguments and one result";
  if (c.type().getRank() == 0) // one element selects itself
    return c.op->emitError() << "'" << c.op->getName() << "' expected an operand of rank 1 or more";
  FailureOr<Value> result = Converter(c, *windows).run();
  if (failed(result))
    return failure();
  return c.replace(*result);
}

} // namespace

void addSelectAndScatterConversions(Conversions &table) { table.add("select_and_scatter", 3, selectAndScatter); }

} // namespace det::import
