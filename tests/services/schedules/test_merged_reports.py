"""Schedules of reports that became parts of „Was bringt mein Geld“ send that one after the upgrade."""

from datetime import date
from typing import Any

from sqlalchemy import update

from analytics.definitions import definitions
from services.reports.parameters import as_given, read_parameters
from services.schedules.models import ReportSchedule
from services.schema.migrate import downgrade, migrate
from tests.services.schedules.calls import make
from tests.services.schedules.office import Office
from tests.services.stored import stored

BEFORE = "0067"
STORED: tuple[tuple[str, dict[str, Any], str, dict[str, Any]], ...] = (
    ("models", {"look_back_days": 14, "only_utm_source": ["google"]}, "last_30_days", {"look_back_days": 14}),
    ("paths", {"with_bots": True}, "last_week", {}),
    ("quality", {}, "last_quarter", {}),
    ("told", {"park": "ingolstadt"}, "last_month", {}),
)
"""A report that is gone, what it was asked for and for which period; and what is left of that, filters apart."""


def test_each_sends_money_with_what_of_its_question_still_means_something(office: Office) -> None:
    ids = [make(office.staff("admin"), report="overview")["id"] for _ in range(len(STORED) + 2)]
    downgrade(office.db, BEFORE)
    for id_, (report, parameters, period, _) in zip(ids, STORED, strict=False):
        _put(office, id_, report=report, parameters=parameters, period=period)
    _put(office, ids[-2], report="breakdown", parameters={}, period="last_week")
    _put(office, ids[-1], report="breakdown", parameters={"field": "channel"}, period="last_week")
    migrate(office.db)
    now = {row["id"]: row for row in stored(office.db, ReportSchedule)}
    for id_, (_, parameters, _, kept) in zip(ids, STORED, strict=False):
        filters = {name: value for name, value in parameters.items() if name.startswith("only_")}
        assert now[id_]["parameters"] == kept | filters
        assert (now[id_]["report"], now[id_]["period"]) == ("money", "last_ripe_quarter")
        read_parameters(definitions()["money"], as_given(now[id_]["parameters"]), date(2026, 11, 1))
    # What a breakdown is by where nothing is chosen changed; who had chosen nothing gets what came before.
    assert [now[id_]["parameters"] for id_ in ids[-2:]] == [{"field": "utm_source"}, {"field": "channel"}]


def _put(office: Office, id_: int, **values: Any) -> None:
    changed = update(ReportSchedule).where(ReportSchedule.id == id_).values(values)
    office.db.write(lambda session: session.execute(changed) and None)
