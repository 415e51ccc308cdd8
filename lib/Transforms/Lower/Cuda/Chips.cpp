// The chips that kernels are assembled for.
#include "det/Transforms/Lower/Cuda.h"

#include <algorithm>
#include <array>

namespace det {

using artifact::MmaModel;

namespace {

/// Tensor cores of 16-bit floats, and of floats of a byte (include/det/TensorCore/TensorCore.h).
struct Chip {
  std::string_view name;
  MmaModel half, byte;
};

/// Ampere and Ada; Hopper; Blackwell, whose tensor cores sum 16-bit floats as Hopper's do. Names with an `a` are of the same chips with
/// instructions that no other has.
constexpr std::array chips{
    Chip{"sm_80", MmaModel::ampere_8, MmaModel::none},   Chip{"sm_86", MmaModel::ampere_8, MmaModel::none},
    Chip{"sm_87", MmaModel::ampere_8, MmaModel::none},   Chip{"sm_89", MmaModel::ampere_8, MmaModel::none},
    Chip{"sm_90", MmaModel::hopper_16, MmaModel::hopper_fp8_32}, Chip{"sm_90a", MmaModel::hopper_16, MmaModel::hopper_fp8_32},
    Chip{"sm_100", MmaModel::hopper_16, MmaModel::none}, Chip{"sm_100a", MmaModel::hopper_16, MmaModel::none},
    Chip{"sm_103", MmaModel::hopper_16, MmaModel::none}, Chip{"sm_103a", MmaModel::hopper_16, MmaModel::none},
    Chip{"sm_120", MmaModel::hopper_16, MmaModel::none}, Chip{"sm_120a", MmaModel::hopper_16, MmaModel::none}};

const Chip *find(std::string_view name) {
  auto it = std::find_if(chips.begin(), chips.end(), [&](const Chip &chip) { return chip.name == name; });
  return it == chips.end() ? nullptr : &*it;
}

} // namespace

rt::Status checkChips(const std::vector<std::string> &names) {
  if (names.empty())
    return rt::Error{"expected a chip: --chips=sm_90"};
  for (const std::string &name : names) {
    if (!find(name)) {
      std::string known;
      for (const Chip &chip : chips)
        known += (known.empty() ? "" : ", ") + std::string(chip.name);
      return rt::Error{"unknown chip '" + name + "'; known are " + known};
    }
    if (std::count(names.begin(), names.end(), name) > 1)
      return rt::Error{"chip '" + name + "' is given twice"};
  }
  return {};
}

bool hasModel(std::string_view name, MmaModel model) {
  const Chip *chip = find(name);
  return model == MmaModel::none || (chip && (chip->half == model || chip->byte == model));
}

} // namespace det
