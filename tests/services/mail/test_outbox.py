"""Mails as rows: sent once as far as SMTP allows, tried again while that makes sense, never lost from sight."""

import email
import email.policy
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy.exc import DBAPIError, IntegrityError

from services.core.db.db import Database
from services.mail import outbox
from services.mail.catalogue import ReservationReceived, StaffLink, to_values
from services.mail.delivery import Delivery
from services.mail.models import Mail, MailState
from services.mail.outbox import GIVEN_UP_AFTER, LEASE, Order, lease_due, mark_failed, mark_sent, retry_delay
from services.mail.transport import Folder, Smtp, transport_for
from tests.fixtures.ports import free_port
from tests.fixtures.smtp import SmtpPeer
from tests.services.conftest import PatientPeer
from tests.services.held_clock import HeldClock
from tests.services.mail.posting import delivery, mail_of, post, received
from tests.services.stored import execute, stored


@pytest.fixture
def sender(db: Database, smtp_peer: SmtpPeer, clock: HeldClock) -> Delivery:
    return delivery(db, Smtp(smtp_peer.url), clock)


def message_ids(peer: SmtpPeer) -> list[str]:
    return [email.message_from_bytes(raw, policy=email.policy.default)["Message-ID"] for raw in peer.received]


@pytest.mark.both_databases(sample="postgresql")
def test_an_accepted_mail_is_sent_and_its_row_says_when(
    db: Database, sender: Delivery, smtp_peer: SmtpPeer, clock: HeldClock
) -> None:
    post(db, clock, "anna")
    clock.advance(minutes=1)
    assert sender.deliver_due() == Counter({MailState.SENT: 1})
    mail = mail_of(db, "anna")
    assert (mail.state, mail.attempts, mail.sent_at) == ("sent", 1, clock.now)
    assert (mail.leased_until, mail.last_error) == (None, None)
    assert message_ids(smtp_peer) == [f"<{mail.message_id}@voltigo.example>"]
    assert sender.deliver_due() == Counter()
    assert smtp_peer.attempts == 1


@pytest.mark.parametrize("answer", ["421 4.3.2 closing down", "451 4.7.1 greylisted, come back later"])
def test_a_temporary_refusal_is_tried_again_with_the_same_message_id(
    answer: str, db: Database, sender: Delivery, smtp_peer: SmtpPeer, clock: HeldClock
) -> None:
    smtp_peer.answers = [answer, answer, answer]
    post(db, clock, "anna")
    waits = []
    for attempt in range(1, 4):
        assert sender.deliver_due() == Counter({MailState.RETRYING: 1})
        mail = mail_of(db, "anna")
        assert (mail.state, mail.attempts, mail.last_error) == ("retrying", attempt, answer)
        assert (mail.leased_until, mail.sent_at) == (None, None)
        wait = mail.next_attempt_at - clock.now
        longest = timedelta(seconds=30) * 2 ** (attempt - 1)
        assert longest / 2 <= wait <= longest
        waits.append(wait)
        clock.now = mail.next_attempt_at - timedelta(microseconds=1)
        assert sender.deliver_due() == Counter(), "not before its time"
        clock.now = mail.next_attempt_at
    assert waits == sorted(waits)
    assert sender.deliver_due() == Counter({MailState.SENT: 1})
    mail = mail_of(db, "anna")
    assert (mail.state, mail.attempts, mail.last_error, mail.sent_at) == ("sent", 4, None, clock.now)
    assert smtp_peer.attempts == 4
    assert message_ids(smtp_peer) == [f"<{mail.message_id}@voltigo.example>"]


def test_a_final_refusal_is_failed_with_its_reason_in_the_row(
    db: Database, sender: Delivery, smtp_peer: SmtpPeer, clock: HeldClock
) -> None:
    smtp_peer.answers = ["550 5.7.1 spam"]
    post(db, clock, "anna", "berta")
    assert sender.deliver_due() == Counter({MailState.FAILED: 1, MailState.SENT: 1})
    failed = mail_of(db, "anna")
    assert (failed.state, failed.attempts, failed.last_error) == ("failed", 1, "550 5.7.1 spam")
    assert (failed.leased_until, failed.sent_at) == (None, None)
    assert mail_of(db, "berta").state == "sent"
    clock.advance(days=30)
    assert sender.deliver_due() == Counter()
    assert smtp_peer.attempts == 2


