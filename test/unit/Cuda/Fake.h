// A library that stands in for CUDA's or NCCL's.
#ifndef DET_TEST_UNIT_CUDA_FAKE_H
#define DET_TEST_UNIT_CUDA_FAKE_H

#include <dlfcn.h>
#include <string>

namespace det::rt::test {

/// From the other side: what it is like, and what it was asked.
class Fake {
public:
  explicit Fake(const char *path) : handle(dlopen(path, RTLD_NOW | RTLD_LOCAL)) { call<void (*)()>("fakeReset")(); }
  ~Fake() { dlclose(handle); }
  void set(const char *key, long value) { call<void (*)(const char *, long)>("fakeSet")(key, value); }
  std::string calls() { return call<const char *(*)()>("fakeCalls")(); }

private:
  template <class F> F call(const char *name) { return reinterpret_cast<F>(dlsym(handle, name)); }
  void *handle;
};

} // namespace det::rt::test

#endif // DET_TEST_UNIT_CUDA_FAKE_H
