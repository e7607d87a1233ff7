"""Finds which members of an edit were changed by others after its clerk had read the reservation."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from sqlalchemy.orm import Session

from services.core.db.edits import as_json, columns_of
from services.reservations.changes import changes_since
from services.reservations.desk.masking import mask_change
from services.reservations.desk.schemas import EditConflictOut
from services.reservations.models import Reservation, ReservationChange
from services.staff.actor_names import actor_names

_MEMBERS: Final = {"monthly_abschlag_cents": "monthly_abschlag"}
"""Members of an edit whose column has another name."""
_BESIDE: Final = frozenset({"email_normalized", "mobile_phone_e164"})
"""Copies of other members, which are told under their names."""


def conflicts_of(
    session: Session, reservation: Reservation, version: int, wanted: Mapping[str, Any], tags: Sequence[str]
) -> list[dict[str, Any]]:
    """The members of `wanted`, columns and `tags`, that differ from what is stored now, and no longer are what they
    were at `version`, as members of `EditConflictOut`. One that was changed and changed back is no conflict.
    """
    if version == reservation.version:
        return []
    changes = changes_since(session, reservation.id, version)
    stored = {**as_json(columns_of(reservation, wanted.keys() - {"tags"})), "tags": list(tags)}
    found = list(_overtaken(changes, as_json(wanted), stored))
    names = actor_names(session, {change.actor for _, change in found})
    told = mask_change(stored)
    return [_conflict(name, told[name], change, names).model_dump(mode="json") for name, change in found]


def _overtaken(
    changes: Sequence[ReservationChange], wanted: Mapping[str, Any], stored: Mapping[str, Any]
) -> Iterator[tuple[str, ReservationChange]]:
    """Each member with the latest change of it."""
    for name, value in wanted.items():
        of_it = [change for change in changes if name in change.after]
        if name in _BESIDE or not of_it:
            continue
        if stored[name] not in (value, of_it[-1].before[name]):
            yield name, of_it[0]


def _conflict(name: str, value: Any, change: ReservationChange, names: Mapping[str, str]) -> EditConflictOut:
    field = _MEMBERS.get(name, name)
    return EditConflictOut(field=field, value=value, at=change.at, by_name=names.get(change.actor))
