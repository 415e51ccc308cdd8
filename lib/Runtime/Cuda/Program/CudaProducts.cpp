// Who multiplies: cuBLASLt by its pins, cuBLASLt as it likes where no order is promised, or det's own kernels.
#include "../Prepare/CudaBody.h"
#include "det/Runtime/Pins/PinFile.h"

namespace det::rt::cuda {

Status CudaSession::Body::openProducts() {
  int64_t pinned = 0, all = 0;
  Status pins;
  forEachProduct(plan.plan, [&](const artifact::ProductT &product, uint32_t label) {
    ++all;
    if (product.pin.empty())
      return;
    ++pinned;
    if (const Result<Algorithm> pin = pinOf(product); !pin && pins)
      pins = Error{"bad plan: entry '" + plan.label(label) + "': " + pin.error().message};
  });
  if (!pins)
    return pins;
  const auto counted = [](int64_t count) { return std::to_string(count) + (count == 1 ? " product" : " products"); };
  const bool isFree = plan.plan.level == "not_guaranteed" && all > 0;
  if (driver->readsPtx() && !cuda.cublasLt) {
    if (pinned)
      products = counted(pinned) + " pinned to cuBLASLt by det's own kernels (no GPU)";
    return {};
  }
  if (!pinned && !isFree)
    return {};
  Result<std::unique_ptr<CublasLt>> opened = cuda.cublasLt ? cuda.cublasLt(*driver) : openCublasLt();
  if (!opened) {
    if (pinned)
      return Error{"'" + artifact.source() + "' has products that are pinned to cuBLASLt: " + opened.error().message +
                   ", or compile without --pins"};
    products = "products by det's own kernels (" + opened.error().message + ")";
    return {};
  }
  const std::string found = cublasLtVersionText((*opened)->version());
  if (pinned) {
    const auto section = artifact.section(pinSection);
    if (!section)
      return Error{"'" + artifact.source() + "' has pinned products, and no section '" + std::string(pinSection) +
                   "' that says for what"};
    const Result<PinTarget> target =
        readPinTarget({reinterpret_cast<const char *>(section->data()), section->size()}, artifact.source());
    if (!target)
      return target.error();
    const std::string remedy = ": run det-pin on this GPU and compile with its file, or compile without --pins";
    if (target->chip != driver->device().chip())
      return Error{"'" + artifact.source() + "' is pinned for " + target->chip + ", and this GPU is " + driver->device().chip() +
                   " (" + driver->device().name + ")" + remedy};
    if (target->cublasLtVersion != (*opened)->version())
      return Error{"'" + artifact.source() + "' is pinned for cuBLASLt " + cublasLtVersionText(target->cublasLtVersion) +
                   ", and this machine has " + found + remedy};
  }
  cublasLt = std::move(*opened);
  gemms = std::make_unique<Gemms>(*cublasLt, isFree);
  // Before anything is taken: a run that cannot keep its pins ends here.
  Status checked;
  forEachProduct(plan.plan, [&](const artifact::ProductT &product, uint32_t label) {
    if (checked && !product.pin.empty())
      if (Status status = gemms->check(product); !status)
        checked = Error{"'" + artifact.source() + "', product '" + plan.label(label) + "': " + status.error().message};
  });
  if (!checked)
    return checked;
  products = (isFree ? "products" : counted(pinned)) + " by cuBLASLt " + found;
  return {};
}

} // namespace det::rt::cuda
