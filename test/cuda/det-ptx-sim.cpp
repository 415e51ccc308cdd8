// det-ptx-sim FILE: decodes every kernel of a PTX text and lists them.
// det-ptx-sim FILE KERNEL [options] ARGUMENT...: runs a kernel on the CPU, with all checks.
//
//   --grid=X[,Y[,Z]] --block=X[,Y[,Z]]   default 1; the block may be left out where the text has .reqntid
//   --shared=BYTES                       dynamic shared memory
//   --threads=N                          of the host
//   --tensor-core=NAME                   model of mma: hopper_16, ampere_8, ...
//   --step-limit=N  --no-races  --no-uninitialised  --stats
//
// An argument per parameter: in:FILE (a buffer that is read only), inout:FILE, out:BYTES:FILE (not initialised), or a number as
// u32:7, s64:-1, f32:0.5 and so on. Files of out and inout are written when the kernel has ended well, and not at all otherwise.
#include "det/PtxSim/PtxSim.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace {

using namespace det;

struct Command {
  std::string ptxPath, kernel;
  ptx::Launch launch;
  bool hasBlock = false, wantsStats = false;
  ptx::Options options;
  std::vector<std::string> arguments;
};

struct File {
  std::string path;
  std::vector<std::byte> bytes;
  bool isResult;
};

[[noreturn]] void fail(const std::string &message) {
  std::fprintf(stderr, "error: %s\n", message.c_str());
  std::exit(1);
}

std::vector<std::byte> readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file)
    fail("cannot read '" + path + "'");
  auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

uint64_t parseNumber(const std::string &text, const std::string &what) {
  char *end = nullptr;
  uint64_t value = std::strtoull(text.c_str(), &end, 0);
  if (text.empty() || *end)
    fail("expected a number in '" + what + "'");
  return value;
}

std::array<uint32_t, 3> parsePoint(const std::string &text, const std::string &what) {
  std::array<uint32_t, 3> point{1, 1, 1};
  size_t at = 0;
  for (uint32_t &size : point) {
    size_t comma = std::min(text.find(',', at), text.size());
    size = static_cast<uint32_t>(parseNumber(text.substr(at, comma - at), what));
    if (comma == text.size())
      return point;
    at = comma + 1;
  }
  fail("expected at most three numbers in '" + what + "'");
}

Command parseCommand(int argc, char **argv) {
  Command command;
  std::vector<std::string> words;
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i];
    size_t equal = std::min(word.find('='), word.size());
    std::string name = word.substr(0, equal), value = equal < word.size() ? word.substr(equal + 1) : "";
    if (!word.starts_with("--")) {
      words.push_back(word);
    } else if (name == "--grid") {
      command.launch.grid = parsePoint(value, word);
    } else if (name == "--block") {
      command.launch.block = parsePoint(value, word);
      command.hasBlock = true;
    } else if (name == "--shared") {
      command.launch.dynamicSharedBytes = static_cast<uint32_t>(parseNumber(value, word));
    } else if (name == "--threads") {
      command.options.threads = static_cast<int>(parseNumber(value, word));
    } else if (name == "--step-limit") {
      command.options.stepLimit = parseNumber(value, word);
    } else if (name == "--tensor-core") {
      auto model = tensorcore::findModel(value);
      if (!model)
        fail("no tensor-core model '" + value + "'; there are volta_4, ampere_8, hopper_16, hopper_fp8_32");
      command.options.tensorCore = *model;
    } else if (word == "--no-races") {
      command.options.checkRaces = false;
    } else if (word == "--no-uninitialised") {
      command.options.checkUninitialised = false;
    } else if (word == "--stats") {
      command.wantsStats = true;
    } else {
      fail("unknown option '" + word + "'");
    }
  }
  if (words.empty())
    fail("usage: det-ptx-sim FILE [KERNEL [options] ARGUMENT...]");
  command.ptxPath = words[0];
  if (words.size() > 1) {
    command.kernel = words[1];
    command.arguments.assign(words.begin() + 2, words.end());
  }
  return command;
}

