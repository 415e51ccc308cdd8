// det-import-library-calls: calls into libraries of a platform become the operations that they compute.
//
// JAX prints a factorisation as an operation where the platform has one, and as a call of the platform's library elsewhere. The
// layouts of such a call say how the library keeps its matrices, not what they are. An approximate top-k may be exact.
#include "../Convert/Formula.h"
#include "../InputOps.h"
#include "det/Transforms/Import/Passes.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace det {
namespace {

using namespace import;

/// A call on its way. What a rewrite cannot read, it leaves: the call is then refused by its name.
struct LibraryCall {
  Operation *op;
  Maker m;
  DictionaryAttr config;
  SymbolTable &functions;

  Term operand(unsigned i) { return {op->getOperand(i), &m}; }
  RankedTensorType type(unsigned i) const { return cast<RankedTensorType>(op->getOperand(i).getType()); }

  /// An option that is a letter, as LAPACK has them; 0 if it is not there.
  char letter(StringRef name) const {
    auto value = config.getAs<IntegerAttr>(name);
    return value ? char(value.getValue().getZExtValue()) : 0;
  }
  std::optional<bool> flag(StringRef name) const {
    auto value = config.getAs<BoolAttr>(name);
    return value ? std::optional<bool>(value.getValue()) : std::nullopt;
  }

