"""Programs for timing: products, and kernels that memory bounds. StableHLO whose operands are state, so that a step moves nothing else."""


def wrap(operands, body, result):
    """A program that keeps `operands` ({name: type}) and computes `result` from them by `body`, into state of its own."""
    arguments = ", ".join(f"%{name}: tensor<{type}> {{tf.aliasing_output = {i} : i32}}" for i, (name, type) in enumerate([*operands.items(), ("out", result)]))
    types = ", ".join(f"tensor<{type}>" for type in [*operands.values(), result])
    names = ", ".join(f"%{name}" for name in [*operands, "result"])
    return f"func.func public @main({arguments}) -> ({types}) {{\n{body}\n  return {names} : {types}\n}}\n"


def product(size, type):
    matrix = f"{size}x{size}x"
    return wrap({"a": matrix + type, "b": matrix + type},
                f"  %result = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<{matrix}{type}>, tensor<{matrix}{type}>) -> tensor<{matrix}f32>",
                matrix + "f32")


def memory_bound(rows, columns):
    """{name: (program, bytes read and written)} of f32 matrices."""
    t, size = f"{rows}x{columns}xf32", 4 * rows * columns
    row, column, turned = f"{rows}xf32", f"{columns}xf32", f"{columns}x{rows}xf32"
    zero = "  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n"
    half = rows // 2
    part = f"{half}x{columns}xf32"
    roll = (f"  %low = stablehlo.slice %x [0:{half}, 0:{columns}] : (tensor<{t}>) -> tensor<{part}>\n"
            f"  %high = stablehlo.slice %x [{half}:{rows}, 0:{columns}] : (tensor<{t}>) -> tensor<{part}>\n"
            f"  %result = stablehlo.concatenate %high, %low, dim = 0 : (tensor<{part}>, tensor<{part}>) -> tensor<{t}>")
    elementwise = (f"  %product = stablehlo.multiply %x, %y : tensor<{t}>\n  %sum = stablehlo.add %product, %x : tensor<{t}>\n"
                   f"  %result = stablehlo.maximum %sum, %y : tensor<{t}>")
    softmax = (zero + "  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>\n"
               f"  %most = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<{t}>, tensor<f32>) -> tensor<{row}>\n"
               f"  %mosts = stablehlo.broadcast_in_dim %most, dims = [0] : (tensor<{row}>) -> tensor<{t}>\n"
               f"  %shifted = stablehlo.subtract %x, %mosts : tensor<{t}>\n  %e = stablehlo.exponential %shifted : tensor<{t}>\n"
               f"  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<{t}>, tensor<f32>) -> tensor<{row}>\n"
               f"  %sums = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<{row}>) -> tensor<{t}>\n"
               f"  %result = stablehlo.divide %e, %sums : tensor<{t}>")
    sums = zero + f"  %result = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<{t}>, tensor<f32>) -> tensor<{column}>"
    transpose = f"  %result = stablehlo.transpose %x, dims = [1, 0] : (tensor<{t}>) -> tensor<{turned}>"
    return {"copy of halves": (wrap({"x": t}, roll, t), 2 * size), "elementwise": (wrap({"x": t, "y": t}, elementwise, t), 3 * size),
            "row softmax": (wrap({"x": t}, softmax, t), 2 * size), "column sum": (wrap({"x": t}, sums, column), size),
            "transpose": (wrap({"x": t}, transpose, turned), 2 * size)}
