// The probe against wrong kernels for GPUs: changes one instruction of the PTX in an artifact, and requires that the probe refuses what it makes wrong.
//
//   ptx-mutations [--sites=N] ARTIFACT...
//
// A change shows if the kernel leaves other bytes on some noise, or is refused by the interpreter, in an entry that launches it. Prints a line per
// kind: how many were made, how many of them show, and what found them. Fails if one that shows is not found, or if a kind fits nowhere.
#include "Fault.h"
#include "Probe.h"
#include "Verify.h"

#include "det/Device/DeviceKernels.h"
#include "det/Runtime/Cuda/DeviceEntryRunner.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <iostream>
#include <map>
#include <random>
#include <set>

using namespace det;
using artifact::EntryT;

namespace {

using Operands = std::vector<std::string>;

/// "\tadd.rn.f32 \t%r1, %r2, %r3;" in parts.
struct Instruction {
  std::string guard, opcode;
  Operands operands;

  static std::optional<Instruction> parse(const std::string &line) {
    Instruction made;
    size_t at = line.find_first_not_of(" \t");
    const size_t end = line.find(';');
    if (at == std::string::npos || end == std::string::npos || line[at] == '.' || line[at] == '{' || line[at] == '/')
      return std::nullopt;
    if (line[at] == '@') {
      const size_t after = line.find_first_of(" \t", at);
      made.guard = line.substr(at, after - at) + " ";
      at = line.find_first_not_of(" \t", after);
    }
    const size_t after = std::min(line.find_first_of(" \t", at), end);
    made.opcode = line.substr(at, after - at);
    std::string operand;
    int depth = 0;
    for (size_t i = after; i < end; ++i) {
      depth += line[i] == '[' || line[i] == '{' ? 1 : line[i] == ']' || line[i] == '}' ? -1 : 0;
      if (line[i] == ',' && depth == 0)
        made.operands.push_back(std::exchange(operand, ""));
      else if (line[i] != ' ' && line[i] != '\t')
        operand += line[i];
    }
    if (!operand.empty())
      made.operands.push_back(operand);
    return made;
  }

