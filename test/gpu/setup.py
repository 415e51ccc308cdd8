"""What all checks share: the device, the tools, artifacts that are compiled once, runs in processes of their own."""
import concurrent.futures
import itertools
import os
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "bits"))
import det  # noqa: E402

OUT = det.BUILD / "test" / "gpu" / "run"


class Failure(Exception):
    """A tool ended otherwise than it should; the text is what it said."""


def call(tool, *arguments, env=None, timeout=None):
    """Runs a tool of build/bin, or a path, and returns what it printed."""
    path = det.BUILD / "bin" / tool if isinstance(tool, str) and "/" not in tool else tool
    try:
        done = subprocess.run([str(path), *map(str, arguments)], capture_output=True, text=True, env=env, timeout=timeout)
    except subprocess.TimeoutExpired as late:
        raise Failure(f"{pathlib.Path(path).name} did not end within {timeout} s") from late
    if done.returncode:
        raise Failure(f"{pathlib.Path(path).name} ended with {done.returncode}: {(done.stderr or done.stdout).strip()[-3000:]}")
    return done.stdout


def find_ptxas():
    """Where det-opt looks, too."""
    homes = [os.environ.get("CUDA_HOME", ""), "/usr/local/cuda"]
    return shutil.which("ptxas") or next((f"{home}/bin/ptxas" for home in homes if home and os.access(f"{home}/bin/ptxas", os.X_OK)), None)


class Setup:
    """A device, how much of it to try, and where results go."""

    def __init__(self, table, device, chip, quick, threads):
        self.table, self.device, self.chip, self.quick, self.threads = table, device, chip, quick, threads
        self.is_sim = device == "ptx-sim"
        self.compiled, self.numbers = {}, itertools.count()
        # Tools that interpret PTX: one thread for each core, no more; the host's runs too.
        self.sim = [f"--threads={threads}", *(["--no-sim-checks"] if quick else [])] if self.is_sim else []
        OUT.mkdir(parents=True, exist_ok=True)

    @property
    def family(self):
        """The tensor cores of the chip, as recipes name them; None where det has no model."""
        number = self.chip.removeprefix("sm_").rstrip("af")
        return "ampere" if number in ("80", "86", "87", "89") else "hopper" if number in ("90", "100", "103", "120") else None

    def compile(self, name, step, target, *options):
        """The artifact of a program; compiled once for equal options. `target`: host, or cuda, which is for this chip alone (or that of a `--chips`)."""
        key = (name, target, options)
        if key not in self.compiled:
            self.compiled[key] = self.compile_to(OUT / f"{name}-{next(self.numbers)}.det", step, target, *options)
        return self.compiled[key]

    def compile_to(self, path, step, target, *options):
        chips = [f"--chips={'none' if self.is_sim else self.chip}"] if target == "cuda" and not any(option.startswith("--chips") for option in options) else []
        call("det-opt", step, f"--to={target}", *chips, *options, "-o", path)
        return path

    def compile_all(self, programs):
        """Compiles those of (name, step, target, *options) that are not yet, several at once. Who needs one that fails meets the error again."""
        def one(number, program):
            name, step, target, *options = program
            try:
                return self.compile_to(OUT / f"{name}-{number}.det", step, target, *options)
            except Failure:
                return None
        fresh = [program for program in programs if (program[0], program[2], tuple(program[3:])) not in self.compiled]
        with concurrent.futures.ThreadPoolExecutor(max(self.threads // 2, 1)) as team:
            for program, path in zip(fresh, team.map(one, itertools.islice(self.numbers, len(fresh)), fresh)):
                if path:
                    self.compiled[program[0], program[2], tuple(program[3:])] = path

    def train(self, graph, name, artifact, device, *options, steps=1, first=0, start=None, env=None):
        """Trains in a process of its own and returns its bytes. `device`: host, or that of this setup."""
        prefix = OUT / f"{graph.name}-{name}"
        call("det-run", *self.words(graph, prefix, artifact, device, *options, steps=steps, first=first, start=start), env=env)
        return det.Result(prefix)

    def words(self, graph, prefix, artifact, device, *options, steps, first=0, start=None):
        """The words of such a call of det-run."""
        for suffix in ("safetensors", "metrics.jsonl", "fingerprints.jsonl"):
            pathlib.Path(f"{prefix}.{suffix}").unlink(missing_ok=True)
        data = [word for source in graph.sources for word in ("--data", source)]
        return [artifact, f"--device={device}", *(self.sim if device == "ptx-sim" else []), *(start or graph.start), *data, f"--steps={steps}",
                f"--first-step={first}", f"--save={prefix}.safetensors", f"--metrics={prefix}.metrics.jsonl",
                f"--fingerprints={prefix}.fingerprints.jsonl", *options]
