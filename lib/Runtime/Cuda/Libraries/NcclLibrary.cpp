// NCCL, behind Nccl.
#include "NcclApi.h"
#include "SharedLibrary.h"
#include "det/Runtime/Cuda/Nccl.h"

#include <cstring>
#include <chrono>
#include <deque>
#include <thread>
#include <utility>
#include <vector>

namespace det::rt::cuda {

namespace {

// The first with ncclCommSplit.
constexpr int oldestNccl = 21800;
// Milliseconds that ranks may end apart.
constexpr int closingRounds = 10'000;

std::string versionText(int version) {
  const int scale = version < 10000 ? 1000 : 10000;
  return std::to_string(version / scale) + "." + std::to_string(version % scale / 100) + "." + std::to_string(version % 100);
}

// A communicator; a split one may have no body yet, while its parent's is at work.
struct Slot {
  api::NcclComm body = nullptr;
  Slot *parent = nullptr;
};

class NcclLibrary final : public Nccl {
public:
  explicit NcclLibrary(SharedLibrary library) : library(std::move(library)) {}

  Status open(const std::string &name);

  int version() const override { return number; }
  bool hasAllToAll() const override { return nccl.allToAll != nullptr; }
  bool takesManyIds() const override { return nccl.commInitRankScalable != nullptr; }
  Result<NcclId> makeId() override;
  Result<Communicator> connect(std::span<const NcclId> ids, int rank, int ranks) override;
  Result<Communicator> split(Communicator parent, int color, int key) override;
  Status groupStart() override { return check("ncclGroupStart", nccl.groupStart()); }
  Status groupEnd() override { return check("ncclGroupEnd", nccl.groupEnd()); }
  Status send(Communicator communicator, DevicePointer from, uint64_t bytes, int peer, Stream stream) override {
    const api::NcclComm body = bodyOf(communicator);
    return check("ncclSend", nccl.send(memory(from), bytes, api::ncclUint8, peer, body, raw(stream)), body);
  }
  Status receive(Communicator communicator, DevicePointer to, uint64_t bytes, int peer, Stream stream) override {
    const api::NcclComm body = bodyOf(communicator);
    return check("ncclRecv", nccl.recv(memory(to), bytes, api::ncclUint8, peer, body, raw(stream)), body);
  }
  Status allGather(Communicator communicator, DevicePointer from, DevicePointer to, uint64_t bytes, Stream stream) override {
    const api::NcclComm body = bodyOf(communicator);
    return check("ncclAllGather", nccl.allGather(memory(from), memory(to), bytes, api::ncclUint8, body, raw(stream)), body);
  }
  Status allToAll(Communicator communicator, DevicePointer from, DevicePointer to, uint64_t bytes, Stream stream) override {
    const api::NcclComm body = bodyOf(communicator);
    return check("ncclAlltoAll", nccl.allToAll(memory(from), memory(to), bytes, api::ncclUint8, body, raw(stream)), body);
  }
  Status broadcast(Communicator communicator, DevicePointer buffer, uint64_t bytes, int root, Stream stream) override {
    const api::NcclComm body = bodyOf(communicator);
    return check("ncclBroadcast", nccl.broadcast(memory(buffer), memory(buffer), bytes, api::ncclUint8, root, body, raw(stream)), body);
  }
  Status allReduce(Communicator communicator, DevicePointer from, DevicePointer to, uint64_t count, Real type, Reduction reduction,
                   Stream stream) override {
    const api::NcclComm body = bodyOf(communicator);
    return check("ncclAllReduce", nccl.allReduce(memory(from), memory(to), count, typeOf(type), operationOf(reduction), body, raw(stream)), body);
  }
  Status reduceScatter(Communicator communicator, DevicePointer from, DevicePointer to, uint64_t count, Real type, Reduction reduction,
                       Stream stream) override {
    const api::NcclComm body = bodyOf(communicator);
    return check("ncclReduceScatter", nccl.reduceScatter(memory(from), memory(to), count, typeOf(type), operationOf(reduction), body, raw(stream)), body);
  }
  Result<Progress> progress(Communicator communicator) override;
  void abort(Communicator communicator) override {
    Slot &slot = slotOf(communicator);
    if (slot.body)
      nccl.commAbort(std::exchange(slot.body, nullptr));
  }
  void close(Communicator communicator) override;

private:
  static int typeOf(Real type) {
    return type == Real::f16 ? api::ncclFloat16 : type == Real::bf16 ? api::ncclBfloat16 : type == Real::f32 ? api::ncclFloat32 : api::ncclFloat64;
  }
  static int operationOf(Reduction reduction) {
    return reduction == Reduction::sum ? api::ncclSum : reduction == Reduction::max ? api::ncclMax : api::ncclMin;
  }
  static void *memory(DevicePointer address) { return reinterpret_cast<void *>(address); }
  static api::NcclStream raw(Stream stream) { return reinterpret_cast<api::NcclStream>(stream.value); }
  static Slot &slotOf(Communicator communicator) { return *reinterpret_cast<Slot *>(communicator.value); }
  static api::NcclComm bodyOf(Communicator communicator) { return slotOf(communicator).body; }
  Slot &newSlot(Slot *parent) { return slots.emplace_back(Slot{nullptr, parent}); }
  static Communicator nameOf(Slot &slot) { return {reinterpret_cast<uint64_t>(&slot)}; }

