// Time of one elementary function on given numbers: det's code, SLEEF's and libmvec's in turn. elementary.py runs it beside XLA.
//   elementary_bench FUNCTION f32|f64 FILE     FILE: the operands' arrays one after the other, as raw numbers of that type
// Prints a line of JSON: the least nanoseconds per element of each, null where there is none.
#include "Kernel.h"
#include "Peers.h"
#include "Sleef.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

using namespace det::math;
using namespace det::math::test;

namespace {

constexpr int trials = 15, passes = 8;

/// The contenders in turn, so that what disturbs the machine disturbs all of them.
class Race {
public:
  using Run = std::function<void(const void *a, const void *b, void *out, int64_t count)>;

  void add(const char *name, Run run) { entries.push_back({name, std::move(run), 0}); }

  void run(const char *a, const char *b, int64_t count, size_t bytes) {
    std::vector<char> out(static_cast<size_t>(count) * bytes);
    for (int trial = 0; trial < trials; ++trial)
      for (Entry &entry : entries) {
        if (!entry.run)
          continue;
        auto start = std::chrono::steady_clock::now();
        for (int pass = 0; pass < passes; ++pass)
          entry.run(a, b, out.data(), count);
        std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - start;
        double each = taken.count() / static_cast<double>(count * passes);
        entry.least = trial ? std::min(entry.least, each) : each;
      }
  }

  void print() const {
    const char *before = "{";
    for (const Entry &entry : entries) {
      std::printf("%s\"%s\": ", before, entry.name);
      entry.run ? std::printf("%.4f", entry.least) : std::printf("null");
      before = ", ";
    }
    std::printf("}\n");
  }

private:
  struct Entry {
    const char *name;
    Run run;
    double least;
  };
  std::vector<Entry> entries;
};

} // namespace

static int fail(const char *what) {
  std::fprintf(stderr, "elementary_bench: %s\n", what);
  return 2;
}

int main(int argc, char **argv) {
  if (argc != 4)
    return fail("expected FUNCTION f32|f64 FILE");
  auto function = functionOfName(argv[1]);
  const std::string type = argv[2];
  if (!function || (type != "f32" && type != "f64"))
    return fail("unknown function or type");
  const bool f64 = type == "f64";
  std::ifstream file(argv[3], std::ios::binary);
  const std::vector<char> operands(std::istreambuf_iterator<char>(file), {});
  const size_t bytes = f64 ? 8 : 4, array = operands.size() / operandCount(*function);
  const auto count = static_cast<int64_t>(array / bytes);
  if (count == 0 || count % Kernel::kLanes)
    return fail("expected arrays of a multiple of 16 numbers");

  const Kernel kernel = compileElementary(*function, {}, f64);
  Race race;
  race.add("det", [&](const void *a, const void *b, void *out, int64_t n) { kernel.run(a, b, out, n); });
  race.add("sleef", sleef(*function, f64));
  ArrayFunction vector = f64 ? nullptr : libmvec(*function);
  race.add("libmvec", vector ? [vector](const void *a, const void *b, void *out, int64_t n) {
    vector(static_cast<const float *>(a), static_cast<const float *>(b), static_cast<float *>(out), n);
  } : Race::Run());
  race.run(operands.data(), operands.data() + (operands.size() - array), count, bytes);
  race.print();
  return 0;
}
