// bitcast_convert, also between widths: a wide element is a row of narrow ones, lowest bits first.
#include "Decompose.h"

using namespace mlir;

namespace det::import {
namespace {

/// Bits as integers without a sign.
Type bitsType(Maker &m, unsigned width) { return IntegerType::get(m.b.getContext(), width, IntegerType::Unsigned); }

/// Integers of another width; 1-bit ones say whether a bit is set.
Term resize(Term x, unsigned width) {
  if (width == 1)
    return x.compare("NE", 0);
  return x.convert(bitsType(*x.m, width));
}

Term toNarrow(Maker &m, Term x, unsigned width, ArrayRef<int64_t> shape) {
  Term bits = x.bitcast(bitsType(m, x.width()));
  auto dims = llvm::to_vector(llvm::seq<int64_t>(0, bits.type().getRank()));
  Term spread = bits.broadcast(shape, dims);
  Term shift = iota(m, spread.type(), shape.size() - 1) * spread.bits(width);
  return resize(spread.call("shift_right_logical", shift) & spread.bits(~uint64_t(0) >> (64 - width)), width);
}

Term toWide(Maker &m, Term x, unsigned width) {
  Term bits = x.width() == 1 ? x : x.bitcast(bitsType(m, x.width()));
  Term wide = bits.convert(bitsType(m, width));
  int64_t last = wide.type().getRank() - 1;
  ArrayRef<int64_t> shape = wide.type().getShape().drop_back();
  Term result = wide.slice(last, 0, 1).reshape(shape);
  for (int64_t i = 1; i < wide.type().getDimSize(last); ++i)
    result = result | wide.slice(last, i, i + 1).reshape(shape) << unsigned(i) * x.width();
  return result;
}

LogicalResult bitcastConvert(const Conversion &c) {
  if (c.type() == c.resultType())
    return c.replace(c.operand());
  Type from = c.type().getElementType(), to = c.resultType().getElementType();
  if (!from.isIntOrFloat() || !to.isIntOrFloat())
    return refuse(c.op, "expected real elements; cast the real and the imaginary parts");
  unsigned narrow = std::min(from.getIntOrFloatBitWidth(), to.getIntOrFloatBitWidth());
  unsigned wide = std::max(from.getIntOrFloatBitWidth(), to.getIntOrFloatBitWidth());
  if (narrow == wide)
    return c.replace(c.make("det.bitcast_convert", c.operand(), c.resultType()));
  bool split = from.getIntOrFloatBitWidth() == wide;
  ArrayRef<int64_t> rows = (split ? c.resultType() : c.type()).getShape(), row = (split ? c.type() : c.resultType()).getShape();
  if (wide % narrow || rows.empty() || rows.drop_back() != row || rows.back() != int64_t(wide / narrow))
    return c.op->emitError() << "'" << c.op->getName() << "' expected a last dim of size " << wide / narrow
                             << " on the side of the narrow elements, got " << c.type() << " and " << c.resultType();
  return decompose(c, [&](Maker &m, SmallVectorImpl<Term> &results) {
    Term x{c.operand(), &m};
    Term bits = split ? toNarrow(m, x, narrow, rows) : toWide(m, x, wide);
    results.push_back(bits.width() == 1 ? bits : bits.bitcast(to));
    return success();
  });
}

} // namespace

void addBitsConversions(Conversions &table) { table.add("bitcast_convert", 1, bitcastConvert); }

} // namespace det::import
