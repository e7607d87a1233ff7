"""The changes of a reservation as staff read them, newest first: actor, time, before and after."""

from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.http.answers import Extended
from services.privacy.models import Consent
from services.reservations.changes import changes_since
from services.reservations.desk.masking import mask_change
from services.reservations.desk.schemas import ReservationChangeOut
from services.reservations.models import Reservation, ReservationChange
from services.staff.actor_names import display_names


def history_of(session: Session, reservation: Reservation) -> list[ReservationChangeOut]:
    """Every change, and last its creation (id 0)."""
    query = select(ReservationChange).where(ReservationChange.reservation_id == reservation.id)
    changes = session.scalars(query.order_by(ReservationChange.id.desc())).all()
    actor = _makers(session, [reservation.id])[reservation.id]
    beginning = ReservationChangeOut(
        id=0,
        at=reservation.created_at,
        actor=actor,
        actor_name=display_names(session, [actor])[actor],
        action="created" if reservation.taken_over_from_id is None else "take_over",
        before={},
        after={"spot_number": reservation.spot_number},
        reason="",
        operation_id=None,
    )
    return [*_entries(session, changes), beginning]


def last_changed_by(session: Session, ids: Sequence[int]) -> dict[int, str]:
    """The display name of who changed each of these reservations last; of who made it where nobody has."""
    last = select(func.max(ReservationChange.id)).where(ReservationChange.reservation_id.in_(ids))
    changes = select(ReservationChange.reservation_id, ReservationChange.actor).where(
        ReservationChange.id.in_(last.group_by(ReservationChange.reservation_id))
    )
    actors = _makers(session, ids) | {row.reservation_id: row.actor for row in session.execute(changes)}
    names = display_names(session, actors.values())
    return {id_: names[actor] for id_, actor in actors.items()}


def entries_since(session: Session, reservation_id: int, version: int) -> list[ReservationChangeOut]:
    """The changes since `version`, for a refusal."""
    return _entries(session, changes_since(session, reservation_id, version))


def _entries(session: Session, changes: Sequence[ReservationChange]) -> list[ReservationChangeOut]:
    names = display_names(session, (change.actor for change in changes))
    return [
        ReservationChangeOut.model_validate(
            Extended(
                change,
                actor_name=names[change.actor],
                before=mask_change(change.before),
                after=mask_change(change.after),
            )
        )
        for change in changes
    ]


def _makers(session: Session, ids: Sequence[int]) -> dict[int, str]:
    """Who made each of these reservations: the household, or the one of the staff who took its consent."""
    taken = select(Consent.reservation_id, Consent.taken_by).where(
        Consent.reservation_id.in_(ids), Consent.taken_by.is_not(None)
    )
    by_staff = {row.reservation_id: row.taken_by for row in session.execute(taken.order_by(Consent.id.desc()))}
    return dict.fromkeys(ids, "household") | by_staff
