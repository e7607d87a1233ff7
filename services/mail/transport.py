"""Where mails go: to an SMTP server, or as `.eml` files into a folder when none is set."""

import os
import smtplib
import ssl
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from typing import Protocol
from urllib.parse import unquote, urlsplit

_TIMEOUT_SECONDS = 15


class TemporaryFailure(Exception):
    """Not delivered, but a later attempt may succeed (4xx, no connection, no answer)."""


class PermanentFailure(Exception):
    """The server refused this mail for good (5xx)."""


class Transport(Protocol):
    """Something that takes over a finished message."""

    def send(self, message: EmailMessage) -> None:
        """Return once the message is taken over; TemporaryFailure or PermanentFailure otherwise."""


@dataclass(frozen=True, slots=True)
class Folder:
    """Writes each message as a file named after its Message-ID, so that a second delivery replaces the first."""

    path: Path

    def send(self, message: EmailMessage) -> None:
        """Write the file whole or not at all."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            name = message["Message-ID"].strip("<>").partition("@")[0]
            draft = self.path / f".{name}.part"
            with draft.open("wb") as file:
                file.write(bytes(message))
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self.path / f"{name}.eml")
        except OSError as error:
            raise TemporaryFailure(f"{type(error).__name__}: {error.strerror}") from error


@dataclass(frozen=True, slots=True)
class Smtp:
    """An SMTP server: `smtp://`, `smtps://` (TLS from the start) or `smtp+starttls://`, with `user:password@`."""

    url: str

    def send(self, message: EmailMessage) -> None:
        """One connection a message: the few mails of a reservation site need no pool that can go stale."""
        try:
            with self._connect() as server:
                server.send_message(message)
        except smtplib.SMTPRecipientsRefused as error:
            code, reason = next(iter(error.recipients.values()))
            raise _failure(code, reason) from error
        except smtplib.SMTPResponseException as error:
            raise _failure(error.smtp_code, error.smtp_error) from error
        except (OSError, smtplib.SMTPException) as error:
            raise TemporaryFailure(f"{type(error).__name__}: {error}") from error

    def _connect(self) -> smtplib.SMTP:
        parts = urlsplit(self.url)
        host = parts.hostname or "localhost"
        server: smtplib.SMTP
        if parts.scheme == "smtps":
            context = ssl.create_default_context()
            server = smtplib.SMTP_SSL(host, parts.port or 465, timeout=_TIMEOUT_SECONDS, context=context)
        else:
            server = smtplib.SMTP(host, parts.port or 25, timeout=_TIMEOUT_SECONDS)
        try:
            if parts.scheme == "smtp+starttls":
                server.starttls(context=ssl.create_default_context())
            if parts.username:
                server.login(unquote(parts.username), unquote(parts.password or ""))
        except (OSError, smtplib.SMTPException):
            server.close()
            raise
        return server


def _failure(code: int, reason: bytes | str) -> TemporaryFailure | PermanentFailure:
    text = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else reason
    kind = PermanentFailure if 500 <= code <= 599 else TemporaryFailure
    return kind(f"{code} {text}")


def transport_for(smtp_url: str, data_dir: Path) -> Transport:
    """The transport the settings ask for."""
    return Smtp(smtp_url) if smtp_url else Folder(data_dir / "mail")
