"""The text of a file of tables. Pure. The console reads files in the same way (`decoded.ts`)."""

from services.core.fields import Refused

_PROBED = 2000
"""By how many bytes is looked whether every other one is empty."""
_BINARY = (b"PK\x03\x04", b"%PDF", b"\xd0\xcf\x11\xe0", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"Rar!", b"7z\xbc")


def decoded(content: bytes) -> str:
    """UTF-16 as ad platforms write "Excel .csv", else UTF-8, else the Windows-1252 of German Excel. Refused if no text.

    A byte order mark is left out.
    """
    if content.startswith(_BINARY):
        raise Refused("not_text", "Das ist keine Textdatei. Bitte exportieren Sie die Kosten als CSV.")
    if wide := _utf16(content):
        return content.decode(wide, "replace").removeprefix("\ufeff")
    try:
        return content.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def _utf16(content: bytes) -> str | None:
    """Which UTF-16 it is: told by its mark, or by the empty half of Latin characters."""
    if content.startswith(b"\xff\xfe"):
        return "utf-16-le"
    if content.startswith(b"\xfe\xff"):
        return "utf-16-be"
    probe = content[:_PROBED]
    for offset, name in ((1, "utf-16-le"), (0, "utf-16-be")):
        half = probe[offset::2]
        if len(half) > 1 and half.count(0) > len(half) / 2:
            return name
    return None
