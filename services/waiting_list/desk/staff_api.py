"""Staff API for the waiting list. Marketing has no access: every entry is personal."""

from typing import Annotated

from fastapi import Query
from sqlalchemy.orm import Session

from services.core.contact_details import refuse_test_domain
from services.core.http.transactions import Reads, Writes
from services.core.inputs import RowId, fault_of
from services.reservations.desk.schemas import RevealedOut
from services.staff.access import CallOf, ClerkOf, StaffRouter
from services.staff.stale import acts, stale, with_current
from services.waiting_list.desk import desk, lists
from services.waiting_list.desk.correct_address import correct_address
from services.waiting_list.desk.lists import WaitingQuery
from services.waiting_list.desk.schemas import WaitingEntryOut, WaitingParkOut, WaitingRowsOut
from services.waiting_list.inputs import EntryAddressIn, MoveIn, ReasonIn

router = StaffRouter(tag="waiting list")
_STEP = stale(WaitingEntryOut)
_ONE = "/waiting-list/{entry_id:int}"
_STEPS = ("offered", "skipped", "moved", "noted", "address_corrected", "taken_off")


def _refuse_stale(session: Session, entry_id: int, version: int) -> None:
    edits = acts(f"waiting:{entry_id}", *(f"waiting_list.{name}" for name in _STEPS))
    with with_current(session, lambda: lists.entry(session, entry_id), edits):
        desk.refuse_stale(session, entry_id, version)


@router.get("/waiting-list")
def list_waiting(wanted: Annotated[WaitingQuery, Query()], session: Reads, _staff: ClerkOf) -> WaitingRowsOut:
    """One page of the list, by turn."""
    return lists.entries(session, wanted)


@router.get("/waiting-list/parks")
def list_waiting_parks(session: Reads, _staff: ClerkOf) -> list[WaitingParkOut]:
    """How the spots of each park are spread, and how many wait."""
    return lists.parks(session)


@router.get(_ONE)
def get_waiting(entry_id: RowId, session: Reads, _staff: ClerkOf) -> WaitingEntryOut:
    """One entry with its history and the steps that are possible."""
    return lists.entry(session, entry_id)


@router.post(f"{_ONE}/reveal")
def reveal_waiting(entry_id: RowId, session: Writes, call: CallOf, staff: ClerkOf) -> RevealedOut:
    """The full address; recorded in the audit log."""
    return RevealedOut(value=desk.reveal(session, entry_id, staff.actor, call.now))


@router.post(f"{_ONE}/offer", responses=_STEP)
def offer_waiting(entry_id: RowId, body: ReasonIn, session: Writes, call: CallOf, staff: ClerkOf) -> WaitingEntryOut:
    """Offer it a free place, whatever its turn; those it passes get a mail."""
    _refuse_stale(session, entry_id, body.version)
    desk.offer(session, entry_id, body.reason, staff.actor, call.now)
    return lists.entry(session, entry_id)


@router.post(f"{_ONE}/skip", responses=_STEP)
def skip_waiting(entry_id: RowId, body: ReasonIn, session: Writes, call: CallOf, staff: ClerkOf) -> WaitingEntryOut:
    """Let the next offer pass it once."""
    _refuse_stale(session, entry_id, body.version)
    desk.skip(session, entry_id, body.reason, staff.actor, call.now)
    return lists.entry(session, entry_id)


@router.post(f"{_ONE}/move", responses=_STEP)
def move_waiting(entry_id: RowId, body: MoveIn, session: Writes, call: CallOf, staff: ClerkOf) -> WaitingEntryOut:
    """Move it to another turn."""
    _refuse_stale(session, entry_id, body.version)
    desk.move(session, entry_id, body.position, body.reason, staff.actor, call.now)
    return lists.entry(session, entry_id)


@router.post(f"{_ONE}/note", responses=_STEP)
def note_waiting(entry_id: RowId, body: ReasonIn, session: Writes, call: CallOf, staff: ClerkOf) -> WaitingEntryOut:
    """Keep with it what was said, in `reason`."""
    _refuse_stale(session, entry_id, body.version)
    desk.note(session, entry_id, body.reason, staff.actor, call.now)
    return lists.entry(session, entry_id)


@router.post(f"{_ONE}/correct-address", responses=_STEP)
def correct_waiting_address(
    entry_id: RowId, body: EntryAddressIn, session: Writes, call: CallOf, staff: ClerkOf
) -> WaitingEntryOut:
    """Correct its address, which the household has to confirm, and mail there."""
    with fault_of("email"):
        refuse_test_domain(body.email, call.settings.environment == "local")
    _refuse_stale(session, entry_id, body.version)
    correct_address(session, entry_id, body.email, body.reason, staff.actor, call.now)
    return lists.entry(session, entry_id)


@router.post(f"{_ONE}/take-off", responses=_STEP)
def take_off_waiting(entry_id: RowId, body: ReasonIn, session: Writes, call: CallOf, staff: ClerkOf) -> WaitingEntryOut:
    """Remove it from the list."""
    _refuse_stale(session, entry_id, body.version)
    desk.take_off(session, entry_id, body.reason, staff.actor, call.now)
    return lists.entry(session, entry_id)
