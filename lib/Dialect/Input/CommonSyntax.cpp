// Forms that several input dialects share, and the table of all forms.
#include "OpReader.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;

namespace det::input {

bool elementwiseForm(OpReader &r) { return r.operandList() || r.attributes() || r.types(); }

bool constantForm(OpReader &r) {
  if (succeeded(r.parser.parseOptionalLParen()))
    return failed(r.parser.parseRParen()) ||
           failed(r.parser.parseGenericOperationAfterOpName(r.state, ArrayRef<OpAsmParser::UnresolvedOperand>()));
  Attribute value;
  if (r.attributes() || failed(r.parser.parseAttribute(value)))
    return true;
  auto typed = dyn_cast<TypedAttr>(value);
  if (!typed)
    return failed(r.parser.emitError(r.parser.getNameLoc(), "expected a constant with a type"));
  r.set("value", value);
  r.state.addTypes(typed.getType());
  return false;
}

bool returnForm(OpReader &r) {
  if (failed(r.parser.parseOperandList(r.operands)) || r.attributes())
    return true;
  return !r.operands.empty() && r.typeList(/*withResults=*/false);
}

void addForms(FormTable &table, StringRef dialect, ArrayRef<FormEntry> entries) {
  for (const FormEntry &entry : entries) {
    SmallVector<StringRef> names;
    StringRef(entry.names).split(names, ' ', -1, /*KeepEmpty=*/false);
    for (StringRef name : names)
      table[(dialect + "." + name).str()] = entry.form;
  }
}

Form findForm(StringRef operation) {
  static const FormTable table = [] {
    FormTable forms;
    addStablehloForms(forms);
    addChloForms(forms);
    addShardyForms(forms);
    addCheckForms(forms);
    return forms;
  }();
  return table.lookup(operation);
}

} // namespace det::input
