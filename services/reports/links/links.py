"""Links to kept runs for people without an account: made, listed, revoked, handed over, opened.

256 random bits, of which only the SHA-256 is stored. A link leads to one kept result and takes no parameters: what it
is narrowed to was filtered when that result was computed, so its file holds nothing else.
"""

import hashlib
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any, Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from analytics.definitions import Definition, definitions
from analytics.parameters import FILTERS
from services.core.clock import berlin_day, end_of_berlin_day
from services.core.db.rows import Insertion
from services.core.fields import FieldError, Refused
from services.core.http.errors import ValidationProblem
from services.core.inputs import fault_of
from services.reports.errors import ReportGone, UnknownRun
from services.reports.kept import keep
from services.reports.kept.keep import KeepRequest, may_see
from services.reports.links.errors import LinkEnded, LinkResting, NotForLinks, UnknownReportLink
from services.reports.links.models import ReportLink, ReportLinkOpening
from services.reports.models import ReportRun
from services.reports.parameters import as_given, read_parameters
from services.staff import audit
from services.staff.call import Staff
from services.staff.holdings import Holding, Leaving
from services.staff.models import Account, AccountState, Role

USUAL_DAYS: Final = 30
MOST_DAYS: Final = 365
_OF_HOUSEHOLDS: Final = frozenset({"reservations", "referrals"})
"""Reports whose rows are about one household each."""
_OF_MONEY: Final = frozenset({"contracts", "credits"})
_NOTHING_LEFT: Final = "Ohne Geld bliebe von diesem Bericht nichts übrig."
_OPENINGS = ReportLinkOpening.__table__
_NOT_FILTERED: Final = "Dieser Bericht lässt sich nicht auf Herkünfte eingrenzen."
_WIDER: Final = "Der Bericht ist schon enger gefasst und enthält diesen Wert nicht: „{value}“."

Filters = Mapping[str, Sequence[str]]
_MAKERS = frozenset({Role.ADMIN, Role.MARKETING})
"""Roles that may make and revoke links."""


@dataclass(frozen=True, slots=True)
class WantedLink:
    """Validated fields of a link."""

    label: str
    filters: Filters
    expires_at: datetime
    without_money: bool = False


def last_moment(day: date | None, now: datetime) -> datetime:
    """The end of the last day, by default the thirtieth from today. ValidationProblem outside of one year."""
    today = berlin_day(now)
    with fault_of("expires_on"):
        if day is not None and day < today:
            raise Refused("in_the_past", "Dieser Tag ist schon vorbei.")
        if day is not None and day > today + timedelta(days=MOST_DAYS):
            raise Refused("too_late", "Ein Link gilt höchstens ein Jahr. Bitte wählen Sie einen früheren Tag.")
    return end_of_berlin_day(day or today + timedelta(days=USUAL_DAYS))


def last_day(link: ReportLink) -> date:
    """The last day in Berlin on which the link can be opened."""
    return berlin_day(link.expires_at - timedelta(seconds=1))


def can_be_linked(report: str) -> bool:
    """Whether the report may be shown to people without an account."""
    return report not in _OF_HOUSEHOLDS


def add(request: KeepRequest, run: ReportRun, wanted: WantedLink, staff: Staff) -> tuple[ReportLink, str]:
    """A link to the run, and its token, which is shown once.

    With filters the report is computed again with today's data, narrowed to them, and kept: the link leads to that
    result. Raises NotForLinks, ReportGone, ValidationProblem, and what computing raises; then nothing is kept.
    """
    if not can_be_linked(run.report):
        raise NotForLinks
    if wanted.without_money and run.report in _OF_MONEY:
        raise ValidationProblem([{"field": "without_money", "code": "unknown_choice", "message": _NOTHING_LEFT}])
    token = secrets.token_urlsafe(32)

    def link_to(session: Session, linked: ReportRun) -> ReportLink:
        return _store(session, linked, wanted, token, staff, request.context.now)

    if not wanted.filters:
        return request.context.db.write(lambda session: link_to(session, _live(session, run.id))), token
    definition = definitions().get(run.report)
    if definition is None:
        raise ReportGone
    told = narrowed(definition, run.parameters, wanted.filters, "filters")
    parameters = read_parameters(definition, as_given(told), berlin_day(request.context.now))
    made: list[ReportLink] = []
    keep.keep_report(
        request, definition, parameters, also=lambda session, kept: made.append(link_to(session, kept))
    )  # fmt: skip
    return made[-1], token


def _live(session: Session, run_id: int) -> ReportRun:
    """The run, which may have been removed since it was looked up."""
    run = session.get(ReportRun, run_id, populate_existing=True)
    if run is None or run.removed_at is not None:
        raise UnknownRun
    return run


def _store(session: Session, run: ReportRun, wanted: WantedLink, token: str, staff: Staff, now: datetime) -> ReportLink:
    row = ReportLink(
        run_id=run.id,
        report=run.report,
        label=wanted.label,
        filters={name: list(values) for name, values in wanted.filters.items()},
        token_sha256=hash_of(token),
        created_by=staff.actor,
        created_at=now,
        expires_at=wanted.expires_at,
        without_money=wanted.without_money,
    )
    session.add(row)
    session.flush()
    # Label and filters are free text and may name people; log entries cannot be erased.
    details = {"report": run.report, "run": run.id, "expires_on": last_day(row).isoformat()}
    audit.append(session, [audit.Event(staff.actor, "report_link.added", f"report_link:{row.id}", details)], now)
    return row


