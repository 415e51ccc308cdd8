// Pins against what they may be.
#include "Pins.h"

#include "Fault.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace det::verify {

/// Attributes of an algorithm of cuBLASLt; of these, how often it splits K and how it adds the parts.
static constexpr size_t attributes = 9, splitK = 2, reductionScheme = 3;

static int64_t checkProducts(const artifact::PlanT &plan, const std::vector<std::unique_ptr<artifact::EntryT>> &entries) {
  int64_t count = 0;
  for (const auto &entry : entries) {
    if (const auto *loop = entry->action.AsLoop())
      count += checkProducts(plan, loop->body);
    if (const auto *loop = entry->action.AsWhile())
      count += checkProducts(plan, loop->condition) + checkProducts(plan, loop->body);
    const auto *product = entry->action.AsProduct();
    if (!product || product->pin.empty())
      continue;
    ++count;
    const std::string &label = entry->label < plan.labels.size() ? plan.labels[entry->label] : "";
    const auto &pin = product->pin;
    require(plan.target == "cuda" && plan.chips.size() == 1, "pins product '", label, "', and is not for one kind of GPU");
    require(product->model != artifact::MmaModel::none, "pins product '", label, "', which is not by tensor cores");
    require(pin.size() == attributes, "pins product '", label, "' by ", pin.size(), " attributes of an algorithm, expected ", attributes);
    require(std::all_of(pin.begin(), pin.end(), [](int32_t value) { return value >= 0; }), "pins product '", label,
            "' by a negative attribute of an algorithm");
    require(pin[splitK] == 1 && pin[reductionScheme] == 0, "pins product '", label, "' to an algorithm that may split its terms");
  }
  return count;
}

int64_t checkPins(const artifact::PlanT &plan, std::string_view section) {
  int64_t count = 0;
  for (const auto &program : plan.programs)
    count += checkProducts(plan, program->entries);
  require(count == 0 || !section.empty(), "pins products, and has no section 'pins' that says for which GPU");
  require(count != 0 || section.empty(), "has a section 'pins', and pins no product");
  if (count == 0)
    return 0;
  const nlohmann::json target = nlohmann::json::parse(section, nullptr, /*allow_exceptions=*/false);
  for (const char *field : {"chip", "cublaslt"})
    require(target.is_object() && target.contains(field) && target.at(field).is_string() && !target.at(field).get<std::string>().empty(),
            "has a section 'pins' that does not say '", field, "'");
  const std::string chip = target.at("chip");
  require(chip == plan.chips.front(), "has pins for ", chip, ", and kernels for ", plan.chips.front());
  return count;
}

} // namespace det::verify
