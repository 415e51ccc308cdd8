// The walk over an artifact's entries: each way in which a kernel is used is probed once.
#include "Probe.h"

#include "Artifact.h"
#include "Crash.h"
#include "Fault.h"
#include "Refs.h"
#include "Run.h"
#include "Verify.h"

#include "det/Runtime/Cuda/DeviceEntryRunner.h"

#include <algorithm>
#include <chrono>
#include <set>

namespace det::probe {

using artifact::Action;
using Entries = std::vector<std::unique_ptr<artifact::EntryT>>;

std::string Report::text() const {
  std::ostringstream text;
  text << "probed " << byOrder + byValue << " kernels: " << byOrder << " by order (FPRev), " << byValue << " by value";
  if (orderFree)
    text << " (" << orderFree << " without an order that shows)";
  text << "; they stand for " << entries << " entries; ";
  for (size_t i = 0; i < sets.size(); ++i)
    text << (i ? " and " : "") << sets[i];
  text.precision(1);
  text << std::fixed << ", " << seconds << " s";
  if (slow)
    text << "\n  with few inputs, for ptx-sim is slow: " << slow << (slow == 1 ? " kernel" : " kernels");
  for (const auto &[reason, count] : notProbed)
    text << "\n  not probed: " << count << (count == 1 ? " entry: " : " entries: ") << reason;
  return text.str();
}

namespace {

/// Words for everything that a kernel's result may depend on, but the bits of its inputs.
std::string signatureOf(const verify::EntryAt &entry, const artifact::EntryT &what, const verify::Graph &graph) {
  std::ostringstream text;
  text << static_cast<int>(what.action.type);
  auto addAxes = [&](const std::vector<artifact::ProductAxis> &axes) {
    text << '|';
    for (const artifact::ProductAxis &axis : axes)
      text << axis.size() << ',' << axis.a() << ',' << axis.b() << ',' << axis.c() << ' ';
  };
  if (const auto *launch = what.action.AsLaunch()) {
    text << " k" << launch->kernel << ' ' << launch->extent << ' ' << launch->grain;
    for (int64_t param : launch->params)
      text << ' ' << param;
    for (const artifact::RankParam &param : launch->rank_params)
      text << " r" << param.index() << '='
           << param.scale() *
                  verify::boxOf(entry.walk.context.layout(param.layout()), entry.walk.context.mesh, entry.walk.rank)[param.dim()]
                      .begin;
  }
  if (const auto *product = what.action.AsProduct()) {
    for (const auto *axes : {&product->batch, &product->rows, &product->columns, &product->inner})
      addAxes(*axes);
    for (const auto &part : product->more)
      addAxes(part->inner);
    for (int leaf : product->leaves)
      text << ' ' << leaf;
  }
  for (const verify::Access &use : entry.uses) {
    text << " u";
    if (use.value == verify::none)
      continue;
    text << graph.type(use.value).element << use.elementBytes << (use.partial != verify::none) << use.nodes;
    for (size_t dim = 0; dim < use.box.size(); ++dim)
      text << ',' << use.box[dim].size() << '/' << use.strides[dim];
  }
  for (uint32_t value : entry.claim.makes) {
    if (value == verify::none)
      continue;
    if (auto order = graph.ordered.find(value); order != graph.ordered.end())
      text << ' ' << order->second.hash;
    const verify::Op *op = graph.maker(value);
    text << ' ' << (op ? op->does : "");
    if (op && what.action.type != Action::Launch)
      for (const auto &[name, list] : op->places) {
        text << ' ' << name;
        for (int64_t number : list)
          text << ',' << number;
      }
  }
  if (entry.claim.node)
    for (size_t dim = 0; dim < entry.claim.node->starts.size(); ++dim)
      text << " n" << entry.claim.node->starts[dim] << ':' << entry.claim.node->ends[dim];
  return text.str();
}

class Prober {
public:
  /// `file` and `set` (of instructions) are for messages.
  Prober(const verify::Context &context, rt::EntryRunner &runner, const Options &options, Report &report, std::string file,
         std::string set)
      : context(context), nodes(verify::collectNodes(context)), runner(runner), options(options), report(report),
        file(std::move(file)), set(std::move(set)) {}

