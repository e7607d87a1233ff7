"""Staff API for the board, suspected duplicates, and merging."""

from typing import Annotated

from fastapi import Query
from pydantic import AfterValidator, BaseModel, Field

from services.core.fields import Refused
from services.core.http.dependencies import ClockOf, DatabaseOf, SettingsOf
from services.core.http.openapi import problems
from services.core.http.paging import PageQuery
from services.core.inputs import Body, Reason, RowIdIn
from services.reservations.desk.board import board
from services.reservations.desk.duplicates import suspected
from services.reservations.desk.merge import FEWEST, MOST, merge
from services.reservations.desk.rows import Viewer, rows_of
from services.reservations.desk.schemas import ReservationOut, ReservationRowOut
from services.reservations.desk.show import document_of
from services.reservations.states import ReservationState
from services.staff.access import AnyStaffOf, ClerkOf, StaffRouter

router = StaffRouter(tag="reservations")


class BoardColumnOut(BaseModel):
    """A state, how many there are, and the first twenty, newest first."""

    state: ReservationState
    count: int
    data: list[ReservationRowOut]


class BoardOut(BaseModel):
    columns: list[BoardColumnOut]


class DuplicateGroupOut(BaseModel):
    """Reservations that look like one household's, oldest first."""

    key: str
    members: list[ReservationRowOut]


class DuplicatePageOut(BaseModel):
    data: list[DuplicateGroupOut]
    has_next: bool
    total: int


def _two_at_least(ids: list[int]) -> list[int]:
    """Each once."""
    once = list(dict.fromkeys(ids))
    if len(once) < FEWEST:
        raise Refused("too_few", "Zum Zusammenführen braucht es mindestens zwei Reservierungen.")
    return once


class MergeIn(Body):
    """Reservations of one household, and why they are one."""

    ids: Annotated[list[RowIdIn], Field(min_length=FEWEST, max_length=MOST), AfterValidator(_two_at_least)]
    reason: Reason


@router.get("/reservations/board", operation_id="reservation_board", responses=problems(401, 403, 503))
def reservation_board(staff: AnyStaffOf, db: DatabaseOf, settings: SettingsOf) -> BoardOut:
    """Every state with its count and its newest reservations."""
    viewer = Viewer(staff.role, settings.secret_key)
    with db.read() as session:
        columns = [
            BoardColumnOut(state=column.state, count=column.count, data=rows_of(session, column.ids, viewer))
            for column in board(session)
        ]
    return BoardOut(columns=columns)


class _DuplicatesQuery(PageQuery):
    """`group`: the key of the only one that is wanted."""

    group: Annotated[str | None, Field(max_length=30)] = None


@router.get("/reservations/duplicates", operation_id="list_duplicates", responses=problems(401, 403, 422, 503))
def list_duplicates(
    staff: ClerkOf,
    db: DatabaseOf,
    settings: SettingsOf,
    wanted: Annotated[_DuplicatesQuery, Query()],
) -> DuplicatePageOut:
    """Groups nobody has decided about, the one with the newest member first; or the one with this key."""
    viewer = Viewer(staff.role, settings.secret_key)
    start = (wanted.page - 1) * wanted.per_page
    end = start + wanted.per_page
    with db.read() as session:
        groups = [one for one in suspected(session) if wanted.group in (None, one.key)]
        data = [
            DuplicateGroupOut(key=group.key, members=rows_of(session, group.ids, viewer)) for group in groups[start:end]
        ]
    return DuplicatePageOut(data=data, has_next=len(groups) > end, total=len(groups))


@router.post("/reservations/merge", operation_id="merge_reservations", responses=problems(401, 403, 409, 422, 503))
def merge_reservations(
    body: MergeIn, staff: ClerkOf, db: DatabaseOf, clock: ClockOf, settings: SettingsOf
) -> ReservationOut:
    """Make one reservation of several; answers the one that stays."""
    now = clock()
    kept = db.write(lambda session: merge(session, body.ids, staff.actor, body.reason, now))
    with db.read() as session:
        return document_of(
            session, kept, Viewer(staff.role, settings.secret_key, settings.public_url), staff.actor, now
        )
