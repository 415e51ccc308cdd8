// Evaluates the operations that a kernel lists on some elements, one operation after the other: what its machine code must give.
#ifndef DET_LIB_PROBE_SHEET_H
#define DET_LIB_PROBE_SHEET_H

#include "Field.h"
#include "Tree.h"
#include "Walk.h"

#include <memory>

namespace det::probe {

/// Thrown where there is nothing to compare a kernel with; the text says what.
struct Unknown : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Row-major positions of elements in their values' global shapes.
using Positions = std::vector<int64_t>;

/// Elements of one type.
struct Column {
  std::string type;
  Scalar scalar = Scalar::F32;
  std::vector<uint8_t> bytes;

  int64_t size() const { return reference::sizeOf(scalar); }
  const uint8_t *at(size_t i) const { return bytes.data() + i * size(); }
  void setType(const std::string &name);
};

/// A kernel body on an entry: slots are its arguments and its operations.
class Sheet {
public:
  /// `inputs`: how many of the entry's uses the kernel reads. Throws Unknown where an operation is not written down.
  Sheet(const verify::EntryAt &entry, const artifact::KernelBodyT &body, size_t inputs);

  struct Slot {
    uint32_t value = verify::none; ///< whose shape its elements have
    std::string type, does;
    std::vector<int32_t> inputs;    ///< slots, as the kernel body numbers them
    const verify::Op *op = nullptr; ///< of the graph; null for arguments and conversions that a plan adds
    bool isConstant = false, isIota = false;
    const Tape *tape = nullptr;
    std::unique_ptr<Tree> tree; ///< of a reduction
    Box node;
    const Ordered *order = nullptr;
    bool isPartial = false;
    Positions positions; ///< wanted, ascending
    Column column;
  };

  Slot &slot(int32_t number) { return number < 0 ? arguments[-1 - number] : operations[number]; }
  size_t operationCount() const { return operations.size(); }
  size_t argumentCount() const { return arguments.size(); }
  const artifact::KernelBodyT &listed() const { return body; }

  /// Forgets what was wanted, and wants elements of a result; then `evaluate` reads arguments from memory and computes.
  void clear();
  void want(size_t result, const Positions &positions);
  void evaluate(const Field &field);
  /// The bits of an element that was wanted.
  uint64_t resultBits(size_t result, int64_t position);

  /// The elements of an operand that elements of an operation are computed from, in order; those of a reduction term by term.
  Positions operandPositions(const Slot &slot, size_t operand, const Positions &positions);
  /// The access of an argument.
  const verify::Access &access(size_t argument) const { return entry.uses[argument]; }
  /// Elements of an operation and its operand, by the result's positions: found among the slot's own.
  Column gather(Slot &from, const Positions &positions);

private:
  void addOperation(size_t number, uint32_t made);
  int64_t throughViews(uint32_t from, uint32_t until, int64_t position) const;
  uint64_t bitsAt(Slot &slot, int64_t position);
  void compute(Slot &slot);
  void computeConstant(Slot &slot);
  void computeIota(Slot &slot);
  void computeReduce(Slot &slot);

  const verify::EntryAt &entry;
  const verify::Graph &graph;
  const artifact::KernelBodyT &body;
  std::vector<Slot> arguments, operations;
};

/// The element behind the digest in the words of a constant, in bits. Throws Unknown where it is not one number.
uint64_t constantBits(const std::string &does, const std::string &type);

/// The type that words end with: of the result.
std::string resultType(const std::string &does);

} // namespace det::probe

#endif // DET_LIB_PROBE_SHEET_H
