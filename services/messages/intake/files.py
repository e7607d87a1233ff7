"""Selects the files of a mail to keep, by content and not by name. Pure."""

import hashlib
import io
import re
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath
from typing import Final

import puremagic

from services.messages.models import LONGEST_FILE_NAME

LARGEST_FILE: Final = 10 * 1024 * 1024
LARGEST_TOGETHER: Final = 25 * 1024 * 1024
MOST_FILES: Final = 10
_LARGEST_UNPACKED: Final = 200 * 1024 * 1024
"""More than any real document of 10 MB unpacks to: a decompression bomb."""
_PICTURES: Final = frozenset({"image/jpeg", "image/png", "image/heic", "image/heif"})
_OFFICE: Final = "application/vnd.openxmlformats-officedocument"
_PARTS: Final = {
    "word/document.xml": f"{_OFFICE}.wordprocessingml.document",
    "xl/workbook.xml": f"{_OFFICE}.spreadsheetml.sheet",
}
_ODT: Final = "application/vnd.oasis.opendocument.text"
_TEXTS: Final = {".txt": "text/plain", ".csv": "text/csv"}
_UNSAFE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200e\u200f/\\:*?\"<>|]+")
_PROGRAM: Final = re.compile(
    r"(?i)vbaProject|/(?:activeX|embeddings|macrosheets)/|^(?:Basic|Scripts)/|\.(?:exe|js|vbs)$"
)
_HEAD: Final = 4096


class Refusal(StrEnum):
    """Why a file is refused, a correspondent's or ours."""

    TOO_LARGE = "too_large"
    TOGETHER = "too_large_together"
    TOO_MANY = "too_many"
    MACROS = "macros"
    OUTLOOK = "outlook"
    UNKNOWN = "unknown_kind"
    EMPTY = "empty"


WORDS: Final = {
    Refusal.TOO_LARGE: "Größer als 10 MB.",
    Refusal.TOGETHER: "Alle Dateien zusammen sind größer als 25 MB.",
    Refusal.TOO_MANY: "Mehr als 10 Dateien in einer Nachricht.",
    Refusal.MACROS: "Enthält Makros oder Programme. Bitten Sie um ein PDF.",
    Refusal.OUTLOOK: "Outlook hat die Anhänge darin verpackt. Bitten Sie, sie einzeln oder als PDF zu schicken.",
    Refusal.UNKNOWN: "Diese Art von Datei nehmen wir nicht an. Bitten Sie um ein PDF oder ein Bild.",
    Refusal.EMPTY: "Die Datei ist leer.",
}
"""For the clerk who reads the message."""


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file of a mail with its declared name and type."""

    name: str
    declared: str
    content: bytes


@dataclass(frozen=True, slots=True)
class TakenFile:
    """The outcome for a file. With `refused`, a German sentence, its content is dropped."""

    name: str
    content_type: str
    size: int
    content: bytes | None
    refused: str | None

    @property
    def sha256(self) -> str | None:
        """Of what is kept."""
        return hashlib.sha256(self.content).hexdigest() if self.content is not None else None


def taken_files(files: Sequence[FoundFile]) -> list[TakenFile]:
    """All files in their order; refused ones with the reason."""
    taken: list[TakenFile] = []
    together = 0
    for file in files:
        kept = sum(one.content is not None for one in taken)
        kind, reason = judged(file)
        if reason is None and kept >= MOST_FILES:
            reason = Refusal.TOO_MANY
        elif reason is None and together + len(file.content) > LARGEST_TOGETHER:
            reason = Refusal.TOGETHER
        if reason is None:
            together += len(file.content)
        content = file.content if reason is None else None
        declared = re.sub(r"[^a-z0-9.+/-]", "", file.declared.lower())[:100]
        words = WORDS[reason] if reason is not None else None
        taken.append(TakenFile(safe_name(file.name), kind or declared, len(file.content), content, words))
    return taken


def judged(file: FoundFile) -> tuple[str, Refusal | None]:
    """The type by content, or why it is refused."""
    content = file.content
    if len(content) > LARGEST_FILE:
        return "", Refusal.TOO_LARGE
    if not content:
        return "", Refusal.EMPTY
    if content.startswith(b"\x78\x9f\x3e\x22"):
        return "", Refusal.OUTLOOK
    if content.startswith(b"PK\x03\x04"):
        return _of_zip(content)
    kind = _by_magic(content)
    if kind == "application/pdf" or kind in _PICTURES:
        return kind, None
    ending = PurePosixPath(file.name.lower()).suffix
    kind = _TEXTS.get(ending) or (file.declared if file.declared in _TEXTS.values() and not ending else None)
    is_text = not any(byte < 9 or 13 < byte < 32 for byte in file.content)
    return (kind, None) if kind and is_text else ("", Refusal.UNKNOWN)


def safe_name(name: str) -> str:
    """A name that cannot be a path, with its real extension."""
    bare = _UNSAFE.sub("_", name.replace("\\", "/").rpartition("/")[2]).strip(" .")
    path = PurePosixPath(bare or "Datei")
    return f"{path.stem[: LONGEST_FILE_NAME - 20]}{path.suffix[:20]}"


def _by_magic(content: bytes) -> str | None:
    """The most likely type; None if the first bytes reveal none, as in plain text."""
    if b"%PDF-" in content[:1024]:
        return "application/pdf"
    if content[4:8] == b"ftyp" and content[8:12] in (b"heic", b"heix", b"mif1", b"msf1", b"heim", b"heis"):
        return "image/heic"
    try:
        found = puremagic.magic_string(content[:_HEAD])
    except (puremagic.PureError, ValueError):
        return None
    return str(found[0].mime_type) if found else None


def _of_zip(content: bytes) -> tuple[str, Refusal | None]:
    """An office document. Reads only the archive's directory, so nothing is unpacked."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names, unpacked = set(archive.namelist()), sum(one.file_size for one in archive.infolist())
            first = archive.infolist()[0]
            is_small = first.filename == "mimetype" and first.file_size == len(_ODT)
            is_odt = is_small and archive.read(first) == _ODT.encode()
    except (zipfile.BadZipFile, IndexError, RuntimeError, ValueError, OSError, NotImplementedError):
        return "", Refusal.UNKNOWN
    if unpacked > _LARGEST_UNPACKED:
        return "", Refusal.UNKNOWN
    if any(_PROGRAM.search(name) for name in names):
        return "", Refusal.MACROS
    kind = _ODT if is_odt else next((kind for part, kind in _PARTS.items() if part in names), "")
    return (kind, None) if kind else ("", Refusal.UNKNOWN)
