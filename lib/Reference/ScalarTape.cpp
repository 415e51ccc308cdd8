// Compiles scalar ops to a tape: liveness backwards, then one instruction per op, registers reused after their last
// use.
#include "ScalarTape.h"

#include "Values.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace det::reference {

namespace {

/// An opcode and the order of its operands.
struct Selected {
  Opcode opcode;
  bool swapped = false;
};

std::optional<Selected> selectFloatComparison(arith::CmpFPredicate predicate) {
  using P = arith::CmpFPredicate;
  switch (predicate) {
  case P::OEQ:
    return Selected{Opcode::EqF};
  case P::ONE:
    return Selected{Opcode::NeF};
  case P::OLT:
    return Selected{Opcode::LtF};
  case P::OLE:
    return Selected{Opcode::LeF};
  case P::OGT:
    return Selected{Opcode::LtF, true};
  case P::OGE:
    return Selected{Opcode::LeF, true};
  case P::ORD:
    return Selected{Opcode::OrderedF};
  case P::UNO:
    return Selected{Opcode::UnorderedF};
  case P::UEQ:
    return Selected{Opcode::UEqF};
  case P::UNE:
    return Selected{Opcode::UNeF};
  case P::ULT:
    return Selected{Opcode::ULtF};
  case P::ULE:
    return Selected{Opcode::ULeF};
  case P::UGT:
    return Selected{Opcode::ULtF, true};
  case P::UGE:
    return Selected{Opcode::ULeF, true};
  default:
    return std::nullopt;
  }
}

Selected selectIntegerComparison(arith::CmpIPredicate predicate) {
  using P = arith::CmpIPredicate;
  switch (predicate) {
  case P::eq:
    return {Opcode::EqI};
  case P::ne:
    return {Opcode::NeI};
  case P::slt:
    return {Opcode::LtSI};
  case P::sle:
    return {Opcode::LeSI};
  case P::sgt:
    return {Opcode::LtSI, true};
  case P::sge:
    return {Opcode::LeSI, true};
  case P::ult:
    return {Opcode::LtUI};
  case P::ule:
    return {Opcode::LeUI};
  case P::ugt:
    return {Opcode::LtUI, true};
  case P::uge:
    return {Opcode::LeUI, true};
  }
  return {Opcode::EqI};
}

std::optional<Selected> select(Operation *op) {
  if (auto compare = dyn_cast<arith::CmpFOp>(op))
    return selectFloatComparison(compare.getPredicate());
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return selectIntegerComparison(compare.getPredicate());
  auto opcode = llvm::StringSwitch<std::optional<Opcode>>(op->getName().getStringRef())
                    .Case("arith.addf", Opcode::AddF)
                    .Case("arith.subf", Opcode::SubF)
                    .Case("arith.mulf", Opcode::MulF)
                    .Case("arith.divf", Opcode::DivF)
                    .Case("arith.negf", Opcode::NegF)
                    .Case("arith.maximumf", Opcode::MaxF)
                    .Case("arith.minimumf", Opcode::MinF)
                    .Case("math.sqrt", Opcode::Sqrt)
                    .Case("math.fma", Opcode::Fma)
                    .Case("math.absf", Opcode::AbsF)
                    .Case("math.floor", Opcode::Floor)
                    .Case("math.ceil", Opcode::Ceil)
                    .Case("math.roundeven", Opcode::RoundEven)
                    .Case("math.trunc", Opcode::Trunc)
                    .Case("arith.addi", Opcode::AddI)
                    .Case("arith.subi", Opcode::SubI)
                    .Case("arith.muli", Opcode::MulI)
                    .Case("arith.divsi", Opcode::DivSI)
                    .Case("arith.divui", Opcode::DivUI)
                    .Case("arith.remsi", Opcode::RemSI)
                    .Case("arith.remui", Opcode::RemUI)
                    .Case("arith.andi", Opcode::And)
                    .Case("arith.ori", Opcode::Or)
                    .Case("arith.xori", Opcode::Xor)
                    .Case("arith.shli", Opcode::ShL)
                    .Case("arith.shrsi", Opcode::ShRS)
                    .Case("arith.shrui", Opcode::ShRU)
                    .Case("arith.maxsi", Opcode::MaxSI)
                    .Case("arith.minsi", Opcode::MinSI)
                    .Case("arith.maxui", Opcode::MaxUI)
                    .Case("arith.minui", Opcode::MinUI)
                    .Case("math.ctpop", Opcode::PopCount)
                    .Case("math.ctlz", Opcode::LeadingZeros)
                    .Case("math.cttz", Opcode::TrailingZeros)
                    .Case("arith.select", Opcode::Select)
                    .Case("arith.bitcast", Opcode::Bitcast)
                    .Case("arith.sitofp", Opcode::SIToFP)
                    .Case("arith.uitofp", Opcode::UIToFP)
                    .Case("arith.fptosi", Opcode::FPToSI)
                    .Case("arith.fptoui", Opcode::FPToUI)
                    .Cases({"arith.extf", "arith.truncf"}, Opcode::ConvertF)
                    .Case("arith.extsi", Opcode::ExtSI)
                    .Case("arith.extui", Opcode::ExtUI)
                    .Case("arith.trunci", Opcode::TruncI)
                    .Default(std::nullopt);
  if (!opcode)
    return std::nullopt;
  return Selected{*opcode};
}

class Compiler {
public:
  Compiler(Block &block, Value result) : block(block), result(result) {}

