#!/usr/bin/env bash
# Fuzzes the readers, with sanitizers, in build/fuzz.
#
#   tools/fuzz.sh [--runs=N | --seconds=N] [--seed=N] [text|options|artifact|safetensors ...]     # default: 30 seconds each, all
#
# Inputs are new with every run, unless there is a seed: then they are the same, as far as the time goes.
# What an input breaks is kept in build/fuzz/found; `build/fuzz/bin/fuzz-NAME FILE` repeats it.
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
[ -e /usr/lib/llvm-22/lib/clang/22/lib/linux/libclang_rt.fuzzer-x86_64.a ] && command -v clang++-22 >/dev/null || install clang-22 libclang-rt-22-dev

limit=(-max_total_time=30)
seed=0 # of the fuzzer: any
names=()
for word in "$@"; do
  case "$word" in
  --runs=*) limit=(-runs="${word#*=}") ;;
  --seconds=*) limit=(-max_total_time="${word#*=}") ;;
  --seed=*) seed="${word#*=}" ;;
  text | options | artifact | safetensors) names+=("$word") ;;
  *) echo "fuzz: unknown word $word; usage: tools/fuzz.sh [--runs=N | --seconds=N] [--seed=N] [text|options|artifact|safetensors ...]" >&2; exit 1 ;;
  esac
done
((${#names[@]})) || names=(options artifact safetensors text)

flags="-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize=vptr,function -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g1"
[ -e build/fuzz/build.ninja ] || cmake -G Ninja -S . -B build/fuzz -DCMAKE_BUILD_TYPE=Release -DDET_FUZZ=ON \
  -DCMAKE_C_COMPILER=clang-22 -DCMAKE_CXX_COMPILER=clang++-22 -DCMAKE_CXX_FLAGS="$flags" -DCMAKE_CXX_FLAGS_RELEASE="-O1 -Wno-deprecated-declarations" >build/fuzz.log 2>&1 ||
  { cat build/fuzz.log; exit 1; }
ninja -C build/fuzz --quiet "${names[@]/#/fuzz-}"

# Memory that MLIR poisons by hand it does not always unpoison in the code of its package.
export ASAN_OPTIONS=allow_user_poisoning=0:detect_leaks=1:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1
mkdir -p build/fuzz/found
for name in "${names[@]}"; do
  corpus=build/fuzz/corpus/$name
  [ "$seed" = 0 ] || rm -rf "$corpus"
  mkdir -p "$corpus"
  dictionary=test/fuzz/$name.dict
  echo "fuzz: $name"
  build/fuzz/bin/fuzz-$name "${limit[@]}" -seed="$seed" -timeout=20 -rss_limit_mb=4096 -max_len=4096 -print_final_stats=1 -close_fd_mask=3 \
    $([ -e "$dictionary" ] && echo "-dict=$dictionary") -artifact_prefix=build/fuzz/found/$name- "$corpus" $([ -d "test/fuzz/corpus/$name" ] && echo "test/fuzz/corpus/$name") >build/fuzz/$name.log 2>&1 ||
    { tail -n 60 build/fuzz/$name.log; exit 1; }
  grep -E "number_of_executed_units|Done" build/fuzz/$name.log
done
