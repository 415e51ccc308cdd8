// Measures the elementary functions: error against the true values, monotony, bits on other instruction sets, speed.
//
//   det-math-accuracy [--f64] [--sample=N] [--scalar] [--cpu=NAME] [--no-speed] [--max-ulp=X] [FUNCTION...]
//
// Without --sample a function of one operand is measured on all 2^32 inputs (lgamma and digamma on 2^26), one of two operands on
// 10^8 pairs, and with --f64 on 10^7 inputs. Prints one line per function; exits 1 when an error exceeds --max-ulp (default 1;
// lgamma, digamma and f64: 2), a special value is wrong, or a monotone function is not. lgamma and digamma may err by more where
// they vanish: there 1e-7 (f64: 1e-15) is allowed, and the greatest such distance reported.
#include "Filter.h"
#include "Inputs.h"
#include "Kernel.h"
#include "Peers.h"
#include "Sleef.h"
#include "Truth.h"
#include "WideTruth.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

using namespace det::math;
using namespace det::math::test;

namespace {

struct Options {
  int64_t sample = -1;
  bool speed = true, f64 = false;
  double maxUlp = 0; ///< 0 stands for the function's own
  Target target;
  std::vector<Function> functions;
};

struct Report {
  double worst = 0; ///< 0 stands for at most half an ulp
  double worstA = 0, worstB = 0;
  double nearZero = 0; ///< the greatest distance of a result beyond two ulps that is close enough
  int64_t tried = 0;
  int64_t misrounded = 0;
  int64_t wrong = 0; ///< NaN, infinity or the sign of zero where it does not belong, or a NaN that is not the canonical one
  int64_t notMonotone = 0;
  uint64_t hash = 0;
};

} // namespace

static bool vanishes(Function function) { return function == Function::Lgamma || function == Function::Digamma; }

static void accept(Report &report, float result) {
  ++report.tried;
  report.hash = (report.hash ^ toBits(result)) * 0x9e3779b97f4a7c15 + 1;
}

static void judge(Report &report, Function function, float a, float b, float result) {
  accept(report, result);
  Truth expected = truth(function, a, b, result);
  bool bad = false;
  if (std::isnan(expected.rounded))
    bad = toBits(result) != 0x7fffffff;
  else if (toBits(result) == toBits(expected.rounded))
    return;
  else if (expected.rounded == 0 && result == 0)
    bad = true;
  else {
    ++report.misrounded;
    double error = errorInUlps(expected, result), distance = std::fabs(result - expected.value);
    if (vanishes(function) && error > 2 && distance <= 1e-7) {
      report.nearZero = std::max(report.nearZero, distance);
    } else if (!(error <= report.worst)) {
      report.worst = error;
      report.worstA = a;
      report.worstB = b;
    }
  }
  if (bad && report.wrong++ < 5)
    std::printf("  %s(%a, %a) gives %08x, expected %a\n", name(function).data(), a, b, toBits(result), expected.rounded);
}

static void padToLanes(std::vector<float> &values) {
  while (values.size() % Kernel::kLanes)
    values.push_back(values.back());
}

static void judgeAll(Report &report, const Kernel &kernel, Function function, std::vector<float> a, std::vector<float> b) {
  padToLanes(a);
  b.resize(a.size(), 0);
  std::vector<float> out(a.size());
  kernel.run(a.data(), b.data(), out.data(), static_cast<int64_t>(a.size()));
  for (size_t i = 0; i < a.size(); ++i)
    judge(report, function, a[i], b[i], out[i]);
}

/// Checks a run of inputs of rising bit patterns and one sign: rising floats when positive, falling ones when negative. Outside
/// the domain the results are NaN, which no comparison counts.
static void judgeMonotone(Report &report, Function function, bool negative, const float *out, int64_t count) {
  float direction = static_cast<float>(monotone(function)) * (negative ? -1.0f : 1.0f);
  int64_t faults = 0;
  for (int64_t i = 1; i < count; ++i)
    faults += out[i] * direction < out[i - 1] * direction;
  report.notMonotone += faults;
}

/// True where all results at negative inputs are those at the positive ones, judged before, by the function's symmetry.
static bool isMirror(const Kernel &kernel, Function function, const std::vector<float> &a, const float *out) {
  if (!parity(function))
    return false;
  std::vector<float> positive(a.size()), mirror(a.size());
  for (size_t i = 0; i < a.size(); ++i)
    positive[i] = std::fabs(a[i]);
  kernel.run(positive.data(), positive.data(), mirror.data(), static_cast<int64_t>(a.size()));
  uint32_t flip = parity(function) < 0 ? 0x80000000 : 0;
  size_t unlike = 0;
  for (size_t i = 0; i < a.size(); ++i)
    unlike += toBits(out[i]) != (toBits(mirror[i]) == 0x7fffffff ? 0x7fffffff : toBits(mirror[i]) ^ flip);
  return unlike == 0;
}

