#!/usr/bin/env bash
# The tests: everything that continuous integration runs.
#
#   tools/check.sh           # from an empty build folder, within 40 minutes on 2 cores
#   tools/check.sh --long    # the long tests too
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

labels=(-LE long)
fuzz=(--seconds=30 --seed=1 options artifact safetensors) # the text reader's fuzzer builds the import phase once more: --long
case "${1:-}" in
"") ;;
--long) labels=() fuzz=(--runs=1000000) ;;
*) echo "check: unknown option $1; usage: tools/check.sh [--long]" >&2; exit 1 ;;
esac

# The PTX tests need ptxas: from PATH, or the pinned wheel.
if ! command -v ptxas >/dev/null; then
  if [ ! -e build/cuda/ptxas ]; then
    dpkg-query -W python3-venv >/dev/null 2>&1 || install python3-venv
    mkdir -p build/cuda
    /usr/bin/python3 -m venv build/cuda/venv
    build/cuda/venv/bin/pip install -q 'nvidia-cuda-nvcc==13.0.*'
    ln -sf "$(find "$PWD/build/cuda/venv" -name ptxas | head -n 1)" build/cuda/ptxas
  fi
  export PATH="$PWD/build/cuda:$PATH"
fi

# Runs in several processes are also tested under mpirun, and on two machines, which are network namespaces.
for need in mpirun:openmpi-bin ip:iproute2; do
  command -v "${need%:*}" >/dev/null || install "${need#*:}"
done

configure
build all
ctest --test-dir build --output-on-failure "${labels[@]}"
tools/fuzz.sh "${fuzz[@]}"
[ "${1:-}" != --long ] || tools/sanitize.sh
