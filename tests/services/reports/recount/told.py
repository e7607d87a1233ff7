"""A demonstration whose reports can be asked and counted a second time."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import insert
from sqlalchemy.orm import Session

from analytics.definitions import definitions
from services.core.clock import Clock, berlin_day
from services.core.db.db import Database
from services.core.db.leases import timed
from services.demo import scene, story
from services.demo.build import SIZE, build, demo_settings
from services.demo.log_ins import LogIn
from services.mail import outbox
from services.mail.delivery import LastLook
from services.reports.parameters import address_name, read_parameters
from services.reports.run import ReportAnswer, ReportContext, run_report
from services.reservations.models import Reservation
from services.settings import Settings
from services.store.ingest import StoreIngest
from services.store.place import store_of
from services.visits.models import ReservationTouch
from services.visits.touches import TOUCH_FIELDS
from tests.fixtures.proved import proved
from tests.services.held_clock import HeldClock
from tests.services.reports.recount.world import World, read_world
from tests.services.stored import stored

Looks = Mapping[str, LastLook]
NOW = datetime(2026, 11, 21, 20, tzinfo=UTC)
HOUSEHOLDS = proved(SIZE // 3, SIZE)
"""How many the year has; of a third, every kind of report still has rows to differ about."""
VISITED_LIKE = proved(3 * HOUSEHOLDS, SIZE)
"""How many households a full park is said to have: the more, the fewer only look at the site for each that reserves."""


class Postman:
    """In place of the delivery: what is due leaves in one transaction a day, unrendered. No report reads a mail's text,
    and sending each by itself is half of a demonstration.
    """

    def __init__(self, db: Database, post: scene.Post, _renderer: object, clock: Clock, looks: Looks) -> None:
        self._db, self._post, self._clock, self._looks = db, post, clock, looks

    def deliver_due(self) -> None:
        """Everything that is due; mailboxes that do not exist refuse theirs."""
        self._db.write(timed(self._clock, self._deliver))

    def _deliver(self, session: Session, now: datetime) -> None:
        while leased := outbox.lease_due(session, now, 100):
            for mail in leased:
                look = self._looks.get(mail.kind)
                if look is not None and look(session, mail, now) is None:
                    continue
                if mail.recipient in self._post.unknown:
                    outbox.mark_failed(session, mail, scene.UNKNOWN_MAILBOX, is_final=True, now=now)
                else:
                    outbox.mark_sent(session, mail, now)


def taken(report: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """What a report takes of these parameters."""
    names = {address_name(name) for name in definitions()[report].parameters}
    return {name: value for name, value in given.items() if name in names}


@dataclass(frozen=True)
class Told:
    """A database with its reports and the second opinion on them."""

    context: ReportContext
    world: World

    def ask(self, report: str, given: Mapping[str, Any], tables: tuple[str, ...] | None = None) -> ReportAnswer:
        """All of a report, or only these of its tables, which is as much quicker as there are others."""
        definition = definitions()[report]
        asked = taken(report, given).items()
        pairs = [(name, text) for name, value in asked for text in (value if isinstance(value, list) else [value])]
        parameters = read_parameters(definition, pairs, berlin_day(self.context.now))
        return run_report(self.context, definition, parameters, limit=None, tables=tables)


@dataclass(frozen=True)
class Year(Told):
    """The whole demonstration, and how to sign in to it."""

    settings: Settings
    log_ins: list[LogIn]
    _answers: dict[str, ReportAnswer] = field(default_factory=dict)

    def ask(self, report: str, given: Mapping[str, Any], tables: tuple[str, ...] | None = None) -> ReportAnswer:
        """Nothing in it changes any more: what was asked before is not computed again."""
        whole = f"{report} {sorted(taken(report, given).items())}"
        if whole in self._answers:
            return self._answers[whole]
        key = whole if tables is None else f"{whole} {tables}"
        if key not in self._answers:
            self._answers[key] = super().ask(report, given, tables)
        return self._answers[key]


@pytest.fixture(scope="session")
def year(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Year]:
    """The demonstration, in `make test` with a third of its households and of those who only look for each, its visits
    carried into files and the rollup. Built once for all tests that only read: they share the group `demo year`.
    """
    folder = tmp_path_factory.mktemp("year")
    made = demo_settings(Settings(_env_file=None, data_dir=folder, rate_limits="on"))
    made.data_dir.mkdir(parents=True)
    db = Database(made.database)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scene, "Delivery", Postman)
        for unread in ("keep_reports", "schedule_reports", "prove_and_keep"):  # of no report either
            patch.setattr(f"services.demo.build.{unread}", lambda *_: None)
        patch.setattr(story, "FULL_PARK", VISITED_LIKE)
        log_ins = build(db, made, HOUSEHOLDS, NOW, lambda: None)
    add_hard_touches(db)
    StoreIngest(db, store_of(made), HeldClock(NOW)).run()
    yield Year(ReportContext(db, store_of(made), NOW), read_world(db, NOW), made, log_ins)
    db.close()


def add_hard_touches(db: Database) -> None:
    """What the demonstration does not tell: a last touch that is direct, and touches at the edge of the look-back."""
    rows = []
    for one in stored(db, Reservation)[::5]:
        for position, days, source in ((101, 30, "Radio"), (102, 1, ""), (103, 0, "")):
            at = one["created_at"] - timedelta(days=days, microseconds=one["id"] % 2)
            blank = dict.fromkeys(TOUCH_FIELDS, "") | {"utm_source": source, "landing_path": "/pilot"}
            rows.append({"reservation_id": one["id"], "position": position, "at": at, **blank})
    db.write(lambda session: session.execute(insert(ReservationTouch), rows) and None)
