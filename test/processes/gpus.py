"""det-run --device=cuda in two processes, on libraries that stand in for CUDA and NCCL (test/unit/Cuda): which GPU each process takes, and how a step
that hangs ends. Kernels do not run."""
import os
import pathlib
import re
import stat
import time

from processes import OUT, Checks, Group, errors, example, free_port, tool, torchrun

checks = Checks()
OUT.mkdir(parents=True, exist_ok=True)
subject = example()

# An assembler that makes something, and the libraries by the names that det looks for.
assembler = OUT / "gpus-ptxas"
assembler.write_text('#!/bin/sh\nwhile [ $# -gt 0 ]; do [ "$1" = -o ] && echo code > "$2"; shift; done\n')
assembler.chmod(assembler.stat().st_mode | stat.S_IXUSR)
libraries = OUT / "gpus-libraries"
libraries.mkdir(exist_ok=True)
for name, path in (("libcuda.so.1", os.environ["FAKE_CUDA"]), ("libnccl.so.2", os.environ["FAKE_NCCL"])):
    (libraries / name).unlink(missing_ok=True)
    (libraries / name).symlink_to(path)
for_gpus = ["--to=cuda", "--chips=sm_90", f"--ptxas={assembler}"]
step, init = OUT / "gpus-step.det", OUT / "gpus-init.det"
tool("det-opt", subject.step, *for_gpus, "--mesh=data=2", "-o", step)
tool("det-opt", subject.step.parent / "init.mlir", *for_gpus, "-o", init)
state = OUT / "gpus-state.safetensors"
tool("det-run", subject.step, *subject.start, "--data", subject.data, "--steps=0", f"--save={state}")


def run(name, start, *options, settings="", within=60):
    """What both processes say, and what they asked of the libraries."""
    for old in OUT.glob(f"gpus-{name}.calls.*"):
        old.unlink()
    port = free_port()
    variables = {"LD_LIBRARY_PATH": str(libraries), "FAKE_CALLS": str(OUT / f"gpus-{name}.calls"), "FAKE_SETTINGS": settings}
    begun = time.monotonic()
    group = Group([step, *start, "--data", subject.data, "--steps=2", "--device=cuda", *options], 2, lambda process: torchrun(process, 2, port) | variables)
    ended = group.wait(seconds=within)
    calls = [pathlib.Path(OUT / f"gpus-{name}.calls.{process.pid}").read_text().splitlines() for process in group.all]
    return ended, calls, time.monotonic() - begun


def count(calls, pattern):
    return sum(bool(re.fullmatch(pattern, call)) for call in calls)


# Each process has its own GPU for the steps, and for a first state that kernels for GPUs compute.
for name, start, drivers in (("state", [f"--state={state}"], 1), ("init", [f"--init={init}", "--seed=0"], 2)):
    ended, calls, _ = run(name, start)
    for process, (code, _, error) in enumerate(ended):
        checks.expect(code == 0, f"{name}: process {process} ends with {code}: {error[-600:]}")
        taken = [call for call in calls[process] if call.startswith("cuDeviceGet ")]
        checks.expect(taken == [f"cuDeviceGet {process}"] * drivers, f"{name}: process {process} takes {taken}")
        checks.expect(count(calls[process], f"ncclCommInitRankConfig {process} of 2 .*") == 1, f"{name}: process {process} connects by NCCL")
        checks.expect(count(calls[process], "ncclCommAbort .*") == 0, f"{name}: process {process} aborts nothing")

# A device that never answers: the run ends, says where it hangs, and lets go of those who wait in NCCL. 600 is CUDA_ERROR_NOT_READY.
ended, calls, seconds = run("hung", [f"--state={state}"], "--step-limit=1.5", settings="fail cuEventQuery=600")
told = [line for _, _, error in ended for line in errors(error)]
checks.expect(seconds < 30, f"hung: took {seconds:.1f} s")
checks.expect(all(code == 1 for code, _, _ in ended), f"hung: ends with {[code for code, _, _ in ended]}")
checks.expect(any(re.search(r"the device has not answered for 1\.5 s: rank [01], exchange '[^']+'", line) for line in told), f"hung: says {told}")
for process in range(2):
    communicators = count(calls[process], "ncclComm(InitRankConfig|Split) .*")
    checks.expect(0 < count(calls[process], "ncclCommAbort .*") <= communicators, f"hung: process {process} aborts its {communicators} communicators")
    checks.expect(count(calls[process], "ncclCommFinalize .*") == 0, f"hung: process {process} waits for nobody")

refused = tool("det-run", step, f"--state={state}", "--step-limit=5", check=False)
checks.expect(refused.returncode != 0 and "--step-limit: it is about --device=cuda" in refused.stderr, f"the host has no such limit: {refused.stderr[-300:]}")
checks.end()
