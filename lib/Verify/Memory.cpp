// Pieces of memory.
#include "Memory.h"

#include "Fault.h"

#include <algorithm>

namespace det::verify {

int64_t Access::addressOf(const Index &element) const {
  int64_t address = base;
  for (size_t dim = 0; dim < box.size(); ++dim)
    address += (element[dim] - box[dim].begin) * strides[dim];
  return address;
}

std::pair<int64_t, int64_t> Access::bytes() const {
  int64_t low = base, high = base;
  for (size_t dim = 0; dim < box.size(); ++dim)
    (strides[dim] < 0 ? low : high) += (box[dim].size() - 1) * strides[dim];
  int64_t nodesBehind = nodes > 1 ? (nodes - 1) * nodeBytes() : 0;
  return {low, high + elementBytes + nodesBehind};
}

std::optional<Index> Access::elementAt(int64_t address) const {
  // From the largest stride down: what is left must be less than the next larger one.
  std::vector<size_t> dims;
  for (size_t dim = 0; dim < box.size(); ++dim)
    if (box[dim].size() > 1 && strides[dim] != 0)
      dims.push_back(dim);
  std::sort(dims.begin(), dims.end(), [&](size_t a, size_t b) { return std::abs(strides[a]) > std::abs(strides[b]); });
  Index element;
  for (const Range &range : box)
    element.push_back(range.begin);
  int64_t left = address - base;
  for (size_t dim : dims) {
    // Negative strides run from the far end.
    int64_t stride = strides[dim], last = box[dim].size() - 1;
    if (stride < 0) {
      left += -stride * last;
      stride = -stride;
    }
    int64_t steps = left >= 0 ? std::min(left / stride, last) : 0;
    left -= steps * stride;
    element[dim] += strides[dim] < 0 ? last - steps : steps;
  }
  return left == 0 ? std::optional(element) : std::nullopt;
}

std::vector<Index> samplesOf(const Box &box) {
  std::vector<Index> samples;
  if (volume(box) == 0)
    return samples;
  auto add = [&](auto pick) {
    Index element;
    for (size_t dim = 0; dim < box.size(); ++dim)
      element.push_back(std::clamp(pick(dim), box[dim].begin, box[dim].end - 1));
    if (std::find(samples.begin(), samples.end(), element) == samples.end())
      samples.push_back(std::move(element));
  };
  add([&](size_t dim) { return box[dim].begin; });
  add([&](size_t dim) { return box[dim].end - 1; });
  for (size_t one = 0; one < box.size(); ++one)
    if (box[one].size() > 1) {
      add([&](size_t dim) { return dim == one ? box[dim].begin + 1 : box[dim].begin; });
      add([&](size_t dim) { return dim == one ? box[dim].end - 1 : box[dim].begin; });
    }
  uint64_t state = 0x9e3779b97f4a7c15;
  for (int i = 0; i < 3; ++i)
    add([&](size_t dim) {
      state = state * 6364136223846793005 + 1442695040888963407;
      return box[dim].begin + static_cast<int64_t>((state >> 33) % box[dim].size());
    });
  return samples;
}

static bool overlap(std::pair<int64_t, int64_t> a, std::pair<int64_t, int64_t> b) {
  return a.first < b.second && b.first < a.second;
}

/// True if two accesses name the same elements at the same place.
static bool isSame(const Access &a, const Access &b) {
  return a.value == b.value && a.isFill == b.isFill && a.box == b.box && a.base == b.base && a.elementBytes == b.elementBytes && a.strides == b.strides &&
         a.partial == b.partial && a.firstNode == b.firstNode && a.nodes == b.nodes;
}

/// True if some element of `inner` that is looked at lies on bytes of an element of `outer`; `found` is that element.
static bool meets(const Access &outer, int64_t address, int64_t bytes, Index &found) {
  for (int64_t first = address - outer.elementBytes + 1; first < address + bytes; ++first)
    if (std::optional<Index> element = outer.elementAt(first)) {
      found = std::move(*element);
      return true;
    }
  return false;
}

void Memory::write(const Access &access, int64_t count) {
  if (access.count() == 0)
    return;
  std::pair<int64_t, int64_t> bytes = access.bytes();
  require(access.space == artifact::Space::arena, "writes constants");
  require(bytes.first >= 0 && bytes.second <= arena, "writes bytes [", bytes.first, ", ", bytes.second, ") of an arena of ", arena);
  for (const auto &[other, use] : busy)
    if (overlap(other.bytes(), bytes)) {
      bool isHit = other.buffer != access.buffer;
      Index found;
      for (const Index &element : samplesOf(access.box))
        isHit = isHit || meets(other, access.addressOf(element), access.elementBytes, found);
      require(!isHit, "writes where an exchange ", use == Use::reads ? "reads" : "brings", " value ", other.value);
    }
  int64_t want = access.count();
  for (auto piece = pieces.begin(); piece != pieces.end();) {
    if (!overlap(piece->bytes, bytes)) {
      ++piece;
    } else if (isSame(piece->access, access) && piece->have < piece->want) {
      piece->have += count;
      require(piece->have <= want, "writes more elements than there are of value ", access.value);
      return;
    } else if (piece->access.buffer == access.buffer && access.buffer != none && !isSame(piece->access, access)) {
      ++piece;
    } else {
      piece = pieces.erase(piece);
    }
  }
  pieces.push_front({access, bytes, count, want});
}

void Memory::forget(const Access &access) {
  pieces.remove_if([&](const Piece &piece) { return isSame(piece.access, access); });
}

const Piece *Memory::pieceAt(int64_t address, int64_t elementBytes, Index &element, int64_t &node) const {
  for (const Piece &piece : pieces) {
    if (address < piece.bytes.first || address >= piece.bytes.second || piece.access.elementBytes != elementBytes)
      continue;
    int64_t at = address;
    node = 0;
    if (piece.access.nodes > 1) {
      node = (address - piece.access.base) / piece.access.nodeBytes();
      at -= node * piece.access.nodeBytes();
    }
    if (std::optional<Index> found = piece.access.elementAt(at)) {
      element = std::move(*found);
      return &piece;
    }
  }
  return nullptr;
}

void Memory::readElement(const Access &access, const Index &element, int64_t address, int64_t node) const {
  Index found;
  int64_t foundNode;
  const Piece *piece = pieceAt(address, access.elementBytes, found, foundNode);
  if (!piece) {
    Element from = access.value == none ? Element{none, {}} : graph.origin({access.value, element});
    const Op *op = from.value == none ? nullptr : graph.maker(from.value);
    bool isPart = op && (op->name == "real" || op->name == "imag");
    if (isPart && pieceAt(address - (op->name == "imag" ? access.elementBytes : 0), 2 * access.elementBytes, found, foundNode)) {
      Access whole = access;
      whole.value = op->in[0];
      whole.elementBytes *= 2;
      return readElement(whole, from.index, address - (op->name == "imag" ? access.elementBytes : 0), 0);
    }
    // A complex number whose parts were written one by one.
    require(op && op->name == "complex", "reads value ", access.value, " at byte ", address, ", where it is not");
    for (int part : {0, 1}) {
      Access half = access;
      half.value = op->in[part];
      half.elementBytes /= 2;
      readElement(half, from.index, address + part * half.elementBytes, 0);
    }
    return;
  }
  require(piece->have == piece->want, "reads value ", access.value, " of which ", piece->have, " of ", piece->want,
          " elements were written");
  require(piece->access.partial == access.partial, "reads a part of a sum as a whole, or a whole as a part");
  if (access.value == none || piece->access.value == none)
    require(access.value == piece->access.value && found == element, "reads a helper's bytes where there are none");
  else if (access.partial != none)
    require(piece->access.firstNode + foundNode == access.firstNode + node && piece->access.value == access.value && found == element,
            "reads node ", access.firstNode + node, " of value ", access.value, " where node ",
            piece->access.firstNode + foundNode, " of value ", piece->access.value, " lies");
  else
    require(graph.origin({piece->access.value, piece->access.isFill ? Index() : found}) == graph.origin({access.value, element}), "reads value ", access.value,
            " where an element of value ", piece->access.value, " lies");
}

void Memory::read(const Access &access) const {
  if (access.count() == 0 || access.space == artifact::Space::constants)
    return;
  std::pair<int64_t, int64_t> bytes = access.bytes();
  require(bytes.first >= 0 && bytes.second <= arena, "reads bytes [", bytes.first, ", ", bytes.second, ") of an arena of ", arena);
  for (const Index &element : samplesOf(access.box))
    for (int64_t node = 0; node < std::max<int64_t>(access.nodes, 1); ++node)
      readElement(access, element, access.addressOf(element) + node * access.nodeBytes(), node);
  // Wherever another piece begins or ends among the elements.
  if (access.nodes > 1)
    return;
  for (const Piece &piece : pieces)
    if (overlap(piece.bytes, bytes) && piece.access.value != access.value)
      for (const Index &element : samplesOf(piece.access.box)) {
        Index found;
        if (meets(access, piece.access.addressOf(element), piece.access.elementBytes, found))
          readElement(access, found, access.addressOf(found), 0);
      }
}

void Memory::endBusy(const Access &access, Use use) {
  auto found = std::find_if(busy.begin(), busy.end(), [&](const Busy &other) { return other.use == use && isSame(other.access, access); });
  if (found != busy.end())
    busy.erase(found);
}

} // namespace det::verify
