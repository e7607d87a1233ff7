"""The mailbox as it is read, by a real IMAP server: what is stored, once, and what stays in the mailbox."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from pydantic import SecretStr
from starlette.testclient import TestClient

from services.checks.check import State
from services.checks.connections import open_mailbox
from services.core.db.db import Database
from services.mail.models import Mail
from services.messages.errors import MailboxFailure
from services.messages.intake import fetch
from services.messages.intake.fetch import Done, MessageFetch
from services.messages.models import Conversation, MailboxPosition, MailboxRefusal, Message, MessageAttachment
from services.reservations.models import Reservation
from services.settings import Settings
from tests.factories import reservation_body
from tests.fixtures.imap import CERTIFICATE, Folder
from tests.fixtures.servers import MakeClient
from tests.services.held_clock import HeldClock
from tests.services.messages.mails import HOUSEHOLD, bounce, mail, raw
from tests.services.stored import stored

Fetch = Callable[..., Done]


@pytest.fixture
def run(db: Database, folder: Folder, clock: HeldClock) -> Fetch:
    """Run the job once."""

    def run(url: str = folder.url) -> Done:
        settings = Settings(imap_url=SecretStr(url), mail_from="Voltigo <post@voltigo.example>")
        return MessageFetch(db, settings, clock).run()

    return run


def only(rows: list[dict[str, Any]]) -> dict[str, Any]:
    (row,) = rows
    return row


def reserve(client: TestClient, **changes: Any) -> str:
    answer = client.post("/functions/v1/reserve-spot", json=reservation_body(**changes))
    assert answer.status_code == 200, answer.text
    return str(answer.json()["reference"])


@pytest.mark.both_databases(sample="postgresql")
def test_a_mail_is_stored_once_and_stays_unread_in_the_mailbox(
    folder: Folder, run: Fetch, db: Database, clock: HeldClock
) -> None:
    at = clock.now - timedelta(minutes=3)
    folder.append(mail(message_id="<one@example.org>"), mail("Noch etwas.", message_id="<two@example.org>"), at=at)
    assert (run().stored, run().stored) == (2, 0)
    first, second = stored(db, Message)
    told = [first[name] for name in ("message_id", "from_name", "subject", "body_text", "kind")]
    assert told == ["one@example.org", "Änne Müller", "Eine Frage", "Guten Tag, wann geht es los?", "normal"]
    assert first["received_at"] == at.replace(microsecond=0)
    assert second["reply_text"] == "Noch etwas."
    assert [b"\\Seen" in flags for flags in folder.flags()] == [False, False]
    position = only(stored(db, MailboxPosition))
    assert (position["checked_at"], position["last_error"]) == (clock.now, None)
    assert position["mailbox"] == f"post@voltigo.example@127.0.0.1/{folder.name}"
    assert {row["state"] for row in stored(db, Conversation)} == {"open"}


def test_a_mailbox_numbered_again_brings_nothing_twice(folder: Folder, run: Fetch, db: Database) -> None:
    folder.append(mail(message_id="<one@example.org>"), mail("Ohne Kennung."))
    run()
    before = only(stored(db, MailboxPosition))["uidvalidity"]
    folder.number_again()
    folder.append(mail("Neu.", message_id="<new@example.org>"))
    assert run().stored == 1
    assert len(stored(db, Message)) == 3
    assert only(stored(db, MailboxPosition))["uidvalidity"] != before


def test_two_mails_that_claim_one_message_id_are_both_kept(folder: Folder, run: Fetch, db: Database) -> None:
    folder.append(mail(message_id="<one@example.org>"), mail("Etwas anderes.", message_id="<one@example.org>"))
    twice = mail(message_id="<one@example.org>")
    folder.append(b"Received: by another way\r\n" + twice)
    assert run().stored == 2
    assert [row["message_id"] for row in stored(db, Message)] == ["one@example.org", None]


def test_an_answer_finds_its_conversation_by_our_mail_by_number_and_by_what_it_answers(
    folder: Folder, run: Fetch, db: Database, make_client: MakeClient, clock: HeldClock
) -> None:
    client = make_client(clock=clock, rate_limits="off")
    reference = reserve(client, email=HOUSEHOLD)
    sent = only([row for row in stored(db, Mail) if row["subject_ref"].startswith("reservation:")])
    folder.append(mail("Danke!", in_reply_to=f"<{sent['message_id']}@voltigo.invalid>", message_id="<a@x.example>"))
    run()
    conversation = only(stored(db, Conversation))
    assert (conversation["reservation_id"], conversation["matched_by"]) == (1, "thread")
    folder.append(
        mail("Und noch etwas.", references="<none@x.example> <a@x.example>", message_id="<b@x.example>"),
        mail("Zum Dritten.", subject=f"Re: {conversation['reference']}", **{"from": "partner@example.net"}),
        mail(f"Es geht um {reference}.", **{"from": "fremd@example.net"}),
    )
    run()
    messages = stored(db, Message)
    assert [row["conversation_id"] for row in messages] == [1, 1, 1, 2]
    assert [row["is_other_address"] for row in messages] == [False, False, True, True]
    assert [row["matched_by"] for row in stored(db, Conversation)] == ["thread", "reference"]
    assert only(stored(db, Reservation))["version"] == 1


def test_an_address_in_an_encoded_name_is_nobody(
    make_client: MakeClient, folder: Folder, run: Fetch, db: Database
) -> None:
    reserve(make_client(), email="opfer@example.org")
    names = ("=?utf-8?Q?opfer=40example=2Eorg=2C?=", "=?utf-8?Q?Opfer_=3Copfer=40example=2Eorg=3E=2C?=")
    folder.append(*(raw("Bitte stornieren Sie.", sender=f"{name} <angreifer@evil.example>") for name in names))
    folder.append(raw("Bitte stornieren Sie.", sender="opfer@example.org, angreifer@evil.example"))
    run()
    assert [row["from_address"] for row in stored(db, Message)] == ["angreifer@evil.example"] * 2 + [""]
    assert {row["reservation_id"] for row in stored(db, Conversation)} == {None}
    assert all("opfer" not in row["correspondent_name"] for row in stored(db, Conversation)[:2])


def test_where_an_answer_is_wanted_is_kept_and_marked_where_it_is_not_the_household(
    make_client: MakeClient, folder: Folder, run: Fetch, db: Database
) -> None:
    client = make_client()
    reserve(client, email=HOUSEHOLD)
    form, wanted = "Formular <noreply@formdienst.example>", "Anna Berger <anna@example.org>"
    folder.append(mail("Über das Formular.", **{"from": form, "reply_to": wanted}), mail(), mail(reply_to=wanted))
    run()
    service, household = stored(db, Conversation)[0], stored(db, Conversation)[1:]
    assert (service["correspondent_email"], service["reply_to"]) == ("noreply@formdienst.example", "anna@example.org")
    assert [(row["reply_to"], row["matched_by"], row["is_other_address"]) for row in household] == [
        ("", "address", False),
        ("anna@example.org", "address", True),
    ]


def test_a_bounce_is_tied_to_its_mail_which_has_failed(
    folder: Folder, run: Fetch, db: Database, make_client: MakeClient, clock: HeldClock
) -> None:
    reserve(make_client(clock=clock, rate_limits="off"), email=HOUSEHOLD)
    sent = stored(db, Mail)[0]
    db.write(lambda session: session.get_one(Mail, sent["id"]).__setattr__("state", "sent"))
    folder.append(bounce(sent["message_id"], HOUSEHOLD, action="delayed"))
    run()
    assert stored(db, Mail)[0]["state"] == "sent"
    folder.append(bounce(sent["message_id"], HOUSEHOLD))
    run()
    failed = stored(db, Mail)[0]
    assert (failed["state"], failed["last_error"]) == ("failed", "550 5.1.1 No such user")
    assert [(row["kind"], row["mail_id"]) for row in stored(db, Message)] == [("bounce", sent["id"])] * 2
    assert {row["state"] for row in stored(db, Conversation)} == {"closed"}


def test_what_no_person_wrote_is_kept_and_is_no_work(folder: Folder, run: Fetch, db: Database) -> None:
    folder.append(
        mail("Bin im Urlaub.", auto_submitted="auto-replied"),
        mail("Liste", precedence="bulk"),
        mail("Von uns", **{"from": "post@voltigo.example"}),
        *(mail(f"Nummer {number}", **{"from": "viel@example.net"}) for number in range(7)),
    )
    run()
    assert [row["kind"] for row in stored(db, Message)] == [
        *("auto_reply", "auto_reply", "loop"),
        *["normal"] * 5,
        *["loop"] * 2,
    ]
    assert [row["state"] for row in stored(db, Conversation)] == [*["closed"] * 3, *["open"] * 5, *["closed"] * 2]


def test_what_was_in_the_mailbox_long_before_it_was_set_up_arrives_closed(
    folder: Folder, run: Fetch, db: Database, clock: HeldClock
) -> None:
    folder.append(mail(), at=clock.now - timedelta(days=31))
    folder.append(mail("Neu."), at=clock.now - timedelta(days=1))
    run()
    folder.append(mail("Lange im Filter gehangen."), at=clock.now - timedelta(days=40))
    run()
    assert [row["state"] for row in stored(db, Conversation)] == ["closed", "open", "open"]


def test_a_mail_that_nobody_can_read_is_kept_told_and_stops_no_other(
    folder: Folder, run: Fetch, db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(raw: bytes, ours: object) -> Any:
        if b"unlesbar" in raw:
            raise RecursionError
        return parse(raw, ours)

    parse = fetch.parse
    monkeypatch.setattr(fetch, "parse", broken)
    folder.append(mail("unlesbar"), mail())
    done = run()
    assert (done.stored, done.refused, done.words) == (1, 1, "1 Mail abgeholt. 1 Mail war nicht zu lesen.")
    refusal = only(stored(db, MailboxRefusal))
    assert b"unlesbar" in refusal["raw"]
    folder.number_again()
    run()
    assert len(stored(db, MailboxRefusal)) == 1


def test_a_mail_that_is_too_large_arrives_with_its_beginning(
    folder: Folder, run: Fetch, db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.messages.intake.mailbox.LARGEST_BYTES", 2000)
    monkeypatch.setattr("services.messages.intake.mailbox.BEGINNING_BYTES", 600)
    folder.append(mail("Anfang. " + "x" * 3_000_000))
    run()
    assert only(stored(db, Message))["body_text"].startswith("Anfang. xxx")
    assert only(stored(db, MessageAttachment))["refused_reason"] == (
        "Die Nachricht ist mit 3 MB zu groß. Übernommen wurde nur der Anfang ihres Textes."
    )


def test_without_a_mailbox_nothing_is_read(run: Fetch, db: Database) -> None:
    assert run("") == Done()
    assert stored(db, MailboxPosition) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda url: url.replace("p%40ss", "wrong"), "Der Mailserver nimmt Benutzer oder Passwort nicht an."),
        (lambda url: url.rpartition("/")[0] + "/Fehlt", "Den Ordner „Fehlt“ gibt es in diesem Postfach nicht."),
        (
            lambda url: url.replace("imap:", "imaps:"),
            "Der Mailserver spricht hier kein TLS. Passen Adresse und Port zusammen?",
        ),
        (
            lambda url: url.replace("127.0.0.1", "localhost.invalid").replace("imap:", "imaps:"),
            "Unter diesem Namen ist kein Mailserver erreichbar.",
        ),
    ],
    ids=["log-in", "folder", "tls", "name"],
)
def test_what_is_wrong_with_the_mailbox_is_said_in_german(
    folder: Folder, run: Fetch, db: Database, clock: HeldClock, change: Callable[[str], str], words: str
) -> None:
    with pytest.raises(MailboxFailure) as failure:
        run(change(folder.url))
    assert failure.value.detail == words
    settings = Settings(imap_url=SecretStr(change(folder.url)))
    assert [(step.state, step.words) for step in open_mailbox(settings)] == [(State.OPEN, words)]
    assert [step.state for step in open_mailbox(Settings(imap_url=SecretStr(folder.url)))] == [State.OK]
    (row,) = stored(db, MailboxPosition)
    assert (row["last_error"], row["failing_since"], row["checked_at"]) == (words, clock.now, None)


def test_a_certificate_that_does_not_verify_is_told_by_its_reason(
    imaps_url: str, run: Fetch, db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(MailboxFailure) as failure:
        run(imaps_url)
    assert failure.value.detail.startswith("Das Zertifikat des Mailservers stammt von keiner anerkannten Stelle.")
    assert only(stored(db, MailboxPosition))["last_error"] == failure.value.detail
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    with pytest.raises(MailboxFailure) as other:
        run(imaps_url)
    assert other.value.detail.startswith("Das Zertifikat des Mailservers gilt nicht für diesen Servernamen.")
