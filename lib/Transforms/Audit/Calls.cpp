// What the graph does not define: custom calls, and values that come from outside.
#include "Visit.h"

using namespace mlir;

namespace det::audit {
namespace {

/// Calls that place values and compute nothing, and those of counters, which are whole numbers.
bool isHarmless(StringRef target) {
  return target == "Sharding" || target == "SPMDFullToShardShape" || target == "SPMDShardToFullShape" ||
         target == "annotate_device_placement" || target.starts_with("xla.sdy.") || target.contains("threefry2x32");
}

/// Routines of linear algebra under their public names.
bool isLibrary(StringRef target) {
  return llvm::any_of(std::initializer_list<StringRef>{"lapack_", "cusolver_", "hipsolver_", "blas_", "cublas_", "hipblas_", "magma_"},
                      [&](StringRef prefix) { return target.starts_with(prefix); });
}

void customCall(Visit &v) {
  auto attribute = v.op->getAttrOfType<StringAttr>("call_target_name");
  StringRef target = attribute ? attribute.getValue() : "";
  if (isHarmless(target))
    return;
  if (target == "ApproxTopK" || target == "PartialReduce")
    return v.report("approximate", "@" + target.str());
  if (isLibrary(target))
    return v.report("library", "@" + target.str());
  v.report("opaque-call", "@" + target.str());
}

void outside(Visit &v) { v.report("opaque-operation", "values from outside the graph"); }

} // namespace

void addCallHazards(Handlers &handlers) {
  handlers.add("custom_call", customCall);
  handlers.add("infeed recv", outside);
}

} // namespace det::audit
