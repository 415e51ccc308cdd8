// Faults in pins: algorithms that may change an order, and pins that hold for something else.
#include "Mutations.h"

namespace det::test {

using artifact::ProductT;

/// None of them shows on a CPU: pins are for GPUs alone.
static constexpr const char *effect = "no: pins are read on GPUs alone";

static const std::vector<int32_t> ordered{66, 20, 1, 0, 0, 0, 18, 0, 2};

/// A mutation of a pin that is there.
static Mutation ofPin(std::string name, std::function<void(std::vector<int32_t> &)> change) {
  return ofAction<ProductT>(std::move(name), effect, [change](ProductT &product, bool apply) {
    if (product.pin.empty())
      return false;
    if (apply)
      change(product.pin);
    return true;
  });
}

/// A pin on a product that has none, in an artifact for one kind of GPU or in others.
static Mutation onProduct(std::string name, bool oneGpu, std::function<bool(const ProductT &)> fits) {
  return ofEntry(std::move(name), effect, [=](Subject &subject, artifact::ProgramT &, artifact::EntryT &entry, bool apply) {
    ProductT *product = actionOf<ProductT>(entry);
    if (!product || !product->pin.empty() || !fits(*product) || (subject.plan.target == "cuda" && subject.plan.chips.size() == 1) != oneGpu)
      return false;
    if (apply)
      product->pin = ordered;
    return true;
  });
}

/// A mutation of the section, where there is one.
static Mutation ofSection(std::string name, std::function<void(Subject &)> change) {
  return {std::move(name), effect, [change](Subject &subject, int site) {
            if (subject.pins.empty() || site != 0)
              return false;
            change(subject);
            return true;
          }};
}

void addPinMutations(std::vector<Mutation> &list) {
  list.push_back(ofPin("pin: splits K", [](std::vector<int32_t> &pin) { pin[2] = 2; }));
  list.push_back(ofPin("pin: a reduction scheme", [](std::vector<int32_t> &pin) { pin[3] = 1; }));
  list.push_back(ofPin("pin: an attribute too few", [](std::vector<int32_t> &pin) { pin.pop_back(); }));
  list.push_back(ofPin("pin: an attribute too many", [](std::vector<int32_t> &pin) { pin.push_back(0); }));
  list.push_back(ofPin("pin: a negative attribute", [](std::vector<int32_t> &pin) { pin[1] = -1; }));
  list.push_back(onProduct("pin: on a product that is not by tensor cores", true,
                           [](const ProductT &product) { return product.model == artifact::MmaModel::none; }));
  list.push_back(onProduct("pin: in an artifact that is not for one kind of GPU", false, [](const ProductT &) { return true; }));
  list.push_back(ofSection("pins: for another chip", [](Subject &subject) { subject.pins = R"({"chip":"sm_100","cublaslt":"13.1.0"})"; }));
  list.push_back(ofSection("pins: kernels for another chip", [](Subject &subject) { subject.plan.chips = {"sm_80"}; }));
  list.push_back(ofSection("pins: no version of the library", [](Subject &subject) {
    nlohmann::json target = nlohmann::json::parse(subject.pins);
    target.erase("cublaslt");
    subject.pins = target.dump();
  }));
  list.push_back(ofSection("pins: no JSON", [](Subject &subject) { subject.pins.pop_back(); }));
  list.push_back(ofSection("pins: no section", [](Subject &subject) { subject.pins.clear(); }));
  list.push_back({"pins: a section, and no pin", effect, [](Subject &subject, int site) {
                    if (!subject.pins.empty() || site != 0)
                      return false;
                    subject.pins = R"({"chip":"sm_90","cublaslt":"13.1.0"})";
                    return true;
                  }});
}

} // namespace det::test
