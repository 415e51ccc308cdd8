// The model of tensor cores: names, chips, formats, and decoded operands. With `step` it reads steps from its input, a line each: the model,
// the format, the accumulator, then the factors in turn (hexadecimal), and prints their bits.
#include "det/TensorCore/Decoded.h"

#include <bit>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using namespace det::tensorcore;

namespace {

int faults = 0;

void expect(bool holds, const std::string &what) {
  if (!holds && ++faults <= 20)
    std::printf("fault: %s\n", what.c_str());
}

int printSteps() {
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string model, format;
    uint32_t c = 0, bits = 0;
    words >> model >> format >> std::hex >> c;
    std::vector<uint16_t> sides[2];
    for (int side = 0; words >> bits; side = 1 - side)
      sides[side].push_back(static_cast<uint16_t>(bits));
    std::printf("%08x\n", step(*findModel(model), *findFormat(format), sides[0], sides[1], c));
  }
  return 0;
}

std::string nameOf(std::string_view family, std::string_view type) {
  std::optional<Model> model = modelOf(family, type);
  return model ? std::string(model->name) : "none";
}

void checkNames() {
  expect(nameOf("hopper", "bf16") == "hopper_16" && nameOf("hopper", "f16") == "hopper_16", "Hopper's model of 16 bits");
  expect(nameOf("hopper", "f8E4M3FN") == "hopper_fp8_32" && nameOf("hopper", "f8E5M2") == "hopper_fp8_32", "Hopper's model of 8 bits");
  expect(nameOf("ampere", "bf16") == "ampere_8" && nameOf("ampere", "f8E5M2") == "none", "Ampere's model");
  expect(nameOf("volta", "f16") == "volta_4" && nameOf("volta", "bf16") == "none", "Volta reads f16 alone");
  expect(nameOf("hopper", "f32") == "none" && nameOf("", "bf16") == "none" && nameOf("hopper_fp8", "f8E5M2") == "none", "what has no model");
  expect(isFamily("hopper") && !isFamily("hop") && !isFamily("") && !isFamily("hopper_16"), "families");
  expect(!findModel("hopper") && !findFormat("f32"), "unknown names");
}

void checkChips() {
  const Model hopper = *findModel("hopper_16"), ampere = *findModel("ampere_8"), volta = *findModel("volta_4"), bytes = *findModel("hopper_fp8_32");
  expect(hasModel("sm_90", hopper) && hasModel("sm_90a", hopper) && hasModel("sm_100", hopper) && hasModel("sm_100a", hopper), "Hopper and Blackwell");
  expect(!hasModel("sm_80", hopper) && !hasModel("sm_89", hopper) && hasModel("sm_80", ampere) && hasModel("sm_89", ampere), "Ampere and Ada");
  expect(!hasModel("sm_90", ampere) && hasModel("sm_70", volta) && !hasModel("sm_75", volta), "one model per chip");
  expect(hasModel("sm_90a", bytes) && !hasModel("sm_100", bytes) && !hasModel("sm_1", hopper) && !hasModel("", hopper), "what is not known is refused");
}

/// Every number of a format: its value, and that a decoded step is the step.
void checkDecoding(std::string_view name) {
  const Format format = *findFormat(name);
  const Model model = *findModel(format.bytes() == 1 ? "hopper_fp8_32" : "hopper_16");
  const uint16_t one = static_cast<uint16_t>(format.bias() << format.mantissaBits);
  for (uint32_t bits = 0; bits < 1u << 8 * format.bytes(); ++bits) {
    const std::string what = std::string(name) + " " + std::to_string(bits);
    const uint16_t number = static_cast<uint16_t>(bits);
    const Decoded decoded = decode(format, number), unit = decode(format, one);
    const uint32_t raw = step(model, format, std::span(&number, 1), std::span(&one, 1), 0);
    const Side a{&decoded.value, &decoded.exponent, 1, 1}, b{&unit.value, &unit.exponent, 1, 1};
    expect(step(model, format, a, b, 1, 0) == raw, what + ": a decoded step differs");
    const float value = std::bit_cast<float>(raw);
    expect(std::isnan(value) ? std::isnan(decoded.value) : decoded.value == value, what + ": another value");
    const bool isSpecial = !std::isfinite(decoded.value);
    expect((decoded.exponent == specialExponent) == isSpecial && (decoded.exponent == zeroExponent) == (decoded.value == 0), what + ": its exponent");
    float values[3];
    int16_t exponents[3];
    const uint16_t memory[] = {0, number, one};
    const uint8_t narrow[] = {0, static_cast<uint8_t>(number), static_cast<uint8_t>(one)};
    const int64_t offsets[] = {1, 2, 0};
    decode(format, format.bytes() == 1 ? static_cast<const void *>(narrow) : memory, offsets, 3, values, exponents);
    expect(std::bit_cast<uint32_t>(values[0]) == std::bit_cast<uint32_t>(decoded.value) && exponents[0] == decoded.exponent && values[1] == 1 && values[2] == 0,
           what + ": decoded with others");
  }
}

} // namespace

int main(int argc, char **argv) {
  if (argc > 1 && std::string(argv[1]) == "step")
    return printSteps();
  checkNames();
  checkChips();
  for (const char *name : {"bf16", "f16", "f8E5M2", "f8E4M3FN"})
    checkDecoding(name);
  std::printf("TensorCore: %d faults\n", faults);
  return faults != 0;
}
