// Order and recipe attributes: text form.
#include "det/Dialect/Det/Det.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;

namespace det {

// <levels = [(0, 64)], leaf = lanes<32>, acc = f32>
Attribute OrderAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> levels;
  auto parseLevel = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseLParen() || parser.parseInteger(levels.emplace_back()) || parser.parseComma() ||
        parser.parseInteger(levels.emplace_back()) || parser.parseRParen())
      return failure();
    if (!llvm::isPowerOf2_64(levels.back()))
      return parser.emitError(loc, "expected a block that is a power of two, got ") << levels.back();
    return success();
  };
  StringRef word;
  std::string leaf;
  Type acc;
  if (parser.parseLess() || parser.parseKeyword("levels") || parser.parseEqual() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseLevel) || parser.parseComma() ||
      parser.parseKeyword("leaf") || parser.parseEqual() || parser.parseKeyword(&word))
    return {};
  leaf = word.str();
  if (succeeded(parser.parseOptionalLess())) {
    // lanes<32> names a number, mma<hopper_16> a word.
    int64_t lanes = 0;
    OptionalParseResult number = parser.parseOptionalInteger(lanes);
    if (number.has_value()) {
      if (failed(*number))
        return {};
      leaf += "<" + std::to_string(lanes) + ">";
    } else {
      if (parser.parseKeyword(&word))
        return {};
      leaf += "<" + word.str() + ">";
    }
    if (parser.parseGreater())
      return {};
  }
  if (leaf != "fold" && leaf != "lanes<32>" && !StringRef(leaf).starts_with("mma<")) {
    parser.emitError(parser.getNameLoc(), "expected a leaf fold, lanes<32> or mma<model>, got ") << leaf;
    return {};
  }
  if (parser.parseComma() || parser.parseKeyword("acc") || parser.parseEqual() || parser.parseType(acc) || parser.parseGreater())
    return {};
  return OrderAttr::get(parser.getContext(), levels, leaf, acc);
}

void OrderAttr::print(AsmPrinter &printer) const {
  printer << "<levels = [";
  for (size_t i = 0; i < getLevels().size(); i += 2)
    printer << (i ? ", (" : "(") << getLevels()[i] << ", " << getLevels()[i + 1] << ')';
  printer << "], leaf = " << getLeaf() << ", acc = " << getAcc() << '>';
}

// <k_leaf_min = 64, ..., mma = "", version = 1>
Attribute RecipeAttr::parse(AsmParser &parser, Type) {
  int64_t value[6];
  std::string mma;
  auto parseInt = [&](StringRef name, int64_t &into) -> ParseResult {
    return failure(parser.parseKeyword(name) || parser.parseEqual() || parser.parseInteger(into) || parser.parseComma());
  };
  if (parser.parseLess() || parseInt("k_leaf_min", value[0]) || parseInt("k_leaf_max", value[1]) ||
      parseInt("row_leaf_min", value[2]) || parseInt("row_leaf_max", value[3]) || parseInt("column_leaf_max", value[4]) ||
      parser.parseKeyword("mma") || parser.parseEqual() || parser.parseString(&mma) || parser.parseComma() ||
      parser.parseKeyword("version") || parser.parseEqual() || parser.parseInteger(value[5]) || parser.parseGreater())
    return {};
  return RecipeAttr::get(parser.getContext(), value[0], value[1], value[2], value[3], value[4], mma, value[5]);
}

void RecipeAttr::print(AsmPrinter &printer) const {
  printer << "<k_leaf_min = " << getKLeafMin() << ", k_leaf_max = " << getKLeafMax() << ", row_leaf_min = " << getRowLeafMin()
          << ", row_leaf_max = " << getRowLeafMax() << ", column_leaf_max = " << getColumnLeafMax() << ", mma = \"" << getMma()
          << "\", version = " << getVersion() << '>';
}

RecipeAttr RecipeAttr::getDefault(MLIRContext *context) { return get(context, 64, 512, 64, 512, 64, "", 1); }

} // namespace det
