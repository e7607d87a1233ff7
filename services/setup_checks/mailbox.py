"""Checks the mailbox that messages are read from: by opening it, as the job does, and reading nothing."""

import time
from collections.abc import Sequence
from typing import Final

from sqlalchemy.orm import Session

from services.messages.errors import MailboxFailure
from services.messages.intake.mailbox import opened
from services.settings import Settings
from services.setup_checks.result import Ground, Result, State, Step, first_open, sealed

_OPENED: Final = "Postfach öffnen"
_NONE: Final = "Kein Postfach eingerichtet: Nachrichten kommen nur über das Kontaktformular."


def fingerprint(_session: Session, settings: Settings) -> str:
    """Of the server, the account and the folder."""
    return sealed(settings, settings.imap_url.get_secret_value())


def probe(settings: Settings) -> Sequence[Step]:
    """Connect, log in and open the folder. Empty without a mailbox."""
    url = settings.imap_url.get_secret_value()
    if not url:
        return ()
    begun = time.monotonic()
    try:
        with opened(url):
            milliseconds = round((time.monotonic() - begun) * 1000)
    except MailboxFailure as failure:
        return (Step(_OPENED, State.OPEN, failure.detail),)
    return (Step(_OPENED, State.OK, "Anmeldung und Ordner stimmen.", milliseconds),)


def look(ground: Ground) -> Result:
    """In order when it could be opened last; also where there is none, since nobody needs one."""
    if not ground.settings.imap_url.get_secret_value():
        return Result(State.OK, _NONE)
    if ground.steps is None:
        return Result(State.OPEN, "Mit diesen Einstellungen wurde noch keine Verbindung versucht.")
    if failed := first_open(ground.steps):
        return Result(State.OPEN, failed.words, ground.steps)
    return Result(State.OK, f"{ground.settings.mailbox_name} wird jede Minute gelesen.", ground.steps)
