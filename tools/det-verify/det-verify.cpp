// det-verify: checks artifacts, and prints their certificates.
#include "Fault.h"
#include "Verify.h"

#include <CLI/CLI.hpp>
#include <iostream>

using namespace det::verify;

int main(int argc, char **argv) {
  CLI::App app{"Checks that artifacts of det evaluate what their certificates say: every sum in its order, on every rank."};
  std::vector<std::string> files;
  bool print = false;
  app.add_option("files", files, "Artifacts")->required();
  app.add_flag("--certificate", print, "Print the certificate of each artifact whose checksums hold, and check nothing else");
  CLI11_PARSE(app, argc, argv);

  int status = 0;
  for (const std::string &file : files) {
    try {
      std::vector<uint8_t> bytes = readFile(file);
      if (print)
        std::cout << readArtifact(std::move(bytes)).text("certificate");
      else
        std::cout << file << ": " << verify(std::move(bytes)).text() << "\n";
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
