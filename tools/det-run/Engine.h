// What det-run needs of a device: state in and out, steps, metrics.
#ifndef DET_TOOLS_RUN_ENGINE_H
#define DET_TOOLS_RUN_ENGINE_H

#include "Options.h"

namespace det::run {

using rt::ElementSums;
using rt::Error;
using rt::HostTensor;
using rt::Result;
using rt::Status;
using rt::TensorInfo;
using rt::TensorView;
using rt::ViewMap;

class Engine {
public:
  virtual ~Engine() = default;
  /// The program's tensors; a name may appear as metric and as something else.
  virtual const std::vector<TensorInfo> &tensors() const = 0;
  virtual Status setState(const std::string &name, const TensorView &tensor) = 0;
  virtual Result<HostTensor> getState(const std::string &name) const = 0; ///< in several processes: whole in process 0
  virtual Result<std::map<std::string, ElementSums>> stateSums() const = 0;
  virtual Status step(const ViewMap &batch) = 0;
  virtual Result<TensorView> metric(const std::string &name) const = 0;
  /// A line on what runs, for people.
  virtual std::string description() const = 0;
  virtual std::vector<rt::EntryTime> profile() const { return {}; }
  virtual rt::MemoryUse memory() const { return {}; }
  virtual rt::ExchangeTraffic traffic() const { return {}; }

  /// Names, types and shapes of one kind.
  std::vector<TensorInfo> tensorsOf(artifact::TensorKind kind) const;
};

/// Runs the artifact's plan on this CPU.
Result<std::unique_ptr<Engine>> makeHostEngine(rt::Artifact artifact, const rt::SessionOptions &options);

/// Interprets the artifact's ordered graph. Errors: built without the compiler, no such section, text that does not parse.
Result<std::unique_ptr<Engine>> makeReferenceEngine(const rt::Artifact &artifact, const rt::SessionOptions &options = {});

/// The same for the text of an ordered graph; `source` is for messages.
Result<std::unique_ptr<Engine>> makeReferenceEngine(std::string_view orderedText, const std::string &source,
                                                    const rt::SessionOptions &options = {});

/// Runs the artifact's plan on a GPU, or by the interpreter of PTX. Errors: no driver, no GPU, an artifact for other chips or for the host.
Result<std::unique_ptr<Engine>> makeCudaEngine(rt::Artifact artifact, const Options &options);

/// The one that the user chose.
Result<std::unique_ptr<Engine>> makeEngine(rt::Artifact artifact, const Options &options);

} // namespace det::run

#endif // DET_TOOLS_RUN_ENGINE_H
