// det-ptx-lint FILE [LEVEL]: reads PTX and lists what the lint refuses at a level; exits with 1 if there is anything.
#include "det/Transforms/Lower/CudaLint.h"

#include <cstdio>
#include <fstream>
#include <iterator>

int main(int argc, char **argv) {
  if (argc != 2 && argc != 3) {
    std::fprintf(stderr, "usage: det-ptx-lint FILE [LEVEL]\n");
    return 2;
  }
  std::ifstream file(argv[1], std::ios::binary);
  if (!file) {
    std::fprintf(stderr, "error: cannot read '%s'\n", argv[1]);
    return 2;
  }
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  std::vector<det::PtxFinding> findings = det::lintPtx(text, argc > 2 ? argv[2] : "");
  for (const det::PtxFinding &finding : findings)
    std::printf("%s:%u: %s: %s\n", argv[1], finding.line, finding.instruction.c_str(), finding.reason.c_str());
  return findings.empty() ? 0 : 1;
}
