"""Everything that can hang on an account, in one database, and calls to switch it off."""

from typing import Any

from sqlalchemy import update
from starlette.testclient import TestClient

from services.alerts import edit as alerts
from services.alerts.models import AlertRule
from services.core.clock import berlin_day
from services.reports.links.models import ReportLink
from services.reports.models import ReportRun
from services.reservations.listing.models import SavedView
from services.schedules import schedules
from services.schedules.models import ReportRecipient, ReportSchedule
from services.schedules.recipients import Chosen
from services.staff.call import Staff
from services.staff.models import AuditEntry, Role
from services.tasks import changes
from tests.fixtures.staff import Member, add_member, own_page_client, state_of
from tests.services.reservations.standing import do, households, reserve_many
from tests.services.stored import stored

PATH = "/api/staff/accounts"
OUTSIDE = "Bank@partner.example.org"
PLAN: dict[str, Any] = {
    "name": "Jede Woche",
    "report": "overview",
    "parameters": {},
    "period": "last_week",
    "timing": {"kind": "daily", "time": "06:00", "weekdays": [], "month_day": None},
    "zone": "Europe/Berlin",
    "formats": ["csv"],
    "least_rows": 0,
    "retention_days": 90,
}
RULE: dict[str, Any] = {
    "comparison": "silent",
    "scope": "all",
    "scope_value": None,
    "threshold": None,
    "days": 3,
    "is_on": True,
    "to_admins": False,
    "quiet_from": None,
    "quiet_to": None,
    "quiet_days": [],
}
VIEW: dict[str, Any] = {"filters": {"state": ["reserved"]}, "sort": "created_at", "order": "desc", "columns": []}


class Desk:
    """One installation, with an administrator who is signed in."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.db, self.clock = state_of(client).db, state_of(client).clock
        self.admin_member = self.member("admin", "Ada Admin")
        self.admin = self.browser(self.admin_member)

    def member(self, role: str, name: str, **changes: Any) -> Member:
        return add_member(self.db, role, now=self.clock(), name=name, **changes)

    def browser(self, member: Member) -> TestClient:
        return own_page_client(self.client, member.token)

    def staff(self, member: Member) -> Staff:
        return Staff(member.id, member.email, member.email, Role(member.role), 0)

    def schedule(self, owner: Member, *whom: Chosen, **changes: Any) -> int:
        values = PLAN | {"recipients": list(whom)} | changes
        return self.db.write(lambda session: schedules.add(session, values, self.staff(owner), self.clock()).id)

    def link(self, maker: Member, report: str = "overview") -> int:
        """A link to a kept run."""

        def unit(session: Any) -> int:
            now = self.clock()
            run = ReportRun(
                report=report, parameters={}, trigger="kept", state="generated", label="Juli", created_by="system",
                created_at=now, started_at=now, result_path="kept/1.json",
            )  # fmt: skip
            session.add(run)
            session.flush()
            link = ReportLink(
                run_id=run.id, report=report, label="Für die Stadtwerke", filters={}, token_sha256=f"{run.id:064}",
                created_by=f"staff:{maker.id}", created_at=now, expires_at=now.replace(year=now.year + 1),
            )  # fmt: skip
            session.add(link)
            session.flush()
            return link.id

        return self.db.write(unit)

    def figure_rule(self, *recipients: int | str) -> int:
        """A rule on a figure that marketing sees."""
        values, staff = RULE | {"recipients": list(recipients)}, self.staff(self.admin_member)
        return self.db.write(lambda session: alerts.add(session, "sessions", values, staff, self.clock()).id)

    def rule(self, kind: str, *recipients: int | str) -> None:
        change = update(AlertRule).where(AlertRule.kind == kind).values(recipients=list(recipients))
        self.db.write(lambda session: session.execute(change) and None)

    def view(self, owner: Member, name: str = "Offene", **changes: Any) -> int:
        def unit(session: Any) -> int:
            now = self.clock()
            values = {"resource": "reservations", "is_team": False, "definition": VIEW, "version": 1} | changes
            view = SavedView(owner_id=owner.id, name=name, created_at=now, updated_at=now, **values)
            session.add(view)
            session.flush()
            return view.id

        return self.db.write(unit)

    def take(self, person: Member, kind: str, subject_id: int) -> None:
        """The person takes an open line."""
        staff, key = self.staff(person), (kind, str(subject_id))
        self.db.write(lambda session: changes.assign(session, key, (person.id, 0), staff, self.clock()))

    def follow_ups(self, count: int) -> list[int]:
        """Reservations with a follow-up of today."""
        ids = reserve_many(self.db, self.clock(), households(count))
        do(self.db, "set_follow_up", ids, self.clock(), day=berlin_day(self.clock()))
        return ids

    def everything(self, person: Member) -> None:
        """One thing of each kind."""
        self.take(person, "follow_up", self.follow_ups(1)[0])
        self.schedule(person, Chosen(person.id, None), Chosen(None, OUTSIDE))
        self.link(person)
        self.rule("capacity", person.id)
        self.view(person)

    def holdings(self, member: Member) -> list[dict[str, Any]]:
        answer = self.admin.get(f"{PATH}/{member.id}/holdings")
        assert answer.status_code == 200, answer.text
        told: list[dict[str, Any]] = answer.json()["holdings"]
        return told

    def kinds(self, member: Member) -> list[str]:
        return sorted(one["kind"] for one in self.holdings(member))

    def switch_off(self, member: Member, heir_id: int | None = None, browser: TestClient | None = None) -> Any:
        return (browser or self.admin).post(f"{PATH}/{member.id}/disable", json={"hand_over_to": heir_id})

    def entries(self, action: str) -> list[dict[str, Any]]:
        return [row for row in stored(self.db, AuditEntry) if row["action"] == action]

    def schedule_row(self, schedule_id: int) -> dict[str, Any]:
        [row] = [row for row in stored(self.db, ReportSchedule) if row["id"] == schedule_id]
        return row

    def recipients(self, schedule_id: int) -> list[tuple[int | None, str | None]]:
        rows = [row for row in stored(self.db, ReportRecipient) if row["schedule_id"] == schedule_id]
        return [(row["account_id"], row["address"]) for row in sorted(rows, key=lambda row: row["place"])]
