// Builds kernels around bodies, runs them, and shows them to ptxas.
#include "Harness.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <unistd.h>

namespace det::ptx::test {

static const char *header = ".version 8.0\n.target sm_90a\n.address_size 64\n";

static std::string &allTexts() {
  static std::string texts;
  return texts;
}

static std::string numbered(std::string text) {
  static int count = 0;
  std::string number = std::to_string(count++);
  for (size_t at; (at = text.find("@@")) != std::string::npos;)
    text.replace(at, 2, number);
  return text;
}

namespace {

/// Assembles everything that ran, in one go.
class Assembles : public testing::Environment {
  void TearDown() override {
    if (std::system("ptxas --version > /dev/null 2>&1") != 0) {
      std::printf("no ptxas in PATH: the kernels' texts are not assembled\n");
      return;
    }
    auto path = std::filesystem::temp_directory_path() / ("ptx-sim-test-" + std::to_string(getpid()) + ".ptx");
    std::ofstream(path) << header << allTexts();
    EXPECT_EQ(std::system(("ptxas -O0 -arch=sm_90a -o /dev/null " + path.string() + " > /dev/null 2>&1").c_str()), 0) << "texts left in " << path;
    if (!testing::UnitTest::GetInstance()->Failed())
      std::filesystem::remove(path);
  }
};
const auto *assembles = testing::AddGlobalTestEnvironment(new Assembles);

} // namespace

static Outcome runText(const std::string &text, const std::string &name, const std::vector<Memory> &memory, const Shape &shape, const Options &options) {
  allTexts() += text;
  Outcome outcome;
  std::vector<Buffer> buffers;
  for (const Memory &of : memory)
    outcome.buffers.push_back(of.bytes);
  Launch launch{shape.grid, shape.block, shape.shared, {}};
  for (size_t i = 0; i < memory.size(); ++i) {
    buffers.push_back({"m" + std::to_string(i), outcome.buffers[i], memory[i].isInitialised, memory[i].isWritable});
    launch.arguments.emplace_back(Pointer{i});
  }
  auto module = Module::parse(header + text);
  if (!module) {
    outcome.error = module.error().message;
    return outcome;
  }
  auto kernel = module->kernel(name);
  if (!kernel) {
    outcome.error = kernel.error().message;
    return outcome;
  }
  auto counts = run(*kernel, launch, buffers, options);
  if (!counts)
    outcome.error = counts.error().message;
  else
    outcome.counts = *counts;
  return outcome;
}

Outcome runKernel(const std::string &body, const std::vector<Memory> &buffers, const Shape &shape, Options options, const std::string &before) {
  std::string text = before + ".visible .entry k@@(";
  for (size_t i = 0; i < buffers.size(); ++i)
    text += std::string(i ? ", " : "") + ".param .u64 k@@_" + std::to_string(i);
  text += ")\n{\n.reg .pred %p<16>; .reg .b16 %h<32>; .reg .b32 %r<64>; .reg .b64 %w<32>; .reg .b64 %m<8>;\n";
  for (size_t i = 0; i < buffers.size(); ++i)
    text += "ld.param.b64 %m" + std::to_string(i) + ", [k@@_" + std::to_string(i) + "];\n";
  text += "mov.u32 %r0, %tid.x; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mad.lo.u32 %r2, %r2, %r1, %r0;\n" + body + "\nret;\n}\n";
  text = numbered(text);
  size_t at = text.find(".entry ") + 7;
  return runText(text, text.substr(at, text.find('(', at) - at), buffers, shape, options);
}

Words evaluate(const std::string &body, const std::vector<unsigned> &inputs, unsigned output, const std::vector<Words> &values) {
  std::string text;
  std::vector<Memory> buffers;
  size_t count = values[0].size(), padded = (count + 31) / 32 * 32;
  auto width = [](unsigned bits) { return std::to_string(bits); };
  for (size_t i = 0; i < inputs.size(); ++i) {
    std::string x = "%x" + std::to_string(i), bytes = width(inputs[i] / 8);
    text += ".reg .b" + width(inputs[i]) + " " + x + ";\nmul.wide.u32 %w0, %r2, " + bytes + "; add.s64 %w0, %w0, %m" + std::to_string(i) +
            "; ld.global.b" + width(inputs[i]) + " " + x + ", [%w0];\n";
    Memory memory;
    for (size_t at = 0; at < padded; ++at)
      for (unsigned byte = 0; byte < inputs[i] / 8; ++byte)
        memory.bytes.push_back(std::byte(values[i][at < count ? at : 0] >> 8 * byte));
    buffers.push_back(std::move(memory));
  }
  buffers.push_back(empty(padded * output / 8));
  text += ".reg .b" + width(output) + " %y;\n" + body + "\nmul.wide.u32 %w0, %r2, " + width(output / 8) + "; add.s64 %w0, %w0, %m" +
          std::to_string(inputs.size()) + "; st.global.b" + width(output) + " [%w0], %y;\n";
  Shape shape;
  shape.grid[0] = padded / 32;
  Outcome outcome = runKernel(text, buffers, shape);
  EXPECT_EQ(outcome.error, "") << body;
  Words results(count);
  for (size_t at = 0; at < count; ++at)
    for (unsigned byte = 0; byte < output / 8; ++byte)
      results[at] |= uint64_t(outcome.buffers.back()[at * output / 8 + byte]) << 8 * byte;
  return results;
}

Words integers(unsigned bits, size_t count, uint64_t seed) {
  std::mt19937_64 random(seed);
  uint64_t top = uint64_t(1) << (bits - 1);
  Words edges = {0, 1, 2, maskOf(bits), maskOf(bits) - 1, top, top - 1, top + 1, bits, bits - 1, bits + 1}, values;
  for (size_t i = 0; i < count; ++i) {
    bool isEdge = random() % 4 == 0, isSmall = random() % 4 == 0;
    values.push_back((isEdge ? edges[random() % edges.size()] : isSmall ? random() % 70 : random() >> random() % bits) & maskOf(bits));
  }
  return values;
}

Words floats(int exponentBits, int mantissaBits, size_t count, uint64_t seed) {
  std::mt19937_64 random(seed);
  uint64_t infinity = ((uint64_t(1) << exponentBits) - 1) << mantissaBits, sign = uint64_t(1) << (exponentBits + mantissaBits);
  uint64_t one = ((uint64_t(1) << (exponentBits - 1)) - 1) << mantissaBits, normal = uint64_t(1) << mantissaBits;
  Words edges = {0, 1, normal - 1, normal, one, one + 1, one - 1, infinity - 1, infinity, sign - 1, one + (normal >> 1)}, values;
  for (size_t i = 0; i < count; ++i) {
    uint64_t kind = random() % 8, value;
    if (kind == 0)
      value = edges[random() % edges.size()];
    else if (kind < 4) // of common size
      value = one + ((random() % 9) << mantissaBits) - (uint64_t(4) << mantissaBits) + random() % normal;
    else if (kind == 4) // subnormal or little more
      value = random() % (3 * normal);
    else
      value = random() % infinity;
    values.push_back(value | (random() % 2 ? sign : 0));
  }
  return values;
}

} // namespace det::ptx::test
