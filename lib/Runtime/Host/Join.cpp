// Joins node arrays block by block: a block of every node is read once, interior nodes stay in cache.
#include "det/Runtime/Host/Join.h"

#include "Combine.h"
#include "det/Runtime/Host/Postfix.h"

#include <algorithm>
#include <cstring>

namespace det::rt::host {

namespace {
constexpr int64_t blockBytes = 1024;
}

void joinNodes(JoinOp op, Element type, const void *nodes, int64_t stride, const uint8_t *pops, int64_t count, Init init,
               void *out, int64_t begin, int64_t end) {
  const Combine combine = combineFor(op, type);
  const int64_t bytes = elementSize(type), block = blockBytes / bytes;
  const char *from = static_cast<const char *>(nodes);
  char *to = static_cast<char *>(out);
  alignas(64) char memory[maxPostfixDepth][blockBytes];
  alignas(64) char initial[blockBytes];
  const char *stack[maxPostfixDepth]; // an entry is a node itself, or a block of memory at the same height
  if (init.kind == Init::scalar)
    fill(type, init.data, initial, block);

  for (int64_t first = begin; first < end; first += block) {
    const int64_t width = std::min(block, end - first);
    int top = 0;
    for (int64_t i = 0; i < count; ++i) {
      stack[top++] = from + (i * stride + first) * bytes;
      for (int joins = pops[i]; joins > 0; --joins) {
        --top;
        combine(stack[top - 1], stack[top], memory[top - 1], width);
        stack[top - 1] = memory[top - 1];
      }
    }
    const char *left = init.kind == Init::scalar  ? initial
                       : init.kind == Init::array ? static_cast<const char *>(init.data) + first * bytes
                                                  : nullptr;
    char *result = to + first * bytes;
    if (top == 0 && !left) {
      std::memset(result, 0, static_cast<size_t>(width * bytes));
      continue;
    }
    const char *value = top == 0 ? left : stack[0];
    if (left && top > 0) {
      combine(left, stack[0], memory[0], width);
      value = memory[0];
    }
    canonicalise(type, value, result, width);
  }
}

} // namespace det::rt::host
