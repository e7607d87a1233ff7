"""Reservations that may be of one household."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.console.queue.sources.household import name_of, rows_of, within
from services.core.clock import berlin_day
from services.reservations.board.duplicates import suspected
from services.reservations.models import OPEN_DUPLICATE, Reservation
from services.work.source import Description, Ending, Source, Subject, WorkKind


def _groups(session: Session, now: datetime) -> Sequence[Subject]:
    """A group that grows is a new reason to look at it."""
    groups = suspected(session)
    made = dict(session.execute(select(Reservation.id, Reservation.created_at).where(OPEN_DUPLICATE)).all())
    return [
        Subject(
            group.key,
            within(berlin_day(max((made[id_] for id_ in group.ids if id_ in made), default=now)), 2),
            f"{group.ids[-1]}/{len(group.ids)}",
        )
        for group in groups
    ]


def _described(session: Session, keys: Collection[str]) -> Mapping[str, Description]:
    groups = [group for group in suspected(session) if group.key in keys]
    rows = {row.id: row for row in rows_of(session, [str(id_) for group in groups for id_ in group.ids])}
    return {group.key: _description([rows[id_] for id_ in group.ids]) for group in groups}


def _description(members: Sequence[Reservation]) -> Description:
    spots = ", ".join(str(row.spot_number) for row in members)
    return Description(
        title=" und ".join(dict.fromkeys(name_of(row) for row in members)),
        detail=f"Plätze {spots}",
        path="/reservations/duplicates",
        facts=tuple((row.reference, f"{name_of(row)}, Platz {row.spot_number}") for row in members[:6]),
    )


DUPLICATE = Source(WorkKind("duplicate", "Mögliche Dublette", "Dublette prüfen", Ending.PAGE, 3), _groups, _described)
