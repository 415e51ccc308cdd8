// Launches, products, copies, gathers, scatters, joins: descriptions to prepared operations.
#include "DescribeProduct.h"
#include "ResolveWork.h"
#include "det/Runtime/Host/Postfix.h"

#include <algorithm>
#include <optional>

namespace det::rt {

std::optional<host::Index> indexOf(ElementType type) {
  switch (type) {
  case ElementType::i8:
    return host::Index::i8;
  case ElementType::i16:
    return host::Index::i16;
  case ElementType::i32:
    return host::Index::i32;
  case ElementType::i64:
    return host::Index::i64;
  case ElementType::i1:
  case ElementType::ui8:
    return host::Index::u8;
  case ElementType::ui16:
    return host::Index::u16;
  case ElementType::ui32:
    return host::Index::u32;
  case ElementType::ui64:
    return host::Index::u64;
  default:
    return std::nullopt;
  }
}

std::vector<int64_t> starts(const Region &box) {
  std::vector<int64_t> begins;
  for (const Interval &side : box)
    begins.push_back(side.begin);
  return begins;
}

bool isUnsigned(ElementType type) { return type == ElementType::i1 || (type >= ElementType::ui4 && type <= ElementType::ui64); }

std::optional<host::Element> elementOf(ElementType type, bool moved) {
  if (type == ElementType::f32)
    return host::Element::f32;
  if (type == ElementType::f64)
    return host::Element::f64;
  if (!moved && type > ElementType::ui64)
    return std::nullopt;
  switch (elementBytes(type)) {
  case 1:
    return host::Element::i8;
  case 2:
    return host::Element::i16;
  case 4:
    return host::Element::i32;
  case 8:
    return host::Element::i64;
  default:
    return std::nullopt;
  }
}

std::optional<host::JoinOp> joinOpOf(artifact::Combiner combiner, ElementType type) {
  switch (combiner) {
  case artifact::Combiner::add:
    return host::JoinOp::add;
  case artifact::Combiner::mul:
    return host::JoinOp::mul;
  case artifact::Combiner::max:
    return isUnsigned(type) ? host::JoinOp::maxUnsigned : host::JoinOp::max;
  case artifact::Combiner::min:
    return isUnsigned(type) ? host::JoinOp::minUnsigned : host::JoinOp::min;
  case artifact::Combiner::and_:
    return host::JoinOp::bitAnd;
  case artifact::Combiner::or_:
    return host::JoinOp::bitOr;
  case artifact::Combiner::xor_:
    return host::JoinOp::bitXor;
  case artifact::Combiner::assign:
    return std::nullopt;
  }
  return std::nullopt;
}

namespace {

std::optional<host::Real> productTypeOf(ElementType type) {
  switch (type) {
  case ElementType::f32:
    return host::Real::f32;
  case ElementType::f64:
    return host::Real::f64;
  case ElementType::i32:
    return host::Real::i32;
  case ElementType::i64:
    return host::Real::i64;
  default:
    return std::nullopt;
  }
}

} // namespace

Result<LaunchOp> Resolver::launch(const artifact::LaunchT &launch, ResolvedProgram &program) const {
  LaunchOp op{kernels[launch.kernel], {}, launch.params, launch.extent, launch.grain};
  for (const artifact::RankParam &param : launch.rank_params)
    op.params[param.index()] += param.scale() * space.boxStart(param.layout(), param.dim());
  for (size_t i = 0; i < launch.buffers.size(); ++i) {
    if (launch.extent == 0) {
      op.buffers.push_back(nullptr);
      continue;
    }
    Result<uint8_t *> address = space.resolveStart(launch.buffers[i], space.rankOffset(launch.rank_offsets, i));
    if (!address)
      return Error{"buffer " + std::to_string(i) + ": " + address.error().message};
    op.buffers.push_back(*address);
  }
  program.threadScratch = std::max(program.threadScratch, launch.scratch_bytes);
  return op;
}

Result<ProductOp> Resolver::product(const artifact::ProductT &product, bool serial, ResolvedProgram &program) const {
  const std::optional<host::Real> type = productTypeOf(product.type);
  if (!type)
    return Error{"there is no product of " + std::string(elementName(product.type))};
  const size_t version = isa == host::Isa::v4 ? 1 : 0;
  if (product.tilings.size() <= version)
    return Error{"it has no tiling for this instruction set"};
  const host::Product description = describeProduct(product, *type);
  auto found = tables.products.find(&product);
  if (found == tables.products.end()) {
    const artifact::Tiling &tiling = product.tilings[version];
    Result<host::PreparedProduct> prepared =
        host::prepareProduct(description, {tiling.mr(), tiling.nr(), tiling.mc(), tiling.nc(), tiling.kc()}, isa);
    if (!prepared)
      return prepared.error();
    found = tables.products.emplace(&product, *prepared).first;
  }
  const Result<ProductAddresses> at = resolveProduct(product, description, space);
  if (!at)
    return at.error();
  program.teamScratch = std::max<uint64_t>(program.teamScratch, host::productScratch(found->second, serial ? 1 : teamSize));
  return ProductOp{found->second, at->a, at->b, at->c};
}

Result<CopyOp> Resolver::copy(const artifact::CopyT &copy) const {
  std::vector<host::CopyDim> dims;
  Extent source, target;
  for (size_t d = 0; d < copy.sizes.size(); ++d) {
    dims.push_back({copy.sizes[d], copy.source_strides[d], copy.target_strides[d]});
    source.walk(copy.sizes[d], copy.source_strides[d]);
    target.walk(copy.sizes[d], copy.target_strides[d]);
  }
  if (copy.element_bytes < 1 || copy.element_bytes > 16)
    return Error{"its elements have " + std::to_string(copy.element_bytes) + " bytes"};
  const Result<uint8_t *> from =
      space.resolve(*copy.source, space.rankOffset(copy.rank_offsets, 0), source, copy.element_bytes, AddressSpace::read);
  const Result<uint8_t *> to =
      space.resolve(*copy.target, space.rankOffset(copy.rank_offsets, 1), target, copy.element_bytes, AddressSpace::write);
  if (!from || !to)
    return (!from ? from : to).error();
  Result<host::PreparedCopy> prepared = prepareElements(dims, copy.element_bytes);
  if (!prepared)
    return prepared.error();
  return CopyOp{std::move(*prepared), *from, *to};
}

Result<GatherOp> Resolver::gather(const artifact::GatherT &gather) const {
  const auto index = indexOf(gather.index_type);
  const auto operandCount = elementCount(gather.operand_shape), indexCount = elementCount(gather.indices_shape),
             resultCount = elementCount(gather.result_shape);
  if (!index || !operandCount || !indexCount || !resultCount)
    return Error{"its shapes or its index type are malformed"};
  host::Gather description{gather.operand_shape,
                           gather.indices_shape,
                           gather.result_shape,
                           gather.offset_dims,
                           gather.collapsed_slice_dims,
                           gather.operand_batching_dims,
                           gather.indices_batching_dims,
                           gather.start_index_map,
                           gather.index_vector_dim,
                           gather.slice_sizes,
                           {},
                           {},
                           int64_t(gather.element_bytes),
                           *index};
  if (gather.operand_layout != noLayout) {
    const Placed &layout = plan.layouts[gather.operand_layout];
    description.operandGlobal = layout.shape();
    description.operandStart = starts(layout.box(space.rank));
  }
  Result<host::PreparedGather> prepared = host::prepareGather(description);
  if (!prepared)
    return prepared.error();
  const Result<uint8_t *> operand =
      space.resolve(*gather.operand, 0, Extent::dense(*operandCount), gather.element_bytes, AddressSpace::read);
  const Result<uint8_t *> indices =
      space.resolve(*gather.indices, 0, Extent::dense(*indexCount), elementBytes(gather.index_type), AddressSpace::read);
  const Result<uint8_t *> result =
      space.resolve(*gather.result, 0, Extent::dense(*resultCount), gather.element_bytes, AddressSpace::write);
  if (!operand || !indices || !result)
    return (!operand ? operand : !indices ? indices : result).error();
  return GatherOp{std::move(*prepared), *operand, *indices, *result};
}

Result<JoinOp> Resolver::join(const artifact::JoinT &join) const {
  const auto op = joinOpOf(join.combiner, join.type);
  const auto element = elementOf(join.type);
  if (!op || !element)
    return Error{"it cannot combine " + std::string(elementName(join.type)) + " this way"};
  const bool rounds = join.result_type != join.type;
  if (rounds && !(join.type == ElementType::f64 && join.result_type == ElementType::f32) &&
      !(join.type == ElementType::f32 && (join.result_type == ElementType::bf16 || join.result_type == ElementType::f16)))
    return Error{"it cannot round " + std::string(elementName(join.type)) + " to " + std::string(elementName(join.result_type))};
  if (host::postfixDepth(join.pops.data(), join.count) < 0 ||
      host::postfixDepth(join.pops.data(), join.count) > host::maxPostfixDepth)
    return Error{"its program does not leave one value, or needs too deep a stack"};
  const int64_t bytes = elementBytes(join.type);
  int64_t all = 0;
  if (__builtin_mul_overflow(join.elements, int64_t(join.count), &all))
    return Error{"its size is out of range"};
  const Result<uint8_t *> nodes = space.resolve(*join.nodes, 0, Extent::dense(all), bytes, AddressSpace::read);
  const Result<uint8_t *> out =
      space.resolve(*join.result, 0, Extent::dense(join.elements), elementBytes(join.result_type), AddressSpace::write);
  if (!nodes || !out)
    return (!nodes ? nodes : out).error();
  JoinOp made{*op, *element, join.result_type, *nodes, join.elements, join.count, join.pops, {}, *out};
  if (join.has_init) {
    const int64_t count = join.init_is_scalar ? 1 : join.elements;
    const Result<uint8_t *> init = space.resolve(*join.init, 0, Extent::dense(count), bytes, AddressSpace::read);
    if (!init)
      return init.error();
    made.init = {join.init_is_scalar ? host::Init::scalar : host::Init::array, *init};
  }
  return made;
}

} // namespace det::rt
