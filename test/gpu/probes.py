"""Products by tensor cores, one by one, against the model: by single instructions, whose PTX is made here, and by det's kernels."""
import json
import subprocess

from setup import OUT, Failure, det, find_ptxas

PRODUCTS = {"quick": 40_000, "ptx-sim": 1_000_000, "cuda": 1_000_000}

HEAD = ".version 8.0\n.target sm_80\n.address_size 64\n"

# A warp takes a tile: A is 16 rows of k, B 8 columns of k, C and D 16 rows of 8. Lane 4 * g + t holds rows g and g + 8 and pairs of k (or
# columns) from 2 * t on, as the figures of the PTX ISA show.
KERNEL = """
.visible .entry probe_m16n8k{depth}_{type}(.param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u64 pd, .param .u64 count)
{{
  .reg .pred %p<1>;
  .reg .b32 %r<12>;
  .reg .f32 %f<8>;
  .reg .b64 %d<20>;
  mov.u32 %r0, %ctaid.x;
  mov.u32 %r1, %ntid.x;
  mov.u32 %r2, %tid.x;
  mad.lo.u32 %r3, %r0, %r1, %r2;
  shr.u32 %r4, %r3, 5;
  cvt.u64.u32 %d0, %r4;
  ld.param.u64 %d1, [count];
  setp.ge.u64 %p0, %d0, %d1;
  @%p0 ret;
  and.b32 %r5, %r2, 31;
  shr.u32 %r6, %r5, 2;
  and.b32 %r7, %r5, 3;
  cvt.u64.u32 %d2, %r6;
  cvt.u64.u32 %d3, %r7;
  ld.param.u64 %d4, [pa];
  ld.param.u64 %d5, [pb];
  ld.param.u64 %d6, [pc];
  ld.param.u64 %d7, [pd];
  cvta.to.global.u64 %d4, %d4;
  cvta.to.global.u64 %d5, %d5;
  cvta.to.global.u64 %d6, %d6;
  cvta.to.global.u64 %d7, %d7;
  mul.lo.u64 %d8, %d2, {row};
  mul.lo.u64 %d9, %d3, 4;
  add.u64 %d10, %d8, %d9;
  mul.lo.u64 %d11, %d0, {tileA};
  add.u64 %d12, %d4, %d11;
  add.u64 %d12, %d12, %d10;
  mul.lo.u64 %d13, %d0, {tileB};
  add.u64 %d14, %d5, %d13;
  add.u64 %d14, %d14, %d10;
  mul.lo.u64 %d15, %d0, 512;
  mul.lo.u64 %d16, %d2, 32;
  add.u64 %d15, %d15, %d16;
  mul.lo.u64 %d17, %d3, 8;
  add.u64 %d15, %d15, %d17;
  add.u64 %d18, %d6, %d15;
  add.u64 %d19, %d7, %d15;
  ld.global.v2.f32 {{%f0, %f1}}, [%d18];
  ld.global.v2.f32 {{%f2, %f3}}, [%d18+256];
{loads}
  mma.sync.aligned.m16n8k{depth}.row.col.f32.{type}.{type}.f32 {{%f4, %f5, %f6, %f7}}, {{{a}}}, {{{b}}}, {{%f0, %f1, %f2, %f3}};
  st.global.v2.f32 [%d19], {{%f4, %f5}};
  st.global.v2.f32 [%d19+256], {{%f6, %f7}};
  ret;
}}
"""


def instructions():
    """The text of a kernel for each shape of instruction and type."""
    text = HEAD
    for depth in (16, 8):
        row = 2 * depth
        places = [("%r0", "%d12", 0), ("%r1", "%d12", 8 * row), ("%r2", "%d14", 0)]
        a, b = "%r0, %r1", "%r2"
        if depth == 16:
            places += [("%r3", "%d12", 16), ("%r4", "%d12", 8 * row + 16), ("%r5", "%d14", 16)]
            a, b = "%r0, %r1, %r3, %r4", "%r2, %r5"
        loads = "\n".join(f"  ld.global.u32 {register}, [{base}+{offset}];" for register, base, offset in places)
        for type in ("f16", "bf16"):
            text += KERNEL.format(depth=depth, type=type, row=row, tileA=16 * row, tileB=8 * row, loads=loads, a=a, b=b)
    return text


