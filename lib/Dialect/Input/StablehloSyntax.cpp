// The pretty forms of stablehlo and mhlo operations: one line of a table per operation.
#include "OpReader.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace det::input {
namespace {

// ---- families ----

/// `%p, %a, %b : pred, T`, or a function type.
bool select(OpReader &r) {
  if (r.operandsN(3) || r.attributes())
    return true;
  Type first, second;
  if (failed(r.parser.parseColonType(first)))
    return true;
  if (auto function = dyn_cast<FunctionType>(first))
    return r.resolve(function.getInputs(), function.getResults());
  return r.comma() || failed(r.parser.parseType(second)) || r.resolve({first, second, second}, {second});
}

/// `: complex type`, its operands being the element type.
bool complexForm(OpReader &r) {
  if (r.operandsN(2) || r.attributes())
    return true;
  Type type;
  if (failed(r.parser.parseColonType(type)))
    return true;
  if (auto function = dyn_cast<FunctionType>(type))
    return r.resolve(function.getInputs(), function.getResults());
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto complex = tensor ? dyn_cast<ComplexType>(tensor.getElementType()) : ComplexType();
  if (!complex)
    return failed(r.parser.emitError(r.parser.getNameLoc(), "expected a tensor of complex numbers"));
  Type part = tensor.clone(complex.getElementType());
  return r.resolve({part, part}, {type});
}

/// `DIR, %a, %b[, TYPE] : fn`.
bool compare(OpReader &r) {
  if (r.enumeration("comparison_direction", "comparison_direction") || r.comma() || r.operandsN(2))
    return true;
  if (succeeded(r.parser.parseOptionalComma()) && r.enumeration("comparison_type", "compare_type"))
    return true;
  return r.attributes() || r.types();
}

/// `%x [0:16, 1:33:2] : fn`.
bool slice(OpReader &r) {
  SmallVector<int64_t> starts, limits, strides;
  auto range = [&]() -> ParseResult {
    if (failed(r.parser.parseInteger(starts.emplace_back())) || failed(r.parser.parseColon()) ||
        failed(r.parser.parseInteger(limits.emplace_back())))
      return failure();
    strides.push_back(1);
    return succeeded(r.parser.parseOptionalColon()) ? r.parser.parseInteger(strides.back()) : ParseResult(success());
  };
  if (r.operand() || failed(r.parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, range)))
    return true;
  r.setInts("start_indices", starts);
  r.setInts("limit_indices", limits);
  r.setInts("strides", strides);
  return r.attributes() || r.functionType();
}

/// `, precision = [A, B]` and `, algorithm = <...>`, each optional.
bool precision(OpReader &r) {
  while (succeeded(r.parser.parseOptionalComma())) {
    if (r.optionalWord("algorithm")) {
      StringRef text;
      if (failed(r.parser.parseEqual()) || r.balanced(text))
        return true;
      r.set("algorithm", r.opaque("dot_algorithm" + text));
      continue;
    }
    SmallVector<Attribute> values;
    auto value = [&]() -> ParseResult {
      StringRef name;
      if (failed(r.parser.parseKeyword(&name)))
        return failure();
      values.push_back(r.opaque("precision " + name));
      return success();
    };
    if (r.key("precision") || failed(r.parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, value)))
      return true;
    r.set("precision_config", r.parser.getBuilder().getArrayAttr(values));
  }
  return false;
}

/// `keyword = [..] x [..]`, appended to the text of a `dot<...>`.
bool dotPair(OpReader &r, StringRef keyword, std::string &text) {
  StringRef lhs, rhs;
  if (failed(r.parser.parseEqual()) || r.balanced(lhs) || r.word("x") || r.balanced(rhs))
    return true;
  text += (Twine("lhs_") + keyword + " = " + lhs + ", rhs_" + keyword + " = " + rhs).str();
  return false;
}

/// `%l, %r, [batching_dims = ..,] contracting_dims = ..[, precision][, algorithm] : fn`.
bool dotGeneral(OpReader &r) {
  std::string text = "dot<";
  if (r.operandsN(2) || r.comma())
    return true;
  if (r.optionalWord("batching_dims")) {
    if (dotPair(r, "batching_dimensions", text) || r.comma())
      return true;
    text += ", ";
  }
  if (r.word("contracting_dims") || dotPair(r, "contracting_dimensions", text))
    return true;
  r.set("dot_dimension_numbers", r.opaque(text + ">"));
  return precision(r) || r.attributes() || r.functionType();
}

