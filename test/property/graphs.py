"""Random graphs as data: nodes with text templates, so that they can be cut down and printed again."""
import random
import re
from typing import NamedTuple

FLOATS = ("f32", "f32", "f32", "bf16", "f16", "f64")
INTEGERS = ("i32", "i32", "i64", "ui32", "i8", "ui8", "i16", "ui64")
MOST_ELEMENTS = 6000


class Impossible(Exception):
    """A family finds nothing to build on."""


class Type(NamedTuple):
    element: str
    shape: tuple

    def __str__(self):
        return f"tensor<{''.join(f'{n}x' for n in self.shape)}{self.element}>"

    def of(self, element):
        return Type(element, self.shape)

    @property
    def count(self):
        count = 1
        for n in self.shape:
            count *= n
        return count

    @property
    def kind(self):
        return kind_of(self.element)


def kind_of(element):
    """float, signed, unsigned, bool or complex"""
    if element == "i1":
        return "bool"
    if element.startswith("complex"):
        return "complex"
    return "unsigned" if element.startswith("ui") else "signed" if element.startswith("i") else "float"


class Node:
    """An op, or an argument (no text). In the text, $r stands for the results, $0, $1, ... for operands, $u for a number of its own."""

    def __init__(self, text, operands, types, family="argument"):
        self.text, self.operands, self.types, self.family = text, list(operands), list(types), family

    def render(self, number, names):
        def replace(match):
            word = match[1]
            if word == "u":
                return str(number)
            if word == "r":
                return f"%n{number}" + (f":{len(self.types)}" if len(self.types) > 1 else "")
            return names(self.operands[int(word)])
        return re.sub(r"\$(u|r|\d+)", replace, self.text)


