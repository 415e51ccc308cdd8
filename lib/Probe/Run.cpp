// Fills, runs, compares.
#include "Run.h"

#include "Fault.h"

#include <algorithm>
#include <chrono>
#include <cstring>

namespace det::probe {

void Run::fillInputs(Filling filling, uint64_t seed) {
  for (size_t i = 0; i < subject.reads.size(); ++i) {
    // Of two operands of zeros one is ones: the sign of a product is that of a zero then.
    const bool isSecond = filling == Filling::zeros && i == 1;
    subject.fill(field, subject.reads[i], isSecond ? Filling::ones : filling, seed);
  }
}

bool Run::liesOnInput(const Access &output) const {
  const auto bytes = output.bytes();
  return std::any_of(subject.reads.begin(), subject.reads.end(), [&](size_t use) {
    const Access &input = subject.entry.use(use);
    const auto other = input.bytes();
    return input.space == output.space && input.count() && bytes.first < other.second && other.first < bytes.second;
  });
}

void Run::fillOutputs(uint8_t pattern) {
  for (size_t use : subject.writes) {
    const Access &output = subject.entry.use(use);
    if (!liesOnInput(output) && output.count())
      std::memset(field.at(output, output.bytes().first), pattern, output.bytes().second - output.bytes().first);
  }
}

void Run::execute(int members) {
  const auto start = std::chrono::steady_clock::now();
  for (const artifact::EntryT *entry : entries) {
    rt::Status status = runner.run(options.replace ? options.replace(*entry) : *entry, members);
    if (!status)
      verify::fail("does not run: ", status.error().message);
  }
  longest = std::max(longest, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

static std::string listText(const Index &element) {
  std::string text = "[";
  for (int64_t at : element)
    text += (text.size() > 1 ? "," : "") + std::to_string(at);
  return text + "]";
}

static std::string hexText(uint64_t bits, int64_t bytes) {
  std::ostringstream text;
  text << "0x" << std::hex;
  for (int64_t digit = 2 * bytes; digit-- > 0;)
    text << (bits >> 4 * digit & 15);
  return text.str();
}

void Run::compare(const std::vector<Expected> &expected, const std::string &inputs) const {
  for (const Expected &one : expected) {
    const Access &access = subject.entry.use(one.use);
    const int64_t size = reference::sizeOf(*scalarOf(one.type));
    uint64_t bits = 0;
    std::memcpy(&bits, field.at(access, one.address), size);
    if (bits == one.bits)
      continue;
    if (one.pair) {
      // The result of a pattern counts the units outside the node in which its two terms meet.
      const double counted = numberOf(one.type, bits) / one.pair->unit, met = static_cast<double>(one.pair->units) - counted;
      std::ostringstream node;
      if (met >= 0 && met == static_cast<double>(static_cast<int64_t>(met)))
        node << "in a node of " << static_cast<int64_t>(met) + 2 << " terms";
      else
        node << "so that " << numberOf(one.type, bits) << " comes out";
      verify::fail("sums in another order: for element ", listText(one.element), " of value ", access.value, " terms ",
                   one.pair->a, " and ", one.pair->b, " meet ", node.str(), "; in the certificate's order they meet in one of ",
                   one.pair->meeting + 2);
    }
    verify::fail("computes ", numberOf(one.type, bits), " (", hexText(bits, size), ") for element ", listText(one.element),
                 " of value ", access.value, "; its operations in the certificate's order give ", numberOf(one.type, one.bits),
                 " (", hexText(one.bits, size), ") on ", inputs);
  }
}

void Run::checkCoverage() {
  std::vector<std::vector<uint8_t>> first;
  for (uint8_t pattern : {0xa5, 0x5a}) {
    fillInputs(Filling::ordinary, 1);
    fillOutputs(pattern);
    // What lies beside a result stays.
    std::vector<std::pair<const uint8_t *, uint8_t>> beside;
    std::span<uint8_t> arena = runner.arena();
    std::vector<std::pair<int64_t, int64_t>> mine;
    for (size_t i = 0; i < subject.entry.uses.size(); ++i)
      if (std::find(subject.reads.begin(), subject.reads.end(), i) == subject.reads.end() && subject.entry.uses[i].count())
        mine.push_back(subject.entry.uses[i].bytes());
    for (size_t use : subject.writes) {
      const auto bytes = subject.entry.use(use).bytes();
      for (auto [from, to] : {std::pair(bytes.first - 256, bytes.first), std::pair(bytes.second, bytes.second + 256)}) {
        from = std::max<int64_t>(from, 0);
        to = std::min<int64_t>(to, static_cast<int64_t>(arena.size()));
        for (int64_t at = from; at < to; ++at) {
          const auto has = [&](const std::pair<int64_t, int64_t> &bytes) { return bytes.first <= at && at < bytes.second; };
          if (std::any_of(mine.begin(), mine.end(), has))
            continue;
          // Zeros there may be what a kernel makes of zeros.
          if (std::none_of(subject.reads.begin(), subject.reads.end(), [&](size_t use) { return has(subject.entry.use(use).bytes()); }))
            arena[size_t(at)] = pattern ^ 0x66;
          beside.push_back({arena.data() + at, arena[size_t(at)]});
        }
      }
    }
    execute(pattern == 0x5a ? 3 : 1);
    for (const auto &[at, byte] : beside)
      verify::require(*at == byte, "writes beside its results");
    for (size_t i = 0; i < subject.writes.size(); ++i) {
      const Access &output = subject.entry.use(subject.writes[i]);
      std::vector<uint8_t> now;
      Field::forEach(output, [&](int64_t address, const Index &, int64_t) {
        const uint8_t *at = field.at(output, address);
        now.insert(now.end(), at, at + output.elementBytes);
      });
      if (pattern == 0xa5) {
        first.push_back(std::move(now));
        continue;
      }
      // A convolution may be several entries, and outputs without terms are filled in by copies. A scatter's parts may be empty.
      const verify::Op *op = subject.graph().maker(output.value);
      const bool mayLeaveOut = op && op->name == "convolution";
      const auto differs = std::mismatch(now.begin(), now.end(), first[i].begin());
      verify::require(differs.first == now.end() || mayLeaveOut, "leaves element number ",
                      (differs.first - now.begin()) / std::max<int64_t>(output.elementBytes, 1), " of value ", output.value,
                      " unwritten");
    }
  }
}

bool Run::run() {
  const auto start = std::chrono::steady_clock::now();
  auto isOver = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > options.secondsPerKernel;
  };
  checkCoverage();
  static const std::pair<Filling, const char *> fillings[] = {
      {Filling::wide, "numbers of all magnitudes"},
      {Filling::moderate, "numbers from -8 to 8"},
      {Filling::zeros, "zeros"},
      {Filling::special, "zeros, infinities, NaN, ties and least numbers"},
      {Filling::ordinary, "numbers near 1"}};
  uint64_t seed = 1;
  bool byOrder = false;
  // Patterns first: what they find says most.
  for (int round = 0; round < 48 && !(round >= (isSlow() ? 1 : 2) && isOver()); ++round) {
    if (!subject.reveal(field, seed + round))
      break;
    const std::vector<Expected> expected = subject.expect(field, seed + round);
    fillOutputs(0xa5);
    execute(1 + round % 2);
    compare(expected, "the pattern of an order");
    byOrder = true;
  }
  // Others until the time is over: a wrong digit of an elementary function shows in few results.
  for (int round = 0; round < 80 && !(round >= (isSlow() ? 2 : 5) && isOver()); ++round) {
    const auto &[filling, words] = fillings[round % 5];
    if (round >= 5 && filling == Filling::zeros)
      continue;
    fillInputs(filling, ++seed);
    const std::vector<Expected> expected = subject.expect(field, seed);
    fillOutputs(round % 2 ? 0x5a : 0xa5);
    execute(1 + round % 3);
    compare(expected, words);
  }
  return byOrder;
}

} // namespace det::probe
