// The files that this process writes under other names until they are complete: known, so that none is left over.
#ifndef DET_RUNTIME_ARTIFACT_UNFINISHED_H
#define DET_RUNTIME_ARTIFACT_UNFINISHED_H

#include <string>

namespace det::rt {

/// A file that has been made and is not complete. Call them around its life; from any thread.
void beginUnfinished(const std::string &path);
/// It has its name now, or has been removed.
void endUnfinished(const std::string &path);

/// Removes all of them: for a process that ends without unwinding.
void removeUnfinished();

} // namespace det::rt

#endif // DET_RUNTIME_ARTIFACT_UNFINISHED_H
