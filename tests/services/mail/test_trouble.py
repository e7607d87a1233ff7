"""Whose fault a failure is: a mail is given up for its own only, and everything else can be mended and repeated."""

import errno
import threading
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from services.core.db.db import Database
from services.core.storage.folder import FolderStorage
from services.core.storage.storage import StorageFault
from services.mail import outbox, transport
from services.mail.delivery import Delivery
from services.mail.models import MailState
from services.mail.rendering import AttachmentGone, Renderer
from services.mail.transport import Folder, Smtp
from services.mail.waiting import given_up_mails, waiting_mails
from tests.fixtures.smtp import SmtpPeer, listening
from tests.services.held_clock import HeldClock
from tests.services.mail.posting import SENDER, delivery, mail_of, post

DAYS = timedelta(days=6)


class RefusingPeer(SmtpPeer):
    """Refuses our address as long as `refusal` is set."""

    refusal = "550 5.7.1 sender not allowed"

    async def handle_MAIL(
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        if self.refusal:
            return self.refusal
        envelope.mail_from = address
        return "250 OK"


def test_a_refused_sender_keeps_every_mail_until_it_is_mended(db: Database, clock: HeldClock) -> None:
    peer = RefusingPeer()
    with listening(peer):
        sender = delivery(db, Smtp(peer.url), clock)
        post(db, clock, "anna", "berta")
        assert sender.deliver_due() == Counter({MailState.RETRYING: 1}), "one try tells enough"
        assert sender.deliver_due() == Counter()
        for _ in range(8):
            clock.advance(days=1)
            sender.deliver_due()
        states = {mail_of(db, name).state for name in ("anna", "berta")}
        assert states == {"retrying"}
        assert (mail_of(db, "anna").fault, mail_of(db, "anna").last_error) == ("account", peer.refusal)
        with db.read() as session:
            waiting = waiting_mails(session, clock.now)
        assert waiting is not None
        assert (waiting.count, waiting.is_refused) == (2, True)
        peer.refusal = ""
        clock.advance(hours=3)
        assert sender.deliver_due() == Counter({MailState.SENT: 2})
        assert mail_of(db, "anna").fault is None


def test_a_refused_log_in_keeps_the_mail(db: Database, clock: HeldClock, smtp_peer: SmtpPeer) -> None:
    """The peer knows no log-in at all; a wrong password is answered with a code that tells the same."""
    with pytest.raises(transport.AccountFailure), transport._account_trouble():
        raise transport.smtplib.SMTPAuthenticationError(535, b"5.7.8 bad credentials")
    with pytest.raises(transport.AccountFailure), transport._account_trouble():
        raise transport.smtplib.SMTPConnectError(554, b"no service for you")
    with pytest.raises(transport.smtplib.SMTPConnectError), transport._account_trouble():
        raise transport.smtplib.SMTPConnectError(421, b"later")
    post(db, clock, "anna")
    url = smtp_peer.url.replace("smtp://", "smtp://user:secret@")
    assert delivery(db, Smtp(url), clock).deliver_due() == Counter({MailState.RETRYING: 1})


@pytest.mark.parametrize("only", ["PLAIN", "LOGIN"])
def test_a_password_with_umlauts_logs_in_or_is_refused_like_any_other(
    only: str, db: Database, clock: HeldClock
) -> None:
    def check(
        _server: SMTP, _session: Session, _envelope: Envelope, _mechanism: str, given: LoginPassword
    ) -> AuthResult:
        is_right = (given.login, given.password) == ("büro".encode(), "Grüße 7".encode())
        return AuthResult(success=is_right, handled=False)

    peer, others = SmtpPeer(), {"PLAIN", "LOGIN"} - {only}
    with listening(peer, authenticator=check, auth_require_tls=False, auth_exclude_mechanism=others):
        url = peer.url.replace("smtp://", "smtp://b%C3%BCro:{}@")
        post(db, clock, "anna")
        assert delivery(db, Smtp(url.format("Grüsse")), clock).deliver_due() == Counter({MailState.RETRYING: 1})
        assert mail_of(db, "anna").fault == "account"
        clock.advance(hours=3)
        assert delivery(db, Smtp(url.format("Grüße%207")), clock).deliver_due() == Counter({MailState.SENT: 1})


def test_a_mail_that_is_too_large_is_failed(db: Database, clock: HeldClock) -> None:
    peer = RefusingPeer()
    peer.refusal = "552 5.3.4 message too big"
    with listening(peer):
        post(db, clock, "anna")
        assert delivery(db, Smtp(peer.url), clock).deliver_due() == Counter({MailState.FAILED: 1})


class ShortOfHandles(Renderer):
    """Renders once the machine has handles again."""

    error: BaseException | None = OSError(errno.EMFILE, "Too many open files")

    def message(self, mail: outbox.Leased) -> Any:
        if self.error is not None:
            raise self.error
        return super().message(mail)


@pytest.mark.parametrize("error", [OSError(errno.EMFILE, "Too many open files"), MemoryError(), RuntimeError("?")])
def test_what_the_machine_lacks_gives_no_mail_up(
    error: BaseException, db: Database, clock: HeldClock, smtp_peer: SmtpPeer
) -> None:
    renderer = ShortOfHandles(SENDER)
    renderer.error = error
    sender = Delivery(db, Smtp(smtp_peer.url), renderer, clock)
    post(db, clock, "anna")
    for _ in range(8):
        sender.deliver_due()
        clock.advance(days=1)
    assert (mail_of(db, "anna").state, mail_of(db, "anna").fault) == ("retrying", "machine")
    renderer.error = None
    assert sender.deliver_due() == Counter({MailState.SENT: 1})


def test_a_folder_without_room_gives_no_mail_up(db: Database, clock: HeldClock, tmp_path: Path) -> None:
    (tmp_path / "mail").write_text("a file where the folder should be")
    post(db, clock, "anna")
    sender = delivery(db, Folder(tmp_path / "mail"), clock)
    for _ in range(8):
        sender.deliver_due()
        clock.advance(days=1)
    assert (mail_of(db, "anna").state, mail_of(db, "anna").fault) == ("retrying", "machine")


def test_an_attachment_that_cannot_be_read_now_is_not_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = outbox.Attachment("a.csv", "text/csv", "a.csv", "0" * 64)
    renderer = Renderer(SENDER, FolderStorage(tmp_path))
    with pytest.raises(AttachmentGone):
        renderer._content(file)

    def no_handles(_path: Path, _mode: str) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(Path, "open", no_handles)
    with pytest.raises(StorageFault, match="zu viele offene Dateien"):
        renderer._content(file)


def test_all_failed_mails_are_queued_again_at_once(db: Database, clock: HeldClock, smtp_peer: SmtpPeer) -> None:
    sender = delivery(db, Smtp(smtp_peer.url), clock)
    names = [f"household{number}" for number in range(12)]
    smtp_peer.answers = ["550 5.7.1 spam"] * 11 + ["451 later"]
    post(db, clock, *names)
    sender.deliver_due()
    with db.read() as session:
        given_up = given_up_mails(session, clock.now)
    assert given_up is not None
    assert given_up.count == 11
    assert db.write(lambda session: outbox.retry_all(session, clock.now)) == 12
    assert sender.deliver_due() == Counter({MailState.SENT: 12})
    assert db.write(lambda session: outbox.retry_all(session, clock.now)) == 0


def test_a_server_that_answers_for_ever_is_cut_off(
    db: Database, clock: HeldClock, smtp_peer: SmtpPeer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport, "_LONGEST_SECONDS", 0.3)
    smtp_peer.silent = True
    post(db, clock, "anna")
    assert delivery(db, Smtp(smtp_peer.url), clock).deliver_due() == Counter({MailState.RETRYING: 1})
    smtp_peer.silent = False
    assert threading.active_count() < 50
