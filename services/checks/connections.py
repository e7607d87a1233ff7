"""The checks that connect to other servers: the mail server, the mailbox, the public address as a visitor meets it.

`probe` connects and stores the outcome of each step; `look` judges the last ones.
"""

import http.client
import json
import smtplib
import socket
import ssl
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from typing import Final
from urllib.parse import quote, unquote, urlsplit

from services.checks.check import Found, Ground, Group, Level, State, Step, check, fault, first_open, hint, ok, sealed
from services.core.clock import berlin_day
from services.core.german import numeric_day
from services.mail.transport import connected, encrypt, log_in
from services.messages.errors import MailboxFailure
from services.messages.intake.mailbox import opened
from services.settings import Settings

_TIMEOUT_SECONDS: Final = 10.0
_CONNECTION, _ENCRYPTION, _LOG_IN, _ARRIVAL = "Verbindung", "Verschlüsselung", "Anmeldung", "Angekommen"
_CERTIFICATE, _ANSWER = "Zertifikat", "Antwort"
_LONGEST_ANSWER: Final = 160
_NOWHERE: Final = ".invalid"
ENTERED: Final = "/state/settings"
"""The page of the console where company, mail server and address are entered."""
_ENDS_SOON: Final = timedelta(days=14)
_LONGEST_BODY: Final = 200
_PATH: Final = "/healthz"
_Failure = (OSError, smtplib.SMTPException)


def _connected(ground: Ground, name: str, good: str, *further: Step) -> Found:
    """The steps of the last connection: in order when none of them fails."""
    kept = ground.kept_of(name)
    if not kept.steps:
        return hint("Mit diesen Einstellungen wurde noch keine Verbindung versucht.")
    failed = first_open(kept.steps)
    words = f"{failed.label} scheitert: {failed.words}" if failed else good
    return Found(Level.FAULT if failed else Level.OK, words, at=kept.at, steps=(*kept.steps, *further))


def _log_in(settings: Settings) -> Sequence[Step]:
    """Connect to the mail server, encrypt and log in, and send nothing. Empty without a server."""
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


def _of_mail_server(settings: Settings) -> str:
    return sealed(settings, settings.smtp_url, settings.mail_from)


@check(
    "mail_server",
    Group.MAILS,
    "Mailserver",
    "Über ihn verlassen alle Mails das Haus.",
    "Prüfen Sie Server und Konto auf der Seite „Firma und Mailserver“; dort sehen Sie auch, was der Server antwortet.",
    path=ENTERED,
    needs_database=False,
    confirms="mail_server",
    probe=_log_in,
    fingerprint=_of_mail_server,
)
def mail_server(ground: Ground) -> Found:
    """In order when the last log-in succeeded and an administrator has received a test mail from this server."""
    settings = ground.settings
    if not settings.smtp_url:
        words = "Kein Mailserver eingetragen: Mails werden zu Dateien, die niemand bekommt."
        helps = "Tragen Sie ihn auf der Seite „Firma und Mailserver“ ein, und schicken Sie sich eine Testmail."
        return fault(words, helps) if settings.environment == "production" else hint(words, helps)
    arrived = _arrived_on(ground)
    waiting = Step(_ARRIVAL, State.PENDING, "Sie bestätigen es mit dem Code aus der Testmail")
    step = Step(_ARRIVAL, State.OK, f"Testmail vom {arrived}") if arrived else waiting
    found = _connected(ground, "mail_server", f"Nimmt Mails an, eine Testmail kam am {arrived} an.", step)
    if found.level is not Level.OK:
        return found
    if _NOWHERE in settings.mail_from:
        words = "Als Absender der Mails steht eine Adresse, die es nicht gibt."
        return hint(words, "Tragen Sie ihn auf der Seite „Firma und Mailserver“ ein.")
    if arrived:
        return found
    words = "Die Anmeldung gelingt. Dass eine Testmail ankommt, hat noch niemand bestätigt."
    helps = "Schicken Sie sich auf der Seite „Zustand“ eine Testmail, und geben Sie den Code daraus ein."
    return Found(Level.HINT, words, helps, found.at, found.steps)


