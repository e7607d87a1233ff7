"""Reservations that may be of one household."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from services.console.queue.sources.household import Said, name_of, rows_of, within
from services.core.clock import berlin_day
from services.reservations.desk.duplicates import suspected
from services.work.source import Description, Ending, Source, Subject, WorkKind


def _groups(session: Session, _now: datetime) -> Sequence[Subject]:
    """A group that grows is a new reason to look at it."""
    return [
        Subject(
            group.key,
            within(berlin_day(group.flagged_at), 2),
            f"{group.ids[-1]}/{len(group.ids)}",
            members=group.ids,
        )
        for group in suspected(session)
    ]


def _described(session: Session, groups: Mapping[str, Subject]) -> Mapping[str, Description]:
    rows = {row.id: row for row in rows_of(session, {str(id_) for group in groups.values() for id_ in group.members})}
    return {key: _description([rows[id_] for id_ in group.members]) for key, group in groups.items()}


def _description(members: Sequence[Said]) -> Description:
    spots = ", ".join(str(row.spot_number) for row in members)
    return Description(
        title=" und ".join(dict.fromkeys(name_of(row) for row in members)),
        detail=f"Plätze {spots}",
        path=f"/reservations/duplicates?group={members[0].id}",
        facts=tuple((row.reference, f"{name_of(row)}, Platz {row.spot_number}") for row in members[:6]),
    )


DUPLICATE = Source(WorkKind("duplicate", "Mögliche Dublette", "Dublette prüfen", Ending.PAGE, 3), _groups, _described)
