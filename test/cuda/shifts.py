"""Shifts by amounts of all bits, also beyond 2^32: the interpreter of PTX and the host agree with Python's integers.

    shifts.py FOLDER
"""
import json
import pathlib
import random
import struct
import subprocess
import sys

folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
random.seed(1)
EDGES = [0, 1, 31, 32, 63, 64, 65, 2**31, 2**32 - 1, 2**32, 2**32 + 5, 2**33 + 63, 2**63 - 2**31, 2**63, 2**64 - 1]
COUNT = 257
values = [random.getrandbits(64) for _ in range(COUNT)]
amounts = [random.choice(EDGES) if i % 2 else random.getrandbits(random.randrange(1, 65)) for i in range(COUNT)]


def signed(word):
    return word - 2**64 if word >> 63 else word


expected = [
    [signed(x << n & (2**64 - 1)) if n < 64 else 0 for x, n in zip(values, amounts)],
    [signed(x >> n) if n < 64 else 0 for x, n in zip(values, amounts)],
    [signed(x) >> min(n, 63) for x, n in zip(values, amounts)],
]
tensor = f"tensor<{COUNT}xi64>"
(folder / "shifts.mlir").write_text(f"""func.func public @main(%x: {tensor}, %n: {tensor}) -> ({tensor}, {tensor}, {tensor}) {{
  %l = stablehlo.shift_left %x, %n : {tensor}
  %r = stablehlo.shift_right_logical %x, %n : {tensor}
  %s = stablehlo.shift_right_arithmetic %x, %n : {tensor}
  return %l, %r, %s : {tensor}, {tensor}, {tensor}
}}
""")
size = 8 * COUNT
header = json.dumps({name: {"dtype": "I64", "shape": [1, COUNT], "data_offsets": [i * size, (i + 1) * size]} for i, name in enumerate(("arg0", "arg1"))}).encode()
(folder / "batches.safetensors").write_bytes(struct.pack("<Q", len(header)) + header + struct.pack(f"<{2 * COUNT}Q", *values, *amounts))
for device in (["--device=host"], ["--device=reference"], ["--device=ptx-sim", "--chips=none"]):
    metrics = folder / "metrics.jsonl"
    subprocess.run(["det-run", folder / "shifts.mlir", *device, "--data", f"*={folder / 'batches.safetensors'}", "--steps=1", f"--metrics={metrics}"],
                   check=True, stdout=subprocess.DEVNULL)
    line = json.loads(metrics.read_text().splitlines()[0])
    got = [line[key] for key in sorted(line) if key != "step"]
    for name, mine, true in zip(("left", "right logical", "right arithmetic"), got, expected, strict=True):
        wrong = [(hex(values[i]), hex(amounts[i]), a, b) for i, (a, b) in enumerate(zip(mine, true, strict=True)) if a != b]
        if wrong:
            sys.exit(f"{device[0]}: shift {name}: {len(wrong)} wrong, first value, amount, result, expected: {wrong[0]}")
print("shifts agree")
