// The text of an input file before the MLIR parser sees it: bytecode is refused, bytes per bool become bits.
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

bool isStablehloBytecode(StringRef text) {
  if (!text.starts_with("ML\xefR"))
    return false;
  StringRef head = text.take_front(1 << 16);
  return head.contains("StableHLO_v") || head.contains("vhlo") || head.contains("stablehlo");
}

} // namespace

Expected<std::unique_ptr<MemoryBuffer>> prepareInputText(std::unique_ptr<MemoryBuffer> buffer) {
  StringRef text = buffer->getBuffer();
  if (isStablehloBytecode(text))
    return createStringError(buffer->getBufferIdentifier() +
                             ": this is StableHLO bytecode, which cannot be read; print text instead: "
                             "open(\"step.mlir\", \"w\").write(jax.jit(step).lower(...).as_text(debug_info=True)), or "
                             "for an exported function open(\"step.mlir\", \"w\").write(str(exported.mlir_module()))");
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
