// The memory of a probed rank: elements of values at the places that claims name, and what they are filled with.
#ifndef DET_LIB_PROBE_FIELD_H
#define DET_LIB_PROBE_FIELD_H

#include "Meaning.h"
#include "Memory.h"

#include <functional>
#include <span>

namespace det::probe {

using verify::Access;
using verify::Index;

/// The type that an access stores: the value's, or a wider one in which a sum accumulates.
std::string storedType(const verify::Graph &graph, const Access &access);

/// What elements are filled with.
enum class Filling {
  ordinary, ///< random signs, exponents near 1
  wide,     ///< random exponents: large and small terms side by side, and cancellation
  moderate, ///< [-8, 8], where elementary functions are neither flat nor infinite
  special,  ///< zeros of both signs, infinities, NaN, least numbers, and ordinary ones
  zeros,    ///< -0.0
  ones,
};

/// Elements in memory.
class Field {
public:
  Field(std::span<uint8_t> arena, std::span<uint8_t> constants) : arena(arena), constants(constants) {}

  /// The bytes of an element.
  uint8_t *at(const Access &access, int64_t address) const {
    return (access.space == artifact::Space::arena ? arena : constants).data() + address;
  }
  uint8_t *at(const Access &access, const Index &element) const { return at(access, access.addressOf(element)); }

  /// Calls visit(address, element, node) for every element, nodes one after the other.
  static void forEach(const Access &access, const std::function<void(int64_t, const Index &, int64_t)> &visit);

private:
  std::span<uint8_t> arena, constants;
};

/// The bits of a number in a stored type, rounded once; in the low bytes.
uint64_t bitsOf(const std::string &type, double number);
double numberOf(const std::string &type, uint64_t bits);

/// Bits for an element: a function of seed, value and position, so that all who hold the element hold the same. `below` > 0: an
/// integer in
/// [-1, below], as an index into as many.
uint64_t contentOf(Filling filling, const std::string &type, uint64_t seed, uint32_t value, int64_t position, int64_t below = 0);

} // namespace det::probe

#endif // DET_LIB_PROBE_FIELD_H