  void run(const artifact::ProgramT &program, uint32_t rank) {
    verify::Walk walk(context, nodes, program, rank);
    this->walk = &walk;
    this->program = &program;
    isPlaced = false;
    helpers.clear();
    visit(program.entries, "");
  }

private:
  void visit(const Entries &entries, const std::string &within) {
    for (size_t i = 0; i < entries.size(); ++i) {
      const artifact::EntryT &entry = *entries[i];
      const std::string place = within + std::to_string(i);
      if (const artifact::WhileT *loop = entry.action.AsWhile()) {
        visit(loop->condition, place + ".condition.");
        visit(loop->body, place + ".body.");
        continue;
      }
      if (entry.action.type == Action::ExchangeBegin || entry.action.type == Action::ExchangeEnd)
        continue;
      if (entry.fusion) { // what lies between them is in no memory
        report.notProbed["a GPU does them at once: products, and what is made of their rows"] += entry.fusion->entries;
        i += entry.fusion->entries - 1u;
        continue;
      }
      visitEntry(entry, place);
    }
  }

  verify::EntryAt entryAt(const artifact::EntryT &entry) {
    verify::EntryAt at{*walk, *entry.claim, verify::refsOf(entry.action, program->exchanges), {}, {}};
    for (size_t i = 0; i < entry.claim->uses.size(); ++i) {
      const artifact::UseT &use = *entry.claim->uses[i];
      at.uses.push_back(walk->accessOf(use, verify::offsetsOf(entry.action), i));
      const int64_t named = static_cast<int64_t>(program->buffers[use.buffer]->offset) +
                            (use.value == verify::none ? 0 : use.offset * use.element_bytes);
      at.starts.push_back(static_cast<int64_t>(at.refs[i].offset()) + at.uses[i].base - named);
    }
    return at;
  }

  /// A launch may fill a helper's buffer that a later entry reads: keys of a sort, groups of a large sum. They are probed
  /// together.
  std::optional<uint32_t> helperOf(const artifact::EntryT &entry) const {
    const bool mayHave = entry.action.AsLaunch() || entry.action.AsSort();
    if (!mayHave || entry.claim->uses.empty() || entry.claim->uses.back()->value != verify::none)
      return std::nullopt;
    return entry.claim->uses.back()->buffer;
  }

  std::string placeOf(const artifact::EntryT &entry, const std::string &place) const {
    std::ostringstream text;
    text << set << ", rank " << walk->rank << ", entry " << place << " (" << artifact::EnumNameAction(entry.action.type);
    if (const auto *launch = entry.action.AsLaunch(); launch && launch->kernel < context.plan.kernels.size())
      text << " of kernel " << context.plan.kernels[launch->kernel];
    text << ", '" << (entry.label < context.plan.labels.size() ? context.plan.labels[entry.label] : "") << "')";
    return text.str();
  }

  void visitEntry(const artifact::EntryT &entry, const std::string &place) {
    std::vector<const artifact::EntryT *> run{&entry};
    if (std::optional<uint32_t> buffer = helperOf(entry)) {
      auto filled = helpers.find(*buffer);
      if (filled == helpers.end()) {
        helpers[*buffer] = &entry;
        return;
      }
      run.insert(run.begin(), filled->second);
      helpers.erase(filled);
    }
    if (options.only && std::none_of(run.begin(), run.end(), [&](const artifact::EntryT *each) { return options.only(*each); }))
      return;
    verify::EntryAt at = entryAt(entry);
    std::string signature;
    for (const artifact::EntryT *each : run)
      signature += signatureOf(entryAt(*each), *each, context.graph) + ";";
    if (!seen.insert(signature).second) {
      if (probed.count(signature))
        ++report.entries;
      else if (auto why = refused.find(signature); why != refused.end())
        ++report.notProbed[why->second];
      return;
    }
    try {
      if (options.mostFlops && entry.flops > options.mostFlops)
        throw Unknown("ptx-sim is too slow for it: probe it with --device=cuda");
      std::unique_ptr<Subject> subject = subjectOf(std::move(at), entry.action);
      if (!isPlaced) {
        if (rt::Status status = runner.place(static_cast<uint32_t>(walk->rank)); !status)
          verify::fail(status.error().message);
        isPlaced = true;
      }
      if (subject->writes.empty() || verify::volume(subject->entry.use(subject->writes[0]).box) == 0)
        return;
      crash.at(file + ": " + placeOf(entry, place));
      Run probe(*subject, run, runner, options);
      const bool byOrder = probe.run();
      probed.insert(signature);
      ++report.entries;
      ++(byOrder ? report.byOrder : report.byValue);
      report.orderFree += !byOrder && subject->isOrderFree();
      report.slow += probe.isSlow();
    } catch (const Unknown &unknown) {
      const std::string reason = std::string(artifact::EnumNameAction(entry.action.type)) + ": " + unknown.what();
      refused[signature] = reason;
      ++report.notProbed[reason];
    } catch (const std::exception &fault) {
      verify::fail(placeOf(entry, place), ": ", fault.what());
    }
  }