bool dot(OpReader &r) { return r.operandsN(2) || precision(r) || r.attributes() || r.functionType(); }

/// One entry of a convolution's window: a list of integers, of pairs or of booleans.
bool windowEntry(OpReader &r) {
  StringRef key;
  if (failed(r.parser.parseKeyword(&key)) || failed(r.parser.parseEqual()))
    return true;
  if (key == "reverse") {
    SmallVector<bool> values;
    auto value = [&]() -> ParseResult {
      values.push_back(r.optionalWord("true"));
      return values.back() ? ParseResult(success()) : r.parser.parseKeyword("false");
    };
    if (failed(r.parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, value)))
      return true;
    r.set("window_reversal", r.parser.getBuilder().getDenseBoolArrayAttr(values));
    return false;
  }
  SmallVector<int64_t> values;
  if (key == "pad") {
    auto pair = [&]() -> ParseResult { return failure(r.intList(values)); };
    if (failed(r.parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, pair)))
      return true;
    if (values.size() % 2)
      return failed(r.parser.emitError(r.parser.getNameLoc(), "expected pairs of numbers in 'pad'"));
    Builder &b = r.parser.getBuilder();
    auto type = RankedTensorType::get({int64_t(values.size() / 2), 2}, b.getI64Type());
    r.set("padding", DenseIntElementsAttr::get(type, values));
    return false;
  }
  StringRef name = llvm::StringSwitch<StringRef>(key)
                       .Case("stride", "window_strides")
                       .Case("lhs_dilate", "lhs_dilation")
                       .Case("rhs_dilate", "rhs_dilation")
                       .Default("");
  if (name.empty())
    return failed(r.parser.emitError(r.parser.getNameLoc(), "unknown window entry '") << key << "'");
  if (r.intList(values))
    return true;
  r.setInts(name, values);
  return false;
}

/// `(%l, %r) dim_numbers = [..]x[..]->[..], window = {...} {attrs} : fn`.
bool convolution(OpReader &r) {
  StringRef lhs, rhs, out;
  if (r.operandsInParens() || r.key("dim_numbers") || r.balanced(lhs) || r.word("x") || r.balanced(rhs) ||
      failed(r.parser.parseArrow()) || r.balanced(out))
    return true;
  r.set("dimension_numbers", r.opaque("conv<" + lhs + "x" + rhs + "->" + out + ">"));
  if (succeeded(r.parser.parseOptionalComma())) {
    auto entry = [&]() -> ParseResult { return failure(windowEntry(r)); };
    if (r.key("window") || failed(r.parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Braces, entry)))
      return true;
  }
  return r.attributes() || r.functionType();
}

/// `%x, format = e8m7 : T`.
bool reducePrecision(OpReader &r) {
  StringRef format;
  if (r.operand() || r.comma() || r.key("format") || failed(r.parser.parseKeyword(&format)))
    return true;
  StringRef exponent, mantissa;
  unsigned exponentBits, mantissaBits;
  std::tie(exponent, mantissa) = format.split('m');
  if (!exponent.consume_front("e") || exponent.getAsInteger(10, exponentBits) || mantissa.getAsInteger(10, mantissaBits))
    return failed(r.parser.emitError(r.parser.getNameLoc(), "expected a format like 'e8m7', got '") << format << "'");
  r.setInt("exponent_bits", exponentBits, 32);
  r.setInt("mantissa_bits", mantissaBits, 32);
  return r.attributes() || r.types();
}

/// `@name(%a, %b) {attrs} : fn`.
bool customCall(OpReader &r) {
  StringAttr name;
  if (failed(r.parser.parseSymbolName(name)))
    return true;
  r.set("call_target_name", name);
  return r.operandsInParens() || r.attributes() || r.functionType();
}

