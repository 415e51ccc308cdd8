// A library with the entry points of NCCL, to load in its place: moves nothing, and writes down what it is asked. What it is like: fakeSet.
#include "FakeCalls.h"

namespace {

struct Id {
  char bytes[128];
};
struct Config {
  size_t size;
  unsigned magic, version;
  int blocking;
};

} // namespace

extern "C" {

int ncclGetVersion(int *version) { return *version = int(get("version", 22809)), 0; }
const char *ncclGetErrorString(int) { return "a fake error"; }
const char *ncclGetLastError(void *) { return "in detail"; }
int ncclGetUniqueId(Id *id) { return std::strcpy(id->bytes, "fake id"), note("ncclGetUniqueId"); }
int ncclCommInitRankConfig(void **made, int ranks, Id id, int rank, Config *config) {
  *made = reinterpret_cast<void *>(++handles);
  const int result = note("ncclCommInitRankConfig " + std::to_string(rank) + " of " + std::to_string(ranks) + " " + id.bytes + " blocking " +
                          std::to_string(config->blocking));
  return result ? result : 7; // under way
}
int ncclCommInitRankScalable(void **made, int ranks, int rank, int count, Id *ids, Config *config) {
  *made = reinterpret_cast<void *>(++handles);
  std::string text = "ncclCommInitRankScalable " + std::to_string(rank) + " of " + std::to_string(ranks);
  for (int i = 0; i < count; ++i)
    text += std::string(" ") + ids[i].bytes;
  const int result = note(text + " blocking " + std::to_string(config->blocking));
  return result ? result : 7; // under way
}
int ncclCommSplit(void *, int color, int key, void **made, Config *) {
  *made = color < 0 ? nullptr : reinterpret_cast<void *>(++handles);
  return note("ncclCommSplit color " + std::to_string(color) + " key " + std::to_string(key));
}
int ncclCommFinalize(void *body) {
  const int result = note("ncclCommFinalize " + numberOf(body));
  return result ? result : 7; // under way
}
int ncclCommDestroy(void *body) { return note("ncclCommDestroy " + numberOf(body)); }
int ncclCommAbort(void *body) { return note("ncclCommAbort " + numberOf(body)); }
int ncclCommGetAsyncError(void *, int *state) {
  const long waits = get("waits", 0);
  settings["waits"] = waits > 0 ? waits - 1 : waits;
  return *state = waits != 0 ? 7 : int(get("state", 0)), 0;
}
int ncclGroupStart() { return note("ncclGroupStart"); }
int ncclGroupEnd() {
  const int result = note("ncclGroupEnd");
  return result ? result : 7;
}
int ncclSend(const void *, size_t bytes, int type, int peer, void *body, void *) {
  return note("ncclSend " + std::to_string(bytes) + " of type " + std::to_string(type) + " to " + std::to_string(peer) + " in " + numberOf(body));
}
int ncclRecv(void *, size_t bytes, int type, int peer, void *body, void *) {
  return note("ncclRecv " + std::to_string(bytes) + " of type " + std::to_string(type) + " from " + std::to_string(peer) + " in " + numberOf(body));
}
int ncclAllGather(const void *, void *, size_t bytes, int type, void *body, void *) {
  return note("ncclAllGather " + std::to_string(bytes) + " of type " + std::to_string(type) + " in " + numberOf(body));
}
int ncclAlltoAll(const void *, void *, size_t bytes, int type, void *body, void *) {
  return note("ncclAlltoAll " + std::to_string(bytes) + " of type " + std::to_string(type) + " in " + numberOf(body));
}
int ncclAllReduce(const void *, void *, size_t count, int type, int reduction, void *body, void *) {
  return note("ncclAllReduce " + std::to_string(count) + " of type " + std::to_string(type) + " by " + std::to_string(reduction) + " in " + numberOf(body));
}
int ncclReduceScatter(const void *, void *, size_t count, int type, int reduction, void *body, void *) {
  return note("ncclReduceScatter " + std::to_string(count) + " of type " + std::to_string(type) + " by " + std::to_string(reduction) + " in " +
              numberOf(body));
}
int ncclBroadcast(const void *, void *, size_t bytes, int type, int root, void *body, void *) {
  return note("ncclBroadcast " + std::to_string(bytes) + " of type " + std::to_string(type) + " root " + std::to_string(root) + " in " + numberOf(body));
}
}
