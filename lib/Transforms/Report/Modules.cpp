// Modules of ops, from the names of the state.
#include "Modules.h"

#include "det/Dialect/Det/Det.h"
#include "det/Dialect/Det/Loops.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;

namespace det {

using Path = SmallVector<StringRef, 6>;

static Path partsOf(StringRef name) {
  Path parts;
  name.split(parts, '.');
  return parts;
}

/// What both paths begin with.
static ArrayRef<StringRef> common(ArrayRef<StringRef> a, ArrayRef<StringRef> b) {
  size_t n = 0;
  while (n < a.size() && n < b.size() && a[n] == b[n])
    ++n;
  return a.take_front(n);
}

/// The module of every state tensor. A parameter and its optimizer state end alike, in trees of their own: what follows is the
/// parameter's path (`params.h0.qkv.w`, `opt.1.0.mu.h0.qkv.w`), and its module is the path without the last part. A name that
/// ends like no other keeps all but what all names begin with.
static llvm::StringMap<Path> modulesOfState(ArrayRef<StringRef> names) {
  llvm::StringMap<SmallVector<StringRef, 2>> roots; // of a suffix: the first parts of the names that end so
  std::optional<Path> shared;
  for (StringRef name : names) {
    Path parts = partsOf(name);
    shared = shared ? Path(common(*shared, parts)) : parts;
    for (size_t i = 1; i < parts.size(); ++i)
      roots[llvm::join(ArrayRef(parts).drop_front(i), ".")].push_back(parts[0]);
  }
  llvm::StringMap<Path> modules;
  for (StringRef name : names) {
    const Path parts = partsOf(name);
    size_t begin = names.size() > 1 && shared->size() < parts.size() ? shared->size() : 0;
    for (size_t i = 1; i < parts.size(); ++i)
      if (!llvm::all_equal(roots[llvm::join(ArrayRef(parts).drop_front(i), ".")])) {
        begin = i;
        break;
      }
    Path path(llvm::drop_begin(parts, begin));
    if (path.size() > 1)
      path.pop_back();
    modules[name] = path;
  }
  return modules;
}

namespace {

class Assignment {
public:
  explicit Assignment(func::FuncOp main) : main(main) {
    SmallVector<StringRef> names;
    for (unsigned i = 0; i < main.getNumArguments(); ++i)
      if (StringRef name = stateName(main.getArgAttrDict(i)); !name.empty())
        names.push_back(name);
    llvm::StringMap<Path> ofState = modulesOfState(names);
    for (auto [i, argument] : llvm::enumerate(main.getArguments()))
      if (Path path = ofState.lookup(stateName(main.getArgAttrDict(i))); !path.empty())
        read[argument] = path;
    for (unsigned i = 0; i < main.getNumResults(); ++i)
      made.push_back(ofState.lookup(stateName(main.getResultAttrDict(i))));
  }

  DenseMap<Operation *, std::string> run() {
    SmallVector<Operation *> ops;
    walkGraph(main.getBody().front(), [&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops)
      fromState(op);
    for (Operation *op : llvm::reverse(ops))
      if (!paths.contains(op))
        fromReaders(op);
    for (Operation *op : ops)
      if (!paths.contains(op))
        fromOperands(op);
    DenseMap<Operation *, std::string> texts;
    for (const auto &[op, path] : paths)
      texts[op] = llvm::join(path, ".");
    return texts;
  }

private:
  static StringRef stateName(DictionaryAttr attrs) {
    auto kind = attrs ? attrs.getAs<StringAttr>(kKindAttr) : StringAttr();
    auto name = attrs ? attrs.getAs<StringAttr>(kNameAttr) : StringAttr();
    return kind && kind == "state" && name ? name.getValue() : "";
  }

  /// Narrows `path` to what it has in common with `other`; false if that is nothing.
  static bool narrow(std::optional<Path> &path, ArrayRef<StringRef> other) {
    path = path ? Path(common(*path, other)) : Path(other);
    return !path->empty();
  }

  void set(Operation *op, const std::optional<Path> &path) {
    if (path && !path->empty())
      paths[op] = *path;
  }

  void fromState(Operation *op) {
    std::optional<Path> path;
    for (Value operand : op->getOperands())
      if (auto found = read.find(operand); found != read.end())
        narrow(path, found->second);
    set(op, path);
    // A parameter that is only moved or converted is still that parameter.
    auto partitionable = dyn_cast<PartitionableOpInterface>(op);
    if (path && !path->empty() && op->getNumOperands() == 1 && op->getNumResults() == 1 && partitionable && partitionable.getFlopsPerPoint() == 0)
      read[op->getResult(0)] = *path;
  }

  /// A scalar, say the norm of all gradients, is read by many and says little of them.
  static bool isScalar(Operation *op) {
    auto type = op->getNumResults() == 1 ? dyn_cast<RankedTensorType>(op->getResult(0).getType()) : RankedTensorType();
    return type && type.getNumElements() == 1;
  }

  void fromReaders(Operation *op) {
    if (isScalar(op))
      return;
    std::optional<Path> path;
    for (OpOperand &use : op->getUses()) {
      Operation *reader = use.getOwner();
      if (isa<func::ReturnOp>(reader)) {
        if (const Path &module = made[use.getOperandNumber()]; !module.empty() && !narrow(path, module))
          return;
      } else if (auto found = paths.find(reader); found != paths.end() && !narrow(path, found->second)) {
        return;
      }
    }
    set(op, path);
  }

  void fromOperands(Operation *op) {
    std::optional<Path> path, last;
    for (Value operand : op->getOperands()) {
      Operation *made = operand.getDefiningOp();
      if (auto found = paths.find(made); found != paths.end()) {
        narrow(path, found->second);
        last = found->second;
      } else if (isScalar(op) && made && made->getNumOperands() > 0) {
        return;
      }
    }
    set(op, (path && !path->empty()) || isScalar(op) ? path : last);
  }

  func::FuncOp main;
  DenseMap<Value, Path> read; ///< arguments, and what they become when moved
  SmallVector<Path> made;     ///< per result
  DenseMap<Operation *, Path> paths;
};

} // namespace

DenseMap<Operation *, std::string> modulesOf(func::FuncOp main) { return Assignment(main).run(); }

} // namespace det
