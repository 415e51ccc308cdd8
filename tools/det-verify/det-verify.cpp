// det-verify: checks artifacts, probes their kernels, and prints their certificates.
#include "Fault.h"
#include "Verify.h"
#ifdef DET_HAS_PROBE
#include "Probe.h"
#endif

#include <CLI/CLI.hpp>
#include <iostream>
#include <thread>

using namespace det::verify;

/// Runs the kernels of an artifact that holds; one line about them. `device`: empty for what the artifact was compiled for.
static std::string probed(const std::string &file, [[maybe_unused]] const std::string &device, [[maybe_unused]] int threads) {
#ifdef DET_HAS_PROBE
  using det::probe::Device;
  det::probe::Options options;
  options.threads = threads;
  if (!device.empty())
    options.device = device == "cuda" ? Device::cuda : device == "ptx-sim" ? Device::ptxSim : Device::host;
  return "; " + det::probe::probe(file, options).text();
#else
  fail("cannot be probed: this det-verify was built without the compiler (DET_COMPILER=OFF)");
#endif
}

int main(int argc, char **argv) {
  CLI::App app{"Checks that artifacts of det evaluate what their certificates say: every sum in its order, on every rank."};
  std::vector<std::string> files;
  bool print = false, probe = false;
  std::string device;
  int threads = int(std::max(1u, std::thread::hardware_concurrency()));
  app.add_option("files", files, "Artifacts")->required();
  app.add_flag("--certificate", print, "Print the certificate of each artifact whose checksums hold, and check nothing else");
  CLI::Option *probing = app.add_flag("--probe", probe, "Also run every kernel on inputs that reveal what it computes, and compare that with what its plan says")
                             ->excludes("--certificate");
  app.add_option("--device", device, "What runs the kernels that are probed: host, cuda or ptx-sim [host, or ptx-sim for an artifact for GPUs]")
      ->check(CLI::IsMember({"host", "cuda", "ptx-sim"}))
      ->needs(probing);
  app.add_option("--threads", threads, "Threads of ptx-sim [all CPUs]")->check(CLI::Range(1, 4096))->needs(probing);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &problem) {
    if (problem.get_exit_code() == 0) // --help
      return app.exit(problem);
    std::cerr << "error: " << problem.what() << "; see det-verify --help\n";
    return 1;
  }

  int status = 0;
  for (const std::string &file : files) {
    try {
      std::vector<uint8_t> bytes = readFile(file);
      if (print) {
        std::cout << readArtifact(std::move(bytes)).text("certificate");
      } else {
        std::string text = verify(std::move(bytes)).text();
        if (probe)
          text += probed(file, device, threads);
        std::cout << file << ": " << text << "\n";
      }
    } catch (const std::exception &error) {
      std::cerr << "error: " << file << ": " << error.what() << "\n";
      status = 1;
    }
  }
  std::cout.flush();
  if (!std::cout) {
    std::cerr << "error: cannot write to standard output\n";
    status = 1;
  }
  return status;
}
