"""Checks of the mails: the outbox, the server that takes them, what it refused, and the mailbox that is read."""

from datetime import timedelta
from typing import Final

from sqlalchemy import func, select

from services.checks.finding import Found, Ground, Level, fault, hint, ok
from services.checks.probe.readiness import MAILS_WAIT
from services.checks.words import lasting
from services.core.german import counted
from services.mail.models import UNSENT, Mail, MailState
from services.mail.waiting import waiting_mails
from services.setup_checks.mail_server import NOWHERE
from services.setup_checks.recheck import Standing
from services.setup_checks.result import State, first_open

_VERY_LATE: Final = timedelta(hours=1)
_UNPROVEN: Final = "Die Anmeldung gelingt. Dass eine Testmail ankommt, hat noch niemand bestätigt."
_ARRIVES: Final = "Schicken Sie sich auf der Seite „Zustand“ eine Testmail, und geben Sie den Code daraus ein."


def outbox(ground: Ground) -> Found:
    """How long the oldest mail has been due."""
    found = waiting_mails(ground.rows, ground.now)
    if found is None:
        return ok("Keine Mail wartet.")
    late = ground.now - found.since
    words = f"{counted(found.count, 'Mail wartet', 'Mails warten')}, die älteste seit {lasting(late)}."
    if found.is_refused:
        helps = (
            "Prüfen Sie Anmeldung und Absender in VOLTIGO_SMTP_URL und VOLTIGO_MAIL_FROM, dann `voltigo mails retry`."
        )
        return fault(f"{words} Der Mailserver weist unser Konto ab.", helps)
    if late > _VERY_LATE:
        return fault(words)
    return hint(words) if late > MAILS_WAIT else ok(words)


def refused(ground: Ground) -> Found:
    """Mails that were given up and that nobody has settled."""
    is_open = (Mail.state == MailState.FAILED.value) & Mail.settled_at.is_(None)
    count = ground.rows.scalar(select(func.count()).select_from(Mail).where(UNSENT, is_open)) or 0
    if not count:
        return ok("Keine ungeklärte Mail.")
    return hint(f"{counted(count, 'Mail wurde', 'Mails wurden')} aufgegeben und noch nicht geklärt.")


def server(ground: Ground) -> Found:
    """The last log-in at the mail server."""
    settings = ground.settings
    if not settings.smtp_url:
        words = "Kein Postausgang eingetragen: Mails werden zu Dateien, die niemand bekommt."
        helps = "Tragen Sie VOLTIGO_SMTP_URL in die Einstellungen des Servers ein, und starten Sie neu."
        return fault(words, helps) if settings.environment == "production" else hint(words, helps)
    found = _connected(ground.connection("mail_server"), "Die Anmeldung gelingt.")
    kept = ground.standings.get("mail_server")
    if found.level is not Level.OK or kept is None or kept.result.state is State.OK or first_open(kept.result.steps):
        return found
    return hint(kept.result.words) if NOWHERE in settings.mail_from else hint(_UNPROVEN, _ARRIVES)


def mailbox(ground: Ground) -> Found:
    """The last opening of the mailbox."""
    if not ground.settings.imap_url.get_secret_value():
        return ok("Kein Postfach eingetragen; Nachrichten kommen über das Kontaktformular.")
    return _connected(ground.connection("mailbox"), "Anmeldung und Ordner stimmen.")


def _connected(standing: Standing | None, good: str) -> Found:
    """The steps of a connection: in order when none of them fails."""
    if standing is None or not standing.result.steps:
        return hint("Mit diesen Einstellungen wurde noch keine Verbindung versucht.")
    if failed := first_open(standing.result.steps):
        return Found(Level.FAULT, f"{failed.label} scheitert: {failed.words}", at=standing.checked_at)
    return Found(Level.OK, good, at=standing.checked_at)
