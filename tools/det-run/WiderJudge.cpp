// Evaluates a recorded test in wider floats, and judges both of its values by that.
#include "WiderJudge.h"

#ifdef DET_HAVE_COMPILER

#include "Compare.h"
#include "Program.h"
#include "Signature.h"
#include "det-c/Reference.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

namespace det::run {

namespace {

using rt::ElementType;

/// Holds any value of either wide type.
using Number = long double;
static_assert(sizeof(Number) == 16, "f80 as the interpreter stores it");

constexpr unsigned kSamples = 4;

struct FreeReference {
  void operator()(DetReference *reference) const { detReferenceFree(reference); }
};

class WiderProgram {
public:
  WiderProgram(const DetCheckCase &test, ElementType type, const std::string &path, const Options &options)
      : program(test.program, test.programSize), type(type), path(path), options(options) {}

  /// The values of a result by name, with the constants moved in the way of `sample`.
  Result<std::vector<Number>> evaluate(const std::string &name, size_t count, unsigned sample) {
    std::string signatureText, text;
    if (type == ElementType::f64) { // det orders no f80: the graph is ordered in f64
      if (ordered.empty()) {
        Result<std::string> made = orderText(program, path, options.compile);
        if (!made)
          return made.error();
        ordered = std::move(*made);
      }
      Result<std::string> wide = widen(ordered, sample);
      if (!wide)
        return wide.error();
      signatureText = ordered;
      text = std::move(*wide);
    } else {
      Result<std::string> wide = widen(program, sample);
      Result<std::string> made = wide ? orderText(*wide, path, options.compile) : wide;
      if (!made)
        return made.error();
      signatureText = text = std::move(*made);
    }
    const Result<Signature> signature = readSignature(signatureText);
    if (!signature)
      return signature.error();
    for (size_t i = 0; i < signature->results.size(); ++i)
      if (signature->results[i].name == name)
        return run(text, i, count);
    return Error{"the program has no result '" + name + "'"};
  }

private:
  Result<std::string> widen(const std::string &text, unsigned sample) const {
    DetBuffer out{}, message{};
    const std::string element(rt::elementName(type));
    const int failed = detCheckWiden(text.data(), text.size(), path.c_str(), element.c_str(), sample, &out, &message);
    Result<std::string> wide = failed ? Result<std::string>(Error{message.data ? message.data : "out of memory"})
                                      : Result<std::string>(std::string(out.data, out.size));
    detBufferFree(&out);
    detBufferFree(&message);
    return wide;
  }

  Result<std::vector<Number>> run(const std::string &text, size_t result, size_t count) const {
    char *message = nullptr;
    const auto error = [&message] {
      Error error{message ? message : "the reference interpreter failed"};
      detReferenceFreeError(message);
      return error;
    };
    const std::unique_ptr<DetReference, FreeReference> reference(
        detReferenceCreateLimited(text.data(), text.size(), options.session.maxTripCount, &message));
    if (!reference)
      return error();
    std::vector<std::vector<uint8_t>> outputs;
    std::vector<void *> pointers;
    for (int64_t i = 0; i < detReferenceOutputCount(reference.get()); ++i)
      pointers.push_back(outputs.emplace_back(size_t(detReferenceOutputSize(reference.get(), i))).data());
    if (detReferenceInputCount(reference.get()) != 0)
      return Error{"a test takes no arguments"};
    if (detReferenceRun(reference.get(), nullptr, pointers.data(), &message) != 0)
      return error();
    if (result >= outputs.size())
      return Error{"the ordered graph has other results than its program"};
    const std::vector<uint8_t> &bytes = outputs[result];
    std::vector<Number> numbers(count);
    if (bytes.size() == count * sizeof(Number)) {
      std::memcpy(numbers.data(), bytes.data(), bytes.size());
      return numbers;
    }
    if (bytes.size() != count * sizeof(double))
      return Error{"the result is no tensor of wide floats"};
    for (size_t i = 0; i < count; ++i) {
      double value;
      std::memcpy(&value, bytes.data() + i * sizeof value, sizeof value);
      numbers[i] = value;
    }
    return numbers;
  }

