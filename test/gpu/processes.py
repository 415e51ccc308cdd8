"""Several ranks as processes that share one GPU, with messages by NCCL. NCCL takes two ranks on one GPU of one machine for a mistake; with
names of machines of their own (NCCL_HOSTID) they meet over a loopback socket."""
import os
import socket
import subprocess

from setup import OUT, Failure, det
from training import Subject, subjects

LIMIT = 180  # seconds for a run of processes that take turns on one GPU


def start(setup, subject, mesh, ranks=2):
    """Runs a process for each rank, in torchrun's environment; returns their exit codes and what they said."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    prefix = OUT / f"{subject.graph.name}-processes"
    words = setup.words(subject.graph, prefix, subject.artifact("cuda", mesh), setup.device, steps=subject.steps)
    running = []
    for rank in range(ranks):
        env = dict(os.environ, RANK=str(rank), WORLD_SIZE=str(ranks), LOCAL_RANK=str(rank), MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port))
        if not setup.is_sim:
            visible = os.environ.get("CUDA_VISIBLE_DEVICES", "0").split(",")[0]
            env.update(CUDA_VISIBLE_DEVICES=visible, NCCL_HOSTID=f"det-gpu-check-{rank}", NCCL_NET="Socket", NCCL_SOCKET_IFNAME="lo")
        running.append(subprocess.Popen([str(det.BUILD / "bin" / "det-run"), *map(str, words)], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True))
    try:
        said = [process.communicate(timeout=LIMIT)[0] for process in running]
    except subprocess.TimeoutExpired as late:
        raise Failure(f"{ranks} processes did not end within {LIMIT} s") from late
    finally:
        for process in running:
            if process.poll() is None:
                process.kill()
                process.wait()
    if any(process.returncode for process in running):
        raise Failure("\n".join(text.strip()[-1500:] for text in said if text.strip()))
    return det.Result(prefix)


def is_refusal(text):
    """NCCL does not connect two ranks on one GPU: a limit of NCCL, no fault of det's. Any other error is one."""
    return "Duplicate GPU" in text or ("connects by NCCL" in text and "invalid usage" in text)


def check(setup):
    for graph, options, meshes in subjects(setup):
        if graph.name not in ("example", "gpt_nano"):
            continue
        subject = Subject(setup, graph, options, meshes)
        for mesh in ("data=2", "model=2"):
            if setup.quick and mesh == "model=2":
                continue
            name = f"{graph.name}, mesh {mesh}: 2 processes on one device"
            try:
                right = setup.train(graph, "host", subject.artifact("host"), "host", steps=subject.steps)
                differences = start(setup, subject, mesh).differences(right)
            except Failure as failure:
                refused = not setup.is_sim and is_refusal(str(failure))
                setup.table.add(name, "skipped" if refused else "FAILED", ("NCCL refuses ranks that share a GPU: " if refused else "") + str(failure))
                if refused:
                    return
            else:
                setup.table.add(name, "DIFFERENT" if differences else "equal", "other " + ", ".join(differences) if differences else "", steps=subject.steps)
