"""Exact f32 arithmetic on bits, for literal definitions of what kernels must give."""
import ctypes
import math
import struct

_libm = ctypes.CDLL("libm.so.6")
_libm.fmaf.restype = ctypes.c_float
_libm.fmaf.argtypes = [ctypes.c_float] * 3

NAN32 = 0x7FFFFFFF


def to_float(bits):
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def to_bits(value):
    """f32 bits of a double, rounded to nearest even; a NaN as a GPU makes it."""
    if value != value:
        return NAN32
    return struct.unpack("<I", struct.pack("<f", ctypes.c_float(value).value))[0]


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
    "sqrt": lambda a: to_bits(math.sqrt(to_float(a)) if to_float(a) >= 0 else math.nan),  # a NaN is not >= 0
    "fma": lambda a, b, c: to_bits(_libm.fmaf(to_float(a), to_float(b), to_float(c))),
}
