"""The mailbox over IMAP, opened read-only: list UIDs, fetch one mail."""

import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from urllib.parse import unquote, urlsplit

from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import IMAPClientError, LoginError

from services.messages.errors import MailboxFailure

LARGEST_BYTES: Final = 36 * 1024 * 1024
"""Of an encoded mail: base64 makes 25 MB of files a third longer."""
BEGINNING_BYTES: Final = 256 * 1024
"""Fetched of a larger mail."""
_TIMEOUT: Final = SocketTimeout(connect=15, read=60)
_NO_TLS: Final = "Der Mailserver spricht hier kein TLS. Passen Adresse und Port zusammen?"
_NOT_VALID: Final = "Das Zertifikat des Mailservers ist ungültig. Wir lesen das Postfach erst wieder, wenn es stimmt."
_OF_ANOTHER_NAME: Final = (
    "Das Zertifikat des Mailservers gilt nicht für diesen Servernamen. "
    "Tragen Sie den Namen ein, für den es ausgestellt ist."
)
_OF_NO_AUTHORITY: Final = (
    "Das Zertifikat des Mailservers stammt von keiner anerkannten Stelle. Fragen Sie den Betreiber nach dem richtigen "
    "Servernamen oder einem gültigen Zertifikat."
)
_REASONS: Final = {
    10: "Das Zertifikat des Mailservers ist abgelaufen. Sein Betreiber muss es erneuern.",
    18: _OF_NO_AUTHORITY,
    19: _OF_NO_AUTHORITY,
    20: _OF_NO_AUTHORITY,
    21: _OF_NO_AUTHORITY,
    62: _OF_ANOTHER_NAME,
    64: _OF_ANOTHER_NAME,
}
"""By the number of OpenSSL (`X509_V_ERR_…`)."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """A mail from the server. `size` is that of the whole mail, of which `raw` may be the beginning."""

    uid: int
    raw: bytes
    size: int
    received_at: datetime

    @property
    def is_whole(self) -> bool:
        """Whether `raw` is the whole mail."""
        return len(self.raw) >= self.size


class OpenMailbox:
    """A selected folder. Raises MailboxFailure."""

    def __init__(self, client: IMAPClient, uidvalidity: int) -> None:
        self._client = client
        self.uidvalidity = uidvalidity

    def uids_after(self, last: int) -> list[int]:
        """The UIDs above this one, ascending."""
        with told():
            # The server always answers with the last mail, even if its number is below the range.
            return sorted(uid for uid in self._client.search(["UID", f"{last + 1}:*"]) if uid > last)

    def fetch(self, uid: int) -> Fetched | None:
        """The mail, without marking it as read; None if it was deleted meanwhile."""
        with told():
            known = self._client.fetch([uid], ["RFC822.SIZE", "INTERNALDATE"]).get(uid)
            if known is None:
                return None
            size = int(known[b"RFC822.SIZE"])
            wanted = "BODY.PEEK[]" if size <= LARGEST_BYTES else f"BODY.PEEK[]<0.{BEGINNING_BYTES}>"
            answer = self._client.fetch([uid], [wanted]).get(uid, {})
        raw = next((value for name, value in answer.items() if name.startswith(b"BODY[]")), None)
        if raw is None:
            return None
        # Some servers count line ends otherwise than they send them.
        size = len(raw) if size <= LARGEST_BYTES else size
        return Fetched(uid, raw, size, known[b"INTERNALDATE"].astimezone(UTC))


@contextmanager
def opened(url: str) -> Iterator[OpenMailbox]:
    """The mailbox of this address, `imaps://user:password@host:993/INBOX`; MailboxFailure."""
    parts = urlsplit(url)
    folder = unquote(parts.path.strip("/")) or "INBOX"
    client = _connected(url)
    try:
        with told():
            client.login(unquote(parts.username or ""), unquote(parts.password or ""))
        yield OpenMailbox(client, _selected(client, folder))
    finally:
        # An answer to the farewell is not worth a failure.
        with suppress(IMAPClientError, OSError):
            client.logout()


def _connected(url: str) -> IMAPClient:
    parts = urlsplit(url)
    is_encrypted = parts.scheme == "imaps"
    context = ssl.create_default_context() if is_encrypted else None
    port = parts.port or (993 if is_encrypted else 143)
    with told():
        return IMAPClient(parts.hostname, port, ssl=is_encrypted, ssl_context=context, timeout=_TIMEOUT)


def _selected(client: IMAPClient, folder: str) -> int:
    with told():
        try:
            return int(client.select_folder(folder, readonly=True)[b"UIDVALIDITY"])
        except IMAPClientError as error:
            raise MailboxFailure(f"Den Ordner „{folder}“ gibt es in diesem Postfach nicht.") from error


@contextmanager
def told() -> Iterator[None]:
    """What goes wrong with the server in this block, as a German sentence: MailboxFailure."""
    try:
        yield
    except LoginError as error:
        raise MailboxFailure("Der Mailserver nimmt Benutzer oder Passwort nicht an.") from error
    except ssl.SSLError as error:
        raise MailboxFailure(_tls_words(error)) from error
    except TimeoutError as error:
        raise MailboxFailure("Der Mailserver antwortet nicht.") from error
    except ConnectionRefusedError as error:
        raise MailboxFailure("Auf diesem Port nimmt der Mailserver keine Verbindungen an.") from error
    except socket.gaierror as error:
        raise MailboxFailure("Unter diesem Namen ist kein Mailserver erreichbar.") from error
    except (IMAPClientError, OSError) as error:
        raise MailboxFailure("Der Mailserver hat die Verbindung beendet oder einen Fehler gemeldet.") from error


def _tls_words(error: ssl.SSLError) -> str:
    if not isinstance(error, ssl.SSLCertVerificationError):
        return _NO_TLS
    return _REASONS.get(error.verify_code, _NOT_VALID)
