// det-verify: whether an artifact evaluates what its certificate says. Knows neither MLIR nor the compiler nor the runtime.
#ifndef DET_LIB_VERIFY_VERIFY_H
#define DET_LIB_VERIFY_VERIFY_H

#include "Artifact.h"
#include "Below.h"
#include <nlohmann/json.hpp>

namespace det::verify {

/// What was checked.
struct Summary {
  int64_t ops = 0, ordered = 0, ranks = 0, classes = 0, entries = 0, joins = 0, exchanges = 0;
  int64_t pinned = 0; ///< products by a library's algorithm
  std::string graphHash, level;
  Below below;
  std::string text() const;
};

/// Checks an artifact in this order: checksums, the certificate's own hashes, layouts, messages, then the program of each class of ranks
/// on the ranks at its corners. Throws a Fault, whose text names rank, entry and op, at the first thing that does not hold.
Summary verify(std::vector<uint8_t> bytes);

/// The same for a plan and a certificate that are at hand; `pins` is the section of that name, empty if there is none.
Summary verify(const artifact::PlanT &plan, const nlohmann::json &certificate, std::span<const uint8_t> constants, std::string_view pins = "");

} // namespace det::verify

#endif // DET_LIB_VERIFY_VERIFY_H
