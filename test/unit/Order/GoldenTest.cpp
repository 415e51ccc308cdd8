// Reads the golden cases of the order model and checks every section.
#include "det/Order/Cuts.h"
#include "det/Order/Default.h"
#include "det/Order/Evaluate.h"
#include "det/Order/Hash.h"
#include "det/Order/Nodes.h"
#include "det/Order/Program.h"

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace det::order;
using nlohmann::json;

namespace {

/// The shared golden file where there is one (folder DET_SHARED), else the copy beside this test.
json golden() {
  const char *shared = std::getenv("DET_SHARED");
  for (std::string path :
       {std::string(shared ? shared : DET_SHARED_DEFAULT) + "/design/order_golden.json", std::string(DET_GOLDEN)})
    if (std::ifstream file(path); file)
      return json::parse(file);
  ADD_FAILURE() << "no golden file at " << DET_GOLDEN;
  return {};
}

const json &section(std::string_view prefix) {
  static const json all = golden();
  for (auto &[name, rows] : all.items())
    if (name.starts_with(prefix))
      return rows;
  ADD_FAILURE() << "expected a section " << prefix;
  return all;
}

uint64_t hex(const json &text) { return std::stoull(text.get<std::string>(), nullptr, 16); }

uint64_t splitmix64(uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

/// A value of `type` from its bits, in double: exact for all types.
double value(uint64_t bits, const std::string &type) {
  if (type == "f64")
    return std::bit_cast<double>(bits);
  if (type == "f32")
    return std::bit_cast<float>(uint32_t(bits));
  return widen(type == "bf16" ? bf16 : f16, uint32_t(bits));
}

/// The bits of a value in `type`, rounded once; NaN is canonical.
uint64_t pattern(double x, const std::string &type) {
  if (type == "f64")
    return std::bit_cast<uint64_t>(canonical(x));
  if (type == "f32")
    return std::bit_cast<uint32_t>(canonical(float(x)));
  return roundTo(type == "bf16" ? bf16 : f16, x);
}

uint64_t random(uint64_t seed, uint64_t i) { return splitmix64((seed << 32) + i); }

std::vector<double> operands(const json &spec, int64_t n, const std::string &type) {
  std::vector<double> values;
  if (spec.contains("fill"))
    return std::vector<double>(n, value(hex(spec["fill"]), type));
  int fraction = type == "f32" ? 23 : type == "f64" ? 52 : type == "f16" ? 10 : 7;
  int width = type == "f32" ? 32 : type == "f64" ? 64 : 16;
  for (int64_t i = 0; i < n; ++i) {
    uint64_t u = random(spec["seed"], i);
    uint64_t field = spec["low"].get<uint64_t>() + (u >> 52 & 2047) % spec["span"].get<uint64_t>();
    values.push_back(value(u >> 63 << (width - 1) | field << fraction | (u & ((uint64_t(1) << fraction) - 1)), type));
  }
  for (const json &patch : spec["patch"])
    values[patch[0].get<int64_t>()] = value(hex(patch[1]), type);
  return values;
}

TEST(Golden, SplitMix) {
  for (const json &row : section("splitmix64"))
    EXPECT_EQ(splitmix64(hex(row[0])), hex(row[1]));
}

TEST(Golden, Fma) {
  for (const json &row : section("fma")) {
    std::string type = row[0];
    double a = value(hex(row[1]), type), b = value(hex(row[2]), type), c = value(hex(row[3]), type);
    double result = type == "f32" ? std::fma(float(a), float(b), float(c)) : std::fma(a, b, c);
    EXPECT_EQ(pattern(result, type), hex(row[4])) << row;
  }
}

TEST(Golden, Rounding) {
  for (const json &row : section("rounding"))
    EXPECT_EQ(pattern(value(hex(row[0]), "f32"), row[1]), hex(row[2])) << row;
}

TEST(Golden, DefaultOrders) {
  std::map<std::string, Kind> kinds{{"reduce", Kind::Reduce},
                                    {"product", Kind::Product},
                                    {"convolution", Kind::Convolution},
                                    {"weight_gradient", Kind::WeightGradient},
                                    {"scatter", Kind::Scatter}};
  for (const json &row : section("default orders")) {
    std::string text;
    for (auto &[name, value] : row[4].items())
      text += (text.empty() ? "" : ",") + name + "=" + (value.is_string() ? value.get<std::string>() : value.dump());
    auto recipe = parseRecipe(text);
    ASSERT_TRUE(recipe) << recipe.error().message;
    std::vector<int64_t> shape = row[1], dims = row[2];
    EXPECT_EQ(toString(defaultOrder(kinds.at(row[0]), shape, dims, row[3].get<std::string>(), *recipe)), row[5].get<std::string>()) << row;
  }
}

TEST(Golden, Shards) {
  for (const json &row : section("shards"))
    EXPECT_EQ(shards(row[0], row[1], row[2]), row[3].get<std::vector<int64_t>>()) << row;
}

TEST(Golden, CumulativeSums) {
  for (const json &row : section("cumulative sums")) {
    std::vector<double> wide = operands(row["operand"], row["size"], "f32");
    std::vector<float> x(wide.begin(), wide.end());
    std::optional<float> init;
    if (!row["init"].is_null())
      init = float(value(hex(row["init"]), "f32"));
    std::vector<float> results = cumulativeSum<float>(x, init, row["reverse"]);
    for (size_t i = 0; i < x.size(); ++i)
      EXPECT_EQ(pattern(results[i], "f32"), hex(row["bits"][i])) << i;
  }
}

/// One row of the reductions, evaluated with accumulators of type T.
template <class T> class Reduction {
public:
  explicit Reduction(const json &row) : row(row) {
    for (const json &level : row["levels"])
      order.levels.push_back({level[0], level[1]});
    order.leaf = row["leaf"] == "fold" ? Leaf::Fold : Leaf::Lanes32;
    order.acc = acc = row["acc"];
    sizes = row["sizes"].get<std::vector<int64_t>>();
    box = wholeBox(sizes);
    std::string terms = row["terms"];
    type = terms.substr(0, terms.find('*'));
    for (const json &spec : row["operands"])
      x.push_back(operands(spec, volume(box), type));
    if (x.size() == 1)
      reading = sumOf<T>([this](const Index &i) { return present(i) ? std::optional<T>(x[0][flat(i)]) : std::nullopt; });
    else
      reading = productOf<T>([this](const Index &i) -> std::optional<std::pair<T, T>> {
        if (!present(i))
          return std::nullopt;
        return std::pair<T, T>(x[0][flat(i)], x[1][flat(i)]);
      });
  }

  void check() {
    std::optional<T> init;
    if (!row["init"].is_null())
      init = T(value(hex(row["init"]), type));
    EXPECT_EQ(pattern(finish<T>(evaluate<T>(order, box, reading), init), row["result"]), hex(row["bits"]));
    EXPECT_EQ(orderHash(order, sizes, row["terms"].get<std::string>(), row["result"].get<std::string>(), bool(init)),
              row["hash"].get<std::string>());

    std::vector<std::pair<Box, std::optional<T>>> held;
    for (const json &rank : row["ranks"]) {
      auto nodes = nodesOf(order, box, boxOf(rank["part"]));
      ASSERT_TRUE(nodes) << nodes.error().message;
      ASSERT_EQ(nodes->size(), rank["nodes"].size());
      // The file lists nodes by their boxes, not in the order of the expression (they differ where
      // a dim has two levels).
      std::sort(nodes->begin(), nodes->end(), [](const Box &a, const Box &b) { return key(a) < key(b); });
      for (size_t i = 0; i < nodes->size(); ++i) {
        EXPECT_EQ((*nodes)[i], boxOf(rank["nodes"][i][0]));
        std::optional<T> node = byProgram((*nodes)[i]);
        const json &bits = rank["nodes"][i][1];
        ASSERT_EQ(node.has_value(), !bits.is_null());
        if (node) {
          EXPECT_EQ(pattern(*node, acc), hex(bits));
        }
        held.emplace_back((*nodes)[i], node);
      }
    }
    joinHeld(held, init);
  }

private:
  /// The nodes of all ranks, in ascending order of the expression, joined by the program over
  /// nodes.
  void joinHeld(std::vector<std::pair<Box, std::optional<T>>> &held, std::optional<T> init) {
    std::vector<Box> leaves = program(order, box).leaves, nodes;
    auto first = [&](const Box &node) {
      return std::find_if(leaves.begin(), leaves.end(), [&](const Box &leaf) { return contains(node, leaf); });
    };
    std::sort(held.begin(), held.end(), [&](auto &a, auto &b) { return first(a.first) < first(b.first); });
    std::vector<std::optional<T>> values;
    for (auto &[node, value] : held) {
      nodes.push_back(node);
      values.push_back(value);
    }
    auto pops = programOverNodes(order, box, nodes);
    ASSERT_TRUE(pops) << pops.error().message;
    EXPECT_EQ(pattern(finish<T>(run(*pops, values), init), row["result"]), hex(row["bits"]));
    if (nodes.size() > 1) {
      nodes.pop_back();
      EXPECT_FALSE(programOverNodes(order, box, nodes));
    }
  }

  std::optional<T> run(const std::vector<uint8_t> &pops, const std::vector<std::optional<T>> &values) {
    std::vector<std::optional<T>> stack;
    for (size_t i = 0; i < pops.size(); ++i) {
      stack.push_back(values[i]);
      for (int pop = 0; pop < pops[i]; ++pop) {
        auto right = stack.back();
        stack.pop_back();
        stack.back() = reading.joined(stack.back(), right);
      }
    }
    EXPECT_LE(stack.size(), 1u);
    return stack.empty() ? std::nullopt : stack[0];
  }

  std::optional<T> byProgram(const Box &node) {
    Program p = program(order, node);
    std::vector<std::optional<T>> values;
    for (const Box &leaf : p.leaves)
      values.push_back(evaluateLeaf<T>(order, leaf, reading));
    return run(p.pops, values);
  }

  static std::vector<int64_t> key(const Box &box) {
    std::vector<int64_t> bounds;
    for (Range r : box)
      bounds.insert(bounds.end(), {r.begin, r.end});
    return bounds;
  }

  static Box boxOf(const json &ranges) {
    Box box;
    for (const json &r : ranges)
      box.push_back({r[0], r[1]});
    return box;
  }

  int64_t flat(const Index &index) const {
    int64_t i = 0;
    for (size_t d = 0; d < sizes.size(); ++d)
      i = i * sizes[d] + index[d];
    return i;
  }

  bool present(const Index &index) const {
    const json &keep = row["keep"];
    return keep.is_null() || random(keep[0], flat(index)) % keep[1].get<uint64_t>() == 0;
  }

  const json &row;
  Order order;
  std::string type, acc;
  std::vector<int64_t> sizes;
  Box box;
  std::vector<std::vector<double>> x;
  Reading<T> reading;
};

TEST(Golden, Reductions) {
  for (const json &row : section("reductions")) {
    SCOPED_TRACE(row["name"].get<std::string>());
    if (row["acc"] == "f64")
      Reduction<double>(row).check();
    else
      Reduction<float>(row).check();
  }
}

} // namespace