  const verify::Context &context;
  const verify::ShardNodes nodes;
  rt::EntryRunner &runner;
  const Options &options;
  Report &report;
  const std::string file, set;
  CrashReport crash;
  verify::Walk *walk = nullptr;
  const artifact::ProgramT *program = nullptr;
  bool isPlaced = false;
  std::map<uint32_t, const artifact::EntryT *> helpers; ///< by buffer: what filled it
  std::set<std::string> seen, probed;
  std::map<std::string, std::string> refused;
};

/// What runs kernels, and its name for messages.
struct Machine {
  std::string name;
  std::unique_ptr<rt::EntryRunner> runner;
};

/// All that the options ask for; none where this machine has none of the instruction sets.
std::vector<Machine> machinesFor(const rt::Artifact &artifact, const Options &options, Device device) {
  std::vector<Machine> machines;
  const auto add = [&](const std::string &name, rt::Result<std::unique_ptr<rt::EntryRunner>> made) {
    if (!made)
      verify::fail(made.error().message);
    machines.push_back({name, std::move(*made)});
  };
  if (device == Device::host) {
    verify::require(!artifact.section(rt::section::kernelsPtx), "is for GPUs: probe it with --device=ptx-sim or --device=cuda");
    for (auto [isa, name] : {std::pair(rt::host::Isa::v3, "v3"), std::pair(rt::host::Isa::v4, "v4")})
      if (rt::host::detectIsa() >= isa && artifact.section(std::string("kernels.") + name))
        add(name, rt::makeHostEntryRunner(artifact, isa));
  } else if (device == Device::ptxSim) {
    rt::cuda::SimOptions sim;
    sim.threads = options.threads;
    add("ptx-sim", rt::cuda::makeDeviceEntryRunner(artifact, rt::cuda::openSimDriver(sim)));
  } else {
    rt::Result<std::unique_ptr<rt::cuda::Driver>> driver = rt::cuda::openCudaDriver(0);
    if (!driver)
      verify::fail(driver.error().message);
    const std::string name = (*driver)->device().name;
    add(name, rt::cuda::makeDeviceEntryRunner(artifact, std::move(*driver)));
  }
  return machines;
}

} // namespace

Report probe(const std::string &path, const Options &given) {
  const auto start = std::chrono::steady_clock::now();
  verify::Artifact artifact = verify::readArtifact(verify::readFile(path));
  const nlohmann::json certificate = nlohmann::json::parse(artifact.text("certificate"));
  auto loaded = rt::Artifact::fromMemory(artifact.bytes, path);
  if (!loaded)
    verify::fail(loaded.error().message);
  verify::Graph graph(certificate.at("ordered"));
  Options options = given;
  const Device device = given.device.value_or(loaded->section(rt::section::kernelsPtx) ? Device::ptxSim : Device::host);
  if (device != Device::ptxSim)
    options.mostFlops = 0, options.slowSeconds = 0;
  Report report;
  for (Machine &machine : machinesFor(*loaded, options, device)) {
    const artifact::PlanT &plan = machine.runner->plan().plan;
    verify::Mesh mesh(*plan.mesh);
    verify::Context context{plan, graph, mesh, artifact.section("constants")};
    Report one;
    Prober prober(context, *machine.runner, options, one, path, machine.name);
    for (const auto &program : plan.programs)
      for (uint32_t rank : std::set<uint32_t>{program->ranks.front(), program->ranks.back()})
        prober.run(*program, rank);
    one.sets = report.sets;
    one.sets.push_back(machine.name);
    report = one; // every set has the same entries
  }
  verify::require(!report.sets.empty(), "has no kernels for an instruction set that this machine has");
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

} // namespace det::probe
