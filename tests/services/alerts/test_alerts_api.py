"""Alerts over HTTP: whom each concerns, noting them, and changing the rules."""

from datetime import time
from typing import Any

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from services.alerts.models import AlertRule
from services.core.db.db import Database
from services.mail.models import Mail
from services.staff.models import AuditEntry
from tests.fixtures.staff import StaffClient, add_member
from tests.services.alerts.conftest import AddCampaign, Watch, job_trouble
from tests.services.alerts.test_rules import spend
from tests.services.held_clock import HeldClock
from tests.services.mail.posting import post
from tests.services.reservations.standing import households, reserve_many
from tests.services.stored import set_spots, stored

DAY = HeldClock().now.date()


@pytest.fixture
def everything(watch: Watch, add_campaign: AddCampaign) -> None:
    """One alert of each kind."""
    reserve_many(watch.db, watch.clock(), households(1))
    set_spots(watch.db, "reserved", range(1, 451))
    spend(watch.db, add_campaign(budget_cents=100), DAY, 500)
    watch.clock.advance(hours=48)
    watch.look(*job_trouble("forget"))


@pytest.mark.parametrize(
    ("role", "kinds"),
    [
        ("admin", {"capacity", "no_reservation", "campaign_budget", "mail_queue", "job"}),
        ("staff", {"capacity", "no_reservation", "mail_queue"}),
        ("marketing", {"capacity", "no_reservation", "campaign_budget"}),
    ],
)
@pytest.mark.usefixtures("everything")
def test_a_role_sees_what_concerns_it_and_where_it_can_do_something(
    role: str, kinds: set[str], watch: Watch, client: TestClient, staff_client: StaffClient
) -> None:
    browser = staff_client(role)
    page = browser.get("/api/staff/alerts").json()
    assert {alert["kind"] for alert in page["data"]} == kinds
    assert page["total"] == len(kinds)
    paths = {alert["kind"]: alert["path"] for alert in page["data"]}
    assert paths["capacity"] == ("/reports/capacity" if role == "marketing" else "/parks/ingolstadt/show")
    assert paths["no_reservation"] == ("/reservations" if role == "staff" else "/reports/funnel")
    for alert in watch.alerts():
        noted = browser.post(f"/api/staff/alerts/{alert['id']}/note", json={})
        assert noted.status_code == (200 if alert["kind"] in kinds else 404), alert["kind"]
    assert all(alert["noted"]["by_name"] for alert in browser.get("/api/staff/alerts").json()["data"])
    for spots, state in ((range(1, 501), "free"), (range(1, 11), "reserved")):
        set_spots(watch.db, state, spots)
    watch.look()
    past = browser.get("/api/staff/alerts?state=closed").json()
    assert {alert["kind"] for alert in past["data"]} == kinds & {"capacity", "job"}
    assert past["total"] == len(past["data"])


@pytest.mark.usefixtures("everything")
def test_whoever_notes_first_stands_there_and_the_log_knows(
    watch: Watch, client: TestClient, staff_client: StaffClient
) -> None:
    first, second = staff_client("staff", name="Miriam Falk"), staff_client("admin", name="Kim Berger")
    (park,) = [alert["id"] for alert in watch.alerts() if alert["kind"] == "capacity"]
    for browser in (first, second, second):
        answer = browser.post(f"/api/staff/alerts/{park}/note", json={})
        assert answer.json()["noted"]["by_name"] == "Miriam Falk"
    told = [entry for entry in stored(watch.db, AuditEntry) if entry["action"] == "alert.noted"]
    assert [(entry["subject"], entry["details"]["kind"]) for entry in told] == [(f"alert:{park}", "capacity")]


def mail_words(browser: TestClient, kind: str = "capacity") -> list[str]:
    alerts = browser.get("/api/staff/alerts").json()["data"]
    return [alert["mail_words"] for alert in alerts if alert["kind"] == kind]


def set_mails(db: Database, **values: Any) -> None:
    about = update(Mail).where(Mail.kind == "alert_opened").values(**values)
    db.write(lambda session: session.execute(about) and None)


def test_the_console_says_what_became_of_the_mail(watch: Watch, client: TestClient, staff_client: StaffClient) -> None:
    browser = staff_client("admin")
    set_spots(watch.db, "reserved", range(1, 451))
    watch.rule("capacity", to_admins=False)
    watch.look()
    assert mail_words(browser) == ["Ohne Mail: Für diese Regel ist niemand eingetragen."]
    watch.rule("capacity", to_admins=True, quiet_from=time(8), quiet_to=time(12), quiet_days=[2])
    watch.look()
    assert mail_words(browser) == ["Die Mail wartet die Ruhezeit ab, bis Di, 12:00 Uhr."]
    watch.rule("capacity", quiet_days=[3])
    assert mail_words(browser) == ["Die Mail geht mit der nächsten Prüfung hinaus."]
    watch.look()
    assert mail_words(browser) == ["Die Mail dazu ist noch nicht hinausgegangen. Bis dahin steht es nur hier."]
    set_mails(watch.db, state="failed")
    assert mail_words(browser) == ["Eine Mail dazu ließ sich nicht zustellen. Sie finden sie unter Mails."]
    set_mails(watch.db, state="sent")
    assert mail_words(browser) == ["Per Mail gemeldet an eine Person."]


