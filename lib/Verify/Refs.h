// The Refs of an action in the order of its fields, and what moves them from rank to rank.
#ifndef DET_LIB_VERIFY_REFS_H
#define DET_LIB_VERIFY_REFS_H

#include "det/Runtime/Artifact/plan_generated.h"
#include <vector>

namespace det::verify {

/// One Ref per use of the entry's claim. `exchanges` are the program's.
std::vector<artifact::Ref> refsOf(const artifact::ActionUnion &action,
                                  const std::vector<std::unique_ptr<artifact::ExchangeT>> &exchanges);

/// The rank offsets of an action; most have none.
const std::vector<artifact::RankOffset> &offsetsOf(const artifact::ActionUnion &action);

} // namespace det::verify

#endif // DET_LIB_VERIFY_REFS_H
