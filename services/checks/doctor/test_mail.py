"""Sends one test mail by the settings, outside of the outbox: it works without a database."""

from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Final

from services.checks.finding import Level
from services.mail.transport import (
    AccountFailure,
    MachineFailure,
    PermanentFailure,
    TemporaryFailure,
    transport_for,
)
from services.settings import Settings

_TEXT: Final = (
    "Guten Tag,\n\ndiese Mail hat „voltigo doctor“ verschickt, um den Mailserver zu prüfen. Kommt sie an, gelingt der "
    "Versand. Zu tun ist nichts.\n"
)
_REASONS: Final[dict[type[Exception], str]] = {
    AccountFailure: "Der Mailserver weist unser Konto oder den Absender ab.",
    PermanentFailure: "Der Mailserver nimmt die Mail an diese Adresse nicht an.",
    TemporaryFailure: "Der Mailserver ist nicht erreichbar oder nimmt gerade nichts an.",
    MachineFailure: "Diesem Rechner fehlen offene Dateien oder Speicher, um die Mail zu verschicken.",
    ValueError: "Das ist keine Adresse, an die sich etwas schicken lässt.",
}


def send_test_mail(settings: Settings, to: str) -> tuple[Level, str]:
    """Hand a test mail to the server; the answer of the server is not repeated, since it quotes the address."""
    if not settings.smtp_url:
        return Level.FAULT, "Es ist kein Postausgang eingetragen (VOLTIGO_SMTP_URL)."
    try:
        transport_for(settings.smtp_url, settings.data_dir).send(_message(settings, to))
    except tuple(_REASONS) as error:
        reason = next(words for kind, words in _REASONS.items() if isinstance(error, kind))
        return Level.FAULT, reason
    return Level.OK, "Der Mailserver hat sie angenommen. Sehen Sie nach, ob sie ankommt, auch unter Spam."


def _message(settings: Settings, to: str) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"] = settings.mail_from, to
    message["Subject"] = "Testmail von Voltigo"
    message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=settings.mail_from.rpartition("@")[2][:-1])
    message["Auto-Submitted"] = "auto-generated"
    message["X-Auto-Response-Suppress"] = "DR, RN, NRN, OOF, AutoReply"
    message.set_content(_TEXT)
    return message
