"""Files of answers: attached while writing, sent by the real mail server, kept with the conversation or forgotten."""

import base64
import email
from email.message import EmailMessage
from email.policy import default
from typing import Any

import pytest
from sqlalchemy import delete, select
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.jobs.registry import LAST_LOOKS
from services.mail import outbox
from services.mail.delivery import Delivery
from services.mail.models import Mail
from services.mail.rendering import Renderer
from services.mail.transport import Smtp
from services.messages.answers.uploads import WORDS, forget_unsent
from services.messages.intake.files import LARGEST_FILE, Refusal
from services.messages.models import AnswerFile, Message, MessageAttachment
from services.staff.models import AuditEntry
from tests.fixtures.smtp import SmtpPeer
from tests.fixtures.staff import StaffClient
from tests.services.held_clock import HeldClock
from tests.services.mail.posting import SENDER
from tests.services.messages.test_answers import LIST, answer, asked, written
from tests.services.stored import stored

FILES = "/api/staff/answer-files"
PDF = b"%PDF-1.7 " + bytes(range(256)) * 40


@pytest.fixture
def conversation(client: TestClient, db: Database) -> dict[str, Any]:
    return asked(client, db)


def sent(clerk: TestClient, conversation: dict[str, Any], name: str, content: bytes) -> Any:
    body = {"conversation_id": conversation["id"], "filename": name, "content": base64.b64encode(content).decode()}
    return clerk.post(FILES, json=body)


def attached(clerk: TestClient, conversation: dict[str, Any], name: str = "Plan.pdf", content: bytes = PDF) -> int:
    reply = sent(clerk, conversation, name, content)
    assert reply.status_code == 201, reply.text
    return int(reply.json()["id"])


def faults(reply: Any) -> list[tuple[str, str]]:
    assert reply.status_code == 422, reply.text
    return [(one["field"], one["code"]) for one in reply.json()["errors"]]


def delivery(db: Database, peer: SmtpPeer, clock: HeldClock) -> Delivery:
    return Delivery(db, Smtp(peer.url), Renderer(SENDER), clock, LAST_LOOKS)


def arrived(peer: SmtpPeer) -> list[EmailMessage]:
    """The answers that the mail server has taken."""
    found = [email.message_from_bytes(raw, policy=default) for raw in peer.received]
    return [one for one in found if isinstance(one, EmailMessage) and "Re: Umzug" in str(one["Subject"])]


@pytest.mark.both_databases(sample="postgresql")
def test_files_leave_with_the_answer_and_stay_with_the_conversation(
    clerk: TestClient, conversation: dict[str, Any], db: Database, clock: HeldClock, smtp_peer: SmtpPeer
) -> None:
    files = [attached(clerk, conversation), attached(clerk, conversation, "Übersicht.csv", b"Platz;kWh\n1;1000\n")]
    reply = answer(clerk, conversation, files=files[::-1])
    shown = reply.json()["messages"][-1]["attachments"]
    expected = [("Übersicht.csv", "text/csv"), ("Plan.pdf", "application/pdf")]
    assert [(one["filename"], one["content_type"]) for one in shown] == expected
    assert stored(db, AnswerFile) == [], "used up"
    assert clerk.get(f"{LIST}/{conversation['id']}/attachments/{shown[1]['id']}").content == PDF
    clock.advance(minutes=10)
    delivery(db, smtp_peer, clock).deliver_due()
    (mail,) = arrived(smtp_peer)
    files_of_it = list(mail.iter_attachments())
    parts = [(one.get_filename(), one.get_content_type(), one.get_payload(decode=True)) for one in files_of_it]
    assert parts == [(*expected[0], b"Platz;kWh\n1;1000\n"), (*expected[1], PDF)]
    details = [row["details"] for row in stored(db, AuditEntry) if row["action"] == "conversation.answered"]
    assert [one["files"] for one in details] == [2]
    assert "Plan" not in str([row["attachments"] for row in stored(db, Mail)]), "names are kept once"


def test_a_mail_is_the_same_however_often_it_was_begun(
    clerk: TestClient, conversation: dict[str, Any], db: Database, clock: HeldClock, smtp_peer: SmtpPeer
) -> None:
    """A sender that ends after handing a mail over leaves its row leased: the next one sends the same bytes, which
    mail programs know again by the Message-ID. A mail that is noted as sent is sent no more.
    """
    answer(clerk, conversation, files=[attached(clerk, conversation)])
    clock.advance(minutes=10)
    db.write(lambda session: session.execute(delete(Mail).where(Mail.kind != "staff_answer")) and None)

    def lost(*_args: object, **_values: object) -> None:
        raise RuntimeError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outbox, "mark_sent", lost)
        with pytest.raises(RuntimeError):
            delivery(db, smtp_peer, clock).deliver_due()
    clock.advance(minutes=6)
    for _ in range(2):
        delivery(db, smtp_peer, clock).deliver_due()
    first, second = smtp_peer.received
    assert first == second and base64.b64encode(PDF)[:60] in first


