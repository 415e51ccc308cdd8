// The page that shows a compilation: one HTML file without anything from outside (docs/report.md).
#ifndef DET_TRANSFORMS_REPORT_PAGE_H
#define DET_TRANSFORMS_REPORT_PAGE_H

#include "det/Runtime/Result.h"
#include "det/Transforms/Lower/KernelUsage.h"
#include "det/Transforms/PartitionReport.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/JSON.h"
#include <string>
#include <vector>

namespace det {

/// Where an op of the ordered graph comes from.
struct OpOrigin {
  uint32_t value;     ///< the number of its first result
  std::string scope;  ///< the names that its location gives it, outermost first: `jit(step)/jvp(h0)/dot_general`
  std::string calls;  ///< the calls that its location lists, outermost first, one per line: `loss model.py:70`
  std::string module; ///< the part of the model that it works for, by the state that it reads or makes: `h0.qkv`; maybe empty
};

/// The origins of all ops of a module whose values have numbers (Numbers.h), in program order.
std::vector<OpOrigin> originsOf(mlir::ModuleOp ordered);

/// What the page shows, as JSON that may stand in a script element: the certificate's parts `ordered` and `placed`, the partition's
/// report and the origins, joined by the numbers of values, and what kernels take on GPUs, if they have been assembled. `name` is the
/// graph's file; the last two parts of its path are shown. Equal arguments give equal bytes.
std::string pageData(llvm::StringRef name, llvm::StringRef module, const std::vector<OpOrigin> &origins, const llvm::json::Object &ordered,
                     const llvm::json::Object &placed, const PartitionReport &partition, const std::vector<KernelUsage> &kernels);

/// Step times of this program and of the same one compiled with `--level=not_guaranteed`, from two files that
/// `det-run --timings=FILE` wrote; the first step, which warms up, does not count. Errors: a file that cannot be read, is no such
/// file, has fewer than two steps; a first file of a program with another size of arenas than `arenaBytes` (all ranks).
rt::Result<std::string> costData(llvm::StringRef own, llvm::StringRef free, uint64_t arenaBytes);

/// The page over data of `pageData` and `costData` (empty: not measured).
std::string htmlPage(llvm::StringRef data, llvm::StringRef cost);

} // namespace det

#endif // DET_TRANSFORMS_REPORT_PAGE_H
