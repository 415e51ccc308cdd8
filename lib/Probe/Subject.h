// What the probe of one entry is made of: what it reads and writes, and what must come out.
#ifndef DET_LIB_PROBE_SUBJECT_H
#define DET_LIB_PROBE_SUBJECT_H

#include "Sheet.h"

namespace det::probe {

/// What two terms of a sum reveal: +M at one, -M at the other, units elsewhere. The result counts the units outside the smallest
/// node that has both (FPRev, arXiv 2411.00442).
struct Pair {
  int64_t a = 0, b = 0, units = 0, meeting = 0;
  double unit = 1;
};

/// An element that an entry stores, and what it must be.
struct Expected {
  size_t use = 0;
  int64_t address = 0;
  uint64_t bits = 0;
  std::string type;
  Index element;
  std::optional<Pair> pair;
};

/// An entry as the probe sees it. Subclasses know a kind of entry.
class Subject {
public:
  explicit Subject(verify::EntryAt entry) : entry(std::move(entry)) {}
  virtual ~Subject() = default;

  verify::EntryAt entry;
  std::vector<size_t> reads, writes; ///< positions among the entry's uses

  /// What sampled elements must be, from what memory holds now.
  virtual std::vector<Expected> expect(const Field &field, uint64_t seed) = 0;
  /// Fills what is read with a pattern that reveals the order; false where none can be put in. Then `expect` follows.
  virtual bool reveal(const Field &field, uint64_t seed) { return false; }
  /// Integers of this use are indices into so many; 0: they are numbers.
  virtual int64_t indexBelow(size_t use) const { return 0; }
  /// True if no order can show: maxima, integers, single terms.
  virtual bool isOrderFree() const { return false; }

  const verify::Graph &graph() const { return entry.walk.graph; }
  std::string typeOf(size_t use) const { return storedType(graph(), entry.use(use)); }
  uint64_t read(const Field &field, size_t use, const Index &element) const;

  /// Fills a use's elements.
  void fill(const Field &field, size_t use, Filling filling, uint64_t seed) const;
  void fill(const Field &field, size_t use, double number) const;
};

/// Elements of a box: all if there are at most `most`, else corners, their neighbours and some at random.
std::vector<Index> sample(const Box &box, int64_t most, uint64_t seed);

/// The magnitude that swallows units of a type, and the unit; nothing for types without.
struct Magnitudes {
  double huge, unit;
};
std::optional<Magnitudes> magnitudesOf(const std::string &type, const std::string &acc, int64_t terms);

/// Two terms of `terms`: neighbours, borders of blocks, lanes apart, and any two, by number.
std::pair<int64_t, int64_t> choosePair(int64_t terms, const Tree &tree, uint64_t number);

/// Which terms are units where a result of few digits counts them: all of few, some of many.
std::function<bool(int64_t)> chooseUnits(const std::string &result, int64_t terms, uint64_t seed);

/// A subject for an entry. Throws Unknown where the entry cannot be probed.
std::unique_ptr<Subject> subjectOf(verify::EntryAt entry, const artifact::ActionUnion &action);
std::unique_ptr<Subject> launchSubject(verify::EntryAt entry, const artifact::LaunchT &launch);
std::unique_ptr<Subject> productSubject(verify::EntryAt entry, const artifact::ProductT &product);
std::unique_ptr<Subject> joinSubject(verify::EntryAt entry, const artifact::JoinT &join);
std::unique_ptr<Subject> scanSubject(verify::EntryAt entry, const artifact::ScanT &scan);
std::unique_ptr<Subject> scatterSubject(verify::EntryAt entry, const artifact::ScatterT &scatter);
std::unique_ptr<Subject> sortSubject(verify::EntryAt entry, const artifact::SortT &sort);
std::unique_ptr<Subject> reduceSubject(verify::EntryAt entry, const artifact::GenericReduceT &reduce);
std::unique_ptr<Subject> genericScatterSubject(verify::EntryAt entry, const artifact::GenericScatterT &scatter);

} // namespace det::probe

#endif // DET_LIB_PROBE_SUBJECT_H
