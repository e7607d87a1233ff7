"""Mail transports: an SMTP server, or `.eml` files in a folder when none is set."""

import contextlib
import errno
import os
import smtplib
import socket
import ssl
import threading
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from typing import Protocol
from urllib.parse import unquote, urlsplit

_TIMEOUT_SECONDS = 15
"""For each single answer of the server."""
_LONGEST_SECONDS = 60
"""For handing over one mail; with the few answers before it far within a lease of the outbox."""
_TOO_LARGE = 552
_LACKS = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOBUFS, errno.ENOSPC, errno.EDQUOT)
_LOG_IN_NEEDED = (530, 534, 535)
_LOGGED_IN, _GO_ON = 235, 334


class TemporaryFailure(Exception):
    """Not delivered, but a later attempt may succeed (4xx, no connection, no answer)."""


class PermanentFailure(Exception):
    """The server refused this mail for good (5xx)."""


class AccountFailure(Exception):
    """The server refuses us rather than this mail: the log-in, the sender's address, or any connection at all."""


class MachineFailure(Exception):
    """This machine lacks descriptors, memory or disk; the mail has nothing to do with it."""


class Transport(Protocol):
    """Accepts finished messages for delivery."""

    def send(self, message: EmailMessage) -> None:
        """Return once the message was accepted; raises one of the failures above."""


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
            raise MachineFailure(f"{type(error).__name__}: {error.strerror}") from error


@dataclass(frozen=True, slots=True)
class Smtp:
    """An SMTP server: `smtp://`, `smtps://` (TLS from the start) or `smtp+starttls://`, with `user:password@`."""

    url: str

    def send(self, message: EmailMessage) -> None:
        """One connection a message: the few mails of a reservation site need no pool that can go stale."""
        try:
            with self._connect() as server, _bounded(server):
                server.send_message(message)
        except AccountFailure:
            raise
        except smtplib.SMTPSenderRefused as error:
            raise _sender_failure(error.smtp_code, error.smtp_error) from error
        except smtplib.SMTPRecipientsRefused as error:
            code, reason = next(iter(error.recipients.values()))
            raise _failure(code, reason) from error
        except smtplib.SMTPResponseException as error:
            raise _failure(error.smtp_code, error.smtp_error) from error
        except (OSError, smtplib.SMTPException) as error:
            if isinstance(error, OSError) and error.errno in _LACKS:
                raise MachineFailure(f"{type(error).__name__}: {error}") from error
            raise TemporaryFailure(f"{type(error).__name__}: {error}") from error

    def _connect(self) -> smtplib.SMTP:
        with _account_trouble():
            return self._logged_in()

    def _logged_in(self) -> smtplib.SMTP:
        server = connected(self.url, _TIMEOUT_SECONDS)
        try:
            encrypt(server, self.url)
            log_in(server, self.url)
        except (OSError, smtplib.SMTPException):
            server.close()
            raise
        return server


def connected(url: str, timeout: float) -> smtplib.SMTP:
    """The open connection, with `smtps://` encrypted from the start; OSError, or what smtplib raises. `timeout` is in
    seconds, for each single answer."""
    parts = urlsplit(url)
    host = parts.hostname or "localhost"
    if parts.scheme == "smtps":
        context = ssl.create_default_context()
        return smtplib.SMTP_SSL(host, parts.port or 465, timeout=timeout, context=context)
    return smtplib.SMTP(host, parts.port or 25, timeout=timeout)


def encrypt(server: smtplib.SMTP, url: str) -> None:
    """With `smtp+starttls://`: encrypt the open connection."""
    if urlsplit(url).scheme == "smtp+starttls":
        server.starttls(context=ssl.create_default_context())


def log_in(server: smtplib.SMTP, url: str) -> None:
    """With the user and password that the address names, if it does."""
    parts = urlsplit(url)
    if not parts.username:
        return
    user, password = unquote(parts.username), unquote(parts.password or "")
    if (user + password).isascii():
        server.login(user, password)
    else:
        _log_in_with_unicode(server, user.encode(), password.encode())


def _log_in_with_unicode(server: smtplib.SMTP, user: bytes, password: bytes) -> None:
    """`SMTP.login` encodes as ASCII. PLAIN is UTF-8 (RFC 4616), and servers read LOGIN so too."""
    server.ehlo_or_helo_if_needed()
    offered = server.esmtp_features.get("auth", "").upper().split()
    if "LOGIN" in offered and "PLAIN" not in offered:
        code, answer = server.docmd("AUTH", f"LOGIN {b64encode(user).decode()}")
        if code == _GO_ON:
            code, answer = server.docmd(b64encode(password).decode())
    else:
        both = b64encode(b"\0" + user + b"\0" + password)
        code, answer = server.docmd("AUTH", f"PLAIN {both.decode()}")
    if code != _LOGGED_IN:
        raise smtplib.SMTPAuthenticationError(code, answer)


@contextmanager
def _account_trouble() -> Iterator[None]:
    """A permanent refusal before the server has seen the mail concerns our account."""
    try:
        yield
    except smtplib.SMTPResponseException as error:
        if 500 <= error.smtp_code <= 599:
            raise AccountFailure(_said(error.smtp_code, error.smtp_error)) from error
        raise


@contextmanager
def _bounded(server: smtplib.SMTP) -> Iterator[None]:
    """End the connection when the whole takes too long: a time-out of the socket only bounds each single answer."""

    def cut() -> None:
        if server.sock is not None:
            with contextlib.suppress(OSError):
                server.sock.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(_LONGEST_SECONDS, cut)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _sender_failure(code: int, reason: bytes | str) -> TemporaryFailure | PermanentFailure | AccountFailure:
    """A refusal of `MAIL FROM`: of our address, unless the mail is too large."""
    if 500 <= code <= 599 and code != _TOO_LARGE:
        return AccountFailure(_said(code, reason))
    return _failure(code, reason)


def _failure(code: int, reason: bytes | str) -> TemporaryFailure | PermanentFailure | AccountFailure:
    if code in _LOG_IN_NEEDED:
        return AccountFailure(_said(code, reason))
    kind = PermanentFailure if 500 <= code <= 599 else TemporaryFailure
    return kind(_said(code, reason))


def _said(code: int, reason: bytes | str) -> str:
    return f"{code} {reason.decode('utf-8', 'replace') if isinstance(reason, bytes) else reason}"


def transport_for(smtp_url: str, data_dir: Path) -> Transport:
    """The transport the settings ask for."""
    return Smtp(smtp_url) if smtp_url else Folder(data_dir / "mail")