@pytest.mark.parametrize(
    ("answer", "state"),
    [("550 5.1.1 no such user", "failed"), ("450 4.2.1 mailbox busy", "retrying")],
)
def test_a_refused_recipient_counts_like_a_refused_message(
    answer: str, state: str, db: Database, patient_peer: PatientPeer, clock: HeldClock
) -> None:
    patient_peer.recipient_answers = [answer]
    post(db, clock, "anna")
    delivery(db, Smtp(patient_peer.url), clock).deliver_due()
    mail = mail_of(db, "anna")
    assert (mail.state, mail.last_error) == (state, answer)
    assert patient_peer.attempts == 0


def test_without_a_server_the_mail_is_tried_again(db: Database, clock: HeldClock) -> None:
    post(db, clock, "anna")
    nobody = delivery(db, Smtp(f"smtp://127.0.0.1:{free_port()}"), clock)
    assert nobody.deliver_due() == Counter({MailState.RETRYING: 1})
    mail = mail_of(db, "anna")
    assert (mail.state, mail.attempts) == ("retrying", 1)
    assert mail.last_error is not None
    assert mail.last_error.startswith("ConnectionRefusedError")


def test_a_server_without_encryption_is_given_no_mail_when_encryption_is_asked_for(
    db: Database, smtp_peer: SmtpPeer, clock: HeldClock
) -> None:
    post(db, clock, "anna")
    delivery(db, Smtp(smtp_peer.url.replace("smtp://", "smtp+starttls://")), clock).deliver_due()
    mail = mail_of(db, "anna")
    assert (mail.state, smtp_peer.attempts) == ("retrying", 0)
    assert "STARTTLS" in str(mail.last_error)


def test_after_five_days_of_refusals_a_mail_is_failed(
    db: Database, sender: Delivery, smtp_peer: SmtpPeer, clock: HeldClock
) -> None:
    smtp_peer.answers = ["451 later"] * 1000
    post(db, clock, "anna")
    start = clock.now
    while mail_of(db, "anna").state != "failed":
        sender.deliver_due()
        clock.now = max(clock.now, mail_of(db, "anna").next_attempt_at)
    assert GIVEN_UP_AFTER <= clock.now - start <= GIVEN_UP_AFTER + timedelta(hours=2)
    assert (mail_of(db, "anna").last_error, mail_of(db, "anna").fault) == ("451 later", "recipient")
    clock.advance(days=30)
    assert sender.deliver_due() == Counter()


def test_waits_double_up_to_two_hours_and_differ() -> None:
    for attempts in range(1, 40):
        longest = min(timedelta(seconds=30) * 2 ** (attempts - 1), timedelta(hours=2))
        waits = {retry_delay(attempts) for _ in range(50)}
        assert len(waits) > 1
        assert longest / 2 <= min(waits) <= max(waits) <= longest


def test_a_letter_is_never_sent_as_a_mail(
    db: Database, sender: Delivery, smtp_peer: SmtpPeer, clock: HeldClock
) -> None:
    kind, values = ReservationReceived.kind, to_values(received())
    letter = Order(kind=kind, recipient="", subject_ref="reservation:1", dedupe_key="letter", values=values)
    db.write(lambda session: outbox.order(session, [letter], clock()))
    (row,) = stored(db, Mail)
    assert db.write(lambda session: outbox.hasten(session, row["id"], clock())), "wanted at once"
    assert sender.deliver_due() == Counter()
    assert db.write(lambda session: outbox.hold_due(session, clock())) == 0
    assert (stored(db, Mail)[0]["state"], smtp_peer.attempts) == ("queued", 0)


def test_a_long_reason_is_cut(db: Database, sender: Delivery, smtp_peer: SmtpPeer, clock: HeldClock) -> None:
    smtp_peer.answers = ["550 " + "r" * 400]
    post(db, clock, "anna")
    sender.deliver_due()
    reason = mail_of(db, "anna").last_error
    assert reason is not None
    assert (len(reason), reason[:6]) == (300, "550 rr")


# Leases


@pytest.mark.both_databases(sample="postgresql")
def test_a_leased_mail_is_given_to_nobody_else_until_the_lease_ends(
    db: Database, sender: Delivery, smtp_peer: SmtpPeer, clock: HeldClock
) -> None:
    post(db, clock, "anna")
    (first,) = db.write(lambda session: lease_due(session, clock.now, 5))
    assert (first.recipient, first.attempts) == ("anna@example.org", 1)
    assert mail_of(db, "anna").leased_until == clock.now + LEASE
    clock.advance(microseconds=LEASE / timedelta(microseconds=1) - 1)
    assert sender.deliver_due() == Counter()
    assert smtp_peer.attempts == 0


