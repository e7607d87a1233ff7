"""Alerts on figures over HTTP and by the daily check: whose they are, what is refused, mails and webhooks."""

import json
from collections.abc import Callable
from datetime import date, datetime, timedelta
from email import message_from_bytes
from email.policy import default
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from sqlalchemy import select, update
from starlette.testclient import TestClient

from services.alerts.figures import check
from services.alerts.figures.check import check_figures
from services.alerts.figures.judging.series import Series
from services.alerts.figures.models import FigureAlert, FigureAlertOpening
from services.core.db.db import Database
from services.integrations.webhooks.events import events_of
from services.mail.delivery import Delivery
from services.mail.models import Mail
from services.mail.rendering import renderer_for
from services.mail.transport import transport_for
from services.staff.models import Account, AuditEntry
from services.waiting_list.models import WaitingEntry
from tests.fixtures.smtp import SmtpPeer
from tests.fixtures.staff import StaffClient
from tests.services.alerts.conftest import AddCampaign, Watch
from tests.services.alerts.test_rules import spend
from tests.services.held_clock import HeldClock
from tests.services.stored import stored

ALERTS = "/api/staff/figure-alerts"
TODAY = HeldClock().now.date()
QUIET: dict[str, Any] = {
    "figure": "reservations",
    "scope": "all",
    "scope_value": None,
    "kind": "silent",
    "threshold": None,
    "days": 3,
    "direction": "both",
    "false_alarms": 4,
    "by_mail": True,
    "quiet_from": None,
    "quiet_to": None,
    "quiet_days": [],
}
FEW_WAIT = QUIET | {"figure": "waiting", "kind": "silent"}


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """HTTP is the same on both."""
    return sqlite_url


@pytest.fixture
def client(make_client: Callable[..., TestClient], clock: HeldClock) -> TestClient:
    return make_client(clock=clock)


def added(browser: TestClient, body: dict[str, Any]) -> dict[str, Any]:
    answer = browser.post(ALERTS, json=body)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def refused(browser: TestClient, body: dict[str, Any]) -> dict[str, str]:
    answer = browser.post(ALERTS, json=body)
    assert answer.status_code == 422, answer.text
    return {one["field"]: one["message"] for one in answer.json()["errors"]}


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


def look(watch: Watch) -> tuple[int, int]:
    found = check_figures(watch.db, watch.settings, watch.clock)
    return found.opened, found.closed


def mails(db: Database) -> list[dict[str, Any]]:
    return [mail for mail in stored(db, Mail) if mail["kind"] == "figure_alert"]


@pytest.mark.parametrize(
    ("role", "sees", "does_not"),
    [
        ("marketing", {"reservations", "costs", "free"}, {"waiting", "mails_failed"}),
        ("staff", {"waiting", "mails_failed", "free"}, {"reservations", "costs"}),
        ("admin", {"reservations", "waiting", "free"}, set()),
    ],
)
def test_a_role_watches_what_it_may_see(
    role: str, sees: set[str], does_not: set[str], staff_client: StaffClient
) -> None:
    told = staff_client(role).get(f"{ALERTS}/figures").json()
    names = {one["name"] for one in told["figures"]}
    assert sees <= names
    assert not does_not & names


def test_another_roles_figure_is_refused(staff_client: StaffClient) -> None:
    assert refused(staff_client("staff"), QUIET) == {"figure": "Diese Zahl sieht Ihre Rolle nicht."}


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"kind": "below"}, "threshold", "Bitte geben Sie eine Grenze an."),
        ({"kind": "below", "threshold": 0}, "threshold", "Bitte geben Sie eine Grenze von 1 bis 10.000.000 an."),
        ({"scope": "campaign", "scope_value": "77"}, "scope_value", "Bitte wählen Sie eine Kampagne, die es gibt."),
        (
            {"scope": "park", "scope_value": "ingolstadt"},
            "scope",
            "„Reservierungen“ lässt sich danach nicht auswählen.",
        ),
        ({"kind": "unvisited"}, "kind", "Für „Reservierungen“ gibt es diese Bedingung nicht."),
        ({"days": 0}, "days", "Bitte geben Sie eine Zahl von 1 bis 90 an."),
        ({"quiet_from": "22:00"}, "quiet_days", "Bitte geben Sie zur Ruhezeit Beginn, Ende und Wochentage an."),
    ],
)
def test_what_does_not_fit_is_refused_in_german(
    changes: dict[str, Any], field: str, words: str, staff_client: StaffClient
) -> None:
    assert refused(staff_client("marketing"), QUIET | changes)[field] == words