class Graph:
    """Nodes in order; a value is (node, number of the result). `outputs` are values; `donated` maps an output's position to its argument."""

    def __init__(self, rng, extents=None):
        self.rng, self.nodes, self.outputs, self.donated = rng, [], [], {}
        self.extents = extents or [n if n < 60 or rng.random() < 0.3 else 6
                                   for n in rng.choices((0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 17, 33, 64, 130), (1, 4, 5, 6, 6, 5, 4, 5, 6, 3, 3, 2, 2, 2, 1), k=4)]
        self.family = "argument"

    # ---- Building ----

    def add(self, text, operands=(), *types):
        node = Node(text, operands, types, self.family)
        self.nodes.append(node)
        values = [(node, i) for i in range(len(types))]
        return values if len(values) > 1 else values[0]

    def argument(self, type):
        family, self.family = self.family, "argument"
        value = self.add(None, (), type)
        self.family = family
        return value

    def constant(self, element, text, shape=()):
        return self.add(f"$r = stablehlo.constant dense<{text}> : {Type(element, tuple(shape))}", (), Type(element, tuple(shape)))

    def type(self, value):
        return value[0].types[value[1]]

    def values(self):
        return [(node, i) for node in self.nodes for i in range(len(node.types))]

    def extent(self):
        return self.rng.choice(self.extents)

    def shape(self, least=0, most=4, limit=MOST_ELEMENTS):
        while True:
            shape = tuple(self.extent() for _ in range(self.rng.choice([n for n in (0, 1, 2, 2, 2, 3, 3, 4) if least <= n <= most])))
            if Type("i1", shape).count <= limit:
                return shape

    def value(self, wanted=lambda type: True, kinds=None, least=0, most=9, fresh=None):
        """A value that exists (later ones more often), or else a new argument; `fresh` draws its element type."""
        fits = [v for v in self.values() if least <= len(self.type(v).shape) <= most and (not kinds or self.type(v).kind in kinds) and wanted(self.type(v))]
        if fits and self.rng.random() < 0.85:
            return fits[max(self.rng.randrange(len(fits)), self.rng.randrange(len(fits)))]
        element = fresh or self.rng.choice([e for e in FLOATS * 2 + INTEGERS + ("i1",) if not kinds or kind_of(e) in kinds])
        for _ in range(100):
            type = Type(element, self.shape(least, min(most, 4)))
            if wanted(type):
                return self.argument(type)
        raise Impossible

    def of_type(self, type, reuse=0.7):
        """A value of that type: one that exists, one that converts or broadcasts to it, or a new argument."""
        exact = [v for v in self.values() if self.type(v) == type]
        if exact and self.rng.random() < reuse:
            return self.rng.choice(exact)
        near = [v for v in self.values() if self.type(v).shape == type.shape and self.type(v).kind in ("float", "signed", "unsigned")]
        if near and type.kind != "complex" and self.rng.random() < reuse / 2:
            v = self.rng.choice(near)
            return self.add(f"$r = stablehlo.convert $0 : ({self.type(v)}) -> {type}", [v], type)
        return self.argument(type)

    # ---- Printing ----

    def arguments(self):
        return [node for node in self.nodes if node.text is None]

    def argument_name(self, node):
        """As det names it: a donated argument has the name of its result."""
        for position, argument in self.donated.items():
            if argument is node:
                return f"r{position}"
        return f"arg{self.arguments().index(node)}"

    def body(self, prefix="%n", arguments=None):
        """The lines of all ops. `arguments` maps argument nodes to names."""
        numbers = {id(node): i for i, node in enumerate(self.nodes)}

        def name(value):
            node, result = value
            if arguments and id(node) in arguments:
                return arguments[id(node)]
            return f"{prefix}{numbers[id(node)]}" + (f"#{result}" if len(node.types) > 1 else "")
        lines = []
        for node in self.nodes:
            if node.text is not None:
                text = node.render(numbers[id(node)], name)
                lines.append(text if prefix == "%n" else re.sub(r"%n(?=\d+(:\d+)? =)", prefix, text, count=1))
        return lines, name

    def text(self, mesh=None):
        lines, name = self.body()
        arguments = []
        for node in self.arguments():
            position = [p for p, a in self.donated.items() if a is node]
            arguments.append(f"{name((node, 0))}: {node.types[0]}" + (f" {{tf.aliasing_output = {position[0]} : i32}}" if position else ""))
        results = [f'{self.type(v)} {{jax.result_info = "r{i}"}}' for i, v in enumerate(self.outputs)]
        head = ["module @m {"]
        if any("@mesh" in line for line in lines):
            head.append(f"  sdy.mesh @mesh = <[{', '.join(f'{chr(34)}{a}{chr(34)}={n}' for a, n in mesh or [('a', 2), ('b', 2)])}]>")
        head.append(f"  func.func public @main({', '.join(arguments)}) -> ({', '.join(results)}) {{")
        tail = [f"    return {', '.join(map(name, self.outputs))} : {', '.join(str(self.type(v)) for v in self.outputs)}", "  }", "}"]
        return "\n".join(head + ["    " + line.replace("\n", "\n    ") for line in lines] + tail) + "\n"

    # ---- Finishing ----

    def used(self):
        """The nodes that the outputs need, in order."""
        wanted, stack = set(), [node for node, _ in self.outputs] + list(self.donated.values())
        while stack:
            node = stack.pop()
            if id(node) not in wanted:
                wanted.add(id(node))
                stack += [operand for operand, _ in node.operands]
        return [node for node in self.nodes if id(node) in wanted]

    def prune(self):
        self.nodes = self.used()
        return self

    def copy(self):
        """The same graph with nodes of its own."""
        new, mine = Graph(random.Random(0), self.extents), {}
        for node in self.nodes:
            mine[id(node)] = Node(node.text, [(mine[id(o)], i) for o, i in node.operands], node.types, node.family)
            new.nodes.append(mine[id(node)])
        new.outputs = [(mine[id(n)], i) for n, i in self.outputs]
        new.donated = {p: mine[id(a)] for p, a in self.donated.items()}
        return new
