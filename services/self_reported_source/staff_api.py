"""Staff API of what households typed, without the households. Read from the rows: no report or file keeps a copy."""

from collections import defaultdict
from datetime import date
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns.canonical import compared
from services.core.clock import berlin_day
from services.core.http.transactions import Reads
from services.core.personal_text import REDACTED, redacted
from services.reservations.desk.masking import names_by_id
from services.self_reported_source.models import ToldOrigin
from services.self_reported_source.schemas import ToldTextOut, ToldTextsOut
from services.staff.access import MarketerOf, StaffRouter

router = StaffRouter(tag="told origins")
_MOST_SHOWN: Final = 200


@router.get("/told-texts")
def list_told_texts(session: Reads, _staff: MarketerOf) -> ToldTextsOut:
    """Texts typed under "Etwas anderes", without the households."""
    found = _typed(session)
    return ToldTextsOut(data=found[:_MOST_SHOWN], total=len(found))


def _typed(session: Session) -> list[ToldTextOut]:
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
        ToldTextOut(
            text=None if key is None else said[-1][0], households=len(said), last_on=max(day for _, day in said)
        )
        for key, said in texts.items()
    ]
    return sorted(found, key=lambda one: (-one.households, -one.last_on.toordinal(), one.text or ""))