  std::string text() const {
    std::string all = "\t" + guard + opcode + " ";
    for (size_t i = 0; i < operands.size(); ++i)
      all += (i ? ", " : "") + operands[i];
    return all + ";";
  }
  bool is(const std::string &stem) const { return opcode.starts_with(stem + "."); }
  bool onFloats() const { return opcode.find(".f32") != std::string::npos || opcode.find(".f64") != std::string::npos; }
};

/// One kind of change; nothing where it does not fit. An empty instruction is left out.
struct Kind {
  const char *name;
  std::optional<Instruction> (*change)(Instruction);
};

std::string replaced(const std::string &text, const std::string &from, const std::string &to) {
  const size_t at = text.find(from);
  return at == std::string::npos ? text : text.substr(0, at) + to + text.substr(at + from.size());
}

using Change = std::optional<Instruction>;
const Kind kinds[] = {
    {"fma: factor and summand change places",
     [](Instruction in) -> Change {
       if (!in.is("fma") || in.operands.size() != 4 || in.operands[1] == in.operands[3])
         return std::nullopt;
       std::swap(in.operands[1], in.operands[3]);
       return in;
     }},
    {"add becomes sub",
     [](Instruction in) -> Change {
       if (!in.is("add") || !in.onFloats())
         return std::nullopt;
       in.opcode = replaced(in.opcode, "add.", "sub.");
       return in;
     }},
    {"a join keeps one side",
     [](Instruction in) -> Change {
       if (!in.is("add") || !in.onFloats() || in.operands.size() != 3)
         return std::nullopt;
       in.opcode = in.opcode.find(".f64") == std::string::npos ? "mov.b32" : "mov.b64";
       in.operands.pop_back();
       return in;
     }},
    {"sub's operands change places",
     [](Instruction in) -> Change {
       if (!in.is("sub") || !in.onFloats() || in.operands.size() != 3)
         return std::nullopt;
       std::swap(in.operands[1], in.operands[2]);
       return in;
     }},
    {"mul becomes add",
     [](Instruction in) -> Change {
       if (!in.is("mul") || !in.onFloats())
         return std::nullopt;
       in.opcode = replaced(in.opcode, "mul.", "add.");
       return in;
     }},
    {"rounds to zero",
     [](Instruction in) -> Change {
       if (in.opcode.find(".rn.") == std::string::npos || in.opcode.find("bf16") != std::string::npos || in.opcode.find("f16") != std::string::npos)
         return std::nullopt;
       in.opcode = replaced(in.opcode, ".rn.", ".rz.");
       return in;
     }},
    {"lanes join with others",
     [](Instruction in) -> Change {
       if (!in.is("shfl") || in.operands.size() < 3 || (in.operands[2] != "16" && in.operands[2] != "8" && in.operands[2] != "4"))
         return std::nullopt;
       in.operands[2] = in.operands[2] == "16" ? "2" : in.operands[2] == "8" ? "16" : "8";
       return in;
     }},
    {"a sum starts at +0.0",
     [](Instruction in) -> Change {
       for (std::string &operand : in.operands)
         if (operand == "0f80000000") {
           operand = "0f00000000";
           return in;
         }
       return std::nullopt;
     }},
    {"a store is left out",
     [](Instruction in) -> Change { return in.is("st") && in.opcode.find("global") != std::string::npos ? Change(Instruction()) : std::nullopt; }},
    {"a load reads what comes next",
     [](Instruction in) -> Change {
       if (!in.is("ld") || in.opcode.find(".global") == std::string::npos || in.operands.size() != 2)
         return std::nullopt;
       std::string &address = in.operands[1];
       const int bytes = in.opcode.ends_with("64") ? 8 : in.opcode.ends_with("32") ? 4 : in.opcode.ends_with("16") ? 2 : 1;
       const size_t plus = address.find('+');
       const long offset = plus == std::string::npos ? 0 : std::atol(address.c_str() + plus + 1);
       address = address.substr(0, plus == std::string::npos ? address.size() - 1 : plus) + "+" + std::to_string(offset + bytes) + "]";
       return in;
     }},
    {"a barrier is left out", [](Instruction in) -> Change { return in.is("bar") || in.is("barrier") ? Change(Instruction()) : std::nullopt; }},
    {"a maximum becomes a minimum",
     [](Instruction in) -> Change {
       if (!in.is("max") && !in.is("min"))
         return std::nullopt;
       in.opcode = in.is("max") ? replaced(in.opcode, "max.", "min.") : replaced(in.opcode, "min.", "max.");
       return in;
     }},
    {"a comparison of floats is turned round",
     [](Instruction in) -> Change {
       if (!in.is("setp") || !in.onFloats())
         return std::nullopt;
       for (auto [from, to] : {std::pair(".lt.", ".ge."), std::pair(".gt.", ".le."), std::pair(".eq.", ".ne."), std::pair(".neu.", ".equ."), std::pair(".nan.", ".num.")})
         if (in.opcode.find(from) != std::string::npos) {
           in.opcode = replaced(in.opcode, from, to);
           return in;
         }
       return std::nullopt;
     }},
    {"the canonical NaN is another",
     [](Instruction in) -> Change {
       for (std::string &operand : in.operands)
         if (operand == "0f7FFFFFFF" || operand == "0f7FC00000" || operand == "2147483647") {
           operand = operand == "2147483647" ? "2143289344" : operand == "0f7FC00000" ? "0f7FC00001" : "0f7FC00000";
           return in;
         }
       return std::nullopt;
     }},
};

/// What has become of the changes of one kind.
struct Outcome {
  int made = 0, shown = 0, missed = 0;
  std::map<std::string, int> found; ///< by what the probe said
  std::string example;
};

class Bench {
public:
  Bench(const std::string &path, int sites) : path(path), sites(sites), artifact(read(path)), original(runnerOf(artifact)) {
    text.assign(reinterpret_cast<const char *>(artifact.section("kernels.ptx")->data()), artifact.section("kernels.ptx")->size());
  }

