"""Staff API for the bank: what is open, files with four eyes, statements with what waits for a person, returns."""

from typing import Annotated, Any, Final, Literal

from fastapi import Query
from starlette.responses import Response

from services.core.http.dependencies import ClockOf, SettingsOf
from services.core.http.transactions import Reads, Writes
from services.core.inputs import Day, RowId
from services.payments import reminders
from services.payments.bank import runs, statements
from services.payments.bank.camt import MOST_BYTES
from services.payments.bank.errors import UnknownRun
from services.payments.bank.inputs import AllocateIn, DecideReturnIn, RunIn, StatementIn
from services.payments.bank.models import BankRun, Decision, Finding, RunKind
from services.payments.bank.schemas import (
    BankPreviewOut,
    BankRunOut,
    BankRunsOut,
    OpenItemsOut,
    ReturnsOut,
    StatementBookedOut,
    StatementLineOut,
    StatementLinesOut,
    StatementPreviewOut,
)
from services.staff.access import PREFIX, ClerkOf, ConfirmedClerkOf, StaffRouter

router = StaffRouter(tag="bank")
XML: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {"application/xml": {}}, "description": "the file, byte for byte as it was made"}
}
_STATEMENTS: Final = "/bank/statements"
LARGE_BODIES: Final = {f"{PREFIX}{_STATEMENTS}": MOST_BYTES * 4 // 3 + 4096}


@router.get("/bank/open-items")
def list_open_items(_staff: ClerkOf, session: Reads, clock: ClockOf) -> OpenItemsOut:
    """What households owe."""
    return OpenItemsOut.of(session, clock())


@router.post("/bank/reminders/{contract_id:int}/stop")
def stop_reminders(contract_id: RowId, staff: ClerkOf, session: Writes, clock: ClockOf) -> OpenItemsOut:
    """Send no further reminders of a contract's payments."""
    reminders.stop(session, contract_id, staff.actor, clock())
    return OpenItemsOut.of(session, clock())


@router.post("/bank/reminders/{contract_id:int}/resume")
def resume_reminders(contract_id: RowId, staff: ClerkOf, session: Writes, clock: ClockOf) -> OpenItemsOut:
    """Let them go on."""
    reminders.go_on(session, contract_id, staff.actor, clock())
    return OpenItemsOut.of(session, clock())


@router.post("/bank/overpaid/{contract_id:int}/refund")
def refund_overpaid(contract_id: RowId, staff: ClerkOf, session: Writes, clock: ClockOf) -> OpenItemsOut:
    """Let the next transfers bring back what a household has paid too much."""
    runs.refund_overpaid(session, contract_id, staff.actor, clock())
    return OpenItemsOut.of(session, clock())


@router.post("/bank/overpaid/{contract_id:int}/keep")
def keep_overpaid(contract_id: RowId, staff: ClerkOf, session: Writes, clock: ClockOf) -> OpenItemsOut:
    """Keep it after all for what falls due next."""
    runs.keep_overpaid(session, contract_id, staff.actor, clock())
    return OpenItemsOut.of(session, clock())


@router.get("/bank/runs")
def list_bank_runs(staff: ClerkOf, settings: SettingsOf, session: Reads, before: RowId | None = None) -> BankRunsOut:
    """Files for the bank, the newest first."""
    return BankRunsOut.of(session, settings, before, staff.actor)


@router.get("/bank/runs/preview")
def preview_bank_run(
    kind: Literal["debit", "refund"], on: Day, _staff: ClerkOf, settings: SettingsOf, session: Reads, clock: ClockOf
) -> BankPreviewOut:
    """What a file of this day would hold. Nothing is stored."""
    return BankPreviewOut.of(session, settings, kind, on, clock())


@router.post("/bank/runs", status_code=201)
def draft_bank_run(body: RunIn, staff: ClerkOf, settings: SettingsOf, session: Writes, clock: ClockOf) -> BankRunOut:
    """Draft a file; somebody else releases it."""
    run = runs.draft(session, settings, RunKind(body.kind), body.on, staff.actor, clock())
    return BankRunOut.of(session, run, staff.actor)


@router.get("/bank/runs/{run_id:int}")
def show_bank_run(run_id: RowId, staff: ClerkOf, session: Reads) -> BankRunOut:
    """A file with its lines."""
    run = session.get(BankRun, run_id)
    if run is None:
        raise UnknownRun
    return BankRunOut.of(session, run, staff.actor)


@router.post("/bank/runs/{run_id:int}/release")
def release_bank_run(
    run_id: RowId, staff: ConfirmedClerkOf, settings: SettingsOf, session: Writes, clock: ClockOf
) -> BankRunOut:
    """Make the file of a draft that somebody else has made."""
    return BankRunOut.of(session, runs.release(session, settings, run_id, staff.actor, clock()), staff.actor)


@router.get("/bank/runs/{run_id:int}/file", response_class=Response, responses=XML)
def fetch_bank_file(run_id: RowId, _staff: ConfirmedClerkOf, settings: SettingsOf, session: Reads) -> Response:
    """The file, to be given to the bank."""
    content = runs.content_of(session, settings, run_id)
    headers = {"Content-Disposition": f'attachment; filename="voltigo-{run_id:06}.xml"'}
    return Response(content, headers=headers, media_type="application/xml")


@router.post("/bank/runs/{run_id:int}/send")
def note_bank_run_sent(run_id: RowId, staff: ClerkOf, session: Writes, clock: ClockOf) -> BankRunOut:
    """Note that the bank has the file."""
    return BankRunOut.of(session, runs.mark_sent(session, run_id, staff.actor, clock()), staff.actor)


@router.post("/bank/runs/{run_id:int}/discard")
def discard_bank_run(run_id: RowId, staff: ClerkOf, session: Writes, clock: ClockOf) -> BankRunOut:
    """Give up a file that the bank does not have."""
    return BankRunOut.of(session, runs.discard(session, run_id, staff.actor, clock()), staff.actor)


@router.post(f"{_STATEMENTS}/preview")
def preview_statement(body: StatementIn, _staff: ClerkOf, settings: SettingsOf, session: Reads) -> StatementPreviewOut:
    """What booking this file would do. Nothing is stored."""
    return StatementPreviewOut.of(statements.preview(session, settings, body.content))


@router.post(_STATEMENTS, status_code=201)
def book_statement(
    body: StatementIn, staff: ClerkOf, settings: SettingsOf, session: Writes, clock: ClockOf
) -> StatementBookedOut:
    """Book what is new in a file."""
    kept = statements.book(session, settings, body.content, staff.actor, clock())
    return StatementBookedOut.model_validate(kept)


@router.get("/bank/lines")
def list_statement_lines(
    _staff: ClerkOf,
    settings: SettingsOf,
    session: Reads,
    finding: Annotated[Finding | None, Query()] = None,
    before: RowId | None = None,
) -> StatementLinesOut:
    """Movements of our account, the newest first."""
    return StatementLinesOut.of(session, settings, finding, before)


@router.post("/bank/lines/{line_id:int}/allocate")
def allocate_payment(
    line_id: RowId, body: AllocateIn, staff: ClerkOf, settings: SettingsOf, session: Writes, clock: ClockOf
) -> StatementLineOut:
    """Give a payment to a contract."""
    line = statements.allocate(session, line_id, body.number, staff.actor, clock())
    return StatementLineOut.of(session, settings, line)


@router.post("/bank/lines/{line_id:int}/send-back")
def send_payment_back(
    line_id: RowId, staff: ClerkOf, settings: SettingsOf, session: Writes, clock: ClockOf
) -> StatementLineOut:
    """Let the next transfers take a payment back to where it came from."""
    line = statements.send_back(session, settings, line_id, staff.actor, clock())
    return StatementLineOut.of(session, settings, line)


@router.post("/bank/lines/{line_id:int}/fee")
def take_payment_as_fee(
    line_id: RowId, staff: ClerkOf, settings: SettingsOf, session: Writes, clock: ClockOf
) -> StatementLineOut:
    """Book what has left our account as a fee of the bank."""
    return StatementLineOut.of(session, settings, statements.take_as_fee(session, line_id, staff.actor, clock()))


@router.post("/bank/lines/{line_id:int}/undo")
def undo_payment_decision(
    line_id: RowId, staff: ClerkOf, settings: SettingsOf, session: Writes, clock: ClockOf
) -> StatementLineOut:
    """Take back what was decided about a payment."""
    return StatementLineOut.of(session, settings, statements.undo(session, line_id, staff.actor, clock()))


@router.get("/bank/returns")
def list_returned_debits(_staff: ClerkOf, session: Reads) -> ReturnsOut:
    """Returned debits that wait for a person."""
    return ReturnsOut.of(session)


@router.post("/bank/returns/{line_id:int}/decide")
def decide_returned_debit(
    line_id: RowId, body: DecideReturnIn, staff: ClerkOf, session: Writes, clock: ClockOf
) -> ReturnsOut:
    """Decide how it goes on after a returned debit; what is left to decide."""
    statements.decide_return(session, line_id, Decision(body.decision), staff.actor, clock())
    return ReturnsOut.of(session)