  const std::string program;
  const ElementType type;
  const std::string &path;
  const Options &options;
  std::string ordered;
};

/// From a finite value to its neighbour away from zero; toward zero from the largest.
Number stepFrom(ElementType type, const uint8_t *bytes) {
  const size_t size = size_t(rt::elementBytes(type));
  uint64_t bits = 0;
  std::memcpy(&bits, bytes, size);
  const auto at = [&](uint64_t neighbour) {
    uint8_t memory[8];
    std::memcpy(memory, &neighbour, 8);
    return Number(numberOf(type, memory));
  };
  const Number next = at(bits + 1);
  return std::fabs((std::isfinite(next) ? next : at(bits - 1)) - at(bits));
}

/// What is known of the elements that differ.
struct Distances {
  size_t elements = 0;
  Number recorded = 0, computed = 0; ///< the largest from the wide value, in steps
};

/// A distance as steps; beyond 2^20 of them (near 0 after a cancellation, say) their number means nothing.
std::string stepsText(Number steps, const char *before, const char *after) {
  if (steps > Number(1 << 20))
    return "far off";
  char text[48];
  std::snprintf(text, sizeof text, "%.3Lg", steps);
  return before + (text + std::string(after));
}

std::string describe(size_t check, const Distances &distances, size_t count, const rt::TensorView &expected) {
  return "by the wider evaluation: check " + std::to_string(check) + ", " + std::to_string(distances.elements) + " of " +
         std::to_string(count) + " elements of " + rt::describe(expected.type, expected.shape) + ": the recorded values are " +
         stepsText(distances.recorded, "up to ", " ULP off") + ", det's " + stepsText(distances.computed, "", " ULP");
}

} // namespace

std::string passedByWider(const DetCheckCase &test, size_t check, const rt::TensorView &computed, const rt::TensorView &expected,
                          const std::string &path, const Options &options) {
  const DetCheck &rule = test.checks[check];
  const ElementType type = partType(expected.type);
  const bool tolerant = rule.kind == DET_CHECK_ALMOST || (rule.kind == DET_CHECK_ULPS && rule.minUlps == 0);
  if (!tolerant || test.jumps || !isFloat(type) || computed.type != expected.type || computed.shape != expected.shape)
    return {};
  const size_t size = size_t(rt::elementBytes(type)), count = expected.bytes.size() / size;
  WiderProgram program(test, type, path, options);
  std::vector<std::vector<Number>> samples;
  for (unsigned sample = 0; sample <= kSamples; ++sample) {
    Result<std::vector<Number>> values = program.evaluate("check" + std::to_string(check) + ".computed", count, sample);
    if (!values)
      return {};
    samples.push_back(std::move(*values));
  }
  Distances distances;
  for (size_t i = 0; i < count; ++i) {
    const uint8_t *x = computed.bytes.data() + i * size, *y = expected.bytes.data() + i * size;
    if (agrees(rule, type, x, y))
      continue;
    const Number d = numberOf(type, x), r = numberOf(type, y), w = samples[0][i];
    Number spread = 0;
    for (const std::vector<Number> &sample : samples)
      if (std::isfinite(sample[i])) // a constant may have left the domain of a function
        spread = std::max(spread, std::fabs(sample[i] - w));
    if (!std::isfinite(d) || !std::isfinite(r) || !std::isfinite(w))
      return {};
    const auto tolerance = [&](const uint8_t *value) {
      return rule.kind == DET_CHECK_ALMOST ? rule.tolerance * std::max(Number(1), std::fabs(w))
                                           : Number(rule.maxUlps) * stepFrom(type, value);
    };
    const Number ofRecorded = std::fabs(r - w), ofComputed = std::fabs(d - w);
    if (ofRecorded > tolerance(y) + spread || (std::fabs(w) > spread && (r < 0 ? w > 0 : r > 0 && w < 0)))
      return {};
    if (ofComputed > tolerance(x) && (ofComputed > ofRecorded || ofComputed > spread))
      return {};
    ++distances.elements;
    distances.recorded = std::max(distances.recorded, ofRecorded / stepFrom(type, y));
    distances.computed = std::max(distances.computed, ofComputed / stepFrom(type, x));
  }
  return describe(check, distances, count, expected);
}

} // namespace det::run

#endif
