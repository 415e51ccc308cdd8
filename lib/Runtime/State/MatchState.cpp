// Lists all differences at once.
#include "det/Runtime/State/MatchState.h"

#include <set>

namespace det::rt {

Status matchState(const std::string &source, const ViewMap &given, const std::vector<ExpectedTensor> &expected,
                  const std::function<bool(const std::string &)> &carried) {
  std::string problems;
  std::set<std::string> known;
  for (const ExpectedTensor &tensor : expected) {
    known.insert(tensor.name);
    const std::string wanted = describe(tensor.type, tensor.shape);
    const auto found = given.find(tensor.name);
    if (found == given.end())
      problems += "\n  missing: " + tensor.name + " " + wanted;
    else if (found->second.shape != tensor.shape)
      problems +=
          "\n  wrong shape: " + tensor.name + " is " + describe(found->second.type, found->second.shape) + ", expected " + wanted;
    else if (found->second.type != tensor.type)
      problems +=
          "\n  wrong type: " + tensor.name + " is " + describe(found->second.type, found->second.shape) + ", expected " + wanted;
  }
  for (const auto &[name, tensor] : given)
    if (!known.count(name) && !carried(name))
      problems += "\n  not expected: " + name + " " + describe(tensor.type, tensor.shape);
  if (problems.empty())
    return {};
  return Error{"the state of '" + source + "' does not fit the program:" + problems};
}

} // namespace det::rt