def test_when_mail_itself_is_the_trouble_the_console_says_so(
    watch: Watch, client: TestClient, staff_client: StaffClient
) -> None:
    post(watch.db, watch.clock, "Nele")
    watch.clock.advance(hours=1)
    browser, _ = staff_client("staff"), staff_client("admin")
    watch.look()
    (words,) = mail_words(browser, "mail_queue")
    assert words == "Die Mail dazu ist noch nicht hinausgegangen. Bis dahin steht es nur hier."


def test_a_list_that_nobody_brought_up_to_date_says_so(
    watch: Watch, client: TestClient, staff_client: StaffClient
) -> None:
    browser = staff_client("staff")
    page = browser.get("/api/staff/alerts").json()
    assert (page["checked_at"], page["is_late"]) == (None, False)
    watch.look()
    watch.clock.advance(minutes=15)
    assert browser.get("/api/staff/alerts").json()["is_late"] is False
    watch.clock.advance(seconds=1)
    assert browser.get("/api/staff/alerts").json()["is_late"] is True
    watch.rule("capacity", is_on=False)
    watch.look()
    assert browser.get("/api/staff/alerts").json()["is_late"] is False, "a rule that is off is not missed"


# Rules


def rule_of(browser: TestClient, kind: str) -> dict[str, Any]:
    rules = browser.get("/api/staff/alert-rules").json()["data"]
    return next(rule for rule in rules if rule["kind"] == kind)


def put(browser: TestClient, kind: str, **changes: Any) -> Any:
    names = (
        "version", "is_on", "threshold", "to_admins", "recipients", "quiet_from", "quiet_to", "quiet_days"
    )  # fmt: skip
    current = rule_of(browser, kind)
    body = {name: current[name] for name in names} | changes
    return browser.put(f"/api/staff/alert-rules/{current['id']}", json=body)


@pytest.fixture
def admin(client: TestClient, staff_client: StaffClient) -> TestClient:
    return staff_client("admin", name="Kim Berger")


def test_the_rules_begin_as_the_house_agreed(admin: TestClient) -> None:
    rules = admin.get("/api/staff/alert-rules").json()["data"]
    assert [(rule["kind"], rule["threshold"], rule["unit"]) for rule in rules] == [
        ("capacity", 90, "percent"),
        ("no_reservation", 2880, "minutes"),
        ("reservation_burst", 30, "count"),
        ("campaign_budget", 0, "cents"),
        ("mail_queue", 60, "minutes"),
        ("job", None, None),
        ("unlisted_proxy", None, None),
        ("report_recipient", None, None),
        ("refund_due", None, None),
        ("invariant", None, None),
        ("setup_check", None, None),
        ("many_refusals", 300, "count"),
    ]
    assert all(rule["is_on"] and rule["to_admins"] and rule["told"] == 1 for rule in rules)
    assert rules[3]["when_words"] == "Die Kosten einer Kampagne liegen in ihrem Zeitraum über dem Budget."
    assert rules[1]["when_words"].startswith("Seit 48 Stunden hat niemand reserviert")
    assert rules[2]["when_words"].startswith(
        "In 10 Minuten kommen 30 oder mehr Reservierungen, mehr als die Hälfte aus höchstens drei Netzen"
    )


def test_a_rule_is_changed_as_a_whole_and_its_change_is_told_without_addresses(admin: TestClient, watch: Watch) -> None:
    answer = put(
        admin,
        "capacity",
        threshold=80,
        recipients=["kim@voltigo.example", " KIM@voltigo.example ", "ole@example.org"],
        quiet_from="22:00",
        quiet_to="06:00",
        quiet_days=[7, 1, 1],
    )
    assert answer.status_code == 200, answer.text
    rule = rule_of(admin, "capacity")
    assert rule == answer.json()
    assert (rule["threshold"], rule["quiet_from"], rule["quiet_to"], rule["quiet_days"]) == (
        80,
        "22:00",
        "06:00",
        [1, 7],
    )
    assert rule["recipients"] == ["kim@voltigo.example", "ole@example.org"]
    assert rule["told"] == 3
    assert rule["changed"]["by_name"] == "Kim Berger"
    (entry,) = [entry for entry in stored(watch.db, AuditEntry) if entry["action"] == "alert_rule.changed"]
    assert entry["details"] == {
        "changed": ["quiet_days", "quiet_from", "quiet_to", "recipients", "threshold"], "threshold": 80
    }  # fmt: skip
    assert put(admin, "capacity").json()["version"] == rule["version"], "nothing changed"