  /// What was begun and is not done yet is no error.
  Status check(const char *call, api::NcclResult result, api::NcclComm body = nullptr) const {
    if (result == api::ncclSuccess || result == api::ncclInProgress)
      return {};
    const char *detail = nccl.getLastError(body);
    return Error{std::string(call) + ": " + nccl.getErrorString(result) + (detail && *detail ? std::string(": ") + detail : "")};
  }

  SharedLibrary library;
  api::NcclFunctions nccl;
  int number = 0;
  std::deque<Slot> slots; // stay where they are
};

Status NcclLibrary::open(const std::string &name) {
  if (!library.find("ncclGetVersion", nccl.getVersion))
    return Error{"'" + name + "' is no NCCL: it lacks ncclGetVersion"};
  if (nccl.getVersion(&number) != api::ncclSuccess || number < oldestNccl)
    return Error{"NCCL " + versionText(number) + " of '" + name + "' is too old: install " + versionText(oldestNccl) + " or newer"};
#define DET_NCCL_FIND(member, symbol, parameters)                                                                                        \
  if (!library.find(#symbol, nccl.member))                                                                                               \
    return Error{"'" + name + "' (NCCL " + versionText(number) + ") has no function " #symbol ": install " + versionText(oldestNccl) + " or newer"};
  DET_NCCL_FUNCTIONS(DET_NCCL_FIND)
#undef DET_NCCL_FIND
  if (!library.find("ncclGetErrorString", nccl.getErrorString) || !library.find("ncclGetLastError", nccl.getLastError))
    return Error{"'" + name + "' (NCCL " + versionText(number) + ") has no error texts: install " + versionText(oldestNccl) + " or newer"};
  library.find("ncclAlltoAll", nccl.allToAll);
  library.find("ncclCommInitRankScalable", nccl.commInitRankScalable);
  return {};
}

Result<NcclId> NcclLibrary::makeId() {
  api::NcclUniqueId made{};
  if (Status status = check("ncclGetUniqueId", nccl.getUniqueId(&made)); !status)
    return status.error();
  NcclId id;
  static_assert(sizeof made.internal == sizeof id);
  std::memcpy(id.data(), made.internal, sizeof made.internal);
  return id;
}

Result<Communicator> NcclLibrary::connect(std::span<const NcclId> ids, int rank, int ranks) {
  std::vector<api::NcclUniqueId> given(ids.size());
  for (size_t i = 0; i < ids.size(); ++i)
    std::memcpy(given[i].internal, ids[i].data(), sizeof given[i].internal);
  api::NcclConfig config;
  config.blocking = 0;
  Slot &slot = newSlot(nullptr);
  const Status status =
      ids.size() == 1
          ? check("ncclCommInitRankConfig", nccl.commInitRankConfig(&slot.body, ranks, given[0], rank, &config))
          : check("ncclCommInitRankScalable", nccl.commInitRankScalable(&slot.body, ranks, rank, int(given.size()), given.data(), &config));
  if (!status)
    return status.error();
  return nameOf(slot);
}

Result<Communicator> NcclLibrary::split(Communicator parent, int color, int key) {
  Slot &from = slotOf(parent), &slot = newSlot(&from);
  api::NcclConfig config;
  config.blocking = 0;
  if (Status status = check("ncclCommSplit", nccl.commSplit(from.body, color, key, &slot.body, &config), from.body); !status)
    return status.error();
  return nameOf(slot);
}

Result<Nccl::Progress> NcclLibrary::progress(Communicator communicator) {
  Slot &slot = slotOf(communicator);
  if (slot.parent && slot.parent->body) {
    const Result<Progress> above = progress(nameOf(*slot.parent));
    if (!above || *above == Progress::underWay)
      return above;
  }
  if (!slot.body)
    return Error{"NCCL made no communicator"};
  api::NcclResult state = api::ncclSuccess;
  if (Status status = check("ncclCommGetAsyncError", nccl.commGetAsyncError(slot.body, &state), slot.body); !status)
    return status.error();
  if (Status status = check("NCCL", state, slot.body); !status)
    return status.error();
  return state == api::ncclInProgress ? Progress::underWay : Progress::done;
}

void NcclLibrary::close(Communicator communicator) {
  Slot &slot = slotOf(communicator);
  if (!slot.body)
    return;
  // Finalising waits for the other ranks; when they are gone, nothing is left to wait for.
  api::NcclResult state = nccl.commFinalize(slot.body);
  for (int round = 0; state == api::ncclInProgress && round < closingRounds; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (nccl.commGetAsyncError(slot.body, &state) != api::ncclSuccess)
      break;
  }
  if (state == api::ncclSuccess)
    nccl.commDestroy(slot.body);
  else
    nccl.commAbort(slot.body);
  slot.body = nullptr;
}

} // namespace

Result<std::unique_ptr<Nccl>> openNccl(const std::string &name) {
  Result<SharedLibrary> library = SharedLibrary::open(name);
  if (!library)
    return Error{"there is no NCCL on this machine: " + library.error().message +
                 "; install NCCL " + versionText(oldestNccl) + " or newer: several processes on GPUs need it"};
  auto nccl = std::make_unique<NcclLibrary>(std::move(*library));
  if (Status status = nccl->open(name); !status)
    return status.error();
  return std::unique_ptr<Nccl>(std::move(nccl));
}

Result<std::unique_ptr<Nccl>> openNccl() { return openNccl("libnccl.so.2"); }

} // namespace det::rt::cuda
