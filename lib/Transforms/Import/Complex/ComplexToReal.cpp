// det-import-complex: complex values become pairs of real ones.
//
// Arithmetic has its formulas (ComplexArithmetic.cpp, ComplexFunctions.cpp). What moves elements is done to both parts,
// and what has regions (loops, reductions, scatters) gets two operands, arguments or results where it had one.
#include "Complex.h"
#include "det/Transforms/Import/Passes.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace det {
namespace import {

bool isComplex(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isa<ComplexType>(tensor.getElementType());
}

RankedTensorType partType(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return tensor.clone(cast<ComplexType>(tensor.getElementType()).getElementType());
}

void copyAttributes(Operation *from, OperationState &to, StringRef but) {
  auto copy = [&](ArrayRef<NamedAttribute> attributes) {
    for (NamedAttribute attribute : attributes)
      if (attribute.getName() != but)
        to.addAttribute(attribute.getName(), attribute.getValue());
  };
  copy(from->getDiscardableAttrDictionary().getValue());
  if (auto inherent = dyn_cast_or_null<DictionaryAttr>(from->getPropertiesAsAttribute()))
    copy(inherent.getValue());
}

Complex ComplexStep::operand(unsigned i) {
  Value value = op->getOperand(i);
  if (!isComplex(value.getType())) {
    Term real{value, &m};
    return {real, real.like(0)};
  }
  auto [re, im] = values.lookup(value);
  return {{re, &m}, {im, &m}};
}

LogicalResult ComplexStep::replace(Complex value) {
  values.set(op->getResult(0), value.re.value, value.im.value);
  return success();
}

LogicalResult ComplexStep::replace(Term value) {
  op->getResult(0).replaceAllUsesWith(value.value);
  return success();
}

void ComplexTable::add(StringRef names, ComplexConverter convert) {
  SmallVector<StringRef> list;
  names.split(list, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef name : list)
    converters[name] = convert;
}

namespace {

/// The same operation on the real and on the imaginary parts.
LogicalResult both(ComplexStep &c) {
  if (c.op->getNumRegions() > 0)
    return refuse(c.op, "expected no region here");
  SmallVector<Value> parts[2];
  for (unsigned part : {0, 1}) {
    OperationState state(c.m.loc, c.op->getName());
    for (Value operand : c.op->getOperands()) {
      auto pair = c.values.lookup(operand);
      state.operands.push_back(!isComplex(operand.getType()) ? operand : part ? pair.second : pair.first);
    }
    for (Type type : c.op->getResultTypes())
      state.addTypes(isComplex(type) ? partType(type) : type);
    copyAttributes(c.op, state);
    llvm::append_range(parts[part], c.m.b.create(state)->getResults());
  }
  for (auto [i, result] : llvm::enumerate(c.op->getResults())) {
    if (isComplex(result.getType()))
      c.values.set(result, parts[0][i], parts[1][i]);
    else
      result.replaceAllUsesWith(parts[0][i]);
  }
  return success();
}

class Rewriter {
public:
  explicit Rewriter(func::FuncOp main) : main(main) {
    addComplexArithmetic(table);
    addComplexFunctions(table);
    addComplexInverses(table);
    addComplexSolvers(table);
    addComplexProducts(table);
    addComplexTransforms(table);
    table.add("reshape transpose broadcast_in_dim broadcast slice pad concatenate reverse gather dynamic_slice dynamic_update_slice "
              "select sdy.sharding_constraint sdy.reshard all_gather all_to_all collective_permute collective_broadcast",
              both);
  }

  LogicalResult run() {
    Block &body = main.getBody().front();
    Maker m{OpBuilder::atBlockBegin(&body), main.getLoc()};
    for (BlockArgument argument : body.getArguments())
      if (isComplex(argument.getType())) {
        RankedTensorType type = partType(argument.getType());
        values.set(argument, m.make("real", argument, type), m.make("imag", argument, type));
      }
    if (failed(rewrite(body, m.b.getInsertionPoint())))
      return failure();
    for (Operation *op : llvm::reverse(dead))
      op->erase();
    for (auto [block, index] : llvm::reverse(deadArguments))
      block->eraseArgument(index);
    return success();
  }

private:
  static bool touchesComplex(Operation *op) {
    auto complex = [](Type type) { return isComplex(type); };
    if (llvm::any_of(op->getOperandTypes(), complex) || llvm::any_of(op->getResultTypes(), complex))
      return true;
    return llvm::any_of(op->getRegions(), [&](Region &region) {
      return llvm::any_of(region, [&](Block &block) { return llvm::any_of(block.getArgumentTypes(), complex); });
    });
  }

  LogicalResult rewrite(Block &block, Block::iterator from) {
    for (Operation &op : llvm::make_early_inc_range(llvm::make_range(from, block.end())))
      if (failed(rewrite(&op)))
        return failure();
    return success();
  }

  LogicalResult rewriteRegions(Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (failed(rewrite(block, block.begin())))
          return failure();
    return success();
  }

  LogicalResult rewrite(Operation *op) {
    if (!touchesComplex(op))
      return rewriteRegions(op);
    StringRef name = inputName(op);
    if (isa<func::ReturnOp>(op))
      return finish(op);
    if (name == "return")
      return spread(op);
    if (name == "sort")
      return expand(op, /*pairwise=*/true);
    static const llvm::StringSet<> structured{"while", "if", "case", "reduce", "scatter", "reduce_window", "optimization_barrier"};
    if (structured.contains(name))
      return expand(op, /*pairwise=*/false);
    auto entry = table.converters.find(name);
    if (entry == table.converters.end())
      return refuse(op, "det has no such operation on complex numbers; write it in terms of real and imaginary parts");
    ComplexStep c{op, {OpBuilder(op), op->getLoc()}, values};
    if (failed(entry->second(c)))
      return failure();
    dead.push_back(op);
    return success();
  }