/// One argument of the launch; files become buffers.
ptx::Argument parseArgument(const std::string &text, std::vector<File> &files, std::vector<ptx::Buffer> &buffers) {
  size_t colon = std::min(text.find(':'), text.size());
  std::string kind = text.substr(0, colon), value = colon < text.size() ? text.substr(colon + 1) : "";
  if (kind == "in" || kind == "inout" || kind == "out") {
    File file{value, {}, kind != "in"};
    if (kind == "out") {
      size_t second = std::min(value.find(':'), value.size());
      file.bytes.assign(parseNumber(value.substr(0, second), text), std::byte(0xaa));
      file.path = second < value.size() ? value.substr(second + 1) : "";
    } else {
      file.bytes = readFile(value);
    }
    if (file.path.empty())
      fail("expected the path of a file in '" + text + "'");
    files.push_back(std::move(file));
    buffers.push_back({files.back().path, {}, kind != "out", kind != "in"});
    return ptx::Pointer{buffers.size() - 1};
  }
  char *end = nullptr;
  double real = std::strtod(value.c_str(), &end);
  bool isReal = !value.empty() && !*end;
  if (kind == "f32" && isReal)
    return ptx::scalar(static_cast<float>(real));
  if (kind == "f64" && isReal)
    return ptx::scalar(real);
  uint64_t number = kind.size() > 1 && (kind[0] == 'u' || kind[0] == 's') ? parseNumber(value, text) : 0;
  std::string bits = kind.empty() ? "" : kind.substr(1);
  if (bits == "8")
    return ptx::scalar(static_cast<uint8_t>(number));
  if (bits == "16")
    return ptx::scalar(static_cast<uint16_t>(number));
  if (bits == "32" && kind[0] != 'f')
    return ptx::scalar(static_cast<uint32_t>(number));
  if (bits == "64" && kind[0] != 'f')
    return ptx::scalar(number);
  fail("expected in:FILE, inout:FILE, out:BYTES:FILE or a number such as u32:7, got '" + text + "'");
}

void list(const std::string &path, const ptx::Module &module) {
  for (const std::string &name : module.entries()) {
    auto kernel = module.kernel(name);
    if (!kernel)
      fail(path + ": " + kernel.error().message);
    std::printf("%s: %zu parameters, %llu instructions, %llu bytes of shared memory\n", name.c_str(), kernel->parameters().size(),
                static_cast<unsigned long long>(kernel->instructionCount()), static_cast<unsigned long long>(kernel->sharedBytes()));
  }
}

} // namespace

int main(int argc, char **argv) {
  Command command = parseCommand(argc, argv);
  std::vector<std::byte> text = readFile(command.ptxPath);
  auto module = ptx::Module::parse({reinterpret_cast<const char *>(text.data()), text.size()});
  if (!module)
    fail(command.ptxPath + ": " + module.error().message);
  if (command.kernel.empty()) {
    list(command.ptxPath, *module);
    return 0;
  }
  auto kernel = module->kernel(command.kernel);
  if (!kernel)
    fail(command.ptxPath + ": " + kernel.error().message);
  if (!command.hasBlock && kernel->requiredBlock()[0])
    command.launch.block = kernel->requiredBlock();
  std::vector<File> files;
  std::vector<ptx::Buffer> buffers;
  for (const std::string &argument : command.arguments)
    command.launch.arguments.push_back(parseArgument(argument, files, buffers));
  for (size_t i = 0; i < files.size(); ++i)
    buffers[i].bytes = files[i].bytes;
  auto start = std::chrono::steady_clock::now();
  auto counts = ptx::run(*kernel, command.launch, buffers, command.options);
  std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  if (!counts)
    fail(counts.error().message);
  for (const File &file : files) {
    if (!file.isResult)
      continue;
    std::ofstream out(file.path, std::ios::binary);
    out.write(reinterpret_cast<const char *>(file.bytes.data()), static_cast<std::streamsize>(file.bytes.size()));
    if (!out.flush())
      fail("cannot write '" + file.path + "'");
  }
  if (command.wantsStats)
    std::printf("%llu warp instructions, %llu lane instructions, %.3f s, %.0f M lane instructions/s\n",
                static_cast<unsigned long long>(counts->warpInstructions), static_cast<unsigned long long>(counts->laneInstructions),
                seconds.count(), static_cast<double>(counts->laneInstructions) / seconds.count() * 1e-6);
}
