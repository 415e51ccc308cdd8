// What operands mean: places in the register file, constants, addresses.
#include "Decode.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace det::ptx {

void Decoder::fail(const std::string &message) const {
  failAt(now ? now->line : 0, now ? "'" + std::string(now->name) + "': " + message : message);
}

void Decoder::setRegisterBytes(uint64_t bytes) {
  constexpr uint64_t most = uint64_t(1) << 28;
  if (bytes > most)
    fail("more than " + std::to_string(most) + " bytes of registers in a warp");
  program.registerBytes = static_cast<uint32_t>(bytes);
}

static unsigned storedBits(unsigned bits) { return bits == 8 ? 16 : bits; }

uint32_t Decoder::allocate(unsigned bits) {
  if (bits != 1 && bits != 16 && bits != 32 && bits != 64)
    fail("registers of " + std::to_string(bits) + " bits are not modelled");
  uint32_t bytes = bits == 1 ? 4 : bits / 8 * lanes, align = std::min<uint32_t>(bytes, 64);
  uint32_t place = (program.registerBytes + align - 1) / align * align;
  setRegisterBytes(uint64_t(place) + bytes);
  return place;
}

uint32_t Decoder::scratch(unsigned bits) { return allocate(bits); }

uint32_t Decoder::constant(unsigned bits, uint64_t value) {
  bits = storedBits(bits);
  value = bits == 1 ? value != 0 : bits == 64 ? value : value & ((uint64_t(1) << bits) - 1);
  auto [entry, isNew] = constants.try_emplace({bits, value}, 0);
  if (isNew) {
    entry->second = allocate(bits);
    program.constants.push_back({entry->second, static_cast<uint8_t>(bits == 1 ? 0 : bits / 8), value});
  }
  return entry->second;
}

uint32_t Decoder::addressOf(const Meaning &meaning, unsigned bits) {
  if (!meaning.isDynamic)
    return constant(bits, meaning.address);
  auto [entry, isNew] = dynamicAddresses.try_emplace(bits, 0);
  if (isNew)
    entry->second = allocate(bits);
  return entry->second;
}

void Decoder::declareRegisters(const Statement &statement) {
  for (const Operand &operand : statement.operands) {
    std::string_view name = operand.name;
    size_t less = name.find('<');
    if (less == std::string_view::npos) {
      scopes.back().names[name] = {Meaning::Register, {allocate(storedBits(bitsOf(statement.type))), storedBits(bitsOf(statement.type))}, {}, 0, false};
      continue;
    }
    // `%r<4>` is %r0 to %r3: one name that stands for all; numbers are counted off where they are used.
    unsigned count = 0;
    std::from_chars(name.data() + less + 1, name.data() + name.size(), count);
    if (count == 0 || count > 1u << 20)
      fail("expected a number of registers in '" + std::string(name) + "'");
    unsigned bits = storedBits(bitsOf(statement.type));
    uint32_t first = allocate(bits);
    uint32_t bytes = bits == 1 ? 4 : bits / 8 * lanes;
    setRegisterBytes(program.registerBytes + uint64_t(count - 1) * bytes);
    scopes.back().names[name.substr(0, less + 1)] = {Meaning::Register, {first, bits}, {}, count, false};
  }
}

void Decoder::declareVariable(const Variable &variable) {
  Meaning meaning{Meaning::Memory, {}, variable.space, 0, false};
  if (variable.space == Space::Local || variable.space == Space::Param) {
    // Parameters of calls live in the caller's frame.
    meaning.space = Space::Local;
    uint64_t align = std::max<uint64_t>(variable.align, 8);
    meaning.address = (program.localBytes + align - 1) / align * align;
    program.localBytes = meaning.address + std::max<uint64_t>(variable.bytes(), 1);
  } else if (variable.space == Space::Shared) {
    meaning.address = (program.sharedBytes + variable.align - 1) / variable.align * variable.align;
    program.sharedBytes = meaning.address + variable.bytes();
  } else {
    fail("a variable of this space in a function is not modelled");
  }
  scopes.back().names[variable.name] = meaning;
}

