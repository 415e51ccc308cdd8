// The pieces of an exchange as strided copies, for whatever memory they lie in.
#ifndef DET_LIB_RUNTIME_EXECUTOR_EXCHANGEPIECES_H
#define DET_LIB_RUNTIME_EXECUTOR_EXCHANGEPIECES_H

#include "Addresses.h"
#include "det/Runtime/Host/Copy.h"

#include <optional>

namespace det::rt {

/// One side of an exchange: a rank's buffer of nodes (one, in an exchange of boxes), each dense over the rank's box.
struct ExchangeSide {
  uint8_t *buffer = nullptr;
  Region box;
  std::vector<uint32_t> positions; ///< of the nodes in the buffer, ascending

  /// The number of a node in the buffer.
  int64_t slot(uint32_t position) const;
  /// Elements of the whole buffer.
  int64_t elements() const { return volume(box) * int64_t(positions.size()); }
};

/// A rank's sides without their memory.
ExchangeSide sourceShape(const ExchangeRule &rule, const Mesh &mesh, uint32_t rank);
ExchangeSide targetShape(const ExchangeRule &rule, uint32_t rank);
/// With it. Errors: the buffer leaves its space.
Result<ExchangeSide> sourceSide(const ExchangeRule &rule, const artifact::ExchangeT &exchange, const AddressSpace &space);
Result<ExchangeSide> targetSide(const ExchangeRule &rule, const artifact::ExchangeT &exchange, const AddressSpace &space);

/// A copy between two sides, or between a side and a message. Strides and offsets count elements.
struct PieceCopy {
  std::vector<host::CopyDim> dims;
  int64_t from = 0, to = 0; ///< offsets of the first element
  bool alike = false;       ///< both sides have the same strides
};

/// A piece as copies. A message is null: it holds the piece's nodes one after the other, each dense over the piece's region.
std::vector<PieceCopy> copyPiece(const Piece &piece, const ExchangeSide *source, const ExchangeSide *target);

/// The number of elements, if a copy reads and writes them densely and in one order.
std::optional<int64_t> denseRun(const std::vector<host::CopyDim> &dims);

} // namespace det::rt

#endif // DET_LIB_RUNTIME_EXECUTOR_EXCHANGEPIECES_H
