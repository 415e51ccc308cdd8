"""Artifact files as they are described in det/Runtime/Artifact/Artifact.h: reads their sections, and writes them with right checksums."""
import hashlib
import struct

HEADER, ROW, ALIGNMENT = 64, 96, 4096


def sections(path):
    """Names and bytes, in the order of the file."""
    data = path.read_bytes()
    count = struct.unpack_from("<I", data, 12)[0]
    found = {}
    for row in range(HEADER, HEADER + count * ROW, ROW):
        offset, size = struct.unpack_from("<QQ", data, row + 32)
        found[data[row:row + 32].rstrip(b"\0").decode()] = data[offset:offset + size]
    return found


def write(path, content):
    """An artifact of these sections."""
    end = HEADER + len(content) * ROW
    header, body, at = bytearray(end), bytearray(), end
    for number, (name, data) in enumerate(content.items()):
        offset = (at + ALIGNMENT - 1) // ALIGNMENT * ALIGNMENT
        body += bytes(offset - at) + data
        row = HEADER + number * ROW
        header[row:row + len(name)] = name.encode()
        struct.pack_into("<QQ", header, row + 32, offset, len(data))
        header[row + 48:row + 80] = hashlib.sha256(data).digest()
        at = offset + len(data)
    header[:8] = b"DETART01"
    struct.pack_into("<IIQQ", header, 8, 1, len(content), at, end)
    header[32:64] = hashlib.sha256(bytes(header)).digest()
    path.write_bytes(bytes(header) + bytes(body))
