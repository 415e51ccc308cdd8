// Operations of chlo that are expressions of simpler ones: implicit broadcasting, tests for infinity, neighbours of floats, the
// high half of products.
#include "Decompose.h"

using namespace mlir;

namespace det::import {
namespace {

/// The operand in the shape of the result. Its dims stand for the last ones of the result, or for those that
/// `broadcast_dimensions` names where its rank is the lower one; a dim of size 1 is repeated.
FailureOr<Term> broadcast(const Conversion &c, Maker &m, unsigned operand, ArrayRef<int64_t> shape) {
  Term x{c.operand(operand), &m};
  int64_t rank = x.type().getRank(), lead = static_cast<int64_t>(shape.size()) - rank;
  SmallVector<int64_t> dims;
  if (Attribute named = c.op->getAttr("broadcast_dimensions"); named && lead > 0) {
    FailureOr<input::Ints> list = c.ints("broadcast_dimensions", rank);
    if (failed(list))
      return failure();
    dims.assign(list->begin(), list->end());
  } else {
    for (int64_t i = 0; i < rank; ++i)
      dims.push_back(lead + i);
  }
  for (auto [i, dim] : llvm::enumerate(dims)) {
    int64_t size = x.type().getDimSize(i);
    if (dim < 0 || dim >= static_cast<int64_t>(shape.size()) || (size != 1 && size != shape[dim]))
      return c.op->emitError() << "'" << c.op->getName() << "' expected operand " << operand << " to broadcast to "
                               << c.resultType() << ", got " << x.type();
  }
  return lead == 0 && x.type().getShape() == shape ? x : x.broadcast(shape, dims);
}

/// chlo.broadcast_NAME as stablehlo.NAME on operands of one shape.
LogicalResult broadcasting(const Conversion &c) {
  return decompose(c, [&](Maker &m, SmallVectorImpl<Term> &results) -> LogicalResult {
    SmallVector<Value> operands;
    for (unsigned i = 0; i < c.op->getNumOperands(); ++i) {
      FailureOr<Term> operand = broadcast(c, m, i, c.resultType().getShape());
      if (failed(operand))
        return failure();
      operands.push_back(operand->value);
    }
    SmallVector<std::pair<StringRef, Attribute>> attributes;
    for (StringRef name : {"comparison_direction", "compare_type"})
      if (Attribute attribute = c.op->getAttr(name))
        attributes.push_back({name, attribute});
    StringRef name = c.op->getName().getStringRef();
    name.consume_front("chlo.broadcast_");
    std::string target = (name == "next_after" || name == "polygamma" || name == "zeta" ? "chlo." : "stablehlo.") + name.str();
    results.push_back({m.make(target, operands, c.resultType(), attributes), &m});
    return success();
  });
}

/// A scalar repeated to the result's shape.
LogicalResult constantLike(const Conversion &c) {
  auto value = dyn_cast_or_null<TypedAttr>(c.op->getAttr("value"));
  if (!value || value.getType() != c.resultType().getElementType())
    return c.bad("value");
  return c.replace(ConstantOp::create(c.b, c.loc(), DenseElementsAttr::get(c.resultType(), Attribute(value))).getResult());
}

LogicalResult isInfinite(const Conversion &c) {
  if (!isa<FloatType>(c.type().getElementType()))
    return refuse(c.op, "expected an operand of a float type");
  return decompose(c, [&](Maker &m, SmallVectorImpl<Term> &results) {
    Term x{c.operand(), &m};
    StringRef name = c.op->getName().getStringRef();
    double infinity = std::numeric_limits<double>::infinity();
    if (name == "chlo.is_inf")
      results.push_back(x.call("abs").compare("EQ", infinity));
    else
      results.push_back(x.compare("EQ", name == "chlo.is_neg_inf" ? -infinity : infinity));
    return success();
  });
}

/// The float beside x in the direction of y: the next bits up or down, as magnitudes.
LogicalResult nextAfter(const Conversion &c) {
  Type element = c.type().getElementType();
  if (!isa<FloatType>(element) || element.getIntOrFloatBitWidth() < 16)
    return refuse(c.op, "expected operands of bf16, f16, f32 or f64");
  return decompose(c, [&](Maker &m, SmallVectorImpl<Term> &results) {
    Term x{c.operand(0), &m}, y{c.operand(1), &m};
    Type integer = IntegerType::get(c.op->getContext(), x.width(), IntegerType::Unsigned);
    Term bits = x.bitcast(integer), one = bits.bits(1), sign = bits.bits(uint64_t(1) << (x.width() - 1));
    // From zero to the least number of y's sign; away from zero where y lies beyond x.
    Term fromZero = (y.bitcast(integer) & sign) | one;
    Term outward = !(x.compare("GT", y) ^ x.compare("LT", 0));
    Term next = select(outward, bits + one, bits - one);
    next = select(x.compare("EQ", 0), fromZero, next);
    Term result = select(x.compare("EQ", y), y, next.bitcast(element));
    results.push_back(select(x.compare("NE", x) | y.compare("NE", y), x + y, result));
    return success();
  });
}

/// The high half of an integer product: in integers of twice the width, or by halves of 32 bits.
LogicalResult highProduct(const Conversion &c) {
  auto element = dyn_cast<IntegerType>(c.type().getElementType());
  if (!element || element.getWidth() < 8)
    return refuse(c.op, "expected integer operands of 8 bits or more");
  return decompose(c, [&](Maker &m, SmallVectorImpl<Term> &results) {
    Term x{c.operand(0), &m}, y{c.operand(1), &m};
    unsigned width = element.getWidth();
    if (width < 64) {
      Type wide = IntegerType::get(c.op->getContext(), 2 * width, element.getSignedness());
      results.push_back(((x.convert(wide) * y.convert(wide)) >> width).convert(element));
      return success();
    }
    Type unsigned64 = IntegerType::get(c.op->getContext(), 64, IntegerType::Unsigned);
    Term a = x.bitcast(unsigned64), b = y.bitcast(unsigned64);
    Term mask = a.bits(0xffffffff);
    Term aLow = a & mask, aHigh = a >> 32, bLow = b & mask, bHigh = b >> 32;
    Term middle = aHigh * bLow + ((aLow * bLow) >> 32);
    Term other = aLow * bHigh + (middle & mask);
    Term high = (aHigh * bHigh + (middle >> 32) + (other >> 32)).bitcast(element);
    // A negative factor stands for 2^64 more than itself.
    if (!element.isUnsigned()) {
      high = high - select(x.compare("LT", 0), y, y.bits(0));
      high = high - select(y.compare("LT", 0), x, x.bits(0));
    }
    results.push_back(high);
    return success();
  });
}

} // namespace

void addChloConversions(Conversions &table) {
  table.add("chlo.broadcast_add chlo.broadcast_subtract chlo.broadcast_multiply chlo.broadcast_divide chlo.broadcast_remainder "
            "chlo.broadcast_maximum chlo.broadcast_minimum chlo.broadcast_power chlo.broadcast_atan2 chlo.broadcast_and "
            "chlo.broadcast_or chlo.broadcast_xor chlo.broadcast_shift_left chlo.broadcast_shift_right_logical "
            "chlo.broadcast_shift_right_arithmetic chlo.broadcast_compare chlo.broadcast_next_after chlo.broadcast_complex "
            "chlo.broadcast_polygamma chlo.broadcast_zeta",
            2, broadcasting);
  table.add("chlo.broadcast_select", 3, broadcasting);
  table.add("chlo.constant_like", 1, constantLike);
  table.add("chlo.is_inf chlo.is_pos_inf chlo.is_neg_inf", 1, isInfinite);
  table.add("chlo.next_after", 2, nextAfter);
  table.add("chlo.mulhi", 2, highProduct);
}

} // namespace det::import
