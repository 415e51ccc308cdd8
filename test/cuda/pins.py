"""Makes a pin file by hand: an algorithm for every product that det-pin --list names (on standard input).

    det-pin step.mlir --list | pins.py FILE CHIP CUBLASLT
"""
import json
import sys

ATTRIBUTES = ["id", "tile_id", "splitk_num", "reduction_scheme", "cta_swizzling", "custom_option", "stages_id", "inner_shape_id", "cluster_shape_id"]

path, chip, version = sys.argv[1:]
products = []
for line in sys.stdin:
    if line.startswith("{"):
        shape, _ = json.JSONDecoder().raw_decode(line)
        pin = dict(zip(ATTRIBUTES, [66, 20, 1, 0, 0, 0, 18, 0, 2]))
        products.append({"product": shape, "pin": pin, "milliseconds": 0.5, "own_milliseconds": 1.0, "tried": 1, "admitted": 1, "probes": ["ones"]})
assert products
with open(path, "w") as file:
    json.dump({"format": 1, "chip": chip, "gpu": "none", "cublaslt": version, "driver": "13.0", "products": products}, file, indent=1)
