"""Checks the public address as a visitor meets it: the name, the certificate, an answer of this product."""

import http.client
import json
import socket
import ssl
import time
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.core.german import numeric_day
from services.settings import Settings
from services.setup_checks.result import Ground, Result, State, Step, first_open, sealed

_TIMEOUT_SECONDS: Final = 10.0
_CONNECTION, _CERTIFICATE, _ANSWER = "Verbindung", "Zertifikat", "Antwort"
_ENDS_SOON: Final = timedelta(days=14)
_LONGEST_BODY: Final = 200
_PATH: Final = "/healthz"


def fingerprint(_session: Session, settings: Settings) -> str:
    """Of the address."""
    return sealed(settings, settings.public_url)


def look(ground: Ground) -> Result:
    """In order when the address is one of HTTPS in the world and this product answered there."""
    address = urlsplit(ground.settings.public_url)
    if is_local(address.hostname or ""):
        return Result(State.OPEN, f"Links in Mails führen zu {address.hostname}, also nur auf diesen Rechner.")
    if address.scheme != "https":
        return Result(State.OPEN, "Die Adresse beginnt mit http://, also liest unterwegs jeder mit.")
    if ground.steps is None:
        return Result(State.OPEN, "Diese Adresse wurde noch nicht aufgerufen.")
    if failed := first_open(ground.steps):
        return Result(State.OPEN, f"{failed.label}: {failed.words}", ground.steps)
    certificate = next((step.words for step in ground.steps if step.label == _CERTIFICATE), "")
    return Result(State.OK, f"antwortet verschlüsselt, Zertifikat {certificate}", ground.steps)


def is_local(host: str) -> bool:
    """Whether a name leads to this machine only."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def probe(settings: Settings) -> Sequence[Step]:
    """Ask our own `/healthz` at the public address. Redirects are not followed: they would lead to another address."""
    address = urlsplit(settings.public_url)
    host = address.hostname or ""
    if is_local(host) or address.scheme != "https":
        return ()
    return probe_at(host, address.port or 443, ssl.create_default_context())


def probe_at(host: str, port: int, context: ssl.SSLContext) -> Sequence[Step]:
    """The steps with the certificates that `context` trusts."""
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
        opened = Step(_CONNECTION, State.OK, "Die Adresse antwortet.", _since(begun))
        certificate = _certificate(connection.sock, datetime.now(UTC))
        return (opened, certificate, _answer(connection))


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
