"""The bytes of one process from several: as torchrun and mpirun start them, with one rank and with more in each, by shared memory and by TCP."""
import os
import shutil
import signal
import subprocess
import sys
import time

from processes import BUILD, HERE, OUT, Checks, Group, Result, arguments_of, await_lines, clean_environment, end_strays, example, free_port, outputs, plain, shared_files, tool

sys.path.insert(0, str(HERE.parent / "bits"))
from meshes_list import TENSOR_PARALLEL, shards  # noqa: E402

STEPS = 3
subject = example()
checks = Checks()
OUT.mkdir(parents=True, exist_ok=True)
before = shared_files()

artifacts = {}
for mesh, placement in (("data=4", ["--shard=*.w=[{},{data}]"]), ("data=2,model=2", shards(TENSOR_PARALLEL))):
    artifacts[mesh] = OUT / f"processes-{mesh}.det"
    tool("det-opt", subject.step, "--to=host", f"--mesh={mesh}", *placement, "-o", artifacts[mesh])
first = OUT / "processes-first.safetensors"
tool("det-run", subject.step, *subject.start, "--data", subject.data, "--steps=0", f"--save={first}")
subject.start = [f"--state={first}"]


def alone(name, program, steps=STEPS, *more):
    prefix, options = outputs(name)
    done = subprocess.run([BUILD / "bin" / "det-run", *map(str, [*arguments_of(subject, program, steps), *options, *more])], env=clean_environment(),
                          capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{name}: {done.stderr}")
    return Result(prefix)


def equal(name, ended, prefix, expected):
    """All have ended well, process 0 alone has spoken, and the files hold the expected bytes."""
    bad = [f"process {number} ended with {code}: {error[-500:]}" for number, (code, _, error) in enumerate(ended) if code != 0]
    checks.expect(not bad, f"{name}: {bad}")
    if bad:
        return
    checks.expect("state " in ended[0][1] and not any(out or error for _, out, error in ended[1:]), f"{name}: others than process 0 have spoken")
    checks.equal(Result(prefix), expected, name)


base = alone("base", artifacts["data=4"])
checks.equal(alone("base2", artifacts["data=2,model=2"]), base, "one process, another mesh")

for mesh, artifact in artifacts.items():
    for processes in (4, 2):
        for transport in ("shm", "tcp"):
            name = f"{mesh}-{processes}-{transport}"
            prefix, options = outputs(name)
            threads = 1 if mesh == "data=4" else 2
            group = plain([*arguments_of(subject, artifact, STEPS), *options, f"--transport={transport}", f"--threads={threads}"], processes)
            equal(name, group.wait(), prefix, base)

prefix, options = outputs("options")
port = free_port()
group = Group([*arguments_of(subject, artifacts["data=4"], STEPS), *options, "--processes=2", f"--master=127.0.0.1:{port}"], 2, lambda process: {},
              lambda process: [f"--process={process}"])
equal("explicit options", group.wait(), prefix, base)

prefix, options = outputs("slurm")
group = Group([*arguments_of(subject, artifacts["data=4"], STEPS), *options], 2,
              lambda process: {"SLURM_PROCID": str(process), "SLURM_NTASKS": "2", "SLURM_LOCALID": str(process), "SLURM_STEP_NUM_NODES": "1",
                               "SLURM_JOB_ID": str(os.getpid()), "SLURM_STEP_ID": "0"})
equal("srun on one node", group.wait(), prefix, base)

for transport, seed in (("shm", 1), ("tcp", 2)):
    prefix, options = outputs(f"chaos-{transport}")
    group = plain([*arguments_of(subject, artifacts["data=2,model=2"], STEPS), *options, f"--transport={transport}", f"--chaos={seed}", "--threads=2"], 2)
    equal(f"chaos over {transport}", group.wait(), prefix, base)

# A process that others wait for for a while, and all at once: slow is not lost.
long = alone("long", artifacts["data=4"], 40)
for victims, transport, seconds in (((0, 2), "shm", 3), ((1,), "tcp", 3), ((0, 1, 2, 3), "tcp", 7)):
    prefix, options = outputs("slow")
    group = plain([*arguments_of(subject, artifacts["data=4"], 40), *options, f"--transport={transport}", "--threads=1"], 4)
    checks.expect(await_lines(OUT / f"{prefix.name}.metrics.jsonl.part", 2), "slow: does not run")
    for victim in victims:
        os.kill(group.all[victim].pid, signal.SIGSTOP)
    time.sleep(seconds)
    for victim in victims:
        os.kill(group.all[victim].pid, signal.SIGCONT)
    equal(f"processes {victims} stop for {seconds} s, {transport}", group.wait(), prefix, long)

# On from where another number of processes has stopped: the last two steps of three.
prefix, options = outputs("begun")
checks.expect(all(code == 0 for code, _, _ in plain([*arguments_of(subject, artifacts["data=4"], 1), *options], 4).wait()), "the first step")
subject.start = [f"--state={prefix}.safetensors"]
prefix, options = outputs("resumed")
ended = plain([*arguments_of(subject, artifacts["data=2,model=2"], STEPS - 1), "--first-step=1", *options], 2).wait()
checks.expect(all(code == 0 for code, _, _ in ended), f"resumed: {[error for _, _, error in ended]}")
checks.expect(Result(prefix).state == base.state, "resumed in other processes: another state")
checks.expect(base.fingerprints.endswith(Result(prefix).fingerprints), "resumed in other processes: other fingerprints")
subject.start = [f"--state={first}"]

# Metrics that no process has whole.
spread = OUT / "processes-spread.det"
tool("det-opt", HERE / "spread.mlir", "--to=host", "--mesh=a=4", "--shard=arg0=[{a},{}]", "--shard=arg2=[{a}]", "-o", spread)
results = []
for processes in (1, 2, 4):
    prefix, _ = outputs(f"spread{processes}")
    ended = plain([spread, "--data=*=random:5", "--steps=2", f"--metrics={prefix}.metrics.jsonl"], processes).wait()
    checks.expect(all(code == 0 for code, _, _ in ended), f"spread metrics in {processes} processes: {[error for _, _, error in ended]}")
    path = prefix.parent / f"{prefix.name}.metrics.jsonl"
    results.append(path.read_bytes() if path.exists() else b"")
checks.expect(results[0] and results.count(results[0]) == 3, "spread metrics: other bytes")

if shutil.which("mpirun"):
    prefix, options = outputs("mpirun")
    command = ["mpirun", "-n", "4", "--allow-run-as-root", "--oversubscribe", BUILD / "bin" / "det-run", *arguments_of(subject, artifacts["data=4"], STEPS), *options]
    done = subprocess.run(list(map(str, command)), env=clean_environment(), capture_output=True, text=True)
    checks.expect(done.returncode == 0, f"mpirun ended with {done.returncode}: {done.stderr[-1000:]}")
    if done.returncode == 0:
        checks.equal(Result(prefix), base, "mpirun -n 4")
else:
    print("mpirun is not installed (apt-get install openmpi-bin): not tried")

end_strays(checks, "at the end")
checks.expect(shared_files() == before, f"left in /dev/shm: {set(shared_files()) - set(before)}")
checks.end()
