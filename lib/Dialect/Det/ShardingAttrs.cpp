// Mesh, sharding and layout attributes: text form and the geometry of boxes.
#include "det/Dialect/Det/Det.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;

namespace det {

//===-- Axes ---------------------------------------------------------------------------------------------------------===//

// "data" or "data":(2)4
static FailureOr<AxisRefAttr> parseAxis(AsmParser &parser) {
  std::string name;
  int64_t pre = 0, size = 0;
  if (parser.parseString(&name))
    return failure();
  if (succeeded(parser.parseOptionalColon()))
    if (parser.parseLParen() || parser.parseInteger(pre) || parser.parseRParen() || parser.parseInteger(size))
      return failure();
  return AxisRefAttr::get(parser.getContext(), name, pre, size);
}

static void printAxis(AsmPrinter &printer, AxisRefAttr axis) {
  printer << '"' << axis.getName() << '"';
  if (axis.getSize())
    printer << ":(" << axis.getPreSize() << ")" << axis.getSize();
}

static void printAxes(AsmPrinter &printer, ArrayRef<AxisRefAttr> axes) {
  llvm::interleaveComma(axes, printer, [&](AxisRefAttr axis) { printAxis(printer, axis); });
}

Attribute AxisRefAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<AxisRefAttr> axis = parseAxis(parser);
  return failed(axis) || parser.parseGreater() ? Attribute() : *axis;
}

void AxisRefAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printAxis(printer, *this);
  printer << '>';
}

//===-- Mesh ---------------------------------------------------------------------------------------------------------===//

Attribute MeshAttr::parse(AsmParser &parser, Type) {
  SmallVector<StringAttr> names;
  SmallVector<int64_t> sizes;
  auto parseOne = [&]() -> ParseResult {
    std::string name;
    if (parser.parseString(&name) || parser.parseEqual() || parser.parseInteger(sizes.emplace_back()))
      return failure();
    names.push_back(StringAttr::get(parser.getContext(), name));
    return success();
  };
  if (parser.parseLess() || parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne) || parser.parseGreater())
    return {};
  return MeshAttr::get(parser.getContext(), names, sizes);
}

void MeshAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(llvm::zip(getNames(), getSizes()), printer,
                        [&](auto axis) { printer << '"' << std::get<0>(axis).getValue() << "\"=" << std::get<1>(axis); });
  printer << "]>";
}

int64_t MeshAttr::getNumRanks() const {
  int64_t count = 1;
  for (int64_t size : getSizes())
    count *= size;
  return count;
}

int64_t MeshAttr::getSize(AxisRefAttr axis) const {
  for (auto [name, size] : llvm::zip(getNames(), getSizes()))
    if (name.getValue() == axis.getName()) {
      if (!axis.getSize())
        return size;
      return axis.getPreSize() > 0 && size % (axis.getPreSize() * axis.getSize()) == 0 ? axis.getSize() : 0;
    }
  return 0;
}

int64_t MeshAttr::getCoordinate(int64_t rank, AxisRefAttr axis) const {
  int64_t stride = 1;
  for (int64_t i = static_cast<int64_t>(getSizes().size()) - 1; i >= 0; --i) {
    int64_t size = getSizes()[i];
    if (getNames()[i].getValue() == axis.getName()) {
      int64_t coordinate = rank / stride % size;
      if (!axis.getSize())
        return coordinate;
      int64_t minor = size / (axis.getPreSize() * axis.getSize());
      return coordinate / minor % axis.getSize();
    }
    stride *= size;
  }
  return 0;
}

int64_t MeshAttr::getFlatIndex(int64_t rank, ArrayRef<AxisRefAttr> axes) const {
  int64_t index = 0;
  for (AxisRefAttr axis : axes)
    index = index * getSize(axis) + getCoordinate(rank, axis);
  return index;
}

int64_t MeshAttr::getNumShards(ArrayRef<AxisRefAttr> axes) const {
  int64_t count = 1;
  for (AxisRefAttr axis : axes)
    count *= getSize(axis);
  return count;
}

//===-- Sharding -----------------------------------------------------------------------------------------------------===//

