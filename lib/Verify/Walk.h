// The walk through the program of one rank: every entry is checked against the graph, and does to the memory what it says.
#ifndef DET_LIB_VERIFY_WALK_H
#define DET_LIB_VERIFY_WALK_H

#include "Memory.h"

namespace det::verify {

/// What the checks of one artifact share.
struct Context {
  const artifact::PlanT &plan;
  const Graph &graph;
  const Mesh &mesh;
  std::span<const uint8_t> constants;

  const artifact::LayoutT &layout(uint32_t number) const;
  /// The part of a split sum's box that a rank has.
  Box partOf(uint32_t partial, int64_t rank) const;
  const Ordered &orderOf(uint32_t value) const;
};

/// The nodes of every split sum, by its number in the plan's partials: per shard, in the order in which a rank of it holds them.
using ShardNodes = std::map<uint32_t, std::vector<std::vector<Box>>>;

/// Collects them from what the entries of all programs evaluate; throws where two ranks of a shard differ.
ShardNodes collectNodes(const Context &context);

class Walk {
public:
  Walk(const Context &context, const ShardNodes &nodes, const artifact::ProgramT &program, int64_t rank)
      : context(context), graph(context.graph), nodes(nodes), program(program), rank(rank),
        memory(context.graph, program.arena_bytes) {}

  /// Walks from the arguments to the results. Faults name the entry.
  void run();

  const Context &context;
  const Graph &graph;
  const ShardNodes &nodes;
  const artifact::ProgramT &program;
  const int64_t rank;
  Memory memory;
  std::map<int64_t, uint32_t> helpers; ///< by address: the kernel that filled a helper's buffer

  /// What a use names on this rank; `offsets` are the action's, `position` is the use's among its Refs.
  Access accessOf(const artifact::UseT &use, const std::vector<artifact::RankOffset> &offsets, uint16_t position) const;
  /// The exchange that brought a split sum's nodes last; null if none has ended.
  const artifact::ExchangeT *lastExchangeOf(uint32_t partial) const {
    auto found = brought.find(partial);
    return found == brought.end() ? nullptr : program.exchanges[found->second].get();
  }
  /// A tensor's whole box where the program keeps it, as the value `value`.
  Access tensorAt(const std::string &name, uint32_t value) const;

private:
  void walk(const std::vector<std::unique_ptr<artifact::EntryT>> &entries, const std::string &within);
  void check(const artifact::EntryT &entry);
  /// That entries which a GPU does at once are of the kinds for which that is known; gives the position behind them.
  size_t checkFusion(const std::vector<std::unique_ptr<artifact::EntryT>> &entries, size_t first) const;
  /// When all of them are checked: that what one writes no other reads or writes, in whatever order blocks work, but for what stays in a block.
  /// That is then written nowhere.
  void finishFusion(const std::vector<std::unique_ptr<artifact::EntryT>> &entries, size_t first);
  void checkLoop(const artifact::WhileT &loop, const artifact::ClaimT &claim, const std::string &place);
  void begin(const struct EntryAt &entry, uint32_t exchange);
  void end(uint32_t exchange);

  std::map<uint32_t, std::pair<Access, Access>> pending; ///< exchanges under way: source, target
  std::map<uint32_t, uint32_t> brought;                  ///< by split sum: the exchange that ended
};

/// One entry with its uses resolved for one rank.
struct EntryAt {
  Walk &walk;
  const artifact::ClaimT &claim;
  std::vector<artifact::Ref> refs;
  std::vector<Access> uses;
  std::vector<int64_t> starts; ///< the address of each Ref on this rank

  const Access &use(size_t i) const;
  const Type &type(size_t i) const { return walk.graph.type(use(i).value); }
  /// The op that makes the only value that the entry makes, which must be of this kind.
  const Op &op(std::initializer_list<const char *> kinds) const;
  /// The node of a split sum that the entry evaluates, the whole box of an ordered op otherwise.
  Box nodeOf(const Ordered &order, const Access &result) const;
};

/// True if a plan's element type has the name that the certificate uses.
bool isType(artifact::ElementType type, const std::string &name);

void checkLaunch(EntryAt &entry, const artifact::LaunchT &launch);
void checkCopy(EntryAt &entry, const artifact::CopyT &copy);
void checkProduct(EntryAt &entry, const artifact::ProductT &product);
/// A copy of the identity to outputs of a convolution at which a node of its sum has no terms.
void checkIdentity(EntryAt &entry, const artifact::CopyT &copy);
void checkGather(EntryAt &entry, const artifact::GatherT &gather);
void checkScatter(EntryAt &entry, const artifact::ScatterT &scatter);
void checkSort(EntryAt &entry, const artifact::SortT &sort);
void checkScan(EntryAt &entry, const artifact::ScanT &scan);
void checkGenericReduce(EntryAt &entry, const artifact::GenericReduceT &reduce);
void checkGenericScatter(EntryAt &entry, const artifact::GenericScatterT &scatter);
void checkUpdate(EntryAt &entry, const artifact::UpdateT &update);
void checkJoin(EntryAt &entry, const artifact::JoinT &join);

/// The messages: every rank begins the same exchanges in one order and ends what it began, so that nobody waits for ever.
void checkMessages(const Context &context);

} // namespace det::verify

#endif // DET_LIB_VERIFY_WALK_H
