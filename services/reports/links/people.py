"""Links that one person answers for, and how a colleague takes them over."""

from collections.abc import Iterator
from functools import partial

from sqlalchemy import select

from services.reports.kept.keep import may_see
from services.reports.links.links import is_open
from services.reports.links.models import ReportLink
from services.reports.models import ReportRun
from services.staff.holdings import Holding, Leaving
from services.staff.models import Account, Role

_MAKERS = frozenset({Role.ADMIN, Role.MARKETING})
"""Roles that may make and revoke links."""


def held(leaving: Leaving) -> Iterator[Holding]:
    """Each link that can be opened, or could if the account were not switched off."""
    session, actor = leaving.session, f"staff:{leaving.account.id}"
    made = ReportLink.answered_by.is_(None) & (ReportLink.created_by == actor)
    theirs = (ReportLink.answered_by == actor) | made
    query = select(ReportLink).where(theirs, ReportLink.revoked_at.is_(None)).order_by(ReportLink.id)
    for row in session.scalars(leaving.rows(query)).all():
        if is_open(row, session.get(ReportRun, row.run_id), leaving.now):
            roles = frozenset(role for role in _MAKERS if may_see(row.report, role))
            yield Holding("link", f"report_link:{row.id}", row.label, roles, partial(_give, leaving, row))


def _give(leaving: Leaving, row: ReportLink, heir: Account) -> bool:
    row.answered_by = f"staff:{heir.id}"
    leaving.session.flush()
    return True
