"""The page in a browser: it draws without errors, hostile names stay text, and 10,000 ops open at once. Skipped without Chromium."""
import re
import shutil
import subprocess
import sys

from reading import OUT, SOURCE, Checks, Page, tool

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
if not BROWSER:
    print("no Chromium here")
    sys.exit(77)
EXAMPLE = SOURCE / "docs" / "examples" / "gpt" / "step.mlir"
OUT.mkdir(parents=True, exist_ok=True)
checks = Checks()


def opened(path, fragment=""):
    """The drawn document, and what the console said."""
    done = subprocess.run([BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--dump-dom", f"file://{path.resolve()}{fragment}"],
                          capture_output=True, text=True, timeout=240)
    return done.stdout, [line for line in done.stderr.splitlines() if "CONSOLE" in line]


def look(name, *options, graph=EXAMPLE):
    path = OUT / f"browser-{name}.html"
    tool("det-opt", graph, f"--report=html:{path}", *options)
    document, said = opened(path)
    checks.expect(not said, f"{name}: the console says {said[:3]}")
    checks.expect(document.count('class="head"') > 3 and 'class="tree"' in document, f"{name}: the graph and a tree are drawn")
    return path, document


for name, options in {"one": [], "three": ["--mesh=data=3"], "eight": ["--mesh=data=4,model=2"], "free": ["--mesh=data=3", "--level=not_guaranteed"]}.items():
    path, document = look(name, *options)
    checks.expect(("rank 2" in document) == (name != "one"), f"{name}: ranks are named where there are several")
    shown = Page(path)
    value = shown.data["sums"][-1][0]
    document, said = opened(path, f"#v{value}")
    checks.expect(not said and shown.sums()[value][0]["hash"] in document.split('id="exchanges"')[0], f"{name}: the sum of the address is shown with its hash")

# Kernels for GPUs have a table of their own; a page without machine code has none.
path, document = look("kernels", "--to=cuda", "--chips=sm_90", "-o", OUT / "browser-kernels.det")
kernels = Page(path).data["kernels"]
checks.expect("Kernels on GPUs" in document and f"{len(kernels)} kernels for sm_90; none spills" in document, "the table of kernels is drawn")
path, document = look("one")
checks.expect("Kernels on GPUs" not in document, "control: no table without machine code")

# The control: a broken page is seen to be broken.
broken = OUT / "browser-broken.html"
broken.write_text(path.read_text().replace("drawHead();\n", "drawHeads();\n"))
checks.expect(opened(broken)[1], "control: a wrong name reaches the console")

# 10,000 ops: a chain of products and sums.
lines = [f'    %c = stablehlo.constant dense<0.5> : tensor<8x64xf32>', '    %v0 = stablehlo.add %x, %c : tensor<8x64xf32>']
for i in range(5000):
    lines += [f'    %d{i} = stablehlo.dot_general %v{i}, %w, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32> loc("block{i // 50}/dot{i}")',
              f'    %v{i + 1} = stablehlo.tanh %d{i} : tensor<8x64xf32> loc("block{i // 50}/act{i}")']
large = OUT / "large.mlir"
large.write_text("module {\n  func.func public @main(%x: tensor<8x64xf32>, %w: tensor<64x64xf32>) -> tensor<8x64xf32> {\n" + "\n".join(lines)
                 + "\n    return %v5000 : tensor<8x64xf32>\n  }\n}\n")
path = OUT / "browser-large.html"
tool("det-opt", large, f"--report=html:{path}", "--mesh=data=3")
checks.expect(len(Page(path).data["ops"]) >= 10000 and path.stat().st_size < 4 << 20, f"{path.stat().st_size} bytes for 10,000 ops")
timed = OUT / "browser-timed.html"
timed.write_text(path.read_text().replace("<head>", "<head><script>const began = performance.now();</script>").replace(
    "</body>", "<script>document.body.dataset.took = performance.now() - began;</script></body>"))
document, said = opened(timed)
took = float((re.search(r'data-took="([\d.]+)"', document) or [0, "1e9"])[1])
checks.expect(not said and took < 30000 and document.count("<") < 20000, f"10,000 ops: {took:.0f} ms, {document.count('<')} tags")
print(f"10,000 ops open in {took:.0f} ms, {path.stat().st_size} bytes")
checks.end()
