"""From a figure to a mailbox: one alert and one mail an opening, however many look; none in quiet times."""

from datetime import UTC, datetime, time, timedelta
from email import message_from_bytes, policy
from typing import Any

import pytest
from sqlalchemy import select, text, update

from services.alerts import check
from services.alerts.judging import Series
from services.alerts.mails import recipients_of
from services.alerts.models import AlertRule
from services.mail.transport import transport_for
from services.staff.models import Account, AccountState
from tests.fixtures.smtp import SmtpPeer
from tests.fixtures.staff import StaffClient, add_member
from tests.services.alerts.conftest import Watch, job_trouble
from tests.services.alerts.looking import look_at_once
from tests.services.alerts.test_figure_rules import NEW, added
from tests.services.held_clock import HeldClock
from tests.services.mail.posting import delivery
from tests.services.stored import set_spots

DAY = timedelta(days=1)
YESTERDAY = HeldClock().now.date() - DAY
NIGHT = {"quiet_from": time(22), "quiet_to": time(6), "quiet_days": [1, 2, 3, 4, 5, 6, 7]}


def fill(watch: Watch, spots: int = 450) -> None:
    set_spots(watch.db, "free", range(1, 501))
    set_spots(watch.db, "reserved", range(1, spots + 1))


def recipients(watch: Watch) -> list[str]:
    return sorted(mail["recipient"] for mail in watch.mails())


# One of each


@pytest.mark.both_databases(sample="postgresql")
def test_processes_that_look_at_once_open_one_alert_and_order_one_mail(watch: Watch, database_url: str) -> None:
    add_member(watch.db, "admin")
    fill(watch)
    assert look_at_once(3, database_url, watch.settings.data_dir, watch.clock()) == [0, 0, 1]
    assert watch.open_subjects() == ["park:ingolstadt"]
    assert len(watch.mails()) == 1


@pytest.mark.both_databases
def test_the_database_itself_refuses_a_second_open_alert(watch: Watch) -> None:
    """Whatever a process believes: the index decides, and does so only among open ones."""
    fill(watch)
    watch.look()
    copy = text(
        "INSERT INTO alerts (rule_id, kind, subject, headline, words, value, opened_at, seen_at) "
        "SELECT rule_id, kind, subject, headline, words, value, opened_at, seen_at FROM alerts WHERE id = 1 "
        "ON CONFLICT DO NOTHING"
    )
    watch.db.write(lambda session: session.execute(copy) and None)
    assert len(watch.alerts()) == 1
    fill(watch, 100)
    watch.look()
    watch.db.write(lambda session: session.execute(copy) and None)
    assert len(watch.alerts()) == 2


def test_an_alert_that_is_over_opens_anew_and_is_mailed_anew(watch: Watch) -> None:
    add_member(watch.db, "admin")
    for spots in (450, 460, 100, 450):
        fill(watch, spots)
        watch.look()
        watch.clock.advance(minutes=5)
    first, second = watch.alerts()
    assert first["closed_at"] is not None
    assert second["closed_at"] is None
    assert [mail["subject_ref"] for mail in watch.mails()] == ["alert:1", "alert:2"]
    assert (first["value"], second["value"]) == (92, 90), "what was seen last stays in the history"


# Who is told


def test_admins_are_told_and_whoever_is_named_each_once(watch: Watch) -> None:
    add_member(watch.db, "admin", email="Chefin@voltigo.example", email_normalized="chefin@voltigo.example")
    add_member(watch.db, "admin", email="weg@x.example", email_normalized="weg@x.example", state="disabled")
    add_member(watch.db, "marketing", email="m@voltigo.example", email_normalized="m@voltigo.example")
    named = ["chefin@Voltigo.example", "M@voltigo.example", "extern@example.org"]
    watch.rule("capacity", recipients=named)
    fill(watch)
    watch.look()
    assert recipients(watch) == ["Chefin@voltigo.example", "extern@example.org", "m@voltigo.example"]
    links = {mail["recipient"]: mail["values"]["link"] for mail in watch.mails()}
    assert links["Chefin@voltigo.example"] == "https://voltigo.example/admin/parks/ingolstadt/show"
    assert links["m@voltigo.example"] == "https://voltigo.example/admin/reports/capacity", "a page they may open"


