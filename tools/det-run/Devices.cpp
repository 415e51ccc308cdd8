// The device that the user chose.
#include "Engine.h"

namespace det::run {

Result<std::unique_ptr<Engine>> makeEngine(rt::Artifact artifact, const Options &options) {
  if (options.device == Device::reference)
    return makeReferenceEngine(artifact, options.session);
  if (options.device == Device::cuda || options.device == Device::ptxSim)
    return makeCudaEngine(std::move(artifact), options);
  return makeHostEngine(std::move(artifact), options.session);
}

} // namespace det::run