def _arrived_on(ground: Ground) -> str | None:
    """The day on which a test mail of this server and sender arrived, in German."""
    confirmed = ground.kept_of("mail_server").confirmed
    if confirmed is None or confirmed.confirmed_at is None or confirmed.fingerprint != _of_mail_server(ground.settings):
        return None
    return numeric_day(berlin_day(confirmed.confirmed_at))


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
    if not is_local(urlsplit(url).hostname or ""):
        raise _Unencrypted("Mails gingen unverschlüsselt zum Server. Nehmen Sie smtps:// oder smtp+starttls://.")
    return "nicht nötig, der Server läuft auf diesem Rechner"


def _logged_in(server: smtplib.SMTP, url: str) -> str:
    log_in(server, url)
    server.noop()
    return "angenommen" if urlsplit(url).username else "der Server verlangt keine"


def _of_tls(error: ssl.SSLError) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return "Das Zertifikat des Servers gilt nicht für diesen Namen oder ist abgelaufen."
    return "Der Server spricht hier kein TLS. Passen Adresse und Port zusammen?"


def _said(error: Exception, url: str) -> str:
    """What the server answered, without the account's password, or why there is no answer."""
    if isinstance(error, smtplib.SMTPResponseException):
        reason = error.smtp_error
        answer = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
        return f"Server sagt: {without_password(f'{error.smtp_code} {answer}', url)}"
    if isinstance(error, smtplib.SMTPNotSupportedError):
        return "Der Server bietet das nicht an."
    if isinstance(error, TimeoutError):
        return f"Nach {_TIMEOUT_SECONDS:.0f} Sekunden kam keine Antwort."
    if isinstance(error, ConnectionRefusedError):
        return "Auf diesem Port nimmt niemand Verbindungen an."
    if isinstance(error, smtplib.SMTPServerDisconnected):
        return "Der Server hat die Verbindung beendet."
    return "Unter diesem Namen ist kein Server erreichbar."


def without_password(answer: str, url: str) -> str:
    """What a server said, which may quote what it got, in one line and cut."""
    secret = urlsplit(url).password or ""
    told = " ".join(answer.split())
    for form in {secret, unquote(secret), quote(unquote(secret), safe="")} - {""}:
        told = told.replace(form, "•••")
    return told[:_LONGEST_ANSWER]


def open_mailbox(settings: Settings) -> Sequence[Step]:
    """Connect, log in and open the folder, as the job does, and read nothing. Empty without a mailbox."""
    url = settings.imap_url.get_secret_value()
    if not url:
        return ()
    begun = time.monotonic()
    try:
        with opened(url):
            milliseconds = _since(begun)
    except MailboxFailure as failure:
        return (Step("Postfach öffnen", State.OPEN, failure.detail),)
    return (Step("Postfach öffnen", State.OK, "Anmeldung und Ordner stimmen.", milliseconds),)


@check(
    "mailbox",
    Group.MAILS,
    "Postfach",
    "Aus ihm kommen die Mails der Haushalte in die Konsole.",
    "Prüfen Sie VOLTIGO_IMAP_URL, und starten Sie neu.",
    path="/messages",
    needs_database=False,
    probe=open_mailbox,
    fingerprint=lambda settings: sealed(settings, settings.imap_url.get_secret_value()),
)
def mailbox(ground: Ground) -> Found:
    """Passes if it could be opened at the last attempt, or if none is configured."""
    if not ground.settings.imap_url.get_secret_value():
        return ok("Kein Postfach eingetragen; Nachrichten kommen über das Kontaktformular.")
    return _connected(ground, "mailbox", "Anmeldung und Ordner stimmen.")


def _visit(settings: Settings) -> Sequence[Step]:
    """Ask our own `/healthz` at the public address. Redirects are not followed: they would lead to another address."""
    address = urlsplit(settings.public_url)
    host = address.hostname or ""
    if is_local(host) or address.scheme != "https":
        return ()
    return visit(host, address.port or 443, ssl.create_default_context())


