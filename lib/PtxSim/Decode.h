// What the families of instructions need to decode one of theirs.
#ifndef DET_LIB_PTXSIM_DECODE_H
#define DET_LIB_PTXSIM_DECODE_H

#include "Fault.h"
#include "Machine.h"
#include "Program.h"

#include <initializer_list>

namespace det::ptx {

/// An opcode by its dotted parts. Whoever knows a part takes it; what nobody took is an error.
class Opcode {
public:
  explicit Opcode(const Statement &statement);
  std::string_view name() const { return parts[0]; }
  /// True if the part is there; it is taken.
  bool take(std::string_view part);
  /// True if the part is there and not yet taken.
  bool has(std::string_view part) const;
  /// The number of the first of `choices` that is there, which is taken; -1 without.
  int takeOneOf(std::initializer_list<std::string_view> choices);
  /// Takes all parts that begin so: cache hints and the like.
  void ignore(std::string_view prefix);
  /// The first type that is left, which is taken. An error without.
  Type takeType();
  /// The last type of the opcode; nothing is taken.
  std::optional<Type> lastType() const;
  /// An error if a part is left.
  void finish() const;
  /// An error about this instruction.
  [[noreturn]] void fail(const std::string &message) const;
  /// An error if the number of operands is another.
  void expectOperands(size_t count) const;

private:
  const Statement &statement;
  std::vector<std::string_view> parts;
  std::vector<bool> taken;
};

/// A register and its width.
struct Place {
  uint32_t place;
  unsigned bits; ///< 1 for a predicate
};

/// Makes the instructions of one entry, with the functions that it calls in place.
class Decoder {
public:
  Decoder(const Syntax &syntax, Program &program) : program(program), syntax(syntax) {}
  void decodeEntry(const Function &function);

  // Operands.
  /// A register that is written; `_` is a place that nobody reads.
  uint32_t destination(const Operand &operand, unsigned bits);
  Place anyDestination(const Operand &operand);
  /// A register that is read, or a constant of the type.
  uint32_t source(const Operand &operand, Type type);
  /// The same, where wider registers are allowed.
  Place anySource(const Operand &operand, Type type);
  uint32_t constant(unsigned bits, uint64_t value);
  uint32_t scratch(unsigned bits);
  /// Sets the address of a memory instruction. `space` may become more than the opcode says: parameters of functions are local.
  void setAddress(Instruction &i, const Operand &operand, Space space);
  uint32_t addList(std::initializer_list<uint32_t> places);
  uint32_t addList(const std::vector<uint32_t> &places);
  /// The elements of `{...}`, or the operand itself.
  std::vector<Operand> elements(const Operand &operand) const;

  /// Adds an instruction with the statement's guard. The reference is good until the next one.
  Instruction &emit(Handler handler);
  void noteAccess(Space space, unsigned bytes);

  [[noreturn]] void fail(const std::string &message) const;

  Program &program;

private:
  /// What a name means.
  struct Meaning {
    enum { Register, Memory } kind;
    Place place{};
    Space space = Space::Generic;
    uint64_t address = 0;   ///< in its space; of `%r<N>`: N
    bool isDynamic = false; ///< dynamic shared memory: its address is known at the end
  };
  struct Scope {
    std::map<std::string_view, Meaning> names;
  };
  /// A body that is being decoded: the entry's, or a called function's.
  struct Frame {
    const Function *function;
    size_t firstScope;
    std::map<std::string_view, uint32_t> labels;
    std::map<std::string_view, const Statement *> tables;
    struct Fixup {
      size_t instruction;
      const Statement *statement;
      std::string_view label;
    };
    std::vector<Fixup> branches, tableUses;
    std::vector<size_t> returns;
  };

  void decodeBody(const Function &function, const std::map<std::string_view, Meaning> &bound);
  void decodeInstruction(const Statement &statement);
  void decodeCall(Opcode &opcode);
  void decodeControl(Opcode &opcode);
  bool isControl(std::string_view name) const;
  void resolve(Frame &frame);
  void declareRegisters(const Statement &statement);
  void declareVariable(const Variable &variable);
  std::optional<Meaning> lookUp(std::string_view name);
  std::optional<Meaning> lookUpModule(std::string_view name);
  std::optional<Place> lookUpSpecial(std::string_view name);
  Place registerOf(std::string_view name);
  uint32_t allocate(unsigned bits);
  void setRegisterBytes(uint64_t bytes);
  uint32_t addressOf(const Meaning &meaning, unsigned bits);

  void markSums();

  const Syntax &syntax;
  const Statement *now = nullptr;
  std::vector<uint32_t> touched;                                           ///< the registers of the statement, so far
  std::vector<std::pair<size_t, std::vector<uint32_t>>> touchedBy;         ///< of each instruction
  std::vector<Scope> scopes;
  std::vector<Frame *> frames;
  std::map<std::pair<unsigned, uint64_t>, uint32_t> constants;
  std::map<std::string_view, uint32_t> specials;
  std::map<unsigned, uint32_t> sinks, dynamicAddresses;
  std::map<std::string_view, Meaning> moduleNames;
};

/// True for wgmma.mma_async.
bool isProduct(const Instruction &i);

/// Each decodes an instruction if it is of its family, else returns false.
using Family = bool (*)(Decoder &, Opcode &, const Statement &);
bool decodeInteger(Decoder &, Opcode &, const Statement &);
bool decodeBits(Decoder &, Opcode &, const Statement &);
bool decodeCarry(Decoder &, Opcode &, const Statement &);
bool decodeFloat(Decoder &, Opcode &, const Statement &);
bool decodeHalf(Decoder &, Opcode &, const Statement &);
bool decodeCompare(Decoder &, Opcode &, const Statement &);
bool decodeConvert(Decoder &, Opcode &, const Statement &);
bool decodeMove(Decoder &, Opcode &, const Statement &);
bool decodeLoadStore(Decoder &, Opcode &, const Statement &);
bool decodeAtomic(Decoder &, Opcode &, const Statement &);
bool decodeAsyncCopy(Decoder &, Opcode &, const Statement &);
bool decodeWarpOperation(Decoder &, Opcode &, const Statement &);
bool decodeMatrix(Decoder &, Opcode &, const Statement &);
bool decodeWarpgroup(Decoder &, Opcode &, const Statement &);

} // namespace det::ptx

#endif // DET_LIB_PTXSIM_DECODE_H
