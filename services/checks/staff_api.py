"""Staff API of the state: what is right and what is not, looking again, and what only people can confirm."""

from typing import Final

from services.checks.confirm import confirm, confirm_arrival, confirm_key, send_test_mail
from services.checks.enter import Entering, entered
from services.checks.errors import CodeRefused
from services.checks.examine import examine
from services.checks.page import state_page
from services.checks.setup import recheck
from services.checks.views import (
    ArrivedIn,
    BackupIn,
    CheckStepOut,
    InstallationIn,
    InstallationOut,
    KeyIn,
    StateOut,
    TestMailIn,
    TestMailOut,
)
from services.core.clock import Clock, berlin_day
from services.core.contact_details import refuse_test_domain
from services.core.fields import Refused
from services.core.http.callers.rate_limit import Limit, check_call
from services.core.http.dependencies import ClockOf, SettingsOf
from services.core.http.transactions import Reads
from services.core.inputs import fault_of
from services.jobs.registry import all_jobs
from services.parks.staff_api import ParkChangedOf
from services.staff.access import AdminOf, CallOf, ConfirmedAdminOf, StaffRouter
from services.staff.call import Call, Staff
from services.staff.stale import stale

router = StaffRouter(tag="state")

_PATH: Final = "/state"
_LOOKS: Final = Limit("state-check", 20, 600)
"""Thorough looks that one person can ask for: each connects to other servers."""
_TEST_MAILS: Final = Limit("setup-test-mail", 5, 3600)
"""Test mails of one person: the page is no way to write to strangers."""


@router.get(_PATH)
def show_state(call: CallOf, _staff: AdminOf, clock: ClockOf) -> StateOut:
    """Every check as of now, with the last result of those that connect to other servers. Monitoring uses `/readyz`
    instead.
    """
    return _page(call, clock)


@router.post(f"{_PATH}/check")
def check_state(call: CallOf, staff: AdminOf, clock: ClockOf) -> StateOut:
    """Run all checks: connect to other servers, try to write, read the pages of the database. Takes up to half a minute
    if a server does not answer.
    """
    _count(call, staff, _LOOKS)
    recheck(call.db, call.settings, clock)
    return _page(call, clock, is_thorough=True)


@router.get(f"{_PATH}/settings")
def show_entered(session: Reads, settings: SettingsOf, _staff: AdminOf) -> InstallationOut:
    """What is entered about company, mail server and address, and what the environment says instead."""
    return entered(session, settings)


@router.put(f"{_PATH}/settings", responses=stale(InstallationOut))
def save_entered(
    body: InstallationIn, call: CallOf, staff: ConfirmedAdminOf, clock: ClockOf, pages_changed: ParkChangedOf
) -> InstallationOut:
    """Save it, at once in force for pages and mails. A new public address has to answer first."""
    Entering(call.db, call.settings, clock, staff.actor).save(body)
    recheck(call.db, call.settings, clock, ["company", "mail_server", "public_address"])
    pages_changed(call.db)
    with call.db.read() as session:
        return entered(session, call.settings)


@router.post(f"{_PATH}/mail/test")
def mail_test(body: TestMailIn, call: CallOf, staff: ConfirmedAdminOf, clock: ClockOf) -> TestMailOut:
    """Send a mail with a code at once, and answer what the mail server says. Of an account in the body nothing is
    stored.
    """
    with fault_of("email"):
        refuse_test_domain(body.email, call.settings.environment != "production")
    _count(call, staff, _TEST_MAILS)
    settings = call.settings
    if body.account is not None:
        settings = Entering(call.db, settings, clock, staff.actor).with_account(body.account)
    else:
        recheck(call.db, settings, clock, ["mail_server"])
    steps = send_test_mail(call.db, settings, body.email, staff.actor, clock)
    return TestMailOut(steps=[CheckStepOut.model_validate(step, from_attributes=True) for step in steps])


@router.post(f"{_PATH}/mail/arrived")
def confirm_test_mail(body: ArrivedIn, call: CallOf, staff: AdminOf, clock: ClockOf) -> StateOut:
    """Confirm by its code that the test mail has arrived."""
    code = "".join(body.code.split())
    if not call.db.write(lambda session: confirm_arrival(session, call.settings, code, staff.actor, call.now)):
        raise CodeRefused
    recheck(call.db, call.settings, clock, ["mail_server"])
    return _page(call, clock)


@router.post(f"{_PATH}/backup/confirm")
def confirm_backup(body: BackupIn, call: CallOf, staff: ConfirmedAdminOf, clock: ClockOf) -> StateOut:
    """Confirm that a backup outside of the product was checked on this day."""
    with fault_of("done_on"):
        if body.done_on > berlin_day(call.now):
            raise Refused("in_future", "Dieser Tag liegt in der Zukunft. Bitte geben Sie den Tag der Sicherung an.")
    call.db.write(lambda session: confirm(session, call.settings, "backup", body.done_on, staff.actor, call.now))
    recheck(call.db, call.settings, clock, ["backup"])
    return _page(call, clock)


@router.post(f"{_PATH}/backup-key/confirm")
def confirm_backup_key(body: KeyIn, call: CallOf, staff: ConfirmedAdminOf, clock: ClockOf) -> StateOut:
    """Confirm a copy of the backup key, by its last characters."""
    call.db.write(lambda session: confirm_key(session, call.settings, body.end.strip(), staff.actor, call.now))
    recheck(call.db, call.settings, clock, ["backup_key"])
    return _page(call, clock)


@router.post(f"{_PATH}/legal-texts/confirm")
def confirm_legal_texts(call: CallOf, staff: ConfirmedAdminOf, clock: ClockOf) -> StateOut:
    """Confirm that the present legal texts were read."""
    call.db.write(lambda session: confirm(session, call.settings, "legal_texts", None, staff.actor, call.now))
    recheck(call.db, call.settings, clock, ["legal_texts"])
    return _page(call, clock)


def _page(call: Call, clock: Clock, *, is_thorough: bool = False) -> StateOut:
    findings = examine(call.settings, call.db, clock, is_thorough=is_thorough)
    jobs = all_jobs(call.settings, call.db, clock)
    with call.db.read() as session:
        return state_page(session, call.settings, findings, jobs, call.now)


def _count(call: Call, staff: Staff, limit: Limit) -> None:
    """RateLimited beyond the limit of the account."""
    if not call.settings.rate_limits.are_on:
        return
    bucket = limit.bucket(staff.actor, call.settings.secret_key)
    if problem := call.db.write(lambda session: check_call(session, limit, bucket, call.now)):
        raise problem
