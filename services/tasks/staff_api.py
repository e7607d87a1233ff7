"""Staff API of tasks: the page Heute, what people do with a line, mails that were refused, an account that is switched
off. Marketing sees the figures of the page alone.
"""

from typing import Annotated

from fastapi import Path, Query

from services.campaigns.costs.arrivals import pending_count
from services.checks.check import Ground
from services.checks.setup import NEEDS, still_open
from services.core.contact_details import refuse_test_domain
from services.core.http.transactions import Reads, Writes
from services.core.inputs import RowId, fault_of
from services.staff.access import AdminOf, AnyStaffOf, CallOf, ClerkOf, ConfirmedAdminOf, StaffRouter
from services.staff.accounts.staff_api import AccountShowOut, changed
from services.staff.models import Role
from services.tasks import changes, leaving, refused_mails
from services.tasks.models import LONGEST_SUBJECT, WorkItem
from services.tasks.page import figures, work
from services.tasks.schemas import (
    AssignIn,
    CorrectAddressIn,
    DoneIn,
    HoldingOut,
    HoldingsOut,
    LeavingIn,
    RefusedMailOut,
    SettleIn,
    SetupOut,
    SnoozeIn,
    TodayOut,
    WorkDoneOut,
    WorkOut,
    WorkQuery,
    WorkStepIn,
)

router = StaffRouter(tag="tasks")

_ONE = "/work-lines/{kind}/{subject_id}"
KindOf = Annotated[str, Path(max_length=30)]
SubjectOf = Annotated[str, Path(max_length=LONGEST_SUBJECT)]


@router.get("/work-lines")
def list_work(wanted: Annotated[WorkQuery, Query()], staff: ClerkOf, session: Reads, call: CallOf) -> WorkOut:
    """One page of a tab, the most urgent first."""
    return work(session, wanted, staff, call.now)


@router.post(f"{_ONE}/assign")
def assign_work(
    kind: KindOf, subject_id: SubjectOf, body: AssignIn, staff: ClerkOf, session: Writes, call: CallOf
) -> WorkDoneOut:
    """Take the line, assign it to a colleague, or to nobody."""
    key, given = (kind, subject_id), (body.assignee_id, body.version)
    return _after(changes.assign(session, key, given, staff, call.now))


@router.post(f"{_ONE}/snooze")
def snooze_work(
    kind: KindOf, subject_id: SubjectOf, body: SnoozeIn, staff: ClerkOf, session: Writes, call: CallOf
) -> WorkDoneOut:
    """Snooze the line until a day, within its term."""
    key, given = (kind, subject_id), (body.until, body.version)
    return _after(changes.snooze(session, key, given, staff, call.now))


@router.post(f"{_ONE}/done")
def finish_work(
    kind: KindOf, subject_id: SubjectOf, body: DoneIn, staff: ClerkOf, session: Writes, call: CallOf
) -> WorkDoneOut:
    """End the line."""
    return _after(changes.done(session, (kind, subject_id), body.version, staff, call.now, body.refund))


@router.post(f"{_ONE}/undo")
def undo_work(
    kind: KindOf, subject_id: SubjectOf, body: WorkStepIn, staff: ClerkOf, session: Writes, call: CallOf
) -> WorkDoneOut:
    """Undo the last change of the line."""
    return _after(changes.undo(session, (kind, subject_id), body.version, staff, call.now))


def _after(item: WorkItem) -> WorkDoneOut:
    return WorkDoneOut(version=item.version, can_undo=bool(item.before))


@router.get("/today", tags=["today"])
def get_today(staff: AnyStaffOf, call: CallOf) -> TodayOut:
    """Parks that are nearly full, and the charts; no household is named."""
    setup = None
    with call.db.read() as session:
        if staff.role == Role.ADMIN:
            lacking = still_open(Ground(call.settings, call.db, lambda: call.now, session))
            setup = SetupOut(open=[need.title for need in lacking], total=len(NEEDS))
        cost_files = pending_count(session) if staff.role in (Role.ADMIN, Role.MARKETING) else None
        return figures(session, cost_files, setup, call.now)


@router.get("/refused-mails")
def list_refused_mails(session: Reads, _staff: ClerkOf) -> list[RefusedMailOut]:
    """Every household concerned, the latest refusal first."""
    return refused_mails.shown(session)


@router.post("/refused-mails/{mail}/correct")
def correct_refused_address(
    mail: RowId, body: CorrectAddressIn, staff: ClerkOf, session: Writes, call: CallOf
) -> list[RefusedMailOut]:
    """Correct the address, and resend the refused mails; returns the remaining households."""
    with fault_of("email"):
        refuse_test_domain(body.email, call.settings.environment == "local")
    given = (body.version, body.email)
    refused_mails.correct_address(session, mail, given, staff.actor, call.now)
    return list_refused_mails(session, staff)


@router.post("/refused-mails/{mail}/settle")
def settle_refused_mail(
    mail: RowId, body: SettleIn, staff: ClerkOf, session: Writes, call: CallOf
) -> list[RefusedMailOut]:
    """Settle refused mails; returns the remaining households."""
    refused_mails.settle(session, mail, body.reason, staff.actor, call.now)
    return list_refused_mails(session, staff)


@router.get("/accounts/{id}/holdings")
def get_account_holdings(id: RowId, session: Reads, call: CallOf, staff: AdminOf) -> HoldingsOut:
    """What the account receives, owns and has taken."""
    held = leaving.holdings(session, id, staff.actor, call.now)
    return HoldingsOut(
        holdings=[
            HoldingOut(kind=one.kind, subject=one.subject, name=one.name, roles=sorted(one.roles)) for one in held
        ]
    )


@router.post("/accounts/{id}/disable")
def disable_account(
    id: RowId, body: LeavingIn, session: Writes, call: CallOf, staff: ConfirmedAdminOf
) -> AccountShowOut:
    """Lock an account and hand its responsibilities over; also for an account that is locked already."""
    return changed(session, call, leaving.switch_off(session, id, body.hand_over_to, staff.actor, call.now))
