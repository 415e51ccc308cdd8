// Which steps become one kernel of attention, and what it takes to have them side by side.
#include "Attention.h"
#include "Memory.h"

#include "det/Device/AttentionShape.h"
#include "det/Transforms/Lower/KernelLibrary.h"

#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace det::plan {

namespace {

using artifact::FusionT, artifact::LaunchT, artifact::ProductT;
using device::AttentionShape;

/// What is assumed of a GPU: multiprocessors, results of fma per cycle of one, bytes per cycle to and from memory, cycles of a launch, and what
/// either kind of product reaches, in percent. It decides speed, never bits.
constexpr int64_t kProcessors = 132, kLanes = 128, kBytesPerCycle = 2800, kLaunch = 4000, kShared = 227 << 10, kMostBlocks = 4, kUnfusedPercent = 80;
int64_t percentOf(uint32_t rows) { return rows == 64 ? 70 : rows == 32 ? 55 : 40; }

int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// Cycles of the entries one by one, as far as they differ from those at once, and of one kernel for all.
int64_t unfusedCycles(const AttentionShape &shape, const FusionT &fusion) {
  const device::ProductShape &first = shape.firstShape, &second = shape.secondShape;
  const int64_t scores = first.batches * first.m * first.n, isThree = fusion.entries == 3;
  const int64_t work = scores * first.k + (isThree ? second.batches * second.m * second.n * second.k : 0);
  const int64_t moved = scores * 4 * (2 + isThree + (isThree && !fusion.keeps));
  return work * 100 / (kProcessors * kLanes * kUnfusedPercent) + moved / kBytesPerCycle + kLaunch * (fusion.entries - 1);
}
int64_t fusedCycles(const AttentionShape &shape, const FusionT &fusion) {
  const device::ProductShape &first = shape.firstShape, &second = shape.secondShape;
  const int64_t rows = shape.tile.rows, columns = shape.tile.columns, blocks = first.batches * ceilDiv(first.m, rows);
  // Blocks of one processor.
  const int64_t sharing = std::min(std::clamp<int64_t>(kShared / shape.sharedInAll(), 1, kMostBlocks), ceilDiv(blocks, kProcessors));
  int64_t work = rows * ceilDiv(first.n, columns) * columns * first.k;
  if (fusion.entries == 3)
    work += rows * ceilDiv(second.n, columns) * columns * second.k;
  return ceilDiv(blocks, kProcessors * sharing) * (work * sharing * 100 / (kLanes * percentOf(fusion.rows)));
}

bool isCompute(const Step &step) {
  using artifact::Action;
  return step.mark == LoopMark::None && !step.isFused && step.entry.action.type != Action::ExchangeBegin && step.entry.action.type != Action::ExchangeEnd;
}

/// True if two steps write parts of one array that have no element in common, such as the columns of three matrices side by side: from some stride on all
/// strides are multiples of it, and what lies within it is apart.
bool areApart(const BufferUse &a, const BufferUse &b) {
  if (a.reads || b.reads || !a.view || !b.view || a.elementBytes != b.elementBytes || !a.view->terms.empty() || !b.view->terms.empty())
    return false;
  auto isApartWithin = [&](int64_t period) {
    const View *views[] = {a.view.get(), b.view.get()};
    int64_t starts[2], ends[2];
    for (int i : {0, 1}) {
      starts[i] = ends[i] = views[i]->offset % period;
      for (auto [size, stride] : llvm::zip_equal(views[i]->shape, views[i]->strides)) {
        if (size > 1 && (stride < 0 || (stride >= period && stride % period != 0)))
          return false;
        ends[i] += size > 1 && stride < period ? (size - 1) * stride : 0;
      }
      if (ends[i] >= period)
        return false;
    }
    return ends[0] < starts[1] || ends[1] < starts[0];
  };
  return llvm::any_of(a.view->strides, [&](int64_t stride) { return stride > 1 && isApartWithin(stride); });
}

bool hasOffset(const std::vector<artifact::RankOffset> &offsets, size_t buffer) {
  return llvm::any_of(offsets, [&](const artifact::RankOffset &offset) { return offset.buffer() == buffer; });
}

class Fuser {
public:
  Fuser(ProgramBuilder &builder, const AttentionOptions &options) : builder(builder), steps(builder.steps), options(options) {
    for (const Step &step : steps)
      for (const BufferUse &use : step.uses)
        ++usesOf[rootOf(use.buffer)];
  }

