// FlatBuffers' verifier checks the place of a vector's length, not that of its elements, which may need more. A plan whose elements lie
// askew is refused with this before anything reads them. Part of the format, beside plan.fbs: for all who read plans.
#ifndef DET_RUNTIME_ARTIFACT_PLAN_ALIGNMENT_H
#define DET_RUNTIME_ARTIFACT_PLAN_ALIGNMENT_H

#include "det/Runtime/Artifact/plan_generated.h"

#include "flatbuffers/minireflect.h"

namespace det::artifact {

/// Walks a buffer that the verifier has accepted, along the types that `flatc --reflect-types` lists.
class PlanAlignment {
public:
  static bool holds(const uint8_t *buffer) { return table(flatbuffers::GetRoot<uint8_t>(buffer), *PlanTypeTable()); }

private:
  using Types = flatbuffers::TypeTable;

  static bool isStruct(const Types *types) { return types && types->st == flatbuffers::ST_STRUCT; }

  /// Bytes that the start of an element must be a multiple of; its offsets are 4 bytes.
  static size_t alignmentOf(flatbuffers::ElementaryType type, const Types *types) {
    if (type != flatbuffers::ET_SEQUENCE || !isStruct(types))
      return flatbuffers::InlineSize(type, types);
    size_t most = 1;
    for (size_t i = 0; i < types->num_elems; ++i)
      most = std::max(most, alignmentOf(typeOf(*types, i), typesOf(*types, i)));
    return most;
  }

  static flatbuffers::ElementaryType typeOf(const Types &types, size_t field) {
    return static_cast<flatbuffers::ElementaryType>(types.type_codes[field].base_type);
  }
  static const Types *typesOf(const Types &types, size_t field) {
    const int reference = types.type_codes[field].sequence_ref;
    return reference < 0 ? nullptr : types.type_refs[reference]();
  }
  static const uint8_t *follow(const uint8_t *offset) { return offset + flatbuffers::ReadScalar<flatbuffers::uoffset_t>(offset); }

  static bool table(const uint8_t *object, const Types &types) {
    const uint8_t *previous = nullptr;
    for (size_t i = 0; i < types.num_elems; ++i) {
      const uint8_t *field = reinterpret_cast<const flatbuffers::Table *>(object)->GetAddressOf(
          flatbuffers::FieldIndexToOffset(static_cast<flatbuffers::voffset_t>(i)));
      const Types *below = typesOf(types, i);
      if (field && types.type_codes[i].is_repeating && !vector(follow(field), typeOf(types, i), below))
        return false;
      if (field && !types.type_codes[i].is_repeating && typeOf(types, i) == flatbuffers::ET_SEQUENCE && !isStruct(below) &&
          !member(follow(field), *below, previous))
        return false;
      previous = field;
    }
    return true;
  }

  /// A table, or the member of a union whose kind the field before it holds.
  static bool member(const uint8_t *object, const Types &types, const uint8_t *kind) {
    if (types.st != flatbuffers::ST_UNION)
      return table(object, types);
    const Types *chosen = kind && *kind < types.num_elems ? typesOf(types, *kind) : nullptr;
    return !chosen || table(object, *chosen); // NONE, or a kind that readers refuse by name
  }

  static bool vector(const uint8_t *start, flatbuffers::ElementaryType type, const Types *types) {
    const auto *elements = reinterpret_cast<const flatbuffers::Vector<uint8_t> *>(start);
    if (elements->size() && reinterpret_cast<uintptr_t>(elements->Data()) % alignmentOf(type, types))
      return false;
    if (type != flatbuffers::ET_SEQUENCE || isStruct(types))
      return true;
    for (size_t i = 0; i < elements->size(); ++i)
      if (!member(follow(elements->Data() + i * sizeof(flatbuffers::uoffset_t)), *types, nullptr))
        return false;
    return true;
  }
};

/// True if every element of every vector of a verified plan lies at a multiple of its alignment.
inline bool isAligned(const uint8_t *buffer) { return PlanAlignment::holds(buffer); }

} // namespace det::artifact

#endif // DET_RUNTIME_ARTIFACT_PLAN_ALIGNMENT_H
