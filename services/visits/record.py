"""Ingest of reported visits: one row per page view or step, a group of calls in one statement.

A report is answered after its commit. `VISITS.md` describes what is stored.
"""

from collections.abc import Callable, Container, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy.orm import Session

from services.core.clock import Clock, berlin_day
from services.core.db.db import Database
from services.core.db.rows import Insertion
from services.core.http.callers.shared_limit import SharedLimit
from services.settings import Settings
from services.visits.bots import is_bot
from services.visits.models import VariantView, Visit
from services.visits.new_visitors import NewVisitors
from services.visits.referrer_spam import SpamList
from services.visits.steps import Step
from services.visits.validation import Report, read_report
from services.visits.visitors import SaltOfToday, visitor_number

Row = dict[str, Any]
"""Columns of `visits`, as the bulk insert takes them."""
_INSERTION = Insertion(Visit.__table__)
_VARIANTS = Insertion(VariantView.__table__, lambda insert: insert.on_conflict_do_nothing())


class Reported(NamedTuple):
    """What one report leaves: its visit, and the variant seen where it is to be counted."""

    visit: Row
    variant: Row | None


class VisitDesk:
    """Accepts the reports of one process."""

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        routes: Container[str],
        is_shown: Callable[[str, str], bool] = lambda _variant, _path: False,
    ) -> None:
        """`routes`: the addresses of the site's pages. `is_shown`: whether this variant is shown now, by the page
        at this path."""
        rate = settings.rate_limits.visit
        is_limited = settings.rate_limits.are_on
        self._limit = SharedLimit("visit", rate.calls, rate.seconds, settings.secret_key) if is_limited else None
        self._new_visitors = NewVisitors(settings.rate_limits.visitors) if is_limited else None
        self._clock = clock
        self._routes = routes
        self._is_shown = is_shown
        self._salt = SaltOfToday()
        self._spam = SpamList(settings.data_dir)

    async def count(self, db: Database, address: str) -> None:
        """Count a call of the caller; raises RateLimited."""
        if self._limit is not None:
            await self._limit.count(db, address, self._clock())

    async def record(self, db: Database, body: object, address: str, user_agent: str) -> None:
        """Store one report; ValidationProblem if it is invalid. Address and browser name go into the hash only."""
        now = self._clock()
        read = read_report(body, self._routes)
        salt = await self._salt.of(db, now)
        visitor, is_machine = visitor_number(salt, address, user_agent), is_bot(user_agent)
        if self._new_visitors is not None and not is_machine:
            is_machine = self._new_visitors.is_one_too_many(visitor, address, salt, now)
        row = self._row(read, visitor, is_machine, now)
        await db.write_grouped(store_reports, Reported(row, self._variant(read.variant, row)), is_minor=True)

    async def visitor(self, db: Database, address: str, user_agent: str) -> int | None:
        """The number under which a report of this caller would be counted; None for a declared bot."""
        if is_bot(user_agent):
            return None
        return visitor_number(await self._salt.of(db, self._clock()), address, user_agent)

    def row(self, body: object, caller: tuple[str, str], salt: bytes, at: datetime) -> Row:
        """The row of a report received at `at`; `salt` is that day's. `caller`: address and browser name."""
        return self._row(read_report(body, self._routes), visitor_number(salt, *caller), is_bot(caller[1]), at)

    def _row(self, report: Report, visitor: int, is_machine: bool, at: datetime) -> Row:
        step, path, is_arrival, consent, touch, _variant = report
        return {
            "at": at,
            "day": berlin_day(at),
            "visitor": visitor,
            "step": step,
            "path": path,
            "is_arrival": is_arrival,
            "consent": consent,
            **touch,
            "is_bot": is_machine,
            "is_referrer_spam": touch["referrer_host"] in self._spam or touch["utm_source"] in self._spam,
        }

    def _variant(self, variant: str, visit: Row) -> Row | None:
        if not variant or visit["step"] != Step.PAGE_VIEW or visit["is_bot"] or visit["is_referrer_spam"]:
            return None
        return variant_row(variant, visit) if self._is_shown(variant, visit["path"]) else None


def variant_row(variant: str, visit: Row) -> Row:
    """The row of a variant seen with this visit. `variant`: number of the experiment, a colon, the arm."""
    experiment, _, arm = variant.partition(":")
    return {"experiment_id": int(experiment), "arm": arm, **{name: visit[name] for name in ("day", "visitor", "at")}}


def store_reports(session: Session, reports: Sequence[Reported]) -> Sequence[None]:
    """Write one or many reports; a variant that the visitor has seen before leaves no second row."""
    _VARIANTS.run(session, [report.variant for report in reports if report.variant])
    return store(session, [report.visit for report in reports])


def store(session: Session, rows: Sequence[Row]) -> Sequence[None]:
    """Write rows of one or many reports."""
    _INSERTION.run(session, rows)
    return [None] * len(rows)
