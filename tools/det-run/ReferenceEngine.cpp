// The reference device: the interpreter of the ordered graph, over whole tensors.
#include "Engine.h"
#include "Signature.h"
#include "det/Runtime/State/CanonicalNan.h"

#ifdef DET_HAVE_COMPILER
#include "det-c/Reference.h"
#endif

namespace det::run {

#ifndef DET_HAVE_COMPILER

Result<std::unique_ptr<Engine>> makeReferenceEngine(std::string_view, const std::string &, const rt::SessionOptions &) {
  return Error{"--device=reference needs a det-run that was built with the compiler"};
}

#else

namespace {

struct Free {
  void operator()(DetReference *reference) const { detReferenceFree(reference); }
};

// Takes the message over.
Error take(char *message) {
  Error error{message ? message : "the reference interpreter failed"};
  detReferenceFreeError(message);
  return error;
}

class ReferenceEngine final : public Engine {
public:
  ReferenceEngine(std::unique_ptr<DetReference, Free> reference, Signature signature)
      : reference(std::move(reference)), signature(std::move(signature)) {}

  Status prepare();

  const std::vector<TensorInfo> &tensors() const override { return infos; }
  Status setState(const std::string &name, const TensorView &tensor) override;
  Result<HostTensor> getState(const std::string &name) const override;
  Result<std::map<std::string, ElementSums>> stateSums() const override;
  Status step(const ViewMap &batch) override;
  Result<TensorView> metric(const std::string &name) const override;
  std::string description() const override { return "reference interpreter of the ordered graph"; }

private:
  std::unique_ptr<DetReference, Free> reference;
  Signature signature;
  std::vector<TensorInfo> infos;
  rt::TensorMap state, metrics;
};

HostTensor blank(const TensorInfo &info) {
  HostTensor tensor{info.type, info.shape, {}};
  tensor.bytes.resize(size_t(rt::elementCount(info.shape).value_or(0) * rt::elementBytes(info.type)));
  return tensor;
}

Status ReferenceEngine::prepare() {
  if (size_t(detReferenceInputCount(reference.get())) != signature.arguments.size() ||
      size_t(detReferenceOutputCount(reference.get())) != signature.results.size())
    return Error{"the signature of the ordered graph is not the one that was interpreted"};
  infos = signature.arguments;
  for (const TensorInfo &info : signature.arguments)
    if (info.kind == artifact::TensorKind::state)
      state[info.name] = blank(info);
  for (const TensorInfo &info : signature.results) {
    if (info.kind != artifact::TensorKind::state)
      metrics[info.name] = blank(info);
    else if (state.emplace(info.name, blank(info)).second == false)
      continue;
    infos.push_back(info);
  }
  return {};
}

Status ReferenceEngine::setState(const std::string &name, const TensorView &tensor) {
  const auto found = state.find(name);
  if (found == state.end() || found->second.type != tensor.type || found->second.shape != tensor.shape)
    return Error{"the program has no state tensor '" + name + "' " + rt::describe(tensor.type, tensor.shape)};
  found->second.bytes.assign(tensor.bytes.begin(), tensor.bytes.end());
  rt::makeNansCanonical(tensor.type, found->second.bytes);
  return {};
}

Result<HostTensor> ReferenceEngine::getState(const std::string &name) const {
  const auto found = state.find(name);
  if (found == state.end())
    return Error{"the program has no state tensor '" + name + "'"};
  return found->second;
}

Result<std::map<std::string, ElementSums>> ReferenceEngine::stateSums() const {
  std::map<std::string, ElementSums> sums;
  for (const auto &[name, tensor] : state)
    sums[name] = rt::elementSums(tensor.type, tensor.bytes.data(), 0, *rt::elementCount(tensor.shape));
  return sums;
}

Status ReferenceEngine::step(const ViewMap &batch) {
  rt::CanonicalInputs canonical;
  std::vector<const void *> inputs;
  for (const TensorInfo &info : signature.arguments) {
    if (info.kind == artifact::TensorKind::state) {
      inputs.push_back(state.at(info.name).bytes.data());
      continue;
    }
    const auto given = batch.find(info.name);
    if (given == batch.end() || given->second.type != info.type || given->second.shape != info.shape)
      return Error{"batch tensor '" + info.name + "' must be " + rt::describe(info.type, info.shape)};
    inputs.push_back(canonical.of(inputs.size(), given->second));
  }
  // Results go to memory of their own: state is read while the step runs.
  std::vector<HostTensor> results;
  std::vector<void *> outputs;
  for (const TensorInfo &info : signature.results)
    results.push_back(blank(info));
  for (size_t i = 0; i < results.size(); ++i) {
    if (size_t(detReferenceOutputSize(reference.get(), int64_t(i))) != results[i].bytes.size())
      return Error{"result '" + signature.results[i].name + "' has another size than its type"};
    outputs.push_back(results[i].bytes.data());
  }
  char *message = nullptr;
  if (detReferenceRun(reference.get(), inputs.data(), outputs.data(), &message) != 0)
    return take(message);
  for (size_t i = 0; i < results.size(); ++i) {
    const TensorInfo &info = signature.results[i];
    (info.kind == artifact::TensorKind::state ? state : metrics)[info.name] = std::move(results[i]);
  }
  return {};
}

Result<TensorView> ReferenceEngine::metric(const std::string &name) const {
  const auto found = metrics.find(name);
  if (found == metrics.end())
    return Error{"the program has no metric '" + name + "'"};
  return found->second.view();
}

} // namespace

Result<std::unique_ptr<Engine>> makeReferenceEngine(std::string_view text, const std::string &source, const rt::SessionOptions &options) {
  Result<Signature> signature = readSignature(text);
  if (!signature)
    return Error{"'" + source + "': " + signature.error().message};
  char *message = nullptr;
  std::unique_ptr<DetReference, Free> reference(
      detReferenceCreateLimited(text.data(), text.size(), options.maxTripCount, &message));
  if (!reference)
    return take(message);
  auto engine = std::make_unique<ReferenceEngine>(std::move(reference), std::move(*signature));
  if (Status status = engine->prepare(); !status)
    return status.error();
  return std::unique_ptr<Engine>(std::move(engine));
}

#endif

Result<std::unique_ptr<Engine>> makeReferenceEngine(const rt::Artifact &artifact, const rt::SessionOptions &options) {
  const auto order = artifact.section(rt::section::order);
  if (!order)
    return Error{"'" + artifact.source() + "' has no section 'order', which the reference device runs"};
  return makeReferenceEngine({reinterpret_cast<const char *>(order->data()), order->size()}, artifact.source(), options);
}

} // namespace det::run
