"""Data of arbitrary bits: NaNs of all payloads, infinities, subnormal numbers, integers of all sizes, indices that point anywhere. The host, the
reference and the kernels for GPUs in ptx-sim leave the same bytes of every result.

    any_bits.py [--long] [MODULE ...]
"""
import random
import sys

import any_bits_modules as modules
import det

SEEDS = {"bits": 1, "near": 2}


def any_float(rng, exponent, mantissa, near):
    """The bits of a float. `near`: mostly numbers between 2^-12 and 2^12, of which sums and products are no NaN at once."""
    bias, top = (1 << exponent - 1) - 1, (1 << exponent) - 1
    sign, fraction = rng.getrandbits(1) << exponent + mantissa, rng.getrandbits(mantissa)
    kind = 6 if near and rng.random() < 0.98 else rng.randrange(9)
    if kind < 3:
        return rng.getrandbits(1 + exponent + mantissa)
    if kind == 3:  # not a number: quiet and signalling ones
        return sign | top << mantissa | max(fraction, 1)
    if kind == 4:  # subnormal, or zero
        return sign | (fraction if rng.random() < 0.7 else rng.randrange(2))
    if kind == 5:  # the largest and least of each kind
        return sign | rng.choice((top << mantissa, (top << mantissa) - 1, 1 << mantissa, (1 << mantissa) - 1, 0, bias << mantissa, (bias << mantissa) - 1))
    if kind == 6:
        return sign | min(max(bias + rng.randrange(-12, 13), 1), top - 1) << mantissa | fraction
    # Integers and their halves, which round; few digits.
    low = rng.randrange(mantissa)
    return sign | min(bias + rng.randrange(mantissa + 3), top - 1) << mantissa | fraction >> low << low


def any_integer(rng, bits, bound):
    """The bits of an integer; half of the indices into `bound` elements are inside."""
    if bound and rng.random() < 0.5:
        return rng.randrange(bound)
    edge = 1 << rng.randrange(bits)
    return rng.choice((rng.getrandbits(bits), rng.getrandbits(rng.randrange(1, bits + 1)), edge, edge - 1, -edge, -edge - 1, rng.randrange(bits + 2))) & (1 << bits) - 1


def any_tensor(element, shape, rng, near, bound=0):
    """(type in the file, shape, bytes)"""
    kind, size, *fields = modules.ELEMENTS[element]
    count = 1
    for extent in shape:
        count *= extent
    if element == "i1":
        drawn = [rng.getrandbits(1) for _ in range(count)]
    elif fields:
        drawn = [any_float(rng, *fields, near) for _ in range(count)]
    else:
        drawn = [any_integer(rng, 8 * size, bound) for _ in range(count)]
    return kind, shape, b"".join(value.to_bytes(size, "little") for value in drawn)


def run(module, artifact, name, seed, *options):
    """The results of one step: {name: (type, shape, bytes)}."""
    stem = det.OUT / f"any-{module.name}"
    saved = det.OUT / f"any-{module.name}-{name}.safetensors"
    det.tool("det-run", artifact, f"--state={stem}.state.safetensors", "--data", f"*={stem}-{seed}.safetensors", "--steps=1", f"--save={saved}", *options)
    return det.tensors(saved.read_bytes())


def difference(module, got, right):
    """The first element that differs, in words; empty if none does."""
    for name, (kind, shape, data) in right.items():
        other, size = got[name][2], modules.SIZES[kind]
        for at in range(0, len(data), size):
            mine, its = data[at:at + size], other[at:at + size]
            if mine != its:
                return f"{module.results[name]}, element {at // size} of {shape}: {its[::-1].hex()}, not {mine[::-1].hex()}"
    return ""


def compile_for(module, name, *options):
    artifact = det.OUT / f"any-{module.name}-{name}.det"
    det.tool("det-opt", det.OUT / f"any-{module.name}.mlir", *options, "-o", artifact)
    return artifact


def check(checks, module, long):
    stem = det.OUT / f"any-{module.name}"
    (det.OUT / f"{stem.name}.mlir").write_text(module.text())
    det.write_tensors(f"{stem}.state.safetensors", module.zeros())
    for mood, seed in SEEDS.items():
        rng = random.Random(f"{module.name} {seed}")
        det.write_tensors(f"{stem}-{seed}.safetensors", {name: any_tensor(element, (1, *shape), rng, mood == "near", bound)
                                                         for name, element, shape, bound in module.arguments})
    sets = ["v3", "v4"] if long else ["v3"]
    host = compile_for(module, "host", "--to=host", f"--isa={','.join(sets)}")
    gpu = compile_for(module, "cuda", "--to=cuda", "--chips=none")
    others = [("reference", host, "--device=reference"), ("ptx-sim", gpu, "--device=ptx-sim")]
    if long:
        shards = [f"--shard={name}=[{','.join(['{a}'] + ['{}'] * (len(shape) - 1))}]" for name, _, shape, _ in module.arguments if shape]
        others += [("3 ranks", compile_for(module, "ranks", "--to=host", "--isa=v3", "--mesh=a=3", *shards), "--threads=2"),
                   ("3 ranks in ptx-sim", compile_for(module, "ranks-cuda", "--to=cuda", "--chips=none", "--mesh=a=3", *shards), "--device=ptx-sim")]
    results = {}
    for mood, seed in SEEDS.items():
        results[seed] = right = run(module, host, "host", seed, "--isa=v3")
        if long and "avx512f" in open("/proc/cpuinfo").read():
            said = difference(module, run(module, host, "v4", seed, "--isa=v4"), right)
            checks.expect(not said, f"{module.name}, {mood}, v4: {said}")
        for name, artifact, *options in others:
            said = difference(module, run(module, artifact, name.replace(" ", "-"), seed, *options), right)
            checks.expect(not said, f"{module.name}, {mood}, {name}: {said}")
    checks.expect(difference(module, *results.values()), f"{module.name}, control: other numbers give other bits")


def check_data(checks):
    """The control of the feed: it has what it promises."""
    rng = random.Random(0)
    bits = [any_float(rng, 8, 23, False) for _ in range(4000)]
    nans = {b for b in bits if b >> 23 & 255 == 255 and b & 0x7FFFFF}
    checks.expect(len(nans) > 200 and {b >> 22 & 1 for b in nans} == {0, 1} and {b >> 31 for b in nans} == {0, 1}, f"{len(nans)} NaNs, quiet and signalling, of both signs")
    checks.expect(sum(0 < b & 0x7FFFFFFF < 1 << 23 for b in bits) > 200 and {0x7F800000, 0xFF800000, 0, 1 << 31, 1} <= set(bits), "subnormal numbers, infinities, zeros")
    wild = [any_integer(rng, 32, 10) for _ in range(20000)]
    checks.expect(8000 < sum(w < 10 for w in wild) < 16000 and {0x7FFFFFFF, 0x80000000, 0xFFFFFFFF} <= set(wild), "indices inside and far outside")


def main():
    long = "--long" in sys.argv[1:]
    chosen = [name for name in sys.argv[1:] if name != "--long"]
    det.OUT.mkdir(parents=True, exist_ok=True)
    checks = det.Checks()
    check_data(checks)
    for module in modules.all_modules(long):
        if not chosen or module.name in chosen:
            check(checks, module, long)
    checks.end()


main()