def test_an_answer_whose_file_is_gone_fails_and_never_leaves_without_it(
    clerk: TestClient, conversation: dict[str, Any], db: Database, clock: HeldClock, smtp_peer: SmtpPeer
) -> None:
    answer(clerk, conversation, files=[attached(clerk, conversation)])
    db.write(lambda session: session.execute(delete(MessageAttachment)) and None)
    clock.advance(minutes=10)
    delivery(db, smtp_peer, clock).deliver_due()
    assert arrived(smtp_peer) == []
    with db.read() as session:
        assert session.scalar(select(Mail.state).where(Mail.kind == "staff_answer")) == "failed"


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("Plan.pdf", b"MZ\x90\x00", Refusal.UNKNOWN),
        ("leer.txt", b"", None),
        ("large.pdf", (PDF + bytes(LARGEST_FILE))[: LARGEST_FILE + 1], Refusal.TOO_LARGE),
        ("huge.pdf", PDF + bytes(LARGEST_FILE), "too_large"),
    ],
    ids=["program", "empty", "large", "huge"],
)
def test_a_file_is_refused_in_german_by_its_content(
    clerk: TestClient, conversation: dict[str, Any], name: str, content: bytes, reason: Refusal | str | None
) -> None:
    reply = sent(clerk, conversation, name, content)
    if isinstance(reason, Refusal):
        (fault,) = reply.json()["errors"]
        assert (fault["field"], fault["code"], fault["message"]) == ("content", reason.value, WORDS[reason])
    elif reason is None:
        assert reply.json()["errors"][0]["message"] == "Diese Datei ist leer."
    else:
        assert (reply.status_code, reply.json()["code"]) == (413, reason)


def test_a_refused_answer_keeps_its_files_and_only_their_clerk_has_them(
    client: TestClient, clerk: TestClient, staff_client: StaffClient, conversation: dict[str, Any], db: Database
) -> None:
    colleague = staff_client("admin", client=client)
    file = attached(colleague, conversation)
    assert answer(clerk, conversation).status_code == 201
    late = answer(colleague, conversation, files=[file])
    assert (late.status_code, late.json()["code"]) == (409, "overtaken")
    now = {**conversation, "version": late.json()["version"]}
    assert faults(answer(clerk, now, files=[file])) == [("files", "gone")]
    assert clerk.delete(f"{FILES}/{file}").status_code == 404
    body = written(now, files=[file])
    replies = [colleague.post(f"{LIST}/{now['id']}/answers", json=body) for _ in range(2)]
    assert [reply.status_code for reply in replies] == [201, 201], "the same click once more"
    assert [row["message_id"] for row in stored(db, MessageAttachment)] == [stored(db, Message)[-1]["id"]]


def test_what_was_taken_back_is_sent_again_with_its_files(
    clerk: TestClient, conversation: dict[str, Any], db: Database
) -> None:
    first = answer(clerk, conversation, files=[attached(clerk, conversation)]).json()
    message = first["messages"][-1]
    back = clerk.post(f"{LIST}/{conversation['id']}/answers/{message['id']}/withdraw").json()
    kept = message["attachments"][0]["id"]
    again = answer(clerk, back, attachments=[kept], files=[attached(clerk, conversation, "Neu.txt", b"Neu")]).json()
    assert [one["filename"] for one in again["messages"][-1]["attachments"]] == ["Plan.pdf", "Neu.txt"]
    other = {**conversation, "id": conversation["id"]} | {"version": again["version"]}
    assert faults(answer(clerk, other, attachments=[kept + 900])) == [("files", "gone")]


def test_ten_files_and_25_megabytes_are_the_most_of_one_answer(
    clerk: TestClient, conversation: dict[str, Any], db: Database
) -> None:
    small = [attached(clerk, conversation, f"{number}.txt", b"Text") for number in range(11)]
    assert faults(answer(clerk, conversation, files=small)) == [("files", "too_many")]
    large = [attached(clerk, conversation, f"{number}.pdf", PDF + bytes(9_000_000)) for number in range(3)]
    assert faults(answer(clerk, conversation, files=large)) == [("files", "too_large_together")]
    assert len(stored(db, AnswerFile)) == 14, "a refusal takes nothing"


def test_what_nobody_sent_goes_after_a_day(
    clerk: TestClient, conversation: dict[str, Any], db: Database, clock: HeldClock
) -> None:
    removed, kept = attached(clerk, conversation), attached(clerk, conversation)
    assert clerk.delete(f"{FILES}/{removed}").status_code == 204
    clock.advance(hours=24)
    db.write(lambda session: forget_unsent(session, clock()))
    assert [row["id"] for row in stored(db, AnswerFile)] == [kept]
    clock.advance(seconds=1)
    db.write(lambda session: forget_unsent(session, clock()))
    assert stored(db, AnswerFile) == []
