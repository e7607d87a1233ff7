"""A demonstration whose reports can be asked and counted a second time."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from sqlalchemy import insert

from analytics.definitions import definitions
from services.core.clock import berlin_day
from services.core.db.db import Database
from services.demo import scene, story
from services.demo.build import SIZE, build, demo_settings
from services.demo.log_ins import LogIn
from services.mail.outbox import Leased
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

NOW = datetime(2026, 11, 21, 20, tzinfo=UTC)
HOUSEHOLDS = proved(SIZE // 3, SIZE)
"""How many the year has; of a third, every kind of report still has rows to differ about."""
VISITED_LIKE = proved(3 * HOUSEHOLDS, SIZE)
"""How many households a full park is said to have: the more, the fewer only look at the site for each that reserves."""


class Envelopes:
    """In place of the renderer: no report reads what stands in a mail, and writing it is half of a demonstration."""

    def message(self, mail: Leased) -> EmailMessage:
        """To the same recipient, with nothing inside."""
        message = EmailMessage()
        message["Message-ID"] = f"<{mail.message_id}@voltigo.example>"
        message["To"] = mail.recipient
        return message


@dataclass(frozen=True)
class Told:
    """A database with its reports and the second opinion on them."""

    context: ReportContext
    world: World

    def ask(self, report: str, given: Mapping[str, Any]) -> ReportAnswer:
        definition = definitions()[report]
        taken = {address_name(name) for name in definition.parameters}
        pairs = [
            (name, text)
            for name, value in given.items()
            if name in taken
            for text in (value if isinstance(value, list) else [value])
        ]
        parameters = read_parameters(definition, pairs, berlin_day(self.context.now))
        return run_report(self.context, definition, parameters, limit=None)


@dataclass(frozen=True)
class Year(Told):
    """The whole demonstration, and how to sign in to it."""

    settings: Settings
    log_ins: list[LogIn]
    _answers: dict[str, ReportAnswer] = field(default_factory=dict)

    def ask(self, report: str, given: Mapping[str, Any]) -> ReportAnswer:
        """Nothing in it changes any more: what was asked before is not computed again."""
        key = f"{report} {sorted(given.items())}"
        if key not in self._answers:
            self._answers[key] = super().ask(report, given)
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
        patch.setattr(scene, "renderer_for", lambda _settings: Envelopes())
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
