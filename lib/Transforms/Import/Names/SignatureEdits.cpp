// Changes to the arguments and results of @main before they have names.
#include "SignatureEdits.h"

using namespace mlir;

namespace det::import {

void renumberAliases(func::FuncOp main, ArrayRef<int64_t> places) {
  constexpr StringRef name = "tf.aliasing_output";
  for (unsigned i = 0; i < main.getNumArguments(); ++i) {
    auto alias = main.getArgAttrOfType<IntegerAttr>(i, name);
    if (!alias || !alias.getValue().ule(uint64_t(places.size())) || alias.getValue() == uint64_t(places.size()))
      continue;
    int64_t place = places[alias.getValue().getZExtValue()];
    if (place < 0)
      main.removeArgAttr(i, name);
    else
      main.setArgAttr(i, name, IntegerAttr::get(alias.getType(), place));
  }
}

} // namespace det::import
