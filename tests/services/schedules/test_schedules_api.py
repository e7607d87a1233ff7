"""Schedules in the console: what may be saved, by whom, and what is told of it."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from services.staff.models import AuditEntry
from tests.fixtures.staff import StaffClient, state_of
from tests.services.schedules.calls import SCHEDULES, faults, make, plan
from tests.services.stored import stored

pytestmark = pytest.mark.usefixtures("probe")


def test_a_saved_schedule_is_told_as_entered_with_its_words_and_next_slots(marketer: TestClient) -> None:
    timing = {"kind": "weekly", "time": "06:30", "weekdays": [5, 1], "month_day": None}
    entered = plan(marketer, timing=timing, least_rows=5, name="  Für die Runde ")
    told = marketer.post(SCHEDULES, json=entered).json()
    assert {name: told[name] for name in entered if name not in ("name", "timing")} == {
        name: value for name, value in entered.items() if name not in ("name", "timing")
    }
    assert (told["name"], told["timing"]["weekdays"]) == ("Für die Runde", [1, 5])
    assert told["timing_words"] == "montags und freitags um 6:30 Uhr"
    assert told["period_words"] == "letzte 7 ganze Tage"
    assert [one["local_time"] for one in told["next"]] == ["06:30"] * 5
    assert told["owner"] == {"id": marketer.member.id, "name": "Kim Marketing", "is_entitled": True}
    assert (told["state"], told["paused"], told["failures"], told["last_run"]) == ("active", None, 0, None)
    assert marketer.get(f"{SCHEDULES}/{told['id']}").json() == told
    assert marketer.get(SCHEDULES).json()["data"] == [told]


QUARTERS = {("01", "02"), ("04", "02"), ("07", "02"), ("10", "02")}
RHYTHMS: list[tuple[dict[str, Any], str, set[tuple[str, str]]]] = [
    ({"kind": "quarterly", "month": 1, "month_day": 2}, "am 2. Januar, April, Juli und Oktober", QUARTERS),
    ({"kind": "yearly", "month": 1, "month_day": 2}, "jedes Jahr am 2. Januar", {("01", "02")}),
    ({"kind": "monthly", "month": None, "month_day": 0}, "am ersten Werktag jedes Monats",
     {("12", "01"), ("01", "04"), ("02", "01"), ("03", "01"), ("04", "01")}),
]  # fmt: skip
"""Its words, and the next days (month, day)."""


def test_a_rhythm_of_months_says_when_it_comes(marketer: TestClient, subtests: pytest.Subtests) -> None:
    for timing, words, days in RHYTHMS:
        with subtests.test(words):
            told = marketer.post(SCHEDULES, json=plan(marketer, timing={**timing, "time": "06:00"})).json()
            assert told["timing"] == {**timing, "time": "06:00", "weekdays": []}
            assert told["timing_words"] == f"{words} um 6:00 Uhr"
            assert {tuple(one["day"].split("-")[1:]) for one in told["next"]} == days
            assert len({one["day"] for one in told["next"]}) == 5


def timed(kind: str, time: str = "06:00", **more: Any) -> dict[str, Any]:
    return {"timing": {"kind": kind, "time": time, **more}}


FAULTS: list[tuple[dict[str, Any], dict[str, str]]] = [
    ({"name": ""}, {"name": "missing"}),
    ({"name": "An kim@voltigo.example"}, {"name": "personal"}),
    ({"report": "nothing"}, {"report": "unknown_choice"}),
    ({"parameters": {"with_bots": "vielleicht"}}, {"with_bots": "not_a_flag"}),
    ({"parameters": {"from": "2026-01-01"}}, {"parameters": "wrong_type"}),
    ({"period": None}, {"period": "missing"}),
    ({"period": "tomorrow"}, {"period": "unknown_choice"}),
    ({"timing": None}, {"timing": "missing"}),
    ({"timing": {}}, {"timing.kind": "missing", "timing.time": "missing"}),
    (timed("daily", "25:00"), {"timing.time": "not_a_time"}),
    (timed("weekly", weekdays=[8]), {"timing.weekdays": "unknown_choice"}),
    (timed("monthly", month_day=-1), {"timing.month_day": "out_of_range"}),
    (timed("quarterly", month=1), {"timing.month_day": "missing"}),
    (timed("quarterly", month_day=1), {"timing.month": "missing"}),
    (timed("quarterly", month_day=1, month=4), {"timing.month": "out_of_range"}),
    (timed("yearly", month_day=1, month=13), {"timing.month": "out_of_range"}),
    ({"zone": "Europe/Ingolstadt"}, {"zone": "unknown_choice"}),
    ({"zone": "../etc/passwd"}, {"zone": "unknown_choice"}),
    ({"recipients": []}, {"recipients": "missing"}),
    ({"recipients": ["a@example.org"] * 21}, {"recipients": "out_of_range"}),
    ({"recipients": ["nobody"]}, {"recipients.0": "email_invalid"}),
    ({"formats": []}, {"formats": "missing"}),
    ({"formats": ["exe"]}, {"formats": "unknown_choice"}),
    ({"least_rows": -1}, {"least_rows": "out_of_range"}),
    ({"least_rows": 1.5}, {"least_rows": "out_of_range"}),
    ({"retention_days": 0}, {"retention_days": "out_of_range"}),
]


def test_a_fault_is_told_beside_its_field(client: TestClient, staff_client: StaffClient, subtests: Any) -> None:
    admin = staff_client("admin")
    for changes, expected in FAULTS:
        with subtests.test(str(changes)):
            assert faults(admin.post(SCHEDULES, json=plan(admin, **changes))) == expected


def test_only_admins_send_outside_and_nobody_to_an_account_that_may_not_have_it(
    client: TestClient, marketer: TestClient, staff_client: StaffClient
) -> None:
    admin, clerk = staff_client("admin"), staff_client("staff")
    gone = staff_client("marketing", state="disabled")
    coming = staff_client("marketing", state="invited")
    wanted = [marketer.member.email, clerk.member.email, gone.member.email, coming.member.email]
    for who in (marketer, admin):
        refused = faults(who.post(SCHEDULES, json=plan(who, recipients=wanted)))
        places = ("role", "disabled", "invited")
        assert refused == {f"recipients.{place}": code for place, code in enumerate(places, 1)}
    answer = marketer.post(SCHEDULES, json=plan(marketer, recipients=["bank@example.org"]))
    assert faults(answer) == {"recipients.0": "outside"}
    assert answer.json()["errors"][0]["message"] == "Adressen außerhalb trägt die Administration ein."
    made = make(admin, recipients=["bank@example.org", "Bank@example.org", admin.member.email])
    assert made["recipients"] == ["bank@example.org", admin.member.email]


def test_colleagues_who_may_see_the_report_are_named_for_its_recipients(
    client: TestClient, marketer: TestClient, staff_client: StaffClient
) -> None:
    admin, clerk = staff_client("admin"), staff_client("staff")
    gone = staff_client("marketing", state="disabled")

    def named(who: TestClient, query: str = "?report=probe") -> set[str]:
        return {one["email"] for one in who.get(f"{SCHEDULES}/recipients{query}").json()["data"]}

    assert named(marketer) == {marketer.member.email, admin.member.email}
    assert named(clerk, "") == {marketer.member.email, admin.member.email, clerk.member.email}
    assert gone.member.email not in named(admin, "")
    assert named(marketer, "?report=nothing") == set()


def test_roles_see_schedules_of_reports_they_may_see_and_owners_and_admins_change_them(
    client: TestClient, marketer: TestClient, staff_client: StaffClient
) -> None:
    made = make(marketer)
    own, other = f"{SCHEDULES}/{made['id']}", staff_client("marketing")
    clerk, admin = staff_client("staff"), staff_client("admin")
    assert clerk.get(SCHEDULES).json()["data"] == []
    assert clerk.get(own).status_code == 404
    assert other.get(own).json()["may_change"] is False
    assert other.post(f"{own}/pause", json={"reason": "Urlaub"}).status_code == 403
    assert other.delete(own).status_code == 403
    assert admin.get(own).json()["may_change"] is True
    paused = admin.post(f"{own}/pause", json={"reason": "Urlaub"}).json()
    assert (paused["state"], paused["next"]) == ("paused", [])
    assert (paused["paused"]["reason"], paused["paused"]["by_system"]) == ("Urlaub", False)
    assert marketer.post(f"{own}/resume").json()["state"] == "active"
    assert marketer.delete(own).status_code == 204
    assert marketer.get(own).status_code == 404
    told = [(row["action"], row["actor"]) for row in stored(state_of(client).db, AuditEntry)]
    assert [entry for entry in told if entry[0].startswith("report_schedule.")] == [
        ("report_schedule.created", f"staff:{marketer.member.id}"),
        ("report_schedule.paused", f"staff:{admin.member.id}"),
        ("report_schedule.resumed", f"staff:{marketer.member.id}"),
        ("report_schedule.removed", f"staff:{marketer.member.id}"),
    ]


def test_saving_without_a_difference_changes_nothing(client: TestClient, marketer: TestClient) -> None:
    """Also of a schedule from before there were quarters."""
    made = make(marketer)
    assert made["timing"]["month"] is None
    own, again = f"{SCHEDULES}/{made['id']}", {name: made[name] for name in plan(marketer)}
    assert marketer.put(own, json={**again, "version": 1}).json()["version"] == 1
    changed = marketer.put(own, json=plan(marketer, name="Neu", version=1)).json()
    assert (changed["name"], changed["version"]) == ("Neu", 2)
    assert marketer.put(own, json=plan(marketer, name="Alt", version=1)).json()["changed"]["by_name"] == "Kim Marketing"


def test_texts_of_staff_and_addresses_stay_out_of_the_log(client: TestClient, marketer: TestClient) -> None:
    made = make(marketer, name="Geheimname")
    marketer.post(f"{SCHEDULES}/{made['id']}/pause", json={"reason": "Geheimgrund"})
    log = str([row["details"] for row in stored(state_of(client).db, AuditEntry)])
    assert "Geheim" not in log
    assert marketer.member.email not in log
