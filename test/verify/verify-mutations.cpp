// Makes wrong artifacts from right ones, of every kind, and checks that det-verify refuses each and says where.
//
//   verify-mutations [--sites=N] [--write=DIR] ARTIFACT...
//
// Prints a line per kind: how often it was tried, and the first fault that was found. Fails if any is not found, or if a kind fits none of
// the artifacts. With --write the wrong artifacts are kept, for a run to show whether results change.
#include "Fault.h"
#include "Mutations.h"
#include "Verify.h"
#include "det/Runtime/Artifact/Artifact.h"

#include <CLI/CLI.hpp>
#include <fstream>
#include <iostream>

using namespace det;

static test::Subject read(const verify::Artifact &artifact) {
  std::span<const uint8_t> constants = artifact.section("constants");
  std::string pins(artifact.sections.contains("pins") ? artifact.text("pins") : "");
  return {verify::readPlan(artifact), nlohmann::json::parse(artifact.text("certificate")), {constants.begin(), constants.end()}, std::move(pins)};
}

/// The artifact with a wrong plan, its checksums right.
static void write(const test::Subject &subject, const verify::Artifact &original, const std::string &path) {
  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(artifact::Plan::Pack(builder, &subject.plan));
  std::string certificate = subject.certificate.dump();
  std::vector<rt::Section> sections;
  const auto pins = std::span(reinterpret_cast<const uint8_t *>(subject.pins.data()), subject.pins.size());
  if (!pins.empty())
    sections.push_back({"pins", pins});
  for (const auto &[name, bytes] : original.sections) {
    std::span<const uint8_t> content = bytes;
    if (name == "pins")
      continue;
    if (name == "plan")
      content = {builder.GetBufferPointer(), builder.GetSize()};
    else if (name == "constants")
      content = subject.constants;
    else if (name == "certificate")
      content = {reinterpret_cast<const uint8_t *>(certificate.data()), certificate.size()};
    sections.push_back({name, content});
  }
  if (rt::Status status = rt::writeArtifact(path, sections); !status)
    throw std::runtime_error(status.error().message);
}

/// The fault that the checker finds, or nothing.
static std::optional<std::string> faultOf(const test::Subject &subject) {
  try {
    verify::verify(subject.plan, subject.certificate, subject.constants, subject.pins);
  } catch (const std::exception &fault) {
    return fault.what();
  }
  return std::nullopt;
}

/// Flips single bits all over a file; every one must be refused by a checksum, before anything in the file is believed.
static int flipBits(const std::vector<uint8_t> &file) {
  int missed = 0, tried = 0;
  // Odd steps meet every position in a byte, and the header and its table are tried bit by bit.
  const size_t bits = 8 * file.size(), step = bits / 1500 | 1;
  for (size_t bit = 0; bit < bits; bit += bit < 8 * 1024 ? 1 : step) {
    std::vector<uint8_t> flipped = file;
    flipped[bit / 8] ^= 1 << bit % 8;
    ++tried;
    try {
      verify::readArtifact(std::move(flipped));
      std::cout << "MISSED flipped bit " << bit << "\n";
      ++missed;
    } catch (const verify::Fault &) {
    }
  }
  std::cout << "flipped bits: " << tried << " tried\n";
  return missed;
}

int main(int argc, char **argv) {
  CLI::App app{"Mutation test of det-verify"};
  std::vector<std::string> files;
  int sites = 3;
  std::string directory;
  app.add_option("artifacts", files)->required();
  app.add_option("--sites", sites, "How many places of each artifact a mutation is tried at");
  app.add_option("--write", directory, "Keep the wrong artifacts in this folder");
  CLI11_PARSE(app, argc, argv);

  std::vector<verify::Artifact> artifacts;
  for (const std::string &file : files)
    artifacts.push_back(verify::readArtifact(verify::readFile(file)));
  for (size_t i = 0; i < artifacts.size(); ++i)
    if (auto fault = faultOf(read(artifacts[i]))) {
      std::cerr << files[i] << ": is refused as it is: " << *fault << "\n";
      return 1;
    }

  int missed = flipBits(artifacts[0].bytes), number = 0;
  for (const test::Mutation &mutation : test::allMutations()) {
    ++number;
    int tried = 0;
    std::string found;
    for (size_t i = 0; i < artifacts.size(); ++i)
      for (int site = 0; site < sites; ++site) {
        test::Subject subject = read(artifacts[i]);
        if (!mutation.apply(subject, site))
          break;
        ++tried;
        std::optional<std::string> fault = faultOf(subject);
        if (!fault) {
          std::cout << "MISSED " << mutation.name << ", place " << site << " of " << files[i] << "\n";
          ++missed;
        } else if (found.empty()) {
          found = *fault;
        }
        if (!directory.empty())
          write(subject, artifacts[i], directory + "/" + std::to_string(number) + "-" + std::to_string(i) + "-" + std::to_string(site) + ".det");
      }
    if (tried == 0) {
      std::cout << "NO PLACE " << mutation.name << "\n";
      ++missed;
    }
    std::cout << number << ". " << mutation.name << ": " << tried << " tried; in the bits: " << mutation.effect << "; found: " << found << "\n";
  }
  std::cout << missed << " missed\n";
  return missed ? 1 : 0;
}