def test_the_same_alert_twice_and_too_many_are_refused(staff_client: StaffClient) -> None:
    browser = staff_client("marketing")
    added(browser, QUIET)
    again = browser.post(ALERTS, json=QUIET | {"by_mail": False})
    assert (again.status_code, again.json()["code"]) == (409, "exists")
    for days in range(4, 28):
        added(browser, QUIET | {"days": days})
    late = browser.post(ALERTS, json=QUIET | {"days": 60})
    assert (late.status_code, late.json()["code"]) == (409, "too_many")


def test_an_alert_is_its_owners_alone(staff_client: StaffClient) -> None:
    alert = added(staff_client("marketing"), QUIET)
    other = staff_client("admin")
    assert other.get(ALERTS).json()["own"] == []
    for method, path in (("POST", "pause"), ("POST", "resume"), ("POST", "test")):
        assert other.request(method, f"{ALERTS}/{alert['id']}/{path}").status_code == 404
    assert other.put(f"{ALERTS}/{alert['id']}", json=QUIET | {"version": 1}).status_code == 404
    assert other.delete(f"{ALERTS}/{alert['id']}").status_code == 404


def test_a_stale_save_is_refused_with_the_alert_as_it_is(staff_client: StaffClient) -> None:
    browser = staff_client("marketing")
    alert = added(browser, QUIET)
    path = f"{ALERTS}/{alert['id']}"
    assert browser.put(path, json=QUIET | {"days": 5, "version": 1}).status_code == 200
    late = browser.put(path, json=QUIET | {"days": 6, "version": 1})
    assert (late.status_code, late.json()["current"]["days"]) == (409, 5)


def test_it_opens_once_is_mailed_once_and_tells_when_it_is_over(watch: Watch, staff_client: StaffClient) -> None:
    wait_on(watch.db, TODAY - timedelta(days=20))
    alert = added(staff_client("staff"), FEW_WAIT)
    assert alert["state"] == "new"
    assert look(watch) == (1, 0)
    [mail] = mails(watch.db)
    assert mail["values"]["headline"] == "Neu auf der Warteliste: nichts seit 3 Tagen"
    assert mail["values"]["words"] == "Vom 31.10.2026 bis zum 02.11.2026 kam nichts dazu."
    watch.clock.advance(days=1)
    assert look(watch) == (0, 0)
    assert len(mails(watch.db)) == 1
    mark_sent(watch.db)
    wait_on(watch.db, TODAY + timedelta(days=1))
    watch.clock.advance(days=1)
    assert look(watch) == (0, 1)
    assert [one["values"]["state"] for one in mails(watch.db)] == ["opened", "over"]


def mark_sent(db: Database) -> None:
    db.write(lambda session: session.execute(update(Mail).values(state="sent")) and None)


def test_a_mail_that_never_left_is_withdrawn_and_its_end_is_not_mailed(watch: Watch, staff_client: StaffClient) -> None:
    wait_on(watch.db, TODAY - timedelta(days=20))
    added(staff_client("staff"), FEW_WAIT)
    look(watch)
    wait_on(watch.db, TODAY)
    watch.clock.advance(days=1)
    assert look(watch) == (0, 1)
    assert [mail["state"] for mail in mails(watch.db)] == ["cancelled"]


def test_in_quiet_times_the_mail_waits(watch: Watch, staff_client: StaffClient) -> None:
    wait_on(watch.db, TODAY - timedelta(days=20))
    quiet = {"quiet_from": "08:00", "quiet_to": "14:00", "quiet_days": [1, 2, 3, 4, 5, 6, 7]}
    added(staff_client("staff"), FEW_WAIT | quiet)
    assert look(watch) == (1, 0)
    assert mails(watch.db) == []
    watch.clock.advance(hours=4)
    look(watch)
    assert len(mails(watch.db)) == 1


def test_missed_days_are_caught_up(watch: Watch, staff_client: StaffClient) -> None:
    """What opened and ended while no check ran is in the history, and is not mailed."""
    wait_on(watch.db, TODAY - timedelta(days=1))
    added(staff_client("staff"), FEW_WAIT)
    assert look(watch) == (0, 0)
    wait_on(watch.db, TODAY + timedelta(days=5))
    watch.clock.advance(days=6)
    assert look(watch) == (1, 1)
    [opening] = stored(watch.db, FigureAlertOpening)
    assert (opening["day"], opening["over_day"]) == (TODAY + timedelta(days=2), TODAY + timedelta(days=5))
    assert mails(watch.db) == []


