"""What must not change the bits (threads, memory, instruction set, another process) and what must (the controls)."""
import struct

from det import OUT, Checks, example, graph, run, tensors, tool

subject = graph("gpt_nano") or example()
checks = Checks()
base = run(subject, "base")

for threads in (1, 2, 5):
    checks.equal(run(subject, f"threads{threads}", f"--threads={threads}"), base, f"{threads} threads, one rank")
    checks.equal(run(subject, f"threads{threads}-data3", f"--threads={threads}", "--mesh=data=3"), base, f"{threads} threads, data=3")
for fill in ("00", "ff", "nan"):
    checks.equal(run(subject, f"fill-{fill}", f"--arena-fill={fill}"), base, f"arenas filled with {fill}")
    checks.equal(run(subject, f"fill-{fill}-data4", f"--arena-fill={fill}", "--mesh=data=4"), base, f"arenas filled with {fill}, data=4")

flags = next(line for line in open("/proc/cpuinfo") if line.startswith("flags")).split()
for isa, needs in (("v3", "avx2"), ("v4", "avx512bw")):
    if needs in flags:
        checks.equal(run(subject, isa, f"--isa={isa}"), base, f"code for x86-64-{isa}")
    else:
        print(f"x86-64-{isa}: this processor lacks {needs}; compiled, not run")

# A second compilation, in a process of its own with other addresses, gives the same artifact; running it gives the same bits.
artifacts = []
for i in range(2):
    path = OUT / f"artifact{i}.det"
    tool("det-opt", subject.step, "--to=host", "--mesh=data=3", "-o", path)
    artifacts.append(path.read_bytes())
checks.expect(artifacts[0] == artifacts[1], "two compilations give the same artifact")
checks.equal(run(subject, "artifact", program=OUT / "artifact0.det"), base, "an artifact from a file")

# Stopping and resuming, on another mesh.
half = run(subject, "half", steps=5)
rest = run(subject, "rest", "--first-step=5", "--mesh=data=4", steps=7, start=[f"--state={half.path}"])
checks.expect(rest.state == base.state, "five steps on one rank, then seven on data=4")

# Controls.
recipe = run(subject, "recipe", "--recipe=k_leaf_min=16,k_leaf_max=16")
checks.expect(recipe.state != base.state, "control: another recipe gives other bits")
checks.equal(run(subject, "recipe-model2", "--recipe=k_leaf_min=16,k_leaf_max=16", "--mesh=model=2", "--shard=*.proj.w=[{model}]"), recipe,
             "that recipe with its attention output split over model=2")
free = [run(subject, f"free{i}", "--level=not_guaranteed", *mesh) for i, mesh in enumerate(([], ["--mesh=data=4"]))]
checks.expect(free[0].state != free[1].state, "control: at not_guaranteed, data=4 and one rank differ")

start = tensors(half.state)
name = "params.wte"
raw = bytearray(half.state)
size = struct.unpack("<Q", raw[:8])[0]
offset = 8 + size + half.state[8 + size:].index(start[name][2])
raw[offset] ^= 1
flipped = OUT / "flipped.safetensors"
flipped.write_bytes(raw)
other = run(subject, "flipped", "--first-step=5", steps=7, start=[f"--state={flipped}"])
checks.expect(other.state != base.state, "control: one flipped bit in a weight gives other bits")
checks.end()