// {"data", "model", ?}p1
static FailureOr<DimShardingAttr> parseDimSharding(AsmParser &parser) {
  SmallVector<AxisRefAttr> axes;
  bool open = false;
  int64_t priority = 0;
  auto parseOne = [&]() -> ParseResult {
    if (succeeded(parser.parseOptionalQuestion())) {
      open = true;
      return success();
    }
    FailureOr<AxisRefAttr> axis = parseAxis(parser);
    if (failed(axis))
      return failure();
    axes.push_back(*axis);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, parseOne))
    return failure();
  // A priority is one word: p0, p1, ...
  StringRef word;
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword(&word)))
    if (!word.consume_front("p") || word.getAsInteger(10, priority))
      return parser.emitError(loc, "expected a priority such as p1"), failure();
  return DimShardingAttr::get(parser.getContext(), axes, open, priority);
}

static void printDimSharding(AsmPrinter &printer, DimShardingAttr dim) {
  printer << '{';
  printAxes(printer, dim.getAxes());
  if (dim.getOpen())
    printer << (dim.getAxes().empty() ? "?" : ", ?");
  printer << '}';
  if (dim.getPriority())
    printer << 'p' << dim.getPriority();
}

Attribute DimShardingAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<DimShardingAttr> dim = parseDimSharding(parser);
  return failed(dim) || parser.parseGreater() ? Attribute() : *dim;
}

void DimShardingAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printDimSharding(printer, *this);
  printer << '>';
}

Attribute ShardingAttr::parse(AsmParser &parser, Type) {
  SmallVector<DimShardingAttr> dims;
  SmallVector<AxisRefAttr> replicated;
  auto parseDim = [&]() -> ParseResult {
    FailureOr<DimShardingAttr> dim = parseDimSharding(parser);
    if (failed(dim))
      return failure();
    dims.push_back(*dim);
    return success();
  };
  auto parseReplicated = [&]() -> ParseResult {
    FailureOr<AxisRefAttr> axis = parseAxis(parser);
    if (failed(axis))
      return failure();
    replicated.push_back(*axis);
    return success();
  };
  if (parser.parseLess() || parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseDim))
    return {};
  if (succeeded(parser.parseOptionalComma()))
    if (parser.parseKeyword("replicated") || parser.parseEqual() ||
        parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, parseReplicated))
      return {};
  return parser.parseGreater() ? Attribute() : ShardingAttr::get(parser.getContext(), dims, replicated);
}

void ShardingAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(getDims(), printer, [&](DimShardingAttr dim) { printDimSharding(printer, dim); });
  printer << ']';
  if (!getReplicated().empty()) {
    printer << ", replicated = {";
    printAxes(printer, getReplicated());
    printer << '}';
  }
  printer << '>';
}

//===-- Layout -------------------------------------------------------------------------------------------------------===//

// {"data"}[0, 8, 16], {"data"}[0:9, 7:16], {}[3:4], or {}
static FailureOr<DimLayoutAttr> parseDimLayout(AsmParser &parser) {
  SmallVector<AxisRefAttr> axes;
  SmallVector<int64_t> edges, ends;
  auto parseEdge = [&]() -> ParseResult {
    if (parser.parseInteger(edges.emplace_back()))
      return failure();
    return succeeded(parser.parseOptionalColon()) ? parser.parseInteger(ends.emplace_back()) : ParseResult(success());
  };
  auto parseOne = [&]() -> ParseResult {
    FailureOr<AxisRefAttr> axis = parseAxis(parser);
    if (failed(axis))
      return failure();
    axes.push_back(*axis);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, parseOne))
    return failure();
  AsmParser::Delimiter brackets = axes.empty() ? AsmParser::Delimiter::OptionalSquare : AsmParser::Delimiter::Square;
  if (parser.parseCommaSeparatedList(brackets, parseEdge))
    return failure();
  if (!ends.empty() && ends.size() != edges.size())
    return parser.emitError(parser.getCurrentLocation(), "expected an end for every shard, or for none"), failure();
  return DimLayoutAttr::get(parser.getContext(), axes, edges, ends);
}