  void replace(ArrayRef<Term> results) {
    for (auto [result, term] : llvm::zip_equal(op->getResults(), results))
      result.replaceAllUsesWith(term.value);
    op->erase();
  }
};

using Rewrite = bool (*)(LibraryCall &);

bool isMatrix(RankedTensorType type) { return type.getRank() >= 2 && type.hasStaticShape() && isa<FloatType>(type.getElementType()); }

/// `potrf`: a factor in one triangle, the operand in the other; and the number of the first leading minor that is not positive, or 0.
bool factorise(LibraryCall &call) {
  char part = call.letter("uplo");
  std::optional<bool> isLower = part ? (part == 'L' || part == 'U' ? std::optional(part == 'L') : std::nullopt) : call.flag("lower");
  if (!isLower || call.op->getNumOperands() != 1 || call.op->getNumResults() != 2 || !isMatrix(call.type(0)))
    return false;
  Maker &m = call.m;
  Term a = call.operand(0);
  int64_t rows = a.type().getRank() - 2, columns = rows + 1, size = a.type().getDimSize(columns);
  auto places = a.type().clone(m.b.getI32Type());
  auto countType = places.clone(a.type().getShape().drop_back(2));
  if (a.type().getDimSize(rows) != size || call.op->getResult(0).getType() != a.type() || call.op->getResult(1).getType() != countType)
    return false;
  Term factor{m.make("cholesky", a.value, a.type(), {{"lower", m.b.getBoolAttr(*isLower)}}), &m};
  Term row = iota(m, places, rows), column = iota(m, places, columns);
  // A root of what is not positive is no number, and neither is any pivot after it.
  Term lost = row.compare("EQ", column) & factor.compare("NE", factor);
  Term count = sum(lost.convert(m.b.getI32Type()), {rows, columns});
  Term first = count.like(double(size + 1)) - count;
  Term kept = *isLower ? row.compare("GE", column) : row.compare("LE", column);
  call.replace({select(kept, factor, a), select(count.compare("EQ", 0.0), count, first)});
  return true;
}

/// `trsm`: one triangular system for every column (or row) of the right side.
bool solve(LibraryCall &call) {
  char side = call.letter("side"), part = call.letter("uplo"), turn = call.letter("trans_x"), diagonal = call.letter("diag");
  if (call.op->getNumOperands() != 2 || call.op->getNumResults() != 1 || call.op->getResult(0).getType() != call.type(1) ||
      !isMatrix(call.type(0)) || (side != 'L' && side != 'R') || (part != 'L' && part != 'U') ||
      (turn != 'N' && turn != 'T' && turn != 'C') || (diagonal != 'N' && diagonal != 'U'))
    return false;
  Maker &m = call.m;
  StringRef word = turn == 'N' ? "NO_TRANSPOSE" : turn == 'T' ? "TRANSPOSE" : "ADJOINT";
  Value solved = m.make("triangular_solve", call.op->getOperands(), call.type(1),
                        {{"left_side", m.b.getBoolAttr(side == 'L')},
                         {"lower", m.b.getBoolAttr(part == 'L')},
                         {"unit_diagonal", m.b.getBoolAttr(diagonal == 'U')},
                         {"transpose_a", m.opaque("transpose " + word)}});
  call.replace({Term{solved, &m}});
  return true;
}

/// `ApproxTopK` of values with payloads: a sort by the comparator that the call names, and as many places of it as the result has.
bool selectTop(LibraryCall &call) {
  auto dim = call.config.getAs<IntegerAttr>("reduction_dim");
  auto names = call.op->getAttrOfType<ArrayAttr>("called_computations");
  unsigned count = call.op->getNumResults();
  auto symbol = names && names.size() == 1 ? dyn_cast<FlatSymbolRefAttr>(names[0]) : FlatSymbolRefAttr();
  auto comparator = symbol ? call.functions.lookup<func::FuncOp>(symbol.getAttr()) : func::FuncOp();
  // The second half of the operands fills places that the values do not; none is left empty here.
  if (!dim || !comparator || comparator.isExternal() || count == 0 || call.op->getNumOperands() != 2 * count ||
      comparator.getNumArguments() != 2 * count || !llvm::hasSingleElement(comparator.getBody()))
    return false;
  int64_t at = dim.getInt();
  for (unsigned i = 0; i < count; ++i) {
    auto result = dyn_cast<RankedTensorType>(call.op->getResult(i).getType());
    if (!result || !result.hasStaticShape() || !call.type(i).hasStaticShape() || at < 0 || at >= result.getRank() ||
        result.getRank() != call.type(i).getRank() || result.getDimSize(at) > call.type(i).getDimSize(at))
      return false;
  }
  Maker &m = call.m;
  auto inputs = call.op->getOperands().take_front(count);
  OperationState state(m.loc, "stablehlo.sort", inputs, TypeRange(inputs));
  state.addAttribute("dimension", m.b.getI64IntegerAttr(at));
  state.addAttribute("is_stable", m.b.getBoolAttr(true));
  IRMapping mapping;
  comparator.getBody().cloneInto(state.addRegion(), mapping);
  Operation *end = &state.regions.front()->front().back();
  OpBuilder inside(end);
  inside.create(OperationState(end->getLoc(), "stablehlo.return", end->getOperands(), TypeRange()));
  end->erase();
  Operation *sorted = m.b.create(state);
  SmallVector<Term> results;
  for (unsigned i = 0; i < count; ++i)
    results.push_back(Term{sorted->getResult(i), &m}.slice(at, 0, cast<RankedTensorType>(call.op->getResult(i).getType()).getDimSize(at)));
  call.replace(results);
  return true;
}

Rewrite findRewrite(StringRef target) {
  if (target == "ApproxTopK")
    return selectTop;
  // `lapack_spotrf_ffi`, `cusolver_potrf_ffi`: the library, the letter of the element type in LAPACK, the routine.
  if (!target.consume_back("_ffi"))
    return nullptr;
  for (StringRef library : {"cusolver_", "hipsolver_"})
    if (target.consume_front(library))
      return target == "potrf" ? factorise : nullptr;
  if (!target.consume_front("lapack_") || target.empty())
    return nullptr;
  StringRef routine = target.drop_front();
  return routine == "potrf" ? factorise : routine == "trsm" ? solve : nullptr;
}

struct LibraryCallsPass : PassWrapper<LibraryCallsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LibraryCallsPass)
  StringRef getArgument() const final { return "det-import-library-calls"; }
  StringRef getDescription() const final { return "turns calls of known library routines into operations"; }

  void runOnOperation() final {
    SymbolTable functions(getOperation());
    SmallVector<Operation *> calls;
    getOperation().walk([&](Operation *op) {
      if (inputName(op) == "custom_call")
        calls.push_back(op);
    });
    for (Operation *op : calls) {
      auto target = op->getAttrOfType<StringAttr>("call_target_name");
      auto config = op->getAttrOfType<DictionaryAttr>("mhlo.backend_config");
      if (!config)
        config = op->getAttrOfType<DictionaryAttr>("backend_config");
      Rewrite rewrite = target && config ? findRewrite(target.getValue()) : nullptr;
      if (!rewrite || !llvm::all_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>))
        continue;
      LibraryCall call{op, {OpBuilder(op), op->getLoc()}, config, functions};
      (void)rewrite(call);
    }
  }
};

} // namespace

std::unique_ptr<Pass> createLibraryCallsPass() { return std::make_unique<LibraryCallsPass>(); }

} // namespace det
