#!/usr/bin/env bash
# Checks det on the GPU of this machine, in under 10 minutes: bits against the host, products by tensor cores against their model, the algorithms
# of cuBLASLt, speed. Prints a table; exit code 1 if anything differs. Without a GPU it says so and ends well. What each row means: docs/gpu.md.
#
#   tools/gpu-check.sh [--json=FILE] [--only=bits,processes,tensor-cores,admission,timing] [--quick] [--threads=N]
#   tools/gpu-check.sh --device=ptx-sim     # the same in small in the interpreter of PTX, on any machine
#   --built                                 # takes build/, or DET_BUILD, as it is
device=cuda built=
words=()
for word in "$@"; do
  case "$word" in
  --built) built=1 ;;
  --json=*) words+=("--json=$(realpath -m -- "${word#--json=}")") ;; # the folder changes
  --device=*) device=${word#--device=} words+=("$word") ;;
  -h | --help) sed -n '2,/^[^#]/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
  *) words+=("$word") ;;
  esac
done

# A machine has a GPU if its driver counts one. 3: none; anything else that is wrong is for det to say.
if [ "$device" = cuda ]; then
  python3 - <<'PROBE'
import ctypes, os, sys
try:
    cuda = ctypes.CDLL("libcuda.so.1")
except OSError:
    sys.exit(0 if os.path.exists("/dev/nvidiactl") else 3)
count = ctypes.c_int()
error = cuda.cuInit(0)
if error == 0:
    error = cuda.cuDeviceGetCount(ctypes.byref(count))
sys.exit(3 if error == 100 or (error == 0 and count.value == 0) else 0)
PROBE
  if [ $? = 3 ]; then
    echo "gpu-check: skipped, this machine has no NVIDIA GPU; --device=ptx-sim tries every part without one"
    exit 0
  fi
fi

if [ "$built" ]; then
  set -euo pipefail
  cd "$(dirname "${BASH_SOURCE[0]}")/.."
else
  source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
  configure
  build det-opt det-run det-gpu-probe
  # The tool that picks algorithms of cuBLASLt, where this tree has it.
  [ ! -d tools/det-pin ] || build det-pin
fi
# det has PTX assembled: by ptxas from PATH or a CUDA toolkit, or the pinned wheel.
if [ "$device" = cuda ] && ! command -v ptxas >/dev/null && [ ! -x "${CUDA_HOME:-/usr/local/cuda}/bin/ptxas" ]; then
  if [ ! -e build/cuda/ptxas ]; then
    dpkg-query -W python3-venv >/dev/null 2>&1 || install python3-venv
    mkdir -p build/cuda
    /usr/bin/python3 -m venv build/cuda/venv
    build/cuda/venv/bin/pip install -q 'nvidia-cuda-nvcc==13.0.*'
    ln -sf "$(find "$PWD/build/cuda/venv" -name ptxas | head -n 1)" build/cuda/ptxas
  fi
  export PATH="$PWD/build/cuda:$PATH"
fi
exec env PYTHONDONTWRITEBYTECODE=1 python3 test/gpu/check.py "${words[@]}"
