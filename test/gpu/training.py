"""Bits of training: the device leaves what the host leaves, on every mesh, twice, under stress, from poisoned memory, and when it takes over."""
import subprocess
import time

from setup import OUT, Failure, det  # first: it finds test/bits
from meshes_list import CHANNELS, EXPERTS, LLAMA, TENSOR_PARALLEL, shards

# Graphs with the level and recipe they are compared at, and how their tensors are cut on model=2.
GRAPHS = {"example": ([], TENSOR_PARALLEL), "gpt_nano": (["--level=device_to_device"], TENSOR_PARALLEL),
          "llama_nano": (["--level=device_to_device"], LLAMA), "moe_nano": (["--level=device_to_device"], EXPERTS),
          "cnn_bn_momentum": (["--level=device_to_device"], CHANNELS), "gpt_nano_bf16": (["--level=mesh_to_mesh"], TENSOR_PARALLEL)}


def subjects(setup):
    """The graphs at hand: (graph, options, {mesh: options})."""
    for name, (options, cuts) in GRAPHS.items():
        if setup.quick and name != "example":
            continue
        graph = det.example() if name == "example" else det.graph(name)
        if not graph:
            setup.table.add(name, "skipped", f"no {det.SHARED}/graphs")
            continue
        if name == "gpt_nano_bf16":
            if not setup.family:
                setup.table.add(name, "skipped", f"no model of the tensor cores of {setup.chip}")
                continue
            options = [*options, f"--recipe=mma={setup.family}"]
        meshes = {"none": [], "data=2": ["--mesh=data=2"], "model=2": ["--mesh=model=2", *shards(cuts)]}
        yield graph, options, meshes


class Stress:
    """Another process that keeps the device busy: the same training, on and on."""

    def __init__(self, setup, graph, artifact):
        path = OUT / "stress.log"
        data = [word for source in graph.sources for word in ("--data", source)]
        words = [artifact, f"--device={setup.device}", *setup.sim, *graph.start, *data, f"--steps={10**9}", "--progress"]
        with open(path, "wb") as log:
            self.process = subprocess.Popen([str(det.BUILD / "bin" / "det-run"), *map(str, words)], stdout=log, stderr=subprocess.STDOUT)
        # It is on the device once it shows a step.
        until = time.monotonic() + 120
        while b"step 1/" not in path.read_bytes():
            if self.process.poll() is not None or time.monotonic() > until:
                self.__exit__()
                raise Failure("the second process does not train: " + path.read_text(errors="replace")[-1000:])
            time.sleep(0.05)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.was_busy = self.process.poll() is None
        self.process.kill()
        self.process.wait()


class Subject:
    """One graph: its right result, and all that has to equal it."""

    def __init__(self, setup, graph, options, meshes):
        self.setup, self.graph, self.options, self.meshes = setup, graph, options, meshes
        self.steps = (1 if setup.quick else 2) if setup.is_sim else 12

    def artifact(self, target, mesh="none"):
        return self.setup.compile(self.graph.name, self.graph.step, target, *self.options, *self.meshes[mesh])

    def compare(self, what, make, right):
        """A row: what make() leaves has the bytes of `right`."""
        check = f"{self.graph.name}, {what}"
        try:
            differences = make().differences(right)
        except Failure as failure:
            self.setup.table.add(check, "FAILED", str(failure))
        else:
            self.setup.table.add(check, "DIFFERENT" if differences else "equal", "other " + ", ".join(differences) if differences else "", steps=self.steps)

    def on_device(self, name, *options, mesh="none"):
        return self.setup.train(self.graph, name, self.artifact("cuda", mesh), self.setup.device, *options, steps=self.steps)

    def stressed(self):
        with Stress(self.setup, self.graph, self.artifact("cuda")) as stress:
            result = self.on_device("stressed")
        if not stress.was_busy:
            raise Failure("the second process ended before the first: nothing was stressed")
        return result

    def taken_over(self, part):
        """Three runs: host, device, host, each from the state that the last one saved. The bytes of the last one's steps."""
        start, result = None, None
        for number, (target, device) in enumerate((("host", "host"), ("cuda", self.setup.device), ("host", "host"))):
            result = self.setup.train(self.graph, f"part{number}", self.artifact(target), device, steps=part, first=number * part, start=start)
            start = [f"--state={result.path}"]
        return result

    def check(self):
        right = self.setup.train(self.graph, "host", self.artifact("host"), "host", steps=self.steps)
        for mesh in self.meshes:
            if not (self.setup.quick and mesh == "model=2"):
                self.compare(f"mesh {mesh}: host = {self.setup.device}", lambda mesh=mesh: self.on_device("device", mesh=mesh), right)
        if self.setup.quick:
            self.compare("without graphs, memory poisoned", lambda: self.on_device("poisoned", "--no-graphs", "--arena-fill=nan"), right)
        else:
            self.compare("run to run", lambda: self.on_device("again"), right)
            self.compare("without graphs", lambda: self.on_device("stepwise", "--no-graphs"), right)
            for fill in ("nan", "ff"):
                self.compare(f"memory poisoned with {fill}", lambda fill=fill: self.on_device("poisoned", f"--arena-fill={fill}"), right)
        self.compare("beside a second process on the device", self.stressed, right)
        if self.graph.name == "example":  # the control: other windows of the text are other batches
            other = self.setup.train(self.graph, "other", self.artifact("host"), "host", "--data-seed=1", steps=self.steps)
            found = set(other.differences(right)) == {"state", "metrics", "fingerprints"}
            self.setup.table.add(f"{self.graph.name}, other batches leave other bytes", "passed" if found else "FAILED")
        part = 1 if self.setup.is_sim else 4
        whole = self.setup.train(self.graph, "whole", self.artifact("host"), "host", steps=3 * part)
        # Only the state and the last steps' lines can be compared: the last run wrote those alone.
        self.compare(f"host, {self.setup.device}, host by turns", lambda: Tail(self.taken_over(part), part), Tail(whole, part))


class Tail:
    """The state, and the lines of the last steps."""

    def __init__(self, result, steps):
        self.state = result.state
        self.metrics = result.metrics.splitlines()[-steps:]
        self.fingerprints = result.fingerprints.splitlines()[-steps:]

    differences = det.Result.differences


def check(setup):
    all_subjects = [Subject(setup, *subject) for subject in subjects(setup)]
    wanted = [(s.graph.name, s.graph.step, target, *s.options, *s.meshes[mesh]) for s in all_subjects
              for target, mesh in [("host", "none"), *(("cuda", mesh) for mesh in s.meshes if not (setup.quick and mesh == "model=2"))]]
    setup.compile_all(wanted)
    for subject in all_subjects:
        try:
            subject.check()
        except Failure as failure:
            setup.table.add(subject.graph.name, "FAILED", str(failure))
