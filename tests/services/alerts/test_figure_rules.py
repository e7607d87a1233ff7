"""Rules on figures over HTTP and by the check: whose they are, what is refused, mails and webhooks."""

import json
from datetime import date, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient

from services.alerts import check
from services.alerts.check import NotJudged
from services.alerts.judging import Series
from services.alerts.models import Alert, AlertRule
from services.core.db.db import Database
from services.integrations.events import events_of
from services.staff.models import AuditEntry
from services.waiting_list.models import WaitingEntry
from tests.fixtures.staff import StaffClient, add_member
from tests.services.alerts.conftest import AddCampaign, Watch
from tests.services.alerts.test_rules import spend
from tests.services.held_clock import HeldClock
from tests.services.stored import stored

RULES = "/api/staff/alert-rules"
TODAY = HeldClock().now.date()
DAY = timedelta(days=1)
NEW: dict[str, Any] = {
    "kind": "reservations",
    "comparison": "silent",
    "scope": "all",
    "scope_value": None,
    "threshold": None,
    "days": 3,
    "is_on": True,
    "to_admins": False,
    "recipients": [],
    "quiet_from": None,
    "quiet_to": None,
    "quiet_days": [],
}
FEW_WAIT = NEW | {"kind": "waiting"}


def added(browser: TestClient, body: dict[str, Any]) -> dict[str, Any]:
    answer = browser.post(RULES, json=body)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def changed(browser: TestClient, rule: dict[str, Any], **values: Any) -> Any:
    body = {name: rule[name] for name in NEW if name != "kind"} | {"version": rule["version"]} | values
    return browser.put(f"{RULES}/{rule['id']}", json=body)


def own_rules(browser: TestClient) -> list[dict[str, Any]]:
    """Those that staff made."""
    return [rule for rule in browser.get(RULES).json()["data"] if rule["comparison"]]


def alerts(db: Database) -> list[dict[str, Any]]:
    return [row for row in stored(db, Alert) if row["day"] is not None]


def wait_on(db: Database, *days: date) -> None:
    """Households that joined the waiting list on these days, at noon."""

    def unit(session: Any) -> None:
        for day in days:
            mailbox = f"a-{day}@beispiel.example"
            at = datetime.fromisoformat(f"{day}T12:00:00+00:00")
            session.add(
                WaitingEntry(
                    park_id="ingolstadt", rank=day.toordinal(), name="Ada", email=mailbox, email_normalized=mailbox,
                    mailbox=mailbox,
                    annual_kwh=1000, payment_plan="once", typed={}, privacy_version="1", joined_at=at, confirm_by=at,
                    confirmed_at=at, state="waiting", passed=0, declined_kwh=0, is_skipped=False, version=1,
                )
            )  # fmt: skip

    db.write(unit)


@pytest.mark.parametrize(
    ("role", "sees", "does_not"),
    [
        ("marketing", {"reservations", "costs", "free"}, {"waiting", "mails_failed"}),
        ("staff", {"waiting", "mails_failed", "free"}, {"reservations", "costs"}),
        ("admin", {"reservations", "waiting", "free"}, set()),
    ],
)
def test_a_role_makes_rules_on_what_it_may_see(
    role: str, sees: set[str], does_not: set[str], staff_client: StaffClient
) -> None:
    told = staff_client(role).get(RULES).json()
    names = {one["name"] for one in told["figures"]}
    assert sees <= names
    assert not does_not & names
    assert bool(told["data"]) is (role == "admin"), "the built-in ones are the administration's"


def test_a_rule_is_everyones_whose_role_sees_the_figure(staff_client: StaffClient) -> None:
    marketer, colleague, clerk = staff_client("marketing"), staff_client("marketing"), staff_client("staff")
    rule = added(marketer, NEW)
    assert own_rules(clerk) == []
    assert changed(clerk, rule, days=5).status_code == 404
    assert clerk.delete(f"{RULES}/{rule['id']}").status_code == 404
    assert changed(colleague, rule, days=5).json()["title"] == "Reservierungen: nichts seit 5 Tagen"
    stale = changed(marketer, rule, days=6)
    assert (stale.status_code, stale.json()["current"]["days"]) == (409, 5)
    assert staff_client("admin").delete(f"{RULES}/{rule['id']}").status_code == 204
    assert own_rules(marketer) == []


REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"kind": "waiting"}, "kind", "Diese Zahl sieht Ihre Rolle nicht."),
    ({"kind": "capacity"}, "kind", "Diese Zahl sieht Ihre Rolle nicht."),
    ({"kind": ""}, "kind", "Bitte wählen Sie eine Zahl."),
    ({"comparison": None}, "comparison", "Bitte wählen Sie, wann Sie es wissen möchten."),
    ({"comparison": "costs_missing"}, "comparison", "Für „Reservierungen“ gibt es diese Bedingung nicht."),
    ({"comparison": "krumm"}, "comparison", "Diese Bedingung gibt es nicht."),
    ({"comparison": "below"}, "threshold", "Bitte geben Sie eine Grenze an."),
    ({"comparison": "below", "threshold": 0}, "threshold", "Bitte geben Sie eine Grenze von 1 bis 10.000.000 an."),
    (
        {"comparison": "unusual", "threshold": 96},
        "threshold",
        "Bitte geben Sie eine Grenze von 5\u00a0% bis 95\u00a0% an.",
    ),
    (
        {"comparison": "more_than_usual", "threshold": 4},
        "threshold",
        "Bitte geben Sie eine Grenze von 5\u00a0% bis 500\u00a0% an.",
    ),
    (
        {"comparison": "unusual", "threshold": 50, "days": 8},
        "days",
        "Mit den letzten Wochen lassen sich 1 bis 7 Tage vergleichen.",
    ),
    ({"scope": "campaign", "scope_value": "77"}, "scope_value", "Bitte wählen Sie einen Eintrag, den es gibt."),
    ({"scope": "park", "scope_value": "ingolstadt"}, "scope", "„Reservierungen“ lässt sich danach nicht auswählen."),
    ({"days": 0}, "days", "Bitte geben Sie eine Zahl von 1 bis 90 an."),
    ({"quiet_from": "22:00"}, "quiet_to", "Bitte geben Sie an, wann die Ruhe endet."),
    (
        {"recipients": ["ole@example.org"]},
        "recipients",
        "Die 1. Adresse gehört niemandem im Team. Solche trägt die Administration ein.",
    ),
]


def test_what_does_not_fit_is_refused_beside_its_field(staff_client: StaffClient) -> None:
    browser = staff_client("marketing")
    for path in (RULES, f"{RULES}/preview"):
        for changes, field, words in REFUSED:
            answer = browser.post(path, json=NEW | changes)
            assert answer.status_code == 422, (changes, answer.text)
            assert {one["field"]: one["message"] for one in answer.json()["errors"]}[field] == words
    assert own_rules(browser) == []


def test_an_address_from_outside_that_the_administration_entered_stays(watch: Watch, staff_client: StaffClient) -> None:
    member = add_member(watch.db, "marketing")
    rule = added(staff_client("admin"), NEW | {"recipients": ["ole@example.org", member.email]})
    kept = changed(staff_client("marketing"), rule, days=5)
    assert kept.json()["recipients"] == ["ole@example.org", member.email]
    assert kept.json()["told"] == 2


def test_a_built_in_rule_is_turned_off_but_not_deleted(staff_client: StaffClient) -> None:
    answer = staff_client("admin").delete(f"{RULES}/1")
    assert (answer.status_code, answer.json()["code"]) == (409, "built_in")


def test_it_opens_once_is_mailed_once_and_ends(watch: Watch, staff_client: StaffClient) -> None:
    wait_on(watch.db, TODAY - 20 * DAY)
    clerk = add_member(watch.db, "staff")
    browser = staff_client("staff")
    rule = added(browser, FEW_WAIT | {"recipients": [clerk.email]})
    assert rule["state_words"].startswith("Noch nicht geprüft.")
    watch.look()
    [mail] = watch.mails()
    assert mail["recipient"] == clerk.email
    assert mail["values"]["headline"] == "Neu auf der Warteliste: nichts seit 3 Tagen"
    assert mail["values"]["words"] == "Vom 31.10.2026 bis zum 02.11.2026 kam nichts dazu."
    assert mail["values"]["advice"].endswith("Vorbei ist es am ersten Tag, an dem wieder etwas kommt.")
    [shown] = [one for one in browser.get("/api/staff/alerts").json()["data"] if one["kind"] == "waiting"]
    assert shown["action"] == "Zahl ansehen"
    watch.clock.advance(days=1)
    watch.look()
    [open_one] = alerts(watch.db)
    assert (open_one["closed_at"], open_one["words"]) == (None, "Vom 01.11.2026 bis zum 03.11.2026 kam nichts dazu.")
    assert len(watch.mails()) == 1
    wait_on(watch.db, TODAY + DAY)
    watch.clock.advance(days=1)
    watch.look()
    [over] = alerts(watch.db)
    assert over["closed_at"] == watch.clock()
    [told] = own_rules(staff_client("staff"))
    assert told["state_words"] == "Geprüft bis zum 04.11.2026, zuletzt: 1."