  rt::Result<Tape> run() {
    for (BlockArgument argument : block.getArguments()) {
      auto scalar = scalarOf(argument.getType());
      if (!scalar)
        return unsupported(argument.getType());
      registers[argument] = tape.registers++;
      tape.inputSizes.push_back(sizeOf(*scalar));
    }
    int32_t out = tape.registers++;
    auto scalar = scalarOf(result.getType());
    if (!scalar)
      return unsupported(result.getType());
    tape.resultSize = sizeOf(*scalar);

    markNeeded();
    for (Operation &op : block)
      if (needed.contains(&op))
        if (rt::Status status = compile(&op); !status)
          return status.error();
    // A float goes through a conversion to its own type, which makes a NaN canonical.
    Opcode move = isFloat(*scalar) ? Opcode::ConvertF : Opcode::Copy;
    int32_t from = registers.at(result);
    tape.instructions.push_back({kernelOf(move, *scalar, *scalar), out, from, from, from, move, *scalar, *scalar});
    return std::move(tape);
  }

private:
  static rt::Error unsupported(Type type) {
    std::string text;
    llvm::raw_string_ostream(text) << "expected scalars of a stored type, got " << type;
    return {text};
  }

  /// The ops that the result depends on, and the last user of each value.
  void markNeeded() {
    llvm::DenseSet<Value> wanted{result};
    for (Operation &op : llvm::reverse(block)) {
      if (!llvm::any_of(op.getResults(), [&](Value value) { return wanted.contains(value); }))
        continue;
      needed.insert(&op);
      for (Value operand : op.getOperands())
        if (wanted.insert(operand).second)
          lastUsers[operand] = &op;
    }
  }

  rt::Status compile(Operation *op) {
    Value value = op->getResult(0);
    auto to = scalarOf(value.getType());
    if (!to)
      return unsupported(value.getType());
    tape.widest = std::max(tape.widest, sizeOf(*to));
    if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      registers[value] = tape.registers++; // filled once, never reused
      Attribute attr = constant.getValue();
      APInt bits = isa<FloatAttr>(attr) ? cast<FloatAttr>(attr).getValue().bitcastToAPInt() : cast<IntegerAttr>(attr).getValue();
      APInt words = bits.zext(128);
      tape.constants.push_back({registers[value], words.getRawData()[0], sizeOf(*to), words.getRawData()[1]});
      return {};
    }
    auto selected = select(op);
    if (!selected)
      return rt::Error{"expected an operation of the closed list, got " + op->getName().getStringRef().str()};
    auto from = scalarOf(op->getOperand(0).getType());
    Kernel kernel = from ? kernelOf(selected->opcode, *from, *to) : nullptr;
    if (!kernel) {
      std::string text;
      llvm::raw_string_ostream(text) << "expected an operation of the closed list, got " << *op;
      return rt::Error{text};
    }
    SmallVector<int32_t, 3> operands;
    for (Value operand : op->getOperands())
      operands.push_back(registers.at(operand));
    if (selected->swapped)
      std::swap(operands[0], operands[1]);
    for (int32_t first = operands[0]; operands.size() < 3;)
      operands.push_back(first); // not read
    int32_t out = allocate();    // before operands are freed: an instruction does not write where it reads
    for (Value operand : op->getOperands())
      if (lastUsers.lookup(operand) == op && operand != result)
        release(operand);
    registers[value] = out;
    tape.instructions.push_back({kernel, out, operands[0], operands[1], operands[2], selected->opcode, *from, *to});
    return {};
  }

  int32_t allocate() {
    if (idle.empty())
      return tape.registers++;
    return idle.pop_back_val();
  }

  void release(Value value) {
    Operation *producer = value.getDefiningOp();
    if (producer && !isa<arith::ConstantOp>(producer) && released.insert(value).second)
      idle.push_back(registers.at(value));
  }

  Block &block;
  Value result;
  Tape tape;
  llvm::DenseMap<Value, int32_t> registers;
  llvm::DenseMap<Value, Operation *> lastUsers;
  llvm::DenseSet<Operation *> needed;
  llvm::DenseSet<Value> released;
  SmallVector<int32_t> idle;
};

} // namespace

rt::Result<Tape> tapeOf(Block &block, Value result) { return Compiler(block, result).run(); }

} // namespace det::reference
