// Safetensors files: the format of states, checkpoints and recorded batches.
#ifndef DET_RUNTIME_STATE_SAFETENSORS_H
#define DET_RUNTIME_STATE_SAFETENSORS_H

#include "det/Runtime/Artifact/Files.h"
#include "det/Runtime/State/Tensor.h"

namespace det::rt {

/// A file in memory; `tensors` view `bytes`. Moves keep the views valid.
struct SafetensorsFile {
  PageBytes bytes;
  ViewMap tensors;
  std::map<std::string, std::string> metadata;

  SafetensorsFile() = default;
  SafetensorsFile(SafetensorsFile &&) = default;
  SafetensorsFile &operator=(SafetensorsFile &&) = default;
  SafetensorsFile(const SafetensorsFile &) = delete;
};

/// Reads a whole file. Errors name the file: unreadable, truncated, a header that is not what the format says, unknown
/// element types, sizes that do not fit shapes, tensors that overlap, leave gaps or leave the file.
Result<SafetensorsFile> readSafetensors(const std::string &path);
/// The same from memory; `source` is for messages.
Result<SafetensorsFile> parseSafetensors(PageBytes bytes, const std::string &source);

/// Writes a file, never half of one (Files.h). The same tensors give the same bytes: larger elements first, then by
/// name. Errors: a type that the format lacks (i4, ui4, c128), the disk.
Status writeSafetensors(const std::string &path, const ViewMap &tensors, const std::map<std::string, std::string> &metadata = {});

} // namespace det::rt

#endif // DET_RUNTIME_STATE_SAFETENSORS_H
