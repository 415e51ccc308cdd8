// The chips that kernels are assembled for.
#include "det/TensorCore/TensorCore.h"
#include "det/Transforms/Lower/Cuda.h"

#include <algorithm>
#include <array>

namespace det {

using artifact::MmaModel;

namespace {

/// Ampere and Ada; Hopper; Blackwell. Names with an `a` are of the same chips with instructions that no other has.
constexpr std::array<std::string_view, 12> chips{"sm_80",  "sm_86",   "sm_87",  "sm_89",   "sm_90",  "sm_90a",
                                                 "sm_100", "sm_100a", "sm_103", "sm_103a", "sm_120", "sm_120a"};

bool isKnown(std::string_view name) { return std::find(chips.begin(), chips.end(), name) != chips.end(); }

} // namespace

rt::Status checkChips(const std::vector<std::string> &names) {
  if (names.empty())
    return rt::Error{"expected a chip: --chips=sm_90"};
  if (isTextAlone(names))
    return {};
  if (std::find(names.begin(), names.end(), "none") != names.end())
    return rt::Error{"'none' stands alone: --chips=none makes the text of kernels and no machine code; leave it or the other chips out"};
  for (const std::string &name : names) {
    if (!isKnown(name)) {
      std::string known;
      for (std::string_view chip : chips)
        known += (known.empty() ? "" : ", ") + std::string(chip);
      return rt::Error{"unknown chip '" + name + "'; known are " + known};
    }
    if (std::count(names.begin(), names.end(), name) > 1)
      return rt::Error{"chip '" + name + "' is given twice"};
  }
  return {};
}

bool hasModel(std::string_view name, MmaModel model) {
  std::optional<tensorcore::Model> known = tensorcore::findModel(artifact::EnumNameMmaModel(model));
  return model == MmaModel::none || (isKnown(name) && known && tensorcore::hasModel(name, *known));
}

} // namespace det
