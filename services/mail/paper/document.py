"""Sets a mail as a letter, for a household without a mailbox: DIN 5008, form B, for a window envelope.

Only the postal address is current; everything else is as ordered, so a reprint is the same letter.
"""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, Final, Protocol

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


def letter_document(letter: Letter, subject: str, text: str, sender: Company) -> bytes:
    """The PDF. `text`: paragraphs, a blank line between them; a line in capitals is a heading."""
    reference = str(letter.values.get("reference", ""))
    facts = [("Datum", long_day(letter.at.astimezone(BERLIN))), ("Ihre Referenz", reference), ("Telefon", sender.phone)]
    data = {
        "subject": subject,
        "foot": f"{sender.company} · {sender.phone}",
        "sender": f"{sender.company} · {sender.street} · {sender.postcode_city}",
        "address": ["" if unprintable(line) else line for line in letter.address],
        "facts": [(label, value) for label, value in facts if value],
        "blocks": list(_blocks(text)),
        "imprint": [
            f"{sender.company}, {sender.street}, {sender.postcode_city} · {sender.phone} · {sender.email}",
            f"Vertreten durch {sender.representative} · {sender.register} · USt-IdNr. {sender.vat_id}",
        ],
    }
    return typeset(_TEMPLATE, data, letter.at)


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
