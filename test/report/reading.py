"""Reads a page as its script does, in Python: what it shows, by name."""
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "bits"))
from det import BUILD, SOURCE, Checks, tool  # noqa: E402,F401

OUT = BUILD / "test" / "report"
NAMESPACE = "http://www.w3.org/2000/svg"  # a name, never fetched


class Page:
    def __init__(self, path):
        self.text = pathlib.Path(path).read_bytes().decode()
        islands = dict(re.findall(r'<script type="application/json" id="([a-z-]+)">(.*?)</script>', self.text, re.S))
        self.data, self.cost = json.loads(islands["data"]), json.loads(islands["cost-data"])
        self.strings = self.data["strings"]

    def sums(self):
        """{value: (order with its hash, split or None, nodes, most nodes of a rank)}"""
        return {value: (self.data["orders"][order], self.data["splits"][split] if split >= 0 else None, nodes, most)
                for value, order, split, nodes, most in self.data["sums"]}

    def exchanges(self):
        return [{"value": value, "joins": joins, "type": self.strings[type], "from": self.strings[source], "to": self.strings[target], "bytes": sent,
                 "busiest_bytes": busiest, "runs": runs} for value, joins, type, source, target, sent, busiest, _, runs in self.data["exchanges"]]

    def outside(self):
        """What a browser would fetch from elsewhere."""
        text = self.text.replace(NAMESPACE, "")
        return re.findall(r"https?:|//[a-z]+\.|\ssrc\s*=|@import|url\((?!#)|fetch\(|XMLHttpRequest|<link|import\(|WebSocket", text)


def operands(levels, box):
    """The two operands of a node of docs/order.md's tree; None for a leaf."""
    for dim, block in levels:
        begin, end = box[dim]
        blocks = -(-end // block) - begin // block
        if blocks > 1:
            at = (begin // block + (1 << ((blocks - 1).bit_length() - 1))) * block
            return [*box[:dim], (begin, at), *box[dim + 1:]], [*box[:dim], (at, end), *box[dim + 1:]]
    return None


def owner(split, box):
    flat = 0
    for edges, (begin, end) in zip(split["shards"], box):
        shards = list(zip(edges[::2], edges[1::2]))
        if not shards:
            continue
        inside = [i for i, (first, last) in enumerate(shards) if first <= begin and end <= last and first < last]
        if not inside:
            return None
        flat = flat * len(shards) + inside[0]
    return flat


def maximal_nodes(order, split, box=None):
    """[shard of each maximal node], left to right."""
    box = box or [(0, size) for size in order["box"]]
    shard = owner(split, box)
    if shard is not None:
        return [shard]
    left, right = operands(order["levels"], box)
    return maximal_nodes(order, split, left) + maximal_nodes(order, split, right)
