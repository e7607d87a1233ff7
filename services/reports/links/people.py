"""Links by person: who answers for them, and what becomes of them when they are handed over."""

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from analytics.definitions import definitions
from services.core.german import numeric_day
from services.reports.kept.keep import may_see
from services.reports.links.links import is_open, last_day
from services.reports.links.models import ReportLink
from services.reports.models import ReportRun
from services.reports.parameter_labels import parameters_in_words
from services.staff import audit
from services.staff.holdings import HandOver, Holding, Outcome, Step, for_change
from services.staff.models import Role

_MAKERS: Final = frozenset({Role.ADMIN, Role.MARKETING})
"""Roles that may make and revoke links."""
_NOT_ENDED = ReportLink.revoked_at.is_(None)


def held(session: Session, now: datetime) -> Iterator[Holding]:
    """Each link that can still be opened."""
    query = select(ReportLink, ReportRun).join(ReportRun, ReportRun.id == ReportLink.run_id).where(_NOT_ENDED)
    for row, run in session.execute(query.order_by(ReportLink.id)):
        definition = definitions().get(row.report)
        kind, _, account = answerer(row).partition(":")
        if kind == "staff" and is_open(row, run, now):
            yield Holding(
                holder=int(account),
                kind="link",
                name=row.label,
                about=definition.title if definition else row.report,
                path=f"/reports/kept/{run.id}",
                facts=[*parameters_in_words(row.filters, None, {}), ("Gilt bis", numeric_day(last_day(row)))],
                last_at=row.last_opened_at,
            )


def steps(over: HandOver) -> Iterator[Step]:
    """The steps for each open link that the leaver answers for, with the links locked."""
    leaver = f"staff:{over.leaver.id}"
    made = ReportLink.answered_by.is_(None) & (ReportLink.created_by == leaver)
    concerned = select(ReportLink).where((ReportLink.answered_by == leaver) | made, _NOT_ENDED).order_by(ReportLink.id)
    for row in over.session.scalars(for_change(concerned, over)).all():
        if not is_open(row, over.session.get(ReportRun, row.run_id), over.now):
            continue

        if Role(over.heir.role) in _MAKERS and may_see(row.report, Role(over.heir.role)):
            words = f"{over.heir.name} antwortet für ihn. Er gilt weiter bis {numeric_day(last_day(row))}."
            yield _step(row, "moves", words, partial(_give, over, row))
        else:
            words = (
                f"Die Rolle von {over.heir.name} darf für Links nicht antworten. Der Link wird widerrufen, "
                "damit er nicht ohne jemanden weiterläuft."
            )
            yield _step(row, "stays", words, partial(_revoke, over, row))


def answerer(row: ReportLink) -> str:
    """The actor who answers for a link: who made it, unless it was handed over."""
    return row.answered_by or row.created_by


def _give(over: HandOver, row: ReportLink) -> None:
    row.answered_by = f"staff:{over.heir.id}"
    over.session.flush()


def _revoke(over: HandOver, row: ReportLink) -> None:
    row.revoked_at, row.revoked_by = over.now, over.actor
    over.session.flush()
    details = {"report": row.report, "run": row.run_id}
    event = audit.Event(over.actor, "report_link.revoked", f"report_link:{row.id}", details)
    audit.append(over.session, [event], over.now)


def _step(row: ReportLink, outcome: Outcome, words: str, carry_out: Callable[[], None]) -> Step:
    seen = {"answerer": answerer(row)}
    return Step("link", f"report_link:{row.id}", row.label, outcome, words, seen, carry_out)
