"""Shardings that several tests share."""
TENSOR_PARALLEL = ["*.qkv.w=[{},{model}]", "*.qkv.b=[{model}]", "*.proj.w=[{model}]", "*.fc.w=[{},{model}]", "*.fc.b=[{model}]", "*.out.w=[{model}]",
                   "*wte=[{model}]"]
FULLY_SHARDED = ["params.*=[{data}]", "*.mu.*=[{data}]", "*.nu.*=[{data}]"]


def shards(patterns):
    return [f"--shard={pattern}" for pattern in patterns]
