"""Exchanges by levels over machines, which --near makes of one: the bytes of one process, fewer messages between machines, and the same ends."""
import json
import os
import signal
import time

from processes import OUT, Checks, Result, arguments_of, await_lines, end_strays, errors, example, outputs, plain, tool

STEPS = 3
subject = example()
checks = Checks()
OUT.mkdir(parents=True, exist_ok=True)
artifact = OUT / "processes-levels.det"
tool("det-opt", subject.step, "--to=host", "--mesh=data=8", "--shard=*.w=[{},{data}]", "-o", artifact)
first = OUT / "processes-first.safetensors"
tool("det-run", subject.step, *subject.start, "--data", subject.data, "--steps=0", f"--save={first}")
subject.start = [f"--state={first}"]


def traffic(prefix):
    return json.loads((prefix.parent / f"{prefix.name}.timings.json").read_text())


def trained(name, processes, *more):
    """The bytes of a run, and what it says of its messages."""
    prefix, options = outputs(f"levels-{name}")
    ended = plain([*arguments_of(subject, artifact, STEPS), *options, f"--timings={prefix}.timings.json", "--threads=1", *more], processes).wait()
    bad = [error for code, _, error in ended if code != 0]
    checks.expect(not bad, f"{name}: {bad}")
    return (None, None) if bad else (Result(prefix), traffic(prefix))


base, alone = trained("base", 1)
checks.expect(alone["messages_between_machines"] == 0 and alone["messages_within_machines"] > 0, f"one machine: {alone}")
flat, straight = trained("flat", 4, "--near=4", "--route=flat")
checks.equal(flat, base, "flat")
for name, processes, more in (("levels", 4, ["--near=4", "--route=levels"]), ("auto", 2, ["--near=4"]), ("one", 1, ["--near=4", "--route=levels", "--chaos=1"]),
                              ("uneven", 4, ["--near=3", "--route=levels", "--transport=tcp"]), ("many", 8, ["--near=2", "--route=levels"]),
                              ("chaos", 2, ["--near=2", "--route=levels", "--chaos=2"])):
    result, counts = trained(name, processes, *more)
    checks.equal(result, base, name)
    if more[0] == "--near=4":
        checks.expect(counts["messages_between_machines"] * 4 <= straight["messages_between_machines"] and
                      counts["bytes_between_machines"] < straight["bytes_between_machines"], f"{name}: {counts}, flat {straight}")
checks.expect(straight["messages_between_machines"] + straight["messages_within_machines"] == alone["messages_within_machines"], "flat: other messages")

# A process that passes things on is killed, and one is stopped.
for how, transport, says in ((signal.SIGKILL, "shm", "has ended in the middle of the run"), (signal.SIGSTOP, "tcp", "has been silent for 6.0 s")):
    prefix, options = outputs("levels-lost")
    group = plain([*arguments_of(subject, artifact, 1000000), *options, "--threads=1", "--near=4", "--route=levels", f"--transport={transport}"], 4)
    checks.expect(await_lines(OUT / f"{prefix.name}.metrics.jsonl.part", 2), f"{how.name}: does not run")
    os.kill(group.all[2].pid, how)
    begun = time.monotonic()
    ended = group.wait(seconds=15, among=[0, 1, 3])
    checks.expect(time.monotonic() - begun < 10, f"{how.name}: the others end late")
    for number in (0, 1, 3):
        told = errors(ended[number][2])
        checks.expect(ended[number][0] == 1 and len(told) == 1 and "process 2 (ranks 4 to 5, pid " in told[0] and says in told[0],
                      f"{how.name}: process {number} ends with {ended[number][0]}: {ended[number][2][-600:]}")
    if how == signal.SIGSTOP:
        os.kill(group.all[2].pid, signal.SIGCONT)
    group.wait(seconds=10, among=[2])

# All must go the same way.
ended = plain([*arguments_of(subject, artifact, 1), "--near=4"], 2, more=lambda process: ["--route=flat"] if process else []).wait()
told = [line for _, _, error in ended for line in errors(error)]
checks.expect(all(code == 1 for code, _, _ in ended) and len(told) == 1 and "--route is 'auto' at process 0" in told[0] and "'flat' at process 1" in told[0], f"other ways: {told}")

# What the ranks of a step on GPUs ask of NCCL, message by message in order: who sends and who receives agree, and less goes between machines.
gpus = OUT / "processes-levels-gpus.det"
tool("det-opt", subject.step, "--to=cuda", "--chips=none", "--mesh=data=8", "--shard=*.w=[{},{data}]", "-o", gpus)
for near in (4, 3):
    sent, received = {}, {}
    for line in tool("det-nccl-calls", gpus, near).stdout.splitlines():
        rank, _, what, size, *rest = line.split()
        if rest[-1] != "c1":
            continue  # what stays within a machine may have a communicator of its own, with other numbers
        if what == "send":
            sent.setdefault((int(rank), int(rest[2])), []).append(size)
        elif what == "receive":
            received.setdefault((int(rest[2]), int(rank)), []).append(size)
    checks.expect(sent and sent == received, f"NCCL, {near} near: sends and receives differ")
    crossing = [pair for pair in sent if pair[0] // near != pair[1] // near]
    checks.expect(0 < len(crossing) < 24, f"NCCL, {near} near: {crossing} talk between machines")

end_strays(checks, "at the end")
checks.end()
