"""Mails as households, programs and attackers write them."""

from datetime import datetime
from email.message import EmailMessage
from typing import Any

from services.core.db.db import Database
from services.messages.intake.fingerprint import fingerprint
from services.messages.intake.parse import parse
from services.messages.intake.store import Arrived, store

HOUSEHOLD = "aenne.mueller@example.org"


def mail(text: str = "Guten Tag, wann geht es los?", **fields: Any) -> bytes:
    """A plain mail. Names of fields with `_` for `-`; a field of None is left out."""
    message = EmailMessage()
    usual = {"from": f"Änne Müller <{HOUSEHOLD}>", "to": "kontakt@voltigo.invalid", "subject": "Eine Frage"}
    usual |= {"date": "Wed, 25 Nov 2026 10:00:00 +0100", "message_id": None}
    for name, value in (usual | fields).items():
        if value is not None:
            message[name.replace("_", "-")] = value
    message.set_content(text)
    return message.as_bytes()


def raw(body: str | bytes, *headers: str, sender: str = HOUSEHOLD) -> bytes:
    """A mail line by line, as no library would write it."""
    lines = [f"From: {sender}", "To: kontakt@voltigo.invalid", *headers]
    content = body if isinstance(body, bytes) else body.encode()
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + content


def bounce(message_id: str, recipient: str, action: str = "failed") -> bytes:
    """A mail server's report about a mail (RFC 3464)."""
    return raw(
        "--b\r\nContent-Type: text/plain\r\n\r\nDas Postfach gibt es nicht.\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.org\r\n\r\n"
        f"Original-Recipient: rfc822;{recipient}\r\nFinal-Recipient: rfc822; {recipient}\r\n"
        f"Action: {action}\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 No such user\r\n\r\n"
        f"--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <{message_id}@voltigo.invalid>\r\n\r\n--b--\r\n",
        "Subject: Undelivered Mail Returned to Sender",
        "Return-Path: <>",
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
        sender="MAILER-DAEMON@mx.example.org",
    )


def with_file(text: str, name: str, content: bytes, **fields: str) -> bytes:
    """A mail with a file."""
    message = EmailMessage()
    for field, value in ({"from": HOUSEHOLD, "subject": "Mit einer Datei"} | fields).items():
        message[field.replace("_", "-")] = value
    message.set_content(text)
    message.add_attachment(content, maintype="application", subtype="octet-stream", filename=name)
    return message.as_bytes()


def receive(db: Database, now: datetime, *mails: bytes) -> None:
    """Store mails as if they had just been fetched."""
    for content in mails:
        parsed = parse(content)
        arrived = Arrived(parsed, fingerprint(content, parsed.message_id), now, now)
        db.write(lambda session, arrived=arrived: store(session, arrived))  # type: ignore[misc]
