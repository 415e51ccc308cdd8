// Where ops come from: what their locations say, and which part of the model they work for.
#include "det/Transforms/Report/Page.h"

#include "Modules.h"
#include "det/Dialect/Det/Loops.h"
#include "det/Dialect/Det/Numbers.h"

using namespace mlir;

namespace det {

namespace {
/// The names and the calls of a location. A name above a line of a file is a function; any other is a scope.
struct Place {
  std::vector<std::string> scopes, calls;

  void read(Location loc) {
    if (auto name = dyn_cast<NameLoc>(loc)) {
      if (auto line = dyn_cast<FileLineColRange>(name.getChildLoc()))
        return addCall(name.getName().getValue(), line);
      if (!name.getName().empty())
        scopes.push_back(name.getName().str());
      read(name.getChildLoc());
    } else if (auto site = dyn_cast<CallSiteLoc>(loc)) {
      read(site.getCaller());
      // What a called function lists may begin with its callers once more.
      Place callee;
      callee.read(site.getCallee());
      bool repeats = callee.calls.size() >= calls.size() && std::equal(calls.begin(), calls.end(), callee.calls.begin());
      if (repeats)
        calls.clear();
      llvm::append_range(calls, callee.calls);
      llvm::append_range(scopes, callee.scopes);
    } else if (auto fused = dyn_cast<FusedLoc>(loc)) {
      for (Location part : fused.getLocations())
        if (scopes.empty() && calls.empty())
          read(part);
    } else if (auto line = dyn_cast<FileLineColRange>(loc)) {
      addCall("", line);
    }
  }

private:
  void addCall(StringRef function, FileLineColRange line) {
    std::string text = function.str();
    if (!line.getFilename().empty())
      text += (text.empty() ? "" : " ") + line.getFilename().str() + ":" + std::to_string(line.getStartLine());
    calls.push_back(text);
  }
};
} // namespace

std::vector<OpOrigin> originsOf(ModuleOp ordered) {
  auto main = ordered.lookupSymbol<func::FuncOp>("main");
  DenseMap<Operation *, std::string> modules = modulesOf(main);
  std::vector<OpOrigin> origins;
  walkGraph(main.getBody().front(), [&](Operation *op) {
    if (op->getNumResults() == 0)
      return;
    Place place;
    place.read(op->getLoc());
    origins.push_back({numberOf(op->getResult(0)), llvm::join(place.scopes, "/"), llvm::join(place.calls, "\n"), modules.lookup(op)});
  });
  return origins;
}

} // namespace det
