// Admission probes: operands on which an algorithm that computes otherwise than the model of tensor cores shows itself.
#ifndef DET_TOOLS_PIN_PROBES_H
#define DET_TOOLS_PIN_PROBES_H

#include "Bench.h"

namespace det::pin {

enum class Probe : uint8_t { ones, exponents, cancellation, specials };
/// Probes, in the order in which they are run: cheap ones that catch most come first.
inline constexpr std::pair<Probe, int> probes[] = {
    {Probe::ones, 1}, {Probe::exponents, 3}, {Probe::cancellation, 3}, {Probe::specials, 2}}; // rounds of each
const char *nameOf(Probe probe);

/// The operands of a probe: bits of all the memory of A and B. The same numbers give the same bits.
struct Operands {
  std::vector<uint16_t> a, b;
};
Operands operandsOf(const Bench &bench, Probe probe, uint64_t seed);

/// Whether a way computes what the order says. An algorithm that fails is no error: the text says how. Compared are the leaves of
/// up to `samples` results with the model, all leaves with their length where everything is one, and all of C with det's own
/// kernel.
struct Judgement {
  bool isAdmitted = true;
  std::string why;
};
Result<Judgement> judge(Bench &bench, const Way &own, const Way &way, Probe probe, uint64_t seed, int64_t samples);

} // namespace det::pin

#endif // DET_TOOLS_PIN_PROBES_H
