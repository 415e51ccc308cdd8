// The pretty forms of the operations with which recorded tests state what they expect.
#include "OpReader.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;

namespace det::input {
namespace {

/// `%x, dense<...> : T`.
bool expectConstant(OpReader &r) {
  Attribute value;
  if (r.operand() || r.comma() || failed(r.parser.parseAttribute(value)))
    return true;
  auto typed = dyn_cast<TypedAttr>(value);
  if (!typed)
    return failed(r.parser.emitError(r.parser.getNameLoc(), "expected a constant with a type"));
  r.set("value", value);
  return r.attributes() || r.resolve({typed.getType()}, {});
}

/// `%a, %b[, key = number]* : T[, T]`.
bool expectEqual(OpReader &r) {
  if (r.operandList())
    return true;
  StringRef key;
  Builder &b = r.parser.getBuilder();
  while (succeeded(r.parser.parseOptionalKeyword(&key))) {
    Type type = key.contains("tolerance") ? Type(b.getF64Type()) : Type(b.getI64Type());
    Attribute value;
    if (failed(r.parser.parseEqual()) || failed(r.parser.parseAttribute(value, type)))
      return true;
    r.set(key, value);
    (void)r.parser.parseOptionalComma();
  }
  return r.attributes() || r.types();
}

const FormEntry check[] = {
    {"expect_eq_const expect_almost_eq_const", expectConstant},
    {"expect_eq expect_almost_eq expect_close", expectEqual},
    {"eq", expectEqual},
};

const FormEntry interpreter[] = {
    {"print", expectEqual},
};

} // namespace

void addCheckForms(FormTable &table) {
  addForms(table, "check", check);
  addForms(table, "interpreter", interpreter);
}

} // namespace det::input
