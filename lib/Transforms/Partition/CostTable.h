// What work and messages cost, for choosing between ways to place an op. Numbers of a target, never measured while compiling.
#ifndef DET_LIB_TRANSFORMS_PARTITION_COSTTABLE_H
#define DET_LIB_TRANSFORMS_PARTITION_COSTTABLE_H

#include <cstdint>

namespace det {

/// Times in nanoseconds: cores of 40 GF/s, 2 GB/s between ranks. Bytes are dear on purpose: ranks share memory or a network.
struct CostTable {
  double perFlop = 0.025;
  /// Work that some axis does not divide counts so many times: ranks should share work before they repeat it.
  double undividedWork = 2;
  double perByteMoved = 0.5;    ///< of the bytes that the busiest rank receives
  double perExchange = 10000;   ///< posting, waiting, and the ranks' unequal arrival
  double perByteTouched = 0.02; ///< of results, written once
  /// An exchange of a result to where it is wanted, against one of an operand: an op that leaves it to the ops behind it
  /// must save something, since there may be several.
  double resultExchange = 1.5;
  /// The same behind an op that only moves elements: a little better late, where two exchanges may become one.
  double movedExchange = 0.98;
  /// A join is done in pieces, one per rank, from this size of a piece on; below, every rank joins everything.
  int64_t smallestPieceBytes = 1024;
};

} // namespace det

#endif // DET_LIB_TRANSFORMS_PARTITION_COSTTABLE_H
