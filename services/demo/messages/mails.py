"""Raw mails as mail clients and mail servers write them."""

from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr

from services.core.clock import BERLIN
from services.core.paper.typeset import typeset

_SERVER = "MAILER-DAEMON@mx.mail.example"
_BILL = b"""#import "/core/paper/page.typ": *
#show: document-of.with(data.title, data.foot)
= #data.title
#for line in data.lines { par(line) }
"""


@dataclass(frozen=True, slots=True)
class Writer:
    """Who writes, from which address."""

    name: str
    address: str


@dataclass(frozen=True, slots=True)
class Written:
    """A mail of a household. `answers`: the Message-ID it answers; `is_automatic`: its program answered."""

    writer: Writer
    to: str
    subject: str
    text: str
    at: datetime
    message_id: str
    answers: str = ""
    is_automatic: bool = False
    file: str = ""


def written(mail: Written) -> bytes:
    """The mail as it arrives."""
    message = EmailMessage(SMTP)
    message["From"] = formataddr((mail.writer.name, mail.writer.address))
    message["To"] = mail.to
    message["Subject"] = mail.subject
    message["Date"] = format_datetime(mail.at.astimezone(BERLIN))
    message["Message-ID"] = f"<{mail.message_id}@{mail.writer.address.rpartition('@')[2]}>"
    if mail.answers:
        message["In-Reply-To"] = message["References"] = f"<{mail.answers}>"
    if mail.is_automatic:
        message["Auto-Submitted"] = "auto-replied"
    message.set_content(mail.text)
    if mail.file:
        message.add_attachment(
            bill(mail.writer.name, mail.at), maintype="application", subtype="pdf", filename=mail.file
        )
    return message.as_bytes()


def quoted(text: str, name: str, at: datetime) -> str:
    """A text as programs put it below an answer."""
    head = f"Am {at.astimezone(BERLIN):%d.%m.%Y um %H:%M} schrieb {name}:"
    return "\n".join([head, *(f"> {line}" for line in text.splitlines())])


def undeliverable(message_id: str, recipient: str, at: datetime) -> bytes:
    """A mail server's report (RFC 3464): the mailbox is full, and it has given up."""
    lines = [
        f"From: Mail Delivery System <{_SERVER}>",
        "Return-Path: <>",
        "Subject: Undelivered Mail Returned to Sender",
        f"Date: {format_datetime(at.astimezone(BERLIN))}",
        f"Message-ID: <report-{message_id}@mx.mail.example>",
        "MIME-Version: 1.0",
        'Content-Type: multipart/report; report-type=delivery-status; boundary="report"',
        "",
        "--report",
        "Content-Type: text/plain; charset=utf-8",
        "",
        "This is the mail system at host mx.mail.example.",
        "I'm sorry to have to inform you that your message could not be delivered: the mailbox is full.",
        "--report",
        "Content-Type: message/delivery-status",
        "",
        "Reporting-MTA: dns; mx.mail.example",
        "",
        f"Final-Recipient: rfc822; {recipient}",
        "Action: failed",
        "Status: 5.2.2",
        "Diagnostic-Code: smtp; 552 5.2.2 Mailbox full",
        "",
        "--report",
        "Content-Type: text/rfc822-headers",
        "",
        f"Message-ID: <{message_id}@voltigo.example>",
        "",
        "--report--",
    ]
    return "\r\n".join(lines).encode()


def bill(name: str, at: datetime) -> bytes:
    """A page of a bill, in PDF."""
    lines = [f"Kunde: {name}", "Verbrauch: 3.412 kWh (Vorjahr 2.655 kWh)", "Nachzahlung: 214,60 €"]
    return typeset(_BILL, {"title": "Jahresabrechnung Strom", "foot": "Stadtwerke", "lines": lines}, at)