std::optional<Decoder::Meaning> Decoder::lookUp(std::string_view name) {
  size_t digits = name.size();
  while (digits > 0 && std::isdigit(static_cast<unsigned char>(name[digits - 1])))
    --digits;
  unsigned number = 0;
  bool isNumbered = digits < name.size() && digits > 0 && (name[digits] != '0' || digits + 1 == name.size());
  if (isNumbered)
    std::from_chars(name.data() + digits, name.data() + name.size(), number);
  std::string family = std::string(name.substr(0, digits)) + "<";
  for (size_t i = scopes.size(); i-- > frames.back()->firstScope;) {
    if (auto found = scopes[i].names.find(name); found != scopes[i].names.end())
      return found->second;
    auto found = isNumbered ? scopes[i].names.find(family) : scopes[i].names.end();
    if (found != scopes[i].names.end() && number < found->second.address) {
      Meaning meaning = found->second;
      meaning.place.place += number * (meaning.place.bits == 1 ? 4 : meaning.place.bits / 8 * lanes);
      return meaning;
    }
  }
  return lookUpModule(name);
}

std::optional<Decoder::Meaning> Decoder::lookUpModule(std::string_view name) {
  if (auto found = moduleNames.find(name); found != moduleNames.end())
    return found->second;
  for (const Variable &variable : syntax.variables) {
    if (variable.name != name)
      continue;
    Meaning meaning{Meaning::Memory, {}, variable.space, 0, false};
    if (variable.isExtern && variable.space != Space::Shared)
      fail("'" + std::string(name) + "' is defined elsewhere");
    if (variable.space == Space::Shared && variable.isExtern) {
      program.usesDynamicShared = meaning.isDynamic = true;
    } else if (variable.space == Space::Shared) {
      meaning.address = (program.sharedBytes + variable.align - 1) / variable.align * variable.align;
      program.sharedBytes = meaning.address + variable.bytes();
    } else {
      auto &list = variable.space == Space::Const ? program.constantData : program.globals;
      list.push_back(&variable);
      meaning.address = (list.size() + (variable.space == Space::Const ? 0 : firstGlobal)) << bufferShift;
    }
    return moduleNames[name] = meaning;
  }
  return std::nullopt;
}

std::optional<Place> Decoder::lookUpSpecial(std::string_view name) {
  static const std::map<std::string_view, Special> known = {
      {"%tid.x", Special::TidX},       {"%tid.y", Special::TidY},       {"%tid.z", Special::TidZ},
      {"%ntid.x", Special::NtidX},     {"%ntid.y", Special::NtidY},     {"%ntid.z", Special::NtidZ},
      {"%ctaid.x", Special::CtaidX},   {"%ctaid.y", Special::CtaidY},   {"%ctaid.z", Special::CtaidZ},
      {"%nctaid.x", Special::NctaidX}, {"%nctaid.y", Special::NctaidY}, {"%nctaid.z", Special::NctaidZ},
      {"%laneid", Special::LaneId},    {"%warpid", Special::WarpId},    {"%nwarpid", Special::NWarpId},
      {"%lanemask_eq", Special::LaneMaskEq}, {"%lanemask_lt", Special::LaneMaskLt}, {"%lanemask_le", Special::LaneMaskLe},
      {"%lanemask_gt", Special::LaneMaskGt}, {"%lanemask_ge", Special::LaneMaskGe},
      {"%dynamic_smem_size", Special::DynamicShared}, {"%total_smem_size", Special::TotalShared}};
  auto found = known.find(name);
  if (found == known.end())
    return std::nullopt;
  auto [entry, isNew] = specials.try_emplace(found->first, 0);
  if (isNew) {
    entry->second = allocate(32);
    program.specials.push_back({entry->second, found->second});
  }
  return Place{entry->second, 32};
}

Place Decoder::registerOf(std::string_view name) {
  if (auto meaning = lookUp(name); meaning && meaning->kind == Meaning::Register)
    return meaning->place;
  if (auto special = lookUpSpecial(name))
    return *special;
  fail("expected a register, got '" + std::string(name) + "', which is " + (lookUp(name) ? "memory" : "not declared or not modelled"));
}

uint32_t Decoder::destination(const Operand &operand, unsigned bits) {
  if (operand.kind == Operand::Kind::Name && operand.name == "_") {
    auto [entry, isNew] = sinks.try_emplace(storedBits(bits), 0);
    if (isNew)
      entry->second = allocate(storedBits(bits));
    return entry->second;
  }
  Place place = anyDestination(operand);
  if (place.bits != storedBits(bits))
    fail("expected a register of " + std::to_string(bits) + " bits, got '" + std::string(operand.name) + "' of " + std::to_string(place.bits));
  return place.place;
}

Place Decoder::anyDestination(const Operand &operand) {
  if (operand.kind != Operand::Kind::Name || operand.negated)
    fail("expected a register to write to");
  if (auto meaning = lookUp(operand.name); meaning && meaning->kind == Meaning::Register) {
    touched.push_back(meaning->place.place);
    return meaning->place;
  }
  fail("expected a register to write to, got '" + std::string(operand.name) + "'");
}

