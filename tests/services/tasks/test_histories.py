"""Whatever people and causes do to the queue: no line is lost, none stands twice, none is told twice."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.core.db.db import Database
from services.core.http.errors import Problem
from services.core.working_days import is_working_day, working_days_between
from services.mail.models import Mail
from services.reservations.desk.perform import Request, perform
from services.reservations.transitions import OPERATIONS
from services.settings import Settings
from services.staff.call import Staff
from services.staff.models import Role
from services.tasks import changes, queue
from services.tasks.escalate import escalate
from services.tasks.models import WorkItem
from tests.fixtures.proved import proved
from tests.fixtures.staff import add_member
from tests.services.reservations.standing import households, reserve_many

pytestmark = pytest.mark.both_databases(sample="postgresql")

HOUSEHOLDS = 5
_MONDAY = datetime(2026, 12, 14, 6, 0, tzinfo=UTC)
"""Seven o'clock in Berlin, with Christmas ahead."""


@dataclass
class Desk:
    """A queue at work, and beside it what it must hold."""

    db: Database
    staff: list[Staff]
    ids: list[int]
    random: Random
    settings: Settings
    now: datetime = _MONDAY
    due: dict[int, date] = field(default_factory=dict)
    """The follow-ups that stand, by reservation: what the queue must show, whatever was done with its lines."""
    told: set[int] = field(default_factory=set)
    """Whose present cause the administrators know of."""

    def lines(self) -> dict[int, queue.Line]:
        """The lines of follow-ups, every tab together."""
        with self.db.read() as session:
            found = queue.lines(session, self.now)
        lines = [line for line in found if line.kind.name == "follow_up"]
        assert len({line.subject.id for line in lines}) == len(lines), "a line stands twice"
        awake, asleep = (queue.of(lines, tab, 0, berlin_day(self.now)) for tab in ("team", "snoozed"))
        assert sorted(line.subject.id for line in (*awake, *asleep)) == sorted(line.subject.id for line in lines)
        return {int(line.subject.id): line for line in lines}

    def step(self) -> None:
        """One thing that may happen at a desk, most often to a line that is there."""
        id_ = self.random.choice(self.ids)
        self.random.choice((self.set_day, self.take, self.put_off, self.finish, self.finish, self.night))(id_)

    def set_day(self, id_: int) -> None:
        """The cause begins, moves or ends, from wherever."""
        day = self.random.choice((None, *(berlin_day(self.now) + timedelta(days=n) for n in (-4, -1, 0, 2, 9))))
        request = Request(OPERATIONS["set_follow_up"], (id_,), self._who().actor, day=day)
        self.db.write(lambda session: perform(session, request, self.now))
        if day != self.due.pop(id_, None):
            self.told.discard(id_)
        if day is not None:
            self.due[id_] = day

    def take(self, id_: int) -> None:
        to = self.random.choice((None, *(one.id for one in self.staff)))
        self._change(id_, lambda s, key, seen: changes.assign(s, key, (to, seen), self._who(), self.now))

    def put_off(self, id_: int) -> None:
        until = berlin_day(self.now) + timedelta(days=self.random.choice((1, 3, 8)))
        self._change(id_, lambda s, key, seen: changes.snooze(s, key, (until, seen), self._who(), self.now))

    def finish(self, id_: int) -> None:
        """End a line, and half of the time take that back, which brings its cause back as well."""
        who, day = self._who(), self.due.get(id_)
        item = self._change(id_, lambda s, key, seen: changes.done(s, key, seen, who, self.now))
        if item is None:
            return
        del self.due[id_]
        if self.random.random() < 0.5 and day is not None:
            key = ("follow_up", str(id_))
            self.db.write(lambda session: changes.undo(session, key, item.version, who, self.now))
            self.due[id_] = day
        else:
            self.told.discard(id_)

    def night(self, _id: int) -> None:
        """The next morning at seven the job runs, twice, as after a process that died."""
        self.now += timedelta(days=1)
        before, mails = self._marks(), self._mails()
        count = sum(escalate(self.db, self.settings, lambda: self.now) for _ in range(2))
        fresh = {id_ for id_, _ in self._marks() - before}
        assert count == len(fresh)
        assert self._mails() - mails == (1 if fresh else 0), "one collected mail, and none without news"
        today = berlin_day(self.now)
        for id_, line in self.lines().items():
            is_told = line.item is not None and line.item.escalated_at is not None
            assert is_told or not (line.is_escalated(today) and is_working_day(today)), "nobody was told"
            assert not (id_ in fresh and id_ in self.told), "told twice"
        self.told |= fresh

    def _change(self, id_: int, change: Callable[[Session, tuple[str, str], int], WorkItem]) -> WorkItem | None:
        line = self.lines().get(id_)
        seen = line.version if line else 0
        try:
            return self.db.write(lambda session: change(session, ("follow_up", str(id_)), seen))
        except Problem as refused:
            assert line is None, refused.code
            return None

    def _who(self) -> Staff:
        return self.random.choice(self.staff)

    def _marks(self) -> set[tuple[int, datetime]]:
        with self.db.read() as session:
            rows = session.scalars(select(WorkItem))
            return {(int(row.subject_id), row.escalated_at) for row in rows if row.escalated_at}

    def _mails(self) -> int:
        with self.db.read() as session:
            return session.scalar(select(func.count()).select_from(Mail).where(Mail.kind == "work_overdue")) or 0


@pytest.mark.parametrize("seed", range(proved(1, 40)))
def test_no_line_is_lost_none_stands_twice_none_is_told_twice(seed: int, db: Database, tmp_path: Path) -> None:
    ids = reserve_many(db, _MONDAY, households(HOUSEHOLDS))
    members = [add_member(db, role, now=_MONDAY) for role in ("admin", "staff")]
    staff = [Staff(one.id, "Kim", one.email, Role(one.role), 1) for one in members]
    desk = Desk(db, staff, ids, Random(seed), Settings(_env_file=None, data_dir=tmp_path))  # type: ignore[call-arg]
    for _ in range(40):
        desk.step()
        lines = desk.lines()
        assert {id_: line.subject.due_on for id_, line in lines.items()} == desk.due, seed
        today = berlin_day(desk.now)
        assert all(
            line.is_escalated(today) is (working_days_between(line.due_on, today) >= 2) for line in lines.values()
        )
