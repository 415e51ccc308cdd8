"""Starts det-run in several processes, and looks at how they end."""
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "bits"))
from det import BUILD, OUT, Checks, Result, example, run, tool  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
TAG = f"DET_TEST_TAG={os.getpid()}"
LAUNCHERS = ("RANK", "WORLD_SIZE", "LOCAL_RANK", "MASTER_", "SLURM", "OMPI", "PMI", "TORCHELASTIC")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def clean_environment():
    """This process's environment without what a launcher has left in it."""
    return {name: value for name, value in os.environ.items() if not name.startswith(LAUNCHERS)} | {"DET_TEST_TAG": str(os.getpid())}


def torchrun(process, processes, port):
    """What torchrun sets, for the processes of one machine."""
    return {"RANK": str(process), "WORLD_SIZE": str(processes), "LOCAL_RANK": str(process), "LOCAL_WORLD_SIZE": str(processes), "MASTER_ADDR": "127.0.0.1",
            "MASTER_PORT": str(port)}


class Group:
    """Processes of one run. `variables(process)` gives the environment of each, `more(process)` its further arguments, `within(process)` what starts it."""

    def __init__(self, arguments, processes, variables, more=lambda process: [], within=lambda process: []):
        self.start = time.monotonic()
        self.all = [subprocess.Popen([*within(process), BUILD / "bin" / "det-run", *map(str, arguments), *map(str, more(process))], env=clean_environment() | variables(process),
                                     stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for process in range(processes)]

    def wait(self, seconds=120, among=None):
        """(exit code, stdout, stderr) of each; a process that does not end in time is killed and has the code None."""
        deadline, ended = time.monotonic() + seconds, []
        for number, process in enumerate(self.all):
            if among is not None and number not in among:
                ended.append(None)
                continue
            try:
                out, error = process.communicate(timeout=max(0.01, deadline - time.monotonic()))
                ended.append((process.returncode, out, error))
            except subprocess.TimeoutExpired:
                process.kill()
                ended.append((None, *process.communicate()))
        return ended


def plain(arguments, processes, port=None, more=lambda process: []):
    """Plain processes with torchrun's environment."""
    port = port or free_port()
    return Group(arguments, processes, lambda process: torchrun(process, processes, port), more)


def outputs(name):
    """The paths and options of a run's results."""
    OUT.mkdir(parents=True, exist_ok=True)
    prefix = OUT / f"processes-{name}"
    for suffix in ("safetensors", "metrics.jsonl", "fingerprints.jsonl"):
        for part in ("", ".part"):
            pathlib.Path(f"{prefix}.{suffix}{part}").unlink(missing_ok=True)
    return prefix, [f"--save={prefix}.safetensors", f"--metrics={prefix}.metrics.jsonl", f"--fingerprints={prefix}.fingerprints.jsonl"]


def arguments_of(graph, program, steps):
    return [program, *graph.start, "--data", graph.data, f"--steps={steps}"]


def strays():
    """Processes of this test that still run: they have its tag in their environment."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*"):
        if int(path.name) == os.getpid():
            continue
        try:
            if TAG.encode() in (path / "environ").read_bytes().split(b"\0"):
                found.append(int(path.name))
        except OSError:
            continue
    return found


def errors(text):
    return [line for line in text.splitlines() if line.startswith("error: ")]


def await_lines(path, count, seconds=60):
    """Waits until a run has written so many lines of its metrics."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if path.exists() and len(path.read_bytes().splitlines()) >= count:
            return True
        time.sleep(0.05)
    return False


def shared_files():
    return sorted(os.listdir("/dev/shm")) if os.path.isdir("/dev/shm") else []


def end_strays(checks, what):
    left = strays()
    checks.expect(not left, f"{what}: processes {left} are left over")
    for pid in left:
        os.kill(pid, signal.SIGKILL)
