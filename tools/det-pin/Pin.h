// From the products of a plan to a pin file.
#ifndef DET_TOOLS_PIN_PIN_H
#define DET_TOOLS_PIN_PIN_H

#include "Probes.h"
#include "det/Runtime/Pins/PinFile.h"

namespace det::pin {

/// A kind of product that a plan has, and where.
struct Listed {
  const artifact::ProductT *product = nullptr; ///< the first
  std::optional<GemmProduct> gemm;             ///< none: cuBLASLt does not do it
  std::string label;                           ///< of the first
  int64_t count = 0;
};
/// The products of a plan that could be pinned, each shape once, in the order of their shapes; then those that cuBLASLt does not
/// do. At not_guaranteed all products of floats, otherwise those by tensor cores.
std::vector<Listed> listProducts(const LoadedPlan &plan);

struct PinOptions {
  int most = 16;            ///< algorithms that are asked for, for each product
  int repeats = 20;         ///< runs per round of timing
  int64_t samples = 1024;   ///< results compared with the model, per probe
  bool keepsSlower = false; ///< pins also where det's own kernel is faster
  std::function<void(const std::string &)> progress;
};

/// Tries every algorithm that the library thinks fit on every product by tensor cores. Errors: a device that fails; algorithms
/// that do not are none.
Result<std::vector<PinnedProduct>> pinProducts(const std::vector<Listed> &products, Driver &driver, CublasLt &library,
                                               Module module, const PinOptions &options);

} // namespace det::pin

#endif // DET_TOOLS_PIN_PIN_H