  void run(std::map<std::string, Outcome> &outcomes) {
    std::set<std::string> names;
    for (const auto &program : plan().programs)
      rt::walkEntries(program->entries, [&](const EntryT &entry, int) {
        for (const std::string &name : kernelsOf(entry))
          names.insert(name);
      });
    for (const std::string &name : names)
      mutate(name, outcomes);
  }

private:
  static rt::Artifact read(const std::string &path) {
    rt::Result<rt::Artifact> made = rt::Artifact::load(path);
    if (!made)
      verify::fail(made.error().message);
    return std::move(*made);
  }
  static std::unique_ptr<rt::EntryRunner> runnerOf(const rt::Artifact &artifact) {
    rt::Result<std::unique_ptr<rt::EntryRunner>> made = rt::cuda::makeDeviceEntryRunner(artifact, rt::cuda::openSimDriver());
    if (!made)
      verify::fail(made.error().message);
    return std::move(*made);
  }
  const artifact::PlanT &plan() const { return original->plan().plan; }
  /// The kernels that an entry may launch; none of entries that are not probed.
  std::vector<std::string> kernelsOf(const EntryT &entry) const {
    if (entry.fusion || entry.action.AsCopy() || entry.action.AsGather() || entry.action.AsUpdate())
      return {};
    if (const auto *launch = entry.action.AsLaunch())
      return {plan().kernels[launch->kernel]};
    return device::kernelsOf(entry);
  }
  bool launches(const EntryT &entry, const std::string &kernel) const {
    const std::vector<std::string> all = kernelsOf(entry);
    return std::find(all.begin(), all.end(), kernel) != all.end();
  }

  void mutate(const std::string &kernel, std::map<std::string, Outcome> &outcomes) {
    const size_t head = text.find(".entry " + kernel + "("), body = head == std::string::npos ? head : text.find("\n{", head);
    if (body == std::string::npos)
      return;
    const size_t end = text.find("\n}", body);
    std::vector<std::pair<size_t, size_t>> lines;
    for (size_t at = body + 3; at < end;) {
      const size_t next = std::min(text.find('\n', at), end);
      lines.push_back({at, next - at});
      at = next + 1;
    }
    for (const Kind &kind : kinds) {
      std::vector<std::pair<size_t, std::string>> fits; // line, what it becomes
      for (size_t i = 0; i < lines.size(); ++i)
        if (const auto in = Instruction::parse(text.substr(lines[i].first, lines[i].second)))
          if (const auto changed = kind.change(*in))
            fits.push_back({i, changed->opcode.empty() ? "" : changed->text()});
      const int count = std::min<int>(sites, int(fits.size()));
      for (int n = 0; n < count; ++n) {
        const auto &[line, made] = fits[fits.size() * size_t(2 * n + 1) / size_t(2 * count)];
        tryOne(kernel, text.substr(0, lines[line].first) + made + text.substr(lines[line].first + lines[line].second), outcomes[kind.name],
               text.substr(lines[line].first, lines[line].second));
      }
    }
  }

  void tryOne(const std::string &kernel, const std::string &wrongText, Outcome &outcome, const std::string &line) {
    std::vector<rt::Section> sections = artifact.sections();
    for (rt::Section &section : sections)
      if (section.name == "kernels.ptx")
        section.bytes = {reinterpret_cast<const uint8_t *>(wrongText.data()), wrongText.size()};
    const std::string wrongPath = path + ".wrong";
    if (const rt::Status status = rt::writeArtifact(wrongPath, sections); !status)
      verify::fail(status.error().message);
    ++outcome.made;
    const bool isShown = shows(read(wrongPath), kernel);
    outcome.shown += isShown;
    probe::Options options;
    options.secondsPerKernel = 0.1;
    options.only = [&](const EntryT &entry) { return launches(entry, kernel); };
    std::string fault;
    try {
      probe::probe(wrongPath, options);
    } catch (const std::exception &found) {
      fault = found.what();
    }
    if (fault.empty()) {
      outcome.missed += isShown;
      if (isShown)
        std::cout << "MISSED in " << path << ", " << kernel << ":" << line << "\n";
      return;
    }
    const std::pair<const char *, const char *> ways[] = {{"in another order", "order"}, {"unwritten", "unwritten"}, {"writes beside", "beside"},
                                                          {"does not run", "the interpreter"}, {"computes ", "value"}};
    const auto way = std::find_if(std::begin(ways), std::end(ways), [&](const auto &each) { return fault.find(each.first) != std::string::npos; });
    ++outcome.found[way == std::end(ways) ? "other" : way->second];
    if (outcome.example.empty())
      outcome.example = kernel + ":" + line + ": " + fault.substr(0, 260);
  }

