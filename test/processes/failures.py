"""What happens when a process of several is killed, stopped, started otherwise, or not started at all: all end, within the time limits, and say why."""
import os
import re
import shutil
import signal
import socket
import subprocess
import time

from processes import HERE, OUT, Checks, Group, arguments_of, await_lines, end_strays, errors, example, free_port, outputs, plain, shared_files, strays, tool, torchrun

subject = example()
checks = Checks()
OUT.mkdir(parents=True, exist_ok=True)
before = shared_files()
artifact = OUT / "processes-failures.det"
tool("det-opt", subject.step, "--to=host", "--mesh=data=4", "-o", artifact)
first = OUT / "processes-first.safetensors"
tool("det-run", subject.step, *subject.start, "--data", subject.data, "--steps=0", f"--save={first}")
subject.start = [f"--state={first}"]


def lost(what, victim, how, transport, says):
    prefix, options = outputs("lost")
    group = plain([*arguments_of(subject, artifact, 1000000), *options, f"--transport={transport}", "--threads=1"], 4)
    checks.expect(await_lines(OUT / f"{prefix.name}.metrics.jsonl.part", 2), f"{what}: does not run")
    os.kill(group.all[victim].pid, how)
    begun = time.monotonic()
    others = [number for number in range(4) if number != victim]
    ended = group.wait(seconds=15, among=others)
    took = time.monotonic() - begun
    checks.expect(took < 10, f"{what}: the others end after {took:.1f} s")
    for number in others:
        code, _, error = ended[number]
        checks.expect(code == 1, f"{what}: process {number} ends with {code}")
        told = errors(error)
        checks.expect(len(told) == 1 and f"process {victim} (rank {victim}, pid {group.all[victim].pid} on " in told[0] and says in told[0],
                      f"{what}: process {number} says {error[-600:]!r}")
    if how == signal.SIGSTOP:
        os.kill(group.all[victim].pid, signal.SIGCONT)
    code, _, error = group.wait(seconds=10, among=[victim])[victim]
    checks.expect(code not in (0, None), f"{what}: the victim ends with {code} {error}")
    checks.expect(not list(OUT.glob(f"{prefix.name}.*")) or (victim, how) == (0, signal.SIGKILL), f"{what}: left {list(OUT.glob(f'{prefix.name}.*'))}")
    end_strays(checks, what)


lost("process 2 killed, shared memory", 2, signal.SIGKILL, "shm", "has ended in the middle of the run")
lost("process 0 killed, TCP", 0, signal.SIGKILL, "tcp", "has ended in the middle of the run")
lost("process 1 stopped, TCP", 1, signal.SIGSTOP, "tcp", "has been silent for 6.0 s")
lost("process 0 stopped, shared memory", 0, signal.SIGSTOP, "shm", "has been silent for 6.0 s")
lost("process 0 interrupted", 0, signal.SIGINT, "shm", "has ended in the middle of the run")

# A launcher or a scheduler ends all: nothing is left, and their parent sees by what they have ended.
for how in (signal.SIGTERM, signal.SIGHUP):
    prefix, options = outputs("ended")
    group = plain([*arguments_of(subject, artifact, 1000000), *options, "--threads=1"], 4)
    checks.expect(await_lines(OUT / f"{prefix.name}.metrics.jsonl.part", 2), f"all get {how.name}: does not run")
    for process in group.all:
        process.send_signal(how)
    codes = [code for code, _, _ in group.wait(seconds=15)]
    # Who sees that another one has gone before the signal is there says so.
    checks.expect(codes[0] in (1, -how) and set(codes) <= {1, -how} and -how in codes, f"all get {how.name}: end with {codes}")
    checks.expect(not list(OUT.glob(f"{prefix.name}.*")), f"all get {how.name}: left {list(OUT.glob(f'{prefix.name}.*'))}")


# In the middle of a step that asks nobody: it ends without unwinding, and leaves nothing all the same.
spin = OUT / "processes-spinning.det"
tool("det-opt", HERE / "spin.mlir", "--to=host", "--mesh=a=2", "--shard=arg0=[{a}]", "-o", spin)
prefix, options = outputs("spin")
group = plain([spin, "--data=*=random:1", "--steps=1", options[1], options[2], "--threads=1"], 2)
part = OUT / f"{prefix.name}.metrics.jsonl.part"
await_lines(part, 0)
time.sleep(1)
checks.expect(group.all[0].poll() is None and part.exists(), "spin: does not compute")
os.kill(group.all[1].pid, signal.SIGKILL)
begun = time.monotonic()
code, _, error = group.wait(seconds=15, among=[0])[0]
checks.expect(code == 1 and len(errors(error)) == 1 and "process 1 (rank 1, pid " in error, f"spin: ends with {code}: {error}")
checks.expect(time.monotonic() - begun < 10, "spin: ends late")
checks.expect(not list(OUT.glob(f"{prefix.name}.*")), f"spin: left {list(OUT.glob(f'{prefix.name}.*'))}")


