#!/usr/bin/env bash
# The main job: trains the example GPT on a text file, on one rank and on data=4,model=2, and compares the two final states.
#
#   tools/quickstart.sh [TEXT FILE]      # default: the GPL, which every Debian machine carries
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

file=${1:-/usr/share/common-licenses/GPL-3}
[ -r "$file" ] || { echo "quickstart: cannot read $file; name a text file" >&2; exit 1; }

configure
build det-opt det-run

example=docs/examples/gpt
out=build/quickstart
mkdir -p "$out"

# Tensor parallelism in the manner of Megatron: columns, then rows.
shards=(--shard='*.qkv.w=[{},{model}]' --shard='*.qkv.b=[{model}]' --shard='*.proj.w=[{model}]'
  --shard='*.fc.w=[{},{model}]' --shard='*.fc.b=[{model}]' --shard='*.out.w=[{model}]' --shard='*wte=[{model}]')

train() { # NAME ARTIFACT
  build/bin/det-run "$2" --init="$example/init.mlir" --seed=0 --data tokens=text:"$file" --steps=200 --progress \
    --fingerprints="$out/$1.fingerprints.jsonl" --metrics="$out/$1.metrics.jsonl" --save="$out/$1.safetensors"
}

echo "== one rank"
build/bin/det-opt "$example/step.mlir" --to=host -o "$out/one.det"
train one "$out/one.det"
echo "== data=4,model=2: eight ranks"
build/bin/det-opt "$example/step.mlir" --to=host --mesh=data=4,model=2 "${shards[@]}" -o "$out/mesh.det"
train mesh "$out/mesh.det"

fingerprint=$(tail -n 1 "$out/one.fingerprints.jsonl" | sed -E 's/.*"state": *"([0-9a-f]+)".*/\1/')
if cmp -s "$out/one.safetensors" "$out/mesh.safetensors" && cmp -s "$out/one.fingerprints.jsonl" "$out/mesh.fingerprints.jsonl"; then
  echo "== equal: after 200 steps both states are the same bytes, fingerprint $fingerprint"
else
  echo "== DIFFERENT: the two final states are not the same bytes" >&2
  exit 1
fi
