"""The mails to people who work here, as a mailbox shows them."""

from datetime import UTC, datetime
from typing import get_args

import pytest

from services.mail.catalogue import StaffLink, StaffNotice, StaffNoticeTopic, to_values
from services.mail.outbox import Leased
from services.mail.rendering import Renderer
from tests.services.mail.posting import SENDER

LINK = "https://voltigo.example/admin/set-up#abc-DEF_123"


def bodies(mail: StaffLink | StaffNotice) -> tuple[str, list[str]]:
    """Subject, and text and HTML."""
    leased = Leased(1, mail.kind, "k@voltigo.example", to_values(mail), "id", 1, datetime(2026, 11, 3, tzinfo=UTC))
    message = Renderer(SENDER).message(leased)
    parts = [message.get_body((kind,)) for kind in ("plain", "html")]
    return message["Subject"], [part.get_content() for part in parts if part]


@pytest.mark.parametrize(
    ("purpose", "subject", "says"),
    [
        ("invitation", "Ihre Einladung zu Voltigo", "mitzuarbeiten (Sachbearbeitung)"),
        ("reset", "Ihr neues Passwort für Voltigo", "gilt Ihr bisheriges Passwort weiter"),
        ("second_factor", "Ihre neue Authenticator-App für Voltigo", "Ihr Passwort brauchen Sie dafür auch"),
        ("both", "Ihr neues Passwort für Voltigo", "können Sie sich nicht anmelden"),
    ],
)
@pytest.mark.parametrize(("hours", "lasts"), [(72, "72 Stunden"), (1, "60 Minuten")])
def test_a_link_mail_says_what_it_is_for_and_how_long_it_lasts(
    purpose: str, subject: str, says: str, hours: int, lasts: str
) -> None:
    mail = StaffLink(name="Änne <b>", purpose=purpose, role="staff", link=LINK, hours=hours)  # type: ignore[arg-type]
    found, (text, markup) = bodies(mail)
    assert found == subject
    for shown in (text, markup):
        assert LINK in shown
        assert f"Der Link gilt {lasts} und" in shown
        assert says in shown
    assert "Guten Tag Änne <b>," in text
    assert "Änne &lt;b&gt;" in markup


@pytest.mark.parametrize("topic", get_args(StaffNoticeTopic))
def test_each_notice_has_its_own_words(topic: StaffNoticeTopic) -> None:
    others = {other for other in get_args(StaffNoticeTopic) if other != topic}
    told = {name: bodies(StaffNotice("Änne", name, "admin", 3))[1][0] for name in (topic, *others)}
    assert len(set(told.values())) == len(told)
    subject, (text, markup) = bodies(StaffNotice("Änne", topic, "admin", 3))
    special = {
        "codes_guessed": "Jemand kennt Ihr Passwort bei Voltigo",
        "new_device": "Neue Anmeldung bei Voltigo",
        "passkey_copied": "Ein Passkey Ihres Kontos bei Voltigo wurde abgelehnt",
    }
    assert subject == special.get(topic, "Änderung an Ihrem Konto bei Voltigo")
    sentence = text.split("\n\n")[1]
    assert len(sentence) > 60
    assert sentence in markup
    assert text.count("\n\n\n") == 0


@pytest.mark.parametrize(("left", "said"), [(0, "keiner mehr"), (1, "noch einer"), (9, "noch 9 übrig")])
def test_it_counts_the_recovery_codes_left(left: int, said: str) -> None:
    assert said in bodies(StaffNotice("Änne", "recovery_code_used", "admin", left))[1][0]