REFUSALS: list[tuple[str, dict[str, Any], str, str, str]] = [
    ("capacity", {"threshold": 0}, "threshold", "out_of_range", "Grenze von 1\u00a0% bis 100\u00a0%"),
    ("capacity", {"threshold": 101}, "threshold", "out_of_range", "Grenze von 1\u00a0% bis 100\u00a0%"),
    ("capacity", {"threshold": 90.5}, "threshold", "not_whole", "ganze Zahl"),
    ("capacity", {"threshold": None}, "threshold", "missing", "geben Sie eine Grenze an"),
    ("capacity", {"threshold": "90"}, "threshold", "wrong_type", "Zahl"),
    ("no_reservation", {"threshold": 59}, "threshold", "out_of_range", "von einer Stunde bis 60 Tagen"),
    ("mail_queue", {"threshold": 14}, "threshold", "out_of_range", "von 15 Minuten bis 7 Tagen"),
    ("reservation_burst", {"threshold": 4}, "threshold", "out_of_range", "von 5 bis 1.000"),
    ("campaign_budget", {"threshold": -1}, "threshold", "out_of_range", "von 0\u00a0€ bis 1.000.000\u00a0€"),
    ("capacity", {"is_on": "ja"}, "is_on", "wrong_type", "ja oder nein"),
    ("capacity", {"recipients": ["a@b.example", "kein Ort"]}, "recipients", "email_invalid", "2. Adresse"),
    ("capacity", {"recipients": "a@b.example"}, "recipients", "wrong_type", "Liste"),
    ("capacity", {"recipients": [f"a{n}@b.example" for n in range(21)]}, "recipients", "too_many", "20 Adressen"),
    ("capacity", {"quiet_from": "22:00"}, "quiet_to", "missing", "wann die Ruhe endet"),
    ("capacity", {"quiet_from": "22:00", "quiet_to": "06:00"}, "quiet_days", "missing", "an welchen Tagen"),
    ("capacity", {"quiet_days": [1]}, "quiet_from", "missing", "wann die Ruhe beginnt"),
    ("capacity", {"quiet_from": "25:00"}, "quiet_from", "not_a_time", "zum Beispiel 22:00"),
    ("capacity", {"quiet_days": [0]}, "quiet_days", "unknown_choice", "Wochentage"),
    ("capacity", {"quiet_days": [True]}, "quiet_days", "unknown_choice", "Wochentage"),
    (
        "capacity",
        {"quiet_from": "00:00", "quiet_to": "00:00", "quiet_days": [1, 2, 3, 4, 5, 6, 7]},
        "quiet_days", "never_ends", "So käme nie eine Mail",
    ),
]  # fmt: skip


def test_what_will_not_do_is_refused_beside_its_field(admin: TestClient) -> None:
    for kind, changes, field, code, says in REFUSALS:
        answer = put(admin, kind, **changes)
        assert answer.status_code == 422, changes
        faults = {fault["field"]: fault for fault in answer.json()["errors"]}
        assert faults[field]["code"] == code, changes
        assert says in faults[field]["message"]
    assert {rule["version"] for rule in admin.get("/api/staff/alert-rules").json()["data"]} == {1}


def test_an_address_of_an_account_becomes_the_account_where_it_is_concerned(admin: TestClient, watch: Watch) -> None:
    clerk, marketer = add_member(watch.db, "staff"), add_member(watch.db, "marketing")
    gone = add_member(watch.db, "staff", state="disabled")
    refused = put(admin, "reservation_burst", recipients=["ole@example.org", gone.email]).json()["errors"]
    assert [(fault["field"], fault["code"]) for fault in refused] == [("recipients", "inactive")]
    assert refused[0]["message"].startswith("Die 2. Adresse gehört zu einem Konto, das abgeschaltet")
    refused = put(admin, "reservation_burst", recipients=[marketer.email]).json()["errors"]
    assert [(fault["field"], fault["code"]) for fault in refused] == [("recipients", "role")]
    assert put(admin, "reservation_burst", recipients=[clerk.email.upper(), "ole@example.org"]).status_code == 200
    rule = rule_of(admin, "reservation_burst")
    assert (rule["recipients"], rule["told"]) == ([clerk.email, "ole@example.org"], 3)
    stored_rule = {row["kind"]: row["recipients"] for row in stored(watch.db, AlertRule)}
    assert stored_rule["reservation_burst"] == [clerk.id, "ole@example.org"]


def test_a_rule_without_a_figure_takes_none(admin: TestClient) -> None:
    assert put(admin, "job", threshold=5, is_on=False).json()["threshold"] is None


def test_of_two_who_change_a_rule_the_second_is_refused(admin: TestClient) -> None:
    assert put(admin, "capacity", version=1, threshold=80).status_code == 200
    late = put(admin, "capacity", version=1, threshold=70)
    assert (late.status_code, late.json()["code"], late.json()["version"]) == (409, "stale", 2)
    assert (late.json()["current"]["threshold"], late.json()["changed"]["by_name"]) == (80, "Kim Berger")


def test_a_rule_that_is_turned_off_ends_its_alerts_at_once(admin: TestClient, watch: Watch) -> None:
    set_spots(watch.db, "reserved", range(1, 451))
    watch.look()
    assert put(admin, "capacity", is_on=False).status_code == 200
    assert watch.open_subjects() == []
    assert [mail["state"] for mail in watch.mails()] == ["cancelled"]
