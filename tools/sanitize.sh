#!/usr/bin/env bash
# The runtime, the host kernels, lib/Order and the checker under sanitizers: their unit tests, and the artifacts of a build, run and checked;
# the interpreter, with recorded tests and a graph. MLIR's packages are not instrumented, so the compiler is left out.
#
#   tools/sanitize.sh [address|thread ...]     # default: both; address comes with undefined behaviour
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
[ -e /usr/lib/llvm-22/lib/clang/22/lib/linux/libclang_rt.tsan-x86_64.a ] && command -v clang++-22 >/dev/null || install clang-22 libclang-rt-22-dev

kinds=("$@")
((${#kinds[@]})) || kinds=(address thread)
export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1:exitcode=66 TSAN_OPTIONS=halt_on_error=1

configure
build det-opt det-run
mkdir -p build/sanitized
example=docs/examples/gpt
for mesh in data=3 data=2,model=2; do
  build/bin/det-opt $example/step.mlir --to=host --mesh=$mesh -o build/sanitized/$mesh.det
  build/bin/det-run build/sanitized/$mesh.det --init=$example/init.mlir --seed=0 --data tokens=text:LICENSE --steps=2 --save=build/sanitized/start.safetensors \
    --fingerprints=build/sanitized/plain.jsonl >/dev/null
done
mkdir -p build/sanitized/gpu
build/bin/det-opt $example/step.mlir --to=cuda --chips=none --mesh=data=2 -o build/sanitized/gpu/data=2.det
# What has no compiler cannot make a first state.
build/bin/det-run build/sanitized/data=3.det --init=$example/init.mlir --seed=0 --data tokens=text:LICENSE --steps=1 --save=build/sanitized/start.safetensors >/dev/null
resume=(--state=build/sanitized/start.safetensors --data tokens=text:LICENSE --steps=3)
build/bin/det-run build/sanitized/data=3.det "${resume[@]}" --fingerprints=build/sanitized/plain.jsonl >/dev/null

for kind in "${kinds[@]}"; do
  case "$kind" in
  address) flags="-fsanitize=address,undefined -fno-sanitize-recover=undefined" ;;
  thread) flags="-fsanitize=thread" ;;
  *) echo "sanitize: unknown word $kind; usage: tools/sanitize.sh [address|thread ...]" >&2; exit 1 ;;
  esac
  echo "sanitize: $kind"
  cmake -G Ninja -S . -B build/$kind -DCMAKE_BUILD_TYPE=Release -DDET_COMPILER=OFF \
    -DCMAKE_C_COMPILER=clang-22 -DCMAKE_CXX_COMPILER=clang++-22 -DCMAKE_CXX_FLAGS="$flags -fno-omit-frame-pointer -g1" \
    -DCMAKE_CXX_FLAGS_RELEASE="-O1 -Wno-deprecated-declarations" >build/$kind.log 2>&1 || { cat build/$kind.log; exit 1; }
  ninja -C build/$kind -j"$jobs" --quiet
  ctest --test-dir build/$kind --output-on-failure -LE long
  for artifact in build/sanitized/*.det; do
    build/$kind/bin/det-verify "$artifact"
    for threads in 1 2; do
      build/$kind/bin/det-run "$artifact" "${resume[@]}" --threads=$threads --fingerprints=build/sanitized/$kind.jsonl >/dev/null
      cmp build/sanitized/plain.jsonl build/sanitized/$kind.jsonl
    done
    build/$kind/bin/det-run "$artifact" "${resume[@]}" --chaos=1 --fingerprints=build/sanitized/$kind.jsonl >/dev/null
    cmp build/sanitized/plain.jsonl build/sanitized/$kind.jsonl
    # The same in several processes.
    [[ "$artifact" == *data=3.det ]] && processes=3 || processes=2
    for transport in shm tcp; do
      pids=()
      for ((p = 0; p < processes; ++p)); do
        build/$kind/bin/det-run "$artifact" "${resume[@]}" --threads=2 --transport=$transport --process=$p --processes=$processes --master=127.0.0.1:29411 \
          --silence-limit=60 --fingerprints=build/sanitized/$kind.jsonl >/dev/null &
        pids+=($!)
      done
      for pid in "${pids[@]}"; do wait "$pid"; done
      cmp build/sanitized/plain.jsonl build/sanitized/$kind.jsonl
    done
  done
  # Kernels for GPUs, interpreted by two threads: one step, of a minute or more.
  build/$kind/bin/det-run build/sanitized/gpu/data=2.det --device=ptx-sim "${resume[@]/--steps=3/--steps=1}" --threads=2 --chaos=1 \
    --fingerprints=build/sanitized/$kind.jsonl >/dev/null
  cmp <(head -n 1 build/sanitized/plain.jsonl) build/sanitized/$kind.jsonl
done

if [[ " ${kinds[*]} " == *" address "* ]]; then
  echo "sanitize: interpreter"
  build det-run-sanitized
  # Vectors are shared with code that does not mark their ends; MLIR keeps what it registers.
  export ASAN_OPTIONS=detect_leaks=0:detect_container_overflow=0:allocator_may_return_null=1:exitcode=66
  for folder in test/check ../shared/conformance/*; do
    files=("$folder"/*.mlir)
    [ ! -e "${files[0]}" ] || build/bin/det-run-sanitized --check --device=reference "${files[@]}" >build/sanitized/check.log || [ $? = 1 ] ||
      { tail -n 50 build/sanitized/check.log; exit 1; }
  done
  build/bin/det-run-sanitized $example/step.mlir --device=reference "${resume[@]}" --fingerprints=build/sanitized/reference.jsonl >/dev/null
  cmp build/sanitized/plain.jsonl build/sanitized/reference.jsonl
fi
echo "sanitize: clean"
