"""Two machines, which are network namespaces of this one: memory within each, TCP between them; then the cable is pulled."""
import json
import os
import subprocess
import sys
import time

from processes import OUT, Checks, Group, Result, arguments_of, await_lines, end_strays, errors, example, outputs, tool, torchrun

NAMES = [f"det{os.getpid()}{side}" for side in "ab"]


def ip(*arguments, check=True):
    return subprocess.run(["ip", *arguments], check=check, capture_output=True).returncode == 0


def build():
    """A namespace each, and a cable between them."""
    for name in NAMES:
        ip("netns", "add", name)
    ip("-n", NAMES[0], "link", "add", "cable", "type", "veth", "peer", "name", "cable", "netns", NAMES[1])
    for number, name in enumerate(NAMES):
        ip("-n", name, "link", "set", "lo", "up")
        ip("-n", name, "addr", "add", f"10.231.77.{number + 1}/24", "dev", "cable")
        ip("-n", name, "link", "set", "cable", "up")


def start(arguments, master="10.231.77.1"):
    return Group(arguments, 4, lambda process: torchrun(process, 4, 29500) | {"MASTER_ADDR": master, "LOCAL_RANK": str(process % 2)},
                 within=lambda process: ["ip", "netns", "exec", NAMES[process // 2]])


def main():
    checks = Checks()
    subject = example()
    OUT.mkdir(parents=True, exist_ok=True)
    artifact = OUT / "processes-machines.det"
    tool("det-opt", subject.step, "--to=host", "--mesh=data=4", "--shard=*.w=[{},{data}]", "-o", artifact)
    first = OUT / "processes-first.safetensors"
    tool("det-run", subject.step, *subject.start, "--data", subject.data, "--steps=0", f"--save={first}")
    subject.start = [f"--state={first}"]
    prefix, options = outputs("machines-base")
    tool("det-run", *arguments_of(subject, artifact, 3), *options)
    base = Result(prefix)

    prefix, options = outputs("machines")
    ended = start([*arguments_of(subject, artifact, 3), *options, "--threads=1"]).wait()
    checks.expect(all(code == 0 for code, _, _ in ended), f"two machines: {[error for _, _, error in ended]}")
    if ended[0][0] == 0:
        checks.equal(Result(prefix), base, "two machines")

    # By levels, as --route=auto goes here, and straight.
    counts = {}
    for route in ("levels", "flat", "auto"):
        prefix, options = outputs(f"machines-{route}")
        ended = start([*arguments_of(subject, artifact, 3), *options, "--threads=1", f"--route={route}", f"--timings={prefix}.timings.json"]).wait()
        checks.expect(all(code == 0 for code, _, _ in ended), f"--route={route}: {[error for _, _, error in ended]}")
        if ended[0][0] == 0:
            checks.equal(Result(prefix), base, f"--route={route}")
            said = json.loads((prefix.parent / f"{prefix.name}.timings.json").read_text())
            counts[route] = said["messages_between_machines"], said["bytes_between_machines"]
    checks.expect(len(counts) == 3 and counts["levels"][0] * 3 < counts["flat"][0] and counts["levels"][1] < counts["flat"][1] and counts["auto"][1] == counts["levels"][1],
                  f"messages and bytes between machines: {counts}")

    ended = start([*arguments_of(subject, artifact, 3), "--threads=1", "--transport=shm"]).wait()
    told = [line for _, _, error in ended for line in errors(error)]
    checks.expect(all(code == 1 for code, _, _ in ended) and len(told) == 1 and "are not on one machine" in told[0], f"shared memory between machines: {told}")

    prefix, options = outputs("machines-cut")
    group = start([*arguments_of(subject, artifact, 1000000), *options, "--threads=1"])
    checks.expect(await_lines(OUT / f"{prefix.name}.metrics.jsonl.part", 2), "the run that loses its network does not run")
    ip("-n", NAMES[0], "link", "set", "cable", "down")
    begun = time.monotonic()
    ended = group.wait(seconds=15)
    checks.expect(time.monotonic() - begun < 10, f"the cable is pulled: it takes {time.monotonic() - begun:.1f} s")
    for number, (code, _, error) in enumerate(ended):
        told = errors(error)
        checks.expect(code == 1 and len(told) == 1 and "has been silent for 6.0 s" in told[0], f"the cable is pulled: process {number} ends with {code}: {error[-500:]}")
    end_strays(checks, "at the end")
    checks.end()


if os.geteuid() != 0 or not ip("netns", "add", NAMES[0], check=False):
    print("no right to make network namespaces: skipped")
    sys.exit(0)
ip("netns", "del", NAMES[0])
try:
    build()
    main()
finally:
    for name in NAMES:
        ip("netns", "del", name, check=False)
