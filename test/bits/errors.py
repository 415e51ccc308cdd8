"""Bad input: one clear error, an exit code, and nothing left behind or partly overwritten."""
import os
import pathlib
import subprocess

from det import BUILD, OUT, Checks, example, run, tool

subject = example()
OUT.mkdir(parents=True, exist_ok=True)
checks = Checks()
text = subject.step.read_text()
good = run(subject, "errors-good", steps=2)
artifact = OUT / "errors.det"
tool("det-opt", subject.step, "--to=host", "-o", artifact)


def refused(what, program, *arguments, says, output=None):
    """The tool fails with one error that says `says` (all of them), and `output` does not exist afterwards."""
    done = tool(program, *arguments, check=False)
    checks.expect(done.returncode > 0, f"{what}: exit code {done.returncode}")
    errors = [line for line in done.stderr.splitlines() if "error" in line]
    checks.expect(len(errors) == 1, f"{what}: expected one error, got {len(errors)}:\n{done.stderr[:800]}")
    for words in [says] if isinstance(says, str) else says:
        checks.expect(words in done.stderr, f"{what}: the error does not say '{words}':\n{done.stderr[:800]}")
    if output:
        checks.expect(not pathlib.Path(output).exists(), f"{what}: left {output} behind")


def compiled(what, source, *options, says):
    path, output = OUT / "errors.mlir", OUT / "errors-out.det"
    if isinstance(source, bytes):
        path.write_bytes(source)
    else:
        path.write_text(source)
    output.unlink(missing_ok=True)
    refused(what, "det-opt", path, "--to=host", *options, "-o", output, says=says, output=output)


small = """module @m {
  func.func public @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = BODY : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
"""
compiled("unknown op", small.replace("BODY", '"stablehlo.frobnicate"(%arg0)'), says="frobnicate")
compiled("custom call", small.replace("BODY", "stablehlo.custom_call @mystery(%arg0)"), says="mystery")
compiled("huge shape", small.replace("BODY", "stablehlo.negate %arg0").replace("tensor<4xf32>", "tensor<4000000x4000000x4000000xf32>")
         .replace(": (tensor<4000000x4000000x4000000xf32>) -> ", ": "), says="2^44")
compiled("dynamic shape", small.replace("BODY", "stablehlo.convert %arg0").replace("tensor<4xf32>", "tensor<?xf32>"), says="dynamic")
compiled("bytecode", b"ML\xefR\x01StableHLO_v1.0.0\x00\x00", says="as_text")
compiled("syntax", text[: len(text) // 2], says="errors.mlir")
for mesh, says in (("data=0", "data"), ("data=-1", "data"), ("data=x", "data"), ("data=4:time", "time"), ("data=2,pipe=2:stage", "stage"), ("data", "data")):
    compiled(f"--mesh={mesh}", text, f"--mesh={mesh}", says=says)
compiled("unknown axis", text, "--mesh=data=2", "--shard=tokens=[{model}]", says="model")
compiled("axis used twice", text, "--mesh=data=2", "--shard=*.qkv.w=[{data},{data}]", says="data")
compiled("no such dim", text, "--mesh=data=2", "--shard=*.qkv.b=[{},{data}]", says=["*.qkv.b", "has 2 dims"])
compiled("pattern without a match", text, "--mesh=data=2", "--shard=nothing.*=[{data}]", says="nothing.*")
compiled("bad recipe", text, "--recipe=k_leaf_min=17", says="k_leaf_min")
compiled("bad level", text, "--level=sometimes", says="sometimes")


def trained(what, *options, says, start=None, data=None):
    output = OUT / "errors-state.safetensors"
    output.unlink(missing_ok=True)
    refused(what, "det-run", artifact, *(start or subject.start), "--data", data or subject.data, "--steps=2", f"--save={output}", *options,
            says=says, output=output)


def damaged(name, data):
    path = OUT / name
    path.write_bytes(data)
    return path


state = good.state
head = int.from_bytes(state[:8], "little")


def edited(old, new):
    """The state file with its header changed."""
    header = state[8:8 + head].replace(old, new, 1)
    return len(header).to_bytes(8, "little") + header + state[8 + head:]


trained("missing state file", says="absent.safetensors", start=[f"--state={OUT / 'absent.safetensors'}"])
trained("truncated state", says="truncated", start=[f"--state={damaged('truncated.safetensors', state[:-100])}"])
trained("corrupt header", says="corrupt", start=[f"--state={damaged('corrupt.safetensors', state[:8] + b'[' + state[9:])}"])
both = edited(b"params.wte", b"params.wtx").replace(b"params.wpe", b"params.wpx", 1)
trained("missing and extra tensors, all at once", says=["params.wte", "params.wtx", "params.wpe", "params.wpx"],
        start=[f"--state={damaged('names.safetensors', both)}"])
trained("wrong shape", says=["out.w", "[64,256]", "[256,64]"], start=[f"--state={damaged('shape.safetensors', edited(b'[256,64]', b'[64,256]'))}"])
trained("missing text", says="absent.txt", data=f"tokens=text:{OUT / 'absent.txt'}")
trained("text shorter than a window", says="33", data=f"tokens=text:{damaged('short.txt', b'short')}")
trained("unknown batch name", says="nothing", data=f"nothing=text:{subject.step}")

for seed in ("-1", "x", "18446744073709551616"):
    trained(f"--chaos={seed}", f"--chaos={seed}", says=["--chaos", f"'{seed}'"])

same = OUT / "same.jsonl"
same.unlink(missing_ok=True)
refused("two outputs on one path", "det-run", artifact, *subject.start, "--data", subject.data, f"--metrics={same}", f"--fingerprints={same}",
        says="same.jsonl", output=same)

program = artifact.read_bytes()
for at in (0, 9, 20, 4096, len(program) // 3, len(program) // 2, len(program) - 5):
    flipped = bytearray(program)
    flipped[at] ^= 4
    refused(f"artifact with a flipped bit at {at}", "det-run", damaged("flipped.det", bytes(flipped)), *subject.start, "--data", subject.data, "--steps=1",
            says="flipped.det")
for size in (0, 7, 100, 5000, len(program) - 1):
    refused(f"artifact of {size} bytes", "det-run", damaged("cut.det", program[:size]), *subject.start, "--data", subject.data, "--steps=1", says="cut.det")

# A full disk while saving: the previous file stays whole.
if os.geteuid() == 0 and os.path.ismount("/proc"):
    full = OUT / "full"
    full.mkdir(exist_ok=True)
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", full], capture_output=True).returncode == 0
    if mounted:
        try:
            save = full / "state.safetensors"
            save.write_bytes(state)
            done = tool("det-run", artifact, *subject.start, "--data", subject.data, "--steps=2", f"--save={save}", check=False)
            checks.expect(done.returncode > 0 and "error" in done.stderr, f"full disk: {done.returncode} {done.stderr}")
            checks.expect(save.read_bytes() == state, "full disk: the previous file has changed")
            checks.expect([p.name for p in full.iterdir()] == [save.name], "full disk: something half-written stays")
        finally:
            subprocess.run(["umount", full], check=True)
    else:
        print("no right to mount a small file system: the full disk is not tried")
checks.end()