  /// Whether any entry that launches the kernel leaves other bytes, or is refused.
  bool shows(const rt::Artifact &wrong, const std::string &kernel) {
    std::unique_ptr<rt::EntryRunner> other;
    try {
      other = runnerOf(wrong);
    } catch (const verify::Fault &) {
      return true;
    }
    bool differs = false;
    for (const auto &program : plan().programs) {
      const uint32_t rank = program->ranks.front();
      if (!original->place(rank) || !other->place(rank))
        return false;
      std::map<uint32_t, const EntryT *> helpers; // by buffer: what filled it
      rt::walkEntries(program->entries, [&](const EntryT &entry, int) {
        // Keys of a sort and groups of a large sum are no values: what shows is what the entry that reads them makes.
        std::vector<const EntryT *> run{&entry};
        const artifact::BufferT *hidden = nullptr;
        const auto *uses = entry.claim ? &entry.claim->uses : nullptr;
        if ((entry.action.AsLaunch() || entry.action.AsSort()) && uses && !uses->empty() && uses->back()->value == UINT32_MAX) {
          const uint32_t buffer = uses->back()->buffer;
          if (!helpers.contains(buffer)) {
            helpers[buffer] = &entry;
            return;
          }
          run.insert(run.begin(), helpers.extract(buffer).mapped());
          hidden = program->buffers[buffer].get();
        }
        if (std::none_of(run.begin(), run.end(), [&](const EntryT *each) { return launches(*each, kernel); }))
          return;
        for (uint64_t seed = 1; !differs && seed <= 4; ++seed) {
          fill(original->arena(), seed);
          std::copy(original->arena().begin(), original->arena().end(), other->arena().begin());
          for (const EntryT *each : run) {
            if (!original->run(*each))
              return;
            if (!differs)
              differs = !other->run(*each);
          }
          if (hidden)
            for (rt::EntryRunner *runner : {original.get(), other.get()})
              std::fill_n(runner->arena().begin() + std::ptrdiff_t(hidden->offset), hidden->bytes, uint8_t(0));
          differs = differs || !std::equal(original->arena().begin(), original->arena().end(), other->arena().begin());
        }
      });
    }
    return differs;
  }

  /// Numbers of all magnitudes; now and then zeros and what is no number.
  static void fill(std::span<uint8_t> bytes, uint64_t seed) {
    std::mt19937_64 random(seed);
    for (size_t i = 0; i + 4 <= bytes.size(); i += 4) {
      const uint64_t drawn = random();
      float value = std::ldexp(float(int64_t(drawn >> 40)) - float(1 << 23), int(drawn % 9) - 27);
      if (drawn % 97 == 0)
        value = drawn & 1024 ? -0.0f : drawn & 2048 ? std::nanf("") : 0.0f;
      std::memcpy(bytes.data() + i, &value, 4);
    }
  }

  std::string path;
  int sites;
  rt::Artifact artifact;
  std::unique_ptr<rt::EntryRunner> original;
  std::string text;
};

} // namespace

int main(int argc, char **argv) {
  CLI::App app{"Changes single instructions of the PTX in artifacts, and looks whether the probe sees it."};
  std::vector<std::string> files;
  int sites = 1;
  app.add_option("files", files, "artifacts for GPUs")->required();
  app.add_option("--sites", sites, "places of each kind in each kernel");
  CLI11_PARSE(app, argc, argv);
  std::map<std::string, Outcome> outcomes;
  try {
    for (const std::string &file : files) {
      std::cout << file << ": " << probe::probe(file).text() << std::endl;
      Bench(file, sites).run(outcomes);
    }
  } catch (const std::exception &fault) {
    std::cerr << "error: " << fault.what() << "\n";
    return 1;
  }
  int missed = 0, made = 0, shown = 0, absent = 0;
  for (const Kind &kind : kinds) {
    const Outcome &outcome = outcomes[kind.name];
    std::cout << kind.name << ": " << outcome.made << " made, " << outcome.shown << " show, found by";
    for (const auto &[way, count] : outcome.found)
      std::cout << " " << way << " " << count;
    std::cout << (outcome.missed ? ", MISSED " + std::to_string(outcome.missed) : "") << (outcome.example.empty() ? "" : "; " + outcome.example) << "\n";
    made += outcome.made, shown += outcome.shown, missed += outcome.missed, absent += outcome.made == 0;
  }
  std::cout << made << " made, " << shown << " show, " << missed << " of these missed, " << absent << " kinds fit nowhere\n";
  return missed || absent;
}
