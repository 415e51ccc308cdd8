// From an artifact's kernels to launches on streams.
#include "KernelTable.h"

namespace det::rt::cuda {

Result<KernelTable> KernelTable::load(const Artifact &artifact, const artifact::PlanT &plan, Driver &driver) {
  const Result<std::span<const uint8_t>> image = kernelsFor(artifact, plan, driver);
  if (!image)
    return image.error();
  if (plan.level == "not_guaranteed")
    driver.allowFloatAtomics();
  const Result<Module> module = driver.load(*image);
  if (!module)
    return module.error();
  return KernelTable(driver, *module);
}

Status KernelTable::resolve(std::vector<DeviceStep> &steps) {
  for (DeviceStep &step : steps)
    if (auto *kernel = std::get_if<DeviceKernel>(&step)) {
      Function &function = functions[kernel->launch.kernel];
      if (!function) {
        const Result<Function> found = driver->function(module, kernel->launch.kernel);
        if (!found)
          return found.error();
        function = *found;
      }
      kernel->function = function;
    }
  return {};
}

Status queueStep(Driver &driver, const DeviceStep &step, Stream stream) {
  if (const auto *copy = std::get_if<DeviceCopy>(&step))
    return driver.copyOnDevice(copy->to, copy->from, copy->bytes, stream);
  if (const auto *product = std::get_if<DeviceMatmul>(&step))
    return product->library->run(product->matmul, product->a, product->b, product->d, product->workspace, stream);
  const auto &kernel = std::get<DeviceKernel>(step);
  return driver.launch(kernel.function, kernel.launch, stream);
}

} // namespace det::rt::cuda
