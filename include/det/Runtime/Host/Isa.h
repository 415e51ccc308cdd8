// The instruction sets that host kernels exist for, and which of them this machine has.
#ifndef DET_RUNTIME_HOST_ISA_H
#define DET_RUNTIME_HOST_ISA_H

#include <cstdint>

namespace det::rt::host {

/// x86-64 microarchitecture levels. v3 is AVX2 with FMA, v4 is AVX-512 (F, VL, DQ, BW). Both give the same bits.
/// `scalar` is the plain definition that the tests compare with; it is slow and runs anywhere.
enum class Isa : uint8_t { scalar, v3, v4 };

/// The best level that this machine runs; `scalar` means that it is older than the supported baseline (v3).
Isa detectIsa();

} // namespace det::rt::host

#endif // DET_RUNTIME_HOST_ISA_H
