"""What jobs do with schedules, one step at a time: carry out, send, finalize; and what the console then says."""

from datetime import datetime
from typing import Any

from starlette.testclient import TestClient

from services.core.clock import Clock
from services.core.db.db import Database
from services.jobs.runner import Runner
from services.mail.delivery import Delivery
from services.mail.rendering import renderer_for
from services.mail.transport import Smtp
from services.schedules.jobs import schedule_job, schedule_jobs
from services.schedules.recipients import LAST_LOOKS
from services.schedules.runner import run_schedule
from services.schedules.runs import finalize
from services.settings import Settings
from services.staff.models import Account
from tests.fixtures.staff import add_member, own_page_client, state_of
from tests.services.schedules.calls import SCHEDULES


def take_up(db: Database, settings: Settings, clock: Clock) -> int:
    """Carry out what was asked for or left, as the jobs of a process do; how many runs that were."""
    runner = Runner(db, clock)
    jobs = {run_id: schedule_job(db, settings, clock, name) for run_id, name in runner.free_runs()}
    return sum(runner.take(job, run_id) for run_id, job in jobs.items() if job)


class Office:
    """The jobs of one installation."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        state = state_of(client)
        self.db, self.settings, self.clock = state.db, state.settings, state.clock

    def slot(self, schedule_id: int) -> datetime:
        """The next moment at which it is due; the clock is put there."""
        [job] = [one for one in self.jobs() if one.name == f"report-schedule:{schedule_id}"]
        slot = next(job.rule.after(self.clock())).at
        self.clock.now = slot
        return slot

    def jobs(self) -> Any:
        return schedule_jobs(self.db, self.settings, self.clock)

    def run(self, schedule_id: int, slot: datetime | None = None) -> str:
        """Carry out its next slot, or this one."""
        due = slot or self.slot(schedule_id)
        return run_schedule(self.db, self.settings, self.clock, schedule_id, due)

    def send(self, url: str) -> dict[str, int]:
        """Send what is due; how many mails ended in which state."""
        delivery = Delivery(self.db, Smtp(url), renderer_for(self.settings), self.clock, LAST_LOOKS)
        return {state.value: count for state, count in delivery.deliver_due().items()}

    def take_up(self) -> int:
        """Carry out what was asked for or left."""
        return take_up(self.db, self.settings, self.clock)

    def finalize(self) -> int:
        return finalize(self.db, self.clock)

    def staff(self, role: str) -> Any:
        """Somebody who has just signed in: sessions end while the clock goes on."""
        member = add_member(self.db, role, now=self.clock())
        browser: Any = own_page_client(self.client, member.token)
        browser.member = member
        return browser

    def reader(self) -> Any:
        """Somebody who is told of nothing."""
        return self.staff("marketing")

    def runs(self, schedule_id: int) -> list[dict[str, Any]]:
        """Its runs as the console shows them, the latest first."""
        answer = self.reader().get(f"{SCHEDULES}/{schedule_id}/runs")
        assert answer.status_code == 200, answer.text
        found: list[dict[str, Any]] = answer.json()["data"]
        return found

    def show(self, schedule_id: int) -> dict[str, Any]:
        """The schedule as the console shows it."""
        told: dict[str, Any] = self.reader().get(f"{SCHEDULES}/{schedule_id}").json()
        return told

    def set_account(self, account_id: int, **columns: Any) -> None:
        """Change an account as an admin would."""

        def unit(session: Any) -> None:
            account = session.get(Account, account_id)
            for name, value in columns.items():
                setattr(account, name, value)

        self.db.write(unit)