def test_a_mail_whose_sender_died_goes_out_again_with_the_same_message_id(
    db: Database, sender: Delivery, smtp_peer: SmtpPeer, clock: HeldClock
) -> None:
    """Killed after the server took the mail over and before the row said so: SMTP allows no more than this."""
    post(db, clock, "anna")
    (dead,) = db.write(lambda session: lease_due(session, clock.now, 5))
    Smtp(smtp_peer.url).send(sender._renderer.message(dead))
    clock.advance(microseconds=LEASE / timedelta(microseconds=1))
    assert sender.deliver_due() == Counter({MailState.SENT: 1})
    first, second = message_ids(smtp_peer)
    assert first == second
    assert (
        smtp_peer.received[0].partition(b"\r\n\r\n")[0].split(b"boundary")[0]
        == (smtp_peer.received[1].partition(b"\r\n\r\n")[0].split(b"boundary")[0])
    )
    assert mail_of(db, "anna").attempts == 2


@pytest.mark.both_databases(sample="postgresql")
def test_a_sender_that_lost_its_lease_no_longer_decides(db: Database, sender: Delivery, clock: HeldClock) -> None:
    post(db, clock, "anna", "berta")
    late_anna, late_berta = db.write(lambda session: lease_due(session, clock.now, 5))
    clock.now += LEASE
    sender.deliver_due()
    sent_at = clock.now
    clock.advance(minutes=1)
    db.write(lambda session: mark_failed(session, late_anna, "too late", is_final=True, now=clock.now))
    db.write(lambda session: mark_sent(session, late_berta, clock.now))
    for name in ("anna", "berta"):
        mail = mail_of(db, name)
        assert (mail.state, mail.sent_at, mail.last_error, mail.attempts) == ("sent", sent_at, None, 2)


def test_a_mail_that_was_sent_while_the_database_was_away_is_noted_and_not_sent_again(
    db: Database, sender: Delivery, clock: HeldClock, smtp_peer: SmtpPeer
) -> None:
    post(db, clock, "anna", "berta")
    away = "CREATE TRIGGER away BEFORE UPDATE OF sent_at ON mails BEGIN SELECT RAISE(ABORT, 'disk full'); END"
    execute(db.engine, away)
    with pytest.raises(DBAPIError):
        sender.deliver_due()
    with pytest.raises(DBAPIError):
        sender.deliver_due()
    execute(db.engine, "DROP TRIGGER away")
    assert len(smtp_peer.received) == 1, "nothing else is sent while that is open"
    sender.deliver_due()
    assert [mail_of(db, name).state for name in ("anna", "berta")] == ["sent", "sent"]
    clock.now += LEASE
    sender.deliver_due()
    assert len(smtp_peer.received) == 2


@pytest.mark.both_databases(sample="postgresql")
def test_two_senders_at_once_send_every_mail_once(
    db: Database, database_url: str, smtp_peer: SmtpPeer, clock: HeldClock
) -> None:
    names = [f"household{number}" for number in range(24)]
    post(db, clock, *names)
    others = [Database(database_url) for _ in range(3)]
    senders = [delivery(each, Smtp(smtp_peer.url), clock) for each in (db, *others)]
    with ThreadPoolExecutor(len(senders)) as pool:
        results = sum(pool.map(lambda each: each.deliver_due(), senders), Counter())
    for other in others:
        other.close()
    assert results == Counter({MailState.SENT: len(names)})
    assert len(set(message_ids(smtp_peer))) == len(smtp_peer.received) == len(names)
    assert {(row["state"], row["attempts"]) for row in stored(db, Mail)} == {("sent", 1)}


@pytest.mark.both_databases(sample="postgresql")
def test_due_mails_are_leased_oldest_first_and_no_more_than_asked_for(db: Database, clock: HeldClock) -> None:
    for name in ("anna", "berta", "carla"):
        post(db, clock, name)
        clock.advance(seconds=1)
    leased = [db.write(lambda session: lease_due(session, clock.now, 2)) for _ in range(3)]
    assert [[mail.recipient.partition("@")[0] for mail in group] for group in leased] == [
        ["anna", "berta"],
        ["carla"],
        [],
    ]


@pytest.mark.both_databases(sample="postgresql")
def test_a_mail_of_the_future_waits(db: Database, sender: Delivery, clock: HeldClock) -> None:
    post(db, clock, "anna")
    execute(db.engine, "UPDATE mails SET next_attempt_at = '2026-11-03 11:30:15.123456'")
    assert sender.deliver_due() == Counter()
    clock.advance(hours=1)
    assert sender.deliver_due() == Counter({MailState.SENT: 1})


