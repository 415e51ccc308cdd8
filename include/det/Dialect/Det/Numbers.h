// What the values of an ordered graph are called where a plan has to name them: numbers, and words for what an op does.
#ifndef DET_DIALECT_DET_NUMBERS_H
#define DET_DIALECT_DET_NUMBERS_H

#include "det/Dialect/Det/Det.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <limits>

namespace det {

/// `number`: the number of an op's first result; of a loop also those of its condition's and of its body's first argument.
/// Set on the ordered graph and carried along by every later phase.
inline constexpr llvm::StringLiteral kNumberAttr = "number";

/// No number: a value that is not of the ordered graph.
inline constexpr uint32_t kNoNumber = std::numeric_limits<uint32_t>::max();

/// Numbers the values of a function in program order: arguments, then results, those of a loop before what is in it. Bodies of
/// reductions, scatters and sorts have no values of their own.
void numberValues(mlir::func::FuncOp function);

/// The number of a value, in the ordered graph and in what became of it: exchanges, joins and conversions that were added later pass
/// their operand's number on, regions that of the value inside. kNoNumber for others that were made later.
uint32_t numberOf(mlir::Value value);

/// What an op does to elements: name, attributes that are not about shapes or places, and element types. Equal texts on equal
/// operands and with equal bodies give equal bits; the order of a reduction is not part of it.
std::string describe(mlir::Operation *op);

/// The first name inside a location: what the graph calls an op. Nothing if there is none.
llvm::StringRef nameOf(mlir::Location loc);

} // namespace det

#endif // DET_DIALECT_DET_NUMBERS_H
