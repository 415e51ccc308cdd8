"""lit configuration: tests of IR with FileCheck."""
import os
import sys

import lit.formats

config.name = "det"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".mlir", ".test"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.build_root, "test")
config.excludes = ["tree", "unit", "bench", "math", "bits", "device", "processes", "Inputs", "corpus"]

config.environment["PATH"] = os.pathsep.join([os.path.join(config.build_root, "bin"), config.llvm_tools, config.environment["PATH"]])
shared = os.environ.get("DET_SHARED", os.path.join(config.source_root, "..", "shared"))
config.substitutions.append(("%shared", shared))
config.substitutions.append(("%source", config.source_root))
config.substitutions.append(("%python", sys.executable))
if os.path.isdir(os.path.join(shared, "graphs")):
    config.available_features.add("shared-graphs")
