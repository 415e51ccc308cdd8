// Pairs arguments with results by where they stand in the trees that go in and come out.
#include "StatePairs.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;

namespace det::import {
namespace {

/// Where a tree of arguments comes out: as all of the results, or as the element of a tuple with this number.
using Place = std::string;
const Place kWhole = "";

/// The place at which a result would be the next value of an argument of path `keys`; nothing where it would be at none.
std::optional<Place> placeOf(const NamePath &result, ArrayRef<NamePath::Key> keys) {
  ArrayRef<NamePath::Key> own(result.keys);
  if (own == keys)
    return kWhole;
  if (!own.empty() && own.front().isIndex && own.drop_front() == keys)
    return own.front().text;
  return std::nullopt;
}

/// The element of a tuple that a result stands in, below which it has a path.
std::optional<Place> elementOf(const NamedValue &result) {
  if (!result.path || result.path->keys.size() < 2 || !result.path->keys.front().isIndex)
    return std::nullopt;
  return result.path->keys.front().text;
}

/// What an argument's path says: the results that fit, by place.
using Candidates = std::map<Place, unsigned>;

Candidates candidatesOf(const NamedValue &argument, ArrayRef<NamedValue> results) {
  Candidates found;
  for (auto [i, result] : enumerate(results))
    if (result.path && result.type == argument.type)
      if (std::optional<Place> place = placeOf(*result.path, argument.path->keys))
        found.try_emplace(*place, i);
  return found;
}

} // namespace

void pairByPath(MutableArrayRef<NamedValue> arguments, MutableArrayRef<NamedValue> results) {
  // All arguments of one root come out at one place: where most of them fit, and among equals where most aliases point.
  std::map<std::string, std::map<Place, std::pair<unsigned, unsigned>>> votes;
  std::vector<Candidates> candidates(arguments.size());
  for (auto [i, argument] : enumerate(arguments)) {
    if (!argument.isDonated || !argument.path)
      continue;
    candidates[i] = candidatesOf(argument, results);
    for (auto &[place, result] : candidates[i]) {
      auto &[fitting, aliased] = votes[argument.path->root][place];
      ++fitting;
      aliased += argument.partner == int(result);
    }
  }
  SmallVector<int> partners;
  for (auto [i, argument] : enumerate(arguments)) {
    int partner = argument.partner;
    if (!candidates[i].empty()) {
      auto &places = votes[argument.path->root];
      auto best = llvm::max_element(places, [](auto &a, auto &b) { return a.second < b.second; });
      auto found = candidates[i].find(best->first);
      if (found == candidates[i].end() && candidates[i].size() == 1)
        found = candidates[i].begin();
      if (found != candidates[i].end())
        partner = int(found->second);
    } else if (argument.path && votes.count(argument.path->root)) {
      partner = -1; // its neighbours come out under their own paths; this one only gives its buffer
    }
    partners.push_back(partner);
  }
  // What paths say goes before what only an alias says.
  for (NamedValue &result : results)
    result.partner = -1;
  for (bool byPath : {true, false})
    for (auto [i, argument] : enumerate(arguments)) {
      if (candidates[i].empty() == byPath)
        continue;
      argument.partner = -1;
      if (partners[i] < 0 || results[partners[i]].partner >= 0)
        continue;
      argument.partner = partners[i];
      results[partners[i]].partner = int(i);
    }
}

SmallVector<unsigned> findUnread(ArrayRef<NamedValue> arguments, ArrayRef<NamedValue> results) {
  std::map<Place, bool> isState;
  for (const NamedValue &result : results) {
    std::optional<Place> element = elementOf(result);
    if (!element || result.partner < 0)
      continue;
    const std::optional<NamePath> &argument = arguments[result.partner].path;
    // An argument of another path says nothing about the tuple's element.
    bool fits = !argument || placeOf(*result.path, argument->keys) == element;
    auto [entry, fresh] = isState.try_emplace(*element, fits);
    entry->second &= fits;
  }
  SmallVector<unsigned> unread;
  for (auto [i, result] : enumerate(results))
    if (std::optional<Place> element = elementOf(result); element && result.partner < 0)
      if (auto entry = isState.find(*element); entry != isState.end() && entry->second)
        unread.push_back(i);
  return unread;
}

std::optional<NamePath> pathOfUnread(unsigned result, ArrayRef<NamedValue> arguments, ArrayRef<NamedValue> results) {
  std::optional<Place> element = elementOf(results[result]);
  for (const NamedValue &other : results)
    if (other.partner >= 0 && elementOf(other) == element && arguments[other.partner].path) {
      NamePath path = *results[result].path;
      path.root = arguments[other.partner].path->root;
      path.keys.erase(path.keys.begin());
      return path;
    }
  return std::nullopt;
}

} // namespace det::import
