// Packs the sections of an artifact.
#include "det/Transforms/Emit/Emit.h"

#include "det/Runtime/Artifact/Artifact.h"

namespace det {

static std::span<const uint8_t> bytesOf(const std::string &text) {
  return {reinterpret_cast<const uint8_t *>(text.data()), text.size()};
}

rt::Result<std::vector<char>> emitArtifact(PlannedProgram planned, const CompiledKernels &kernels, const std::string &ordered,
                                         const std::string &certificate) {
  planned.plan.kernels = kernels.names;
  for (const KernelBody &body : kernels.bodies) {
    auto listed = std::make_unique<artifact::KernelBodyT>();
    for (const KernelBody::Op &op : body.ops) {
      listed->ops.push_back(std::make_unique<artifact::KernelOpT>());
      listed->ops.back()->does = op.does;
      listed->ops.back()->inputs = op.inputs;
    }
    listed->results = body.results;
    planned.plan.kernel_bodies.push_back(std::move(listed));
  }
  if (kernels.target == KernelTarget::Cuda) {
    planned.plan.target = "cuda";
    planned.plan.chips = kernels.chips;
    planned.plan.kernel_lanes = kernels.lanes;
  }
  flatbuffers::FlatBufferBuilder builder(1 << 20);
  builder.Finish(artifact::Plan::Pack(builder, &planned.plan));

  std::vector<rt::Section> sections;
  auto add = [&](std::string_view name, std::span<const uint8_t> bytes) { sections.push_back({std::string(name), bytes}); };
  add(rt::section::plan, {builder.GetBufferPointer(), builder.GetSize()});
  for (const CompiledSection &compiled : kernels.objects)
    add(compiled.name, bytesOf(compiled.object));
  add(rt::section::constants, planned.constants);
  add(rt::section::order, bytesOf(ordered));
  add(rt::section::certificate, bytesOf(certificate));
  auto packed = rt::packArtifact(sections);
  if (!packed)
    return packed.error();
  return std::vector<char>(packed->begin(), packed->end());
}

} // namespace det
