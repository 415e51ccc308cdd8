"""Runs PTX kernels, thread by thread: the scalar subset that det's kernels use. Floats are exact in bits, as the `.rn` forms are defined.

Threads are generators that pause at `shfl.sync`; a warp goes on when all of its threads have come there. Addresses are checked against buffers.
"""
import ctypes
import math
import re
import struct

_libm = ctypes.CDLL("libm.so.6")
_libm.fmaf.restype = ctypes.c_float
_libm.fmaf.argtypes = [ctypes.c_float] * 3
_libm.fma.restype = ctypes.c_double
_libm.fma.argtypes = [ctypes.c_double] * 3

NAN32, NAN64 = 0x7FFFFFFF, 0x7FFFFFFFFFFFFFFF


def to_float(bits):
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def to_bits(value):
    """f32 bits of a double, rounded to nearest even; a NaN as a GPU makes it."""
    if value != value:
        return NAN32
    return struct.unpack("<I", struct.pack("<f", ctypes.c_float(value).value))[0]


def to_half(value):
    if value != value:
        return 0x7FFF
    try:
        return struct.unpack("<H", struct.pack("<e", value))[0]
    except OverflowError:
        return 0xFC00 if value < 0 else 0x7C00


def divide(a, b):
    if a != a or b != b or (a == 0 and b == 0) or (math.isinf(a) and math.isinf(b)):
        return math.nan
    if b == 0:
        return math.copysign(math.inf, a) * math.copysign(1.0, b)
    return a / b


# One double operation rounded to f32 is the f32 operation: 53 >= 2 * 24 + 2.
F32 = {
    "add": lambda a, b: to_bits(to_float(a) + to_float(b)),
    "sub": lambda a, b: to_bits(to_float(a) - to_float(b)),
    "mul": lambda a, b: to_bits(to_float(a) * to_float(b)),
    "div": lambda a, b: to_bits(divide(to_float(a), to_float(b))),
    "rcp": lambda a: to_bits(divide(1.0, to_float(a))),
    "sqrt": lambda a: to_bits(math.sqrt(to_float(a)) if to_float(a) >= 0 else math.nan),  # a NaN is not >= 0
    "fma": lambda a, b, c: to_bits(_libm.fmaf(to_float(a), to_float(b), to_float(c))),
    "neg": lambda a: a ^ 0x80000000,
    "abs": lambda a: a & 0x7FFFFFFF,
}


def to_double(bits):
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def to_double_bits(value):
    return NAN64 if value != value else struct.unpack("<Q", struct.pack("<d", value))[0]


F64 = {
    "add": lambda a, b: to_double_bits(to_double(a) + to_double(b)),
    "sub": lambda a, b: to_double_bits(to_double(a) - to_double(b)),
    "mul": lambda a, b: to_double_bits(to_double(a) * to_double(b)),
    "div": lambda a, b: to_double_bits(divide(to_double(a), to_double(b))),
    "rcp": lambda a: to_double_bits(divide(1.0, to_double(a))),
    "sqrt": lambda a: to_double_bits(math.sqrt(to_double(a)) if to_double(a) >= 0 else math.nan),
    "fma": lambda a, b, c: to_double_bits(_libm.fma(to_double(a), to_double(b), to_double(c))),
    "neg": lambda a: a ^ 1 << 63,
    "abs": lambda a: a & ~(1 << 63),
}


def width_of(kind):
    return 1 if kind == "pred" else int(re.sub(r"^[a-z]+", "", kind))


def signed(value, width):
    return value - (1 << width) if value >> (width - 1) & 1 else value


COMPARE = {
    "eq": lambda a, b: a == b, "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b, "le": lambda a, b: a <= b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
    "lo": lambda a, b: a < b, "ls": lambda a, b: a <= b, "hi": lambda a, b: a > b, "hs": lambda a, b: a >= b,
}


def compare(name, kind, a, b):
    if kind[0] != "f":
        if kind[0] == "s":
            a, b = signed(a, width_of(kind)), signed(b, width_of(kind))
        return COMPARE[name](a, b)
    decode = to_float if kind == "f32" else to_double
    a, b = decode(a), decode(b)
    unordered = a != a or b != b
    if name in ("num", "nan"):
        return unordered == (name == "nan")
    if len(name) == 3:  # equ, neu, ltu, ...: true where unordered
        return unordered or COMPARE[name[:-1]](a, b)
    return not unordered and COMPARE[name](a, b)