static void measureAll(Report &report, const Kernel &kernel, Function function) {
  constexpr int64_t block = 1 << 14;
  // The last result of the block before stands in front of each block, so that neighbours are compared across blocks too.
  std::vector<float> a(block), b(block), chain(block + 1);
  std::vector<uint16_t> passed(block / 16);
  float *out = chain.data() + 1;
  int64_t positiveMisrounded = 0, mirroredBlocks = 0;
  for (int64_t first = 0; first < (int64_t(1) << 32); first += block) {
    for (int64_t i = 0; i < block; ++i)
      a[i] = fromBits(static_cast<uint32_t>(first + i));
    kernel.run(a.data(), b.data(), out, block);
    bool mirrored = first >= (int64_t(1) << 31) && isMirror(kernel, function, a, out);
    if (first == int64_t(1) << 31)
      positiveMisrounded = report.misrounded;
    mirroredBlocks += mirrored ? 1 : 0;
    if (mirrored)
      std::fill(passed.begin(), passed.end(), uint16_t(0xffff));
    bool filtered = mirrored || filter(function, a.data(), out, block, passed.data());
    for (int64_t i = 0; i < block; ++i) {
      if (filtered && i % 16 == 0 && passed[i / 16] == 0xffff) {
        for (int64_t end = i + 16; i < end; ++i)
          accept(report, out[i]);
        --i;
      } else if (filtered && (passed[i / 16] >> (i % 16) & 1)) {
        accept(report, out[i]);
      } else {
        judge(report, function, a[i], 0, out[i]);
      }
    }
    bool start = (first & 0x7fffffff) == 0;
    judgeMonotone(report, function, first >= (int64_t(1) << 31), start ? out : chain.data(), start ? block : block + 1);
    chain[0] = out[block - 1];
  }
  if (mirroredBlocks * block == int64_t(1) << 31)
    report.misrounded += positiveMisrounded;
}

static void measureSample(Report &report, const Kernel &kernel, Function function, int64_t sample) {
  constexpr int64_t chunk = 1 << 18;
  if (operandCount(function) == 2) {
    for (int64_t done = 0; done < sample; done += chunk) {
      auto [a, b] = pairs(std::min(chunk, sample - done), static_cast<uint64_t>(done / chunk));
      judgeAll(report, kernel, function, std::move(a), std::move(b));
    }
    return;
  }
  judgeAll(report, kernel, function, specialValues(), {});
  for (int64_t done = 0; done < sample; done += chunk) {
    int64_t count = std::min(chunk, sample - done);
    auto seed = static_cast<uint64_t>(done) << 16;
    judgeAll(report, kernel, function, randomValues(count, seed + 1), {});
    judgeAll(report, kernel, function, typicalValues(function, count, seed + 2), {});
  }
  std::vector<float> steps = bf16Values();
  judgeAll(report, kernel, function, steps, {});
  std::vector<float> b(steps.size()), out(steps.size());
  kernel.run(steps.data(), b.data(), out.data(), static_cast<int64_t>(steps.size()));
  int64_t half = static_cast<int64_t>(steps.size()) / 2;
  judgeMonotone(report, function, false, out.data(), half);
  judgeMonotone(report, function, true, out.data() + half, half);
}

static void measureWide(Report &report, const Kernel &kernel, Function function, int64_t sample) {
  auto [a, b] = wideInputs(function, sample);
  while (a.size() % Kernel::kLanes) {
    a.push_back(a.back());
    b.push_back(b.back());
  }
  std::vector<double> out(a.size());
  kernel.run(a.data(), b.data(), out.data(), static_cast<int64_t>(a.size()));
  for (size_t i = 0; i < a.size(); ++i) {
    ++report.tried;
    uint64_t bits;
    std::memcpy(&bits, &out[i], sizeof(bits));
    report.hash = (report.hash ^ bits) * 0x9e3779b97f4a7c15 + 1;
    double error = wideError(function, a[i], b[i], out[i]);
    report.misrounded += error > 0.5;
    if (std::isinf(error)) {
      if (report.wrong++ < 5)
        std::printf("  %s(%a, %a) gives %a\n", name(function).data(), a[i], b[i], out[i]);
      continue;
    }
    if (vanishes(function) && error > 2)
      if (double distance = wideDistance(function, a[i], b[i], out[i]); distance <= 1e-15) {
        report.nearZero = std::max(report.nearZero, distance);
        continue;
      }
    if (error > report.worst) {
      report.worst = error;
      report.worstA = a[i];
      report.worstB = b[i];
    }
  }
}