def refused(what, group, says, count=1, seconds=30, code=1):
    """All end with the code; `count` of them say one error (a number, or `all`), which says all of this."""
    ended = group.wait(seconds=seconds)
    for number, (got, _, error) in enumerate(ended):
        checks.expect(got == code, f"{what}: process {number} ends with {got}: {error[-600:]}")
    told = [line for _, _, error in ended for line in errors(error)]
    checks.expect(len(told) == (len(ended) if count == "all" else count), f"{what}: {len(told)} errors: {told}")
    for words in says if isinstance(says, list) else [says]:
        checks.expect(all(words in line for line in told), f"{what}: an error does not say '{words}': {told}")


def training(*more, program=artifact):
    return [*arguments_of(subject, program, 2), "--threads=1", *more]


# Started otherwise.
other = OUT / "processes-other.det"
tool("det-opt", subject.step, "--to=host", "--mesh=data=2,model=2", "-o", other)
group = Group(["--threads=1"], 4, lambda process, port=free_port(): torchrun(process, 4, port),
              lambda process: arguments_of(subject, other if process == 2 else artifact, 2))
refused("another artifact", group, ["error: the processes were not started alike: mesh is 'data=4' at processes 0, 1, 3, 'data=2,model=2' at process 2"])
same = OUT / "processes-recipe.det"
tool("det-opt", subject.step, "--to=host", "--mesh=data=4", "--shard=*.w=[{},{data}]", "-o", same)
group = Group(["--threads=1"], 4, lambda process, port=free_port(): torchrun(process, 4, port),
              lambda process: arguments_of(subject, same if process == 1 else artifact, 2))
refused("an artifact with another placement", group, ["section 'plan' of the artifact is '", "at process 1"])
refused("another number of steps", plain(training(), 4, more=lambda process: ["--seed=7"] if process == 3 else []), ["--seed is '0'", "'7' at process 3"])
text = OUT / "processes-text.txt"
text.write_bytes(b"x" * 5000)
group = plain([artifact, *subject.start, "--steps=2", "--threads=1"], 4, more=lambda process: ["--data", f"tokens=text:{text}" if process == 2 else subject.data])
refused("other data", group, ["error: the processes were not started alike: the batch of step 0: 'tokens' is ", "at process 2"])
absent = plain([artifact, *subject.start, "--steps=2", "--threads=1"], 4,
               more=lambda process: ["--data", "tokens=text:/absent" if process == 2 else subject.data])
refused("an error in one process", absent, ["process 2 (rank 2, pid ", "/absent"])
refused("the same error in all processes", plain(training("--save=/absent/state"), 4), ["cannot write '/absent/state'"])

# Limits of one process.
def limited(victim, limit):
    return lambda process: ["prlimit", limit] if process == victim else []


if shutil.which("prlimit"):
    prefix, options = outputs("limited")
    port = free_port()
    group = Group([*arguments_of(subject, artifact, 500), *options, "--threads=1"], 4, lambda process: torchrun(process, 4, port), within=limited(0, "--fsize=8192"))
    refused("a file that may not grow", group, "File too large", seconds=60)
    checks.expect(not list(OUT.glob(f"{prefix.name}.*")), f"a file that may not grow: left {list(OUT.glob(f'{prefix.name}.*'))}")
    for victim in (0, 3):
        port = free_port()
        group = Group(training("--transport=tcp", "--meeting-limit=10"), 4, lambda process, port=port: torchrun(process, 4, port), within=limited(victim, "--nofile=14"))
        ended = group.wait(seconds=30)
        checks.expect(all(code == 1 for code, _, _ in ended) and "ulimit -n" in ended[0][2], f"few open files at process {victim}: {[(code, error) for code, _, error in ended]}")
else:
    print("prlimit is not installed (apt-get install util-linux): not tried")

# The disk of process 0 is full, or may not be written to.
for what, size, mode, says in (("full", "16k", "rw", "No space left on device"), ("read-only", "64k", "ro", "Read-only file system")):
    disk = OUT / f"processes-{what}"
    disk.mkdir(exist_ok=True)
    if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", f"{mode},size={size}", "tmpfs", disk], capture_output=True).returncode != 0:
        print(f"no right to mount a {what} disk: not tried")
        continue
    try:
        for option, steps in (("--save", 2), ("--fingerprints", 400)):
            path = disk / "file"
            refused(f"{option} on a {what} disk", plain([*arguments_of(subject, artifact, steps), "--threads=1", f"{option}={path}"], 4), [f"cannot write '{path}'", says], seconds=120)
            checks.expect(not list(disk.iterdir()), f"{option} on a {what} disk: left {list(disk.iterdir())}")
    finally:
        subprocess.run(["umount", disk], check=True)
        disk.rmdir()