def test_with_nobody_to_tell_the_alert_stands_in_the_console_alone(watch: Watch) -> None:
    add_member(watch.db, "admin", state=AccountState.DISABLED.value)
    fill(watch)
    watch.look()
    assert watch.open_subjects() == ["park:ingolstadt"]
    assert watch.mails() == []


def test_a_real_mailbox_receives_exactly_one_mail(watch: Watch, smtp_peer: SmtpPeer) -> None:
    add_member(watch.db, "admin", email="chefin@voltigo.example", email_normalized="chefin@voltigo.example")
    sender = delivery(watch.db, transport_for(smtp_peer.url, watch.settings.data_dir), watch.clock)
    fill(watch)
    for _ in range(3):
        watch.look(*job_trouble("forget"))
        sender.deliver_due()
        watch.clock.advance(minutes=5)
    messages = [message_from_bytes(raw, policy=policy.default) for raw in smtp_peer.received]
    assert [message["Subject"] for message in messages] == [
        "Hinweis: Ingolstadt ist fast voll",
        "Hinweis: forget ist ausgeblieben",
    ]
    mail = messages[0]
    assert mail["To"] == "chefin@voltigo.example"
    for kind in ("plain", "html"):
        body = mail.get_body((kind,))
        assert body is not None
        said = " ".join(body.get_content().split())
        assert "450 von 500 belegt: 450 reserviert. 50 Plätze sind noch frei." in said
        assert "Heben Sie die Grenze an" in said
        assert "https://voltigo.example/admin/parks/ingolstadt/show" in said
        assert "03.11.2026, 11:30 Uhr" in said


def test_what_is_over_before_its_mail_left_is_not_mailed_any_more(watch: Watch, smtp_peer: SmtpPeer) -> None:
    """The mail server was away meanwhile."""
    add_member(watch.db, "admin")
    sender = delivery(watch.db, transport_for(smtp_peer.url, watch.settings.data_dir), watch.clock)
    smtp_peer.answers = ["451 later"]
    fill(watch)
    watch.look()
    sender.deliver_due()
    fill(watch, 100)
    watch.look()
    watch.clock.advance(hours=1)
    sender.deliver_due()
    assert smtp_peer.received == []
    assert [mail["state"] for mail in watch.mails()] == ["cancelled"]


# Quiet times


def at(watch: Watch, moment: str) -> None:
    """By the clock of UTC."""
    watch.clock.now = datetime.fromisoformat(moment).replace(tzinfo=UTC)


def test_in_quiet_times_the_console_knows_at_once_and_the_mail_waits(watch: Watch) -> None:
    add_member(watch.db, "admin")
    watch.rule("capacity", **NIGHT)
    fill(watch)
    at(watch, "2026-11-03 21:00")  # 22:00 in Berlin
    watch.look()
    assert watch.open_subjects() == ["park:ingolstadt"]
    for moment in ("2026-11-03 23:30", "2026-11-04 04:59"):
        at(watch, moment)
        watch.look()
        assert watch.mails() == []
    fill(watch, 470)
    at(watch, "2026-11-04 05:00")
    watch.look()
    watch.look()
    (mail,) = watch.mails()
    assert mail["values"]["words"].startswith("470 von 500 belegt"), "it says how things stand when it leaves"
    assert mail["values"]["since"] == "03.11.2026, 22:00 Uhr"


def test_the_quiet_night_of_each_clock_change_ends_at_six_in_berlin(watch: Watch) -> None:
    add_member(watch.db, "admin")
    watch.rule("capacity", **NIGHT)
    watch.only("capacity")
    for evening, still, morning in (
        ("2026-10-24 20:30", "2026-10-25 04:55", "2026-10-25 05:00"),
        ("2027-03-27 21:30", "2027-03-28 03:55", "2027-03-28 04:00"),
    ):
        fill(watch)
        before = len(watch.mails())
        for moment, mails in ((evening, 0), (still, 0), (morning, 1)):
            at(watch, moment)
            watch.look()
            assert len(watch.mails()) - before == mails, moment
        fill(watch, 100)
        watch.look()


