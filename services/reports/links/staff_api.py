"""Staff API for links to kept runs: make, list, revoke."""

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated

from fastapi import Query
from sqlalchemy import select
from sqlalchemy.orm import Session

from analytics.definitions import definitions
from services.core.http.answers import Extended
from services.core.http.transactions import Reads, Writes
from services.core.inputs import RowId
from services.core.storage.installed import files_of
from services.reports.kept import keep
from services.reports.kept.keep import KeepRequest
from services.reports.links import links as store
from services.reports.links.models import ReportLink
from services.reports.links.public_api import address_of
from services.reports.links.schemas import (
    LinkState,
    NewReportLinkOut,
    ReportLinkIn,
    ReportLinkOut,
    ReportLinksOut,
    ReportLinksQuery,
)
from services.reports.models import ReportRun
from services.reports.parameter_labels import parameters_in_words
from services.reports.run import ReportContext
from services.staff.access import AnyStaffOf, CallOf, MarketerOf, StaffRouter
from services.staff.actor_names import actor_names
from services.staff.call import Call
from services.store.place import store_of

router = StaffRouter(tag="report-links")


@router.get("/report-links")
def list_report_links(
    wanted: Annotated[ReportLinksQuery, Query()], session: Reads, call: CallOf, staff: AnyStaffOf
) -> ReportLinksOut:
    """All links to kept runs of reports that this role may see, including ended ones."""
    return ReportLinksOut(data=_shown(session, store.links(session, staff.role, wanted.run), call))


@router.post("/report-runs/{run_id}/links", status_code=201)
def add_report_link(run_id: RowId, body: ReportLinkIn, call: CallOf, staff: MarketerOf) -> NewReportLinkOut:
    """Create a link to a kept run; only this answer shows it. With filters, the narrowed report is computed and kept
    under the link's label.
    """
    wanted = store.WantedLink(
        body.label, body.filters or {}, store.last_moment(body.expires_on, call.now), body.without_money
    )
    with call.db.read() as session:
        run = keep.find(session, run_id, staff.role)
    context = ReportContext(call.db, store_of(call.settings), call.now)
    request = KeepRequest(context, files_of(call.settings), staff.actor, f"Link: {body.label}"[:120])
    row, token = store.add(request, run, wanted, staff)
    with call.db.read() as session:
        shown = _shown(session, [row], call)[0]
    return NewReportLinkOut(**shown.model_dump(), address=address_of(call.settings.public_url, token))


@router.post("/report-links/{link_id}/revoke")
def revoke_report_link(link_id: RowId, session: Writes, call: CallOf, staff: MarketerOf) -> ReportLinkOut:
    """Revoke a link at once."""
    row = store.revoke(session, link_id, staff, call.now)
    session.flush()
    return _shown(session, [row], call)[0]


def _shown(session: Session, rows: Sequence[ReportLink], call: Call) -> list[ReportLinkOut]:
    named = {by for row in rows for by in (row.created_by, store.answerer(row), row.revoked_by or "")}
    names = actor_names(session, named)
    linked = session.scalars(select(ReportRun).where(ReportRun.id.in_({row.run_id for row in rows})))
    runs = {run.id: run for run in linked}
    counts, resting = store.openings(session, rows), store.resting(session)
    states = {row.id: _state(row, runs[row.run_id], resting, call) for row in rows}
    return [_link_out(row, runs[row.run_id], states[row.id], counts.get(row.id, 0), names) for row in rows]


def _link_out(row: ReportLink, run: ReportRun, state: LinkState, count: int, names: Mapping[str, str]) -> ReportLinkOut:
    definition = definitions().get(row.report)
    source = Extended(
        row,
        run_label=run.label,
        title=definition.title if definition else row.report,
        asked=[{"label": label, "words": words} for label, words in parameters_in_words(row.filters, None, {})],
        state=state,
        openings=count,
        created_by_name=names.get(row.created_by),
        answered_by_name=names.get(store.answerer(row)),
        revoked_by_name=names.get(row.revoked_by or ""),
    )
    return ReportLinkOut.model_validate(source)


def _state(row: ReportLink, run: ReportRun, resting: Collection[str], call: Call) -> LinkState:
    if row.revoked_at is not None:
        return "revoked"
    if row.expires_at <= call.now:
        return "expired"
    if not store.is_open(row, run, call.now):
        return "ended"
    return "resting" if store.answerer(row) in resting else "open"
