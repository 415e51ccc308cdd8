// Writes marks into locations, and finds them.
#include "Marks.h"

using namespace mlir;

namespace det::audit {

static constexpr StringLiteral kMark = "det.audit:";

OwningOpRef<ModuleOp> markedCopy(ModuleOp module) {
  OwningOpRef<ModuleOp> copy = module.clone();
  int64_t number = 0;
  copy.get()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto name = StringAttr::get(op->getContext(), kMark + Twine(number++));
    op->setLoc(NameLoc::get(name, op->getLoc()));
  });
  return copy;
}

std::optional<int64_t> markIn(StringRef name) {
  int64_t number;
  return name.consume_front(kMark) && !name.getAsInteger(10, number) ? std::optional(number) : std::nullopt;
}

std::optional<int64_t> markOf(Location loc) {
  std::optional<int64_t> mark;
  // What was called before where it was called from: the first mark is the operation's own.
  loc->walk([&](Location inner) {
    if (auto name = dyn_cast<NameLoc>(inner))
      mark = markIn(name.getName().getValue());
    return mark ? WalkResult::interrupt() : WalkResult::advance();
  });
  return mark;
}

} // namespace det::audit
