// cuBLASLt, behind CublasLt.
#include "det/Runtime/Cuda/CublasLt.h"
#include "CublasLtApi.h"
#include "SharedLibrary.h"
#include "det/Runtime/Pins/PinFile.h"

#include <algorithm>
#include <deque>

namespace det::rt::cuda {

namespace {

/// What the library calls a product. It keeps matrices by columns: D of ours is its transpose, so its first operand is our B.
struct Descriptors {
  api::LtDesc desc = nullptr;
  api::LtLayout first = nullptr, second = nullptr, result = nullptr;
};

/// A product that is ready to run.
struct Prepared {
  Descriptors of;
  GemmType type = GemmType::f32;
  api::LtAlgo algo{};
  uint64_t workspace = 0;
};

int dataTypeOf(GemmType type) {
  switch (type) {
  case GemmType::f16:
    return api::ltF16;
  case GemmType::bf16:
    return api::ltBf16;
  case GemmType::f64:
    return api::ltF64;
  case GemmType::f32:
    break;
  }
  return api::ltF32;
}
int resultTypeOf(GemmType type) { return type == GemmType::f64 ? api::ltF64 : api::ltF32; }
int computeTypeOf(GemmType type) { return type == GemmType::f64 ? api::ltCompute64F : api::ltCompute32F; }

class CublasLtLibrary final : public CublasLt {
public:
  explicit CublasLtLibrary(SharedLibrary library) : library(std::move(library)) {}
  ~CublasLtLibrary() override;

  Status open(const std::string &name);

  int version() const override { return number; }
  Result<std::vector<Algorithm>> candidates(const GemmCall &call, const MatmulSearch &search) override;
  Result<Matmul> prepare(const GemmCall &call, const Algorithm &algorithm) override;
  uint64_t workspaceBytes(Matmul matmul) const override { return preparedOf(matmul).workspace; }
  Status run(Matmul matmul, DevicePointer a, DevicePointer b, DevicePointer d, DevicePointer workspace, Stream stream) override;

private:
  static Prepared &preparedOf(Matmul matmul) { return *reinterpret_cast<Prepared *>(matmul.value); }
  static void *memory(DevicePointer address) { return reinterpret_cast<void *>(address); }

  Status check(const char *call, api::LtResult result) const {
    if (result == api::ltSuccess)
      return {};
    const char *name = lt.getStatusName(result);
    return Error{std::string(call) + ": " + (name ? name : "unknown error") + " (" + std::to_string(result) + ")"};
  }
  Status describe(const GemmCall &call, Descriptors &made) const;
  Status layout(int type, int64_t rows, int64_t columns, const GemmOperand &operand, int64_t count, api::LtLayout &made) const;
  void release(Descriptors &made) const;
  Result<std::vector<Algorithm>> search(const Descriptors &made, const GemmCall &call, const MatmulSearch &search) const;
  Status configure(const GemmCall &call, const Algorithm &algorithm, Prepared &made) const;
  Result<Algorithm> attributesOf(const api::LtAlgo &algo) const;

