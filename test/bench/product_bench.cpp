// Speed of fixed-order matrix products beside OpenBLAS, in one run: calls alternate, the table shows ratios of minima.
//   product_bench [threads] [seconds per shape] [v3|v4] [word that a shape's name must contain]
#include "det/Runtime/Host/Postfix.h"
#include "det/Runtime/Host/Product.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

#ifdef DET_OPENBLAS
#include <cblas.h>
extern "C" {
void openblas_set_num_threads(int);
char *openblas_get_corename();
}
#endif

using namespace det::rt::host;

namespace {

struct Shape {
  const char *name;
  int64_t batch, m, k, n;
  bool transposedA, transposedB;
  int64_t outer; // k is (outer, k / outer) with levels (outer, 1) and the rest, or 1
};

const Shape shapes[] = {
    {"256^3", 1, 256, 256, 256, false, false, 1},
    {"512^3", 1, 512, 512, 512, false, false, 1},
    {"1024^3", 1, 1024, 1024, 1024, false, false, 1},
    {"2048^3", 1, 2048, 2048, 2048, false, false, 1},
    {"small qkv", 1, 2048, 384, 1152, false, false, 1},
    {"small mlp up", 1, 2048, 384, 1536, false, false, 1},
    {"small mlp down", 1, 2048, 1536, 384, false, false, 1},
    {"small logits", 1, 2048, 384, 256, false, false, 1},
    {"small dW qkv A^T", 1, 384, 2048, 1152, true, false, 16},
    {"small dW down A^T", 1, 1536, 2048, 384, true, false, 16},
    {"small dX qkv B^T", 1, 2048, 1152, 384, false, true, 1},
    {"small dX up B^T", 1, 2048, 1536, 384, false, true, 1},
    {"384x2048x1152", 1, 384, 2048, 1152, false, false, 1},
    {"small att QK^T", 96, 128, 64, 128, false, true, 1},
    {"small att PV", 96, 128, 128, 64, false, false, 1},
    {"nano qkv", 1, 512, 64, 192, false, false, 1},
    {"nano mlp up", 1, 512, 64, 256, false, false, 1},
    {"nano mlp down", 1, 512, 256, 64, false, false, 1},
    {"nano dW qkv A^T", 1, 64, 512, 192, true, false, 16},
    {"nano dW up A^T", 1, 64, 512, 256, true, false, 16},
    {"nano dX qkv B^T", 1, 512, 192, 64, false, true, 1},
    {"nano att QK^T", 64, 32, 16, 32, false, true, 1},
    {"nano att PV", 64, 32, 32, 16, false, false, 1},
    {"thin 8x384x1152", 1, 8, 384, 1152, false, false, 1},
    {"thin 2048x384x8", 1, 2048, 384, 8, false, false, 1},
    {"row 1x1024x1024", 1, 1, 1024, 1024, false, false, 1},
    {"k 64x16384x64 A^T", 1, 64, 16384, 64, true, false, 64},
    {"k 512x16384x512 A^T", 1, 512, 16384, 512, true, false, 64},
};

int64_t pow2(int64_t x) {
  int64_t p = 1;
  while (2 * p <= x)
    p *= 2;
  return p;
}

Product describe(const Shape &s) {
  Product p;
  p.batch = {{s.batch, s.m * s.k, s.k * s.n, s.m * s.n}};
  p.rows = {{s.m, s.transposedA ? 1 : s.k, 0, s.n}};
  p.columns = {{s.n, 0, s.transposedB ? s.k : 1, 1}};
  p.inner = {{s.k, s.transposedA ? s.m : 1, s.transposedB ? 1 : s.n, 0}};
  const int64_t inner = s.k / s.outer, block = std::min(std::max(pow2(inner / 8), int64_t(64)), int64_t(512));
  for (int64_t i = 0; i < s.outer; ++i)
    for (int64_t k = 0; k < inner; k += block)
      p.leaves.push_back(static_cast<int32_t>(std::min(block, inner - k)));
  p.pops = nestPrograms(s.outer, treeProgram((inner + block - 1) / block));
  return p;
}

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// With one thread, CPU time: a busy machine disturbs it less.
double clockOf(int threads) {
  if (threads > 1)
    return seconds();
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

template <class Function> double timed(int threads, int repeats, Function &&function) {
  const double start = clockOf(threads);
  for (int i = 0; i < repeats; ++i)
    function();
  return (clockOf(threads) - start) / repeats;
}

float *matrix(int64_t count) {
  float *p = static_cast<float *>(std::aligned_alloc(64, static_cast<size_t>((count * 4 + 4095) / 4096 * 4096)));
  for (int64_t i = 0; i < count; ++i)
    p[i] = static_cast<float>(i * 2654435761u % 2048) / 1024 - 1;
  return p;
}

} // namespace

int main(int argc, char **argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 1;
  const double budget = argc > 2 ? std::atof(argv[2]) : 1;
  const Isa isa = argc > 3 && std::strcmp(argv[3], "v3") == 0 ? Isa::v3 : detectIsa();
  const char *only = argc > 4 ? argv[4] : "";
  ThreadTeam team(threads, true);
#ifdef DET_OPENBLAS
  openblas_set_num_threads(threads);
  std::printf("OpenBLAS kernel: %s\n", openblas_get_corename());
#endif
  std::printf("%d threads, %s\n%-22s %10s %10s %8s %8s\n", threads, isa == Isa::v4 ? "v4" : "v3", "shape", "det us", "blas us",
              "GFlop/s", "ratio");
  double product = 0;
  int count = 0;
  for (const Shape &s : shapes) {
    if (!std::strstr(s.name, only))
      continue;
    const Product p = describe(s);
    const auto prepared = prepareProduct(p, chooseTiling(p, isa), isa);
    if (!prepared) {
      std::printf("%s: %s\n", s.name, prepared.error().message.c_str());
      return 1;
    }
    float *a = matrix(s.batch * s.m * s.k), *b = matrix(s.batch * s.k * s.n), *c = matrix(s.batch * s.m * s.n),
          *d = matrix(s.batch * s.m * s.n);
    void *scratch = std::aligned_alloc(64, (productScratch(*prepared, threads) + 4096) / 64 * 64);
    const auto ours = [&] { team.run([&](Team &member) { runProduct(*prepared, a, b, c, member, scratch); }); };
    const auto theirs = [&] {
#ifdef DET_OPENBLAS
      for (int64_t i = 0; i < s.batch; ++i)
        cblas_sgemm(CblasRowMajor, s.transposedA ? CblasTrans : CblasNoTrans, s.transposedB ? CblasTrans : CblasNoTrans, s.m, s.n,
                    s.k, 1, a + i * s.m * s.k, s.transposedA ? s.m : s.k, b + i * s.k * s.n, s.transposedB ? s.k : s.n, 0,
                    d + i * s.m * s.n, s.n);
#endif
    };
    const double flops = 2.0 * s.batch * s.m * s.k * s.n;
    const int repeats = std::max(1, static_cast<int>(2e6 / flops));
    ours();
    theirs();
    double best = 1e9, bestTheirs = 1e9;
    for (const double end = seconds() + budget; seconds() < end;) {
      best = std::min(best, timed(threads, repeats, ours));
      bestTheirs = std::min(bestTheirs, timed(threads, repeats, theirs));
    }
    double worst = 0;
#ifdef DET_OPENBLAS
    for (int64_t i = 0; i < s.batch * s.m * s.n; ++i)
      worst = std::max(worst, std::fabs(double(c[i]) - d[i]) / (1 + std::sqrt(double(s.k))));
#endif
    const double ratio = bestTheirs / best;
    std::printf("%-22s %10.1f %10.1f %8.1f %8.3f%s%s\n", s.name, best * 1e6, bestTheirs * 1e6, flops / best * 1e-9, ratio,
                ratio < 0.95 ? "  below" : "", worst > 1e-3 ? "  WRONG" : "");
    std::fflush(stdout);
    product += std::log(ratio);
    ++count;
    for (void *memory : {static_cast<void *>(a), static_cast<void *>(b), static_cast<void *>(c), static_cast<void *>(d), scratch})
      std::free(memory);
  }
  std::printf("geometric mean of ratios %.3f\n", std::exp(product / std::max(count, 1)));
  return 0;
}