def integer(parts, values):
    """An integer instruction; values and result are bits of the type's width."""
    name, kind = parts[0], parts[-1]
    width = width_of(kind)
    mask = (1 << width) - 1
    if kind[0] == "s":
        read = [signed(value & mask, width) for value in values]
    else:
        read = [value & mask for value in values]
    a = read[0]
    b = read[1] if len(read) > 1 else None
    if name in ("mul", "mad"):
        product = a * b
        if "wide" in parts:
            mask = (1 << 2 * width) - 1
        elif "hi" in parts:
            product >>= width
        return (product + (values[2] if name == "mad" else 0)) & mask
    if name == "add":
        return a + b & mask
    if name == "sub":
        return a - b & mask
    if name in ("div", "rem"):
        quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        return (quotient if name == "div" else a - b * quotient) & mask
    if name in ("min", "max"):
        return (min if name == "min" else max)(a, b) & mask
    if name == "shl":
        return (values[0] << values[1] if values[1] < width else 0) & mask
    if name == "shr":
        return a >> min(values[1], width) & mask
    if name == "and":
        return a & b & mask
    if name == "or":
        return (a | b) & mask
    if name == "xor":
        return (a ^ b) & mask
    if name == "not":
        return ~a & mask
    if name == "neg":
        return -a & mask
    if name == "abs":
        return abs(a) & mask
    if name == "bfe" and kind[0] == "u":
        return a >> values[1] & (1 << values[2]) - 1
    if name == "popc":
        return bin(a).count("1")
    if name == "clz":
        return width - a.bit_length()
    raise NotImplementedError(".".join(parts))


def convert(parts, value):
    to, source = parts[-2], parts[-1]
    if source[0] == "f" or to[0] == "f":
        if to == "f32" and source[0] in "su":
            return to_bits(float(signed(value, width_of(source)) if source[0] == "s" else value))
        if source == "f32" and to[0] in "su" and "rzi" in parts:
            real, width = to_float(value), width_of(to)
            low, high = (-(1 << width - 1), (1 << width - 1) - 1) if to[0] == "s" else (0, (1 << width) - 1)
            whole = 0 if real != real else low if real <= low else high if real >= high else int(real)
            return whole & (1 << width) - 1
        if (to, source) == ("f64", "f32"):
            return to_double_bits(to_float(value))
        if (to, source) == ("f32", "f64"):
            return to_bits(to_double(value))
        if (to, source) == ("f32", "f16"):
            return to_bits(struct.unpack("<e", struct.pack("<H", value))[0])
        if (to, source) == ("f16", "f32"):
            return to_half(to_float(value))
        if to == "f64" and source[0] in "su":
            return to_double_bits(float(signed(value, width_of(source)) if source[0] == "s" else value))
        raise NotImplementedError(".".join(parts))
    value &= (1 << width_of(source)) - 1
    if source[0] == "s":
        value = signed(value, width_of(source))
    return value & (1 << width_of(to)) - 1


class Kernel:
    """One entry: its parameters by name, its instructions, and where labels are."""

    def __init__(self, name, params, body):
        self.name, self.params, self.code, self.labels = name, params, [], {}
        for statement in re.split(r"[;\n]", body):
            statement = statement.strip()
            while label := re.match(r"([$\w]+):\s*", statement):
                self.labels[label[1]] = len(self.code)
                statement = statement[label.end():]
            if not statement or statement.startswith("."):
                continue
            predicate = None
            if statement[0] == "@":
                predicate, statement = statement.split(None, 1)
                predicate = (predicate.lstrip("@!"), predicate[1] != "!")
            opcode, _, rest = statement.partition(" ")
            opcode, _, first = opcode.partition("\t")
            operands = [part.strip() for part in re.findall(r"\{[^}]*\}|\[[^\]]*\]|[^,\s]+", first + rest)]
            self.code.append((predicate, opcode.split("."), operands))


def parse(text):
    """The entries of a PTX text, by name."""
    text = re.sub(r"//.*", "", text)
    kernels = {}
    for entry in re.finditer(r"\.entry\s+(\w+)\s*\(([^)]*)\)[^{]*\{(.*?)\n\}", text, re.S):
        params = re.findall(r"(\w+)\s*(?:,|$)", entry[2].strip())
        kernels[entry[1]] = Kernel(entry[1], params, entry[3])
    return kernels


