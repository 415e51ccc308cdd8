"""A lint of the machine code in artifacts: vector and scalar floats are computed by correctly rounded instructions only, nothing is called, the
rounding mode is never touched, and multiplications are fused with additions only where the IR says so."""
import collections
import pathlib
import re
import shutil
import subprocess

from det import OUT, Checks, example, graph, section, tool

OBJDUMP = shutil.which("llvm-objdump-22") or "/usr/lib/llvm-22/bin/llvm-objdump"
FLOATS = "(ps|pd|ss|sd)"
ALLOWED = [re.compile(pattern) for pattern in (
    rf"v(add|sub|mul|div|sqrt|min|max){FLOATS}",                                   # correctly rounded, or a choice
    rf"vfn?m(add|sub)(132|213|231){FLOATS}",
    rf"vcmp[a-z_0-9]*{FLOATS}", r"vu?comis[sd]",
    r"vcvtt?(dq|udq|qq|uqq|pd|ps|ph|sd|ss|si|usi)2(dq|udq|qq|uqq|pd|ps|ph|sd|ss|si|usi)[lqxy]?", r"vrndscale(ps|pd|ss|sd)", r"vround(ps|pd|ss|sd)",
    rf"v(mova|movu|mov|movd|movsh|movsl|and|andn|or|xor|blend|blendm|blendv|shuf|unpckl|unpckh|permil|perm|permi2|permt2|insert|extract|broadcast|compress|expand"
    rf"|gatherd|gatherq|scatterd|scatterq|maskmov|movmsk|movh|movl|movhl|movlh|movnt){FLOATS}",
    r"vmov(ddup|shdup|sldup|d|q|w|dq.*)", r"v(insert|extract|broadcast)[fi]\d+(x\d+)?", r"vbroadcasts[sd]", r"vshuf[fi]\d+x\d+", r"vperm2[fi]128",
    r"vp[a-z0-9]+", r"vzero(upper|all)", r"valign[dq]", r"vmovmskp[sd]", r"vtestp[sd]",   # integers, moves
    r"k[a-z]+", r"(adc|add|and|andn|bextr|blsi|blsmsk|blsr|bsf|bsr|bswap|bt|btc|btr|bts|bzhi|cl|cmov[a-z]+|cmp|cqt|cld|dec|div|idiv|imul|inc|lea|lzcnt"
    r"|mov[a-z]*|mul|mulx|neg|nop|not|or|pdep|pext|pop|popcnt|push|rcr|rcl|rol|ror|rorx|sar|sarx|sbb|set[a-z]+|shl|shld|shlx|shr|shrd|shrx|sub|test|tzcnt|xchg"
    r"|xor|ret|jmp|j[a-z]{1,3}|cbtw|cltq|cqto|cltd|cwtl|cwtd|int3|ud2|endbr64)[bwlq]?")]
FUSED = re.compile(r"vfn?m(add|sub)")


def code(path):
    """How often each instruction occurs in the kernels of an artifact."""
    seen = collections.Counter()
    for isa in ("v3", "v4"):
        kernels = OUT / f"kernels-{isa}.so"
        kernels.write_bytes(section(path, f"kernels.{isa}"))
        text = subprocess.run([OBJDUMP, "-d", "--no-show-raw-insn", "--no-leading-addr", kernels], capture_output=True, text=True, check=True).stdout
        for line in text.splitlines():
            if found := re.match(r"\s+(?:(?:rep|lock|data16|notrack|bnd)\s+)*([a-z][a-z0-9_]*)(?:\s|$)", line):
                seen[found[1]] += 1
    return seen


def foreign(seen):
    return sorted(name for name in seen if not any(pattern.fullmatch(name) for pattern in ALLOWED))


PLAIN = """module {
  func.func public @main(%x: tensor<64x33xf32>, %y: tensor<64x33xf32>, %z: tensor<64x33xf32>) -> tensor<64x33xf32> {
    %0 = stablehlo.multiply %x, %y : tensor<64x33xf32>
    %1 = stablehlo.add %0, %z : tensor<64x33xf32>
    %2 = stablehlo.subtract %1, %0 : tensor<64x33xf32>
    return %2 : tensor<64x33xf32>
  }
}
"""


def main():
    checks = Checks()
    OUT.mkdir(parents=True, exist_ok=True)
    artifact, plain = OUT / "emitted.det", OUT / "plain.mlir"
    subjects = [example().step, *(subject.step for name in ("moe_nano", "cnn_bn_momentum", "gpt_nano_bf16") if (subject := graph(name)))]
    subjects += sorted(pathlib.Path(OUT).glob("scalars-*.mlir"))  # every elementwise op, where that test has run
    for step in subjects:
        tool("det-opt", step, "--to=host", "-o", artifact)
        seen = code(artifact)
        checks.expect(sum(seen.values()) > 100, f"{step}: has kernels")
        checks.expect(not foreign(seen), f"{step}: foreign instructions {foreign(seen)}")
    plain.write_text(PLAIN)
    tool("det-opt", plain, "--to=host", "-o", artifact)
    seen = code(artifact)
    checks.expect(any(name.startswith("vmulp") for name in seen), "multiplications are there")
    checks.expect(not any(FUSED.match(name) for name in seen), f"a product and a sum are not fused: {dict(seen)}")
    # Controls: what is fused on purpose shows, and the lint knows what must not be.
    plain.write_text(PLAIN.replace("stablehlo.multiply %x, %y", "stablehlo.exponential %x"))
    tool("det-opt", plain, "--to=host", "-o", artifact)
    checks.expect(any(FUSED.match(name) for name in code(artifact)), "control: an exponential is made of fused operations")
    bad = ["fldl", "fstpl", "fsin", "ldmxcsr", "vldmxcsr", "vrcpps", "vrsqrtps", "vrcp14pd", "vrsqrt14ss", "callq", "call", "syscall", "vhaddps", "vdpps",
           "vscalefps", "vgetexpps", "vfixupimmps", "vrangeps", "vreduceps", "addps", "mulss", "sqrtsd", "fldcw", "vfmaddsub132ps"]
    checks.expect(foreign(bad) == sorted(bad), f"control: not found {sorted(set(bad) - set(foreign(bad)))}")
    checks.end()


main()
