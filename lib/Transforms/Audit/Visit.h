// What a family of operations is told about one of them, and how it says what is the matter: one file per family.
//
// The tables name operations of the input dialects, as the readers in Import do; what they find is a row of the table of hazards.
// The text may be malformed (nothing has checked it yet): what cannot be read counts as unknown.
#ifndef DET_LIB_TRANSFORMS_AUDIT_VISIT_H
#define DET_LIB_TRANSFORMS_AUDIT_VISIT_H

#include "../Import/InputOps.h"
#include "det/Dialect/Input/AttrReader.h"
#include "det/Transforms/Audit.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace det::audit {

using import::inputName;
using input::Ints;
using llvm::ArrayRef;
using llvm::StringRef;

/// One operation under one row.
struct Found {
  const AuditRow *row;
  mlir::Operation *op;
  std::string detail;
};

/// A number of terms that the text does not say.
inline constexpr int64_t kUnknown = -1;
/// The product of sizes; unknown if one is, or if it is too large.
int64_t product(ArrayRef<int64_t> sizes);
/// `over 8192 terms`.
std::string overTerms(int64_t terms);
/// `f32[8,64]`.
std::string typeText(mlir::Type type);

/// Whether arithmetic on such elements rounds: floats and complex numbers.
bool rounds(mlir::Type elementOrTensor);

class Visit {
public:
  Visit(mlir::Operation *op, std::vector<Found> &found) : op(op), found(found) {}
  mlir::Operation *op;

  /// The type of an operand or a result; null if there is none, or if it is no ranked tensor.
  mlir::RankedTensorType in(unsigned i = 0) const { return tensor(op->getOperands(), i); }
  mlir::RankedTensorType out(unsigned i = 0) const { return tensor(op->getResults(), i); }
  /// Whether result `i` rounds.
  bool outRounds(unsigned i = 0) const { return out(i) && rounds(out(i)); }
  /// The size of a dim of an operand.
  int64_t size(unsigned i, int64_t dim) const;
  /// A list of integers; `otherwise` in each of `count` places if it is absent or has another length.
  Ints ints(StringRef attribute, size_t count, int64_t otherwise) const;

  /// Reports the operation under the row of this id.
  void report(StringRef row, std::string detail = "");
  /// The same for a number of terms.
  void reportTerms(StringRef row, int64_t terms) { report(row, overTerms(terms)); }

private:
  static mlir::RankedTensorType tensor(mlir::ValueRange values, unsigned i);
  std::vector<Found> &found;
};

/// Looks at one operation. Null: nothing is ever the matter.
using Handler = void (*)(Visit &);

struct Handlers {
  llvm::StringMap<Handler> table;
  /// Names without `stablehlo.` or `mhlo.`, separated by blanks.
  void add(StringRef names, Handler handler);
  void addHarmless(StringRef names) { add(names, nullptr); }
};

void addReductionHazards(Handlers &handlers);
void addProductHazards(Handlers &handlers);
void addIndexedHazards(Handlers &handlers);
void addElementwiseHazards(Handlers &handlers);
void addRandomHazards(Handlers &handlers);
void addSortHazards(Handlers &handlers);
void addCollectiveHazards(Handlers &handlers);
void addCallHazards(Handlers &handlers);
void addHarmlessOperations(Handlers &handlers);

/// The path that the framework gives an operation (the outermost name), and the first line of a file.
AuditPlace placeOf(mlir::Location loc);

/// Everything that is the matter with the operations that @main reaches.
struct Collected {
  std::vector<Found> found;                               ///< in the order of the text
  llvm::DenseMap<mlir::Operation *, int64_t> callsOf;     ///< functions, how often each is called
  int64_t operations = 0;
};
Collected collect(mlir::ModuleOp module);

} // namespace det::audit

#endif // DET_LIB_TRANSFORMS_AUDIT_VISIT_H
