// Pin files: which algorithm of cuBLASLt stands for det's own kernel in which product, on one chip, with one version of the
// library. det-pin writes them on a GPU, the compiler reads them.
#ifndef DET_RUNTIME_PINS_PINFILE_H
#define DET_RUNTIME_PINS_PINFILE_H

#include "det/Runtime/Pins/GemmShape.h"

#include <functional>
#include <string_view>

namespace det::rt {

/// What a pin holds for: all of it has to be the same where it is used.
struct PinTarget {
  std::string chip;        ///< "sm_90"
  int cublasLtVersion = 0; ///< 10000 * major + 100 * minor + patch
  bool operator==(const PinTarget &) const = default;
};
/// The release of cuBLASLt whose attributes det knows.
inline constexpr int cublasLtMajor = 13;
/// "13.1.0"
std::string cublasLtVersionText(int version);

struct PinnedProduct {
  GemmShape shape;
  std::optional<Algorithm> pin;       ///< none: det's own kernel is faster, or nothing was admitted
  std::optional<double> milliseconds; ///< of the pin, joins included
  double ownMilliseconds = 0;
  int tried = 0, admitted = 0;     ///< algorithms
  std::vector<std::string> probes; ///< that those admitted have passed
};

struct PinFile {
  PinTarget target;
  std::string gpu;       ///< its name
  int driverVersion = 0; ///< 1000 * major + 10 * minor of its CUDA version
  std::vector<PinnedProduct> products;

  const PinnedProduct *find(const GemmShape &shape) const;
};

/// JSON. Products ascend by their shapes: a file depends on nothing but what is in it.
std::string pinFileText(PinFile file);
/// Errors name `source`, and what is wrong: not a pin file, another format, a field that is missing, an algorithm that splits K.
Result<PinFile> readPinFile(std::string_view text, const std::string &source);

/// One line of JSON that says what a product is, for people and for messages.
std::string describe(const GemmShape &shape);

/// Calls `body` for every product of a plan, those in loops too.
void forEachProduct(const artifact::PlanT &plan, const std::function<void(const artifact::ProductT &, uint32_t label)> &body);
void forEachProduct(artifact::PlanT &plan, const std::function<void(artifact::ProductT &, uint32_t label)> &body);

/// Whether a file fits what is compiled for. Errors: both values.
Status checkPins(const PinFile &file, const std::vector<std::string> &chips, const std::string &source);

/// Gives every product that the file has an algorithm for its pin. How many there are.
int64_t applyPins(const PinFile &file, artifact::PlanT &plan);

/// The section of an artifact that says what its pins hold for.
inline constexpr std::string_view pinSection = "pins";
std::string pinTargetText(const PinTarget &target);
Result<PinTarget> readPinTarget(std::string_view text, const std::string &source);

} // namespace det::rt

#endif // DET_RUNTIME_PINS_PINFILE_H
