"""Recipients from before they followed accounts: converted without losing one, and back again."""

from datetime import UTC, datetime
from typing import Any

from alembic.script import ScriptDirectory
from sqlalchemy import JSON, DateTime, column, insert, select, table, update

from services.alerts.models import AlertRule
from services.core.db.db import Database
from services.migrate import alembic_config, downgrade, migrate
from services.schedules.models import ReportRecipient, ReportSchedule
from services.schedules.recipients.eligibility import judged, rows_of
from tests.fixtures.staff import add_member
from tests.services.stored import stored

MADE = datetime(2026, 9, 1, 6, tzinfo=UTC)
NOW = datetime(2026, 11, 22, 6, tzinfo=UTC)
_PLAN: dict[str, Any] = {
    "name": "Jeden Morgen", "report": "overview", "parameters": {}, "period": "last_week",
    "timing": {"kind": "daily", "time": "06:00", "weekdays": [], "month_day": None}, "zone": "Europe/Berlin",
    "formats": ["csv"], "condition": None, "cool_down_hours": 0, "retention_days": 90, "state": "active",
    "failures": 0, "version": 1, "created_by": "staff:1", "due_since": MADE, "created_at": MADE, "changed_at": MADE,
}  # fmt: skip


def old_table() -> Any:
    """Schedules as they were, with their recipients as a list of addresses."""
    types: dict[str, Any] = dict.fromkeys(("parameters", "timing", "formats", "condition", "recipients"), JSON())
    types |= dict.fromkeys(("due_since", "created_at", "changed_at"), DateTime(timezone=True))
    return table("report_schedules", *(column(name, types.get(name)) for name in (*_PLAN, "owner_id", "recipients")))


def before() -> str:
    revision = ScriptDirectory.from_config(alembic_config()).get_revision("0030").down_revision
    assert isinstance(revision, str)
    return revision


def listed(db: Database) -> list[list[str]]:
    with db.read() as session:
        return list(session.scalars(select(old_table().c.recipients).order_by(column("id"))))


def test_no_recipient_is_lost_and_what_an_admin_did_not_enter_waits_for_one(db: Database) -> None:
    admin, marketer = add_member(db, "admin"), add_member(db, "marketing")
    gone, former = add_member(db, "staff", state="disabled"), add_member(db, "admin", state="disabled")
    address = f"Marketing{marketer.email.removeprefix('marketing')}"
    downgrade(db, before())
    recipients = [address, "bank@example.org", gone.email, marketer.email]
    owners = [admin.id, marketer.id, former.id]
    rows = [_PLAN | {"owner_id": owner, "recipients": recipients} for owner in owners]
    rows.append(_PLAN | {"owner_id": admin.id, "recipients": []})
    db.write(lambda session: session.execute(insert(old_table()), rows) and None)
    rule = update(AlertRule).where(AlertRule.kind == "capacity")
    named = [marketer.email, "extern@example.org"]
    db.write(lambda session: session.execute(rule.values(recipients=named)) and None)

    migrate(db)
    found = [
        (row["schedule_id"], row["place"], row["account_id"], row["address"], row["confirmed_by"])
        for row in stored(db, ReportRecipient)
    ]
    assert found == [
        line
        for schedule, confirmed in ((1, f"staff:{admin.id}"), (2, None), (3, None))
        for line in (
            (schedule, 0, marketer.id, None, None),
            (schedule, 1, None, "bank@example.org", confirmed),
            (schedule, 2, gone.id, None, None),
        )
    ]
    entered = {(row["entered_by"], row["entered_at"]) for row in stored(db, ReportRecipient)}
    assert entered == {(f"staff:{owner}", MADE) for owner in owners}
    [rule_row] = [row for row in stored(db, AlertRule) if row["kind"] == "capacity"]
    assert rule_row["recipients"] == [marketer.id, "extern@example.org"]
    assert states(db) == {
        1: ["entitled", "entitled", "disabled"],
        2: ["entitled", "unconfirmed", "disabled"],
        3: ["entitled", "unconfirmed", "disabled"],
        4: [],
    }

    downgrade(db, before())
    assert listed(db) == [[marketer.email, "bank@example.org", gone.email]] * 3 + [[]]
    migrate(db)
    [rule_row] = [row for row in stored(db, AlertRule) if row["kind"] == "capacity"]
    assert rule_row["recipients"] == [marketer.id, "extern@example.org"]
    assert len(stored(db, ReportRecipient)) == 9


def states(db: Database) -> dict[int, list[str]]:
    """How the recipients of each schedule stand."""
    with db.read() as session:
        return {
            row.id: [one.state for one in judged(session, rows_of(session, [row.id]), row.report, NOW)]
            for row in session.scalars(select(ReportSchedule))
        }
