"""Lists the sections of an artifact; writes those that are named: sections.py FILE [SECTION=FILE ...]"""
import struct
import sys

with open(sys.argv[1], "rb") as file:
    data = file.read()
paths = dict(word.split("=", 1) for word in sys.argv[2:])
(count,) = struct.unpack_from("<I", data, 12)
for i in range(count):
    name, offset, size = struct.unpack_from("<32sQQ", data, 64 + 96 * i)
    name = name.rstrip(b"\0").decode()
    print(name, size)
    if name in paths:
        with open(paths.pop(name), "wb") as file:
            file.write(data[offset:offset + size])
sys.exit(f"no section {', '.join(paths)}" if paths else 0)
