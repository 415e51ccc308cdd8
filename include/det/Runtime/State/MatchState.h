// Compares the tensors of a state with those that a program has.
#ifndef DET_RUNTIME_STATE_MATCHSTATE_H
#define DET_RUNTIME_STATE_MATCHSTATE_H

#include "det/Runtime/Result.h"
#include "det/Runtime/State/Tensor.h"

#include <functional>

namespace det::rt {

/// A tensor that a program expects.
struct ExpectedTensor {
  std::string name;
  ElementType type;
  std::vector<int64_t> shape;
};

/// One error that lists everything that does not fit: tensors that are missing, have another shape or type, or are not
/// expected. Tensors for which `carried(name)` holds may be there without being expected: state that a step never reads.
Status matchState(const std::string &source, const ViewMap &given, const std::vector<ExpectedTensor> &expected,
                  const std::function<bool(const std::string &)> &carried);

} // namespace det::rt

#endif // DET_RUNTIME_STATE_MATCHSTATE_H
