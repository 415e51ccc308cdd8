// The body of an op (det.generic_reduce, det.generic_scatter, det.sort): scalar ops, run over many elements at once.
#ifndef DET_REFERENCE_BODY_H
#define DET_REFERENCE_BODY_H

#include "Kernels/Tape.h"
#include "det/Runtime/Result.h"
#include "mlir/IR/Block.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace det::reference {

/// The bytes of some elements of one type.
using Elements = std::vector<std::byte>;

/// A body, op after op, each a tape of its own. Ops round and canonicalise as they do in a graph.
class Body {
public:
  /// Errors: an op that is not elementwise.
  static rt::Result<Body> create(mlir::Block &block);

  size_t arguments() const { return argumentBytes.size(); }
  /// Bytes of an element of argument i.
  int64_t bytesOf(size_t i) const { return argumentBytes[i]; }

  /// The yielded values for `count` elements of each argument.
  std::vector<Elements> run(llvm::ArrayRef<const std::byte *> arguments, int64_t count) const;

private:
  struct Step {
    Tape tape;
    llvm::SmallVector<int32_t> operands;
    int32_t result;
  };
  struct Constant {
    int32_t slot;
    Elements element;
  };
  llvm::SmallVector<int64_t> argumentBytes;
  llvm::SmallVector<int64_t> slotBytes; ///< arguments first
  std::vector<Constant> constants;
  std::vector<Step> steps;
  llvm::SmallVector<int32_t> results;
};

} // namespace det::reference

#endif // DET_REFERENCE_BODY_H
