"""Shardings that several tests share."""
TENSOR_PARALLEL = ["*.qkv.w=[{},{model}]", "*.qkv.b=[{model}]", "*.proj.w=[{model}]", "*.fc.w=[{},{model}]", "*.fc.b=[{model}]", "*.out.w=[{model}]",
                   "*wte=[{model}]"]
LLAMA = ["*.q=[{},{model}]", "*.k=[{},{model}]", "*.v=[{},{model}]", "*.o=[{model}]", "*.gate=[{},{model}]", "*.up=[{},{model}]", "*.down=[{model}]",
         "*emb=[{model}]", "*head=[{},{model}]"]
EXPERTS = ["*.w1=[{model}]", "*.w2=[{model}]", "*.router=[{},{model}]", "*emb=[{model}]"]
CHANNELS = ["*.c?=[{},{},{},{model}]", "*.b?.*=[{model}]", "*.fc.w=[{model}]"]
FULLY_SHARDED = ["params.*=[{data}]", "*.mu.*=[{data}]", "*.nu.*=[{data}]"]


def shards(patterns):
    return [f"--shard={pattern}" for pattern in patterns]
