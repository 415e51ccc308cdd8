// An entry to a program: bodies statement by statement, labels, branches, and calls, which are decoded in place.
#include "Decode.h"

#include <algorithm>
#include <set>

namespace det::ptx {

static constexpr Family families[] = {decodeWarpgroup, decodeLoadStore, decodeInteger, decodeMove,    decodeBits,    decodeFloat,         decodeCompare, decodeConvert,
                                      decodeCarry,     decodeHalf,    decodeAtomic,  decodeAsyncCopy, decodeWarpOperation, decodeMatrix};

std::shared_ptr<const Program> decode(std::shared_ptr<const Syntax> syntax, std::string_view entry) {
  auto found = syntax->functions.find(entry);
  if (found == syntax->functions.end() || !found->second.isEntry || !found->second.hasBody)
    fail("expected the name of an entry of the module");
  auto program = std::make_shared<Program>();
  program->syntax = syntax;
  program->name = entry;
  std::copy_n(found->second.required, 3, program->required.begin());
  std::copy_n(found->second.most, 3, program->most.begin());
  Decoder(*syntax, *program).decodeEntry(found->second);
  return program;
}

void Decoder::decodeEntry(const Function &function) {
  std::map<std::string_view, Meaning> bound;
  for (const Variable &param : function.params) {
    uint64_t align = std::max(param.align, 1u);
    uint64_t offset = (program.paramBytes + align - 1) / align * align;
    bound[param.name] = {Meaning::Memory, {}, Space::Param, offset, false};
    program.params.push_back({std::string(param.name), offset, param.bytes()});
    program.paramBytes = offset + param.bytes();
  }
  decodeBody(function, bound);
  if (program.usesWarpgroups)
    markSums();
  for (auto [bits, place] : dynamicAddresses)
    program.constants.push_back({place, static_cast<uint8_t>(bits / 8), program.dynamicSharedOffset()});
}

void Decoder::decodeBody(const Function &function, const std::map<std::string_view, Meaning> &bound) {
  for (Frame *frame : frames)
    if (frame->function == &function)
      fail("function '" + std::string(function.name) + "' calls itself: recursion is not modelled");
  Frame frame{&function, scopes.size(), {}, {}, {}, {}, {}};
  frames.push_back(&frame);
  scopes.push_back({bound});
  const Statement *caller = now;
  for (const Statement &statement : function.body) {
    now = &statement;
    switch (statement.kind) {
    case Statement::Kind::Instruction: decodeInstruction(statement); break;
    case Statement::Kind::Label:
      if (!frame.labels.try_emplace(statement.name, program.code.size()).second)
        failAt(statement.line, "label '" + std::string(statement.name) + "' is defined twice");
      break;
    case Statement::Kind::Registers: declareRegisters(statement); break;
    case Statement::Kind::Variable: declareVariable(statement.variable); break;
    case Statement::Kind::Targets: frame.tables[statement.name] = &statement; break;
    case Statement::Kind::Open: scopes.emplace_back(); break;
    case Statement::Kind::Close: scopes.pop_back(); break;
    }
  }
  // A body that ends without ret ends there.
  Statement end{};
  end.line = function.body.empty() ? function.line : function.body.back().line;
  end.name = "ret";
  if (frames.size() == 1) {
    now = &end;
    emit(nullptr).flow = Flow::Exit;
    program.code.back().opcode = "ret";
  }
  resolve(frame);
  now = caller;
  scopes.resize(frame.firstScope);
  frames.pop_back();
}

void Decoder::resolve(Frame &frame) {
  auto find = [&](std::string_view label, unsigned line) {
    auto found = frame.labels.find(label);
    if (found == frame.labels.end())
      failAt(line, "label '" + std::string(label) + "' is not defined");
    return found->second;
  };
  for (const Frame::Fixup &fixup : frame.branches)
    program.code[fixup.instruction].target = find(fixup.label, fixup.statement->line);
  for (const Frame::Fixup &fixup : frame.tableUses) {
    auto table = frame.tables.find(fixup.label);
    if (table == frame.tables.end())
      failAt(fixup.statement->line, "no .branchtargets '" + std::string(fixup.label) + "'");
    std::vector<uint32_t> targets{static_cast<uint32_t>(table->second->operands.size())};
    for (const Operand &target : table->second->operands)
      targets.push_back(find(target.name, table->second->line));
    program.code[fixup.instruction].list = addList(targets);
  }
  for (size_t branch : frame.returns)
    program.code[branch].target = program.code.size();
}

void Decoder::decodeInstruction(const Statement &statement) {
  Opcode opcode(statement);
  if (isControl(opcode.name()))
    return decodeControl(opcode);
  const size_t first = program.code.size();
  touched.clear();
  for (Family family : families)
    if (family(*this, opcode, statement)) {
      for (size_t i = first; i < program.code.size(); ++i)
        touchedBy.emplace_back(i, touched);
      return opcode.finish();
    }
  opcode.fail("not modelled");
}

/// Finds the instructions that use registers that a wgmma adds to.
void Decoder::markSums() {
  std::set<uint32_t> sums;
  for (const Instruction &i : program.code)
    if (isProduct(i))
      sums.insert(program.lists.begin() + i.list, program.lists.begin() + i.list + i.target);
  for (const auto &[number, places] : touchedBy) {
    Instruction &i = program.code[number];
    if (isProduct(i))
      continue;
    for (uint32_t place : places)
      if (sums.count(place)) {
        i.touchesSums = true;
        program.sumsTouched[static_cast<uint32_t>(number)].push_back(place);
      }
  }
}

bool Decoder::isControl(std::string_view name) const {
  return name == "bra" || name == "brx" || name == "ret" || name == "exit" || name == "trap" || name == "brkpt" || name == "call";
}

static void trap(Warp &warp, const Instruction &i, Mask mask) { warp.fail(i, firstLane(mask), "trap"); }

void Decoder::decodeControl(Opcode &opcode) {
  const Statement &statement = *now;
  Frame &frame = *frames.back();
  std::string_view name = opcode.name();
  opcode.take("uni");
  if (name == "bra") {
    opcode.expectOperands(1);
    emit(nullptr).flow = Flow::Branch;
    frame.branches.push_back({program.code.size() - 1, &statement, statement.operands[0].name});
  } else if (name == "brx") {
    if (!opcode.take("idx"))
      opcode.fail("expected brx.idx");
    opcode.expectOperands(2);
    uint32_t index = source(statement.operands[0], Type::U32);
    Instruction &i = emit(nullptr);
    i.flow = Flow::Table;
    i.a = index;
    frame.tableUses.push_back({program.code.size() - 1, &statement, statement.operands[1].name});
  } else if (name == "ret" && frames.size() > 1) {
    emit(nullptr).flow = Flow::Branch;
    frame.returns.push_back(program.code.size() - 1);
  } else if (name == "ret" || name == "exit") {
    emit(nullptr).flow = Flow::Exit;
  } else if (name == "trap" || name == "brkpt") {
    emit(trap);
  } else {
    decodeCall(opcode);
  }
  opcode.finish();
}

/// `call (results), function, (arguments)`: the callee's parameters are the caller's variables, its body is decoded here.
void Decoder::decodeCall(Opcode &opcode) {
  const Statement &statement = *now;
  std::vector<Operand> results, arguments;
  std::string_view callee;
  for (const Operand &operand : statement.operands) {
    if (operand.kind == Operand::Kind::List)
      (callee.empty() ? results : arguments) = operand.parts;
    else if (operand.kind == Operand::Kind::Name && callee.empty())
      callee = operand.name;
    else
      opcode.fail("calls through a register are not modelled");
  }
  auto found = syntax.functions.find(callee);
  if (found == syntax.functions.end() || !found->second.hasBody)
    opcode.fail("function '" + std::string(callee) + "' has no body in this module");
  const Function &function = found->second;
  if (function.isEntry || results.size() != function.results.size() || arguments.size() != function.params.size())
    opcode.fail("the call does not fit function '" + std::string(callee) + "'");
  std::map<std::string_view, Meaning> bound;
  auto bind = [&](const Variable &formal, const Operand &actual) {
    auto meaning = lookUp(actual.name);
    if (!meaning || meaning->kind != Meaning::Memory || meaning->space != Space::Local)
      opcode.fail("expected a .param variable of the caller as argument, got '" + std::string(actual.name) + "'");
    bound[formal.name] = *meaning;
  };
  for (size_t i = 0; i < results.size(); ++i)
    bind(function.results[i], results[i]);
  for (size_t i = 0; i < arguments.size(); ++i)
    bind(function.params[i], arguments[i]);
  size_t skip = program.code.size();
  bool isGuarded = !statement.guard.empty();
  if (isGuarded) {
    Instruction &i = emit(nullptr);
    i.flow = Flow::Branch;
    i.guardNegated = !i.guardNegated;
  }
  decodeBody(function, bound);
  if (isGuarded)
    program.code[skip].target = program.code.size();
}

} // namespace det::ptx