  SharedLibrary library;
  api::LtFunctions lt;
  api::LtHandle handle = nullptr;
  int number = 0;
  std::deque<Prepared> prepared; // stay where they are
};

CublasLtLibrary::~CublasLtLibrary() {
  for (Prepared &one : prepared)
    release(one.of);
  if (handle)
    lt.destroy(handle);
}

Status CublasLtLibrary::open(const std::string &name) {
  if (!library.find("cublasLtGetVersion", lt.getVersion))
    return Error{"'" + name + "' is no cuBLASLt: it lacks cublasLtGetVersion"};
  number = int(lt.getVersion());
  if (number / 10000 != cublasLtMajor)
    return Error{"cuBLASLt " + cublasLtVersionText(number) + " of '" + name + "' is of another major version: install " +
                 std::to_string(cublasLtMajor) + ".x"};
#define DET_CUBLASLT_FIND(member, symbol, parameters)                                                                            \
  if (!library.find(#symbol, lt.member))                                                                                         \
    return Error{"'" + name + "' (cuBLASLt " + cublasLtVersionText(number) + ") has no function " #symbol};
  DET_CUBLASLT_FUNCTIONS(DET_CUBLASLT_FIND)
#undef DET_CUBLASLT_FIND
  if (!library.find("cublasLtGetStatusName", lt.getStatusName))
    return Error{"'" + name + "' (cuBLASLt " + cublasLtVersionText(number) + ") has no function cublasLtGetStatusName"};
  const api::LtResult result = lt.create(&handle);
  if (result == api::ltNotInitialized)
    return Error{"cuBLASLt does not start: there is no GPU that it can use, or the driver is older than its CUDA: " +
                 check("cublasLtCreate", result).error().message};
  return check("cublasLtCreate", result);
}

Status CublasLtLibrary::layout(int type, int64_t rows, int64_t columns, const GemmOperand &operand, int64_t count,
                               api::LtLayout &made) const {
  if (Status status =
          check("cublasLtMatrixLayoutCreate", lt.layoutCreate(&made, type, uint64_t(rows), uint64_t(columns), operand.ld));
      !status)
    return status;
  if (count == 1)
    return {};
  const int32_t batches = int32_t(count);
  const int64_t stride = operand.batch;
  if (Status status =
          check("cublasLtMatrixLayoutSetAttribute", lt.layoutSet(made, api::ltLayoutBatchCount, &batches, sizeof batches));
      !status)
    return status;
  return check("cublasLtMatrixLayoutSetAttribute", lt.layoutSet(made, api::ltLayoutBatchStride, &stride, sizeof stride));
}

Status CublasLtLibrary::describe(const GemmCall &call, Descriptors &made) const {
  if (Status status =
          check("cublasLtMatmulDescCreate", lt.descCreate(&made.desc, computeTypeOf(call.type), resultTypeOf(call.type)));
      !status)
    return status;
  // B by columns with columns as neighbours is n x k as it lies; A with terms as neighbours is k x m as it lies.
  const int32_t first = call.b.alongTerms ? api::ltTransposed : api::ltPlain,
                second = call.a.alongTerms ? api::ltPlain : api::ltTransposed;
  if (Status status = check("cublasLtMatmulDescSetAttribute", lt.descSet(made.desc, api::ltDescTransA, &first, sizeof first));
      !status)
    return status;
  if (Status status = check("cublasLtMatmulDescSetAttribute", lt.descSet(made.desc, api::ltDescTransB, &second, sizeof second));
      !status)
    return status;
  const int type = dataTypeOf(call.type);
  if (Status status =
          layout(type, call.b.alongTerms ? call.k : call.n, call.b.alongTerms ? call.n : call.k, call.b, call.count, made.first);
      !status)
    return status;
  if (Status status =
          layout(type, call.a.alongTerms ? call.k : call.m, call.a.alongTerms ? call.m : call.k, call.a, call.count, made.second);
      !status)
    return status;
  return layout(resultTypeOf(call.type), call.n, call.m, call.d, call.count, made.result);
}

void CublasLtLibrary::release(Descriptors &made) const {
  for (const api::LtLayout one : {made.first, made.second, made.result})
    if (one)
      lt.layoutDestroy(one);
  if (made.desc)
    lt.descDestroy(made.desc);
  made = {};
}

Result<Algorithm> CublasLtLibrary::attributesOf(const api::LtAlgo &algo) const {
  Algorithm read{};
  for (size_t i = 0; i < read.size(); ++i) {
    uint32_t value = 0;
    size_t written = 0;
    if (Status status =
            check("cublasLtMatmulAlgoConfigGetAttribute", lt.algoGet(&algo, int(i), &value, api::ltAlgorithmBytes[i], &written));
        !status)
      return Error{status.error().message + " for attribute " + algorithmAttributes[i]};
    read[i] = int32_t(value);
  }
  return read;
}

Result<std::vector<Algorithm>> CublasLtLibrary::search(const Descriptors &made, const GemmCall &call,
                                                       const MatmulSearch &search) const {
  api::LtPreference preference = nullptr;
  if (Status status = check("cublasLtMatmulPreferenceCreate", lt.preferenceCreate(&preference)); !status)
    return status.error();
  Status status;
  const auto set = [&](int attribute, const auto &value) {
    if (status)
      status = check("cublasLtMatmulPreferenceSetAttribute", lt.preferenceSet(preference, attribute, &value, sizeof value));
  };
  set(api::ltPreferWorkspace, search.workspaceBytes);
  if (search.isOrdered)
    set(api::ltPreferReductionSchemes, api::ltReductionNone);
  set(api::ltPreferAlignmentA, uint32_t(call.b.alignment));
  set(api::ltPreferAlignmentB, uint32_t(call.a.alignment));
  set(api::ltPreferAlignmentC, uint32_t(call.d.alignment));
  set(api::ltPreferAlignmentD, uint32_t(call.d.alignment));
  std::vector<api::LtHeuristic> results(size_t(std::max(search.most, 1)));
  int count = 0;
  if (status)
    status =
        check("cublasLtMatmulAlgoGetHeuristic", lt.heuristic(handle, made.desc, made.first, made.second, made.result, made.result,
                                                             preference, int(results.size()), results.data(), &count));
  lt.preferenceDestroy(preference);
  if (!status)
    return status.error();
  std::vector<Algorithm> found;
  for (int i = 0; i < count; ++i) {
    if (results[size_t(i)].state != api::ltSuccess)
      continue;
    const Result<Algorithm> algorithm = attributesOf(results[size_t(i)].algo);
    if (!algorithm)
      return algorithm.error();
    if ((!search.isOrdered || isOrdered(*algorithm)) && std::find(found.begin(), found.end(), *algorithm) == found.end())
      found.push_back(*algorithm);
  }
  return found;
}

Result<std::vector<Algorithm>> CublasLtLibrary::candidates(const GemmCall &call, const MatmulSearch &wanted) {
  Descriptors made;
  if (Status status = describe(call, made); !status)
    return release(made), status.error();
  Result<std::vector<Algorithm>> found = search(made, call, wanted);
  release(made);
  return found;
}

Status CublasLtLibrary::configure(const GemmCall &call, const Algorithm &algorithm, Prepared &made) const {
  const int type = dataTypeOf(call.type), result = resultTypeOf(call.type);
  if (Status status = check("cublasLtMatmulAlgoInit", lt.algoInit(handle, computeTypeOf(call.type), result, type, type, result,
                                                                  result, algorithm[0], &made.algo));
      !status)
    return status;
  // The first is what algoInit was given.
  for (size_t i = 1; i < algorithm.size(); ++i) {
    const uint32_t value = uint32_t(algorithm[i]);
    if (Status status =
            check("cublasLtMatmulAlgoConfigSetAttribute", lt.algoSet(&made.algo, int(i), &value, api::ltAlgorithmBytes[i]));
        !status)
      return Error{status.error().message + " for attribute " + algorithmAttributes[i] + " = " + std::to_string(algorithm[i])};
  }
  const Result<Algorithm> read = attributesOf(made.algo);
  if (!read)
    return read.error();
  for (size_t i = 0; i < algorithm.size(); ++i)
    if ((*read)[i] != algorithm[i])
      return Error{"cuBLASLt changed attribute " + std::string(algorithmAttributes[i]) + " from " + std::to_string(algorithm[i]) +
                   " to " + std::to_string((*read)[i])};
  api::LtHeuristic checked{};
  if (Status status = check("cublasLtMatmulAlgoCheck", lt.algoCheck(handle, made.of.desc, made.of.first, made.of.second,
                                                                    made.of.result, made.of.result, &made.algo, &checked));
      !status)
    return status;
  made.workspace = checked.workspaceSize;
  return {};
}

Result<Matmul> CublasLtLibrary::prepare(const GemmCall &call, const Algorithm &algorithm) {
  Prepared made;
  made.type = call.type;
  Status status = describe(call, made.of);
  if (status)
    status = configure(call, algorithm, made);
  if (!status)
    return release(made.of), status.error();
  return Matmul{reinterpret_cast<uint64_t>(&prepared.emplace_back(made))};
}

Status CublasLtLibrary::run(Matmul matmul, DevicePointer a, DevicePointer b, DevicePointer d, DevicePointer workspace,
                            Stream stream) {
  const Prepared &made = preparedOf(matmul);
  // On the host; read before the call returns.
  const float one = 1, zero = 0;
  const double wideOne = 1, wideZero = 0;
  const bool isWide = made.type == GemmType::f64;
  return check("cublasLtMatmul",
               lt.matmul(handle, made.of.desc, isWide ? static_cast<const void *>(&wideOne) : &one, memory(b), made.of.first,
                         memory(a), made.of.second, isWide ? static_cast<const void *>(&wideZero) : &zero, memory(d),
                         made.of.result, memory(d), made.of.result, &made.algo, memory(workspace), made.workspace,
                         reinterpret_cast<api::LtStream>(stream.value)));
}

} // namespace

Result<std::unique_ptr<CublasLt>> openCublasLt(const std::string &name) {
  Result<SharedLibrary> library = SharedLibrary::open(name);
  if (!library)
    return Error{"there is no cuBLASLt on this machine: " + library.error().message + "; install that of CUDA " +
                 std::to_string(cublasLtMajor)};
  auto opened = std::make_unique<CublasLtLibrary>(std::move(*library));
  if (Status status = opened->open(name); !status)
    return status.error();
  return std::unique_ptr<CublasLt>(std::move(opened));
}

Result<std::unique_ptr<CublasLt>> openCublasLt() { return openCublasLt("libcublasLt.so." + std::to_string(cublasLtMajor)); }

} // namespace det::rt::cuda
