"""Ingest of reported visits: one row per page view or step, a group of calls in one statement.

A report is answered after its commit. `VISITS.md` describes what is stored.
"""

from collections.abc import Container, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy.orm import Session

from services.core.clock import Clock, berlin_day
from services.core.db.db import Database
from services.core.db.rows import Insertion
from services.core.http.callers.shared_limit import SharedLimit
from services.settings import Settings
from services.visits.bots import is_bot
from services.visits.devices import device_of
from services.visits.models import Visit
from services.visits.new_visitors import NewVisitors
from services.visits.touches import DEVICE
from services.visits.validation import Report, read_report
from services.visits.visitors import SaltOfToday, visitor_number

Row = dict[str, Any]
"""Columns of `visits`, as the bulk insert takes them."""
_INSERTION = Insertion(Visit.__table__)
_OWN_LIST = Path(__file__).with_name("referrer_spam.txt")
ADDED_LIST = "referrer-spam.txt"
"""Name of the installation's own list in the data directory."""


class VisitDesk:
    """Accepts the reports of one process."""

    def __init__(self, settings: Settings, clock: Clock, routes: Container[str]) -> None:
        """`routes`: the addresses of the site's pages."""
        rate = settings.rate_limits.visit
        is_limited = settings.rate_limits.are_on
        self._limit = SharedLimit("visit", rate.calls, rate.seconds, settings.secret_key) if is_limited else None
        self._new_visitors = NewVisitors(settings.rate_limits.visitors) if is_limited else None
        self._clock = clock
        self._routes = routes
        self._salt = SaltOfToday()
        self._spam = SpamList(settings.data_dir)

    async def count(self, db: Database, address: str) -> None:
        """Count a call of the caller; raises RateLimited."""
        if self._limit is not None:
            await self._limit.count(db, address, self._clock())

    async def record(self, db: Database, body: object, address: str, user_agent: str) -> None:
        """Store one report; ValidationProblem if it is invalid. Of address and browser name only a hash and the
        class of the device are kept."""
        now = self._clock()
        read = read_report(body, self._routes)
        salt = await self._salt.of(db, now)
        visitor, is_machine = visitor_number(salt, address, user_agent), is_bot(user_agent)
        if self._new_visitors is not None and not is_machine:
            is_machine = self._new_visitors.is_one_too_many(visitor, address, salt, now)
        row = self._row(read, visitor, is_machine, device_of(user_agent), now)
        await db.write_grouped(store, row, is_minor=True)

    def row(self, body: object, caller: tuple[str, str], salt: bytes, at: datetime) -> Row:
        """The row of a report received at `at`; `salt` is that day's. `caller`: address and browser name."""
        report, agent = read_report(body, self._routes), caller[1]
        return self._row(report, visitor_number(salt, *caller), is_bot(agent), device_of(agent), at)

    def _row(self, report: Report, visitor: int, is_machine: bool, device: str, at: datetime) -> Row:
        step, path, is_arrival, consent, touch = report
        return {
            "at": at,
            "day": berlin_day(at),
            "visitor": visitor,
            "step": step,
            "path": path,
            "is_arrival": is_arrival,
            "consent": consent,
            **touch,
            DEVICE: device,
            "is_bot": is_machine,
            "is_referrer_spam": touch["referrer_host"] in self._spam or touch["utm_source"] in self._spam,
        }


def store(session: Session, rows: Sequence[Row]) -> Sequence[None]:
    """Write rows of one or many reports."""
    _INSERTION.run(session, rows)
    return [None] * len(rows)


class SpamList:
    """Known hosts of referrer spam and their subdomains: they fake visits to appear in a site's reports. Their visits
    are flagged, never refused. There is no maintained package of such a list.

    To extend it in an installation, put any list of hosts (one a line; the community's public-domain lists have this
    form) into `DATA_DIR` as `referrer-spam.txt` and restart: it is added to ours. Rows already stored keep their flag.
    """

    def __init__(self, data_dir: Path) -> None:
        added = data_dir / ADDED_LIST
        paths = [_OWN_LIST, added] if added.is_file() else [_OWN_LIST]
        self._hosts = frozenset(host for path in paths for host in _hosts(path))

    def __contains__(self, host: object) -> bool:
        """Whether a host named by a referrer or a campaign field is on the list or a subdomain of one that is."""
        if not isinstance(host, str) or "." not in host:
            return False
        labels = host.lower().partition(":")[0].rstrip(".").split(".")
        return any(".".join(labels[start:]) in self._hosts for start in range(len(labels) - 1))


def _hosts(path: Path) -> Iterator[str]:
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        host = line.partition("#")[0].strip().lower()
        if "." in host:
            yield host
