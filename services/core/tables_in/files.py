"""Uploaded tables from bytes to text: detects the type, whatever the file's name, and the encoding.

Files of other types are refused by their first bytes, before anything parses them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from services.core.fields import Refused
from services.core.tables_in.workbook import Sheet, refusal, sheets_apart

_PROBED: Final = 2000
"""Bytes that are checked for zeros in every other place."""
_MEGABYTE: Final = 1 << 20
_OLD_OFFICE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED_STREAM: Final = "EncryptedPackage".encode("utf-16-le")
"""The stream of an encrypted workbook, as its container names it."""
_PAGE = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|head|body|table|meta|\?xml)", re.IGNORECASE)
_OTHER: Final = (b"%PDF", rb"{\rtf", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"Rar!", b"7z\xbc")


@dataclass(frozen=True, slots=True)
class TableFile:
    """The sheets of a file, one for a text, and how they were read."""

    encoding: str
    sheets: Sequence[Sheet]


def read_file(content: bytes, largest: int) -> TableFile:
    """The tables of a file of at most `largest` bytes; Refused by the sentence for people."""
    if len(content) > largest:
        sentence = f"Die Datei ist größer als {largest // _MEGABYTE} MB. Bitte teilen Sie sie auf."
        raise Refused("too_large", sentence)
    if content.startswith(_OLD_OFFICE):
        if _ENCRYPTED_STREAM in content:
            raise refusal("protected")
        raise Refused(
            "old_excel",
            "Das ist eine Datei aus einem alten Excel (.xls). Bitte speichern Sie sie als .xlsx oder als CSV.",
        )
    if _PAGE.match(content):
        raise Refused(
            "page",
            "Das ist eine Internetseite, keine Tabelle, auch wenn sie als Excel-Datei benannt ist. Bitte öffnen Sie "
            "sie in Excel und speichern Sie sie als .xlsx oder als CSV.",
        )
    if content.startswith(_OTHER):
        raise Refused("no_table", "Das ist keine Tabelle. Bitte wählen Sie eine CSV- oder Excel-Datei.")
    if content.startswith(b"PK"):
        return TableFile("Excel", sheets_apart(content))
    text, encoding = decoded(content)
    if not text.strip():
        raise refusal("empty")
    return TableFile(encoding, [Sheet("", text, len(re.split(r"\r\n|\r|\n", text.rstrip())))])


def decoded(content: bytes) -> tuple[str, str]:
    """The text and its encoding: UTF-16 as ad platforms write "Excel .csv", else UTF-8, else the Windows-1252 of German
    Excel. A byte order mark is left out.
    """
    if wide := _utf16(content):
        return content.decode(wide, "replace").removeprefix("\ufeff"), "UTF-16"
    try:
        return content.decode("utf-8").removeprefix("\ufeff"), "UTF-8"
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace"), "Windows-1252"


def _utf16(content: bytes) -> str | None:
    """Which UTF-16 it is: by its mark, or by the zero half of Latin characters."""
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
