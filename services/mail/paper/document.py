"""Sets mails as letters, for households without a mailbox: DIN 5008, form B, for window envelopes.

Only the postal address is current; everything else is as ordered, so a reprint is the same letter.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from services.core.clock import BERLIN
from services.core.german import long_day
from services.core.paper.glyphs import unprintable
from services.core.paper.typeset import typeset
from services.mail.paper.letter import Letter

WINDOW: Final = (20.0, 45.0, 85.0, 45.0)
"""Left, top, width, height of the field behind the window, in millimetres; its upper 17.7 hold the line of the sender.
`letter.typ` places both in it.
"""
_TEMPLATE: Final = Path(__file__).with_name("letter.typ")
_TO_FILL: Final = "________"
_PUNCTUATION: Final = ",.;:!?"


class Company(Protocol):
    """What a letter says of its sender."""

    @property
    def company(self) -> str: ...
    @property
    def street(self) -> str: ...
    @property
    def postcode_city(self) -> str: ...
    @property
    def email(self) -> str: ...
    @property
    def phone(self) -> str: ...
    @property
    def representative(self) -> str: ...
    @property
    def register(self) -> str: ...
    @property
    def vat_id(self) -> str: ...


class Sheet(NamedTuple):
    """A letter with its words. `text`: paragraphs, a blank line between them; a line in capitals is a heading."""

    letter: Letter
    subject: str
    text: str


def letters_document(sheets: Sequence[Sheet], sender: Company) -> bytes:
    """The PDF of one letter or several, each with pages numbered from 1."""
    data = {
        "title": sheets[0].subject if len(sheets) == 1 else f"{len(sheets)} Briefe",
        "foot": f"{sender.company} · {sender.phone}",
        "sender": f"{sender.company} · {sender.street} · {sender.postcode_city}",
        "letters": [_contents(one, sender) for one in sheets],
        "imprint": [
            f"{sender.company}, {sender.street}, {sender.postcode_city} · {sender.phone} · {sender.email}",
            f"Vertreten durch {sender.representative} · {sender.register} · USt-IdNr. {sender.vat_id}",
        ],
    }
    return typeset(_TEMPLATE, data, max(one.letter.at for one in sheets))


def _contents(sheet: Sheet, sender: Company) -> dict[str, Any]:
    reference = str(sheet.letter.values.get("reference", ""))
    day = long_day(sheet.letter.at.astimezone(BERLIN))
    facts = (("Datum", day), ("Ihre Referenz", reference), ("Telefon", sender.phone))
    return {
        "subject": sheet.subject,
        "address": ["" if unprintable(line) else line for line in sheet.letter.address],
        "facts": [(label, value) for label, value in facts if value],
        "blocks": list(_blocks(sheet.text)),
    }


def _blocks(text: str) -> Iterator[dict[str, Any]]:
    """Headings and paragraphs in their order."""
    lines = (by_hand(line.strip()) for line in text.split("\n"))
    for kind, found in groupby(lines, key=lambda line: "heading" if line.isupper() else "text" if line else ""):
        if kind == "heading":
            yield from ({"kind": kind, "lines": [line]} for line in found)
        elif kind:
            yield {"kind": kind, "lines": list(found)}


def by_hand(text: str) -> str:
    """A text with a line to write on in place of each word that has letters which our fonts lack."""
    return " ".join(
        (_TO_FILL + word[len(word.rstrip(_PUNCTUATION)) :]) if unprintable(word) else word for word in text.split(" ")
    )