@check(
    "public_address",
    Group.OUTSIDE,
    "Öffentliche Adresse",
    "Unter ihr finden Haushalte die Website, und alle Links in Mails beginnen mit ihr.",
    "Prüfen Sie die Adresse (VOLTIGO_PUBLIC_URL), den Namenseintrag und das Zertifikat des Proxys.",
    path=ENTERED,
    needs_database=False,
    probe=_visit,
    fingerprint=lambda settings: sealed(settings, settings.public_url),
)
def public_address(ground: Ground) -> Found:
    """In order when the address is one of HTTPS in the world and this product answered there."""
    settings = ground.settings
    address = urlsplit(settings.public_url)
    if is_local(address.hostname or ""):
        words = f"Die Adresse {settings.public_url} führt nur auf diesen Rechner."
        return fault(words) if settings.environment == "production" else hint(words)
    if address.scheme != "https":
        return fault("Die Adresse beginnt mit http://, also liest unterwegs jeder mit.")
    return _connected(ground, "public_address", "Die Website antwortet dort verschlüsselt.")


def is_local(host: str) -> bool:
    """Whether a name leads to this machine only."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def visit(host: str, port: int, context: ssl.SSLContext) -> Sequence[Step]:
    """The steps of a visit with the certificates that `context` trusts."""
    begun = time.monotonic()
    connection = http.client.HTTPSConnection(host, port, timeout=_TIMEOUT_SECONDS, context=context)
    with closing(connection):
        try:
            connection.connect()
        except ssl.SSLError as error:
            words = error.verify_message if isinstance(error, ssl.SSLCertVerificationError) else "kein TLS"
            failed = Step(_CERTIFICATE, State.OPEN, f"gilt nicht ({words})")
            return (Step(_CONNECTION, State.OK, "Die Adresse antwortet."), failed, _pending(_ANSWER))
        except OSError as error:
            return (Step(_CONNECTION, State.OPEN, _of_network(error)), _pending(_CERTIFICATE), _pending(_ANSWER))
        reached = Step(_CONNECTION, State.OK, "Die Adresse antwortet.", _since(begun))
        certificate = _certificate(connection.sock, datetime.now(UTC))
        return (reached, certificate, _answer(connection))


def _certificate(connection: socket.socket, now: datetime) -> Step:
    found = connection.getpeercert() if isinstance(connection, ssl.SSLSocket) else None
    ends = datetime.fromtimestamp(ssl.cert_time_to_seconds(str((found or {})["notAfter"])), UTC)
    words = f"bis {numeric_day(berlin_day(ends))}"
    is_soon = ends - now < _ENDS_SOON
    return Step(_CERTIFICATE, State.OPEN if is_soon else State.OK, f"endet bald, {words}" if is_soon else words)


def _answer(connection: http.client.HTTPSConnection) -> Step:
    begun = time.monotonic()
    try:
        connection.request("GET", _PATH, headers={"User-Agent": "Voltigo-Setup/1"})
        response = connection.getresponse()
        body = response.read(_LONGEST_BODY)
    except (OSError, http.client.HTTPException):
        return Step(_ANSWER, State.OPEN, f"Auf {_PATH} kam keine Antwort.")
    if response.status != http.HTTPStatus.OK or not _is_ours(body):
        return Step(_ANSWER, State.OPEN, f"Auf {_PATH} antwortet nicht Voltigo (Status {response.status}).")
    return Step(_ANSWER, State.OK, "Voltigo antwortet.", _since(begun))


def _is_ours(body: bytes) -> bool:
    try:
        return bool(json.loads(body) == {"status": "ok"})
    except ValueError:
        return False


def _of_network(error: OSError) -> str:
    if isinstance(error, socket.gaierror):
        return "Diesen Namen kennt das Namenssystem nicht."
    if isinstance(error, TimeoutError):
        return f"Nach {_TIMEOUT_SECONDS:.0f} Sekunden kam keine Antwort."
    return "Dort nimmt niemand Verbindungen an."


def _pending(label: str) -> Step:
    return Step(label, State.PENDING, "noch nicht geprüft")


def _since(begun: float) -> int:
    return round((time.monotonic() - begun) * 1000)