def test_what_is_over_when_the_quiet_ends_is_never_mailed(watch: Watch) -> None:
    add_member(watch.db, "admin")
    watch.rule("capacity", **NIGHT)
    fill(watch)
    at(watch, "2026-11-03 21:30")
    watch.look()
    fill(watch, 100)
    at(watch, "2026-11-03 23:00")
    watch.look()
    at(watch, "2026-11-04 06:00")
    watch.look()
    assert watch.mails() == []
    assert watch.open_subjects() == []


def test_each_rule_has_quiet_times_of_its_own(watch: Watch) -> None:
    add_member(watch.db, "admin")
    watch.rule("capacity", **NIGHT)
    fill(watch)
    at(watch, "2026-11-03 23:00")
    watch.look(*job_trouble("forget"))
    assert [mail["values"]["headline"] for mail in watch.mails()] == ["forget ist ausgeblieben"]


# Who has left


def test_a_colleague_who_is_named_is_told_at_the_address_of_the_day_while_it_concerns_them(watch: Watch) -> None:
    member = add_member(watch.db, "staff")
    watch.only("reservation_burst")
    watch.rule("reservation_burst", recipients=[member.id], to_admins=False)
    assert told(watch, "reservation_burst") == [member.email]
    change_account(watch, member.id, email="Neu@voltigo.example", email_normalized="neu@voltigo.example")
    assert told(watch, "reservation_burst") == ["Neu@voltigo.example"]
    change_account(watch, member.id, role="marketing")
    assert told(watch, "reservation_burst") == []
    change_account(watch, member.id, role="staff", state="disabled")
    assert told(watch, "reservation_burst") == []


def test_an_address_that_belongs_to_a_disabled_account_is_not_told(watch: Watch) -> None:
    member = add_member(watch.db, "admin", state="disabled")
    watch.rule("capacity", recipients=[member.email, "extern@example.org"])
    assert told(watch, "capacity") == ["extern@example.org"]


def told(watch: Watch, kind: str) -> list[str]:
    """Whom a rule tells as things stand."""
    with watch.db.read() as session:
        [rule] = session.scalars(select(AlertRule).where(AlertRule.kind == kind)).all()
        return [one.address for one in recipients_of(session, rule)]


def change_account(watch: Watch, account_id: int, **values: str) -> None:
    change = update(Account).where(Account.id == account_id).values(**values)
    watch.db.write(lambda session: session.execute(change) and None)


def test_one_silence_is_one_mail_that_names_what_follows(
    watch: Watch, staff_client: StaffClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody comes, so nobody begins the form and nobody reserves: once visits are back, what still lacks is said."""
    came: dict[str, tuple[int, ...]] = dict.fromkeys(("sessions", "form_started", "reservations"), (9, 9, 0, 0, 0))
    monkeypatch.setattr(check, "load", lambda _context, rule, _days: {"": Series(YESTERDAY - 4 * DAY, came[rule.kind])})
    member = add_member(watch.db, "marketing")
    browser = staff_client("marketing")
    for kind, comparison in (("reservations", "silent"), ("form_started", "below"), ("sessions", "silent")):
        body = NEW | {"kind": kind, "comparison": comparison, "recipients": [member.email]}
        added(browser, body | ({"threshold": 5} if comparison == "below" else {}))
    watch.look()
    [mail] = told_of_silence(watch)
    assert mail["headline"] == "Besuche: nichts seit 3 Tagen"
    assert mail["words"].endswith(
        " Aus demselben Grund: Reservierungen: nichts seit 3 Tagen; Formular begonnen: 0, unter 5."
    )
    words = {one["kind"]: one["mail_words"] for one in browser.get("/api/staff/alerts").json()["data"]}
    assert (
        words["reservations"] == "Ohne eigene Mail: Dazu gehört „Besuche: nichts seit 3 Tagen“, und das ist gemeldet."
    )
    came["sessions"] = (9, 0, 0, 0, 4)
    watch.clock.advance(minutes=15)
    watch.look()
    assert sorted(one["headline"] for one in told_of_silence(watch)[1:]) == [
        "Formular begonnen: 0, unter 5",
        "Reservierungen: nichts seit 3 Tagen",
    ]


def told_of_silence(watch: Watch) -> list[dict[str, Any]]:
    return [mail["values"] for mail in watch.mails() if ": " in mail["values"]["headline"]]