static void invert(Warp &warp, const Instruction &i, Mask mask) {
  Mask &to = warp.predicate(i.d);
  to = (to & ~mask) | (~warp.predicate(i.a) & mask);
}

Place Decoder::anySource(const Operand &operand, Type type) {
  unsigned bits = bitsOf(type);
  switch (operand.kind) {
  case Operand::Kind::Integer:
    if (type == Type::F32 || type == Type::F64)
      fail("expected a floating-point constant (0f or 0d), got " + std::to_string(operand.integer));
    return {constant(bits, static_cast<uint64_t>(operand.integer)), storedBits(bits)};
  case Operand::Kind::Float: {
    uint64_t value = bits == 64 ? __builtin_bit_cast(uint64_t, operand.isSingle ? double(__builtin_bit_cast(float, operand.single)) : operand.real)
                     : operand.isSingle ? operand.single : __builtin_bit_cast(uint32_t, static_cast<float>(operand.real));
    if (bits != 32 && bits != 64)
      fail("a floating-point constant for a type of " + std::to_string(bits) + " bits");
    return {constant(bits, value), bits};
  }
  case Operand::Kind::Name:
    break;
  default:
    fail("expected a register or a constant");
  }
  if (operand.name == "WARP_SZ")
    return {constant(bits, lanes), storedBits(bits)};
  auto meaning = lookUp(operand.name);
  if (meaning && meaning->kind == Meaning::Memory)
    return {addressOf(*meaning, bits), storedBits(bits)};
  Place place = registerOf(operand.name);
  touched.push_back(place.place);
  if (operand.negated) {
    if (place.bits != 1)
      fail("'!' before a register that is no predicate");
    uint32_t inverted = allocate(1);
    Instruction &i = emit(invert);
    i.d = inverted;
    i.a = place.place;
    i.guard = none; // harmless for lanes that do not take part
    return {inverted, 1};
  }
  return place;
}

uint32_t Decoder::source(const Operand &operand, Type type) {
  Place place = anySource(operand, type);
  if (place.bits != storedBits(bitsOf(type)))
    fail("expected an operand of " + std::to_string(bitsOf(type)) + " bits, got one of " + std::to_string(place.bits));
  return place.place;
}

void Decoder::setAddress(Instruction &i, const Operand &operand, Space space) {
  if (operand.kind != Operand::Kind::Address)
    fail("expected an address in brackets");
  i.space = space;
  i.offset = operand.integer;
  if (operand.name.empty()) {
    i.a = constant(64, 0);
    return;
  }
  auto meaning = lookUp(operand.name);
  if (meaning && meaning->kind == Meaning::Memory) {
    bool isFrame = meaning->space == Space::Local && space == Space::Param;
    if (meaning->space != space && !isFrame && space != Space::Generic)
      fail("'" + std::string(operand.name) + "' lies in another state space");
    i.space = meaning->space;
    i.a = addressOf(*meaning, 64);
    return;
  }
  Place place = registerOf(operand.name);
  if (place.bits != 32 && place.bits != 64)
    fail("expected an address of 32 or 64 bits");
  i.a = place.place;
  i.hasShortAddress = place.bits == 32;
}

uint32_t Decoder::addList(const std::vector<uint32_t> &places) {
  uint32_t first = program.lists.size();
  program.lists.insert(program.lists.end(), places.begin(), places.end());
  return first;
}

uint32_t Decoder::addList(std::initializer_list<uint32_t> places) { return addList(std::vector<uint32_t>(places)); }

std::vector<Operand> Decoder::elements(const Operand &operand) const {
  return operand.kind == Operand::Kind::List ? operand.parts : std::vector<Operand>{operand};
}

Instruction &Decoder::emit(Handler handler) {
  Instruction i;
  i.run = handler;
  i.line = now->line;
  i.opcode = now->name;
  if (!now->guard.empty()) {
    Place guard = registerOf(now->guard);
    if (guard.bits != 1)
      fail("expected a predicate behind '@'");
    i.guard = guard.place;
    i.guardNegated = now->guardNegated;
  }
  program.code.push_back(i);
  return program.code.back();
}

void Decoder::noteAccess(Space space, unsigned bytes) {
  if (space == Space::Global || space == Space::Generic)
    program.globalGranule = std::min(program.globalGranule, bytes);
  if (space == Space::Shared || space == Space::Generic)
    program.sharedGranule = std::min(program.sharedGranule, bytes);
}

} // namespace det::ptx