  /// Results are complex numbers again.
  LogicalResult finish(Operation *end) {
    Maker m{OpBuilder(end), end->getLoc()};
    for (OpOperand &operand : end->getOpOperands())
      if (isComplex(operand.get().getType())) {
        auto [re, im] = values.lookup(operand.get());
        operand.set(m.make("complex", {re, im}, operand.get().getType()));
      }
    return success();
  }

  SmallVector<Value> spreadValues(ValueRange given) {
    SmallVector<Value> all;
    for (Value value : given) {
      auto [re, im] = values.lookup(value);
      if (isComplex(value.getType()))
        all.append({re, im});
      else
        all.push_back(value);
    }
    return all;
  }

  LogicalResult spread(Operation *end) {
    end->setOperands(spreadValues(end->getOperands()));
    return success();
  }

  /// Two operands, arguments and results for each complex one. `pairwise`: the region takes a left and a right value of
  /// every operand, (l, r, l, r, ...), so the arguments of one pair are (re, re, im, im).
  LogicalResult expand(Operation *op, bool pairwise) {
    OperationState state(op->getLoc(), op->getName());
    state.addOperands(spreadValues(op->getOperands()));
    for (Type type : op->getResultTypes())
      state.types.append(isComplex(type) ? 2 : 1, isComplex(type) ? Type(partType(type)) : type);
    // A list of shardings has one for each value.
    copyAttributes(op, state, state.types.size() == op->getNumResults() ? "" : "sdy.sharding");
    for (unsigned i = 0; i < op->getNumRegions(); ++i)
      state.addRegion();
    OpBuilder builder(op);
    Operation *made = builder.create(state);
    unsigned next = 0;
    for (Value result : op->getResults()) {
      if (isComplex(result.getType()))
        values.set(result, made->getResult(next), made->getResult(next + 1));
      else
        result.replaceAllUsesWith(made->getResult(next));
      next += isComplex(result.getType()) ? 2 : 1;
    }
    for (auto [from, to] : llvm::zip_equal(op->getRegions(), made->getRegions())) {
      to.takeBody(from);
      for (Block &block : to)
        expandArguments(block, pairwise);
    }
    dead.push_back(op);
    return rewriteRegions(made);
  }

  void expandArguments(Block &block, bool pairwise) {
    for (unsigned i = 0; i < block.getNumArguments(); ++i) {
      BlockArgument argument = block.getArgument(i);
      if (!isComplex(argument.getType()))
        continue;
      bool pair = pairwise && i + 1 < block.getNumArguments() && isComplex(block.getArgument(i + 1).getType());
      unsigned count = pair ? 2 : 1;
      Type type = partType(argument.getType());
      SmallVector<Value> parts;
      for (unsigned k = 0; k < 2 * count; ++k)
        parts.push_back(block.insertArgument(i + count + k, type, argument.getLoc()));
      for (unsigned k = 0; k < count; ++k) {
        values.set(block.getArgument(i + k), parts[k], parts[count + k]);
        deadArguments.emplace_back(&block, i + k);
      }
      i += 3 * count - 1;
    }
  }

  func::FuncOp main;
  ComplexTable table;
  ComplexValues values;
  SmallVector<Operation *> dead;
  SmallVector<std::pair<Block *, unsigned>> deadArguments;
};

/// Whether there are complex numbers; an error if they have other parts than f32 or f64.
FailureOr<bool> findComplex(func::FuncOp main) {
  bool any = false;
  auto look = [&](Location location, TypeRange types) -> LogicalResult {
    for (Type type : types) {
      if (!isComplex(type))
        continue;
      any = true;
      if (Type part = partType(type).getElementType(); !part.isF32() && !part.isF64())
        return emitError(location) << "expected complex numbers of f32 or f64, got " << type;
    }
    return success();
  };
  if (failed(look(main.getLoc(), main.getArgumentTypes())) || failed(look(main.getLoc(), main.getResultTypes())))
    return failure();
  WalkResult walked = main.walk([&](Operation *op) {
    return !isInputOp(op) || succeeded(look(op->getLoc(), op->getResultTypes())) ? WalkResult::advance() : WalkResult::interrupt();
  });
  if (walked.wasInterrupted())
    return failure();
  return any;
}

struct ComplexToRealPass : PassWrapper<ComplexToRealPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ComplexToRealPass)
  StringRef getArgument() const final { return "det-import-complex"; }
  StringRef getDescription() const final { return "takes complex numbers apart into real ones"; }

  void runOnOperation() final {
    func::FuncOp main = mainFunction(getOperation());
    if (!main) {
      getOperation().emitError("expected a function '@main'; run det-import-inline first");
      return signalPassFailure();
    }
    FailureOr<bool> any = findComplex(main);
    if (failed(any) || (*any && failed(Rewriter(main).run())))
      signalPassFailure();
  }
};

} // namespace
} // namespace import

std::unique_ptr<Pass> createComplexToRealPass() { return std::make_unique<import::ComplexToRealPass>(); }

} // namespace det