def test_missed_days_are_judged_one_by_one(watch: Watch, staff_client: StaffClient) -> None:
    """What opened and ended while no check ran is in the history, and is not mailed."""
    wait_on(watch.db, TODAY - DAY)
    added(staff_client("staff"), FEW_WAIT | {"to_admins": True})
    watch.look()
    assert alerts(watch.db) == []
    wait_on(watch.db, TODAY + 5 * DAY)
    watch.clock.advance(days=6)
    watch.look()
    [alert] = alerts(watch.db)
    assert (alert["day"], alert["closed_at"]) == (TODAY + 4 * DAY, watch.clock()), "the last day on which nothing came"
    assert [mail for mail in watch.mails() if mail["subject_ref"] == f"alert:{alert['id']}"] == []


def test_a_rule_is_judged_once_a_day_and_an_open_one_every_quarter_of_an_hour(
    watch: Watch, staff_client: StaffClient
) -> None:
    wait_on(watch.db, TODAY - 20 * DAY)
    added(staff_client("staff"), FEW_WAIT)
    added(staff_client("staff"), FEW_WAIT | {"days": 90})
    seen = []
    for minutes in (0, 5, 10):
        watch.clock.advance(minutes=minutes)
        watch.look()
        seen.append([row["checked_at"] == watch.clock() for row in stored(watch.db, AlertRule) if row["comparison"]])
    assert seen == [[True, True], [False, False], [True, False]]


@pytest.mark.parametrize("changes", [{"days": 4}, {"is_on": False}], ids=["changed", "turned off"])
def test_what_is_watched_differently_or_not_at_all_ends_what_is_open(
    changes: dict[str, Any], watch: Watch, staff_client: StaffClient
) -> None:
    wait_on(watch.db, TODAY - 20 * DAY)
    clerk = add_member(watch.db, "staff")
    browser = staff_client("staff")
    rule = added(browser, FEW_WAIT | {"recipients": [clerk.email]})
    watch.look()
    assert changed(browser, rule, **changes).status_code == 200
    assert [alert["closed_at"] for alert in alerts(watch.db)] == [watch.clock()]
    assert [mail["state"] for mail in watch.mails()] == ["cancelled"]
    watch.look()
    assert len(alerts(watch.db)) == (2 if changes.get("days") else 1)


def test_deleting_a_rule_ends_what_is_open_and_says_so_to_webhooks(watch: Watch, staff_client: StaffClient) -> None:
    wait_on(watch.db, TODAY - 20 * DAY)
    browser = staff_client("staff")
    rule = added(browser, FEW_WAIT)
    watch.look()
    [alert] = alerts(watch.db)
    assert browser.delete(f"{RULES}/{rule['id']}").status_code == 204
    assert alerts(watch.db) == []
    with watch.db.read() as session:
        entries = session.scalars(select(AuditEntry).order_by(AuditEntry.id)).all()
        events = [one for one in events_of(session, entries, "https://voltigo.example") if "waiting" in one.payload]
    assert [event.type for event in events] == ["alert.opened", "alert.closed"]
    data = json.loads(events[0].payload)["data"]
    assert data.pop("url").startswith("https://voltigo.example/admin/waiting-list?filter=")
    assert data == {
        "id": alert["id"], "rule": rule["id"], "kind": "waiting", "about": "all", "value": 0,
        "title": "Neu auf der Warteliste", "comparison": "silent", "day": "2026-11-02",
    }  # fmt: skip


