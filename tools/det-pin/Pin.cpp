// Lists, tries, judges, times.
#include "Pin.h"

#include <map>

namespace det::pin {

std::vector<Listed> listProducts(const LoadedPlan &plan) {
  std::map<GemmShape, Listed> shapes;
  std::map<std::string, Listed> others;
  const bool isFree = plan.plan.level == "not_guaranteed";
  forEachProduct(plan.plan, [&](const artifact::ProductT &product, uint32_t label) {
    const bool isFloat = product.type == artifact::ElementType::f32 || product.type == artifact::ElementType::f64;
    if (!(isFree ? isFloat : product.model != artifact::MmaModel::none))
      return;
    std::optional<GemmProduct> gemm = gemmOf(product);
    Listed &listed = gemm ? shapes[gemm->shape] : others[plan.label(label)];
    if (listed.count++ == 0) {
      listed.product = &product;
      listed.label = plan.label(label);
      listed.gemm = std::move(gemm);
    }
  });
  std::vector<Listed> all;
  for (auto &[shape, listed] : shapes)
    all.push_back(std::move(listed));
  for (auto &[label, listed] : others)
    all.push_back(std::move(listed));
  return all;
}

namespace {

/// An algorithm has to be accepted for every call of a product; those of the longest leaves are asked for.
Result<std::vector<Algorithm>> candidatesFor(const GemmShape &shape, CublasLt &library, int most) {
  const std::vector<PlacedGemm> calls = shape.calls();
  const PlacedGemm *longest = &calls.front();
  for (const PlacedGemm &placed : calls)
    if (placed.call.k * placed.call.count > longest->call.k * longest->call.count)
      longest = &placed;
  MatmulSearch search;
  search.most = most;
  return library.candidates(longest->call, search);
}

Result<PinnedProduct> pinOne(const Listed &listed, Driver &driver, CublasLt &library, Module module, const PinOptions &options) {
  PinnedProduct pinned;
  pinned.shape = listed.gemm->shape;
  for (const auto &[probe, rounds] : probes)
    pinned.probes.push_back(nameOf(probe));
  Result<std::unique_ptr<Bench>> bench = Bench::make(*listed.product, *listed.gemm, driver, module);
  if (!bench)
    return bench.error();
  const auto say = [&](const std::string &text) {
    if (options.progress)
      options.progress(text);
  };
  Result<Way> own = (*bench)->own();
  if (!own)
    return own.error();
  // The time is that of numbers, not of zeros.
  const Operands usual = operandsOf(**bench, Probe::exponents, 0);
  if (Status status = (*bench)->setOperands(usual.a, usual.b); !status)
    return status.error();
  const Result<double> ownTime = (*bench)->milliseconds(*own, options.repeats);
  if (!ownTime)
    return Error{"det's own kernel: " + ownTime.error().message};
  pinned.ownMilliseconds = *ownTime;
  const Result<std::vector<Algorithm>> candidates = candidatesFor(pinned.shape, library, options.most);
  if (!candidates) {
    say("  cuBLASLt: " + candidates.error().message);
    return pinned;
  }
  std::optional<Algorithm> fastest;
  for (const Algorithm &algorithm : *candidates) {
    ++pinned.tried;
    (*bench)->drop();
    own = (*bench)->own();
    if (!own)
      return own.error();
    const Result<Way> way = (*bench)->pinned(library, algorithm);
    if (!way) {
      say("  refused: " + way.error().message);
      continue;
    }
    Judgement judgement;
    for (const auto &[probe, rounds] : probes)
      for (int seed = 0; seed < rounds && judgement.isAdmitted; ++seed) {
        const Result<Judgement> judged = judge(**bench, *own, *way, probe, uint64_t(seed), options.samples);
        if (!judged)
          return judged.error();
        judgement = *judged;
      }
    if (!judgement.isAdmitted) {
      say("  not admitted: " + judgement.why);
      continue;
    }
    ++pinned.admitted;
    if (Status status = (*bench)->setOperands(usual.a, usual.b); !status)
      return status.error();
    const Result<double> time = (*bench)->milliseconds(*way, options.repeats);
    if (!time)
      return time.error();
    if (!pinned.milliseconds || *time < *pinned.milliseconds) {
      pinned.milliseconds = *time;
      fastest = algorithm;
    }
  }
  if (fastest && (options.keepsSlower || *pinned.milliseconds < pinned.ownMilliseconds))
    pinned.pin = fastest;
  return pinned;
}

} // namespace

Result<std::vector<PinnedProduct>> pinProducts(const std::vector<Listed> &products, Driver &driver, CublasLt &library,
                                               Module module, const PinOptions &options) {
  std::vector<PinnedProduct> all;
  for (const Listed &listed : products) {
    if (!listed.gemm || listed.gemm->shape.model == "none")
      continue;
    if (options.progress)
      options.progress(listed.label + ": " + describe(listed.gemm->shape));
    Result<PinnedProduct> pinned = pinOne(listed, driver, library, module, options);
    if (!pinned)
      return Error{"product '" + listed.label + "': " + pinned.error().message};
    all.push_back(std::move(*pinned));
  }
  return all;
}

} // namespace det::pin
