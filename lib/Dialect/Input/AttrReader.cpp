// Decodes lists, enumerations and dimension numbers of the input dialects.
#include "det/Dialect/Input/AttrReader.h"
#include "AttrText.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace det::input {

StringRef text(Attribute attribute) {
  if (auto opaque = dyn_cast_or_null<OpaqueAttr>(attribute))
    return opaque.getAttrData();
  // torch-xla quotes shardings: "#sdy.sharding<...>".
  auto string = dyn_cast_or_null<StringAttr>(attribute);
  StringRef quoted = string ? string.getValue() : StringRef();
  return quoted.consume_front("#sdy.") ? quoted : StringRef();
}

StringRef word(Attribute attribute) {
  // Very old text has plain strings: {compare_type = "FLOAT"}.
  if (auto string = dyn_cast_or_null<StringAttr>(attribute))
    return string.getValue();
  StringRef value = text(attribute).rtrim();
  // `kind WORD`, or `kind<WORD>` as some dialects print it.
  if (value.ends_with(">"))
    return value.drop_back().rsplit('<').second.trim();
  return value.rsplit(' ').second.trim();
}

/// Longer lists are no attributes of an operation, but an attempt to fill the memory: `dense<0> : tensor<1000000000xi64>`.
constexpr int64_t kMaxListed = int64_t(1) << 20;

std::optional<Ints> ints(Attribute attribute) {
  if (auto array = dyn_cast_or_null<DenseI64ArrayAttr>(attribute))
    return Ints(array.asArrayRef());
  if (auto array = dyn_cast_or_null<DenseI32ArrayAttr>(attribute))
    return Ints(array.asArrayRef().begin(), array.asArrayRef().end());
  Ints values;
  if (auto dense = dyn_cast_or_null<DenseIntElementsAttr>(attribute)) {
    if (dense.getNumElements() > kMaxListed || dense.getElementType().getIntOrFloatBitWidth() > 64)
      return std::nullopt;
    for (const APInt &value : dense.getValues<APInt>())
      values.push_back(value.getSExtValue());
    return values;
  }
  if (auto array = dyn_cast_or_null<ArrayAttr>(attribute)) {
    for (Attribute element : array) {
      auto integer = dyn_cast<IntegerAttr>(element);
      if (!integer || integer.getValue().getBitWidth() > 64)
        return std::nullopt;
      values.push_back(integer.getValue().getSExtValue());
    }
    return values;
  }
  return std::nullopt;
}

std::optional<SmallVector<bool>> bools(Attribute attribute) {
  if (auto array = dyn_cast_or_null<DenseBoolArrayAttr>(attribute))
    return SmallVector<bool>(array.asArrayRef());
  if (auto dense = dyn_cast_or_null<DenseElementsAttr>(attribute))
    if (dense.getElementType().isInteger(1) && dense.getNumElements() <= kMaxListed)
      return llvm::to_vector(dense.getValues<bool>());
  return std::nullopt;
}

std::optional<Fields> Fields::read(Attribute attribute, StringRef kind, bool withWords) {
  return parse(text(attribute), kind, withWords);
}

std::optional<Fields> Fields::parse(StringRef text, StringRef kind, bool withWords) {
  Fields result;
  AttrText cursor(text);
  auto field = [&] {
    StringRef name, word;
    if (!cursor.identifier(name) || !cursor.take("="))
      return false;
    Ints values;
    int64_t single;
    if (cursor.integer(single))
      values.push_back(single);
    else if (withWords && cursor.identifier(word))
      return true;
    else if (!cursor.list("[", "]", [&] { return cursor.integer(values.emplace_back()); }))
      return false;
    result.fields.emplace_back(name.str(), std::move(values));
    return true;
  };
  if (!cursor.take(kind) || !cursor.list("<", ">", field) || !cursor.atEnd())
    return std::nullopt;
  return result;
}

Ints Fields::list(StringRef name) const {
  for (auto &[key, values] : fields)
    if (key == name)
      return values;
  return {};
}

int64_t Fields::value(StringRef name) const {
  Ints values = list(name);
  return values.empty() ? 0 : values.front();
}

/// `[b, 0, 1, f]`: positions of two named dims, and of the spatial ones by their number.
static bool readDims(AttrText &cursor, char first, int64_t &firstAt, char second, int64_t &secondAt, Ints &spatial) {
  int64_t position = 0, found = 0;
  auto dim = [&] {
    int64_t number;
    if (cursor.take(StringRef(&first, 1))) {
      firstAt = position++;
      ++found;
    } else if (cursor.take(StringRef(&second, 1))) {
      secondAt = position++;
      ++found;
    } else if (cursor.integer(number) && number >= 0 && number < 64) {
      if (int64_t(spatial.size()) <= number)
        spatial.resize(number + 1, -1);
      spatial[number] = position++;
    } else {
      return false;
    }
    return true;
  };
  return cursor.list("[", "]", dim) && found == 2 && !llvm::is_contained(spatial, -1);
}

/// `raw input_batch_dimension = 0, ...`: each position by its name.
static std::optional<ConvolutionDims> readRawConvolution(StringRef fields) {
  auto read = Fields::parse(("conv<" + fields).str(), "conv");
  if (!read)
    return std::nullopt;
  ConvolutionDims dims;
  for (auto [name, to] : {std::pair("input_batch_dimension", &dims.inputBatch),
                          std::pair("input_feature_dimension", &dims.inputFeature),
                          std::pair("kernel_input_feature_dimension", &dims.kernelInput),
                          std::pair("kernel_output_feature_dimension", &dims.kernelOutput),
                          std::pair("output_batch_dimension", &dims.outputBatch),
                          std::pair("output_feature_dimension", &dims.outputFeature)})
    *to = read->value(name);
  dims.inputSpatial = read->list("input_spatial_dimensions");
  dims.kernelSpatial = read->list("kernel_spatial_dimensions");
  dims.outputSpatial = read->list("output_spatial_dimensions");
  return dims;
}

std::optional<ConvolutionDims> readConvolution(Attribute attribute) {
  StringRef raw = text(attribute);
  if (raw.consume_front("conv<raw"))
    return readRawConvolution(raw);
  ConvolutionDims dims;
  AttrText cursor(text(attribute));
  if (!cursor.take("conv") || !cursor.take("<") ||
      !readDims(cursor, 'b', dims.inputBatch, 'f', dims.inputFeature, dims.inputSpatial) || !cursor.take("x") ||
      !readDims(cursor, 'i', dims.kernelInput, 'o', dims.kernelOutput, dims.kernelSpatial) || !cursor.take("->") ||
      !readDims(cursor, 'b', dims.outputBatch, 'f', dims.outputFeature, dims.outputSpatial) || !cursor.take(">"))
    return std::nullopt;
  return dims;
}

} // namespace det::input
