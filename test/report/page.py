"""The page says what the certificate and the JSON report say, fetches nothing, is the same bytes every time, and holds any name safely."""
import json

from reading import OUT, SOURCE, Checks, Page, maximal_nodes, tool

EXAMPLE = SOURCE / "docs" / "examples" / "gpt" / "step.mlir"
OUT.mkdir(parents=True, exist_ok=True)
checks = Checks()


def page(name, *options, graph=EXAMPLE):
    path = OUT / f"{name}.html"
    tool("det-opt", graph, f"--report=html:{path}", *options)
    return Page(path)


def report(*options, graph=EXAMPLE):
    return json.loads(tool("det-opt", graph, "--report=json", *options).stdout)


# Against the certificate of the artifact that the same command made.
whole = page("data3", "--mesh=data=3", "--to=host", "--isa=v3", "-o", OUT / "data3.det", f"--emit-certificate={OUT / 'data3.json'}")
certificate = json.load(open(OUT / "data3.json"))
ordered, placed, sums = certificate["ordered"], certificate["placed"], whole.sums()
checks.expect(not whole.outside(), f"the page fetches nothing: {whole.outside()[:3]}")
checks.expect(len(sums) == len(ordered["ops"]) > 100, "every ordered op is on the page")
for op in ordered["ops"]:
    shown = sums.get(op["value"], ({},))[0]
    same = all(shown.get(key) == op[key] for key in ("hash", "order", "levels", "box", "leaf", "acc", "terms", "result", "init", "kind", "level"))
    checks.expect(same, f"value {op['value']}: the page shows {shown.get('hash')}, the certificate has {op['hash']}")
checks.expect(whole.data["about"]["graph_hash"] == ordered["graph_hash"], "the graph's hash")
checks.expect([row[0] for row in whole.data["ops"]] == [op["out"][0] for op in ordered["graph"]["ops"] if op["out"]], "every op of the graph is on the page")
checks.expect(whole.data["classes"] == placed["classes"], "classes of ranks and their memory")

# Against the JSON report.
json_report = report("--mesh=data=3")
shown = whole.exchanges()
checks.expect(len(shown) == len(json_report["exchanges"]) > 10, "every exchange is on the page")
for mine, other in zip(shown, json_report["exchanges"]):
    checks.expect(all(mine[key] == other[key] for key in ("value", "joins", "type", "from", "to", "bytes", "busiest_bytes")), f"exchange {mine} is {other}")
    sent = [sent for count, sent in mine["runs"] for _ in range(count)]
    checks.expect(len(sent) == 3 and sum(sent) == mine["bytes"] and max(sent) == mine["busiest_bytes"], f"bytes of ranks {sent} make {mine['bytes']}")
flat = [[flops, sent, messages, arena, state] for count, flops, sent, messages, arena, state in whole.data["ranks"] for _ in range(count)]
checks.expect(flat == [[rank[key] for key in ("flops", "bytes_sent", "messages_sent", "arena_bytes", "state_bytes")] for rank in json_report["ranks"]], "ranks")
checks.expect(sum(exchange["bytes"] for exchange in shown) == sum(rank[1] for rank in flat), "what exchanges move is what ranks send")
checks.expect(sorted((e["bytes"], e["busiest_bytes"]) for e in placed["exchanges"]) == sorted((e["bytes"], e["busiest_bytes"]) for e in shown), "the certificate's exchanges move the same bytes")
checks.expect([row[3] for row in whole.data["replicated"]] == [item["flops"] for item in json_report["replicated"]], "replicated work")
checks.expect(sum(row[10] for row in whole.data["ops"]) == json_report["step_flops"], "flops of the ops make those of the step")

# What the drawing derives from the cuts, the nodes that ranks hold, is what the partitioner found.
split = {value: (order, cut, nodes, most) for value, (order, cut, nodes, most) in sums.items() if cut}
checks.expect(len(split) > 10, f"{len(split)} sums are split")
for value, (order, cut, nodes, most) in split.items():
    shards = maximal_nodes(order, cut)
    checks.expect(len(shards) == nodes and max(map(shards.count, shards)) == most, f"value {value}: {len(shards)} nodes drawn, {nodes} reported")

# Modules come from the state's names.
modules = {whole.strings[row[7]] for row in whole.data["ops"]}
checks.expect({"h0.qkv", "h1.fc", "ln_f", "wte"} <= modules, f"modules {sorted(modules)[:20]}")

# The same bytes from another process, with and without an artifact; other orders and other meshes show.
again = page("again", "--mesh=data=3")
checks.expect(again.text == whole.text, "a second compilation gives the same page")
other = page("data4", "--mesh=data=4,model=2")
checks.expect(other.exchanges() != shown and {v: s[0] for v, s in other.sums().items()} == {v: s[0] for v, s in sums.items()}, "another mesh: other exchanges, the same orders")
small = page("leaves", "--mesh=data=3", "--recipe=k_leaf_min=16,k_leaf_max=16")
checks.expect({s[0]["hash"] for s in small.sums().values()} != {s[0]["hash"] for s in sums.values()}, "control: another recipe gives other hashes")
one = page("one")
checks.expect(not one.data["exchanges"] and len(one.data["ranks"]) == 1 and one.data["about"]["mesh"] == "", "one rank exchanges nothing")
stdout = tool("det-opt", EXAMPLE, "--report=html").stdout
checks.expect(stdout == one.text, "without a file the page goes to standard output")