def test_an_open_alert_leads_to_the_households_it_counted(watch: Watch, staff_client: StaffClient) -> None:
    wait_on(watch.db, *(TODAY - back * DAY for back in (9, 4, 3, 1)), TODAY)
    browser = staff_client("staff")
    added(browser, FEW_WAIT | {"comparison": "above", "threshold": 1, "days": 4})
    watch.look()
    [alert] = [one for one in browser.get("/api/staff/alerts").json()["data"] if one["kind"] == "waiting"]
    assert alert["words"] == "Vom 30.10.2026 bis zum 02.11.2026 waren es 3."
    address = urlsplit(alert["path"])
    conditions = json.loads(parse_qs(address.query)["filter"][0])
    assert browser.get(f"/api/staff{address.path}", params=conditions).json()["total"] == 3


def test_a_webhook_leads_to_the_figure_with_the_tags_that_the_log_does_not_keep(
    watch: Watch, staff_client: StaffClient, add_campaign: AddCampaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    quiet = {"": Series(TODAY - 9 * DAY, (4, 4, 4, 0, 0, 0, 0, 0, 0))}
    monkeypatch.setattr(check, "load", lambda *_: quiet)
    campaign = str(add_campaign())
    added(staff_client("marketing"), NEW | {"scope": "campaign", "scope_value": campaign})
    watch.look()
    with watch.db.read() as session:
        entries = session.scalars(select(AuditEntry).where(AuditEntry.action == "alert.opened")).all()
        [event] = [one for one in events_of(session, entries, "https://voltigo.example") if "reserv" in one.payload]
    [entry] = [entry for entry in entries if entry.details["kind"] == "reservations"]
    assert entry.details["path"] == "/reports/overview?from=2026-10-31&to=2026-11-02"
    data = json.loads(event.payload)["data"]
    assert data["url"] == (
        "https://voltigo.example/admin/reports/overview?from=2026-10-31&to=2026-11-02"
        "&only_utm_source=newsletter&only_utm_medium=email&only_utm_campaign=fruehling"
    )
    assert "path" not in data


def test_a_figure_that_cannot_be_read_keeps_no_other_from_being_judged(
    watch: Watch, staff_client: StaffClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait_on(watch.db, TODAY - 20 * DAY)
    broken = added(staff_client("marketing"), NEW)
    added(staff_client("staff"), FEW_WAIT)
    load = check.load

    def loading(context: Any, rule: AlertRule, days: int) -> Any:
        if rule.kind == "reservations":
            raise OSError("the store is away")
        return load(context, rule, days)

    monkeypatch.setattr(check, "load", loading)
    with pytest.raises(NotJudged, match=f"^reservations {broken['id']}$"):
        watch.look()
    assert [alert["kind"] for alert in alerts(watch.db)] == ["waiting"]


def test_money_without_visits_is_found(watch: Watch, staff_client: StaffClient, add_campaign: AddCampaign) -> None:
    spend(watch.db, add_campaign(name="Plakate"), TODAY - 2 * DAY, 500)
    body = NEW | {"kind": "costs_without_visits", "comparison": "above", "threshold": 0, "days": 14}
    browser = staff_client("marketing")
    added(browser, body)
    watch.look()
    [alert] = alerts(watch.db)
    assert alert["words"].endswith("kostete das 5\u00a0€, und niemand kam damit: Plakate.")


def test_the_preview_says_how_often_it_would_have_been_and_keeps_nothing(
    watch: Watch, staff_client: StaffClient
) -> None:
    browser = staff_client("staff")
    nothing = browser.post(f"{RULES}/preview", json=FEW_WAIT).json()
    assert nothing["words"][0].startswith("Dafür ist noch zu wenig bekannt.")
    wait_on(watch.db, *(TODAY - back * DAY for back in (100, 90, 89, 88, 40, 39, 1)))
    found = browser.post(f"{RULES}/preview", json=FEW_WAIT).json()
    assert found["words"] == [
        "An den 98 Tagen, die sich beurteilen lassen, hätte die Regel 3-mal angeschlagen, zuletzt am 29.07.2026, "
        "10.08.2026 und 28.09.2026.",
        "Vorbei ist es am ersten Tag, an dem wieder etwas kommt.",
    ]
    assert own_rules(browser) == []
