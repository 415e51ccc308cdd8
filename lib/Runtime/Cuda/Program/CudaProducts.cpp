// Who multiplies: cuBLASLt by its pins, cuBLASLt as it likes where no order is promised, or det's own kernels.
#include "CudaProducts.h"
#include "det/Runtime/Pins/PinFile.h"

namespace det::rt::cuda {

Result<Products> openProducts(const Artifact &artifact, const LoadedPlan &plan, Driver &driver,
                              const std::function<Result<std::unique_ptr<CublasLt>>(Driver &)> &open) {
  Products made;
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
    return pins.error();
  const auto counted = [](int64_t count) { return std::to_string(count) + (count == 1 ? " product" : " products"); };
  const bool isFree = plan.plan.level == "not_guaranteed" && all > 0;
  if (driver.readsPtx() && !open) {
    if (pinned)
      made.words = counted(pinned) + " pinned to cuBLASLt by det's own kernels (no GPU)";
    return made;
  }
  if (!pinned && !isFree)
    return made;
  Result<std::unique_ptr<CublasLt>> opened = open ? open(driver) : openCublasLt();
  if (!opened) {
    if (pinned)
      return Error{"'" + artifact.source() + "' has products that are pinned to cuBLASLt: " + opened.error().message +
                   ", or compile without --pins"};
    made.words = "products by det's own kernels (" + opened.error().message + ")";
    return made;
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
    if (target->chip != driver.device().chip())
      return Error{"'" + artifact.source() + "' is pinned for " + target->chip + ", and this GPU is " + driver.device().chip() +
                   " (" + driver.device().name + ")" + remedy};
    if (target->cublasLtVersion != (*opened)->version())
      return Error{"'" + artifact.source() + "' is pinned for cuBLASLt " + cublasLtVersionText(target->cublasLtVersion) +
                   ", and this machine has " + found + remedy};
  }
  made.library = std::move(*opened);
  made.gemms = std::make_unique<Gemms>(*made.library, isFree);
  // Before anything is taken: a run that cannot keep its pins ends here.
  Status checked;
  forEachProduct(plan.plan, [&](const artifact::ProductT &product, uint32_t label) {
    if (checked && !product.pin.empty())
      if (Status status = made.gemms->check(product); !status)
        checked = Error{"'" + artifact.source() + "', product '" + plan.label(label) + "': " + status.error().message};
  });
  if (!checked)
    return checked.error();
  made.words = (isFree ? "products" : counted(pinned)) + " by cuBLASLt " + found;
  return made;
}

} // namespace det::rt::cuda
