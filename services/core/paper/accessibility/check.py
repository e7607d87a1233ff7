"""Checks one document. Numbers such as `15-003` are those of the Matterhorn Protocol 1.1; conditions without one have
their clause of ISO 14289-1 or ISO 32000-1.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from services.core.paper.accessibility import document, elements, fonts, marks
from services.core.paper.accessibility.read import Finding, Read, read
from services.core.paper.opened.objects import Opened

CONDITIONS: Final[Mapping[str, Callable[[Read], Iterator[str]]]] = {
    **document.CONDITIONS,
    **marks.CONDITIONS,
    **elements.CONDITIONS,
    **fonts.CONDITIONS,
}


def findings(opened: Opened) -> list[Finding]:
    """Every condition that fails, with each place; none for a document that a screen reader can read. Raises ValueError
    for one whose structure or content cannot be read at all.
    """
    return list(failing(read(opened)))


def failing(found: Read) -> Iterator[Finding]:
    """The same of a document that was read."""
    for number, check in CONDITIONS.items():
        for where in check(found):
            yield Finding(number, where)
