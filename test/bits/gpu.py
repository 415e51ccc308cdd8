"""The kernels for GPUs, interpreted: a training step in ptx-sim leaves the bytes of the host and of the reference, on every mesh, in one process
and in several. Races, bounds and uninitialised memory are looked at in every launch.

    gpu.py [--long]
"""
import os
import pathlib
import socket
import subprocess
import sys

import det

MESHES = {"none": [], "data=2": ["--mesh=data=2"], "model=2": ["--mesh=model=2"]}
LONG = ["gpt_nano", "llama_nano", "moe_nano", "cnn_bn_momentum", "gpt_nano_accumulate", "gpt_nano_dropout", "gpt_nano_scan_remat"]
faults = 0


def compare(what, result, right):
    global faults
    differences = result.differences(right)
    faults += len(differences)
    print(f"{what}: {'as on the host' if not differences else 'other ' + ', '.join(differences)}", flush=True)


def right_of(graph, steps, *options):
    host = det.run(graph, "gpu-host", *options, steps=steps)
    compare(f"{graph.name}, reference", det.run(graph, "gpu-reference", "--device=reference", *options, steps=steps), host)
    return host


def on_meshes(name, steps, *options):
    graph = det.graph(name)
    if not graph:
        print(f"{name}: skipped, no {det.SHARED}/graphs")
        return
    right = right_of(graph, steps, *options)
    for mesh, flags in MESHES.items():
        compare(f"{name}, {mesh}, ptx-sim", det.run(graph, "gpu-sim", "--device=ptx-sim", "--threads=2", *flags, *options, steps=steps), right)


def in_processes(graph, right, steps, ranks=2):
    """One process for each rank, as torchrun starts them."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    prefix = det.OUT / f"{graph.name}-gpu-processes"
    data = [word for source in graph.sources for word in ("--data", source)]
    running = []
    for rank in range(ranks):
        env = dict(os.environ, RANK=str(rank), WORLD_SIZE=str(ranks), LOCAL_RANK=str(rank), MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port))
        running.append(subprocess.Popen([det.BUILD / "bin" / "det-run", graph.step, *graph.start, *data, "--device=ptx-sim", "--threads=1",
                                         f"--mesh=data={ranks}", f"--steps={steps}", f"--save={prefix}.safetensors",
                                         f"--metrics={prefix}.metrics.jsonl", f"--fingerprints={prefix}.fingerprints.jsonl"],
                                        env=env, stdout=subprocess.DEVNULL))
    if any([process.wait() for process in running]):
        sys.exit("a process failed")
    compare(f"{graph.name}, {ranks} processes, ptx-sim", det.Result(prefix), right)


def refusals(graph):
    """Bad input is one error, and exit code 1 (2 on the command line)."""
    global faults
    host, gpu = det.OUT / "gpu-host.det", det.OUT / "gpu-cuda.det"
    det.tool("det-opt", graph.step, "--to=host", "-o", host)
    det.tool("det-opt", graph.step, "--to=cuda", "--chips=none", "-o", gpu)
    has_gpu = pathlib.Path("/dev/nvidiactl").exists()
    cases = [([host, "--device=ptx-sim"], {}, "was compiled for the host"), ([gpu], {}, "was compiled for GPUs"),
             ([gpu, "--device=cuda"], {}, "has kernels for no chip" if has_gpu else "NVIDIA"),
             ([gpu, "--device=ptx-sim", "--chips=sm_90"], {}, "is compiled already"),
             ([graph.step, "--device=ptx-sim", "--chips=sm_1"], {}, "unknown chip 'sm_1'"),
             ([graph.step, "--chips=sm_90"], {}, "it is about GPUs"),
             ([graph.step, "--device=cuda", "--chaos=1"], {}, "a GPU orders its work itself"),
             ([gpu, "--device=ptx-sim", "--isa=v3"], {}, "--isa: it is about --device=host"),
             ([gpu, "--device=cuda", "--isa=v4"], {}, "--isa: it is about --device=host"),
             ([host, "--device=reference", "--isa=v3"], {}, "--isa: it is about --device=host"),
             ([gpu, "--device=ptx-sim", "--pin"], {}, "--pin: it is about --device=host"),
             ([host, "--device=reference", "--arena-fill=nan"], {}, "the reference has no arenas"),
             ([gpu, "--device=cuda", "--transport=tcp"], {}, "NCCL carries messages"),
             ([host, "--device=reference", "--route=levels"], {}, "--route: it is about plans"),
             ([host, "--device=reference", "--near=2"], {}, "--near: it is about plans"),
             ([host, "--device=reference", "--profile"], {}, "--profile: it is about plans"),
             ([gpu, "--device=ptx-sim", "--fuse-attention=off"], {}, "is compiled already"),
             ([graph.step, "--fuse-attention=off"], {}, "--fuse-attention: it is about GPUs"),
             ([graph.step, "--device=ptx-sim", "--fuse-attention=maybe"], {}, "--fuse-attention: maybe not in {on,off,always}"),
             ([graph.step, "--silence-limit=nan"], {}, "--silence-limit: expected seconds from 0.5 to 86400, got 'nan'"),
             ([graph.step, "--silence-limit=0.4"], {}, "--silence-limit: expected seconds from 0.5 to 86400, got '0.4'"),
             ([graph.step, "--meeting-limit=nan"], {}, "--meeting-limit: expected seconds from 0.1 to 86400, got 'nan'"),
             ([graph.step, "--device=cuda", "--step-limit=-nan"], {}, "--step-limit: expected seconds from 0 to 86400, got '-nan'"),
             ([graph.step, "--steps=-1"], {}, "--steps: expected a number from 0 to 18446744073709551615, got '-1'"),
             ([graph.step, "--first-step=x"], {}, "--first-step: expected a number from 0 to 18446744073709551615, got 'x'"),
             ([graph.step, "--max-trip-count=9223372036854775808"], {}, "--max-trip-count: expected a number from 0 to 9223372036854775807, got"),
             ([gpu, "--device=ptx-sim"], {"CUBLAS_EMULATION": "1"}, "the environment has CUBLAS_EMULATION=1")]
    for arguments, variables, words in cases:
        done = det.tool("det-run", *arguments, check=False, env=dict(os.environ, **variables))
        if done.returncode not in (1, 2) or done.stderr.count("error: ") != 1 or words not in done.stderr:
            faults += 1
            print(f"{arguments}: ended with {done.returncode}: {done.stderr}")
    print(f"{len(cases)} wrong calls refused")


def main():
    if "--long" in sys.argv:
        for name in LONG:
            on_meshes(name, 2, "--level=device_to_device")
        on_meshes("gpt_nano_bf16", 2, "--recipe=mma=hopper")
    else:
        graph = det.example()
        right = right_of(graph, 1)
        for seed in (1, 2):
            compare(f"example, data=2, in order {seed}",
                    det.run(graph, "gpu-sim", "--device=ptx-sim", "--mesh=data=2", f"--chaos={seed}", "--threads=2", steps=1), right)
        in_processes(graph, right, 1)
        refusals(graph)
        on_meshes("gpt_nano", 1, "--level=device_to_device")
    sys.exit(1 if faults else 0)


main()
