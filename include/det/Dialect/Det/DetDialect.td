// The det dialect: what is computed, over which mesh, in which order.
#ifndef DET_DIALECT_DET_DIALECT_TD
#define DET_DIALECT_DET_DIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/EnumAttr.td"

def Det_Dialect : Dialect {
  let name = "det";
  let summary = "tensor programs whose every sum has a fixed order";
  let description = [{
    Values are statically shaped tensors with *global* shapes, before and after partitioning: placement is an attribute
    (`#det.layout`), not a type. Integers keep their signedness (`ui32`), as the input has it. Floating-point values
    never hold a NaN other than the canonical one (all bits set but the sign).
  }];
  let cppNamespace = "::det";
  let useDefaultAttributePrinterParser = 1;
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
  let hasConstantMaterializer = 1;
}

class Det_Op<string mnemonic, list<Trait> traits = []> : Op<Det_Dialect, mnemonic, traits>;

/// A statically shaped tensor of integers, booleans or floats.
def Det_Tensor : StaticShapeTensorOf<[AnyInteger, AnyFloat, AnyComplex]>;

#endif // DET_DIALECT_DET_DIALECT_TD