/// `"name" %a, %b {attrs} : fn`.
bool composite(OpReader &r) {
  std::string name;
  if (failed(r.parser.parseKeywordOrString(&name)) || failed(r.parser.parseOperandList(r.operands)))
    return true;
  r.set("name", r.parser.getBuilder().getStringAttr(name));
  if (r.attributes())
    return true;
  // `({...}, {...})`: regions that the operation is made of besides its decomposition.
  if (succeeded(r.parser.parseOptionalLParen())) {
    do {
      if (failed(r.parser.parseRegion(*r.state.addRegion())))
        return true;
    } while (succeeded(r.parser.parseOptionalComma()));
    if (failed(r.parser.parseRParen()))
      return true;
  }
  return r.functionType();
}

/// `{attrs} %a, %b : T, U`; `()` stands for no operands.
bool optimizationBarrier(OpReader &r) {
  if (r.attributes())
    return true;
  if (succeeded(r.parser.parseOptionalLParen()))
    return failed(r.parser.parseRParen());
  return r.operandList() || r.typeList(/*withResults=*/true);
}

/// `%x[0] : fn`.
bool getTupleElement(OpReader &r) {
  int64_t index;
  if (r.operand() || failed(r.parser.parseLSquare()) || failed(r.parser.parseInteger(index)) || failed(r.parser.parseRSquare()))
    return true;
  r.setInt("index", index, 32);
  return r.attributes() || r.functionType();
}

/// `%a, %b : tuple<A, B>`.
bool tuple(OpReader &r) {
  Type type;
  if (failed(r.parser.parseOperandList(r.operands)) || r.attributes() || failed(r.parser.parseColonType(type)))
    return true;
  if (auto function = dyn_cast<FunctionType>(type))
    return r.resolve(function.getInputs(), function.getResults());
  auto parts = dyn_cast<TupleType>(type);
  if (!parts)
    return failed(r.parser.emitError(r.parser.getNameLoc(), "expected a tuple type after '") << r.state.name << "'");
  return r.resolve(parts.getTypes(), {type});
}

/// `%a, %b : token`, also of nothing.
bool afterAll(OpReader &r) {
  Type type;
  if (failed(r.parser.parseOperandList(r.operands)) || r.attributes() || failed(r.parser.parseColonType(type)))
    return true;
  if (auto function = dyn_cast<FunctionType>(type))
    return r.resolve(function.getInputs(), function.getResults());
  return r.resolve(SmallVector<Type>(r.operands.size(), type), {type});
}

/// `(%x, k = 8[, largest = true]) : T -> (T2, I)` of mhlo.
bool topK(OpReader &r) {
  if (failed(r.parser.parseLParen()) || r.operand() || r.comma() || r.integer("k", "k"))
    return true;
  if (succeeded(r.parser.parseOptionalComma())) {
    if (r.key("largest"))
      return true;
    bool largest = r.optionalWord("true");
    if (!largest && r.word("false"))
      return true;
    r.set("largest", r.parser.getBuilder().getBoolAttr(largest));
  }
  return failed(r.parser.parseRParen()) || r.attributes() || r.types();
}

// ---- the table ----