  void run() {
    // What lay between fused steps may be in front of them afterwards, and begin others.
    for (size_t i = 0; i < steps.size();)
      i += !fuseAt(i);
  }

private:
  int rootOf(int buffer) const { return plan::rootOf(builder.buffers, buffer); }
  bool touches(const Step &step, int buffer) const {
    return llvm::any_of(step.uses, [&](const BufferUse &use) { return rootOf(use.buffer) == rootOf(buffer); });
  }
  /// True if two steps use a buffer that one of them writes; `handed` are buffers of which that is no matter.
  bool conflict(const Step &a, const Step &b, llvm::ArrayRef<int> handed = {}) const {
    return llvm::any_of(a.uses, [&](const BufferUse &use) {
      return llvm::any_of(b.uses, [&](const BufferUse &other) {
        return rootOf(use.buffer) == rootOf(other.buffer) && (use.writes || other.writes) && !llvm::is_contained(handed, use.buffer) &&
               !areApart(use, other);
      });
    });
  }

  /// The only use of a buffer among those of a step; nothing if there are others.
  std::optional<unsigned> soleUse(const Step &step, int buffer) const {
    std::optional<unsigned> found;
    for (auto [position, use] : llvm::enumerate(step.uses))
      if (rootOf(use.buffer) == rootOf(buffer)) {
        if (found)
          return std::nullopt;
        found = position;
      }
    return found;
  }

  /// The next step from `from` on that uses a buffer; nothing where an exchange or the mark of a loop comes first.
  std::optional<size_t> nextUser(size_t from, int buffer) const {
    for (size_t i = from; i < steps.size() && isCompute(steps[i]); ++i)
      if (touches(steps[i], buffer))
        return i;
    return std::nullopt;
  }

  /// Fuses what begins with step `i`; false if nothing does.
  bool fuseAt(size_t i) {
    const ProductT *first = steps[i].isFused ? nullptr : steps[i].entry.action.AsProduct();
    if (!first || hasOffset(first->rank_offsets, 2))
      return false;
    const BufferUse scores = steps[i].uses[2];
    if (builder.buffers[scores.buffer].kind != BufferKind::Temporary || builder.buffers[scores.buffer].alias >= 0 || usesOf[rootOf(scores.buffer)] != 2)
      return false;
    std::optional<size_t> reader = nextUser(i + 1, scores.buffer);
    const LaunchT *launch = reader ? steps[*reader].entry.action.AsLaunch() : nullptr;
    if (!launch || !builder.kernels.hasRows(launch->kernel))
      return false;
    std::optional<unsigned> input = soleUse(steps[*reader], scores.buffer);
    if (!input || steps[*reader].uses[*input].writes || steps[*reader].uses[*input].bytes != scores.bytes || hasOffset(launch->rank_offsets, *input))
      return false;
    FusionT fusion;
    fusion.kernel = launch->kernel;
    fusion.input = *input;
    if (fuseThree(i, *reader, fusion))
      return true;
    fusion.entries = 2;
    fusion.output = device::noRowBuffer;
    fusion.keeps = true;
    std::optional<BufferUse> made;
    for (auto [read, written] : steps[*reader].inPlace)
      if (read == *input && !made && isMadeBy(*reader, written))
        made = steps[*reader].uses[written];
    if (!choose(fusion, i, *reader, std::nullopt) || !fuse({i, *reader}, fusion, {scores.buffer}))
      return false;
    if (made)
      shareTile(scores, *made);
    return true;
  }

  /// The same with a product of what the launch makes in place of the scores.
  bool fuseThree(size_t i, size_t reader, FusionT fusion) {
    for (auto [read, written] : steps[reader].inPlace) {
      const BufferUse made = steps[reader].uses[written];
      const LaunchT &launch = *steps[reader].entry.action.AsLaunch();
      if (read != fusion.input || !isMadeBy(reader, written) || hasOffset(launch.rank_offsets, written))
        continue;
      for (std::optional<size_t> user = nextUser(reader + 1, made.buffer); user; user = nextUser(*user + 1, made.buffer)) {
        const ProductT *second = steps[*user].entry.action.AsProduct();
        std::optional<unsigned> operand = second ? soleUse(steps[*user], made.buffer) : std::nullopt;
        if (!operand || *operand > 1 || steps[*user].uses[*operand].bytes != made.bytes || hasOffset(second->rank_offsets, *operand))
          continue;
        fusion.entries = 3;
        fusion.output = written;
        fusion.keeps = usesOf[rootOf(made.buffer)] > 2;
        const BufferUse scores = steps[i].uses[2];
        // The shape takes the first operand that is read as the rows lie.
        if (!choose(fusion, i, reader, *user) || isExchanged != (*operand == 1) || !fuse({i, reader, *user}, fusion, {scores.buffer, made.buffer}))
          continue;
        shareTile(scores, made);
        return true;
      }
    }
    return false;
  }

