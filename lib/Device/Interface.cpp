// Which kernels this build's launches fit.
#include "det/Device/Interface.h"

namespace det::device {

std::string_view kernelInterface() { return DET_KERNEL_INTERFACE; }

} // namespace det::device
