"""Runs det in fresh processes and reads what it writes. Python's standard library only."""
import hashlib
import json
import os
import pathlib
import struct
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("DET_BUILD", SOURCE / "build"))
SHARED = pathlib.Path(os.environ.get("DET_SHARED", SOURCE.parent / "shared"))
OUT = BUILD / "test" / "bits"

MASK = (1 << 64) - 1
TYPES = {"F64": ("f64", 8), "F32": ("f32", 4), "F16": ("f16", 2), "BF16": ("bf16", 2), "I64": ("i64", 8), "I32": ("i32", 4), "I16": ("i16", 2),
         "I8": ("i8", 1), "U64": ("ui64", 8), "U32": ("ui32", 4), "U16": ("ui16", 2), "U8": ("ui8", 1), "BOOL": ("i1", 1)}


def header(path):
    """The names of a safetensors file's tensors."""
    with open(path, "rb") as file:
        names = json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))
    return sorted(name for name in names if name != "__metadata__")


class Graph:
    """A training step with its data. `directory` holds step.mlir, maybe init.mlir, state0.safetensors, batches.safetensors."""

    def __init__(self, name, directory, companion=None):
        companion = companion or directory
        self.name, self.step = name, directory / "step.mlir"
        state, batches = companion / "state0.safetensors", companion / "batches.safetensors"
        self.start = [f"--state={state}"] if state.exists() else [f"--init={companion / 'init.mlir'}", "--seed=0"]
        self.sources = [f"{name}={batches}" for name in header(batches)] if batches.exists() else [f"tokens=text:{SOURCE / 'LICENSE'}"]
        self.data = self.sources[0]
        self.reference = companion / "reference.json"


def graph(name):
    """A graph of the shared collection, or None where that is not at hand. Annotated graphs share gpt_nano's data."""
    directory = SHARED / "graphs" / "jax" / name
    if not directory.exists():
        return None
    return Graph(name, directory, None if (directory / "init.mlir").exists() else SHARED / "graphs" / "jax" / "gpt_nano")


def example():
    return Graph("example", SOURCE / "docs" / "examples" / "gpt")


def tool(name, *arguments, check=True, env=None):
    """Runs a tool; a failure that `check` does not allow ends the test with what the tool said."""
    done = subprocess.run([BUILD / "bin" / name, *map(str, arguments)], capture_output=True, text=True, env=env)
    if check and done.returncode:
        sys.exit(f"{name} {' '.join(map(str, arguments))}\nended with {done.returncode}:\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
    return done


def head(text, word):
    """What the lines `// WORD: ...` of a case's text say."""
    return [line.split(": ", 1)[1] for line in text.splitlines() if line.startswith(f"// {word}: ")]


def section(path, name):
    """The bytes of one section of an artifact, found through the table behind its header (Artifact.h)."""
    data = path.read_bytes()
    count = struct.unpack_from("<I", data, 12)[0]
    for i in range(count):
        label, offset, size = struct.unpack_from("<32sQQ", data, 64 + 96 * i)
        if label.rstrip(b"\0").decode() == name:
            return data[offset:offset + size]
    raise KeyError(name)


class Result:
    """The bytes that a run leaves."""

    def __init__(self, prefix):
        self.path = pathlib.Path(f"{prefix}.safetensors")
        self.state = self.path.read_bytes()
        self.metrics = pathlib.Path(f"{prefix}.metrics.jsonl").read_bytes()
        self.fingerprints = pathlib.Path(f"{prefix}.fingerprints.jsonl").read_bytes()

    def lines(self):
        return [json.loads(line) for line in self.metrics.splitlines()]

    def differences(self, other):
        return [what for what in ("state", "metrics", "fingerprints") if getattr(self, what) != getattr(other, what)]


def run(graph, name, *options, steps=12, program=None, start=None):
    """Trains `steps` steps in a process of its own."""
    OUT.mkdir(parents=True, exist_ok=True)
    prefix = OUT / f"{graph.name}-{name}"
    for suffix in ("safetensors", "metrics.jsonl", "fingerprints.jsonl"):
        pathlib.Path(f"{prefix}.{suffix}").unlink(missing_ok=True)
    data = [word for source in graph.sources for word in ("--data", source)]
    tool("det-run", program or graph.step, *(start or graph.start), *data, f"--steps={steps}", f"--save={prefix}.safetensors",
         f"--metrics={prefix}.metrics.jsonl", f"--fingerprints={prefix}.fingerprints.jsonl", *options)
    return Result(prefix)


def tensors(data):
    """{name: (type, shape, bytes)} of a safetensors file's bytes."""
    size = struct.unpack("<Q", data[:8])[0]
    head, body = json.loads(data[8:8 + size]), data[8 + size:]
    return {name: (t["dtype"], t["shape"], body[t["data_offsets"][0]:t["data_offsets"][1]]) for name, t in head.items() if name != "__metadata__"}


def write_tensors(path, tensors):
    """A safetensors file of {name: (type, shape, bytes)}."""
    head, end = {}, 0
    for name, (kind, shape, data) in tensors.items():
        head[name] = {"dtype": kind, "shape": list(shape), "data_offsets": [end, end + len(data)]}
        end += len(data)
    text = json.dumps(head).encode()
    pathlib.Path(path).write_bytes(struct.pack("<Q", len(text)) + text + b"".join(data for _, _, data in tensors.values()))


def floats(tensor):
    dtype, _, data = tensor
    assert dtype == "F32", dtype
    return struct.unpack(f"<{len(data) // 4}f", data)


def splitmix64(x):
    z = (x + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
    return z ^ z >> 31


def fingerprint(data):
    """The fingerprint of a state file, from its definition."""
    total = [0, 0]
    for name, (dtype, shape, raw) in tensors(data).items():
        type, size = TYPES[dtype]
        bits = [int.from_bytes(raw[i:i + size], "little") for i in range(0, len(raw), size)]
        label = f"{name} {type}[{','.join(map(str, shape))}]"
        h = int.from_bytes(hashlib.sha256(label.encode()).digest()[:8], "big")
        for k, c in enumerate((0x9E3779B97F4A7C15, 0xD1B54A32D192ED03)):
            sum_ = 0
            for i, value in enumerate(bits):
                sum_ += splitmix64(value ^ splitmix64((i + c) & MASK))
            total[k] += splitmix64(sum_ & MASK ^ h)
    return "".join(f"{t & MASK:016x}" for t in total)


class Checks:
    """Counts what holds, names what does not, and ends the process accordingly."""

    def __init__(self):
        self.passed, self.failed = 0, []

    def expect(self, holds, what):
        if holds:
            self.passed += 1
        else:
            self.failed.append(what)
            print(f"FAILED: {what}", flush=True)

    def equal(self, result, reference, what):
        self.expect(not result.differences(reference), f"{what}: other bytes in {', '.join(result.differences(reference))}")

    def end(self):
        print(f"{self.passed} checks passed, {len(self.failed)} failed")
        sys.exit(1 if self.failed or not self.passed else 0)
