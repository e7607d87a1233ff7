"""What households typed, listed without them. It is read where it lies: no report or file keeps a copy."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns.canonical import compared
from services.core.clock import berlin_day
from services.core.personal_text import REDACTED, redacted
from services.reservations.desk.masking import names_by_id
from services.told_origins.models import ToldOrigin

MOST_SHOWN: Final = 200


@dataclass(frozen=True, slots=True)
class TypedText:
    """Words that so many households typed. `text` is None for all those together that name a person."""

    text: str | None
    households: int
    last_on: date


def typed(session: Session) -> list[TypedText]:
    """Every text, the most frequent first, then the latest."""
    rows = session.execute(
        select(ToldOrigin.text, ToldOrigin.reservation_id, ToldOrigin.asked_at)
        .where(ToldOrigin.text != "")
        .order_by(ToldOrigin.id)
    ).all()
    names = names_by_id(session, {row.reservation_id for row in rows})
    shown = [redacted(row.text, names.get(row.reservation_id, frozenset())) for row in rows]
    hidden = {compared(row.text) for row, text in zip(rows, shown, strict=True) if text == REDACTED}
    texts: dict[str | None, list[tuple[str, date]]] = defaultdict(list)
    for row, text in zip(rows, shown, strict=True):
        key = compared(row.text)
        texts[None if key in hidden else key].append((text, berlin_day(row.asked_at)))
    found = [
        TypedText(None if key is None else said[-1][0], len(said), max(day for _, day in said))
        for key, said in texts.items()
    ]
    return sorted(found, key=lambda one: (-one.households, -one.last_on.toordinal(), one.text or ""))
