// Random numbers that a platform makes.
#include "Visit.h"

namespace det::audit {
namespace {

void rng(Visit &v) { v.report("hidden-seed", input::word(v.op->getAttr("rng_distribution")).lower()); }

void rngBitGenerator(Visit &v) {
  StringRef algorithm = input::word(v.op->getAttr("rng_algorithm"));
  v.report("random-bits", algorithm.empty() ? "" : "algorithm " + algorithm.str());
}

} // namespace

void addRandomHazards(Handlers &handlers) {
  handlers.add("rng", rng);
  handlers.add("rng_bit_generator", rngBitGenerator);
}

} // namespace det::audit
