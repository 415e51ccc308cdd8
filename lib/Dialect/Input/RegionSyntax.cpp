// The pretty forms that carry regions: reduce, while, manual and named computations.
#include "OpReader.h"

using namespace mlir;

namespace det::input {

using Argument = OpAsmParser::Argument;

/// The region of `applies DIALECT.OP`: one binary operation on scalars of the first operand's element type.
static void addAppliedRegion(OpReader &r, StringRef operation, Type elementType) {
  Location location = r.state.location;
  auto scalar = RankedTensorType::get({}, elementType);
  auto block = std::make_unique<Block>();
  block->addArguments({scalar, scalar}, {location, location});
  OpBuilder builder(r.parser.getContext());
  builder.setInsertionPointToEnd(block.get());
  OperationState applied(location, operation, block->getArguments(), {scalar});
  Operation *result = builder.create(applied);
  OperationState end(location, (r.dialect() + ".return").str(), result->getResults(), {});
  builder.create(end);
  r.state.addRegion()->push_back(block.release());
}

/// `reducer(%a: T, %b: T) (%c: U, %d: U) {...}`: a pair per operand, while the block lists all left sides first.
static bool reducerRegion(OpReader &r, unsigned pairs) {
  SmallVector<Argument> left(pairs), right(pairs), all;
  for (unsigned i = 0; i < pairs; ++i) {
    if (failed(r.parser.parseLParen()) || failed(r.parser.parseArgument(left[i], /*allowType=*/true)) || r.comma() ||
        failed(r.parser.parseArgument(right[i], /*allowType=*/true)) || failed(r.parser.parseRParen()))
      return true;
  }
  llvm::append_range(all, left);
  llvm::append_range(all, right);
  return failed(r.parser.parseRegion(*r.state.addRegion(), all));
}

/// `(%x init: %i), (%y init: %j) [applies OP] across dimensions = [..] {attrs} : fn [reducer(..) {..}]`.
bool reduceForm(OpReader &r) {
  SmallVector<OpAsmParser::UnresolvedOperand> inits;
  do {
    if (failed(r.parser.parseLParen()) || r.operand() || r.word("init") || failed(r.parser.parseColon()) ||
        failed(r.parser.parseOperand(inits.emplace_back())) || failed(r.parser.parseRParen()))
      return true;
  } while (succeeded(r.parser.parseOptionalComma()));
  unsigned pairs = inits.size();
  llvm::append_range(r.operands, inits);

  StringRef applied;
  if (r.optionalWord("applies") && failed(r.parser.parseKeyword(&applied)))
    return true;
  if (r.word("across") || r.ints("dimensions", "dimensions") || r.attributes() || r.functionType())
    return true;
  if (applied.empty())
    return r.word("reducer") || reducerRegion(r, pairs);
  auto type = dyn_cast<ShapedType>(r.state.operands.front().getType());
  if (!type)
    return failed(r.parser.emitError(r.parser.getNameLoc(), "expected a tensor to reduce"));
  Form form = findForm(applied);
  if (form != elementwiseForm)
    return failed(r.parser.emitError(r.parser.getNameLoc(), "expected 'applies' of an elementwise operation, got '") << applied << "'");
  addAppliedRegion(r, applied, type.getElementType());
  return false;
}

/// `(%iterArg = %v, ...) : types [attributes {..}] cond {..} do {..}`.
bool whileForm(OpReader &r) {
  SmallVector<Argument> arguments;
  OptionalParseResult list = r.parser.parseOptionalAssignmentList(arguments, r.operands);
  if (!list.has_value())
    return failed(r.parser.emitError(r.parser.getCurrentLocation(), "expected '(' after '") << r.state.name << "'");
  if (failed(*list))
    return true;
  if (!arguments.empty() && r.typeList(/*withResults=*/true))
    return true;
  for (auto [argument, value] : llvm::zip_equal(arguments, r.state.operands))
    argument.type = value.getType();
  return failed(r.parser.parseOptionalAttrDictWithKeyword(r.state.attributes)) || r.word("cond") ||
         failed(r.parser.parseRegion(*r.state.addRegion(), arguments)) || r.word("do") ||
         failed(r.parser.parseRegion(*r.state.addRegion(), arguments));
}

/// `in_shardings=[..] out_shardings=[..]`.
static bool shardings(OpReader &r) {
  for (StringRef name : {"in_shardings", "out_shardings"}) {
    StringRef text;
    if (r.key(name) || r.balanced(text))
      return true;
    r.set(name, r.opaque("sharding_per_value<" + text + ">"));
  }
  return false;
}

/// `(%x: T, ...) {attrs?} {...} : fn`.
static bool bodyAndType(OpReader &r) {
  SmallVector<Argument> arguments;
  return failed(r.parser.parseArgumentList(arguments, OpAsmParser::Delimiter::Paren, /*allowType=*/true)) ||
         failed(r.parser.parseRegion(*r.state.addRegion(), arguments)) || r.attributes() || r.functionType();
}

bool manualComputationForm(OpReader &r) {
  StringRef axes;
  if (r.operandsInParens() || shardings(r) || r.key("manual_axes") || r.balanced(axes))
    return true;
  r.set("manual_axes", r.opaque("manual_axes" + axes));
  return bodyAndType(r);
}

bool namedComputationForm(OpReader &r) {
  std::string name;
  if (failed(r.parser.parseLess()) || failed(r.parser.parseString(&name)) || failed(r.parser.parseGreater()) ||
      r.operandsInParens())
    return true;
  r.set("name", r.parser.getBuilder().getStringAttr(name));
  // Shardings are optional here.
  for (StringRef key : {"in_shardings", "out_shardings"})
    if (r.optionalWord(key)) {
      StringRef text;
      if (failed(r.parser.parseEqual()) || r.balanced(text))
        return true;
      r.set(key, r.opaque("sharding_per_value<" + text + ">"));
    }
  return bodyAndType(r);
}

} // namespace det::input