def code(setup, text, name, letter=""):
    """A file with what the device loads: the text for ptx-sim, otherwise machine code for the chip, or for its variant with a letter."""
    if setup.is_sim:
        return text
    ptxas = find_ptxas()
    if not ptxas:
        raise Failure("there is no ptxas on PATH, in CUDA_HOME or /usr/local/cuda: install a CUDA toolkit, or PyPI's nvidia-cuda-nvcc")
    done = subprocess.run([ptxas, f"-arch={setup.chip}{letter}", "-O3", "-o", OUT / f"{name}.cubin", text], capture_output=True, text=True)
    if done.returncode:
        raise Failure(f"ptxas: {done.stderr.strip()[-2000:]}")
    return OUT / f"{name}.cubin"


def probe(setup, text, products):
    """What det-gpu-probe says of these instructions, and of det's kernels. Differences are exit code 1 with JSON all the same."""
    single = OUT / "instructions.ptx"
    single.write_text(text)
    # ptx-sim is sm_90 too.
    more = [f"--warpgroups={code(setup, det.BUILD / 'test' / 'gpu' / 'wgmma.ptx', 'wgmma', 'a')}"] if setup.chip == "sm_90" else []
    done = subprocess.run([det.BUILD / "bin" / "det-gpu-probe", "tensor-core", f"--device={setup.device}", f"--threads={setup.threads}", f"--products={products}",
                           f"--instructions={code(setup, single, 'instructions')}",
                           f"--kernels={code(setup, det.BUILD / 'test' / 'gpu' / 'mma.ptx', 'mma')}", *more], capture_output=True, text=True)
    if not done.stdout.lstrip().startswith("{"):
        raise Failure(done.stderr.strip()[-2000:] or f"det-gpu-probe ended with {done.returncode}")
    said = json.loads(done.stdout)
    if bool(done.returncode) != bool(said["faults"]):
        raise Failure(f"det-gpu-probe ended with {done.returncode} and {said['faults']} faults")
    return said["probes"]


def compare(setup):
    for said in probe(setup, instructions(), PRODUCTS["quick" if setup.quick else setup.device]):
        text = said.get("first_difference", "")
        if "blind_to" in said:
            text += f"no product tells the model from {', '.join(said['blind_to'])}"
        more = {"launched": said["launched"]} if "launched" in said else {}
        setup.table.add(f"tensor cores, {said['type']}, {said['way']}: {said['model']}",
                        "DIFFERENT" if said["differing"] else "FAILED" if said["faults"] else "equal", text, products=said["products"],
                        differing=said["differing"], kinds=said["kinds"], agreeing_with=said["agreeing_with"], **more)


def control(setup):
    """One wrong instruction: m16n8k8 of f16 whose accumulator has one bit more or less in a lane's first result."""
    text = instructions()
    at = text.index("mma.sync.aligned.m16n8k8.row.col.f32.f16")
    wrong = text[:at] + "mov.b32 %r11, %f0;\n  xor.b32 %r11, %r11, 8388608;\n  mov.b32 %f0, %r11;\n  " + text[at:]
    found = {(said["type"], said["way"]): said["differing"] for said in probe(setup, wrong, 3_000)}
    right = found.pop(("f16", "m16n8k8"), 0) > 0 and not any(found.values())
    setup.table.add("tensor cores: a wrong instruction is found", "passed" if right else "FAILED", "" if right else f"differences: {found}")


def check(setup):
    if not setup.family:
        setup.table.add("tensor cores", "skipped", f"no model of the tensor cores of {setup.chip}")
        return
    for part in (compare, control):
        try:
            part(setup)
        except Failure as failure:
            setup.table.add("tensor cores", "FAILED", str(failure))
