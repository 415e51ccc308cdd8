// Pin files as JSON.
#include "det/Runtime/Pins/PinFile.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

namespace det::rt {

namespace {

using Json = nlohmann::ordered_json;

constexpr int pinFormat = 1;

Json jsonOf(const GemmOperand &operand) {
  return {{"along", operand.alongTerms ? "terms" : "results"},
          {"ld", operand.ld},
          {"batch", operand.batch},
          {"alignment", operand.alignment}};
}

Json jsonOf(const GemmShape &shape) {
  Json leaves = Json::array();
  for (const GemmLeaves &run : shape.leaves)
    leaves.push_back({run.count, run.terms});
  Json json{{"type", nameOf(shape.type)},  {"model", shape.model}, {"batches", shape.batches}, {"m", shape.m}, {"n", shape.n},
            {"leaves", std::move(leaves)}, {"a", jsonOf(shape.a)}, {"b", jsonOf(shape.b)}};
  if (shape.c)
    json["c"] = jsonOf(*shape.c);
  return json;
}

struct Malformed {
  std::string what;
};

const Json &field(const Json &json, const char *name) {
  if (!json.is_object() || !json.contains(name))
    throw Malformed{std::string("field '") + name + "' is missing"};
  return json.at(name);
}
int64_t number(const Json &json, const char *name, int64_t least = 0) {
  const Json &value = field(json, name);
  if (!value.is_number_integer() || value.get<int64_t>() < least)
    throw Malformed{std::string("expected an integer of at least ") + std::to_string(least) + " in field '" + name + "', got " +
                    value.dump()};
  return value.get<int64_t>();
}
double real(const Json &value, const char *name) {
  if (!value.is_number())
    throw Malformed{std::string("expected a number in field '") + name + "', got " + value.dump()};
  return value.get<double>();
}
std::string textOf(const Json &value, const char *name) {
  if (!value.is_string())
    throw Malformed{std::string("expected text in field '") + name + "', got " + value.dump()};
  return value.get<std::string>();
}
std::string text(const Json &json, const char *name) { return textOf(field(json, name), name); }

GemmOperand operandFrom(const Json &json) {
  const std::string along = text(json, "along");
  if (along != "terms" && along != "results")
    throw Malformed{"expected terms or results in field 'along', got " + along};
  return {along == "terms", number(json, "ld", 1), number(json, "batch"), number(json, "alignment", 1)};
}

GemmShape shapeFrom(const Json &json) {
  GemmShape shape;
  const std::string type = text(json, "type");
  bool known = false;
  for (const GemmType one : {GemmType::f16, GemmType::bf16, GemmType::f32, GemmType::f64})
    if (type == nameOf(one)) {
      shape.type = one;
      known = true;
    }
  if (!known)
    throw Malformed{"there are no products of type '" + type + "'"};
  shape.model = text(json, "model");
  shape.batches = number(json, "batches", 1);
  shape.m = number(json, "m", 1);
  shape.n = number(json, "n", 1);
  for (const Json &run : field(json, "leaves")) {
    if (!run.is_array() || run.size() != 2 || !run[0].is_number_integer() || !run[1].is_number_integer() || run[0] < 1 ||
        run[1] < 1)
      throw Malformed{"expected [count, terms] in field 'leaves', got " + run.dump()};
    shape.leaves.push_back({run[0].get<int64_t>(), run[1].get<int64_t>()});
  }
  shape.a = operandFrom(field(json, "a"));
  shape.b = operandFrom(field(json, "b"));
  if (json.contains("c"))
    shape.c = operandFrom(json.at("c"));
  return shape;
}

Algorithm algorithmFrom(const Json &json) {
  Algorithm algorithm;
  for (size_t i = 0; i < algorithm.size(); ++i) {
    const int64_t value = number(json, algorithmAttributes[i]);
    if (value > INT32_MAX)
      throw Malformed{"attribute '" + std::string(algorithmAttributes[i]) + "' is " + std::to_string(value)};
    algorithm[i] = int32_t(value);
  }
  if (!isOrdered(algorithm))
    throw Malformed{"a pin has splitk_num " + std::to_string(algorithm[splitKAttribute]) + " and reduction_scheme " +
                    std::to_string(algorithm[reductionSchemeAttribute]) + ", expected 1 and 0: nothing else keeps the order"};
  return algorithm;
}

int versionFrom(const std::string &version, int major, int minor, const char *name) {
  int parts[3] = {}, count = 0;
  const char *at = version.data(), *end = at + version.size();
  for (; count < 3; ++count) {
    const auto [next, error] = std::from_chars(at, end, parts[count]);
    if (error != std::errc() || parts[count] < 0 || parts[count] > 99)
      throw Malformed{std::string("expected a version in field '") + name + "', got '" + version + "'"};
    at = next;
    if (at == end)
      break;
    if (*at++ != '.')
      throw Malformed{std::string("expected a version in field '") + name + "', got '" + version + "'"};
  }
  return parts[0] * major + parts[1] * minor + parts[2];
}

Error wrong(const std::string &source, const std::string &what) {
  return {"'" + source + "' is no pin file of det-pin: " + what};
}

template <class Products, class Body> void walk(Products &entries, const Body &body) {
  for (auto &entry : entries) {
    if (auto *product = entry->action.AsProduct())
      body(*product, entry->label);
    else if (auto *loop = entry->action.AsLoop())
      walk(loop->body, body);
    else if (auto *loop = entry->action.AsWhile()) {
      walk(loop->condition, body);
      walk(loop->body, body);
    }
  }
}

} // namespace

std::string cublasLtVersionText(int version) {
  return std::to_string(version / 10000) + "." + std::to_string(version / 100 % 100) + "." + std::to_string(version % 100);
}

std::string describe(const GemmShape &shape) { return jsonOf(shape).dump(); }

const PinnedProduct *PinFile::find(const GemmShape &shape) const {
  for (const PinnedProduct &product : products)
    if (product.shape == shape)
      return &product;
  return nullptr;
}

std::string pinFileText(PinFile file) {
  std::sort(file.products.begin(), file.products.end(),
            [](const PinnedProduct &x, const PinnedProduct &y) { return x.shape < y.shape; });
  Json products = Json::array();
  for (const PinnedProduct &product : file.products) {
    Json json{{"product", jsonOf(product.shape)}};
    json["pin"] = nullptr;
    if (product.pin) {
      Json pin = Json::object();
      for (size_t i = 0; i < product.pin->size(); ++i)
        pin[algorithmAttributes[i]] = (*product.pin)[i];
      json["pin"] = std::move(pin);
    }
    json["milliseconds"] = product.milliseconds ? Json(*product.milliseconds) : Json(nullptr);
    json["own_milliseconds"] = product.ownMilliseconds;
    json["tried"] = product.tried;
    json["admitted"] = product.admitted;
    json["probes"] = product.probes;
    products.push_back(std::move(json));
  }
  const Json json{{"format", pinFormat},
                  {"chip", file.target.chip},
                  {"gpu", file.gpu},
                  {"cublaslt", cublasLtVersionText(file.target.cublasLtVersion)},
                  {"driver", std::to_string(file.driverVersion / 1000) + "." + std::to_string(file.driverVersion % 1000 / 10)},
                  {"products", std::move(products)}};
  return json.dump(1) + "\n";
}

Result<PinFile> readPinFile(std::string_view content, const std::string &source) {
  try {
    const Json json = Json::parse(content, nullptr, /*allow_exceptions=*/false);
    if (json.is_discarded())
      return wrong(source, "it is not JSON");
    if (const int64_t format = number(json, "format"); format != pinFormat)
      return wrong(source,
                   "its format is " + std::to_string(format) + ", expected " + std::to_string(pinFormat) + ": run det-pin again");
    PinFile file;
    file.target.chip = text(json, "chip");
    file.target.cublasLtVersion = versionFrom(text(json, "cublaslt"), 10000, 100, "cublaslt");
    file.gpu = text(json, "gpu");
    file.driverVersion = versionFrom(text(json, "driver"), 1000, 10, "driver");
    for (const Json &listed : field(json, "products")) {
      PinnedProduct product;
      product.shape = shapeFrom(field(listed, "product"));
      if (const Json &pin = field(listed, "pin"); !pin.is_null())
        product.pin = algorithmFrom(pin);
      if (const Json &time = field(listed, "milliseconds"); !time.is_null())
        product.milliseconds = real(time, "milliseconds");
      product.ownMilliseconds = real(field(listed, "own_milliseconds"), "own_milliseconds");
      product.tried = int(number(listed, "tried"));
      product.admitted = int(number(listed, "admitted"));
      for (const Json &probe : field(listed, "probes"))
        product.probes.push_back(textOf(probe, "probes"));
      if (file.find(product.shape))
        return wrong(source, "it has a product twice: " + describe(product.shape));
      file.products.push_back(std::move(product));
    }
    return file;
  } catch (const Malformed &malformed) {
    return wrong(source, malformed.what);
  } catch (const Json::exception &) {
    return wrong(source, "its JSON is not as det-pin writes it");
  }
}

void forEachProduct(const artifact::PlanT &plan, const std::function<void(const artifact::ProductT &, uint32_t)> &body) {
  for (const auto &program : plan.programs)
    walk(program->entries, body);
}

void forEachProduct(artifact::PlanT &plan, const std::function<void(artifact::ProductT &, uint32_t)> &body) {
  for (auto &program : plan.programs)
    walk(program->entries, body);
}

Status checkPins(const PinFile &file, const std::vector<std::string> &chips, const std::string &source) {
  std::string all;
  for (const std::string &chip : chips)
    all += (all.empty() ? "" : ",") + chip;
  if (chips.size() != 1 || chips.front() != file.target.chip)
    return Error{"'" + source + "' is for " + file.target.chip + ", and --chips is " + all +
                 ": compile with --chips=" + file.target.chip + ", or run det-pin on the other chip"};
  if (file.target.cublasLtVersion / 10000 != cublasLtMajor)
    return Error{"'" + source + "' is for cuBLASLt " + cublasLtVersionText(file.target.cublasLtVersion) + ", and det runs " +
                 std::to_string(cublasLtMajor) + ".x: run det-pin with that"};
  return {};
}

int64_t applyPins(const PinFile &file, artifact::PlanT &plan) {
  int64_t count = 0;
  forEachProduct(plan, [&](artifact::ProductT &product, uint32_t) {
    // Where no order is promised, the library chooses by itself.
    if (product.model == artifact::MmaModel::none)
      return;
    const std::optional<GemmProduct> gemm = gemmOf(product);
    const PinnedProduct *pinned = gemm ? file.find(gemm->shape) : nullptr;
    if (!pinned || !pinned->pin)
      return;
    product.pin.assign(pinned->pin->begin(), pinned->pin->end());
    ++count;
  });
  return count;
}

std::string pinTargetText(const PinTarget &target) {
  return Json{{"chip", target.chip}, {"cublaslt", cublasLtVersionText(target.cublasLtVersion)}}.dump();
}

Result<PinTarget> readPinTarget(std::string_view content, const std::string &source) {
  try {
    const Json json = Json::parse(content, nullptr, /*allow_exceptions=*/false);
    if (json.is_discarded())
      return Error{"'" + source + "': section 'pins' is not JSON"};
    return PinTarget{text(json, "chip"), versionFrom(text(json, "cublaslt"), 10000, 100, "cublaslt")};
  } catch (const Malformed &malformed) {
    return Error{"'" + source + "': section 'pins': " + malformed.what};
  } catch (const Json::exception &error) {
    return Error{"'" + source + "': section 'pins': " + error.what()};
  }
}

} // namespace det::rt
