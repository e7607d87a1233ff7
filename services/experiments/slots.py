"""The texts of the site that an experiment can change: a closed list. Pure.

`public-web` marks each with `data-slot="<key>.<line>"` and has the same list (`lib/settings.ts`).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from services.core.fields import Refused, long_text


@dataclass(frozen=True, slots=True)
class Slot:
    """A text: what staff call it, its lines at most, and the characters of each."""

    label: str
    path: str
    """The page that shows it."""
    lines: int
    longest: int


SLOTS: Final[Mapping[str, Slot]] = {
    "home_headline": Slot("Startseite: Überschrift", "/", 2, 44),
    "home_reserve": Slot("Startseite: Knopf zum Reservieren", "/", 1, 28),
}
_MARKUP = re.compile(r"[<>{}\[\]*_`\\]|https?:|www\.", re.IGNORECASE)
_RISKY = re.compile(
    r"verzins|kapitalanlage|risiko(frei|los)|klimaneutral|garantiert|rendite|sicherer ertrag|steuerfrei|geldanlage"
    r"|nur noch heute|letzte chance|zahlungspflichtig",
    re.IGNORECASE,
)


def read_text(slot: Slot, value: object) -> str:
    """The text of arm B, its lines joined by a line break. Raises Refused."""
    lines = [" ".join(line.split()) for line in long_text(value, 0, 400).splitlines()]
    lines = [line for line in lines if line]
    if not lines:
        raise Refused("missing", "Bitte schreiben Sie, was Variante B zeigen soll.")
    if len(lines) > slot.lines:
        many = "eine Zeile" if slot.lines == 1 else f"{slot.lines} Zeilen"
        raise Refused("too_long", f"Hier ist Platz für {many}.")
    if any(len(line) > slot.longest for line in lines):
        raise Refused(
            "too_long", f"Eine Zeile darf höchstens {slot.longest} Zeichen haben, sonst verrutscht die Seite."
        )
    text = "\n".join(lines)
    if _MARKUP.search(text):
        raise Refused("markup", "Bitte nur Text, ohne HTML, Klammern, Sternchen und Adressen.")
    if found := _RISKY.search(text):
        raise Refused("risky", f"„{found.group()}“ dürfen wir so nicht versprechen. Bitte formulieren Sie es anders.")
    return text
