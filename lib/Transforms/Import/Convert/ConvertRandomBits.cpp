// rng_bit_generator: the bits and the new state are those of XLA, as functions of the state and of global positions.
#include "Decompose.h"
#include "RandomBits.h"

using namespace mlir;

namespace det::import {
namespace {

using Shape = SmallVector<int64_t>;

int64_t elements(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

/// Element `i` of the state, a scalar.
Term word(Term state, int64_t i) { return state.slice(0, i, i + 1).reshape({}); }

/// The state's counter plus positions, as threefry takes it.
Words2 counters(Maker &m, Term counter, ArrayRef<int64_t> shape) {
  Term index = positions(m, shape);
  return split(shape.empty() ? counter + index : counter.broadcast(shape, {}) + index);
}

/// 32 bits for each element. Both words of a counter are used: they lie next to each other along the first even dim, or else
/// along the largest, of which the last place is then dropped.
Term threefry32(Maker &m, Words2 key, Term counter, ArrayRef<int64_t> shape, uint64_t &used) {
  if (shape.empty()) {
    used = 1;
    return threefry(counters(m, counter, {1}), key)[0].reshape({});
  }
  auto even = llvm::find_if(shape, [](int64_t size) { return size % 2 == 0; });
  int64_t dim = (even != shape.end() ? even : llvm::max_element(shape)) - shape.begin();
  Shape half(shape), whole(shape);
  half[dim] = (shape[dim] + 1) / 2;
  whole[dim] = 2 * half[dim];
  half.insert(half.begin() + dim + 1, 1);
  used = uint64_t(elements(half));
  Words2 bits = threefry(counters(m, counter, half), key);
  Term both = concatenate({bits[0], bits[1]}, dim + 1).reshape(whole);
  return whole[dim] == shape[dim] ? both : both.slice(dim, 0, shape[dim]);
}

Term threefry64(Maker &m, Words2 key, Term counter, ArrayRef<int64_t> shape, uint64_t &used) {
  used = uint64_t(elements(shape));
  Words2 bits = threefry(counters(m, counter, shape), key);
  return join(bits[0], bits[1]);
}

/// A counter of 128 bits. A state of two words has the key as its high half.
struct WideCounter {
  Term low, high;
};

WideCounter advance(WideCounter counter, Term by) {
  ArrayRef<int64_t> shape = by.type().getShape();
  auto spread = [&](Term x) { return shape.empty() ? x : x.broadcast(shape, {}); };
  Term before = spread(counter.low), low = before + by, high = spread(counter.high);
  return {low, select(low.compare("LT", before), high + high.bits(1), high)};
}

/// Four words of each counter one after the other, in `count` elements of 32 or 64 bits.
Term philoxBits(Maker &m, Words2 key, WideCounter counter, ArrayRef<int64_t> shape, bool wide, uint64_t &used) {
  int64_t count = elements(shape), group = wide ? 2 : 4, groups = (count + group - 1) / group;
  used = uint64_t(groups);
  WideCounter at = advance(counter, positions(m, {groups}));
  Words2 low = split(at.low), high = split(at.high);
  Words4 bits = philox({low[0], low[1], high[0], high[1]}, key);
  SmallVector<Term> columns;
  if (wide)
    columns = {join(bits[0], bits[1]), join(bits[2], bits[3])};
  else
    columns.assign(bits.begin(), bits.end());
  for (Term &column : columns)
    column = column.reshape({groups, 1});
  Term flat = concatenate(columns, 1).reshape({groups * group});
  return (groups * group == count ? flat : flat.slice(0, 0, count)).reshape(shape);
}

/// The words as elements of the result: narrow ones keep the low bits.
Term finish(Term bits, Type element) {
  unsigned width = element.getIntOrFloatBitWidth();
  Term sized = bits.convert(IntegerType::get(element.getContext(), width, IntegerType::Unsigned));
  return sized.bitcast(element);
}

LogicalResult bitGenerator(const Conversion &c) {
  StringRef algorithm = input::word(c.op->getAttr("rng_algorithm"));
  RankedTensorType stateType = c.type();
  int64_t words = stateType.getRank() == 1 ? stateType.getDimSize(0) : 0;
  bool threeFry = algorithm == "THREE_FRY";
  if (!threeFry && algorithm != "PHILOX" && algorithm != "DEFAULT")
    return c.bad("rng_algorithm");
  if (!stateType.getElementType().isUnsignedInteger(64) || words < 2 || words > (threeFry ? 2 : 3))
    return refuse(c.op, "expected a state of tensor<2xui64>" + Twine(threeFry ? "" : " or tensor<3xui64>") + ", got " +
                            Twine(words) + " words");
  Type element = c.resultType(1).getElementType();
  if (!element.isIntOrFloat() || element.isInteger(1))
    return refuse(c.op, "expected a result of integers or floats of 4 to 64 bits");
  bool wide = element.getIntOrFloatBitWidth() == 64;
  return decompose(c, [&](Maker &m, SmallVectorImpl<Term> &results) {
    Term state{c.operand(), &m};
    Words2 key = split(word(state, 0));
    ArrayRef<int64_t> shape = c.resultType(1).getShape();
    uint64_t used = 0;
    SmallVector<Term> next{word(state, 0)};
    if (threeFry) {
      Term counter = word(state, 1);
      Term bits = wide ? threefry64(m, key, counter, shape, used) : threefry32(m, key, counter, shape, used);
      results.append({bits, bits});
      next.push_back(counter + counter.bits(used));
    } else {
      Term low = word(state, 1);
      WideCounter counter{low, word(state, words == 3 ? 2 : 0)};
      Term bits = philoxBits(m, key, counter, shape, wide, used);
      results.append({bits, bits});
      counter = advance(counter, low.bits(used));
      next.push_back(counter.low);
      if (words == 3)
        next.push_back(counter.high);
    }
    for (Term &scalar : next)
      scalar = scalar.reshape({1});
    results[0] = concatenate(next, 0);
    results[1] = finish(results[1], element);
    return success();
  });
}

} // namespace

void addRandomBitsConversions(Conversions &table) { table.add("rng_bit_generator", 1, bitGenerator); }

} // namespace det::import