def test_mails_of_a_clock_that_was_ahead_wait_no_longer_than_was_meant(
    db: Database, smtp_peer: SmtpPeer, clock: HeldClock
) -> None:
    """One just ordered, one in the pause in which it can be taken back, one to be tried again, one that a person has
    put off; and one that a restore holds.
    """
    now = clock.now
    clock.advance(days=3)
    post(db, clock, "anna", "bert", "carl", "dora", "emil")
    ahead = "2026-11-06 10:30:15.123456"
    changes = {
        "bert": "next_attempt_at = '2026-11-06 10:35:15.123456'",
        "carl": f"state = 'retrying', attempts = 1, next_attempt_at = '{ahead}'",
        "dora": "next_attempt_at = '2026-11-07 08:00:00.000000'",
        "emil": "state = 'retrying', next_attempt_at = '9999-01-01 00:00:00.000000'",
    }
    for name, values in changes.items():
        execute(db.engine, f"UPDATE mails SET {values} WHERE recipient LIKE '{name}@%'")
    clock.now = now
    sender = delivery(db, Smtp(smtp_peer.url), clock)
    assert sender.deliver_due() == Counter({MailState.SENT: 2})
    assert {name: mail_of(db, name).state for name in ("anna", "carl")} == {"anna": "sent", "carl": "sent"}
    clock.advance(minutes=5)
    assert sender.deliver_due() == Counter({MailState.SENT: 1})
    assert mail_of(db, "bert").state == "sent"
    clock.advance(days=3)
    assert delivery(db, Smtp(smtp_peer.url), clock).deliver_due() == Counter()
    assert mail_of(db, "emil").state == "retrying"


def test_a_lease_of_a_clock_that_was_ahead_is_over(db: Database, sender: Delivery, clock: HeldClock) -> None:
    post(db, clock, "anna")
    ahead = clock.now + timedelta(hours=2)
    assert len(db.write(lambda session: lease_due(session, ahead, 1))) == 1
    assert sender.deliver_due() == Counter({MailState.SENT: 1})


# Orders


@pytest.mark.both_databases(sample="postgresql")
def test_one_occasion_is_told_once(db: Database, clock: HeldClock) -> None:
    post(db, clock, "anna")
    with pytest.raises(IntegrityError):
        post(db, clock, "anna")
    assert len(stored(db, Mail)) == 1


def test_a_rolled_back_occasion_is_not_told(db: Database, sender: Delivery, clock: HeldClock) -> None:
    order = outbox.Order("reservation_received", "anna@example.org", "reservation:1", "k", {})

    def unit(session: object) -> None:
        outbox.order(session, [order], clock.now)  # type: ignore[arg-type]
        raise RuntimeError("the reservation did not succeed")

    with pytest.raises(RuntimeError):
        db.write(unit)
    assert stored(db, Mail) == []
    assert sender.deliver_due() == Counter()


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("reservation_received", {}),
        ("reservation_received", {"first_name": "Änne"}),
        ("reservation_received", []),
        ("carrier_pigeon", {"first_name": "Änne"}),
    ],
    ids=["empty", "incomplete", "list", "unknown-kind"],
)
def test_a_mail_that_cannot_be_rendered_is_failed_and_the_queue_goes_on(
    kind: str, values: object, db: Database, sender: Delivery, smtp_peer: SmtpPeer, clock: HeldClock
) -> None:
    post(db, clock, "broken", kind=kind, values=values)
    post(db, clock, "anna")
    assert sender.deliver_due() == Counter({MailState.FAILED: 1, MailState.SENT: 1})
    broken = mail_of(db, "broken")
    assert (broken.state, broken.leased_until) == ("failed", None)
    assert str(broken.last_error).endswith("while rendering")
    assert "Änne" not in str(broken.last_error)
    assert (mail_of(db, "anna").state, len(smtp_peer.received)) == ("sent", 1)


@pytest.mark.parametrize("value", ["viele", "", None, [1], {}, 10**40], ids=repr)
def test_a_figure_that_is_none_fails_its_own_mail_only(
    value: object, db: Database, sender: Delivery, clock: HeldClock
) -> None:
    from services.mail.catalogue import to_values
    from tests.services.mail.posting import received

    post(db, clock, "broken", values=to_values(received()) | {"annual_kwh": value})
    post(db, clock, "anna")
    sender.deliver_due()
    assert (mail_of(db, "broken").state, mail_of(db, "anna").state) == ("failed", "sent")


