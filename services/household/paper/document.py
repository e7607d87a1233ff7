"""The paper „Ihre Reservierung“: one page A4 with the place, the money and what comes next."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from services.core.clock import BERLIN
from services.core.german import long_day
from services.core.money import format_eur
from services.core.paper.sheet import FIGURE, INK, LEAD, LINE, MARGIN, PINE, QUIET, SMALL, TITLE, Sheet, Style
from services.household.paper import words
from services.household.paper.field import draw_field
from services.household.schemas import HouseholdReservationOut
from services.reservations.states import HOLDS_A_SPOT

_POINT: Final = 0.3528
_GAP: Final = 8.0
_FIELD: Final = 104.0
_MOST_LINES: Final = 3
"""Of one value beside the field: the longest possible name must not push the rest onto a second page."""
_LABEL: Final = Style("text", 8, QUIET)
_VALUE: Final = Style("strong", 9, INK)
_BODY: Final = Style("text", 9, INK)
_STRONG: Final = Style("strong", 9, INK)
_TINY: Final = Style("text", 8, QUIET)
_REFERENCE: Final = Style("title", 17, PINE)
_SECTION: Final = Style("title", 13, PINE)


@dataclass(frozen=True, slots=True)
class Around:
    """What stands on the paper besides the reservation: which places are taken, the texts, the company, the day."""

    taken: Sequence[Sequence[int]]
    texts: str
    company: Sequence[str]
    now: datetime


def document_of(own: HouseholdReservationOut, around: Around) -> bytes:
    """The PDF; the same content and moment give the same bytes."""
    foot = f"Voltigo, Reservierung {own.reference}"
    with closing(Sheet(f"Reservierung {own.reference}", foot, around.now)) as sheet:
        sheet.next_page()
        _opening(sheet, own, around.now)
        _place(sheet, own, around)
        if own.state in HOLDS_A_SPOT:
            _money(sheet, own)
            _dues(sheet, own)
        _next(sheet, own)
        _small_print(sheet, own, around)
        return sheet.finished()


def _opening(sheet: Sheet, own: HouseholdReservationOut, now: datetime) -> None:
    sheet.brand()
    stand = f"Stand: {long_day(now.astimezone(BERLIN))}"
    sheet.words(MARGIN + sheet.room, sheet.get_y() + 5.2, stand, SMALL, align="r")
    sheet.set_y(sheet.get_y() + 12)
    sheet.paragraph(words.title_of(own), TITLE, after=0.5)
    sheet.paragraph(words.lead_of(own), LEAD, after=4)


def _place(sheet: Sheet, own: HouseholdReservationOut, around: Around) -> None:
    """The field at the left, reference and choice beside it."""
    top = sheet.get_y()
    spots = (own.spot_number, own.park.spots_total)
    height = draw_field(sheet, (MARGIN, top), _FIELD, spots, around.taken)
    left = MARGIN + _FIELD + _GAP if height else MARGIN
    width = sheet.room - (left - MARGIN)
    sheet.words(left, top + 3, "Referenz", _LABEL)
    sheet.words(left, top + 10, own.reference, _REFERENCE)
    y = top + 15
    for label, value in words.identity(own):
        sheet.words(left, y + 3, label, _LABEL)
        with sheet.element("P"):
            for line in sheet.lines(value, _VALUE, width)[:_MOST_LINES]:
                sheet.words(left, y + 7, line, _VALUE)
                y += _VALUE.line
        y += 5.0
    sheet.set_y(max(top + height, y) + 4)


def _money(sheet: Sheet, own: HouseholdReservationOut) -> None:
    """What is expected at the left; what is paid at the right, a plan in its fixed order."""
    figures, top = own.figures, sheet.get_y()
    half = (sheet.room - _GAP) / 2
    right = MARGIN + half + _GAP
    least = f"{format_eur(figures.least_annual_cents, short=True)} im Jahr"
    y = _figure(sheet, (MARGIN, top), "Erwartet", least)
    for text in words.back_lines(figures):
        with sheet.element("P"):
            for line in sheet.lines(text, _BODY, half):
                sheet.words(MARGIN, y + _BODY.size * _POINT, line, _BODY)
                y += _BODY.line
        y += 1
    paid = f"{format_eur(figures.instalment_cents)} im Monat" if figures.plan_months else format_eur(
        figures.price_cents, short=True
    )  # fmt: skip
    end = _figure(sheet, (right, top), "Was Sie später zahlen", paid)
    for label, value in words.plan_pairs(figures):
        sheet.words(right, end + _BODY.size * _POINT, label, _LABEL)
        style = _STRONG if label == "Effektiver Jahreszins" else _BODY
        sheet.words(right + 32, end + _BODY.size * _POINT, value, style)
        end += _BODY.line + 0.6
    sheet.set_y(max(y, end) + 4)


def _figure(sheet: Sheet, at: tuple[float, float], label: str, value: str) -> float:
    """A heading and a large number; returns where to go on."""
    x, top = at
    with sheet.element("H2"):
        sheet.words(x, top + 4, label, _SECTION)
    sheet.words(x, top + 12.5, value, FIGURE)
    return top + 15.5


def _dues(sheet: Sheet, own: HouseholdReservationOut) -> None:
    sheet.paragraph("Was wann fällig wird", _SECTION, after=1, role="H2")
    sheet.rule(sheet.get_y(), PINE, 0.35)
    with sheet.element("Table"):
        for due in words.dues(own.figures):
            with sheet.element("TR"):
                _due(sheet, *due)
            sheet.set_y(sheet.get_y() + _BODY.line + 1.7)
            sheet.rule(sheet.get_y(), LINE)
    sheet.set_y(sheet.get_y() + 4)


def _due(sheet: Sheet, when: str, what: str, amount: str) -> None:
    y = sheet.get_y() + 1.0 + _BODY.size * _POINT
    style = _STRONG if not what else _BODY
    with sheet.element("TH", scope="Row"):
        sheet.words(MARGIN, y, when, style)
    with sheet.element("TD"):
        sheet.words(MARGIN + 48, y, what, _BODY)
    with sheet.element("TD"):
        sheet.words(MARGIN + sheet.room, y, amount, style, align="r")


def _next(sheet: Sheet, own: HouseholdReservationOut) -> None:
    steps = words.next_steps(own)
    if not steps:
        return
    sheet.paragraph("So geht es weiter", _SECTION, after=1, role="H2")
    with sheet.element("L"):
        for place, step in enumerate(steps, 1):
            with sheet.element("LI"):
                _step(sheet, place, step)
            sheet.set_y(sheet.get_y() + 1)


def _step(sheet: Sheet, place: int, step: str) -> None:
    with sheet.element("Lbl"):
        sheet.words(MARGIN, sheet.get_y() + _STRONG.size * _POINT, f"{place}.", _STRONG)
    with sheet.element("LBody"):
        for line in sheet.lines(step, _BODY, sheet.room - 6):
            sheet.words(MARGIN + 6, sheet.get_y() + _BODY.size * _POINT, line, _BODY)
            sheet.set_y(sheet.get_y() + _BODY.line)


def _small_print(sheet: Sheet, own: HouseholdReservationOut, around: Around) -> None:
    """At the foot of the page, above its last line."""
    texts = words.small_print(own, around.texts)
    lines = [line for text in texts for line in sheet.lines(text, _TINY, sheet.room)]
    company = [line for text in around.company for line in sheet.lines(text, _TINY, sheet.room)]
    height = (len(lines) + len(company)) * _TINY.line + 4
    sheet.keep(height)
    sheet.set_y(max(sheet.get_y(), sheet.bottom - height))
    for line in lines:
        sheet.paragraph(line, _TINY)
    sheet.set_y(sheet.get_y() + 1.5)
    sheet.rule(sheet.get_y(), LINE)
    sheet.set_y(sheet.get_y() + 1.5)
    for line in company:
        sheet.paragraph(line, _TINY)
