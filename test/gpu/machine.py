"""What the checks ran on: for the record beside their figures."""
import ctypes
import datetime
import json
import pathlib
import re
import shutil
import subprocess

from setup import call, det, find_ptxas


def cublaslt_version():
    try:
        library = ctypes.CDLL("libcublasLt.so.13")
        library.cublasLtGetVersion.restype = ctypes.c_size_t
        version = library.cublasLtGetVersion()
    except (OSError, AttributeError):
        return None
    return f"{version // 10000}.{version // 100 % 100}.{version % 100}"


def driver_version():
    """The number of the kernel module, such as 580.65.06."""
    path = pathlib.Path("/proc/driver/nvidia/version")
    found = re.search(r"\s(\d+\.\d+(\.\d+)?)\s", path.read_text()) if path.exists() else None
    return found.group(1) if found else None


def ptxas_version():
    path = find_ptxas()
    said = subprocess.run([path, "--version"], capture_output=True, text=True).stdout if path else ""
    found = re.search(r"V(\d+\.\d+\.\d+)", said)
    return found.group(1) if found else None


def describe(device):
    """Errors: Failure, with what the driver says."""
    made = json.loads(call("det-gpu-probe", "device", f"--device={device}"))
    git = shutil.which("git")
    commit = subprocess.run([git, "-C", str(det.SOURCE), "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True).stdout.strip() if git else ""
    return {"date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"), "device": made["name"], "chip": made["chip"],
            "memory_bytes": made["memory_bytes"], "driver": driver_version(), "cuda_of_driver": made["cuda"], "nccl": made.get("nccl"),
            "cublaslt": cublaslt_version(), "ptxas": ptxas_version(), "det": commit or None}
