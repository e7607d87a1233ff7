"""Staff API of the operation: how the installation is, and looking again now."""

from typing import Final

from services.core.clock import Clock
from services.core.http.callers.rate_limit import Limit, check_call
from services.core.http.dependencies import ClockOf
from services.core.http.openapi import problems
from services.jobs.sources import standing_jobs
from services.operation.examine import CONNECTED, examine
from services.operation.recent import recent
from services.operation.schemas import InstallationOut, operation_out
from services.setup_checks.recheck import recheck
from services.staff.access import AdminOf, CallOf, StaffRouter
from services.staff.call import Call, Staff

router = StaffRouter(tag="operation")

_LOOKS: Final = Limit("operation-check", 20, 600)
"""Thorough looks that one person can ask for: each connects to other servers."""


@router.get("/operation", operation_id="show_operation", responses=problems(401, 403, 503))
def show_operation(call: CallOf, _staff: AdminOf, clock: ClockOf) -> InstallationOut:
    """Every check as of now; of those that connect to other servers the last result. For the page alone: monitoring
    asks `/readyz`.
    """
    return _page(call, clock, is_thorough=False)


@router.post("/operation/check", operation_id="check_operation", responses=problems(401, 403, 429, 503))
def check_operation(call: CallOf, staff: AdminOf, clock: ClockOf) -> InstallationOut:
    """Look thoroughly: connect to the servers, try to write, read the pages of the database. Takes up to half a minute
    when a server is silent.
    """
    _count(call, staff)
    recheck(call.db, call.settings, clock, CONNECTED)
    return _page(call, clock, is_thorough=True)


def _page(call: Call, clock: Clock, *, is_thorough: bool) -> InstallationOut:
    findings = examine(call.settings, call.db, clock, is_thorough=is_thorough)
    with call.db.read() as session:
        return operation_out(findings, recent(session, standing_jobs(call.settings, call.db, clock), call.now))


def _count(call: Call, staff: Staff) -> None:
    """RateLimited beyond the limit of the account."""
    if not call.settings.rate_limits.are_on:
        return
    bucket = _LOOKS.bucket(staff.actor, call.settings.secret_key)
    if problem := call.db.write(lambda session: check_call(session, _LOOKS, bucket, call.now)):
        raise problem
