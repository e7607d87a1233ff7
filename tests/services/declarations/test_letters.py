"""The mails about declarations, as a household reads them."""

from typing import Any

import pytest

from services.mail.catalogue import to_values
from services.mail.letters import declarations as letters
from tests.services.mail.test_reservation_mail import made, parts, seen

RECEIPT: dict[str, Any] = {
    "reference": "ER-7K3M-Q2XH",
    "received": "Sonntag, 25. Oktober 2026, 02:30:00 Uhr (MEZ)",
    "sentence": "Hiermit widerrufe ich den unten bezeichneten Vertrag.",
    "lines": [["Name", "Änne <Müller>"], ["Vertrag", "VG-2222-2222"], ["Ihre Nachricht", "Zwei\nZeilen"]],
    "sha256": "cb0d" * 16,
}
DECISION = {"reference": "ER-7K3M-Q2XH", "received_day": "25. Oktober 2026", "words": "Alles Gute.\nMiriam Falk"}
EFFECTIVE = ("wirksam", "beendet", "erstatten", "Erstattung", "angenommen")
"""What a receipt must not say: it confirms the arrival."""


def shown(mail: Any) -> tuple[str, str]:
    """Text, and what is read of the HTML."""
    text, markup = parts(made(mail.kind, to_values(mail)))
    return text, seen(markup)


@pytest.mark.parametrize("kind", [letters.WithdrawalReceived, letters.NoticeReceived])
def test_a_receipt_has_the_whole_content_with_day_and_time_and_promises_nothing(kind: Any) -> None:
    text, markup = shown(kind(**RECEIPT))
    for read in (text, markup):
        for words in (
            RECEIPT["received"],
            RECEIPT["reference"],
            RECEIPT["sentence"],
            RECEIPT["sha256"],
            "Änne <Müller>",
            "VG-2222-2222",
            "bestätigt den Eingang, noch nicht das Ergebnis",
        ):
            assert words in read, words
        assert [word for word in EFFECTIVE if word in read] == []
    assert "Ihre Nachricht: Zwei\nZeilen\n" in text
    assert "Zwei Zeilen" in markup


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        ("withdrawn", "Ihr Vertrag mit uns ist damit beendet."),
        ("cancelled", "Ihre Reservierung ist storniert. Es entstehen Ihnen keine Kosten."),
        ("already_ended", "Ihre Reservierung war zu diesem Zeitpunkt schon beendet."),
    ],
)
def test_an_accepted_withdrawal_says_what_ended_and_until_when_money_goes_back(outcome: Any, words: str) -> None:
    for read in shown(letters.WithdrawalAccepted(**DECISION, outcome=outcome, refund_day="8. November 2026")):
        assert words in read
        assert "bis spätestens 8. November 2026" in read
        assert "Alles Gute." in read
        assert "Miriam Falk" in read


def test_an_accepted_notice_names_the_last_day() -> None:
    for read in shown(letters.NoticeAccepted(**DECISION, last_day="31. Januar 2027")):
        assert "mit Ablauf des 31. Januar 2027" in read


@pytest.mark.parametrize(
    ("what", "subject", "words"),
    [
        ("Widerruf", "Zu Ihrem Widerruf", "Ihren Widerruf vom 25. Oktober 2026 geprüft und können ihm so nicht folgen"),
        (
            "Kündigung",
            "Zu Ihrer Kündigung",
            "Ihre Kündigung vom 25. Oktober 2026 geprüft und können ihr so nicht folgen",
        ),
    ],
)
def test_a_rejection_gives_the_reason_in_the_words_of_the_clerk(what: Any, subject: str, words: str) -> None:
    mail = letters.DeclarationRejected(**DECISION, what=what)
    assert made(mail.kind, to_values(mail))["Subject"] == subject
    for read in shown(mail):
        assert words in read
        assert "Alles Gute." in read


def test_words_left_out_leave_no_gap() -> None:
    text, _ = shown(letters.NoticeAccepted(**(DECISION | {"words": ""}), last_day="31. Januar 2027"))
    assert "\n\n\n" not in text
