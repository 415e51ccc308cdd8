// The constraints of the StableHLO specification, checked before anything is converted: one function per operation, by family.
//
// Labels (C1, C2, ... and I1, I2, ... for types of inputs) are those of the specification; it has none for types of outputs,
// which are O1, O2, ... here. Operations that it does not describe (chlo, older ones) have no labels. A check reads an operation
// and reports the first constraint that it breaks; it changes nothing.
#ifndef DET_LIB_TRANSFORMS_IMPORT_SPEC_SPEC_H
#define DET_LIB_TRANSFORMS_IMPORT_SPEC_SPEC_H

#include "../InputOps.h"
#include "det/Dialect/Input/AttrReader.h"
#include "llvm/ADT/StringMap.h"

namespace det::import::spec {

using input::Ints;
using llvm::ArrayRef;
using llvm::StringRef;
using mlir::FailureOr;
using mlir::LogicalResult;
using mlir::RankedTensorType;

/// Kinds of element types, as a set of bits.
enum Kinds : unsigned {
  Bool = 1,
  Signed = 2,
  Unsigned = 4,
  Float = 8,
  Complex = 16,
  Int = Signed | Unsigned,
  IntOrBool = Int | Bool,
  FloatOrComplex = Float | Complex,
  SignedNumber = Signed | Float | Complex,
  Number = Int | Float | Complex,
  Any = Number | Bool
};
unsigned kindOf(mlir::Type element);

/// One operation under check. Its operands and results are tensors that det can hold, unless its entry says otherwise.
class Spec {
public:
  explicit Spec(mlir::Operation *op) : op(op) {}
  mlir::Operation *op;

  RankedTensorType in(unsigned i = 0) const { return llvm::cast<RankedTensorType>(op->getOperand(i).getType()); }
  RankedTensorType out(unsigned i = 0) const { return llvm::cast<RankedTensorType>(op->getResult(i).getType()); }
  ArrayRef<int64_t> shape(unsigned i = 0) const { return in(i).getShape(); }
  unsigned numIn() const { return op->getNumOperands(); }
  unsigned numOut() const { return op->getNumResults(); }

  /// Starts the report of a broken constraint: `'NAME' (C2): `.
  mlir::InFlightDiagnostic fail(StringRef label) const;

  /// A list of integers; `otherwise` if the attribute is absent. Reports one that cannot be read.
  FailureOr<Ints> ints(StringRef attribute, std::optional<Ints> otherwise = std::nullopt) const;
  /// An integer; `otherwise` if it is absent.
  FailureOr<int64_t> integer(StringRef attribute, std::optional<int64_t> otherwise = std::nullopt) const;

  /// The list has `size` elements.
  LogicalResult size(StringRef label, StringRef attribute, ArrayRef<int64_t> values, int64_t size) const;
  /// low <= every value < high.
  LogicalResult range(StringRef label, StringRef attribute, ArrayRef<int64_t> values, int64_t low, int64_t high) const;
  /// Every value is at least `low`.
  LogicalResult atLeast(StringRef label, StringRef attribute, ArrayRef<int64_t> values, int64_t low) const;
  LogicalResult unique(StringRef label, StringRef attribute, ArrayRef<int64_t> values) const;
  LogicalResult sorted(StringRef label, StringRef attribute, ArrayRef<int64_t> values) const;

  LogicalResult sameType(StringRef label, StringRef what, mlir::Type expected, mlir::Type got) const;
  LogicalResult sameShape(StringRef label, StringRef what, ArrayRef<int64_t> expected, ArrayRef<int64_t> got) const;
  LogicalResult sameElement(StringRef label, StringRef what, RankedTensorType expected, RankedTensorType got) const;
  LogicalResult kind(StringRef label, StringRef what, RankedTensorType type, unsigned allowed) const;
  LogicalResult scalar(StringRef label, StringRef what, RankedTensorType type, unsigned allowed) const;

  /// What a region returns, if it is one block that ends with its only return.
  FailureOr<mlir::TypeRange> returned(StringRef label, unsigned number) const;
  /// A region of one block with these arguments that ends by returning values of these types.
  LogicalResult region(StringRef label, unsigned number, mlir::TypeRange arguments, mlir::TypeRange results) const;
  /// A region that joins N pairs of scalars: (E0.., E0..) -> (E0..), each Ei the element type of inputs[i] or a wider one of its
  /// kind.
  LogicalResult combiner(StringRef label, unsigned number, ArrayRef<RankedTensorType> inputs) const;

  /// 'precision_config' is absent, empty, or has two entries.
  LogicalResult precision(StringRef label) const;

  /// The integer fields of dimension numbers.
  FailureOr<input::Fields> fields(StringRef attribute, StringRef kind) const;
};

/// `[2, 3]`, for messages.
std::string list(ArrayRef<int64_t> values);

/// How a window moves over a shape: missing attributes are ones and zeros. Labels are those of sizes and bounds, in the order
/// dimensions, strides, base dilations, window dilations, padding.
struct Windows {
  Ints dimensions, strides, baseDilations, windowDilations, padding; ///< padding: low, high of each dim
  /// Reads and checks the attributes against a shape.
  static FailureOr<Windows> read(const Spec &s, int64_t rank, ArrayRef<StringRef> labels);
  /// The number of windows along each dim.
  Ints count(ArrayRef<int64_t> shape) const;
};
/// The number of places of a window of `size` in `length` elements, both already dilated.
int64_t countWindows(int64_t length, int64_t size, int64_t stride);
/// `dilation` - 1 holes between neighbours.
int64_t dilated(int64_t size, int64_t dilation);
/// `padding` as low, high of each of `dims` dims: `dense<...> : tensor<Nx2xi64>`; zeros if it is absent.
FailureOr<Ints> readPadding(const Spec &s, StringRef label, int64_t dims);

using Check = LogicalResult (*)(const Spec &);

struct Entry {
  int operands, results, regions; ///< the numbers it must have; -1 = any
  Check check;
  bool tensors; ///< whether all operands and results must be tensors; else tokens and tuples are values, too
};

/// All checks by name without `stablehlo.` or `mhlo.`.
struct Checks {
  llvm::StringMap<Entry> table;
  /// Adds the names of a list separated by blanks.
  void add(StringRef names, int operands, int results, int regions, Check check, bool tensors = true);
};

void addElementwiseChecks(Checks &checks);
void addMovementChecks(Checks &checks);
void addIndexedChecks(Checks &checks);
void addReductionChecks(Checks &checks);
void addWindowChecks(Checks &checks);
void addConvolutionChecks(Checks &checks);
void addProductChecks(Checks &checks);
void addControlChecks(Checks &checks);
void addCollectiveChecks(Checks &checks);
void addStatisticsChecks(Checks &checks);
void addChloChecks(Checks &checks);

} // namespace det::import::spec

#endif // DET_LIB_TRANSFORMS_IMPORT_SPEC_SPEC_H
