# Installs what det needs on Debian 12 and configures build/. Sourced by quickstart.sh and check.sh; safe to run again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

packages=(g++ cmake ninja-build git python3
  llvm-22-dev libmlir-22-dev mlir-22-tools lld-22 liblld-22-dev llvm-22-tools llvm-22 clang-22 libzstd-dev zlib1g-dev
  flatbuffers-compiler libflatbuffers-dev nlohmann-json3-dev libcli11-dev libssl-dev libmpfr-dev libopenblas-dev)

# install PACKAGES...
install() {
  local root=()
  [ "$(id -u)" = 0 ] || root=(sudo)
  echo "det: installing $*"
  "${root[@]}" apt-get update -qq
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
done
((${#missing[@]} == 0)) || install "${missing[@]}"

# Two jobs fit into 24 GiB with room; more only where there are more cores.
jobs=$(nproc)

# Clang compiles the compiler in a third of GCC's time; it also compiles the device kernels. A build folder keeps the compiler it was made with.
configure() {
  local compiler=(-DCMAKE_C_COMPILER=clang-22 -DCMAKE_CXX_COMPILER=clang++-22 -DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld)
  [ ! -e build/CMakeCache.txt ] || compiler=()
  cmake -G Ninja -S . -B build -DCMAKE_BUILD_TYPE=Release "${compiler[@]}" >build.log 2>&1 || { cat build.log; rm -f build.log; exit 1; }
  rm -f build.log
}

# build TARGETS...: quiet unless something fails.
build() {
  echo "det: building $* (the first time takes a while)"
  local log
  log=$(mktemp)
  if ! ninja -C build -j"$jobs" "$@" >"$log" 2>&1; then
    grep -vE '^\[[0-9]+/[0-9]+\]' "$log" | tail -n 60
    rm -f "$log"
    exit 1
  fi
  rm -f "$log"
}
