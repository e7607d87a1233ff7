"""Checks the mail server: connection, encryption and log-in by connecting, arrival by a code that was typed."""

import smtplib
import ssl
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from ipaddress import ip_address
from typing import Final
from urllib.parse import quote, unquote, urlsplit

from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.core.german import counted, numeric_day
from services.mail.transport import connected, encrypt, log_in
from services.settings import Settings
from services.setup_checks.result import Ground, Result, State, Step, first_open, sealed

_TIMEOUT_SECONDS: Final = 10.0
_CONNECTION, _ENCRYPTION, _LOG_IN, ARRIVAL = "Verbindung", "Verschlüsselung", "Anmeldung", "Angekommen"
_LONGEST_ANSWER: Final = 160
NOWHERE: Final = ".invalid"
_Failure = (OSError, smtplib.SMTPException)


def fingerprint(_session: Session, settings: Settings) -> str:
    """Of the server, the account and the sender."""
    return sealed(settings, settings.smtp_url, settings.mail_from)


def look(ground: Ground) -> Result:
    """In order when the last log-in succeeded and an administrator has received a test mail from this server."""
    settings = ground.settings
    if not settings.smtp_url:
        files = sum(1 for _ in (settings.data_dir / "mail").glob("*.eml"))
        words = f"Mails erreichen niemanden: {counted(files, 'liegt', 'liegen')} als Datei auf dem Server."
        return Result(State.OPEN, words)
    if NOWHERE in settings.mail_from:
        return Result(State.OPEN, "Als Absender der Mails steht eine Adresse, die es nicht gibt.")
    if ground.steps is None:
        return Result(State.OPEN, "Mit diesen Einstellungen wurde noch keine Verbindung versucht.")
    if failed := first_open(ground.steps):
        return Result(State.OPEN, f"{failed.label} scheitert: {failed.words}", (*ground.steps, _waiting()))
    if not _has_arrived(ground):
        words = "Die Anmeldung klappt. Dass eine Testmail ankommt, hat noch niemand bestätigt."
        return Result(State.OPEN, words, (*ground.steps, _waiting()))
    day = numeric_day(berlin_day(ground.confirmed.confirmed_at)) if ground.confirmed else ""  # type: ignore[arg-type]
    arrived = Step(ARRIVAL, State.OK, f"Testmail vom {day}")
    words = f"nimmt Mails an, eine Testmail kam am {day} an"
    return Result(State.OK, words, (*ground.steps, arrived))


def _has_arrived(ground: Ground) -> bool:
    wanted = fingerprint(ground.session, ground.settings)
    return ground.confirmed is not None and ground.confirmed.fingerprint == wanted


def _waiting() -> Step:
    return Step(ARRIVAL, State.PENDING, "Sie bestätigen es mit dem Code aus der Testmail")


def probe(settings: Settings) -> Sequence[Step]:
    """Connect, encrypt and log in, and send nothing. Empty without a server."""
    url = settings.smtp_url
    if not url:
        return ()
    begun = time.monotonic()
    try:
        server = connected(url, _TIMEOUT_SECONDS)
    except ssl.SSLError as error:
        done = Step(_CONNECTION, State.OK, "Der Server antwortet.", _since(begun))
        return (done, Step(_ENCRYPTION, State.OPEN, _of_tls(error)), _pending(_LOG_IN))
    except _Failure as error:
        return (Step(_CONNECTION, State.OPEN, _said(error, url)), _pending(_ENCRYPTION), _pending(_LOG_IN))
    steps = [Step(_CONNECTION, State.OK, "Der Server antwortet.", _since(begun))]
    with closing(server):
        steps.append(_step(_ENCRYPTION, lambda: _encrypted(server, url), url))
        is_encrypted = steps[-1].state is State.OK
        steps.append(_step(_LOG_IN, lambda: _logged_in(server, url), url) if is_encrypted else _pending(_LOG_IN))
    return tuple(steps)


def _step(label: str, do: Callable[[], str], url: str) -> Step:
    begun = time.monotonic()
    try:
        words = do()
    except _Unencrypted as refusal:
        return Step(label, State.OPEN, str(refusal))
    except ssl.SSLError as error:
        return Step(label, State.OPEN, _of_tls(error))
    except _Failure as error:
        return Step(label, State.OPEN, _said(error, url))
    return Step(label, State.OK, words, _since(begun))


class _Unencrypted(Exception):
    """Mails would travel a network in clear."""


def _encrypted(server: smtplib.SMTP, url: str) -> str:
    encrypt(server, url)
    version = server.sock.version() if isinstance(server.sock, ssl.SSLSocket) else None
    if version is not None:
        return version.replace("TLSv", "TLS ")
    if not _is_own_machine(urlsplit(url).hostname or ""):
        raise _Unencrypted("Mails gingen unverschlüsselt zum Server. Nehmen Sie smtps:// oder smtp+starttls://.")
    return "nicht nötig, der Server läuft auf diesem Rechner"


def _logged_in(server: smtplib.SMTP, url: str) -> str:
    log_in(server, url)
    server.noop()
    return "angenommen" if urlsplit(url).username else "der Server verlangt keine"


def _is_own_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _of_tls(error: ssl.SSLError) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return "Das Zertifikat des Servers gilt nicht für diesen Namen oder ist abgelaufen."
    return "Der Server spricht hier kein TLS. Passen Adresse und Port zusammen?"


def _said(error: Exception, url: str) -> str:
    """What the server answered, without the account's password, or why there is no answer."""
    if isinstance(error, smtplib.SMTPResponseException):
        reason = error.smtp_error
        answer = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
        return f"Server sagt: {_without_password(f'{error.smtp_code} {answer}', url)}"
    if isinstance(error, smtplib.SMTPNotSupportedError):
        return "Der Server bietet das nicht an."
    if isinstance(error, TimeoutError):
        return f"Nach {_TIMEOUT_SECONDS:.0f} Sekunden kam keine Antwort."
    if isinstance(error, ConnectionRefusedError):
        return "Auf diesem Port nimmt niemand Verbindungen an."
    if isinstance(error, smtplib.SMTPServerDisconnected):
        return "Der Server hat die Verbindung beendet."
    return "Unter diesem Namen ist kein Server erreichbar."


def _without_password(answer: str, url: str) -> str:
    secret = urlsplit(url).password or ""
    told = " ".join(answer.split())
    for form in {secret, unquote(secret), quote(unquote(secret), safe="")} - {""}:
        told = told.replace(form, "•••")
    return told[:_LONGEST_ANSWER]


def _pending(label: str) -> Step:
    return Step(label, State.PENDING, "noch nicht geprüft")


def _since(begun: float) -> int:
    return round((time.monotonic() - begun) * 1000)
