"""Both mails of a message, as a real server takes them over."""

import email
import email.policy
from collections import Counter
from collections.abc import Callable
from email.message import EmailMessage
from typing import Any

import pytest

from services.core.db.db import Database
from services.mail.models import Mail
from services.mail.transport import Smtp
from tests.factories import contact_body, reservation_body
from tests.fixtures.servers import MakeClient
from tests.fixtures.smtp import SmtpPeer
from tests.services.held_clock import HeldClock
from tests.services.mail.posting import SENDER, delivery
from tests.services.stored import stored

COMPANY = "kontakt@voltigo.invalid"
SENT_BY = "aenne.mueller@example.org"
SHARE = {"topic": "anteil", "project": "munich", "amount": 1000, "payment_method": "sepa", "reference": ""}
Delivered = Callable[[], dict[str, EmailMessage]]


def parts(message: EmailMessage) -> list[str]:
    """Text and HTML of a message, hard blanks as blanks, line ends as written."""
    bodies = [message.get_body((kind,)) for kind in ("plain", "html")]
    return [body.get_content().replace("\u00a0", " ").replace("\r\n", "\n") for body in bodies if body is not None]


@pytest.fixture
def send(make_client: MakeClient) -> Callable[..., str]:
    client = make_client(clock=HeldClock())

    def send(**changes: Any) -> str:
        response = client.post("/api/contact", json=contact_body(**changes))
        assert response.status_code == 200, response.text
        return str(response.json()["reference"])

    return send


@pytest.fixture
def delivered(db: Database, smtp_peer: SmtpPeer) -> Delivered:
    """Sends what is due through a real server; the mails by their recipient."""

    def deliver() -> dict[str, EmailMessage]:
        delivery(db, Smtp(smtp_peer.url), HeldClock()).deliver_due()
        parsed = [email.message_from_bytes(raw, policy=email.policy.default) for raw in smtp_peer.received]
        messages = [message for message in parsed if isinstance(message, EmailMessage)]
        by_recipient = {message["To"]: message for message in messages}
        assert len(by_recipient) == len(messages), "each recipient gets one mail"
        return by_recipient

    return deliver


def test_both_are_queued_and_really_delivered_once(
    send: Callable[..., str], db: Database, delivered: Delivered, smtp_peer: SmtpPeer
) -> None:
    send()
    assert Counter(row["state"] for row in stored(db, Mail)) == {"queued": 2}
    assert set(delivered()) == {COMPANY, SENT_BY}
    assert {(row["state"], row["attempts"]) for row in stored(db, Mail)} == {("sent", 1)}
    delivered()
    assert smtp_peer.attempts == 2


def test_the_company_reads_the_whole_message_and_answers_its_sender(
    send: Callable[..., str], delivered: Delivered
) -> None:
    reference = send(**SHARE, message="Zeile eins,\n<b>Zeile</b> zwei & drei")
    message = delivered()[COMPANY]
    assert message["Reply-To"] == SENT_BY
    assert message["Subject"] == f"Kontaktformular, Anteil sichern ({reference})"
    text, markup = parts(message)
    facts = ("Änne Müller", "0841 123456", "Anteil sichern", "München-Ost", "1.000 €", "SEPA-Lastschrift")
    for shown in (text, markup):
        assert [fact for fact in facts if fact not in shown] == []
        assert "Referenz der Reservierung" not in shown
    assert "Zeile eins,\n<b>Zeile</b> zwei & drei" in text
    assert "Zeile eins,\n&lt;b&gt;Zeile&lt;/b&gt; zwei &amp; drei" in markup


@pytest.mark.parametrize("changes", [{}, SHARE, {**SHARE, "amount": None}, {"phone": None, "reference": None}])
def test_what_was_not_given_is_not_mentioned(
    changes: dict[str, Any], send: Callable[..., str], delivered: Delivered
) -> None:
    send(**changes)
    for shown in parts(delivered()[COMPANY]):
        assert "None" not in shown
        given = contact_body(**changes)
        labels = {"phone": "Telefon", "reference": "Referenz der", "amount": "Betrag", "project": "Solarpark"}
        assert {name for name, label in labels.items() if label in shown} == {
            name for name in labels if given.get(name)
        }


def test_the_acknowledgement_repeats_nothing_that_was_typed(send: Callable[..., str], delivered: Delivered) -> None:
    """A sender who enters a stranger's address must not be able to write to them."""
    reference = send(name="Gewinnspiel Jetzt", message="Besuchen Sie spam.example sofort")
    message = delivered()[SENT_BY]
    assert message["Subject"] == "Ihre Nachricht ist bei uns angekommen"
    assert message["Reply-To"] == SENDER.email
    for shown in parts(message):
        for fact in (reference, "Meine Reservierung", "antwortet Ihnen"):
            assert fact in shown
        typed = ("Gewinnspiel", "spam.example", "0841 123456", "VG-2222")
        assert [trace for trace in typed if trace in shown] == []


def test_an_address_with_umlauts_in_its_domain_can_be_answered(send: Callable[..., str], delivered: Delivered) -> None:
    send(email="Anna@müller-sonne.de")
    mails = delivered()
    ascii_address = "Anna@xn--mller-sonne-thb.de"
    assert set(mails) == {COMPANY, ascii_address}
    assert mails[COMPANY]["Reply-To"] == ascii_address


def test_a_filled_honeypot_is_forwarded_as_suspicious_and_not_acknowledged(
    send: Callable[..., str], delivered: Delivered
) -> None:
    send(homepage="https://spam.example")
    mails = delivered()
    assert set(mails) == {COMPANY}
    assert mails[COMPANY]["Subject"].startswith("Spamverdacht: ")
    assert all("Spamverdacht" in shown for shown in parts(mails[COMPANY]))


def test_long_lines_and_every_sign_reach_the_mailbox(send: Callable[..., str], delivered: Delivered) -> None:
    text = "Ä" * 3000 + " 👩‍🌾 " + "x" * 900
    send(message=text)
    assert text in parts(delivered()[COMPANY])[0]


def test_answers_to_other_mails_still_go_to_the_company(make_client: MakeClient, delivered: Delivered) -> None:
    client = make_client(clock=HeldClock())
    assert client.post("/functions/v1/reserve-spot", json=reservation_body()).status_code == 200
    assert delivered()[SENT_BY]["Reply-To"] == SENDER.email
