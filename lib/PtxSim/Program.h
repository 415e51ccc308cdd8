// A decoded kernel: instructions with a function each, operands as places in a warp's register file.
#ifndef DET_LIB_PTXSIM_PROGRAM_H
#define DET_LIB_PTXSIM_PROGRAM_H

#include "Syntax.h"
#include "det/PtxSim/PtxSim.h"

#include <map>

namespace det::ptx {

constexpr unsigned lanes = 32;
/// One bit per lane.
using Mask = uint32_t;
constexpr Mask allLanes = ~Mask(0);

struct Warp;
struct Instruction;
/// Executes an instruction for the lanes of a mask that is not empty.
using Handler = void (*)(Warp &, const Instruction &, Mask);

/// What the scheduler must do with an instruction.
enum class Flow : uint8_t {
  Next,    ///< calls the handler, goes on
  Branch,  ///< lanes whose guard holds go to `target`
  Table,   ///< brx.idx: a = index register, list = count, targets
  Sync,    ///< a warp operation: waits for the lanes of the mask in register `c` first
  Barrier, ///< a = id, b = number of threads or `none`
  Exit,
};

/// In place of an operand that is not there.
constexpr uint32_t none = ~uint32_t(0);

struct Instruction {
  Handler run = nullptr;
  uint32_t guard = none; ///< place of a predicate
  bool guardNegated = false;
  Flow flow = Flow::Next;
  Space space = Space::Generic; ///< memory
  bool hasShortAddress = false; ///< memory: the register has 32 bits
  bool isAligned = true;        ///< Barrier: all lanes of a warp come together
  bool isArrive = false;        ///< Barrier: does not wait
  bool touchesSums = false;     ///< reads or writes a register that some wgmma adds to, and is none itself
  uint8_t count = 1;            ///< elements of a vector
  uint8_t flags = 0;            ///< the handler's own
  uint32_t d = none, a = none, b = none, c = none; ///< places in the register file, in bytes
  uint32_t list = 0;            ///< first of further places in Program::lists
  uint32_t target = 0;          ///< Branch
  int64_t offset = 0;           ///< memory: added to the address
  uint32_t line = 0;
  std::string_view opcode;      ///< in the text
};

/// Registers that hold what does not change while a block runs.
enum class Special : uint8_t {
  TidX, TidY, TidZ, NtidX, NtidY, NtidZ, CtaidX, CtaidY, CtaidZ, NctaidX, NctaidY, NctaidZ,
  LaneId, WarpId, NWarpId, LaneMaskEq, LaneMaskLt, LaneMaskLe, LaneMaskGt, LaneMaskGe, DynamicShared, TotalShared
};

struct Program {
  std::shared_ptr<const Syntax> syntax; ///< owns what the views point to
  std::string name;
  std::vector<Kernel::Parameter> params;
  uint64_t paramBytes = 0;
  std::array<uint32_t, 3> required{}, most{};
  std::vector<Instruction> code;
  std::vector<uint32_t> lists;
  bool usesWarpgroups = false; ///< has a wgmma
  std::map<uint32_t, std::vector<uint32_t>> sumsTouched; ///< of instructions that touch sums: their registers

  /// The register file: per register 32 lanes of 2, 4 or 8 bytes; a predicate is a mask.
  uint32_t registerBytes = 0;
  struct Constant {
    uint32_t place;
    uint8_t bytes; ///< of a lane; 0 for a predicate
    uint64_t bits;
  };
  std::vector<Constant> constants;
  struct SpecialRegister {
    uint32_t place;
    Special value;
  };
  std::vector<SpecialRegister> specials;

  uint64_t localBytes = 0, sharedBytes = 0;
  bool usesDynamicShared = false;
  std::vector<const Variable *> globals, constantData; ///< variables of the module that the kernel uses
  unsigned globalGranule = 8, sharedGranule = 8; ///< the smallest element that is read or written, in bytes
  bool hasGlobalAtomics = false; ///< blocks run in order then: old values depend on it

  /// Where dynamic shared memory begins: behind all declared variables.
  uint64_t dynamicSharedOffset() const { return (sharedBytes + 15) / 16 * 16; }
};

/// Resolves names, labels and calls of an entry. Throws Fault.
std::shared_ptr<const Program> decode(std::shared_ptr<const Syntax> syntax, std::string_view entry);

/// The windows of generic addresses, and where global memory lies: buffer i at addressOf(i).
constexpr unsigned windowShift = 56, bufferShift = 40;
static_assert(addressOf(0) == uint64_t(1) << bufferShift);
constexpr uint64_t windowOf(Space space) {
  return space == Space::Shared ? 1ull << windowShift : space == Space::Local ? 2ull << windowShift : space == Space::Const ? 3ull << windowShift
         : space == Space::Param ? 4ull << windowShift : 0;
}
/// The buffer number of the first variable of the module; launches have fewer buffers.
constexpr uint64_t firstGlobal = 0x8000;

} // namespace det::ptx

#endif // DET_LIB_PTXSIM_PROGRAM_H
