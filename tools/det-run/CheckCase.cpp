// Compiles, runs and compares recorded tests.
#include "CheckCase.h"
#include "Compare.h"
#include "Engine.h"
#include "Program.h"
#include "WiderJudge.h"
#include "det/Runtime/Trace/Numbers.h"

namespace det::run {

namespace {

#ifdef DET_HAVE_COMPILER

/// What became of one test. One that passed has a message only where it takes a second look to see that.
struct Outcome {
  enum { passed, refused, failed } kind = passed;
  std::string message;
};

Outcome refused(const std::string &message) { return {Outcome::refused, message}; }
Outcome failed(const std::string &message) { return {Outcome::failed, message}; }

/// The program on the device; a refusal of the compiler is an outcome of its own.
Result<std::unique_ptr<Engine>> prepare(const DetCheckCase &test, const std::string &path, const Options &options, bool &refusal) {
  const std::string_view text(test.program, test.programSize);
  refusal = true;
  if (options.device == Device::reference) {
    Result<std::string> ordered = orderText(text, path, options.compile);
    if (!ordered)
      return ordered.error();
    return makeReferenceEngine(*ordered, path, options.session);
  }
  Result<rt::Artifact> artifact = compileText(text, path, options.compile, isaName(options.session));
  if (!artifact)
    return artifact.error();
  refusal = false;
  return makeEngine(std::move(*artifact), options);
}

Outcome runCase(const DetCheckCase &test, const std::string &path, const Options &options, std::string &printed) {
  if (test.refusal)
    return refused(test.refusal);
  bool refusal = false;
  Result<std::unique_ptr<Engine>> made = prepare(test, path, options, refusal);
  if (!made)
    return refusal ? refused(made.error().message) : failed(made.error().message);
  Engine &engine = **made;
  Outcome outcome;
  if (Status status = engine.step({}); !status)
    return failed(status.error().message);
  for (size_t i = 0; i < test.checkCount; ++i) {
    const std::string prefix = "check" + std::to_string(i);
    // The memory of a metric may be that of the next one.
    const Result<TensorView> computed = engine.metric(prefix + ".computed");
    if (!computed)
      return failed(computed.error().message);
    if (test.checks[i].kind == DET_CHECK_PRINT) {
      printed += path + " @" + test.function + ": " + rt::describe(computed->type, computed->shape) + " " + rt::toJson(*computed) + "\n";
      continue;
    }
    const std::vector<uint8_t> bytes(computed->bytes.begin(), computed->bytes.end());
    const Result<TensorView> expected = engine.metric(prefix + ".expected");
    if (!expected)
      return failed(expected.error().message);
    const TensorView kept{computed->type, computed->shape, bytes};
    const std::string what = difference(test.checks[i], kept, *expected);
    if (what.empty())
      continue;
    if (test.doubt)
      return refused(std::string(test.doubt) + ": check " + std::to_string(i) + ", " + what);
    outcome.message = passedByWider(test, i, kept, *expected, path, options);
    if (outcome.message.empty())
      return failed("check " + std::to_string(i) + ", " + what);
  }
  return outcome;
}

/// Lines after the first are notes.
std::string firstLine(const std::string &message) { return message.substr(0, message.find('\n')); }

#endif

} // namespace

#ifdef DET_HAVE_COMPILER

FileReport checkFile(const std::string &path, const Options &options) {
  const Result<rt::PageBytes> text = rt::readFile(path);
  if (!text)
    return {"FAILED  " + text.error().message + "\n", 0, 0, 1};
  if (rt::Artifact::looksLikeOne(text->span()))
    return {"FAILED  " + path + ": it is an artifact, which keeps no tests: give --check the StableHLO text\n", 0, 0, 1};
  DetCheckFile *file = detCheckFileRead(reinterpret_cast<const char *>(text->data()), text->size(), path.c_str());
  if (!file)
    return {"FAILED  " + path + ": not enough memory to read it\n", 0, 0, 1};
  FileReport report;
  for (size_t i = 0; i < detCheckFileCount(file); ++i) {
    const DetCheckCase &test = *detCheckFileCase(file, i);
    const Outcome outcome = runCase(test, path, options, report.lines);
    ++(outcome.kind == Outcome::passed ? report.passed : outcome.kind == Outcome::refused ? report.refused : report.failed);
    constexpr const char *kWords[] = {"PASSED  ", "REFUSED ", "FAILED  "};
    if (outcome.kind != Outcome::passed || !outcome.message.empty())
      report.lines += kWords[outcome.kind] + path +
                      (*test.function ? " @" + std::string(test.function) : "") + ": " + firstLine(outcome.message) + "\n";
  }
  detCheckFileFree(file);
  return report;
}

#else

FileReport checkFile(const std::string &path, const Options &) {
  return {"FAILED  " + path + ": --check needs a det-run that was built with the compiler\n", 0, 0, 1};
}

#endif

} // namespace det::run
