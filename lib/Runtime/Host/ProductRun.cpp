// Runs a prepared product on a team.
//
// Columns are cut into blocks of nc. The team packs B's block together (panels of nr columns, all of k), then takes
// tasks: groups of rows times groups of panels. A task packs its rows of A block by block of k and runs the register tiles;
// the stack of a tile outlives a block of k. With many batches each thread takes whole batches for itself instead.
// Which thread does what has no influence on bits: an output is always computed by one tile, in the order of its program.
#include "ProductTables.h"

#include <algorithm>

namespace det::rt::host {

namespace {

constexpr int64_t line = 64;
int64_t align(int64_t bytes) { return (bytes + line - 1) / line * line; }
int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

// How a team of some size shares the work.
struct Sharing {
  enum Kind { alone, batches, rows } kind;
  int64_t rowTasks, columnTasks; // per block of columns
  int64_t panelsPerTask;
  int64_t tilesPerTask; // the most
};

Sharing share(const PreparedProduct::Tables &t, int teamSize) {
  Sharing s{Sharing::rows, 1, 1, 1, 1};
  const int64_t work = t.batches * t.m * t.n * std::max(t.k, int64_t(1));
  if (teamSize == 1 || work < 48 * 1024)
    s.kind = Sharing::alone;
  else if (t.batches >= 2 * teamSize)
    s.kind = Sharing::batches;
  const int64_t members = s.kind == Sharing::rows ? teamSize : 1;
  const int64_t tiles = ceilDiv(t.m, t.tiling.mr), panels = ceilDiv(std::min(t.tiling.nc, t.n), t.tiling.nr);
  const bool oneBlock = t.leafAt.size() <= 2;
  s.rowTasks = ceilDiv(t.m, t.tiling.mc);
  s.rowTasks = std::min(ceilDiv(s.rowTasks, members) * members, tiles);
  s.columnTasks = oneBlock ? 1 : ceilDiv(panels, 8); // the stacks of a task's tiles must fit in cache
  while (s.rowTasks * s.columnTasks < members && s.columnTasks < panels)
    ++s.columnTasks;
  s.panelsPerTask = ceilDiv(panels, s.columnTasks);
  s.columnTasks = ceilDiv(panels, s.panelsPerTask);
  s.tilesPerTask = ceilDiv(tiles, s.rowTasks);
  return s;
}

// Where things lie in scratch, in bytes.
struct Layout {
  int64_t b, a, stacks, tile;
  int64_t own; // per member
  bool ownB;
};

Layout layOut(const PreparedProduct::Tables &t, const Sharing &s) {
  const int64_t bytes = t.type == Real::f32 ? 4 : 8;
  int64_t deepest = 0;
  for (size_t i = 0; i + 1 < t.kAt.size(); ++i)
    deepest = std::max(deepest, t.kAt[i + 1] - t.kAt[i]);
  const int64_t stacks = t.leafAt.size() <= 2 ? 1 : s.tilesPerTask * s.panelsPerTask;
  Layout l;
  l.b = align(std::min(t.tiling.nc, ceilDiv(t.n, t.tiling.nr) * t.tiling.nr) * t.k * bytes) + line;
  l.a = align(s.tilesPerTask * t.tiling.mr * deepest * bytes) + 2 * line; // packing may write past the end
  l.stacks = align(stacks * t.depth * t.tiling.mr * t.tiling.nr * bytes);
  l.tile = align(int64_t(t.tiling.mr) * t.tiling.nr * bytes);
  l.ownB = s.kind == Sharing::batches;
  l.own = l.a + l.stacks + l.tile + (l.ownB ? l.b : 0);
  return l;
}

template <class Scalar> struct Run {
  const PreparedProduct::Tables &t;
  const Kernels<Scalar> &kernels;
  const Sharing &s;
  const Scalar *a, *b; // of the current batch
  Scalar *c;
  Scalar *packedB, *packedA, *stacks, *temporary;

  int64_t width() const { return t.tiling.nr; }

  // Packs part `unit` of the block of columns [first, end): one panel, one chunk of k.
  static constexpr int64_t chunk = 512;
  int64_t packUnits(int64_t first, int64_t end) const { return ceilDiv(end - first, width()) * ceilDiv(t.k, chunk); }
  void packB(int64_t first, int64_t end, int64_t unit) const {
    const int64_t chunks = ceilDiv(t.k, chunk), panel = unit / chunks, k = unit % chunks * chunk;
    const int64_t column = first + panel * width();
    PackCall<Scalar> call;
    call.from = b;
    call.lanes = t.columnB.data() + column;
    call.steps = t.stepB.data() + k;
    call.to = packedB + (panel * t.k + k) * width();
    call.count = std::min(chunk, t.k - k);
    call.first = k;
    call.run = t.bRun;
    call.valid = static_cast<int32_t>(std::min(width(), end - column));
    call.width = static_cast<int32_t>(width());
    kernels.pack(call);
  }

  void packA(int64_t row, int64_t rows, int64_t k, int64_t kEnd, Scalar *to) const {
    PackCall<Scalar> call;
    call.from = a;
    call.lanes = t.rowA.data() + row;
    call.steps = t.stepA.data() + k;
    call.to = to;
    call.count = kEnd - k;
    call.first = k;
    call.run = t.aRun;
    call.valid = static_cast<int32_t>(rows);
    call.width = t.tiling.mr;
    kernels.pack(call);
  }

  // Task number `task` of the block of columns [first, end).
  void runTask(int64_t first, int64_t end, int64_t task) const {
    const int64_t mr = t.tiling.mr, tiles = ceilDiv(t.m, mr), panels = ceilDiv(end - first, width());
    const int64_t rowTask = task % s.rowTasks, columnTask = task / s.rowTasks;
    const int64_t tile0 = rowTask * tiles / s.rowTasks, tile1 = (rowTask + 1) * tiles / s.rowTasks;
    const int64_t panel0 = columnTask * s.panelsPerTask, panel1 = std::min(panel0 + s.panelsPerTask, panels);
    if (panel0 >= panel1)
      return;
    const int64_t blocks = static_cast<int64_t>(t.leafAt.size()) - 1;
    const int64_t entry = mr * width();
    for (int64_t block = 0; block < blocks; ++block) {
      const int64_t k = t.kAt[block], kEnd = t.kAt[block + 1], panelA = mr * (kEnd - k);
      for (int64_t tile = tile0; tile < tile1; ++tile)
        packA(tile * mr, std::min(mr, t.m - tile * mr), k, kEnd, packedA + (tile - tile0) * panelA);
      for (int64_t panel = panel0; panel < panel1; ++panel) {
        const int64_t column = first + panel * width(), columns = std::min(width(), end - column);
        const bool consecutive = t.contiguous[column / width()];
        for (int64_t tile = tile0; tile < tile1; ++tile) {
          const int64_t row = tile * mr, rows = std::min(mr, t.m - row);
          const int vectors = columns > kernels.lanes ? 2 : 1;
          const int64_t slot = blocks == 1 ? 0 : (panel - panel0) * s.tilesPerTask + (tile - tile0);
          TileCall<Scalar> call;
          call.a = packedA + (tile - tile0) * panelA;
          call.aStep = mr;
          call.b = packedB + (panel * t.k + k) * width();
          call.bStep = width();
          call.leaves = t.leaves.data() + t.leafAt[block];
          call.pops = t.pops.data() + t.leafAt[block];
          call.count = t.leafAt[block + 1] - t.leafAt[block];
          call.stack = stacks + slot * t.depth * entry + t.heightAt[block] * rows * vectors * kernels.lanes;
          call.columns = static_cast<int32_t>(columns);
          if (block + 1 < blocks) {
            call.c = nullptr;
            kernels.tiles[rows - 1][vectors - 1](call);
          } else if (consecutive) {
            call.c = c + t.columnC[column];
            call.rowOffsets = t.rowC.data() + row;
            kernels.tiles[rows - 1][vectors - 1](call);
          } else {
            spread(call, row, rows, column, vectors);
          }
        }
      }
    }
  }

  // A tile whose columns are not consecutive in C goes through a dense copy.
  void spread(TileCall<Scalar> &call, int64_t row, int64_t rows, int64_t column, int vectors) const {
    int64_t offsets[Kernels<Scalar>::mostRows];
    for (int64_t r = 0; r < rows; ++r)
      offsets[r] = r * width();
    const int32_t columns = call.columns;
    call.c = temporary;
    call.rowOffsets = offsets;
    call.columns = vectors * kernels.lanes;
    kernels.tiles[rows - 1][vectors - 1](call);
    for (int64_t r = 0; r < rows; ++r)
      for (int32_t j = 0; j < columns; ++j)
        c[t.rowC[row + r] + t.columnC[column + j]] = temporary[offsets[r] + j];
  }

  void fillZero() const {
    for (int64_t row : t.rowC)
      for (int64_t column : t.columnC)
        c[row + column] = Scalar(0);
  }

  // One batch by one thread.
  void runAlone() const {
    if (t.k == 0)
      return fillZero();
    for (int64_t first = 0; first < t.n; first += t.tiling.nc) {
      const int64_t end = std::min(first + t.tiling.nc, t.n);
      for (int64_t unit = 0, units = packUnits(first, end); unit < units; ++unit)
        packB(first, end, unit);
      for (int64_t task = 0; task < s.rowTasks * s.columnTasks; ++task)
        runTask(first, end, task);
    }
  }

  // One batch by the team.
  void runTogether(Team &team) const {
    for (int64_t first = 0; first < t.n; first += t.tiling.nc) {
      const int64_t end = std::min(first + t.tiling.nc, t.n);
      if (first > 0)
        team.barrier(); // all are done with the block before
      for (int64_t unit, units = packUnits(first, end); (unit = team.take()) < units;)
        packB(first, end, unit);
      team.barrier();
      for (int64_t task; (task = team.take()) < s.rowTasks * s.columnTasks;)
        runTask(first, end, task);
    }
  }
};

template <class Scalar>
void run(const PreparedProduct::Tables &t, const Kernels<Scalar> &kernels, const Scalar *a, const Scalar *b, Scalar *c,
         Team &team, char *scratch) {
  const Sharing s = share(t, team.size);
  const Layout l = layOut(t, s);
  if (s.kind == Sharing::alone && team.rank != 0)
    return;
  char *own = scratch + (l.ownB ? 0 : l.b) + team.rank * l.own;
  Run<Scalar> run{t, kernels, s, a, b, c, nullptr, nullptr, nullptr, nullptr};
  run.packedA = reinterpret_cast<Scalar *>(own);
  run.stacks = reinterpret_cast<Scalar *>(own + l.a);
  run.temporary = reinterpret_cast<Scalar *>(own + l.a + l.stacks);
  run.packedB = reinterpret_cast<Scalar *>(l.ownB ? own + l.a + l.stacks + l.tile : scratch);
  const auto enter = [&](int64_t batch) {
    run.a = a + t.batchA[batch];
    run.b = b + t.batchB[batch];
    run.c = c + t.batchC[batch];
  };
  if (s.kind == Sharing::batches) {
    for (int64_t batch; (batch = team.take()) < t.batches;) {
      enter(batch);
      run.runAlone();
    }
    return;
  }
  for (int64_t batch = 0; batch < t.batches; ++batch) {
    enter(batch);
    if (s.kind == Sharing::alone) {
      run.runAlone();
    } else if (t.k == 0) {
      if (team.rank == 0)
        run.fillZero();
    } else {
      if (batch > 0)
        team.barrier();
      run.runTogether(team);
    }
  }
}

} // namespace

size_t productScratch(const PreparedProduct &product, int teamSize) {
  const PreparedProduct::Tables &t = *product.tables;
  if (t.batches == 0 || t.m == 0 || t.n == 0)
    return 0;
  const Sharing s = share(t, teamSize);
  const Layout l = layOut(t, s);
  const int members = s.kind == Sharing::alone ? 1 : teamSize;
  return static_cast<size_t>((l.ownB ? 0 : l.b) + members * l.own);
}

void runProduct(const PreparedProduct &product, const void *a, const void *b, void *c, Team &team, void *scratch) {
  const PreparedProduct::Tables &t = *product.tables;
  if (t.batches == 0 || t.m == 0 || t.n == 0)
    return;
  if (t.exchanged)
    std::swap(a, b);
  char *memory = static_cast<char *>(scratch);
  if (t.type == Real::f32)
    run(t, t.isa == Isa::v4 ? kernelsF32V4 : kernelsF32V3, static_cast<const float *>(a),
        static_cast<const float *>(b), static_cast<float *>(c), team, memory);
  else
    run(t, t.isa == Isa::v4 ? kernelsF64V4 : kernelsF64V3, static_cast<const double *>(a),
        static_cast<const double *>(b), static_cast<double *>(c), team, memory);
}

} // namespace det::rt::host
