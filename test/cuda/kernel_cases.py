"""Small graphs with explicit orders, and what each must give by the literal definition of docs/order.md."""
import itertools

from float_bits import F32, NAN32, to_bits, to_float

NEGATIVE_ZERO = 0x80000000
add = F32["add"]


def tree(nodes, join):
    """T of docs/order.md over a list of nodes."""
    if len(nodes) == 1:
        return nodes[0]
    half = 1 << (len(nodes) - 1).bit_length() - 1
    return join(tree(nodes[:half], join), tree(nodes[half:], join))


def leaf_of(ranges, lanes, step, join):
    """A leaf over the box `ranges`; `step(sum, point)` adds the term at a point, on a sum that may not exist yet."""
    sums = [None] * (32 if lanes else 1)
    for i, point in enumerate(itertools.product(*ranges)):
        sums[i % len(sums)] = step(sums[i % len(sums)], point)
    while len(sums) > 1:
        half = len(sums) // 2
        sums = [a if b is None else join(a, b) for a, b in zip(sums[:half], sums[half:])]
    return sums[0]


def evaluate(ranges, levels, lanes, step, join):
    """E of docs/order.md: `ranges` is the box, one range per dim."""
    if not levels:
        return leaf_of(ranges, lanes, step, join)
    (dim, block), rest = levels[0], levels[1:]
    whole = ranges[dim]
    blocks = []
    for begin in range(whole.start // block * block, whole.stop, block):
        part = range(max(begin, whole.start), min(begin + block, whole.stop))
        blocks.append(evaluate(ranges[:dim] + [part] + ranges[dim + 1:], rest, lanes, step, join))
    return tree(blocks, join)


def canonical(bits):
    return NAN32 if bits & 0x7FFFFFFF > 0x7F800000 else bits


def strides(shape):
    result = [1] * len(shape)
    for i in reversed(range(len(shape) - 1)):
        result[i] = result[i + 1] * shape[i + 1]
    return result


def at(shape, point):
    return sum(index * stride for index, stride in zip(point, strides(shape)))


def size(shape):
    count = 1
    for extent in shape:
        count *= extent
    return count


def tensor(shape):
    return f"tensor<{''.join(f'{extent}x' for extent in shape)}f32>"


def order_text(levels, lanes):
    return f"#det.order<levels = [{', '.join(f'({d}, {b})' for d, b in levels)}], leaf = {'lanes<32>' if lanes else 'fold'}, acc = f32>"


def random_bits(random_numbers, count):
    """Values of many magnitudes, so that every other order gives other bits; zeros of both signs among them."""
    values = []
    for _ in range(count):
        kind = random_numbers.random()
        value = 0.0 if kind < 0.05 else -0.0 if kind < 0.1 else random_numbers.uniform(-1, 1) * 2.0 ** random_numbers.randint(-12, 12)
        values.append(to_bits(value))
    return values


class Reduce:
    """One reduction, with an init of its own."""

    def __init__(self, name, shape, dims, levels, lanes, combiner="add", fill=None):
        self.name, self.shape, self.dims, self.levels, self.lanes, self.combiner = name, shape, dims, levels, lanes, combiner
        self.kept = [extent for dim, extent in enumerate(shape) if dim not in dims]
        self.shapes = [shape, []]
        self.fill = fill

    def text(self):
        result = tensor(self.kept)
        return f"""func.func @{self.name}(%x: {tensor(self.shape)}, %init: tensor<f32>) -> {result} {{
  %r = det.reduce {self.combiner} %x, %init, dims = {self.dims} {{order = {order_text(self.levels, self.lanes)}}} : ({tensor(self.shape)}, tensor<f32>) -> {result}
  return %r : {result}
}}
"""

    def join(self, a, b):
        if self.combiner == "add":
            return add(a, b)
        x, y = to_float(a), to_float(b)
        if x != x or y != y:
            return NAN32
        return (a & b if x == 0 else a) if x == y else a if x > y else b

    def expected(self, inputs):
        x, (init,) = inputs
        results = []
        for place in itertools.product(*(range(extent) for extent in self.kept)):
            def operand(point):
                full, kept, box = [], iter(place), iter(point)
                for dim in range(len(self.shape)):
                    full.append(next(box) if dim in self.dims else next(kept))
                return x[at(self.shape, full)]
            step = lambda total, point: operand(point) if total is None else self.join(total, operand(point))
            box = [range(self.shape[dim]) for dim in self.dims]
            results.append(canonical(self.join(init, evaluate(box, self.levels, self.lanes, step, self.join))))
        return results

    results = property(lambda self: size(self.kept))


class Product:
    """(batch, m, k) by (batch, n, k), or with k first on the right."""

    def __init__(self, name, batch, m, n, k, levels, right_k_first=False):
        self.name, self.batch, self.m, self.n, self.k, self.levels, self.right_k_first = name, batch, m, n, k, levels, right_k_first
        self.left = [batch, m, *k]
        self.right = [batch, *k, n] if right_k_first else [batch, n, *k]
        self.shapes = [self.left, self.right]
        self.fill = None

    def text(self):
        a, b, c = tensor(self.left), tensor(self.right), tensor([self.batch, self.m, self.n])
        left = list(range(2, 2 + len(self.k)))
        right = list(range(1, 1 + len(self.k))) if self.right_k_first else left
        return f"""func.func @{self.name}(%a: {a}, %b: {b}) -> {c} {{
  %c = det.dot %a, %b, batching = [0] x [0], contracting = {left} x {right} {{order = {order_text(self.levels, False)}}} : ({a}, {b}) -> {c}
  return %c : {c}
}}
"""

    def expected(self, inputs):
        a, b = inputs
        results = []
        for batch, row, column in itertools.product(range(self.batch), range(self.m), range(self.n)):
            def step(total, point):
                x = a[at(self.left, [batch, row, *point])]
                y = b[at(self.right, [batch, *point, column] if self.right_k_first else [batch, column, *point])]
                return F32["mul"](x, y) if total is None else F32["fma"](x, y, total)
            results.append(canonical(evaluate([range(extent) for extent in self.k], self.levels, False, step, add)))
        return results

    results = property(lambda self: self.batch * self.m * self.n)


class LayerNorm:
    """Two row reductions in one region, and a result along the row."""

    def __init__(self, name, rows, n):
        self.name, self.rows, self.n = name, rows, n
        self.shapes = [[rows, n], [n]]
        self.fill = None

    def text(self):
        rows, n = self.rows, self.n
        order = order_text([(0, 64)], True)
        return f"""func.func @{self.name}(%x: tensor<{rows}x{n}xf32>, %gain: tensor<{n}xf32>) -> tensor<{rows}x{n}xf32> {{
  %zero = det.constant dense<0.000000e+00> : tensor<f32>
  %n = det.constant dense<{float(n):e}> : tensor<{rows}xf32>
  %sum = det.reduce add %x, %zero, dims = [1] {{order = {order}}} : (tensor<{rows}x{n}xf32>, tensor<f32>) -> tensor<{rows}xf32>
  %mean = det.divide %sum, %n : tensor<{rows}xf32>
  %means = det.broadcast_in_dim %mean, dims = [0] : (tensor<{rows}xf32>) -> tensor<{rows}x{n}xf32>
  %centred = det.subtract %x, %means : tensor<{rows}x{n}xf32>
  %squares = det.multiply %centred, %centred : tensor<{rows}x{n}xf32>
  %squareSum = det.reduce add %squares, %zero, dims = [1] {{order = {order}}} : (tensor<{rows}x{n}xf32>, tensor<f32>) -> tensor<{rows}xf32>
  %variance = det.divide %squareSum, %n : tensor<{rows}xf32>
  %deviation = det.sqrt %variance : tensor<{rows}xf32>
  %deviations = det.broadcast_in_dim %deviation, dims = [0] : (tensor<{rows}xf32>) -> tensor<{rows}x{n}xf32>
  %normal = det.divide %centred, %deviations : tensor<{rows}x{n}xf32>
  %gains = det.broadcast_in_dim %gain, dims = [1] : (tensor<{n}xf32>) -> tensor<{rows}x{n}xf32>
  %scaled = det.multiply %normal, %gains : tensor<{rows}x{n}xf32>
  return %scaled : tensor<{rows}x{n}xf32>
}}
"""

    def expected(self, inputs):
        x, gain = inputs
        n, count = self.n, to_bits(float(self.n))

        def total(values):
            step = lambda sum, point: values[point[0]] if sum is None else add(sum, values[point[0]])
            return add(0, evaluate([range(n)], [(0, 64)], True, step, add))

        results = []
        for row in range(self.rows):
            values = x[row * n:(row + 1) * n]
            mean = F32["div"](total(values), count)
            centred = [F32["sub"](value, mean) for value in values]
            deviation = F32["sqrt"](F32["div"](total([F32["mul"](value, value) for value in centred]), count))
            results += [canonical(F32["mul"](F32["div"](value, deviation), scale)) for value, scale in zip(centred, gain)]
        return results

    results = property(lambda self: self.rows * self.n)


class Elementwise:
    """A chain of elementwise ops on f32 vectors, `lines` giving %r from %x and %y; the reference interpreter says what it must give."""

    count = 192

    def __init__(self, name, *lines):
        self.name, self.lines = name, lines
        self.shapes = [[self.count]] * (2 if any("%y" in line for line in lines) else 1)
        self.fill = None

    def text(self):
        vector = tensor([self.count])
        arguments = ", ".join(f"{value}: {vector}" for value in ["%x", "%y"][:len(self.shapes)])
        body = "".join(f"  {line}\n" for line in self.lines).replace("VECTOR", vector)
        return f"func.func @{self.name}({arguments}) -> {vector} {{\n{body}  return %r : {vector}\n}}\n"

    def random_inputs(self, numbers):
        """Any bits half of the time, and numbers of common size."""
        def value():
            bits = numbers.getrandbits(32) if numbers.random() < 0.5 else to_bits(numbers.uniform(-1, 1) * 2.0 ** numbers.randint(-8, 7))
            return canonical(bits)

        return [[0, NEGATIVE_ZERO, 0x7F800000, 0xFF800000, NAN32, 1] + [value() for _ in range(self.count - 6)] for _ in self.shapes]

    results = count


def unary(op):
    return Elementwise(op, f"%r = det.{op} %x : VECTOR")


def binary(op):
    return Elementwise(op, f"%r = det.{op} %x, %y : VECTOR")
