// Evaluates the body of a sort, a generic reduction or a generic scatter on columns of elements.
#ifndef DET_LIB_PROBE_BODYVALUES_H
#define DET_LIB_PROBE_BODYVALUES_H

#include "Sheet.h"

namespace det::probe {

class BodyValues {
public:
  /// Throws Unknown where an operation is not written down.
  BodyValues(const verify::Body &body, const std::vector<std::string> &arguments);

  /// The results for arguments of equal lengths.
  std::vector<Column> run(const std::vector<const Column *> &arguments) const;

private:
  struct Step {
    const Tape *tape = nullptr;
    uint64_t constant = 0;
    std::vector<int> inputs;
    std::string type;
  };
  std::vector<Step> steps;
  std::vector<int> results;
};

} // namespace det::probe

#endif // DET_LIB_PROBE_BODYVALUES_H
