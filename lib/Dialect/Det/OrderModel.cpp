// Orders and recipes between attributes and the order model.
#include "det/Dialect/Det/OrderModel.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace det {

order::Order toModel(OrderAttr attr) {
  order::Order order;
  ArrayRef<int64_t> levels = attr.getLevels();
  for (size_t i = 0; i + 1 < levels.size(); i += 2)
    order.levels.push_back({levels[i], levels[i + 1]});
  StringRef leaf = attr.getLeaf();
  if (leaf == "lanes<32>") {
    order.leaf = order::Leaf::Lanes32;
  } else if (leaf.consume_front("mma<") && leaf.consume_back(">")) {
    order.leaf = order::Leaf::Mma;
    order.model = leaf.str();
  }
  order.acc = typeName(attr.getAcc());
  return order;
}

/// The type that the order model names: f32, f64 or an integer type.
static Type typeOf(MLIRContext *context, StringRef name) {
  if (name == "f64")
    return Float64Type::get(context);
  if (name == "f32")
    return Float32Type::get(context);
  auto signedness = name.consume_front("u")   ? IntegerType::Unsigned
                    : name.consume_front("s") ? IntegerType::Signed
                                              : IntegerType::Signless;
  unsigned width = 32;
  name.consume_front("i");
  name.getAsInteger(10, width);
  return IntegerType::get(context, width, signedness);
}

OrderAttr fromModel(MLIRContext *context, const order::Order &order) {
  SmallVector<int64_t> levels;
  for (order::Level level : order.levels)
    levels.append({level.dim, level.block});
  return OrderAttr::get(context, levels, order::leafName(order), typeOf(context, order.acc));
}

order::Recipe toModel(RecipeAttr attr) {
  return {attr.getKLeafMin(),      attr.getKLeafMax(),  attr.getRowLeafMin(), attr.getRowLeafMax(),
          attr.getColumnLeafMax(), attr.getMma().str(), attr.getVersion()};
}

RecipeAttr fromModel(MLIRContext *context, const order::Recipe &recipe) {
  return RecipeAttr::get(context, recipe.k_leaf_min, recipe.k_leaf_max, recipe.row_leaf_min, recipe.row_leaf_max,
                         recipe.column_leaf_max, recipe.mma, recipe.version);
}

std::optional<TensorCore> tensorCoreOf(const order::Order &order, OrderedOpInterface op) {
  if (order.leaf != order::Leaf::Mma || order.acc != "f32")
    return std::nullopt;
  std::string terms = op.getTerms();
  StringRef type = StringRef(terms).split('*').first;
  std::optional<tensorcore::Model> model = tensorcore::findModel(order.model);
  std::optional<tensorcore::Format> format = tensorcore::findFormat(type);
  if (!model || !format || !tensorcore::takes(*model, *format) || terms != (type + "*" + type).str())
    return std::nullopt;
  return TensorCore{*model, *format};
}

std::string typeName(Type type) {
  std::string name;
  llvm::raw_string_ostream(name) << type;
  return name;
}

std::string productAccumulation(Type lhs, Type rhs, Type result) {
  if (isa<IntegerType>(result))
    return typeName(result);
  for (Type type : {lhs, rhs, result})
    if (order::accumulationType(typeName(type)) == "f64")
      return "f64";
  return "f32";
}

order::Box boxOf(OrderedOpInterface op) { return order::wholeBox(op.getBoxSizes()); }

} // namespace det