const FormEntry stablehlo[] = {
    {"abs add add_n and atan2 bitcast_convert cbrt ceil clamp convert cosine count_leading_zeros divide "
     "dynamic_pad dynamic_reshape dynamic_update_slice exponential exponential_minus_one floor imag is_finite log "
     "log_plus_one logistic maximum minimum multiply negate not or popcnt power real real_dynamic_slice remainder "
     "reshape round_nearest_afz round_nearest_even rsqrt shift_left shift_right_arithmetic shift_right_logical sign "
     "sine sqrt subtract tan tanh trace uniform_dequantize uniform_quantize xor "
     // Of mhlo alone.
     "acos acosh add_dependency asin asinh atanh bitcast copy cosh domain erf sinh stochastic_convert",
     elementwiseForm},
    {"create_token partition_id replica_id",
     [](OpReader &r) {
       Type type;
       if (r.attributes() || failed(r.parser.parseColonType(type)))
         return true;
       if (auto function = dyn_cast<FunctionType>(type))
         return r.resolve({}, function.getResults());
       return r.resolve({}, {type});
     }},
    {"after_all", afterAll},
    {"tuple", tuple},
    {"topk", topK},
    {"select", select},
    {"complex", complexForm},
    {"constant", constantForm},
    {"compare", compare},
    {"iota", [](OpReader &r) { return r.integer("dim", "iota_dimension") || r.attributes() || r.types(); }},
    {"dynamic_iota",
     [](OpReader &r) {
       return r.operand() || r.comma() || r.integer("dim", "iota_dimension") || r.attributes() || r.functionType();
     }},
    {"broadcast_in_dim",
     [](OpReader &r) {
       return r.operand() || r.comma() || r.ints("dims", "broadcast_dimensions") || r.attributes() || r.types();
     }},
    {"dynamic_broadcast_in_dim",
     [](OpReader &r) {
       return r.operandsN(2) || r.comma() || r.ints("dims", "broadcast_dimensions") || r.attributes() || r.functionType();
     }},
    {"broadcast",
     [](OpReader &r) { return r.operand() || r.comma() || r.ints("sizes", "broadcast_sizes") || r.attributes() || r.types(); }},
    {"transpose",
     [](OpReader &r) { return r.operand() || r.comma() || r.ints("dims", "permutation") || r.attributes() || r.types(); }},
    {"reverse",
     [](OpReader &r) { return r.operand() || r.comma() || r.ints("dims", "dimensions") || r.attributes() || r.types(); }},
    {"concatenate", [](OpReader &r) { return r.operandList() || r.integer("dim", "dimension") || r.attributes() || r.types(); }},
    {"slice", slice},
    {"dynamic_slice",
     [](OpReader &r) { return r.operandList() || r.ints("sizes", "slice_sizes") || r.attributes() || r.functionType(); }},
    {"get_dimension_size",
     [](OpReader &r) { return r.operand() || r.comma() || r.integer("dim", "dimension") || r.attributes() || r.functionType(); }},
    {"set_dimension_size",
     [](OpReader &r) {
       return r.operandsN(2) || r.comma() || r.integer("dim", "dimension") || r.attributes() || r.functionType();
     }},
    {"pad",
     [](OpReader &r) {
       return r.operandsN(2) || r.comma() || r.ints("low", "edge_padding_low") || r.comma() ||
              r.ints("high", "edge_padding_high") || r.comma() || r.ints("interior", "interior_padding") || r.attributes() ||
              r.types();
     }},
    {"dot_general", dotGeneral},
    {"dot", dot},
    {"convolution dynamic_conv", convolution},
    {"reduce_precision", reducePrecision},
    {"reduce", reduceForm},
    {"while", whileForm},
    {"custom_call", customCall},
    {"composite", composite},
    {"optimization_barrier", optimizationBarrier},
    {"return", returnForm},
    {"rng_bit_generator",
     [](OpReader &r) {
       return r.operand() || r.comma() || r.key("algorithm") || r.enumeration("rng_algorithm", "rng_algorithm") ||
              r.attributes() || r.functionType();
     }},
    {"rng",
     [](OpReader &r) {
       return r.operandsN(3) || r.comma() || r.key("distribution") || r.enumeration("rng_distribution", "rng_distribution") ||
              r.attributes() || r.functionType();
     }},
    {"fft",
     [](OpReader &r) {
       return r.operand() || r.comma() || r.key("type") || r.enumeration("fft_type", "fft_type") || r.comma() ||
              r.ints("length", "fft_length") || r.attributes() || r.functionType();
     }},
    {"cholesky",
     [](OpReader &r) {
       if (r.operand())
         return true;
       if (succeeded(r.parser.parseOptionalComma())) {
         if (r.key("lower"))
           return true;
         bool lower = r.optionalWord("true");
         if (!lower && r.word("false"))
           return true;
         r.set("lower", r.parser.getBuilder().getBoolAttr(lower));
       }
       return r.attributes() || r.types();
     }},
    {"einsum unary_einsum",
     [](OpReader &r) {
       std::string config;
       if (r.operandList() || r.key("config") || failed(r.parser.parseString(&config)))
         return true;
       r.set("einsum_config", r.parser.getBuilder().getStringAttr(config));
       return r.attributes() || r.functionType();
     }},
    {"get_tuple_element", getTupleElement},
};

} // namespace

void addStablehloForms(FormTable &table) {
  addForms(table, "stablehlo", stablehlo);
  addForms(table, "mhlo", stablehlo);
}

} // namespace det::input
