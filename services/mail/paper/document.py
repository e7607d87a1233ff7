"""A mail as a letter on paper, for a household without a mailbox: DIN 5008, form B, for an envelope with a window.

Lengths in millimetres from the upper left corner. Nothing in it comes from the present but the postal address: printed
again, it is the same letter.
"""

from collections.abc import Sequence
from contextlib import closing
from typing import Final, Protocol

from services.core.clock import BERLIN
from services.core.german import long_day
from services.core.paper.glyphs import unprintable
from services.core.paper.sheet import EDGE, INK, PINE, QUIET, Sheet, Style
from services.mail.paper.letter import Letter

WINDOW: Final = (20.0, 45.0, 85.0, 45.0)
"""Left, top, width, height of the field behind the window; its upper 17.7 mm hold the line of the sender."""
_LEFT: Final = 25.0
_WIDTH: Final = 165.0
_SENDER_LINE: Final = 60.0
_FIRST_LINE: Final = 67.5
_FACTS: Final = 125.0
_BODY: Final = 103.5
_FOLDS: Final = (105.0, 210.0)
_HOLES: Final = 148.5
_ADDRESS_WIDTH: Final = 78.0
_ADDRESS_SIZES: Final = (
    (Style("text", 10.5, INK), 5.0, 4),
    (Style("text", 9, INK), 4.3, 5),
    (Style("text", 8, INK), 3.8, 6),
)
"""Style, distance of lines, and how many of them the window shows."""
_TO_FILL: Final = "________"
_PUNCTUATION: Final = ",.;:!?"
_SMALL: Final = Style("text", 7, QUIET)
_LABEL: Final = Style("text", 8, QUIET)
_FACT: Final = Style("text", 9.5, INK)
_SUBJECT: Final = Style("strong", 12, PINE)
_TEXT: Final = Style("text", 10.5, INK)
_HEADING: Final = Style("strong", 9, PINE)
_GAP: Final = 2.6


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
    with closing(Sheet(subject, f"{sender.company} · {sender.phone}", letter.at)) as sheet:
        sheet.next_page()
        sheet.brand()
        _marks(sheet)
        _window(sheet, letter.address, sender)
        _facts(sheet, letter, sender)
        with sheet.element("H1"):
            sheet.words(_LEFT, _BODY, subject, _SUBJECT)
        sheet.set_y(_BODY + 6)
        for line in text.split("\n"):
            _line(sheet, by_hand(line.strip()))
        _imprint(sheet, sender)
        return sheet.finished()


def _marks(sheet: Sheet) -> None:
    """Where to fold and to punch."""
    sheet.line_of(EDGE, 0.15)
    for y, length in ((_FOLDS[0], 4.0), (_HOLES, 6.0), (_FOLDS[1], 4.0)):
        sheet.line(4, y, 4 + length, y)


def _window(sheet: Sheet, address: Sequence[str], sender: Company) -> None:
    """The line of the sender and the address, all of it behind the window."""
    line = f"{sender.company} · {sender.street} · {sender.postcode_city}"
    sheet.words(_LEFT, _SENDER_LINE, line, _SMALL, width=_ADDRESS_WIDTH)
    style, step, lines = _address_lines(sheet, ["" if unprintable(one) else one for one in address])
    for place, told in enumerate(lines):
        y = _FIRST_LINE + place * step
        if told:
            sheet.words(_LEFT, y, told, style)
        else:  # to be written by hand: our fonts lack its letters
            sheet.line_of(EDGE, 0.2)
            sheet.line(_LEFT, y + 1, _LEFT + _ADDRESS_WIDTH, y + 1)


def _address_lines(sheet: Sheet, address: Sequence[str]) -> tuple[Style, float, list[str]]:
    """The address in the largest size that leaves room for all of it. Street and town stay whatever the name is: what
    does not fit even in the smallest size is cut with an ellipsis, from the name first.
    """
    for style, step, most in _ADDRESS_SIZES:
        parts = [sheet.lines(one, style, _ADDRESS_WIDTH) for one in address]
        if sum(map(len, parts)) <= most:
            return style, step, [line for part in parts for line in part]
    others = [sheet.fitting(one, style, _ADDRESS_WIDTH) for one in address[1:]]
    room = most - len(others)
    last = sheet.fitting(" ".join(parts[0][room - 1 :]), style, _ADDRESS_WIDTH)
    return style, step, [*parts[0][: room - 1], last, *others]


def by_hand(text: str) -> str:
    """A text with a line to write on in place of each word that has letters which our fonts lack."""
    return " ".join(_fill(word) if unprintable(word) else word for word in text.split(" "))


def _fill(word: str) -> str:
    return _TO_FILL + word[len(word.rstrip(_PUNCTUATION)) :]


def _facts(sheet: Sheet, letter: Letter, sender: Company) -> None:
    """Date, reference and how to reach us, beside the address."""
    reference = str(letter.values.get("reference", ""))
    pairs = [("Datum", long_day(letter.at.astimezone(BERLIN))), ("Ihre Referenz", reference), ("Telefon", sender.phone)]
    y = WINDOW[1] + 5
    for label, value in pairs:
        if value:
            sheet.words(_FACTS, y, label, _LABEL)
            sheet.words(_FACTS, y + 4.4, value, _FACT)
            y += 11


def _line(sheet: Sheet, line: str) -> None:
    if not line:
        sheet.set_y(sheet.get_y() + _GAP)
        return
    style = _HEADING if line.isupper() else _TEXT
    if line.isupper():
        sheet.keep(18)  # a heading never stands alone at the foot of a page
    with sheet.element("H2" if line.isupper() else "P"):
        sheet.flow(_LEFT, sheet.lines(line, style, _WIDTH), style)


def _imprint(sheet: Sheet, sender: Company) -> None:
    """Where to reach us, and who is behind it, as the law wants it on business letters."""
    reach = f"{sender.company}, {sender.street}, {sender.postcode_city} · {sender.phone} · {sender.email}"
    behind = f"Vertreten durch {sender.representative} · {sender.register} · USt-IdNr. {sender.vat_id}"
    sheet.set_y(sheet.get_y() + 6)
    for text in (reach, behind):
        with sheet.element("P"):
            sheet.flow(_LEFT, sheet.lines(text, _LABEL, _WIDTH), _LABEL)
