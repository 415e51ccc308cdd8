// A case of the property test: a graph, its data, the runs that must agree, and the controls that must not.
//
//   // det-property: NAME data=small seed=12 recipe=k_leaf_min=4,k_leaf_max=4
//   // run: mesh=a=2,b=3 threads=2 shard=arg0=[{a},{b}] fill=nan
//   // run: mesh=a=1,b=1 isa=v3
//   // control: recipe=row_leaf_max=16
//   module { ... }
//
// A file holds one or more, each beginning with its first line.
#ifndef DET_TEST_PROPERTY_CASE_H
#define DET_TEST_PROPERTY_CASE_H

#include "Inputs.h"
#include "Options.h"

namespace det::property {

/// One way to compile and run the graph.
struct Run {
  std::string line; ///< as written, for messages
  run::CompileChoice compile;
  rt::SessionOptions session;
  uint64_t seed = 0;    ///< added to the case's
  bool control = false; ///< must leave other bits
};

struct Case {
  std::string name, text, recipe;
  Mood mood = Mood::normal;
  uint64_t seed = 0;
  std::vector<Run> runs;
};

/// Errors name the line and what is wrong with it.
rt::Result<std::vector<Case>> readCases(std::string_view text);

} // namespace det::property

#endif // DET_TEST_PROPERTY_CASE_H
