"""Why a recipient's server refused a mail: told in German, and only where it was a refusal."""

from collections import Counter

import pytest

from services.core.db.db import Database
from services.mail.models import MailState
from services.mail.refusals import refusal_words
from services.mail.transport import Smtp
from tests.fixtures.smtp import SmtpPeer
from tests.services.held_clock import HeldClock
from tests.services.mail.posting import delivery, mail_of, post

NO_MAILBOX = "Das Postfach gibt es nicht."


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("550 5.1.1 user unknown", NO_MAILBOX),
        ("550-5.1.1 The email account that you tried to reach does not exist", NO_MAILBOX),
        ("550 no such user", NO_MAILBOX),
        ("551 user not local", NO_MAILBOX),
        ("552 5.2.2 over quota", "Das Postfach ist voll."),
        ("552 mailbox full", "Das Postfach ist voll."),
        ("552 5.3.4 message too big", "Die E-Mail ist dem Mailserver zu groß."),
        ("550 5.1.2 bad domain", "Die Domain hinter dem @ gibt es nicht."),
        ("556 5.1.10 null MX", "Die Domain hinter dem @ nimmt keine E-Mails an."),
        ("554 5.7.1 blocked", "Der Mailserver lehnt unsere E-Mail ab."),
        ("554 transaction failed", "Der Mailserver lehnt unsere E-Mail ab."),
        ("451 4.7.1 greylisted", "Der Mailserver war fünf Tage lang nicht zu erreichen."),
        ("KeyError while rendering", None),
        ("TimeoutError: timed out", None),
        ("", None),
    ],
)
def test_each_answer_has_its_sentence(answer: str, words: str | None) -> None:
    assert refusal_words(answer) == words


@pytest.mark.parametrize(
    ("at_recipient", "at_data", "state", "words"),
    [
        ("550 5.1.1 user unknown", None, MailState.FAILED, NO_MAILBOX),
        (None, "552 5.2.2 mailbox full", MailState.FAILED, "Das Postfach ist voll."),
        ("421 4.3.2 closing down", None, MailState.RETRYING, None),
        (None, "421 4.3.2 closing down", MailState.RETRYING, None),
    ],
)
def test_a_real_server_s_refusal_is_told_and_a_temporary_one_is_none(
    at_recipient: str | None,
    at_data: str | None,
    state: MailState,
    words: str | None,
    db: Database,
    smtp_peer: SmtpPeer,
) -> None:
    clock = HeldClock()
    smtp_peer.refuses = {"anna@example.org": at_recipient} if at_recipient else {}
    smtp_peer.answers = [at_data] if at_data else []
    post(db, clock, "anna")
    assert delivery(db, Smtp(smtp_peer.url), clock).deliver_due() == Counter({state: 1})
    mail = mail_of(db, "anna")
    if words is not None:
        assert refusal_words(mail.last_error or "") == words
    else:
        assert (mail.state, mail.settled_at) == ("retrying", None)