def test_opening_and_end_are_webhook_events_without_names(watch: Watch, staff_client: StaffClient) -> None:
    wait_on(watch.db, TODAY - timedelta(days=20))
    alert = added(staff_client("staff"), FEW_WAIT)
    look(watch)
    wait_on(watch.db, TODAY)
    watch.clock.advance(days=1)
    look(watch)
    with watch.db.read() as session:
        entries = session.scalars(select(AuditEntry).order_by(AuditEntry.id)).all()
        events = events_of(session, entries, "https://voltigo.example")
    assert [event.type for event in events] == ["alert.opened", "alert.closed"]
    assert f'"id":{alert["id"]},"own":true,"figure":"waiting"' in events[0].payload.replace(" ", "")


def test_an_open_alert_leads_to_the_households_it_counted(watch: Watch, staff_client: StaffClient) -> None:
    wait_on(watch.db, *(TODAY - timedelta(days=back) for back in (9, 4, 3, 1)), TODAY)
    browser = staff_client("staff")
    added(browser, FEW_WAIT | {"kind": "above", "threshold": 1, "days": 4})
    assert look(watch) == (1, 0)
    [alert] = browser.get(ALERTS).json()["own"]
    assert alert["state_words"] == "Vom 30.10.2026 bis zum 02.11.2026 waren es 3."
    [mail] = mails(watch.db)
    assert mail["values"]["link"] == f"https://voltigo.example/admin{alert['path']}"
    address = urlsplit(alert["path"])
    assert address.path == "/waiting-list"
    conditions = json.loads(parse_qs(address.query)["filter"][0])
    assert browser.get(f"/api/staff{address.path}", params=conditions).json()["total"] == 3


