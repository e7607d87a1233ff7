"""Staff API for the site self-check: the last result, and running it now."""

from datetime import datetime

from fastapi import Request
from pydantic import BaseModel

from services.campaigns.models import SelfCheck
from services.campaigns.site_check.check import check_site, latest_check
from services.core.http.dependencies import ClockOf, DatabaseOf, SettingsOf
from services.core.http.transactions import Reads
from services.staff.access import MarketerOf, StaffRouter

router = StaffRouter(tag="self-checks")


_REASONS = {
    "lost": "Der Parameter kommt nicht an.",
    "changed": "Der Parameter kommt verändert an.",
    "unreachable": "Die Adresse antwortet nicht.",
    "status_404": "Diese Seite gibt es nicht.",
    "other_host": "Die Adresse führt zu einem anderen Server.",
    "too_many_redirects": "Die Weiterleitungen nehmen kein Ende.",
    "other_page": "Die Adresse führt zu einer anderen Seite.",
    "no_script": "Der Seite fehlt ihr Skript: Besuche werden nicht gezählt.",
    "no_settings": "Der Seite fehlen ihre Einstellungen.",
}


class FindingOut(BaseModel):
    """What went wrong at `path`, and why in German. `parameter`: the one concerned; "" where it is the page itself."""

    path: str
    parameter: str
    reason: str


class SelfCheckOut(BaseModel):
    """One walk over all pages and short links. `checked`: how many addresses."""

    at: datetime
    checked: int
    findings: list[FindingOut]


@router.get("/self-checks/latest")
def latest_self_check(_staff: MarketerOf, session: Reads) -> SelfCheckOut | None:
    """The last result; null before the first."""
    check = latest_check(session)
    return _out(check) if check else None


@router.post("/self-checks")
def run_self_check(
    staff: MarketerOf, request: Request, db: DatabaseOf, clock: ClockOf, settings: SettingsOf
) -> SelfCheckOut:
    """Run the check now; takes some seconds."""
    return _out(check_site(settings, db, clock, request.app.state.site_routes, staff.actor))


def _out(check: SelfCheck) -> SelfCheckOut:
    findings = [FindingOut(**{**finding, "reason": _sentence(finding["reason"])}) for finding in check.findings]
    return SelfCheckOut(at=check.at, checked=check.checked, findings=findings)


def _sentence(reason: str) -> str:
    """A reason as `self_check.Finding` names them."""
    return _REASONS.get(reason) or f"Die Seite antwortet mit Status {reason.removeprefix('status_')}."
