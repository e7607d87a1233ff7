"""The paper „Ihre Reservierung“: one page A4 with the place, the money and what comes next."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from services.core.clock import BERLIN
from services.core.german import long_day, number
from services.core.paper.typeset import typeset
from services.household.paper import words
from services.household.schemas import HouseholdReservationOut, ShareFiguresOut
from services.mail.drawings import MOST_PLACES, PLACES_A_ROW, where
from services.offer import money
from services.reservations.states import HOLDS_A_SPOT

_TEMPLATE: Final = Path(__file__).with_name("sheet.typ")


@dataclass(frozen=True, slots=True)
class Around:
    """Content of the paper that is not the reservation's: taken places, the texts, the company, the day."""

    taken: Sequence[Sequence[int]]
    texts: str
    company: Sequence[str]
    now: datetime


def document_of(own: HouseholdReservationOut, around: Around) -> bytes:
    """The PDF; the same content and moment give the same bytes."""
    data = {
        "title": f"Reservierung {own.reference}",
        "foot": f"Voltigo, Reservierung {own.reference}",
        "stand": f"Stand: {long_day(around.now.astimezone(BERLIN))}",
        "heading": words.title_of(own),
        "lead": words.lead_of(own),
        "reference": own.reference,
        "identity": words.identity(own),
        "park": _park(own, around.taken),
        "money": _money(own.figures) if own.state in HOLDS_A_SPOT else None,
        "steps": words.next_steps(own),
        "small_print": words.small_print(own, around.texts),
        "company": around.company,
    }
    return typeset(_TEMPLATE, data, around.now)


def _park(own: HouseholdReservationOut, taken: Sequence[Sequence[int]]) -> dict[str, Any] | None:
    """The park from above; none for one too large to draw."""
    spot, total = own.spot_number, own.park.spots_total
    if not 0 < total <= MOST_PLACES or spot > total:
        return None
    own_words, total_words = f"Ihr Platz, {where(spot)}", f"{number(total)} Plätze"
    return {
        "own": spot,
        "own_words": own_words,
        "total": total,
        "total_words": total_words,
        "places_a_row": PLACES_A_ROW,
        "taken": taken,
        "words": f"Der Park von oben. {own_words}. {total_words}",
    }


def _money(figures: ShareFiguresOut) -> dict[str, Any]:
    """The block of money, and what the household's own assumption would bring."""
    told = money.figures(figures)
    return {"rows": money.rows(told), "assumed": money.assumed(told, figures.credit_tenth_ct)}
