// The element types of PTX instructions.
#ifndef DET_LIB_PTXSIM_TYPES_H
#define DET_LIB_PTXSIM_TYPES_H

#include <cstdint>
#include <optional>
#include <string_view>

namespace det::ptx {

enum class Type : uint8_t {
  Pred, B8, U8, S8, B16, U16, S16, F16, BF16, B32, U32, S32, F32, F16x2, BF16x2, U16x2, S16x2, B64, U64, S64, F64, B128
};

/// The type that a part of an opcode or of a declaration names, without its dot: "u32", "bf16x2", "pred".
std::optional<Type> parseType(std::string_view name);

/// Width in bits; a predicate has 1.
constexpr unsigned bitsOf(Type type) {
  return type == Type::Pred ? 1 : type <= Type::S8 ? 8 : type <= Type::BF16 ? 16 : type <= Type::S16x2 ? 32 : type <= Type::F64 ? 64 : 128;
}

constexpr unsigned bytesOf(Type type) { return bitsOf(type) / 8; }

constexpr bool isSigned(Type type) {
  return type == Type::S8 || type == Type::S16 || type == Type::S32 || type == Type::S64 || type == Type::S16x2;
}

constexpr bool isFloat(Type type) {
  return type == Type::F16 || type == Type::BF16 || type == Type::F32 || type == Type::F64 || type == Type::F16x2 || type == Type::BF16x2;
}

/// One of the scalar integer or bit types.
constexpr bool isInteger(Type type) {
  return type != Type::Pred && !isFloat(type) && type != Type::U16x2 && type != Type::S16x2 && type != Type::B128;
}

} // namespace det::ptx

#endif // DET_LIB_PTXSIM_TYPES_H