/// Least time per element in ns over several passes through arrays that fit the first-level cache.
template <typename Number, typename Run> static double nanoseconds(Function function, Run run) {
  constexpr int64_t count = 2048, passes = 40;
  std::vector<float> first = typicalValues(function, count, 11), second = typicalValues(function, count, 12);
  std::vector<Number> a(first.begin(), first.end()), b(second.begin(), second.end()), out(count);
  double least = 1e9;
  for (int trial = 0; trial < 25; ++trial) {
    auto start = std::chrono::steady_clock::now();
    for (int64_t pass = 0; pass < passes; ++pass)
      run(a.data(), b.data(), out.data(), count);
    std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - start;
    least = std::min(least, taken.count() / static_cast<double>(count * passes));
  }
  return least;
}

/// Of det, SLEEF, libm and libmvec.
template <typename Number> static void printSpeed(Function function, const Kernel &kernel) {
  std::printf("  %.2f", nanoseconds<Number>(function, [&](auto... arguments) { kernel.run(arguments...); }));
  if (AnyArrayFunction peer = sleef(function, sizeof(Number) == 8))
    std::printf(" / %.2f", nanoseconds<Number>(function, peer));
  else
    std::printf(" / -");
  if constexpr (sizeof(Number) == 4)
    for (ArrayFunction peer : {libm(function), libmvec(function)}) {
      if (peer)
        std::printf(" / %.2f", nanoseconds<Number>(function, peer));
      else
        std::printf(" / -");
    }
  std::printf(" ns");
}

static bool measure(const Options &options, Function function) {
  auto start = std::chrono::steady_clock::now();
  Kernel kernel = compileElementary(function, options.target, options.f64);
  Report report;
  if (options.f64)
    measureWide(report, kernel, function, options.sample >= 0 ? options.sample : 10'000'000);
  else if (options.sample >= 0)
    measureSample(report, kernel, function, options.sample);
  else if (operandCount(function) == 2)
    measureSample(report, kernel, function, 25'000'000);
  else if (vanishes(function))
    measureSample(report, kernel, function, int64_t(1) << 25);
  else
    measureAll(report, kernel, function);
  std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  std::printf("%-9s ", name(function).data());
  if (report.worst)
    std::printf("%.6f ulp at %a", report.worst, report.worstA);
  else
    std::printf("<=0.5 ulp");
  if (report.worst && operandCount(function) == 2)
    std::printf(", %a", report.worstB);
  if (report.nearZero)
    std::printf(", %.2g where it vanishes", report.nearZero);
  std::printf("  misrounded %lld of %lld (%.5f%%)  wrong %lld  not monotone %lld  bits %016llx  %.0f s",
              static_cast<long long>(report.misrounded), static_cast<long long>(report.tried),
              100.0 * static_cast<double>(report.misrounded) / static_cast<double>(report.tried),
              static_cast<long long>(report.wrong), static_cast<long long>(report.notMonotone),
              static_cast<unsigned long long>(report.hash), taken.count());
  if (options.speed)
    options.f64 ? printSpeed<double>(function, kernel) : printSpeed<float>(function, kernel);
  std::printf("\n");
  std::fflush(stdout);
  double bound = options.maxUlp ? options.maxUlp : options.f64 || vanishes(function) ? 2 : 1;
  return report.worst <= bound && report.wrong == 0 && report.notMonotone == 0;
}

int main(int argc, char **argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    auto value = [&](const char *prefix) { return argument.rfind(prefix, 0) == 0 ? argv[i] + std::strlen(prefix) : nullptr; };
    if (const char *text = value("--sample="))
      options.sample = std::atoll(text);
    else if (const char *text = value("--cpu="))
      options.target.cpu = text;
    else if (const char *text = value("--max-ulp="))
      options.maxUlp = std::atof(text);
    else if (argument == "--f64")
      options.f64 = true;
    else if (argument == "--scalar")
      options.target.scalar = true;
    else if (argument == "--no-speed")
      options.speed = false;
    else if (auto function = functionOfName(argument))
      options.functions.push_back(*function);
    else {
      std::fprintf(stderr, "det-math-accuracy: unknown argument '%s'\n", argv[i]);
      return 2;
    }
  }
  if (options.functions.empty())
    for (int i = 0; i <= static_cast<int>(Function::Pow); ++i)
      options.functions.push_back(static_cast<Function>(i));
  bool good = true;
  for (Function function : options.functions)
    good &= measure(options, function);
  return good ? 0 : 1;
}
