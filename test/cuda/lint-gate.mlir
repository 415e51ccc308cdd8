// RUN: det-opt %s --verify-diagnostics --det-emit-ptx

// A kernel with an approximate exponential compiles, but its PTX is refused.
// expected-error @+2 {{expected PTX that passes the lint, got 1 refused instructions}}
// expected-note @+1 {{ex2.approx.ftz.f32: expected a correctly rounded operation}}
gpu.module @cuda [#nvvm.target<O = 3, chip = "sm_90", features = "+ptx80">] {
  llvm.func @approximate(%x: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %0 = llvm.load %x : !llvm.ptr<1> -> f32
    %1 = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f"(%0) : (f32) -> f32
    llvm.store %1, %x : f32, !llvm.ptr<1>
    llvm.return
  }
}
