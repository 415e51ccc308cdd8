// The input dialects: unregistered operations, read in pretty or generic form; attributes kept as text.
#include "OpReader.h"
#include "det/Dialect/Input/Input.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;

namespace det {
namespace input {

static ParseResult parsePretty(OpAsmParser &parser, OperationState &state) {
  Form form = findForm(state.name.getStringRef());
  if (!form)
    return parser.emitError(parser.getNameLoc(), "'")
           << state.name << "' is not supported: det has no such operation; rewrite the step without it";
  OpReader reader(parser, state);
  return failure(form(reader));
}

/// A dialect of which operations are only read. `Tag` makes the class, and so its TypeID, unique per name.
template <class Tag> class InputDialect : public Dialect {
public:
  explicit InputDialect(MLIRContext *context) : Dialect(getDialectNamespace(), context, TypeID::get<InputDialect<Tag>>()) {
    allowUnknownOperations();
    allowUnknownTypes();
  }
  static StringRef getDialectNamespace() { return Tag::name; }

  std::optional<ParseOpHook> getParseOperationHook(StringRef) const override { return ParseOpHook(parsePretty); }

  Attribute parseAttribute(DialectAsmParser &parser, Type type) const override {
    MLIRContext *context = getContext();
    return OpaqueAttr::get(StringAttr::get(context, getNamespace()), parser.getFullSymbolSpec(),
                           type ? type : NoneType::get(context));
  }
};

struct Stablehlo {
  static constexpr const char *name = "stablehlo";
};
struct Mhlo {
  static constexpr const char *name = "mhlo";
};
struct Chlo {
  static constexpr const char *name = "chlo";
};
struct Sdy {
  static constexpr const char *name = "sdy";
};
struct Check {
  static constexpr const char *name = "check";
};
struct Interpreter {
  static constexpr const char *name = "interpreter";
};

} // namespace input

void registerInputDialects(DialectRegistry &registry) {
  using namespace input;
  registry.insert<InputDialect<Stablehlo>, InputDialect<Mhlo>, InputDialect<Chlo>, InputDialect<Sdy>, InputDialect<Check>,
                  InputDialect<Interpreter>>();
}

} // namespace det
