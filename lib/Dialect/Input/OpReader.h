// The pieces from which the pretty forms of the input dialects are put together.
#ifndef DET_LIB_DIALECT_INPUT_OPREADER_H
#define DET_LIB_DIALECT_INPUT_OPREADER_H

#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/StringMap.h"
#include <string>

namespace det::input {

/// Reads one operation piece by piece. As in MLIR's parser chains, every piece returns true when the text does NOT
/// match (the error is then reported), so that a form is a chain of pieces joined by `||`.
///
/// Attributes get the names and values that the generic form has, so both forms give the same operation.
class OpReader {
public:
  OpReader(mlir::OpAsmParser &parser, mlir::OperationState &state) : parser(parser), state(state) {}

  mlir::OpAsmParser &parser;
  mlir::OperationState &state;
  llvm::SmallVector<mlir::OpAsmParser::UnresolvedOperand> operands;

  // Operands.
  bool operand();
  bool operandsN(unsigned count);
  /// One or more operands; a comma after the last one is taken too.
  bool operandList();
  /// `(%a, %b)`.
  bool operandsInParens();

  // Punctuation.
  bool comma() { return failed(parser.parseComma()); }
  bool word(llvm::StringRef keyword) { return failed(parser.parseKeyword(keyword)); }
  /// `keyword =`.
  bool key(llvm::StringRef keyword) { return word(keyword) || failed(parser.parseEqual()); }
  bool optionalWord(llvm::StringRef keyword) { return succeeded(parser.parseOptionalKeyword(keyword)); }

  // Attributes.
  bool attributes() { return failed(parser.parseOptionalAttrDict(state.attributes)); }
  void set(llvm::StringRef name, mlir::Attribute value) { state.addAttribute(name, value); }
  void setInts(llvm::StringRef name, llvm::ArrayRef<int64_t> values);
  void setInt(llvm::StringRef name, int64_t value, unsigned width = 64);
  /// An attribute of an input dialect, kept as text.
  mlir::Attribute opaque(llvm::StringRef dialect, const llvm::Twine &text);
  /// The same for the operation's own dialect.
  mlir::Attribute opaque(const llvm::Twine &text) { return opaque(dialect(), text); }
  llvm::StringRef dialect() { return state.name.getDialectNamespace(); }
  /// `[1, 2]`.
  bool intList(llvm::SmallVectorImpl<int64_t> &values);
  /// `keyword = [1, 2]`, stored as attribute `name`.
  bool ints(llvm::StringRef keyword, llvm::StringRef name);
  /// `keyword = 1`, stored as attribute `name`.
  bool integer(llvm::StringRef keyword, llvm::StringRef name);
  /// A bare word, stored as `#dialect<kind WORD>`.
  bool enumeration(llvm::StringRef kind, llvm::StringRef name);
  /// A text in balanced brackets, as it stands.
  bool balanced(llvm::StringRef &text);

  // Types: these come last, and resolve the operands.
  /// `: T` for all operands and results, or a function type, or `T, T -> T`.
  bool types();
  /// `: (A, B) -> C`.
  bool functionType();
  /// `: A, B`: one type per operand, results have the same.
  bool typeList(bool withResults);
  bool resolve(llvm::ArrayRef<mlir::Type> operandTypes, llvm::ArrayRef<mlir::Type> resultTypes);
};

/// Reads one operation after its name; returns true on failure.
using Form = bool (*)(OpReader &);

/// Forms by the full name of their operation.
using FormTable = llvm::StringMap<Form>;

/// One form and the operations that have it.
struct FormEntry {
  const char *names; ///< without the dialect, separated by blanks
  Form form;
};
void addForms(FormTable &table, llvm::StringRef dialect, llvm::ArrayRef<FormEntry> entries);

void addStablehloForms(FormTable &table);
void addChloForms(FormTable &table);
void addShardyForms(FormTable &table);
void addCheckForms(FormTable &table);

/// The pretty form of an operation, by its full name; null if it has none.
Form findForm(llvm::StringRef operation);

/// `%a, %b {attrs} : T`, also with a function type where types differ.
bool elementwiseForm(OpReader &r);
/// `{attrs} dense<...> : T`; the quantized form is generic after its name.
bool constantForm(OpReader &r);
/// `%a, %b {attrs} : T, U`, or nothing.
bool returnForm(OpReader &r);

// Forms with regions.
bool reduceForm(OpReader &r);
bool whileForm(OpReader &r);
bool manualComputationForm(OpReader &r);
bool namedComputationForm(OpReader &r);

} // namespace det::input

#endif // DET_LIB_DIALECT_INPUT_OPREADER_H
