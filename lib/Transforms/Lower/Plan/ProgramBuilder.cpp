// Buffers, views and steps of one rank class.
#include "ProgramBuilder.h"

#include "Lowerings.h"
#include <algorithm>

using namespace mlir;

namespace det::plan {

int ProgramBuilder::addBuffer(BufferKind kind, uint64_t bytes) {
  Buffer buffer;
  buffer.kind = kind;
  buffer.bytes = bytes;
  buffers.push_back(buffer);
  return static_cast<int>(buffers.size()) - 1;
}

int ProgramBuilder::constantBuffer(uint64_t offset, uint64_t bytes) {
  auto [found, isNew] = constantBuffers.try_emplace({offset, bytes}, -1);
  if (isNew) {
    int buffer = addBuffer(BufferKind::Constant, bytes);
    buffers[buffer].offset = offset;
    found->second = buffer;
  }
  return found->second;
}

View ProgramBuilder::allocate(ArrayRef<int64_t> shape, int64_t elementBytes) {
  return View::dense(addBuffer(BufferKind::Temporary, elementsOf(shape) * elementBytes), shape);
}

SmallVector<int64_t> ProgramBuilder::localLows(Operation *op, unsigned operand) const {
  FactorMap factors = cast<PartitionableOpInterface>(op).getFactors();
  SmallVector<int64_t> lows(globalShape(op->getOperand(operand)).size(), 0);
  for (const FactorWindow &window : factors.windows)
    if (window.operand == operand)
      lows[window.dim] = placements.localLow(op, factors, window, rank);
  return lows;
}

void ProgramBuilder::setView(Value value, View view) {
  view.value = value;
  view.starts.clear();
  views[value] = std::move(view);
}

View ProgramBuilder::dense(Value value) {
  const View &from = view(value);
  if (from.isDense() && from.terms.empty())
    return from;
  auto found = denseViews.find(value);
  if (found != denseViews.end())
    return found->second;
  int64_t bytes = bytesOf(value);
  View to = allocate(from.shape, bytes);
  to.value = value;
  Operation *op = value.getDefiningOp();
  size_t place = placeFor(value), before = steps.size();
  copy(from, to, bytes, op ? tables.label(op) : tables.label("argument: copy"));
  if (steps.size() != before)
    moveLastStep(place);
  denseViews[value] = to;
  return to;
}

size_t ProgramBuilder::placeFor(Value value) const {
  for (const OpenLoop &loop : openLoops)
    if (!loop.op->isAncestor(value.getParentRegion()->getParentOp()))
      return loop.begin;
  return steps.size();
}

void ProgramBuilder::moveLastStep(size_t position) {
  if (position + 1 >= steps.size())
    return;
  std::rotate(steps.begin() + position, steps.end() - 1, steps.end());
  for (OpenLoop &loop : openLoops)
    if (loop.begin >= position)
      ++loop.begin;
}

Step &ProgramBuilder::beginLoop(Operation *loop, artifact::WhileT entry) {
  openLoops.push_back({loop, steps.size()});
  Step &step = add(std::move(entry), {}, tables.label(loop), 0, 0);
  step.mark = LoopMark::Begin;
  return step;
}

void ProgramBuilder::testLoop(const View &predicate) {
  Step &step = steps.emplace_back();
  step.uses.push_back(reads(predicate, 1));
  step.mark = LoopMark::Test;
}

void ProgramBuilder::endLoop() {
  steps.emplace_back().mark = LoopMark::End;
  openLoops.pop_back();
}

View ProgramBuilder::assembled(Value result) {
  auto found = assembledViews.find(result);
  if (found != assembledViews.end())
    return found->second;
  View view = place(result);
  assembledViews[result] = view;
  return view;
}

View ProgramBuilder::place(Value result) {
  View hypothetical = View::dense(-1, localShape(result));
  if (!hypothetical.isEmpty())
    if (std::optional<View> wanted = wantedByConsumers(result, hypothetical, *this))
      return *wanted;
  return allocate(hypothetical.shape, bytesOf(result));
}

void ProgramBuilder::beginExchange(artifact::ExchangeT exchange, const View &source, const View &target) {
  int64_t bytes = exchange.element_bytes;
  Pending entry{static_cast<uint32_t>(exchanges.size()), exchange.label, reads(source, bytes), writes(target, bytes)};
  exchanges.push_back(std::make_unique<artifact::ExchangeT>(std::move(exchange)));
  artifact::ExchangeBeginT begin;
  begin.exchange = entry.number;
  add(std::move(begin), {entry.source, entry.target}, entry.label, 0, 0);
  pending.push_back(entry);
}

void ProgramBuilder::endExchanges(int buffer) {
  std::vector<Pending> others;
  for (const Pending &entry : std::exchange(pending, {})) {
    if (buffer >= 0 && entry.target.buffer != buffer) {
      others.push_back(entry);
      continue;
    }
    artifact::ExchangeEndT end;
    end.exchange = entry.number;
    add(std::move(end), {entry.source, entry.target}, entry.label, 0, 0);
  }
  pending = std::move(others);
}

void ProgramBuilder::copy(const View &from, const View &to, int64_t elementBytes, uint32_t label) {
  if (from.isEmpty())
    return;
  artifact::CopyT copy;
  copy.element_bytes = elementBytes;
  copy.sizes.assign(from.shape.begin(), from.shape.end());
  copy.source_strides.assign(from.strides.begin(), from.strides.end());
  copy.target_strides.assign(to.strides.begin(), to.strides.end());
  addRankOffsets(from, 0, elementBytes, copy.rank_offsets);
  addRankOffsets(to, 1, elementBytes, copy.rank_offsets);
  add(std::move(copy), {reads(from, elementBytes), writes(to, elementBytes)}, label, 0, from.elements());
}

void ProgramBuilder::addRankOffsets(const View &view, uint16_t buffer, int64_t elementBytes,
                                    std::vector<artifact::RankOffset> &offsets) {
  for (const RankTerm &term : view.terms)
    offsets.emplace_back(buffer, tables.layout(term.layout, term.globalShape), term.dim, term.stride * elementBytes);
}

} // namespace det::plan
