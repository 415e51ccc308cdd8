// Runs a prepared product on a team.
//
// Columns are cut into blocks of nc. The team packs B's block together (panels of nr columns, all of k), then takes
// tasks: groups of rows times groups of panels. A task packs its rows of A block by block of k and runs the register tiles. With
// many batches each thread takes whole batches for itself instead. Which thread does what has no influence on bits: an output is
// always computed by one tile, in the order of its program.
#include "ProductSharing.h"
#include "ProductSide.h"

#include <algorithm>
#include <cstring>

namespace det::rt::host {

namespace {

int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

template <class Scalar> struct Run {
  const PreparedProduct::Tables &t;
  const Kernels<Scalar> &kernels;
  const Sharing &s;
  const Scalar *a, *b; // of the current batch
  Scalar *c;
  Scalar *packedB, *packedA, *stack, *saves, *temporary;

  int64_t width() const { return t.tiling.nr; }

  // A block of columns [first, end) and of k [k0, k1), number `block`.
  struct Block {
    int64_t first, end;
    size_t number;
    int64_t k0, k1;
    int64_t panels, packUnits;
  };
  Block blockAt(int64_t first, size_t number) const {
    Block block{first, std::min(first + t.tiling.nc, t.n), number, t.kAt[number], t.kAt[number + 1], 0, 0};
    block.panels = ceilDiv(block.end - first, width());
    block.packUnits = t.allDirectB ? 0 : ceilDiv(block.panels, group()) * ceilDiv(block.k1 - block.k0, chunk);
    return block;
  }

  // Packs part `unit` of a block of B: a chunk of k of a group of panels.
  static constexpr int64_t chunk = 256;
  int64_t group() const { return t.bRun > 1 || t.directB[0] ? 1 : 8; }
  void packB(const Block &block, int64_t unit) const {
    const int64_t chunks = ceilDiv(block.k1 - block.k0, chunk), panel = unit / chunks * group();
    const int64_t k = block.k0 + unit % chunks * chunk, column = block.first + panel * width();
    if (t.directB[column / width()])
      return;
    PackCall<Scalar> call;
    call.from = b;
    call.lanes = t.columnB.data() + column;
    call.steps = t.stepB.data() + k;
    call.panelSize = (block.k1 - block.k0) * width();
    call.to = packedB + panel * call.panelSize + (k - block.k0) * width();
    call.count = std::min(chunk, block.k1 - k);
    call.first = k;
    call.run = t.bRun;
    call.valid = std::min(group() * width(), block.end - column);
    call.width = static_cast<int32_t>(width());
    kernels.pack(call);
  }

  // Packing may write a vector past the end of a tile of A.
  int64_t tileSize(const Block &block) const { return (block.k1 - block.k0) * t.tiling.mr + packedTilePadding; }

  // Packs the tiles [tile0, tile1) of A for a block of k, in runs of tiles that are packed at all.
  void packA(const Block &block, int64_t tile0, int64_t tile1) const {
    const int64_t mr = t.tiling.mr;
    for (int64_t tile = tile0, last; tile < tile1; tile = last + 1) {
      for (last = tile; last < tile1 && t.sourceA[last] == PreparedProduct::Tables::packed;)
        ++last;
      if (last == tile)
        continue;
      PackCall<Scalar> call;
      call.from = a;
      call.lanes = t.rowA.data() + tile * mr;
      call.steps = t.stepA.data() + block.k0;
      call.panelSize = tileSize(block);
      call.to = packedA + (tile - tile0) * call.panelSize;
      call.count = block.k1 - block.k0;
      call.first = block.k0;
      call.run = t.aRun;
      call.valid = std::min(last * mr, t.m) - tile * mr;
      call.width = t.tiling.mr;
      kernels.pack(call);
    }
  }

  void runTask(const Block &block, int64_t task) const {
    const int64_t tiles = ceilDiv(t.m, t.tiling.mr);
    const int64_t rowTask = task % s.rowTasks, columnTask = task / s.rowTasks;
    const int64_t tile0 = rowTask * tiles / s.rowTasks, tile1 = (rowTask + 1) * tiles / s.rowTasks;
    const int64_t panel0 = columnTask * s.panelsPerTask, panel1 = std::min(panel0 + s.panelsPerTask, block.panels);
    if (panel0 >= panel1)
      return;
    packA(block, tile0, tile1);
    for (int64_t panel = panel0; panel < panel1; ++panel)
      for (int64_t tile = tile0; tile < tile1; ++tile)
        runTile(block, panel, tile, packedA + (tile - tile0) * tileSize(block), panel * tiles + tile);
  }

  // One register tile over one block of k. What is on its stack between blocks waits in its save area.
  void runTile(const Block &block, int64_t panel, int64_t tile, const Scalar *packedTile, int64_t slot) const {
    using Tables = PreparedProduct::Tables;
    const int64_t row = tile * t.tiling.mr, rows = std::min<int64_t>(t.tiling.mr, t.m - row);
    const int64_t column = block.first + panel * width(), columns = std::min(width(), block.end - column);
    const int vectors = columns > kernels.lanes ? 2 : 1;
    const int64_t entry = rows * vectors * kernels.lanes;
    const auto source = t.sourceA[tile];
    const auto run = (source == Tables::rowsOfA ? kernels.rowTiles : kernels.tiles)[rows - 1][vectors - 1];
    TileCall<Scalar> call;
    call.a = source == Tables::packed ? packedTile : a + t.rowA[row] + t.stepA[block.k0];
    call.aStride = source == Tables::packed       ? t.tiling.mr
                   : source == Tables::columnsOfA ? t.aStep
                   : rows > 1                     ? t.rowA[row + 1] - t.rowA[row]
                                                  : 0;
    const bool direct = t.directB[column / width()];
    call.b = direct ? b + t.columnB[column] + t.stepB[block.k0] : packedB + panel * (block.k1 - block.k0) * width();
    call.bStep = direct ? t.bStep : width();
    call.leaves = t.leaves.data() + t.leafAt[block.number];
    call.pops = t.pops.data() + t.leafAt[block.number];
    call.count = t.leafAt[block.number + 1] - t.leafAt[block.number];
    call.columns = static_cast<int32_t>(columns);
    const int height = t.heightAt[block.number];
    Scalar *save = saves + slot * t.saved * t.tiling.mr * width();
    if (height > 0)
      std::memcpy(stack, save, static_cast<size_t>(height * entry) * sizeof(Scalar));
    call.stack = stack + height * entry;
    if (block.number + 2 < t.kAt.size()) {
      call.c = nullptr;
      run(call);
      std::memcpy(save, stack, static_cast<size_t>(t.heightAt[block.number + 1] * entry) * sizeof(Scalar));
    } else if (t.contiguous[column / width()]) {
      call.c = c + t.columnC[column];
      call.rowOffsets = t.rowC.data() + row;
      run(call);
    } else {
      spread(call, run, row, rows, column, vectors);
    }
  }

  // A tile whose columns are not consecutive in C goes through a dense copy.
  void spread(TileCall<Scalar> &call, typename Kernels<Scalar>::Tile run, int64_t row, int64_t rows, int64_t column,
              int vectors) const {
    int64_t offsets[Kernels<Scalar>::mostRows];
    for (int64_t r = 0; r < rows; ++r)
      offsets[r] = r * width();
    const int32_t columns = call.columns;
    call.c = temporary;
    call.rowOffsets = offsets;
    call.columns = vectors * kernels.lanes;
    run(call);
    for (int64_t r = 0; r < rows; ++r)
      for (int32_t j = 0; j < columns; ++j)
        c[t.rowC[row + r] + t.columnC[column + j]] = temporary[offsets[r] + j];
  }

  void fillZero() const {
    for (int64_t row : t.rowC)
      for (int64_t column : t.columnC)
        c[row + column] = Scalar(0);
  }

  // One batch by one member.
  void runAlone() const {
    for (int64_t first = 0; first < t.n; first += t.tiling.nc)
      for (size_t number = 0; number + 1 < t.kAt.size(); ++number) {
        const Block block = blockAt(first, number);
        for (int64_t unit = 0; unit < block.packUnits; ++unit)
          packB(block, unit);
        for (int64_t task = 0; task < s.rowTasks * s.columnTasks; ++task)
          runTask(block, task);
      }
  }

  // One batch by the team.
  void runTogether(Team &team) const {
    for (int64_t first = 0; first < t.n; first += t.tiling.nc)
      for (size_t number = 0; number + 1 < t.kAt.size(); ++number) {
        const Block block = blockAt(first, number);
        if (first > 0 || number > 0)
          team.barrier(); // all are done with the block before
        if (block.packUnits > 0) {
          for (int64_t unit; (unit = team.take()) < block.packUnits;)
            packB(block, unit);
          team.barrier();
        }
        for (int64_t task; (task = team.take()) < s.rowTasks * s.columnTasks;)
          runTask(block, task);
      }
  }
};

template <class Scalar>
void run(const PreparedProduct::Tables &t, const Kernels<Scalar> &kernels, const Scalar *a, const Scalar *b, Scalar *c,
         Team &team, char *scratch) {
  const Sharing s = shareProduct(t, team.size);
  if (s.kind == Sharing::alone && team.rank != 0)
    return;
  if (t.side) {
    const SideRun<Scalar> run{t, kernels, a, b, c, reinterpret_cast<Scalar *>(scratch + team.rank * sideStackBytes(t))};
    for (int64_t task = s.kind == Sharing::alone ? 0 : team.take(); task < run.tasks();
         task = s.kind == Sharing::alone ? task + 1 : team.take())
      run(task);
    return;
  }
  const Layout l = layOutProduct(t, s);
  char *own = scratch + (l.ownShared ? 0 : l.b + l.saves) + team.rank * l.own;
  char *shared = l.ownShared ? own + l.a + l.stack + l.tile : scratch;
  const auto at = [](char *memory) { return reinterpret_cast<Scalar *>(memory); };
  Run<Scalar> run{t, kernels, s, a, b, c, at(shared), at(own), at(own + l.a), at(shared + l.b), at(own + l.a + l.stack)};
  const auto enter = [&](int64_t batch) {
    run.a = a + t.batchA[batch];
    run.b = b + t.batchB[batch];
    run.c = c + t.batchC[batch];
  };
  if (s.kind == Sharing::batches) {
    for (int64_t batch; (batch = team.take()) < t.batches;) {
      enter(batch);
      t.k == 0 ? run.fillZero() : run.runAlone();
    }
    return;
  }
  for (int64_t batch = 0; batch < t.batches; ++batch) {
    enter(batch);
    if (t.k == 0) {
      if (team.rank == 0)
        run.fillZero();
    } else if (s.kind == Sharing::alone) {
      run.runAlone();
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
  const Sharing s = shareProduct(t, teamSize);
  const int members = s.kind == Sharing::alone ? 1 : teamSize;
  if (t.side)
    return static_cast<size_t>(members * sideStackBytes(t));
  const Layout l = layOutProduct(t, s);
  return static_cast<size_t>((l.ownShared ? 0 : l.b + l.saves) + members * l.own);
}

void runProduct(const PreparedProduct &product, const void *a, const void *b, void *c, Team &team, void *scratch) {
  const PreparedProduct::Tables &t = *product.tables;
  if (t.batches == 0 || t.m == 0 || t.n == 0)
    return;
  if (t.exchanged)
    std::swap(a, b);
  const auto with = [&]<class Scalar>(const Kernels<Scalar> &v3, const Kernels<Scalar> &v4) {
    run(t, t.isa == Isa::v4 ? v4 : v3, static_cast<const Scalar *>(a), static_cast<const Scalar *>(b), static_cast<Scalar *>(c),
        team, static_cast<char *>(scratch));
  };
  switch (t.type) {
  case Real::f32:
    return with(kernelsF32V3, kernelsF32V4);
  case Real::f64:
    return with(kernelsF64V3, kernelsF64V4);
  case Real::i32:
    return with(kernelsI32V3, kernelsI32V4);
  case Real::i64:
    return with(kernelsI64V3, kernelsI64V4);
  }
}

} // namespace det::rt::host
