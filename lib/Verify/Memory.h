// What lies in a rank's memory while its program runs: which value each piece holds, and how.
#ifndef DET_LIB_VERIFY_MEMORY_H
#define DET_LIB_VERIFY_MEMORY_H

#include "Graph.h"
#include "det/Runtime/Artifact/plan_generated.h"
#include <list>

namespace det::verify {

/// A use of a claim on one rank: elements [box] of a value, the first at byte `base`, `strides` bytes from one to the next.
struct Access {
  artifact::Space space;
  uint32_t buffer = none; ///< none: a tensor's place
  uint32_t value = none;  ///< none: a helper's bytes
  Box box;                           ///< global elements
  Index strides;
  int64_t base = 0, elementBytes = 0;
  bool isFill = false;               ///< every element of the box is the number `value`
  uint32_t partial = none, firstNode = 0, nodes = 0; ///< of a partial value; nodes lie one after the other

  /// How many elements it names, those of all nodes.
  int64_t count() const { return volume(box) * (partial == none ? 1 : nodes); }

  /// Where an element lies.
  int64_t addressOf(const Index &element) const;
  /// The first byte and the one behind the last.
  std::pair<int64_t, int64_t> bytes() const;
  int64_t nodeBytes() const { return volume(box) * elementBytes; }
  /// The element that begins at an address, if one does.
  std::optional<Index> elementAt(int64_t address) const;
};

/// Elements of a box that tell whether a claim about all of them holds: corners, neighbours of corners, and some inside.
std::vector<Index> samplesOf(const Box &box);

/// A piece of memory that holds a value.
struct Piece {
  Access access;
  std::pair<int64_t, int64_t> bytes;
  int64_t have = 0, want = 0; ///< elements that were written, and that it takes
};

/// Pieces, newest first. Those of one buffer may lie on one another, as the parts of an array that is put together: the newer one counts.
/// A write to another buffer ends whatever lay there.
class Memory {
public:
  Memory(const Graph &graph, uint64_t bytes) : graph(graph), arena(bytes) {}

  /// An entry writes `count` elements of what an access names: all, or a part of them.
  void write(const Access &access, int64_t count);
  /// An entry reads what an access names; throws unless every element that is looked at is there.
  void read(const Access &access) const;
  /// What an access names was written nowhere: nobody reads it from here on.
  void forget(const Access &access);
  /// What an exchange does, from its begin to its end, with the bytes that an access names.
  enum class Use : uint8_t { reads, brings };
  /// In between nobody else may write there: messages are sent from their place, and received into it, at any time.
  void beginBusy(const Access &access, Use use) {
    if (access.count())
      busy.push_back({access, use});
  }
  void endBusy(const Access &access, Use use);

private:
  void readElement(const Access &access, const Index &element, int64_t address, int64_t node) const;
  const Piece *pieceAt(int64_t address, int64_t elementBytes, Index &element, int64_t &node) const;

  const Graph &graph;
  const int64_t arena;
  std::list<Piece> pieces;
  struct Busy {
    Access access;
    Use use;
  };
  std::vector<Busy> busy;
};

} // namespace det::verify

#endif // DET_LIB_VERIFY_MEMORY_H
