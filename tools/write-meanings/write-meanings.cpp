// Writes down what elementwise ops compute, as tapes of the closed list: every op of the dialect on every type that it has, under
// the words that certificates and plans have for it. Runs while det is built; the probe reads the result and knows no MLIR.
//
// One line per tape: words, a tab, operand types with commas, a tab, numbers: inputs, their bytes, bytes of the result,
// registers, constants (register, bits, bytes), instructions (opcode, from, to, out, a, b, c).
#include "Kernels/Tape.h"
#include "ScalarTape.h"

#include "det/Dialect/Det/Det.h"
#include "det/Dialect/Det/Numbers.h"
#include "det/Dialect/Det/OrderModel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>

using namespace mlir;
using namespace det;

namespace {

SmallVector<Type> elementTypes(MLIRContext *context) {
  Builder builder(context);
  SmallVector<Type> types{builder.getI1Type()};
  for (unsigned width : {2, 4, 8, 16, 32, 64}) {
    types.push_back(builder.getIntegerType(width));
    types.push_back(builder.getIntegerType(width, /*isSigned=*/false));
  }
  types.append({Float8E4M3FNType::get(context), Float8E5M2Type::get(context), Float8E4M3Type::get(context),
                Float8E3M4Type::get(context), builder.getF16Type(), builder.getBF16Type(), builder.getF32Type(),
                builder.getF64Type()});
  return types;
}

/// Values of the attributes that an op has; those with the same bits are tried once.
std::vector<SmallVector<NamedAttribute>> attributesOf(RegisteredOperationName name, Builder &builder) {
  std::vector<SmallVector<NamedAttribute>> all{{}};
  auto with = [&](StringRef attribute, ArrayRef<Attribute> values) {
    if (!llvm::is_contained(name.getAttributeNames(), builder.getStringAttr(attribute)))
      return;
    std::vector<SmallVector<NamedAttribute>> longer;
    for (const auto &list : all)
      for (Attribute value : values) {
        longer.push_back(list);
        if (value)
          longer.back().push_back(builder.getNamedAttr(attribute, value));
      }
    all.swap(longer);
  };
  SmallVector<Attribute> directions, exponents, mantissas;
  for (int i = 0; i < 6; ++i)
    directions.push_back(builder.getI32IntegerAttr(i));
  // Formats that there are: f8E3M4, f8E4M3, f8E5M2, f16, bf16, tf32 and f32.
  for (int bits : {3, 4, 5, 8})
    exponents.push_back(builder.getI64IntegerAttr(bits));
  for (int bits : {2, 3, 4, 7, 10, 23})
    mantissas.push_back(builder.getI64IntegerAttr(bits));
  with("direction", directions);
  with("total_order", {Attribute(), builder.getUnitAttr()});
  with("exponent_bits", exponents);
  with("mantissa_bits", mantissas);
  return all;
}

class Writer {
public:
  explicit Writer(MLIRContext *context) : context(context), builder(context), types(elementTypes(context)) {}

  void run() {
    ScopedDiagnosticHandler quiet(context, [](Diagnostic &) { return success(); });
    Type boolean = builder.getI1Type();
    for (RegisteredOperationName name : context->getRegisteredOperations()) {
      if (name.getDialectNamespace() != "det" || !name.hasInterface<ScalarOpInterface>())
        continue;
      for (const auto &attributes : attributesOf(name, builder))
        for (Type type : types) {
          for (unsigned arity : {1, 2, 3})
            write(name, attributes, SmallVector<Type>(arity, type), type);
          write(name, attributes, {boolean, type, type}, type);
          write(name, attributes, {type, type}, boolean);
          for (Type result : types)
            if (result != type)
              write(name, attributes, type, result);
        }
    }
  }

  size_t count() const { return written.size(); }

private:
  void write(RegisteredOperationName name, ArrayRef<NamedAttribute> attributes, TypeRange operands, Type result) {
    Location loc = UnknownLoc::get(context);
    Block block;
    OperationState state(loc, name);
    for (Type type : operands)
      state.addOperands(block.addArgument(RankedTensorType::get({}, type), loc));
    state.addTypes(RankedTensorType::get({}, result));
    state.addAttributes(attributes);
    Operation *op = Operation::create(state);
    block.push_back(op);
    if (failed(op->getName().verifyInvariants(op)))
      return;
    auto tape = reference::tapeOf(op);
    if (!tape)
      return;
    std::string key = describe(op) + "\t";
    for (auto [i, type] : llvm::enumerate(operands))
      key += (i ? "," : "") + typeName(type);
    if (written.insert(key).second)
      print(key, *tape);
  }

  static void print(const std::string &key, const reference::Tape &tape) {
    llvm::raw_ostream &os = llvm::outs();
    os << "R\"~(" << key << '\t' << tape.inputSizes.size();
    for (int64_t size : tape.inputSizes)
      os << ' ' << size;
    os << ' ' << tape.resultSize << ' ' << tape.registers << ' ' << tape.constants.size();
    for (const auto &constant : tape.constants)
      os << ' ' << constant.reg << ' ' << constant.bits << ' ' << constant.size;
    os << ' ' << tape.instructions.size();
    for (const reference::Instruction &step : tape.instructions)
      os << ' ' << static_cast<int>(step.opcode) << ' ' << static_cast<int>(step.from) << ' ' << static_cast<int>(step.to) << ' '
         << step.out << ' ' << step.a << ' ' << step.b << ' ' << step.c;
    os << "\n)~\"\n";
  }

  MLIRContext *context;
  Builder builder;
  SmallVector<Type> types;
  llvm::StringSet<> written;
};

} // namespace

int main() {
  MLIRContext context;
  context.loadDialect<DetDialect, arith::ArithDialect, mlir::math::MathDialect>();
  Writer writer(&context);
  writer.run();
  // Fewer would mean that ops went missing.
  if (writer.count() < 1000) {
    std::fprintf(stderr, "error: expected at least 1000 tapes, got %zu\n", writer.count());
    return 1;
  }
  return 0;
}
