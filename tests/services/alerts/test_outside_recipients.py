"""An address outside that nobody has confirmed is asked for, before reports stop going there."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import update

from services.schedules import recipients as recipient_rows
from services.schedules import schedules as store
from services.schedules.models import ReportRecipient, ReportSchedule
from services.schedules.recipients import Chosen
from services.staff.call import Staff
from services.staff.models import Role
from tests.fixtures.staff import add_member
from tests.services.alerts.conftest import Watch

OUTSIDE = "bank@example.org"
_PLAN: dict[str, Any] = {
    "name": "Für die Bank", "report": "overview", "parameters": {}, "period": "last_week",
    "timing": {"kind": "daily", "time": "06:00", "weekdays": [], "month_day": None}, "zone": "Europe/Berlin",
    "formats": ["csv"], "least_rows": 0, "retention_days": 90,
}  # fmt: skip


@pytest.fixture
def schedule(watch: Watch) -> int:
    """A schedule to a colleague and to an address outside."""
    member = add_member(watch.db, "admin", now=watch.clock())
    staff = Staff(member.id, "Kim", member.email, Role.ADMIN, 0)
    values = _PLAN | {"recipients": [Chosen(member.id, None), Chosen(None, OUTSIDE)]}
    watch.only("report_recipient")
    return watch.db.write(lambda session: store.add(session, values, staff, watch.clock()).id)


def change(watch: Watch, table: Any, condition: Any, **values: Any) -> None:
    statement = update(table).where(condition).values(**values)
    watch.db.write(lambda session: session.execute(statement) and None)


def confirmed(watch: Watch, moment: datetime | None) -> None:
    change(watch, ReportRecipient, ReportRecipient.address == OUTSIDE, confirmed_at=moment)


def test_an_alert_opens_thirty_days_before_and_ends_with_the_confirmation(watch: Watch, schedule: int) -> None:
    watch.look()
    watch.clock.advance(days=334)
    watch.look()
    assert watch.alerts() == []
    watch.clock.advance(days=1)
    watch.look()
    [alert] = watch.alerts()
    assert (alert["subject"], alert["closed_at"]) == (f"report_schedule:{schedule}", None)
    assert alert["headline"] == "„Für die Bank“: Adresse außerhalb zu bestätigen"
    assert alert["words"] == "Die Bestätigung einer Adresse endet in den nächsten 30 Tagen."
    [mail] = watch.mails()
    assert mail["values"]["link"] == f"https://voltigo.example/admin/reports/schedules/{schedule}"
    assert OUTSIDE not in str([alert, mail["values"]])
    watch.clock.advance(days=31)
    watch.look()
    assert watch.alerts()[0]["words"] == "Eine Adresse bekommt nichts."
    staff, now = Staff(1, "Kim", "kim@example.org", Role.ADMIN, 0), watch.clock()
    watch.db.write(lambda session: store.confirm_recipient(session, schedule, 2, staff, now) and None)
    watch.look()
    assert watch.open_subjects() == []


def test_what_was_never_confirmed_is_asked_for_while_the_schedule_runs(watch: Watch, schedule: int) -> None:
    confirmed(watch, None)
    watch.look()
    assert watch.open_subjects() == [f"report_schedule:{schedule}"]
    change(watch, ReportSchedule, ReportSchedule.id == schedule, state="paused")
    watch.look()
    assert watch.open_subjects() == []
    change(watch, ReportSchedule, ReportSchedule.id == schedule, state="active", removed_at=watch.clock())
    watch.look()
    assert watch.open_subjects() == []


def test_several_are_counted(watch: Watch, schedule: int) -> None:
    more = [Chosen(None, f"{name}@example.org") for name in ("anna", "berta")]
    actor, now = "staff:1", watch.clock() - timedelta(days=340)
    watch.db.write(lambda session: recipient_rows.put_recipients(session, schedule, more, actor, now) and None)
    watch.look()
    assert watch.alerts()[0]["words"] == "Die Bestätigung von 2 Adressen endet in den nächsten 30 Tagen."
