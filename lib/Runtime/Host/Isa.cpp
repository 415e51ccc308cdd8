// Reads the CPU's feature flags (which include what the operating system saves on a context switch).
#include "det/Runtime/Host/Isa.h"

namespace det::rt::host {

Isa detectIsa() {
  __builtin_cpu_init();
  const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
  const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                  __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
  return v4 ? Isa::v4 : v3 ? Isa::v3 : Isa::scalar;
}

} // namespace det::rt::host
