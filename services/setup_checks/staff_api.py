"""Staff API for the set-up checks: see them, run them, send a test mail, confirm what no server can see."""

from typing import Final

from services.core.clock import berlin_day
from services.core.contact_details import refuse_test_domain
from services.core.fields import Refused
from services.core.http.callers.rate_limit import Limit, check_call
from services.core.http.dependencies import ClockOf
from services.core.http.openapi import problems
from services.core.inputs import fault_of
from services.setup_checks.confirm import confirm, confirm_arrival, confirm_key, order_test_mail
from services.setup_checks.errors import CodeRefused
from services.setup_checks.recheck import EVERY_CHECK, recheck, standings
from services.setup_checks.schemas import ArrivedIn, BackupIn, KeyIn, RecheckIn, SetupChecksOut, TestMailIn, checks_out
from services.staff.access import AdminOf, CallOf, ConfirmedAdminOf, StaffRouter
from services.staff.actor_names import actor_names
from services.staff.call import Call, Staff

router = StaffRouter(tag="setup checks")

_PATH: Final = "/setup-checks"
_CHECKS: Final = Limit("setup-check", 20, 600)
"""Connections that one person can ask for."""
_TEST_MAILS: Final = Limit("setup-test-mail", 5, 3600)
"""Test mails of one person: the page is no way to write to strangers."""


@router.get(_PATH, operation_id="list_setup_checks", responses=problems(401, 403, 503))
def list_setup_checks(call: CallOf, _staff: AdminOf) -> SetupChecksOut:
    """Every check as of now. The server connects to nothing for it: it shows what its last connections found."""
    with call.db.read() as session:
        found = standings(session, call.settings, call.now)
        names = actor_names(session, {one.confirmed.confirmed_by or "" for one in found if one.confirmed})
    return checks_out(found, names, mails_become_files=not call.settings.smtp_url)


@router.post(f"{_PATH}/check", operation_id="run_setup_checks", responses=problems(401, 403, 422, 429, 503))
def run_setup_checks(body: RecheckIn, call: CallOf, staff: AdminOf, clock: ClockOf) -> SetupChecksOut:
    """Check again now, one or all; answers the page. A server that is silent takes up to half a minute."""
    _count(call, staff, _CHECKS)
    recheck(call.db, call.settings, clock, [body.name] if body.name else EVERY_CHECK)
    return list_setup_checks(call, staff)


@router.post(f"{_PATH}/mail/test", operation_id="send_test_mail", responses=problems(401, 403, 409, 422, 429, 503))
def send_test_mail(body: TestMailIn, call: CallOf, staff: ConfirmedAdminOf, clock: ClockOf) -> SetupChecksOut:
    """Connect to the mail server, and if it lets us in, send a mail with a code by the way that all mails take."""
    with fault_of("email"):
        refuse_test_domain(body.email, call.settings.environment != "production")
    _count(call, staff, _TEST_MAILS)
    recheck(call.db, call.settings, clock, ["mail_server"])
    call.db.write(lambda session: order_test_mail(session, call.settings, body.email, staff.actor, clock()))
    return list_setup_checks(call, staff)


@router.post(f"{_PATH}/mail/arrived", operation_id="confirm_test_mail", responses=problems(401, 403, 409, 422, 503))
def confirm_test_mail(body: ArrivedIn, call: CallOf, staff: AdminOf, clock: ClockOf) -> SetupChecksOut:
    """The code of the test mail: it has arrived."""
    code = "".join(body.code.split())
    if not call.db.write(lambda session: confirm_arrival(session, call.settings, code, staff.actor, call.now)):
        raise CodeRefused
    recheck(call.db, call.settings, clock, ["mail_server"])
    return list_setup_checks(call, staff)


@router.post(f"{_PATH}/backup/confirm", operation_id="confirm_backup", responses=problems(401, 403, 422, 503))
def confirm_backup(body: BackupIn, call: CallOf, staff: ConfirmedAdminOf, clock: ClockOf) -> SetupChecksOut:
    """A member of staff has seen to a backup outside of the product, on this day."""
    with fault_of("done_on"):
        if body.done_on > berlin_day(call.now):
            raise Refused("in_future", "Dieser Tag liegt in der Zukunft. Bitte geben Sie den Tag der Sicherung an.")
    call.db.write(lambda session: confirm(session, call.settings, "backup", body.done_on, staff.actor, call.now))
    recheck(call.db, call.settings, clock, ["backup"])
    return list_setup_checks(call, staff)


@router.post(
    f"{_PATH}/backup-key/confirm", operation_id="confirm_backup_key", responses=problems(401, 403, 409, 422, 503)
)
def confirm_backup_key(body: KeyIn, call: CallOf, staff: ConfirmedAdminOf, clock: ClockOf) -> SetupChecksOut:
    """A member of staff has a copy of the backup key, and has read its end from there."""
    call.db.write(lambda session: confirm_key(session, call.settings, body.end.strip(), staff.actor, call.now))
    recheck(call.db, call.settings, clock, ["backup_key"])
    return list_setup_checks(call, staff)


@router.post(f"{_PATH}/legal-texts/confirm", operation_id="confirm_legal_texts", responses=problems(401, 403, 409, 503))
def confirm_legal_texts(call: CallOf, staff: ConfirmedAdminOf, clock: ClockOf) -> SetupChecksOut:
    """A member of staff has read the legal texts as they are now."""
    call.db.write(lambda session: confirm(session, call.settings, "legal_texts", None, staff.actor, call.now))
    recheck(call.db, call.settings, clock, ["legal_texts"])
    return list_setup_checks(call, staff)


def _count(call: Call, staff: Staff, limit: Limit) -> None:
    """RateLimited beyond the limit of the account."""
    if not call.settings.rate_limits.are_on:
        return
    bucket = limit.bucket(staff.actor, call.settings.secret_key)
    if problem := call.db.write(lambda session: check_call(session, limit, bucket, call.now)):
        raise problem
