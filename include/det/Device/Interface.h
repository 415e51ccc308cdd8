// Kernels lie in artifacts, and launches are prepared by the runtime that loads them: both must mean the same by a kernel's parameters.
#ifndef DET_DEVICE_INTERFACE_H
#define DET_DEVICE_INTERFACE_H

#include <string_view>

namespace det::device {

/// A hash of the headers by which kernels and launches agree (library DetDeviceNames).
std::string_view kernelInterface();

/// The section of an artifact that has the hash of the kernels in it.
inline constexpr std::string_view interfaceSection = "kernels.interface";

} // namespace det::device

#endif // DET_DEVICE_INTERFACE_H
