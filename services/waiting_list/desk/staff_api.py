"""Staff API for the waiting list. Marketing has no access: every entry is personal."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated

from fastapi import Query
from sqlalchemy.orm import Session

from services.core.contact_details import refuse_test_domain
from services.core.inputs import RowId, fault_of
from services.reservations.desk.schemas import RevealedOut
from services.staff.access import CallOf, ClerkOf, StaffRouter
from services.staff.call import Call, Staff
from services.staff.stale import acts, stale, with_current
from services.waiting_list.desk import desk, lists
from services.waiting_list.desk.correct_address import correct_address
from services.waiting_list.desk.lists import WaitingQuery
from services.waiting_list.desk.schemas import WaitingEntryOut, WaitingParkOut, WaitingRowsOut
from services.waiting_list.inputs import EntryAddressIn, MoveIn, ReasonIn

router = StaffRouter(tag="waiting list")
_STEP = stale(WaitingEntryOut)
_ONE = "/waiting-list/{entry_id:int}"
_STEPS = ("offered", "skipped", "moved", "address_corrected", "taken_off")
Step = Callable[[Session, int, str, str, datetime], None]


def _taken(call: Call, staff: Staff, entry_id: int, body: ReasonIn, step: Step) -> WaitingEntryOut:
    """Take the step and return the entry as it is then; a stale one is refused with it as it is now."""

    def unit(session: Session) -> WaitingEntryOut:
        desk.refuse_stale(session, entry_id, body.version)
        step(session, entry_id, body.reason, staff.actor, call.now)
        return lists.entry(session, entry_id)

    edits = acts(f"waiting:{entry_id}", *(f"waiting_list.{name}" for name in _STEPS))
    with with_current(call.db, lambda session: lists.entry(session, entry_id), edits):
        return call.db.write(unit)


@router.get("/waiting-list")
def list_waiting(wanted: Annotated[WaitingQuery, Query()], call: CallOf, _staff: ClerkOf) -> WaitingRowsOut:
    """One page of the list, in the order of the turn."""
    with call.db.read() as session:
        return lists.entries(session, wanted)


@router.get("/waiting-list/parks")
def list_waiting_parks(call: CallOf, _staff: ClerkOf) -> list[WaitingParkOut]:
    """How the spots of each park are spread, and how many wait."""
    with call.db.read() as session:
        return lists.parks(session)


@router.get(_ONE)
def get_waiting(entry_id: RowId, call: CallOf, _staff: ClerkOf) -> WaitingEntryOut:
    """One entry with its history and the steps that are possible."""
    with call.db.read() as session:
        return lists.entry(session, entry_id)


@router.post(f"{_ONE}/reveal")
def reveal_waiting(entry_id: RowId, call: CallOf, staff: ClerkOf) -> RevealedOut:
    """The address in full; who asked is written down."""
    return RevealedOut(value=call.db.write(lambda session: desk.reveal(session, entry_id, staff.actor, call.now)))


@router.post(f"{_ONE}/offer", responses=_STEP)
def offer_waiting(entry_id: RowId, body: ReasonIn, call: CallOf, staff: ClerkOf) -> WaitingEntryOut:
    """Offer it a free place, whatever its turn; those it passes are told."""
    return _taken(call, staff, entry_id, body, desk.offer)


@router.post(f"{_ONE}/skip", responses=_STEP)
def skip_waiting(entry_id: RowId, body: ReasonIn, call: CallOf, staff: ClerkOf) -> WaitingEntryOut:
    """Let the next offer pass it once."""
    return _taken(call, staff, entry_id, body, desk.skip)


@router.post(f"{_ONE}/move", responses=_STEP)
def move_waiting(entry_id: RowId, body: MoveIn, call: CallOf, staff: ClerkOf) -> WaitingEntryOut:
    """Give it another turn."""

    def step(session: Session, id_: int, reason: str, actor: str, now: datetime) -> None:
        desk.move(session, id_, body.position, reason, actor, now)

    return _taken(call, staff, entry_id, body, step)


@router.post(f"{_ONE}/correct-address", responses=_STEP)
def correct_waiting_address(entry_id: RowId, body: EntryAddressIn, call: CallOf, staff: ClerkOf) -> WaitingEntryOut:
    """Give it another address, which the household has to confirm, and write there."""
    with fault_of("email"):
        refuse_test_domain(body.email, call.settings.environment == "local")

    def step(session: Session, id_: int, reason: str, actor: str, now: datetime) -> None:
        correct_address(session, id_, body.email, reason, actor, now)

    return _taken(call, staff, entry_id, body, step)


@router.post(f"{_ONE}/take-off", responses=_STEP)
def take_off_waiting(entry_id: RowId, body: ReasonIn, call: CallOf, staff: ClerkOf) -> WaitingEntryOut:
    """End it."""
    return _taken(call, staff, entry_id, body, desk.take_off)
