"""Maps what households typed to answers, for past and future ones. Staff see the texts without the households.

A mapping is written onto the rows it concerns, so that the typed words never leave the database: reports read only what
they count as. Undoing it empties that column again.
"""

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from services.campaigns.canonical import folded
from services.campaigns.locks import Lock, hold
from services.core.clock import berlin_day
from services.core.fields import Refused
from services.core.inputs import fault_of
from services.core.personal_text import REDACTED, redacted
from services.reservations.naming_values import names_by_id
from services.staff import audit
from services.told_origins.answers import LABELS, MAPPABLE
from services.told_origins.errors import MappingUndone, UnknownMapping, UnknownText
from services.told_origins.models import ToldOrigin, ToldText

_LIVE = ToldText.undone_at.is_(None)
_WAITING = (ToldOrigin.compared != "") & (ToldOrigin.counted_as == "")
MOST_SHOWN: Final = 200


@dataclass(frozen=True, slots=True)
class WaitingText:
    """A typed text that counts as no answer yet. `text` is None where it names a person."""

    key: str
    text: str | None
    households: int
    last_on: date


def key_of(raw: str) -> str:
    """By what a text is named in calls: the words themselves may not be shown."""
    return hashlib.sha256(raw.encode()).hexdigest()[:32]


def waiting(session: Session) -> list[WaitingText]:
    """Every text that waits, the most frequent first, then the latest."""
    rows = session.execute(
        select(ToldOrigin.compared, ToldOrigin.text, ToldOrigin.reservation_id, ToldOrigin.asked_at)
        .where(_WAITING)
        .order_by(ToldOrigin.id)
    ).all()
    names = names_by_id(session, {row.reservation_id for row in rows})
    texts: dict[str, list[tuple[str, date]]] = defaultdict(list)
    for row in rows:
        own = names.get(row.reservation_id, frozenset())
        texts[row.compared].append((redacted(row.text, own), berlin_day(row.asked_at)))
    found = [_waiting(raw, said) for raw, said in texts.items()]
    return sorted(found, key=lambda one: (-one.households, -one.last_on.toordinal(), one.key))


def _waiting(raw: str, said: Sequence[tuple[str, date]]) -> WaitingText:
    shown = [text for text, _ in said]
    text = None if REDACTED in shown else shown[-1]
    return WaitingText(key_of(raw), text, len(said), max(day for _, day in said))


def own_names(session: Session) -> list[str]:
    """The names that staff gave answers of their own, of live mappings."""
    found = session.scalars(select(ToldText.counted_as).where(_LIVE).distinct())
    return sorted({name for name in found if name not in LABELS}, key=folded)


def meaning_of(session: Session, raw: str) -> str:
    """What a compared text counts as; empty: nobody has mapped it."""
    return session.scalars(select(ToldText.counted_as).where(ToldText.raw == raw, _LIVE).limit(1)).first() or ""


def add(session: Session, key: str, wanted: str, actor: str, now: datetime) -> ToldText:
    """Map a waiting text. UnknownText; ValidationProblem for an answer that texts cannot count as."""
    hold(session, Lock.TOLD_TEXTS)
    raws = session.scalars(select(ToldOrigin.compared).where(_WAITING).distinct())
    raw = next((one for one in raws if key_of(one) == key), None)
    if raw is None:
        raise UnknownText
    counted_as = _resolved(wanted, own_names(session))
    mapping = ToldText(raw=raw, counted_as=counted_as, created_at=now, created_by=actor)
    session.add(mapping)
    session.execute(update(ToldOrigin).where(ToldOrigin.compared == raw).values(counted_as=counted_as))
    session.flush()
    _tell(session, mapping, "mapped", now)
    return mapping


def undo(session: Session, mapping_id: int, actor: str, now: datetime) -> ToldText:
    """Undo a mapping: its texts wait again. UnknownMapping, MappingUndone."""
    hold(session, Lock.TOLD_TEXTS)
    mapping = session.get(ToldText, mapping_id, with_for_update=True, populate_existing=True)
    if mapping is None:
        raise UnknownMapping
    if mapping.undone_at is not None:
        raise MappingUndone
    mapping.undone_at, mapping.undone_by = now, actor
    session.execute(update(ToldOrigin).where(ToldOrigin.compared == mapping.raw).values(counted_as=""))
    session.flush()
    _tell(session, mapping, "undone", now)
    return mapping


def label_of(answer: str) -> str:
    """How an answer or a name of staff's own is shown."""
    return next((label for key, label in LABELS.items() if key == answer), answer)


def _resolved(wanted: str, names: Sequence[str]) -> str:
    """The key or the known spelling of a name that differs from it by capitals only."""
    known = {folded(label): key for key, label in LABELS.items()} | {key: key for key in LABELS}
    found = known.get(folded(wanted))
    with fault_of("counted_as"):
        if found is not None and found not in MAPPABLE:
            raise Refused("unknown_choice", "So kann ein Text nicht zählen. Bitte wählen Sie eine andere Antwort.")
    if found is not None:
        return found
    return next((name for name in names if folded(name) == folded(wanted)), wanted)


def _tell(session: Session, mapping: ToldText, what: str, now: datetime) -> None:
    # Without the text: a household typed it, it may name a person, and the log only grows.
    actor = mapping.undone_by or mapping.created_by
    details = {"counted_as": label_of(mapping.counted_as)}
    audit.append(session, [audit.Event(actor, f"told_text.{what}", f"told_text:{mapping.id}", details)], now)
