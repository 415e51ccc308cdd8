#!/usr/bin/env bash
# det-run on a plan made by hand: the same bits on any mesh, resumed runs, and one clear error for each bad input.
#   det-run-test.sh DET_RUN WRITE_TEST_PLAN
set -u
run=$1 write=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
faults=0
fault() { echo "fault: $*"; faults=$((faults + 1)); }

for ranks in 1 2 3; do
  "$write" $ranks $ranks.det state.safetensors x.safetensors || fault "write $ranks"
  for threads in 1 2 5; do
    "$run" $ranks.det --state=state.safetensors --data x=x.safetensors --steps=6 --threads=$threads --save=$ranks-$threads.safetensors \
      --fingerprints=$ranks-$threads.fp --fingerprints-of='*' --metrics=$ranks-$threads.m >$ranks-$threads.out || fault "run $ranks $threads"
    for kind in safetensors fp m; do
      cmp 1-1.$kind $ranks-$threads.$kind || fault "$kind differs on $ranks ranks, $threads threads"
    done
  done
done
[ "$(wc -l <1-1.fp)" = 6 ] && [ "$(wc -l <1-1.m)" = 6 ] || fault "a line for each step"
grep -q "^state $(tail -n 1 1-1.fp | sed 's/.*"state": "\([0-9a-f]*\)".*/\1/')$" 1-1.out || fault "the last fingerprint is printed"
head -n 1 1-1.m | grep -q '^{"step": 0, "sum": \[.*\]}$' || fault "form of metrics"

# Two halves make the whole.
"$run" 2.det --state=state.safetensors --data x=x.safetensors --steps=4 --save=half.safetensors >/dev/null || fault "first half"
"$run" 3.det --state=half.safetensors --data x=x.safetensors --first-step=4 --steps=2 --save=both.safetensors >/dev/null || fault "second half"
cmp both.safetensors 1-1.safetensors || fault "a resumed run differs"
for fill in 00 ff nan; do
  "$run" 2.det --state=state.safetensors --data x=x.safetensors --steps=6 --arena-fill=$fill --save=fill.safetensors >/dev/null || fault "fill $fill"
  cmp fill.safetensors 1-1.safetensors || fault "memory filled with $fill differs"
done

# Bad input: exit code, one error, no file left, nothing overwritten.
echo before >out
echo before >fp
echo before >m
refuse() { # words command...
  local words=$1
  shift
  if "$run" "$@" --save=out --fingerprints=fp --metrics=m >stdout 2>stderr; then fault "accepted: $*"; fi
  grep -q "$words" stderr || fault "message of '$*' lacks '$words': $(cat stderr)"
  [ "$(grep -c '^error: ' stderr)" = 1 ] || fault "not one error: $(cat stderr)"
  [ "$(cat out fp m)" = "before
before
before" ] || fault "overwritten by: $*"
  [ -z "$(ls | grep '\.part')" ] || fault "left over: $(ls)"
}
good="--state=state.safetensors --data x=x.safetensors"
head -c 1000 2.det >short.det
cp 2.det flipped.det
printf '\377' | dd of=flipped.det bs=1 seek=4300 conv=notrunc status=none
head -c 100 state.safetensors >short.safetensors
echo text >text.det
echo tiny >tiny.txt
refuse "truncated" short.det $good
refuse "checksum" flipped.det $good
refuse "not an artifact" text.det $good
refuse "cannot open" none.det $good
refuse "FILE is required"
refuse "not valid\|not a valid safetensors" 2.det --state=short.safetensors --data x=x.safetensors
refuse "missing: scale" 2.det --state=x.safetensors --data x=x.safetensors
refuse "not expected: x" 2.det --state=x.safetensors --data x=x.safetensors
refuse "give --init or --state" 2.det --data x=x.safetensors
refuse "either" 2.det $good --init=2.det
refuse "has no data" 2.det --state=state.safetensors
refuse "no such batch tensor" 2.det $good --data y=x.safetensors
refuse "given twice" 2.det $good --data x=x.safetensors
refuse "expected NAME" 2.det $good --data x
refuse "random:SEED" 2.det --state=state.safetensors --data x=random:
refuse "random:SEED" 2.det --state=state.safetensors --data x=random:one
refuse "expected one program" 2.det 3.det $good
refuse "integers" 2.det --state=state.safetensors --data x=text:tiny.txt
refuse "matches no tensor" 2.det $good --fingerprints-of=none
refuse "compiled already" 2.det $good --mesh=data=2
refuse "threads" 2.det $good --threads=0
refuse "isa" 2.det $good --isa=v9
refuse "steps" 2.det $good --steps=-1
refuse "expected at most one input" 2.det --init=2.det --data x=x.safetensors
if "$run" 2.det $good --save=none/out >stdout 2>stderr; then fault "saved into nowhere"; fi
grep -q "^error: cannot write" stderr || fault "message for a folder that is not there: $(cat stderr)"
# A limit on the size of files stands for a full disk.
if (trap '' XFSZ; ulimit -f 0; "$run" 2.det $good --save=out >/dev/null 2>stderr.pipe); then fault "saved on a full disk"; fi
[ "$(cat out)" = before ] || fault "a full disk lost the previous file"
[ -z "$(ls | grep '\.part')" ] || fault "a full disk left: $(ls)"

[ $faults = 0 ] && echo "det-run: all well"
exit $((faults > 0))