static void printDimLayout(AsmPrinter &printer, DimLayoutAttr dim) {
  printer << '{';
  printAxes(printer, dim.getAxes());
  printer << '}';
  if (!dim.getEdges().empty()) {
    printer << '[';
    if (dim.isTiling())
      llvm::interleaveComma(dim.getEdges(), printer);
    else
      llvm::interleaveComma(llvm::zip(dim.getEdges(), dim.getEnds()), printer,
                            [&](auto shard) { printer << std::get<0>(shard) << ':' << std::get<1>(shard); });
    printer << ']';
  }
}

Attribute DimLayoutAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<DimLayoutAttr> dim = parseDimLayout(parser);
  return failed(dim) || parser.parseGreater() ? Attribute() : *dim;
}

void DimLayoutAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printDimLayout(printer, *this);
  printer << '>';
}

Attribute LayoutAttr::parse(AsmParser &parser, Type) {
  SmallVector<DimLayoutAttr> dims, partial;
  auto parseInto = [&](SmallVector<DimLayoutAttr> &list) {
    return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() -> ParseResult {
      FailureOr<DimLayoutAttr> dim = parseDimLayout(parser);
      if (failed(dim))
        return failure();
      list.push_back(*dim);
      return success();
    });
  };
  if (parser.parseLess() || parseInto(dims))
    return {};
  if (succeeded(parser.parseOptionalComma()))
    if (parser.parseKeyword("partial") || parser.parseEqual() || parseInto(partial))
      return {};
  return parser.parseGreater() ? Attribute() : LayoutAttr::get(parser.getContext(), dims, partial);
}

void LayoutAttr::print(AsmPrinter &printer) const {
  auto printList = [&](ArrayRef<DimLayoutAttr> list) {
    printer << '[';
    llvm::interleaveComma(list, printer, [&](DimLayoutAttr dim) { printDimLayout(printer, dim); });
    printer << ']';
  };
  printer << '<';
  printList(getDims());
  if (isPartial()) {
    printer << ", partial = ";
    printList(getPartial());
  }
  printer << '>';
}

DimLayoutAttr DimLayoutAttr::getReads(MLIRContext *context, ArrayRef<AxisRefAttr> axes,
                                      ArrayRef<std::pair<int64_t, int64_t>> intervals, int64_t size) {
  SmallVector<int64_t> begins, ends;
  for (auto [begin, end] : intervals) {
    begins.push_back(begin);
    ends.push_back(end);
  }
  if (llvm::all_of(intervals, [&](auto interval) { return interval == std::pair<int64_t, int64_t>(0, size); }))
    return get(context, {}, {});
  bool tiles = begins.front() == 0 && ends.back() == size && ArrayRef(begins).drop_front() == ArrayRef(ends).drop_back();
  if (!tiles)
    return get(context, axes, begins, ends);
  begins.push_back(size);
  return get(context, axes, begins);
}

int64_t DimLayoutAttr::getLargestShard() const {
  int64_t largest = 0;
  for (int64_t shard = 0; shard < getNumShards(); ++shard)
    largest = std::max(largest, getShard(shard).second - getShard(shard).first);
  return largest;
}

LayoutAttr LayoutAttr::getReplicated(MLIRContext *context, int64_t rank) {
  return get(context, SmallVector<DimLayoutAttr>(rank, DimLayoutAttr::get(context, {}, {})), {});
}

bool LayoutAttr::isReplicated() const {
  return !isPartial() && llvm::all_of(getDims(), [](DimLayoutAttr dim) { return dim.getEdges().empty(); });
}

bool LayoutAttr::isTiling() const {
  return llvm::all_of(getDims(), [](DimLayoutAttr dim) { return dim.isTiling(); });
}

static std::pair<int64_t, int64_t> getInterval(MeshAttr mesh, int64_t rank, DimLayoutAttr dim, int64_t size) {
  if (dim.getEdges().empty())
    return {0, size};
  return dim.getShard(mesh.getFlatIndex(rank, dim.getAxes()));
}

std::pair<int64_t, int64_t> LayoutAttr::getInterval(MeshAttr mesh, int64_t rank, int64_t dim, int64_t size) const {
  return det::getInterval(mesh, rank, getDims()[dim], size);
}

std::pair<int64_t, int64_t> LayoutAttr::getPartialInterval(MeshAttr mesh, int64_t rank, int64_t dim, int64_t size) const {
  return det::getInterval(mesh, rank, getPartial()[dim], size);
}

} // namespace det