def test_values_a_later_version_dropped_are_ignored(db: Database, sender: Delivery, clock: HeldClock) -> None:
    from services.mail.catalogue import to_values
    from tests.services.mail.posting import received

    post(db, clock, "anna", values=to_values(received()) | {"dropped_later": 1})
    assert sender.deliver_due() == Counter({MailState.SENT: 1})


# Files instead of a server


def test_without_a_server_mails_become_files_named_after_their_message_id(
    db: Database, clock: HeldClock, tmp_path: Path
) -> None:
    transport = transport_for("", tmp_path / "var")
    assert transport == Folder(tmp_path / "var" / "mail")
    post(db, clock, "anna", "berta")
    assert delivery(db, transport, clock).deliver_due() == Counter({MailState.SENT: 2})
    names = {path.name for path in (tmp_path / "var" / "mail").iterdir()}
    assert names == {f"{mail_of(db, name).message_id}.eml" for name in ("anna", "berta")}


def test_a_second_delivery_replaces_the_file_of_the_first(db: Database, clock: HeldClock, tmp_path: Path) -> None:
    sender = delivery(db, Folder(tmp_path / "mail"), clock)
    post(db, clock, "anna")
    (dead,) = db.write(lambda session: lease_due(session, clock.now, 5))
    Folder(tmp_path / "mail").send(sender._renderer.message(dead))
    clock.now += LEASE
    sender.deliver_due()
    assert [path.suffix for path in (tmp_path / "mail").iterdir()] == [".eml"]


def test_a_folder_that_cannot_be_written_is_tried_again(db: Database, clock: HeldClock, tmp_path: Path) -> None:
    (tmp_path / "mail").write_text("a file where the folder should be")
    post(db, clock, "anna")
    assert delivery(db, Folder(tmp_path / "mail"), clock).deliver_due() == Counter({MailState.RETRYING: 1})
    assert re.match(r"(FileExists|NotADirectory)Error: ", str(mail_of(db, "anna").last_error))


def test_without_the_address_of_a_server_mails_become_files(tmp_path: Path) -> None:
    assert transport_for("", tmp_path) == Folder(tmp_path / "mail")
    for url in ("smtp://mail.example:2525", "smtps://mail.example", "smtp+starttls://kim@mail.example"):
        assert transport_for(url, tmp_path) == Smtp(url)


LINK = StaffLink("Kim", "invitation", "staff", "https://example.org/admin/set-up#geheim", 72)


@pytest.mark.parametrize(("answer", "state"), [("250 OK", "sent"), ("550 5.7.1 spam", "failed")])
def test_a_mail_that_has_left_or_never_will_keeps_no_one_time_link(
    answer: str, state: str, db: Database, sender: Delivery, smtp_peer: SmtpPeer, clock: HeldClock
) -> None:
    smtp_peer.answers = ["451 4.7.1 come back later", answer]
    post(db, clock, "kim", kind=LINK.kind, values=to_values(LINK))
    assert sender.deliver_due() == Counter({MailState.RETRYING: 1})
    assert mail_of(db, "kim").values["link"] == LINK.link
    clock.advance(hours=1)
    assert sender.deliver_due() == Counter({MailState(state): 1})
    assert ["geheim" in raw.decode() for raw in smtp_peer.received] == [True] * (state == "sent")
    assert (mail_of(db, "kim").state, mail_of(db, "kim").values) == (state, to_values(LINK) | {"link": ""})
    assert not db.write(lambda session: outbox.retry(session, mail_of(db, "kim").id, clock.now))


@pytest.mark.parametrize("by_number", [True, False])
def test_a_cancelled_mail_keeps_no_one_time_link(by_number: bool, db: Database, clock: HeldClock) -> None:
    post(db, clock, "kim", "ute", kind=LINK.kind, values=to_values(LINK))
    mail = mail_of(db, "kim")
    if by_number:
        assert db.write(lambda session: outbox.cancel_one(session, mail.id, clock.now))
    else:
        db.write(lambda session: outbox.cancel(session, [mail.dedupe_key], clock.now))
    assert (mail_of(db, "kim").state, mail_of(db, "kim").values["link"]) == ("cancelled", "")
    assert mail_of(db, "ute").values["link"] == LINK.link, "another mail's"


def test_what_is_no_secret_stays_in_a_sent_mail(db: Database, sender: Delivery, clock: HeldClock) -> None:
    post(db, clock, "anna")
    sender.deliver_due()
    assert mail_of(db, "anna").values == to_values(received(first_name="anna"))
