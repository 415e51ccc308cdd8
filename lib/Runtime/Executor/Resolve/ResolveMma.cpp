// Products by tensor-core steps: the model of a plan's entry, replayed.
#include "DescribeProduct.h"
#include "ResolveWork.h"

#include "det/Runtime/Host/ProductMma.h"

#include <algorithm>

namespace det::rt {

namespace {

struct MmaWork : Work {
  host::PreparedMma product;
  const uint8_t *a, *b;
  uint8_t *c;

  void run(host::Team &team, const Scratch &scratch) const override {
    host::runMma(product, a, b, reinterpret_cast<float *>(c), team, scratch.team);
  }
};

} // namespace

Result<WorkOp> mmaWork(const artifact::ProductT &product, bool serial, const Resolver &resolver, ResolvedProgram &program) {
  const auto model = tensorcore::findModel(artifact::EnumNameMmaModel(product.model));
  const auto format = tensorcore::findFormat(artifact::EnumNameElementType(product.operand));
  if (!model || !format || product.type != ElementType::f32)
    return Error{"no tensor core multiplies " + std::string(elementName(product.operand)) + " to " + std::string(elementName(product.type))};
  const host::Product description = describeProduct(product, host::Real::f32);
  // First, for it refuses sizes that no memory has.
  const Result<ProductAddresses> at = resolveProduct(product, description, resolver.space);
  if (!at)
    return at.error();
  auto &prepared = resolver.tables.tensorCoreProducts;
  auto found = prepared.find(&product);
  if (found == prepared.end()) {
    Result<host::PreparedMma> made = host::prepareMma(description, {*model, *format}, resolver.isa);
    if (!made)
      return made.error();
    found = prepared.emplace(&product, *made).first;
  }
  auto work = std::make_shared<MmaWork>();
  work->product = found->second;
  work->a = at->a;
  work->b = at->b;
  work->c = at->c;
  program.teamScratch = std::max<uint64_t>(program.teamScratch, host::mmaScratch(found->second, serial ? 1 : resolver.teamSize));
  return WorkOp{work};
}

} // namespace det::rt