# Not the right number.
refused("3 processes for 4 ranks", plain(training(), 3), "error: 3 processes do not divide the 4 ranks of the mesh; start one of 1, 2, 4")
refused("8 processes for 4 ranks", plain(training(), 8), "8 processes are too many for a mesh of 4 ranks")
# Said before anybody is waited for: one process of three says it alone, the others look a moment for process 0.
group = Group(training(), 1, lambda process, port=free_port(): torchrun(0, 3, port))
refused("process 0 of 3 for 4 ranks", group, "error: 3 processes do not divide the 4 ranks of the mesh; start one of 1, 2, 4", seconds=10)
group = Group(training(), 1, lambda process, port=free_port(): torchrun(1, 3, port))
refused("process 1 of 3 for 4 ranks", group, [], count=0, seconds=20)
group = Group([subject.step, "--mesh=data=2,model=2", "--device=ptx-sim"], 1, lambda process, port=free_port(): torchrun(0, 2, port))
refused("2 processes with a GPU each for 4 ranks", group, "error: the mesh has 4 ranks, and there are 2 processes: start one for each rank, or one for all", seconds=10)
three = OUT / "processes-three.det"
tool("det-opt", subject.step, "--to=host", "--mesh=data=3", "-o", three)
group = Group(["--threads=1"], 4, lambda process, port=free_port(): torchrun(process, 4, port),
              lambda process: arguments_of(subject, three if process == 2 else artifact, 2))
refused("a mesh of 3 ranks in one process", group, ["process 2 (pid ", "4 processes are too many for a mesh of 3 ranks"], seconds=20)
port = free_port()
group = Group(training(), 4, lambda process: torchrun(process, 5 if process == 3 else 4, port))
# Process 3 has seen by itself that 5 do not go with 4 ranks, and leaves it to the others to say so.
refused("another WORLD_SIZE", group, ["process 3 (pid ", "there are 5 processes"], count=3)
port = free_port()
group = Group(training(), 4, lambda process: torchrun(min(process, 2), 4, port))
refused("two processes of one number", group, "process 2 is there twice", count="all")
port = free_port()
group = Group(training("--meeting-limit=3"), 3, lambda process: torchrun(process, 4, port))
refused("a process that does not come", group, ["1 of 4 processes have not come", "process 3"], count="all")

# Nowhere to meet.
port = free_port()
group = Group(training("--meeting-limit=2"), 1, lambda process: torchrun(1, 2, port))
refused("nobody at the master's address", group, ["process 1 does not reach process 0", f"127.0.0.1:{port}"])
group = Group(training("--meeting-limit=2"), 1, lambda process: torchrun(1, 2, port) | {"MASTER_ADDR": "no-such-host.invalid"})
refused("a master that does not exist", group, "no-such-host.invalid")
with socket.socket() as taken:
    taken.bind(("127.0.0.1", 0))
    taken.listen()
    port = taken.getsockname()[1]
    group = Group(training("--meeting-limit=2"), 2, lambda process: torchrun(process, 2, port))
    refused("a port in use", group, [str(port), "in use"], count="all")
group = Group(training(), 1, lambda process: {"RANK": "0"})
refused("half of the variables", group, ["RANK=0", "WORLD_SIZE"])
refused("the reference in several processes", plain(training("--device=reference"), 2), "the reference runs in one process", count="all")

# mpirun shows the error once and ends with it.
if shutil.which("mpirun"):
    from processes import BUILD, clean_environment
    done = subprocess.run(list(map(str, ["mpirun", "-n", "4", "--allow-run-as-root", "--oversubscribe", BUILD / "bin" / "det-run", *training("--save=/absent/state")])),
                          env=clean_environment(), capture_output=True, text=True)
    prefix, options = outputs("launcher")
    launcher = subprocess.Popen(list(map(str, ["mpirun", "-n", "4", "--allow-run-as-root", "--oversubscribe", BUILD / "bin" / "det-run", *arguments_of(subject, artifact, 1000000),
                                               *options, "--threads=1"])), env=clean_environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    checks.expect(await_lines(OUT / f"{prefix.name}.metrics.jsonl.part", 2), "mpirun that is killed: does not run")
    launcher.kill()
    launcher.wait()
    deadline = time.monotonic() + 10
    while strays() and time.monotonic() < deadline:
        time.sleep(0.1)
    end_strays(checks, "mpirun is killed")
    checks.expect(not list(OUT.glob(f"{prefix.name}.*")), f"mpirun is killed: left {list(OUT.glob(f'{prefix.name}.*'))}")
    checks.expect(done.returncode != 0 and len(re.findall("^error: ", done.stderr, re.M)) == 1, f"mpirun: {done.returncode} {done.stderr[-800:]}")
else:
    print("mpirun is not installed (apt-get install openmpi-bin): not tried")

end_strays(checks, "at the end")
checks.expect(shared_files() == before, f"left in /dev/shm: {set(shared_files()) - set(before)}")
checks.end()
