// Default orders, one case per row of the table in the order document.
#include "det/Order/Default.h"

#include "det/TensorCore/TensorCore.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <numeric>

namespace det::order {

namespace {

/// True if the minor-most dim that counts (size other than 1) is reduced.
bool isRow(std::span<const int64_t> shape, std::span<const int64_t> dims) {
  for (int64_t d = static_cast<int64_t>(shape.size()) - 1; d >= 0; --d)
    if (shape[d] != 1)
      return std::find(dims.begin(), dims.end(), d) != dims.end();
  return false;
}

/// How many of n elements a leaf takes.
int64_t room(Kind kind, bool row, int64_t n, const Recipe &recipe) {
  if (kind == Kind::Reduce && !row)
    return std::min(pow2(n / 64), recipe.column_leaf_max);
  int64_t low = row ? recipe.row_leaf_min : recipe.k_leaf_min;
  int64_t high = row ? recipe.row_leaf_max : recipe.k_leaf_max;
  return std::min(std::max(pow2(n / 8), low), high);
}

/// Several dims: blocks of one on the outermost; of the others, from the innermost outward, whole
/// dims while they fit into a leaf of `left` elements, then one block, then blocks of one.
std::vector<Level> severalDims(std::span<const int64_t> sizes, std::span<const int64_t> proper, int64_t left) {
  std::vector<Level> levels;
  for (size_t i = proper.size() - 1; i > 0; --i) {
    int64_t d = proper[i];
    if (sizes[d] <= left) {
      left /= std::max<int64_t>(sizes[d], 1);
    } else {
      levels.push_back({d, pow2(left)});
      left = 1;
    }
  }
  levels.push_back({proper[0], 1});
  std::reverse(levels.begin(), levels.end());
  return levels;
}

} // namespace

std::string accumulationType(std::string_view type) {
  if (type == "f64" || type == "complex<f64>")
    return "f64";
  return type.starts_with("i") || type.starts_with("ui") || type.starts_with("si") ? std::string(type) : "f32";
}

Order defaultOrder(Kind kind, std::span<const int64_t> shape, std::span<const int64_t> dims, std::string_view type,
                   const Recipe &recipe) {
  std::vector<int64_t> listed(dims.begin(), dims.end()), sizes, proper;
  if (kind == Kind::Reduce)
    std::sort(listed.begin(), listed.end());
  for (int64_t d : listed)
    sizes.push_back(shape[d]);
  int64_t last = static_cast<int64_t>(sizes.size()) - 1;

  Order order;
  order.acc = accumulationType(type);
  if (kind == Kind::Scatter) {
    for (int64_t d = 0; d <= last; ++d)
      order.levels.push_back({d, d == last ? 64 : 1});
    return order;
  }
  if (kind == Kind::Convolution) {
    order.levels.push_back({last, room(kind, false, sizes[last], recipe)});
    return order;
  }

  bool row = kind == Kind::Reduce && isRow(shape, listed);
  std::optional<tensorcore::Model> model = kind == Kind::Product ? tensorcore::modelOf(recipe.mma, type) : std::nullopt;
  if (row) {
    order.leaf = Leaf::Lanes32;
  } else if (model) {
    order.leaf = Leaf::Mma;
    order.model = model->name;
  }
  for (int64_t d = 0; d <= last; ++d)
    if (sizes[d] != 1)
      proper.push_back(d);
  if (proper.size() < 2) {
    for (int64_t d : proper)
      order.levels.push_back({d, room(kind, row, sizes[d], recipe)});
    return order;
  }
  int64_t inner = 1;
  for (size_t i = 1; i < proper.size(); ++i)
    inner *= sizes[proper[i]];
  order.levels = severalDims(sizes, proper, room(kind, row, inner, recipe));
  return order;
}

rt::Status verify(const Recipe &recipe) {
  struct Named {
    const char *name;
    int64_t value;
  };
  for (auto [name, value] : {Named{"k_leaf_min", recipe.k_leaf_min}, Named{"k_leaf_max", recipe.k_leaf_max},
                             Named{"row_leaf_min", recipe.row_leaf_min}, Named{"row_leaf_max", recipe.row_leaf_max},
                             Named{"column_leaf_max", recipe.column_leaf_max}})
    if (value <= 0 || !std::has_single_bit(static_cast<uint64_t>(value)))
      return rt::Error{"expected a power of two, got " + std::string(name) + " = " + std::to_string(value)};
  if (recipe.k_leaf_min > recipe.k_leaf_max)
    return rt::Error{"expected k_leaf_min <= k_leaf_max, got " + std::to_string(recipe.k_leaf_min) + " and " +
                     std::to_string(recipe.k_leaf_max)};
  if (recipe.row_leaf_min > recipe.row_leaf_max)
    return rt::Error{"expected row_leaf_min <= row_leaf_max, got " + std::to_string(recipe.row_leaf_min) + " and " +
                     std::to_string(recipe.row_leaf_max)};
  if (!recipe.mma.empty() && !tensorcore::isFamily(recipe.mma))
    return rt::Error{"expected mma = none, volta, ampere or hopper, got '" + recipe.mma + "'"};
  if (recipe.version != Recipe().version)
    return rt::Error{"expected recipe version " + std::to_string(Recipe().version) + ", got " + std::to_string(recipe.version)};
  return {};
}

rt::Result<Recipe> parseRecipe(std::string_view text) {
  Recipe recipe;
  while (!text.empty()) {
    std::string_view item = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), item.size() + 1));
    size_t equals = item.find('=');
    if (equals == std::string_view::npos)
      return rt::Error{"expected name=value in the recipe, got '" + std::string(item) + "'"};
    std::string_view name = item.substr(0, equals), value = item.substr(equals + 1);
    if (name == "mma") {
      recipe.mma = value == "none" ? "" : value;
      continue;
    }
    int64_t *field = name == "k_leaf_min"        ? &recipe.k_leaf_min
                     : name == "k_leaf_max"      ? &recipe.k_leaf_max
                     : name == "row_leaf_min"    ? &recipe.row_leaf_min
                     : name == "row_leaf_max"    ? &recipe.row_leaf_max
                     : name == "column_leaf_max" ? &recipe.column_leaf_max
                     : name == "version"         ? &recipe.version
                                                 : nullptr;
    if (!field)
      return rt::Error{"expected k_leaf_min, k_leaf_max, row_leaf_min, row_leaf_max, "
                       "column_leaf_max, mma or version "
                       "in the recipe, got '" +
                       std::string(name) + "'"};
    auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), *field);
    if (error != std::errc() || end != value.data() + value.size())
      return rt::Error{"expected a number for " + std::string(name) + " in the recipe, got '" + std::string(value) + "'"};
  }
  if (rt::Status status = verify(recipe); !status)
    return status.error();
  return recipe;
}

} // namespace det::order