  /// True if the step is the first to use the buffer of one of its uses, and uses it once; nobody else has said where that lies.
  bool isMadeBy(size_t step, unsigned use) const {
    const int number = steps[step].uses[use].buffer;
    const Buffer &buffer = builder.buffers[number];
    return buffer.kind == BufferKind::Temporary && buffer.alias < 0 && soleUse(steps[step], number) &&
           std::none_of(steps.begin(), steps.begin() + step, [&](const Step &other) { return touches(other, number); });
  }

  /// Sets the tile that is thought to be fastest; false where there is none, or where the entries one by one are thought faster.
  bool choose(FusionT &fusion, size_t i, size_t reader, std::optional<size_t> user) {
    const ProductT *second = user ? steps[*user].entry.action.AsProduct() : nullptr;
    LaunchT launch = *steps[reader].entry.action.AsLaunch();
    launch.buffers.resize(steps[reader].uses.size());
    int64_t best = INT64_MAX;
    uint16_t rows = 0;
    for (const rt::cuda::AttentionTile &tile : rt::cuda::attentionTiles) {
      fusion.rows = tile.rows;
      auto shape = device::shapeAttention(*steps[i].entry.action.AsProduct(), launch, second, fusion);
      if (!shape || shape->sharedInAll() > options.sharedBytes)
        continue;
      isExchanged = shape->exchanged;
      int64_t cycles = fusedCycles(*shape, fusion);
      if (cycles < best && (options.always || cycles <= unfusedCycles(*shape, fusion))) {
        best = cycles;
        rows = tile.rows;
      }
    }
    fusion.rows = rows;
    return rows != 0;
  }

  /// Puts the steps `chosen` side by side: what lies between them goes before them if nothing keeps it from that, else behind them. Then marks
  /// them. False, and nothing moves, where something can do neither. `handed`: what goes from one to the next.
  bool fuse(llvm::ArrayRef<size_t> chosen, const FusionT &fusion, llvm::ArrayRef<int> handed) {
    // Blocks do all entries at once: none may write what another block has still to read.
    for (size_t i = 0; i < chosen.size(); ++i)
      for (size_t j = 0; j < i; ++j)
        if (conflict(steps[chosen[j]], steps[chosen[i]], handed))
          return false;
    const size_t first = chosen.front();
    llvm::SmallVector<size_t> before, behind;
    for (size_t i = first; i < chosen.back(); ++i) {
      if (llvm::is_contained(chosen, i))
        continue;
      auto isInTheWay = [&](size_t other) { return other < i && conflict(steps[other], steps[i]); };
      (llvm::any_of(chosen, isInTheWay) || llvm::any_of(behind, isInTheWay) ? behind : before).push_back(i);
    }
    for (size_t i : behind)
      for (size_t other : chosen)
        if (other > i && conflict(steps[i], steps[other]))
          return false;
    llvm::SmallVector<size_t> order(before);
    llvm::append_range(order, chosen);
    const size_t at = first + before.size();
    llvm::append_range(order, behind);
    std::vector<Step> moved;
    for (size_t i : order)
      moved.push_back(std::move(steps[i]));
    std::move(moved.begin(), moved.end(), steps.begin() + first);
    steps[at].entry.fusion = std::make_unique<FusionT>(fusion);
    for (Step &step : llvm::MutableArrayRef(steps).slice(at, chosen.size()))
      step.isFused = true;
    return true;
  }

  /// What the launch makes gets the place of the scores, which are written nowhere.
  void shareTile(const BufferUse &scores, const BufferUse &made) {
    if (scores.bytes == 0 && made.bytes == 0 && builder.buffers[scores.buffer].bytes == builder.buffers[made.buffer].bytes)
      builder.buffers[made.buffer].alias = scores.buffer;
  }

  ProgramBuilder &builder;
  std::vector<Step> &steps;
  const AttentionOptions &options;
  llvm::DenseMap<int, int> usesOf; ///< by root of buffers
  bool isExchanged = false;        ///< of the shape that was chosen last
};

} // namespace

void fuseAttention(ProgramBuilder &builder, const AttentionOptions &options) { Fuser(builder, options).run(); }

} // namespace det::plan
