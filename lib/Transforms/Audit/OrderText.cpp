// Says an order in words.
#include "OrderText.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace det::audit {

std::string orderText(OrderedOpInterface op) {
  OrderAttr order = op.getFixedOrder();
  if (!order)
    return "";
  std::string text;
  llvm::raw_string_ostream os(text);
  SmallVector<int64_t> box = op.getBoxSizes();
  ArrayRef<int64_t> levels = order.getLevels();
  StringRef separator = "";
  for (size_t i = 0; i + 1 < levels.size(); i += 2) {
    int64_t dim = levels[i], block = levels[i + 1];
    int64_t size = dim >= 0 && dim < int64_t(box.size()) ? box[dim] : 0;
    int64_t blocks = block > 0 ? llvm::divideCeil(size, block) : 1;
    if (blocks <= 1)
      continue;
    os << separator << "tree of " << blocks << " blocks of " << block;
    if (box.size() > 1) {
      os << " along dim " << dim << " of [";
      llvm::interleave(box, os, ",");
      os << "]";
    }
    separator = ", each a ";
  }
  StringRef leaf = order.getLeaf();
  os << (separator.empty() ? "" : ", each ") << (leaf == "fold" ? "folded in ascending order" : ("in " + leaf).str()) << ", "
     << order.getAcc();
  return text;
}

} // namespace det::audit
