// The table of hazards; docs/audit.md has the same rows.
#include "det/Transforms/Audit.h"

namespace det {

#define XLA_DETERMINISM "XLA docs/determinism.md (--xla_gpu_exclude_nondeterministic_ops)"
#define TORCH_LIST "PyTorch torch.use_deterministic_algorithms"

static constexpr AuditRow kRows[] = {
    {"scatter-sum", Hazard::RunToRun, "float updates that may meet at one element",
     "GPUs add them with atomics, in the order in which threads arrive; elsewhere the order is a library's",
     XLA_DETERMINISM "; " TORCH_LIST " (index_add, scatter_add, embedding gradients)",
     "updates join in ascending global index, along the tree of the order", true},
    {"scatter-overwrite", Hazard::RunToRun, "updates that may overwrite each other (unique_indices is not set)",
     "which of two updates of one element stays is left to the implementation; whole numbers are not safe either",
     XLA_DETERMINISM "; " TORCH_LIST " (index_put, scatter)", "the last update in ascending global index stays", false},
    {"window-scatter", Hazard::RunToRun, "gradient of a pool of maxima whose windows overlap",
     "an element that several windows took gets their sum, by atomics on GPUs",
     XLA_DETERMINISM "; " TORCH_LIST " (max pool gradients)", "contributions join in ascending index of the window", true},
    {"convolution-gradient", Hazard::RunToRun, "gradient of a convolution",
     "fast algorithms split the sum over thread blocks and add the parts with atomics; which one runs depends on shapes and timing",
     XLA_DETERMINISM "; " TORCH_LIST " (Conv1d to Conv3d); cuDNN reproducibility notes", "one chain per leaf, leaves joined by a tree",
     true},
    {"cumulative-sum", Hazard::RunToRun, "cumulative float sum",
     "a scan in one pass joins the prefixes that happen to be ready",
     TORCH_LIST " (cumsum); CUB DeviceScan (results for floats may vary from run to run)",
     "blocks of 64 along the dim, folded into a carry", false},
    {"hidden-seed", Hazard::RunToRun, "random numbers with a state that is not in the graph",
     "the seed is the implementation's, and every execution goes on where the last one stopped", "StableHLO specification, rng",
     "a function of --seed, step, operation and global position (docs/random.md)", false},

    {"opaque-call", Hazard::Opaque, "custom call: a kernel that the graph does not define",
     "nothing is known of its order or rounding; fused attention and hand-written kernels are often not deterministic backwards",
     XLA_DETERMINISM ": multi-headed attention", "refused, unless it is listed in docs/operations.md", false},
    {"opaque-operation", Hazard::Opaque, "operation that the audit or det does not know, or values from outside",
     "nothing is known of its order or rounding", "", "refused", false},

    {"collective-sum", Hazard::Layout, "float sum over ranks, written in the graph",
     "the order depends on the number of ranks and on the algorithm (ring, tree, in the switch), chosen by size and topology",
     "NCCL NCCL_ALGO, NCCL_PROTO", "a reduction over logical ranks in the order of the group, whatever the real ranks", true},
    {"sum-over-mesh", Hazard::Layout, "float reduction over a dim that the mesh cuts",
     "each rank sums its part and an all-reduce joins the parts: another mesh makes other parts", "NCCL NCCL_ALGO; GSPMD partial sums",
     "ranks hold nodes of one fixed tree and join those", true},
    {"product-over-mesh", Hazard::Layout, "sum of products over a dim that the mesh cuts",
     "each rank sums its part and an all-reduce joins the parts: another mesh makes other parts (data parallel weight gradients)",
     "NCCL NCCL_ALGO; GSPMD partial sums", "ranks hold nodes of one fixed tree and join those", true},
    {"rank-number", Hazard::Layout, "a value that depends on the rank's number",
     "what is computed from it (a key, an offset) changes with the mesh", "StableHLO specification, partition_id",
     "the logical rank of the text, whatever the real ranks (docs/manual-regions.md)", false},
    {"product", Hazard::Layout, "float matrix product",
     "tiles, split-K and kernel follow the local shape, so the batch split moves bits; GPUs choose kernels by timing when compiling, "
     "and f32 at default precision may be tf32 or bf16",
     "cuBLAS results reproducibility; " XLA_DETERMINISM ": GEMMs, autotuning; PyTorch allow_tf32",
     "fma chains over ascending k in the leaves of one fixed tree", true},
    {"convolution", Hazard::Layout, "float convolution",
     "algorithm and tiles follow the local shape and timing (direct, FFT, Winograd, implicit product)",
     XLA_DETERMINISM ": convolutions; PyTorch cudnn.benchmark", "one chain per leaf, leaves joined by a tree", true},
    {"sum", Hazard::Layout, "float reduction",
     "lanes, tiles and the number of blocks follow the local shape; fusion moves them too", "XLA GPU tree reductions; CUB DeviceReduce",
     "a fixed tree over global indices", true},
    {"unstable-sort", Hazard::Layout, "sort of several operands, or by a key, that does not ask for stability",
     "equal keys may come in any order, zeros of both signs too, and what travels with them", "StableHLO specification, sort (is_stable)",
     "every sort is stable", false},
    {"tie", Hazard::Layout, "choice between equal keys that nothing decides (arg-max and the like)",
     "which of two equal ones wins depends on the order in which they meet", "StableHLO specification, reduce", "the tree of the order",
     true},

    {"random-bits", Hazard::Device, "random bits by an algorithm of the implementation",
     "DEFAULT is any algorithm, and the variants of the others are the implementation's too",
     "StableHLO specification, rng_bit_generator; JAX jax.random (rbg keys)", "Threefry or Philox of the global position (docs/random.md)",
     false},
    {"window-sum", Hazard::Device, "float sum over windows", "a library's loop fixes the order inside a window",
     "StableHLO specification, reduce_window", "row-major inside the window", true},
    {"window-tie", Hazard::Device, "gradient of a pool of maxima: equal maxima",
     "which of them gets the gradient depends on how a window is walked", "StableHLO specification, select_and_scatter",
     "the window is walked in row-major order", false},
    {"library", Hazard::Device, "factorisation, solver or transform", "a library's blocked algorithm, by version and device",
     "cuSOLVER, LAPACK and FFT libraries", "products and elementwise operations in fixed orders, for those in docs/operations.md", false},
    {"approximate", Hazard::Device, "approximate selection", "exact on some devices, approximate on others", "XLA ApproxTopK",
     "an exact stable sort", false},
    {"top-k-tie", Hazard::Device, "k largest of equal ones", "XLA takes the lower index first, other systems promise nothing",
     "PyTorch torch.topk", "the lower index first", false},
    {"elementary", Hazard::Device, "elementary function", "the last bits are the math library's, by device, version and vector width",
     "CUDA programming guide, mathematical functions (ulp); C standard library", "one function of its own, on every instruction set the same "
     "(docs/elementary.md)", false},
    {"contraction", Hazard::Device, "a product that is added: fma, or two roundings",
     "compilers contract inside one kernel, so fusion and version decide", "LLVM -ffp-contract; IEEE 754", "two roundings", false},
    {"excess-precision", Hazard::Device, "a narrow float that the next operation reads",
     "its rounding is left out where both are in one kernel, so fusion decides", "XLA --xla_allow_excess_precision (true by default)",
     "rounded once per operation", false},
    {"float-to-integer", Hazard::Device, "conversion of a float to an integer", "values that do not fit, and NaN, have no defined result",
     "StableHLO specification, convert", "truncated, values that do not fit saturate, NaN is 0", false},
    {"nan-bits", Hazard::Device, "the bits of a float, read as an integer", "sign and payload of a NaN differ between devices",
     "IEEE 754, 6.2", "there is one NaN", false},
};

llvm::ArrayRef<AuditRow> auditRows() { return kRows; }

llvm::StringRef hazardName(Hazard hazard) {
  constexpr llvm::StringLiteral names[] = {"run_to_run", "opaque", "layout", "device"};
  return names[static_cast<size_t>(hazard)];
}

} // namespace det
