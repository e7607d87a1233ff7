"""Conditions of the document as a whole: metadata, title, language, encryption."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final
from xml.etree import ElementTree  # reads what we wrote  # nosec B405

from services.core.paper.accessibility.read import Read
from services.core.paper.opened.objects import Stream
from services.core.paper.opened.syntax import text_of

_UA_PART: Final = "{http://www.aiim.org/pdfua/ns/id/}part"
_TITLE: Final = "{http://purl.org/dc/elements/1.1/}title"
_FOR_ASSISTIVE: Final = 1 << 9
"""The tenth bit of the permissions of an encrypted file."""


def _suspects(read: Read) -> Iterator[str]:
    if read.opened.entry(read.opened.catalog, "MarkInfo", "Suspects") is True:
        yield "MarkInfo"


def _not_marked(read: Read) -> Iterator[str]:
    if read.opened.entry(read.opened.catalog, "MarkInfo", "Marked") is not True or not read.tree:
        yield "catalog"


def _no_metadata(read: Read) -> Iterator[str]:
    if not isinstance(read.opened.entry(read.opened.catalog, "Metadata"), Stream):
        yield "catalog"


def _no_identifier(read: Read) -> Iterator[str]:
    metadata = _metadata(read)
    if metadata is None:
        return
    parts = [one.text for one in metadata.iter(_UA_PART)]
    parts += [value for one in metadata.iter() for name, value in one.attrib.items() if name == _UA_PART]
    if parts != ["1"]:
        yield "metadata"


def _no_title(read: Read) -> Iterator[str]:
    metadata = _metadata(read)
    if metadata is not None and not any("".join(one.itertext()).strip() for one in metadata.iter(_TITLE)):
        yield "metadata"


def _metadata(read: Read) -> ElementTree.Element | None:
    stream = read.opened.entry(read.opened.catalog, "Metadata")
    is_there = isinstance(stream, Stream)
    return ElementTree.fromstring(stream.content) if is_there else None  # noqa: S314 - our own PDF  # nosec B314


def _title_preference(read: Read) -> Iterator[str]:
    if read.opened.entry(read.opened.catalog, "ViewerPreferences", "DisplayDocTitle") is None:
        yield "catalog"


def _title_hidden(read: Read) -> Iterator[str]:
    if read.opened.entry(read.opened.catalog, "ViewerPreferences", "DisplayDocTitle") is False:
        yield "catalog"


def _no_language(read: Read) -> Iterator[str]:
    if not text_of(read.opened.entry(read.opened.catalog, "Lang")):
        yield "catalog"


def _no_permissions(read: Read) -> Iterator[str]:
    encryption = read.opened.entry(read.opened.trailer, "Encrypt")
    if encryption is not None and not isinstance(read.opened.entry(encryption, "P"), int):
        yield "trailer"


def _no_access(read: Read) -> Iterator[str]:
    permissions = read.opened.entry(read.opened.trailer, "Encrypt", "P")
    if isinstance(permissions, int) and not permissions & _FOR_ASSISTIVE:
        yield "trailer"


CONDITIONS: Final[Mapping[str, Callable[[Read], Iterator[str]]]] = {
    "ISO 14289-1, 7.1": _not_marked,
    "01-007": _suspects,
    "06-001": _no_metadata,
    "06-002": _no_identifier,
    "06-003": _no_title,
    "07-001": _title_preference,
    "07-002": _title_hidden,
    "11-001": _no_language,
    "26-001": _no_permissions,
    "26-002": _no_access,
}