def test_a_webhook_leads_to_the_figure_with_the_tags_that_the_log_does_not_keep(
    watch: Watch, staff_client: StaffClient, add_campaign: AddCampaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    quiet = {"": Series(TODAY - timedelta(days=9), (4, 4, 4, 0, 0, 0, 0, 0, 0))}
    monkeypatch.setattr(check, "load", lambda *_: quiet)
    campaign = str(add_campaign())
    added(staff_client("marketing"), QUIET | {"scope": "campaign", "scope_value": campaign})
    assert look(watch) == (1, 0)
    with watch.db.read() as session:
        entries = session.scalars(select(AuditEntry).where(AuditEntry.action == "alert.opened")).all()
        [event] = events_of(session, entries, "https://voltigo.example")
    assert entries[0].details["path"] == "/reports/overview?from=2026-10-31&to=2026-11-02"
    data = json.loads(event.payload)["data"]
    assert data["url"] == (
        "https://voltigo.example/admin/reports/overview?from=2026-10-31&to=2026-11-02"
        "&only_utm_source=newsletter&only_utm_medium=email&only_utm_campaign=fruehling"
    )
    assert "path" not in data
    [mail] = mails(watch.db)
    assert mail["values"]["link"] == data["url"]


def test_an_alert_rests_with_its_owner_and_is_handed_over(watch: Watch, staff_client: StaffClient) -> None:
    wait_on(watch.db, TODAY - timedelta(days=20))
    leaver, admin = staff_client("staff"), staff_client("admin")
    alert = added(leaver, FEW_WAIT)
    change = update(Account).where(Account.role == "staff").values(state="disabled")
    watch.db.write(lambda session: session.execute(change) and None)
    assert look(watch) == (0, 0)
    told = admin.get(ALERTS).json()
    [resting] = told["resting"]
    assert (resting["id"], resting["state"]) == (alert["id"], "resting")
    [heir] = [one["id"] for one in told["heirs"]]
    assert admin.post(f"{ALERTS}/{alert['id']}/hand-over", json={"account_id": heir}).status_code == 200
    assert look(watch) == (1, 0)
    assert [one["state"] for one in admin.get(ALERTS).json()["own"]] == ["open"]


def test_a_figure_is_not_handed_to_a_role_that_may_not_see_it(watch: Watch, staff_client: StaffClient) -> None:
    staff_client("marketing")
    alert = added(staff_client("staff"), FEW_WAIT)
    marketer = next(one["id"] for one in stored(watch.db, Account) if one["role"] == "marketing")
    change = update(Account).where(Account.role == "staff").values(state="disabled")
    watch.db.write(lambda session: session.execute(change) and None)
    answer = staff_client("admin").post(f"{ALERTS}/{alert['id']}/hand-over", json={"account_id": marketer})
    assert (answer.status_code, answer.json()["code"]) == (409, "not_entitled")


def test_pausing_and_changing_end_what_is_open_without_a_mail(watch: Watch, staff_client: StaffClient) -> None:
    wait_on(watch.db, TODAY - timedelta(days=20))
    browser = staff_client("staff")
    alert = added(browser, FEW_WAIT)
    look(watch)
    paused = browser.post(f"{ALERTS}/{alert['id']}/pause").json()
    assert paused["state"] == "paused"
    assert look(watch) == (0, 0)
    assert [mail["state"] for mail in mails(watch.db)] == ["cancelled"]
    browser.post(f"{ALERTS}/{alert['id']}/resume")
    assert look(watch) == (1, 0)


def test_a_campaign_that_is_gone_is_said(watch: Watch, staff_client: StaffClient, add_campaign: AddCampaign) -> None:
    campaign = add_campaign()
    browser = staff_client("marketing")
    alert = added(browser, QUIET | {"scope": "campaign", "scope_value": str(campaign)})
    assert alert["rule"] == "Reservierungen, Kampagne Frühling: nichts seit 3 Tagen"
    change = update(FigureAlert).values(scope_value="999")
    watch.db.write(lambda session: session.execute(change) and None)
    look(watch)
    [told] = browser.get(ALERTS).json()["own"]
    assert told["state"] == "gone"
    assert "gibt es nicht mehr" in told["rule"]


def test_money_without_visits_is_found(watch: Watch, staff_client: StaffClient, add_campaign: AddCampaign) -> None:
    spend(watch.db, add_campaign(name="Plakate"), TODAY - timedelta(days=2), 500)
    body = QUIET | {"figure": "costs_without_visits", "kind": "unvisited", "days": 14}
    browser = staff_client("marketing")
    preview = browser.post(f"{ALERTS}/preview", json=body).json()
    assert preview["now_words"] == "Er wäre jetzt offen: 5\u00a0€ ohne einen Besuch: Plakate."
    added(browser, body)
    assert look(watch) == (1, 0)
    [told] = browser.get(ALERTS).json()["own"]
    assert told["state_words"].endswith("kostete das 5\u00a0€, und niemand kam damit: Plakate.")


def test_the_preview_says_how_often_it_would_have_been_and_keeps_nothing(
    watch: Watch, staff_client: StaffClient
) -> None:
    wait_on(watch.db, *(TODAY - timedelta(days=back) for back in (100, 90, 89, 88, 40, 39, 1)))
    found = staff_client("staff").post(f"{ALERTS}/preview", json=FEW_WAIT).json()
    assert [one["first"] for one in found["openings"]] == ["2026-07-29", "2026-08-10", "2026-09-28"]
    assert found["words"].startswith("Hätte an den 98 Tagen, die sich beurteilen lassen, 3-mal angeschlagen: zuletzt ")
    assert ".." not in found["words"]
    assert (found["asked_days"], found["judged_days"], len(found["days"])) == (365, 98, 365)
    assert stored(watch.db, FigureAlert) == []


def test_without_history_the_preview_says_so(staff_client: StaffClient) -> None:
    found = staff_client("staff").post(f"{ALERTS}/preview", json=FEW_WAIT).json()
    assert found["words"].startswith("Dafür ist noch zu wenig bekannt.")
    assert found["now_words"] == "Heute lässt sich noch nichts sagen."


def test_a_test_mail_goes_to_the_owner_at_once(watch: Watch, staff_client: StaffClient) -> None:
    browser = staff_client("staff")
    alert = added(browser, FEW_WAIT)
    assert browser.post(f"{ALERTS}/{alert['id']}/test").status_code == 202
    [mail] = mails(watch.db)
    assert mail["values"]["state"] == "test"
    assert mail["recipient"].startswith("staff-")


def test_the_mail_arrives_with_the_way_to_turn_it_off(
    watch: Watch, staff_client: StaffClient, smtp_peer: SmtpPeer
) -> None:
    wait_on(watch.db, TODAY - timedelta(days=20))
    alert = added(staff_client("staff"), FEW_WAIT)
    look(watch)
    transport = transport_for(smtp_peer.url, watch.settings.data_dir)
    Delivery(watch.db, transport, renderer_for(watch.settings), watch.clock).deliver_due()
    [raw] = smtp_peer.received
    message = message_from_bytes(raw, policy=default)
    assert message["Subject"] == "Ihr Hinweis: Neu auf der Warteliste: nichts seit 3 Tagen"
    body = message.get_body(("plain",))
    assert body is not None
    text = body.get_content().replace("\r\n", "\n")
    assert f"https://voltigo.example/admin/alerts/own?alert={alert['id']}" in text
    assert ". Vorbei ist er am ersten Tag, an dem wieder etwas kommt.\n\nZahl ansehen:\n" in text
    assert "\n\nSolange der Hinweis offen ist" in text
    assert "noch eine Mail.\n\nHier ändern Sie ihn" in text
