// The text of an input file before the MLIR parser sees it: what is no such text is refused, bytes per bool become bits.
#include "InputLimits.h"
#include "det/Dialect/Input/Input.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace llvm;

namespace det {
namespace {

constexpr StringLiteral hexStart = "dense<\"0x";

/// Number of elements of `tensor<2x3xi1>` at the start of `text` (after any blanks and the colon), 0 for other types.
uint64_t boolElements(StringRef text) {
  text = text.ltrim();
  if (!text.consume_front(":"))
    return 0;
  text = text.ltrim();
  if (!text.consume_front("tensor<"))
    return 0;
  uint64_t count = 1, size;
  while (!text.consumeInteger(10, size)) {
    count *= size;
    if (!text.consume_front("x"))
      return 0;
  }
  return text.starts_with("i1>") ? count : 0;
}

/// Hex digits of one byte per element -> hex digits of one bit per element, lowest bit first.
void packBits(StringRef digits, std::string &out) {
  unsigned byte = 0;
  uint64_t count = digits.size() / 2;
  for (uint64_t i = 0; i < count; ++i) {
    byte |= unsigned(digits[2 * i + 1] != '0' || digits[2 * i] != '0') << (i % 8);
    if (i % 8 == 7 || i + 1 == count) {
      out += hexdigit(byte >> 4);
      out += hexdigit(byte & 15);
      byte = 0;
    }
  }
}

/// What a file is that is not StableHLO text, and how to get the text; empty if it may be text.
std::string otherFormat(StringRef text) {
  constexpr StringLiteral bytecode = "ML\xefR";
  const std::string jit = "open(\"step.mlir\", \"w\").write(jax.jit(step).lower(...).as_text(debug_info=True))";
  const std::string exported = "open(\"step.mlir\", \"w\").write(str(exported.mlir_module()))";
  if (text.starts_with(bytecode))
    return "this is StableHLO bytecode, which cannot be read; print text instead: " + jit + ", or for an exported function " +
           exported;
  bool binary = text.take_front(1 << 16).contains('\0');
  // The bytes of `exported.serialize()`: a table that holds bytecode.
  if (binary && text.contains(bytecode))
    return "this is a serialized jax.export function, which cannot be read; print its text instead: exported = "
           "jax.export.deserialize(open(FILE, \"rb\").read()); " +
           exported;
  if (binary)
    return "this is a binary file, not StableHLO text; print text instead: " + jit;
  if (text.ltrim().starts_with("HloModule"))
    return "this is HLO text; print StableHLO instead: " + jit;
  return "";
}

} // namespace

Expected<std::unique_ptr<MemoryBuffer>> prepareInputText(std::unique_ptr<MemoryBuffer> buffer) {
  StringRef text = buffer->getBuffer();
  auto fail = [&](const std::string &what) { return createStringError(buffer->getBufferIdentifier() + ": " + what); };
  if (std::string other = otherFormat(text); !other.empty())
    return fail(other);
  if (std::string limit = exceededLimit(text); !limit.empty())
    return fail(limit);
  std::string packed;
  size_t copied = 0;
  for (size_t at = text.find(hexStart); at != StringRef::npos; at = text.find(hexStart, at + 1)) {
    size_t first = at + hexStart.size(), last = text.find('"', first);
    if (last == StringRef::npos)
      break;
    StringRef digits = text.slice(first, last), rest = text.substr(last + 1);
    if (!rest.consume_front(">"))
      continue;
    uint64_t elements = boolElements(rest.take_front(256));
    // One element has one byte in either spelling.
    if (elements < 2 || digits.size() != 2 * elements)
      continue;
    packed.append(text.data() + copied, first - copied);
    packBits(digits, packed);
    copied = last;
  }
  if (!copied)
    return buffer;
  packed.append(text.data() + copied, text.size() - copied);
  return MemoryBuffer::getMemBufferCopy(packed, buffer->getBufferIdentifier());
}

} // namespace det
