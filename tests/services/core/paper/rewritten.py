"""Writes an opened PDF again, object by object, after a test has changed some of them."""

from typing import Any

from tests.fixtures.paper.opened.objects import Opened, Stream
from tests.fixtures.paper.opened.syntax import Name, Ref


def rewritten(document: Opened) -> bytes:
    """The file with its objects as they are now, and a table of cross-references."""
    out = bytearray(b"%PDF-1.7\n")
    offsets = {}
    for number, value in sorted(document.objects.items()):
        if isinstance(value, Stream) and value.entries.get("Type") in ("ObjStm", "XRef"):
            continue  # what it packs is written by itself
        offsets[number] = len(out)
        out += b"%d 0 obj\n%b\nendobj\n" % (number, _written(value))
    size = max(offsets) + 1
    start = len(out)
    rows = [b"%010d 00000 n " % offsets[n] if n in offsets else b"0000000000 65535 f " for n in range(size)]
    out += b"xref\n0 %d\n%b\n" % (size, b"\n".join(rows))
    trailer = {name: document.trailer[name] for name in ("Root", "Info", "Encrypt") if name in document.trailer}
    out += b"trailer\n%b\nstartxref\n%d\n%%%%EOF\n" % (_written({**trailer, "Size": size}), start)
    return bytes(out)


def _written(value: Any) -> bytes:
    match value:
        case None:
            return b"null"
        case bool():
            return b"true" if value else b"false"
        case Name():
            return b"/" + value.encode("latin-1").replace(b" ", b"#20")
        case int() | float():
            return str(value).encode()
        case bytes():
            return b"<" + value.hex().encode() + b">"
        case Ref():
            return b"%d 0 R" % value.number
        case list():
            return b"[" + b" ".join(map(_written, value)) + b"]"
        case Stream():
            entries = {name: one for name, one in value.entries.items() if name not in ("Filter", "Length")}
            head = _written({**entries, "Length": len(value.content)})
            return head + b"\nstream\n" + value.content + b"\nendstream"
        case _:
            return b"<<" + b" ".join(_written(Name(name)) + b" " + _written(one) for name, one in value.items()) + b">>"