def links(session: Session, role: Role, run_id: int | None = None) -> Sequence[ReportLink]:
    """Every link ever made to runs that this role may see, latest first."""
    query = select(ReportLink).order_by(ReportLink.id.desc())
    if run_id is not None:
        query = query.where(ReportLink.run_id == run_id)
    return [row for row in session.scalars(query) if keep.may_see(row.report, role)]


def openings(session: Session, rows: Sequence[ReportLink]) -> Mapping[int, int]:
    """How often each of the links was opened, downloads included."""
    query = (
        select(ReportLinkOpening.link_id, func.sum(ReportLinkOpening.count))
        .where(ReportLinkOpening.link_id.in_([row.id for row in rows]))
        .group_by(ReportLinkOpening.link_id)
    )
    return {link_id: int(count) for link_id, count in session.execute(query)}


def find(session: Session, link_id: int, role: Role) -> ReportLink:
    """The link; raises UnknownReportLink also if the role may not see its report."""
    row = session.get(ReportLink, link_id)
    if row is None or not keep.may_see(row.report, role):
        raise UnknownReportLink
    return row


def revoke(session: Session, link_id: int, staff: Staff, now: datetime) -> ReportLink:
    """End a link at once; a second call changes nothing. Raises UnknownReportLink."""
    row = session.get(ReportLink, link_id, with_for_update=True, populate_existing=True)
    if row is None or not keep.may_see(row.report, staff.role):
        raise UnknownReportLink
    if row.revoked_at is None:
        row.revoked_at, row.revoked_by = now, staff.actor
        details = {"report": row.report, "run": row.run_id}
        audit.append(session, [audit.Event(staff.actor, "report_link.revoked", f"report_link:{row.id}", details)], now)
    return row


def opened(session: Session, token: str, now: datetime) -> tuple[ReportLink, ReportRun]:
    """The link with this token, and its run. Raises UnknownReportLink, LinkEnded, LinkResting."""
    row = session.scalar(select(ReportLink).where(ReportLink.token_sha256 == hash_of(token)))
    if row is None:
        raise UnknownReportLink
    run = session.get(ReportRun, row.run_id)
    if not is_open(row, run, now) or run is None:
        raise LinkEnded
    if answerer(row) in resting(session):
        raise LinkResting
    return row, run


def is_open(row: ReportLink, run: ReportRun | None, now: datetime) -> bool:
    """Whether the link may still be opened: neither revoked nor expired, and its run is kept."""
    is_kept = run is not None and run.removed_at is None and run.result_path is not None
    if run is not None and run.expires_at is not None:
        is_kept = is_kept and run.expires_at > now
    return is_kept and row.revoked_at is None and row.expires_at > now


def answerer(row: ReportLink) -> str:
    """The actor who answers for a link: who made it, unless it was handed over."""
    return row.answered_by or row.created_by


def resting(session: Session) -> set[str]:
    """The actors whose links do not open: their accounts are switched off. Nobody may go on seeing figures through
    somebody who has left; what a colleague takes over opens again.
    """
    switched_off = select(Account.id).where(Account.state == AccountState.DISABLED.value)
    return {f"staff:{number}" for number in session.scalars(switched_off)}


def count_opening(session: Session, link_id: int, form: str, now: datetime) -> None:
    """Count that the page or a file was fetched."""
    hour = now.replace(minute=0, second=0, microsecond=0)
    _COUNT.run(session, [{"link_id": link_id, "hour": hour, "form": form, "count": 1}])
    row = session.get(ReportLink, link_id)
    if row is not None:
        row.last_opened_at = now


_COUNT = Insertion(
    _OPENINGS,
    lambda insert: insert.on_conflict_do_update(
        index_elements=["link_id", "hour", "form"], set_={"count": _OPENINGS.c.count + insert.excluded.count}
    ),
)


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def narrowed(definition: Definition, parameters: Mapping[str, Any], filters: Filters, field: str) -> dict[str, Any]:
    """The parameters with the filters on top; both by their names in query strings.

    Raises ValidationProblem, under `field`, for a filter that the report does not have and for a value that the
    parameters already exclude: the result never has a row that the report with these parameters lacks.
    """
    faults: list[FieldError] = []
    for name, values in filters.items():
        if name not in FILTERS or name not in definition.parameters:
            faults.append({"field": field, "code": "unknown_choice", "message": _NOT_FILTERED})
            continue
        known = parameters.get(name) or values
        outside = [value for value in values if value not in known]
        if outside:
            message = _WIDER.format(value=outside[0] or "ohne Angabe")
            faults.append({"field": field, "code": "unknown_choice", "message": message})
    if faults:
        raise ValidationProblem(faults)
    return {**parameters, **{name: list(values) for name, values in filters.items()}}


def held(leaving: Leaving) -> Iterator[Holding]:
    """Each link that can be opened, or could if the account were not switched off."""
    session, actor = leaving.session, f"staff:{leaving.account.id}"
    made = ReportLink.answered_by.is_(None) & (ReportLink.created_by == actor)
    theirs = (ReportLink.answered_by == actor) | made
    query = select(ReportLink).where(theirs, ReportLink.revoked_at.is_(None)).order_by(ReportLink.id)
    for row in session.scalars(leaving.rows(query)).all():
        if is_open(row, session.get(ReportRun, row.run_id), leaving.now):
            roles = frozenset(role for role in _MAKERS if may_see(row.report, role))
            yield Holding("link", f"report_link:{row.id}", row.label, roles, partial(_hand_over, leaving, row))


def _hand_over(leaving: Leaving, row: ReportLink, heir: Account) -> bool:
    row.answered_by = f"staff:{heir.id}"
    leaving.session.flush()
    return True