class Thread:
    """Registers hold bits."""

    def __init__(self, kernel, memory, addresses, special):
        self.kernel, self.memory = kernel, memory
        self.registers = dict(special)
        self.params = dict(zip(kernel.params, addresses))

    def read(self, operand):
        if operand[0] == "%":
            return self.registers[operand]
        if operand[:2] in ("0f", "0d"):
            return int(operand[2:], 16)
        return int(operand, 0) & 0xFFFFFFFFFFFFFFFF

    def locate(self, operand, size):
        """(buffer, place) of an address; an error outside every buffer or off its alignment."""
        base, _, extra = operand.strip("[]").partition("+")
        address = self.read(base) + (int(extra) if extra else 0)
        number, place = address >> 32, address & 0xFFFFFFFF
        buffer = self.memory[number - 1]
        if not 1 <= number <= len(self.memory) or place + size > len(buffer) or place % size:
            raise IndexError(f"{self.kernel.name}: {size} bytes at {place} of buffer {number - 1}")
        return buffer, place

    def move(self, parts, operands):
        size = width_of(parts[-1]) // 8
        loads = parts[0] == "ld"
        names, address = (operands[0], operands[1]) if loads else (operands[1], operands[0])
        names = names.strip("{}").replace(" ", "").split(",")
        buffer, place = self.locate(address, size * len(names))
        for i, name in enumerate(names):
            at = place + i * size
            if loads:
                value = int.from_bytes(buffer[at:at + size], "little")
                self.registers[name] = signed(value, 8 * size) & 0xFFFFFFFF if parts[-1][0] == "s" else value
            else:
                buffer[at:at + size] = (self.read(name) & (1 << 8 * size) - 1).to_bytes(size, "little")

    def evaluate(self, parts, values):
        name, kind = parts[0], parts[-1]
        if name == "mov":
            return values[0] & (1 << width_of(kind)) - 1 if kind != "pred" else values[0]
        if name == "setp":
            result = compare(parts[1], kind, values[0] & (1 << width_of(kind)) - 1, values[1] & (1 << width_of(kind)) - 1)
            if len(values) > 2:
                result = {"and": result and values[2], "or": result or values[2], "xor": result != values[2]}[parts[2]]
            return int(result)
        if name == "selp":
            return values[0] & (1 << width_of(kind)) - 1 if values[2] else values[1] & (1 << width_of(kind)) - 1
        if name == "cvt":
            return convert(parts, values[0])
        if kind == "f32":
            return F32[name](*values)
        if kind == "f64":
            return F64[name](*values)
        return integer(parts, values)

    def run(self):
        """Pauses at each exchange with (value, distance), and is sent the other lane's value."""
        pc, registers = 0, self.registers
        while pc < len(self.kernel.code):
            predicate, parts, operands = self.kernel.code[pc]
            pc += 1
            if predicate and bool(registers[predicate[0]]) != predicate[1]:
                continue
            name = parts[0]
            if name == "ret":
                return
            if name == "bra":
                pc = self.kernel.labels[operands[0]]
            elif name == "ld" and parts[1] == "param":
                registers[operands[0]] = self.params[operands[1].strip("[]")]
            elif name in ("ld", "st"):
                self.move(parts, operands)
            elif name == "shfl":
                assert parts == ["shfl", "sync", "bfly", "b32"], parts
                assert self.read(operands[3]) == 31 and self.read(operands[4]) & 0xFFFFFFFF == 0xFFFFFFFF
                registers[operands[0].split("|")[0]] = yield self.read(operands[1]), self.read(operands[2])
            else:
                registers[operands[0]] = self.evaluate(parts, [self.read(operand) for operand in operands[1:]])


def run_warp(threads):
    running = [thread.run() for thread in threads]
    sent = [None] * len(running)
    while running:
        paused, ended = [], 0
        for generator, value in zip(running, sent):
            try:
                paused.append(generator.send(value))
            except StopIteration:
                ended += 1
        if ended == len(running):
            return
        assert ended == 0, "expected every thread of the warp at an exchange"
        sent = [paused[lane ^ distance][0] for lane, (_, distance) in enumerate(paused)]


def launch(kernel, grid, block, memory):
    """Runs the kernel on `memory`, a list of bytearrays, one per parameter."""
    addresses = [number + 1 << 32 for number in range(len(memory))]
    for number in range(grid):
        for first in range(0, block, 32):
            special = [{"%tid.x": first + lane, "%ctaid.x": number, "%ntid.x": block, "%nctaid.x": grid} for lane in range(32)]
            run_warp([Thread(kernel, memory, addresses, registers) for registers in special])