# Names that would end the script, in every place that a name comes from.
EVIL = "</script><script>alert(1)</script><!-- & \\22 ' \u2028\u2029 \\FF"
evil = OUT / "evil.mlir"
evil.write_text(f"""module @evil {{
  func.func public @main(%x: tensor<4x8xf32> loc("{EVIL}")) -> (tensor<4xf32> {{jax.result_info = "{EVIL} out"}}) {{
    %0 = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.reduce(%x init: %0) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32> loc("{EVIL}/sum")
    return %1 : tensor<4xf32>
  }}
}}
""")
hostile = page("evil", graph=evil)
checks.expect(hostile.text.count("<script") == 3 and hostile.text.count("</script") == 3, "a name ends no script")
checks.expect("\u2028" not in hostile.text and "alert(1)<" not in hostile.text, "names are escaped")
names = [string for string in hostile.strings if string.startswith("</script><script>alert(1)") and string.endswith("/sum")]
checks.expect(len(names) == 1 and "\u2028\u2029" in names[0] and '"' in names[0], f"and are whole when read: {names}")

# Kernels of an artifact for GPUs: what --kernel-report and --report=json say.
small_text = OUT / "small.mlir"
small_text.write_text("""func.func @main(%x: tensor<40x48xf32>, %y: tensor<48x24xf32>) -> tensor<40x24xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<40x48xf32>, tensor<48x24xf32>) -> tensor<40x24xf32>
  %1 = stablehlo.tanh %0 : tensor<40x24xf32>
  return %1 : tensor<40x24xf32>
}
""")
cuda = ["--to=cuda", "--chips=sm_80,sm_90", "-o", OUT / "kernels.det"]
with_kernels = page("kernels", *cuda, f"--kernel-report={OUT / 'kernels.json'}", graph=small_text)
listed = json.load(open(OUT / "kernels.json"))["kernels"]
fields = ("registers", "stack_bytes", "spill_store_bytes", "spill_load_bytes", "shared_bytes")
shown = [[with_kernels.strings[row[0]], with_kernels.strings[row[1]], *row[2:]] for row in with_kernels.data["kernels"]]
checks.expect(len(listed) >= 4 and {item["chip"] for item in listed} == {"sm_80", "sm_90"} and all(item["registers"] > 0 for item in listed), f"kernels on two chips: {listed}")
checks.expect(shown == [[item["kernel"], item["chip"], *(item[field] for field in fields)] for item in listed], f"the page shows {shown}")
checks.expect(report(*cuda, graph=small_text)["kernels"] == listed, "--report=json has the same kernels")
without = page("text-alone", "--to=cuda", "--chips=none", "-o", OUT / "kernels.det", graph=small_text)
checks.expect(without.data["kernels"] == [] and whole.data["kernels"] == [] and "kernels" not in json_report, "control: no machine code, no kernels")

# Measured cost.
timings = {}
for name, options in {"own": [], "free": ["--level=not_guaranteed"]}.items():
    timings[name] = OUT / f"{name}.json"
    tool("det-run", EXAMPLE, "--mesh=data=3", f"--init={EXAMPLE.parent / 'init.mlir'}", "--data", f"tokens=text:{SOURCE / 'LICENSE'}", "--steps=4",
         f"--timings={timings[name]}", *options)
costly = page("cost", "--mesh=data=3", f"--report-cost={timings['own']},{timings['free']}")
for name in timings:
    steps = sorted(json.load(open(timings[name]))["step_s"][1:])
    checks.expect(costly.cost[name]["min"] == steps[0] and costly.cost[name]["steps"] == 3 and costly.cost[name]["median"] == steps[1], f"measured steps of {name}")
checks.expect(whole.cost is None, "control: what was not measured is not shown")

# Errors: one line, nothing written.
free = page("free", "--mesh=data=3", "--level=not_guaranteed")
checks.expect(free.data["about"]["level"] == "not_guaranteed", "the page names a level without a promise")
broken, none = OUT / "broken.json", OUT / "none.html"
broken.write_text("{")
for options, message in ((["--report=htm"], "expected --report, --report=json, --report=html"), (["--report=html:"], "expected a file"),
                         (["--report=json", f"--report-cost={broken},{broken}"], "needs --report=html"), (["--report=html", f"--report-cost={broken}"], "expected two files"),
                         (["--report=html", f"--report-cost={broken},{broken}"], "no JSON"), (["--report=html", f"--report-cost={OUT / 'absent'},{broken}"], "absent"),
                         (["--report=html", f"--report-cost={timings['own']},{timings['free']}"], "measured on a program with arenas of")):
    none.unlink(missing_ok=True)
    failed = tool("det-opt", EXAMPLE, *options, "-o", none, check=False)
    lines = failed.stderr.splitlines()
    checks.expect(failed.returncode == 1 and len(lines) == 1 and lines[0].startswith("error: ") and message in lines[0] and not none.exists(), f"{options}: {failed.stderr}")
checks.end()
