"""Stores simulated visits: rows and hashes as the visit call makes them, each under its own day's salt.

They are added in any order (a household's first visits when it reserves) and stored in chronological order, as they
would have arrived.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import partial
from itertools import groupby
from random import Random
from typing import Final

from sqlalchemy.orm import Session

from services.campaigns.links.hits import Hit, count_hits, enabled_links
from services.campaigns.site_pages import TARGETS
from services.core.clock import Clock, berlin_day
from services.core.db.db import Database
from services.demo.visits.journeys import Report
from services.settings import Settings
from services.visits.record import Row, VisitDesk, store
from services.visits.validation import THANK_YOU_PATH
from services.visits.visitors import SaltRemoval, shared_salts

_GROUP: Final = 128
_BY_SHORT_LINK: Final = 0.7
"""Share of arrivals via the short link, for campaigns that have one."""
_KEY: Final = ("utm_source", "utm_medium", "utm_campaign")


class VisitLog:
    """Collects visit calls until they are stored."""

    def __init__(self, db: Database, settings: Settings, clock: Clock, random: Random) -> None:
        self._db = db
        self._clock = clock
        self._random = random
        self._desk = VisitDesk(settings, clock, frozenset((*TARGETS, THANK_YOU_PATH)))
        self._reports: list[Report] = []

    def add(self, reports: Iterable[Report]) -> None:
        """Collect the calls of the site."""
        self._reports += reports

    def store(self, is_stored: Callable[[], object]) -> None:
        """Write everything up to the clock's time; `is_stored` is called after each day.

        The salts are destroyed at the end, as the nightly job does.
        """
        now = self._clock()
        known = sorted((report for report in self._reports if report.at <= now), key=lambda report: report.at)
        links = self._links()
        for day, reports in groupby(known, key=lambda report: berlin_day(report.at)):
            self._store_day(day, list(reports), links)
            is_stored()
        self._reports.clear()
        SaltRemoval(self._db, self._clock).run()

    def _store_day(self, day: date, reports: Sequence[Report], links: dict[tuple[str, ...], int]) -> None:
        salt = self._db.write(lambda session: shared_salts(session, [day]))[0]
        rows = [self._desk.row(r.body, (r.caller.address, r.caller.agent), salt, r.at) for r in reports]
        for start in range(0, len(rows), _GROUP):
            self._db.write(partial(_write, rows[start : start + _GROUP]))
        hits = [hit for row in rows if (hit := self._hit(row, links))]
        self._db.write(lambda session: count_hits(session, hits))

    def _hit(self, row: Row, links: dict[tuple[str, ...], int]) -> Hit | None:
        link = links.get(tuple(row[name] for name in _KEY)) if row["is_arrival"] else None
        if link is None or self._random.random() > _BY_SHORT_LINK:
            return None
        return link, row["day"], row["is_bot"]

    def _links(self) -> dict[tuple[str, ...], int]:
        with self._db.read() as session:
            return {tuple(link.fields[name] for name in _KEY): link.id for link in enabled_links(session)}


def _write(rows: Sequence[Row], session: Session) -> None:
    store(session, rows)
