// The pieces from which the pretty forms of the input dialects are put together.
#include "OpReader.h"

using namespace mlir;

namespace det::input {

bool OpReader::operand() { return failed(parser.parseOperand(operands.emplace_back())); }

bool OpReader::operandsN(unsigned count) {
  for (unsigned i = 0; i < count; ++i)
    if ((i && comma()) || operand())
      return true;
  return false;
}

bool OpReader::operandList() {
  if (operand())
    return true;
  while (succeeded(parser.parseOptionalComma())) {
    OpAsmParser::UnresolvedOperand next;
    OptionalParseResult present = parser.parseOptionalOperand(next);
    if (!present.has_value())
      return false; // the comma belongs to what follows
    if (failed(*present))
      return true;
    operands.push_back(next);
  }
  return false;
}

bool OpReader::operandsInParens() { return failed(parser.parseOperandList(operands, OpAsmParser::Delimiter::Paren)); }

void OpReader::setInts(StringRef name, ArrayRef<int64_t> values) { set(name, parser.getBuilder().getDenseI64ArrayAttr(values)); }

void OpReader::setInt(StringRef name, int64_t value, unsigned width) {
  set(name, parser.getBuilder().getIntegerAttr(parser.getBuilder().getIntegerType(width), value));
}

Attribute OpReader::opaque(StringRef dialect, const Twine &text) {
  MLIRContext *context = parser.getContext();
  SmallString<64> storage;
  return OpaqueAttr::get(StringAttr::get(context, dialect), text.toStringRef(storage), NoneType::get(context));
}

bool OpReader::intList(SmallVectorImpl<int64_t> &values) {
  return failed(parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square,
                                               [&]() -> ParseResult { return parser.parseInteger(values.emplace_back()); }));
}

bool OpReader::ints(StringRef keyword, StringRef name) {
  SmallVector<int64_t> values;
  if (key(keyword) || intList(values))
    return true;
  setInts(name, values);
  return false;
}

bool OpReader::integer(StringRef keyword, StringRef name) {
  int64_t value;
  if (key(keyword) || failed(parser.parseInteger(value)))
    return true;
  setInt(name, value);
  return false;
}

bool OpReader::enumeration(StringRef kind, StringRef name) {
  StringRef value;
  if (failed(parser.parseKeyword(&value)))
    return true;
  set(name, opaque(Twine(kind) + " " + value));
  return false;
}

/// Takes one token that is no bracket.
static bool takeToken(OpAsmParser &parser) {
  StringRef keyword;
  std::string string;
  APInt number;
  StringAttr symbol;
  if (succeeded(parser.parseOptionalComma()) || succeeded(parser.parseOptionalString(&string)) ||
      succeeded(parser.parseOptionalSymbolName(symbol)) || succeeded(parser.parseOptionalQuestion()) ||
      succeeded(parser.parseOptionalEqual()) || succeeded(parser.parseOptionalColon()) ||
      succeeded(parser.parseOptionalArrow()) || succeeded(parser.parseOptionalKeyword(&keyword)))
    return true;
  OptionalParseResult integer = parser.parseOptionalInteger(number);
  return integer.has_value() && succeeded(*integer);
}

bool OpReader::balanced(StringRef &text) {
  const char *begin = parser.getCurrentLocation().getPointer(), *end = begin;
  int depth = 0;
  do {
    end = parser.getCurrentLocation().getPointer() + 1;
    if (succeeded(parser.parseOptionalLess()) || succeeded(parser.parseOptionalLSquare()) ||
        succeeded(parser.parseOptionalLBrace()) || succeeded(parser.parseOptionalLParen()))
      ++depth;
    else if (succeeded(parser.parseOptionalGreater()) || succeeded(parser.parseOptionalRSquare()) ||
             succeeded(parser.parseOptionalRBrace()) || succeeded(parser.parseOptionalRParen()))
      --depth;
    else if (depth == 0 || !takeToken(parser))
      return failed(parser.emitError(parser.getCurrentLocation(), "expected a text in brackets"));
  } while (depth > 0);
  text = StringRef(begin, end - begin);
  return false;
}

bool OpReader::resolve(ArrayRef<Type> operandTypes, ArrayRef<Type> resultTypes) {
  state.addTypes(resultTypes);
  return failed(parser.resolveOperands(operands, operandTypes, parser.getNameLoc(), state.operands));
}

bool OpReader::types() {
  Type first;
  if (failed(parser.parseColonType(first)))
    return true;
  if (auto function = dyn_cast<FunctionType>(first))
    return resolve(function.getInputs(), function.getResults());
  SmallVector<Type> inputs = {first}, results;
  while (succeeded(parser.parseOptionalComma()))
    if (failed(parser.parseType(inputs.emplace_back())))
      return true;
  if (succeeded(parser.parseOptionalArrow())) {
    if (succeeded(parser.parseOptionalLParen())) {
      if (failed(parser.parseTypeList(results)) || failed(parser.parseRParen()))
        return true;
    } else if (failed(parser.parseType(results.emplace_back()))) {
      return true;
    }
  } else {
    results.assign(parser.getNumResults(), first);
  }
  if (inputs.size() == 1)
    inputs.assign(operands.size(), first);
  return resolve(inputs, results);
}

bool OpReader::functionType() {
  Type type;
  if (failed(parser.parseColonType(type)))
    return true;
  auto function = dyn_cast<FunctionType>(type);
  if (!function)
    return failed(parser.emitError(parser.getNameLoc(), "expected a function type after '") << state.name << "'");
  return resolve(function.getInputs(), function.getResults());
}

bool OpReader::typeList(bool withResults) {
  SmallVector<Type> list;
  if (failed(parser.parseColonTypeList(list)))
    return true;
  if (list.size() == 1)
    if (auto function = dyn_cast<FunctionType>(list.front()))
      return resolve(function.getInputs(), function.getResults());
  return resolve(list, withResults ? ArrayRef<Type>(list) : ArrayRef<Type>());
}

} // namespace det::input
