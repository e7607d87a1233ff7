"""Classifies a mail by its headers: written by a person, automatic, or a delivery report. Pure.

RFC 3834 for automatic answers, RFC 3464 for reports about delivery.
"""

from collections.abc import Collection
from dataclasses import dataclass
from email.message import Message as MailMessage
from email.utils import parseaddr
from typing import Final

from services.messages.intake.decoded import header_text, in_charset
from services.messages.models import MessageKind

_AUTOMATIC: Final = (
    "x-autoreply",
    "x-autorespond",
    "x-auto-response",
    "x-autoresponder",
    "list-id",
    "list-unsubscribe",
)
_ABSENT: Final = (
    "automatische antwort:",
    "automatic reply:",
    "abwesenheitsnotiz:",
    "abwesenheit:",
    "out of office:",
    "réponse automatique",
)
"""How Exchange and others start the subject of an out-of-office reply, some without any header for it."""
_BULK: Final = frozenset({"bulk", "junk", "list", "auto_reply", "auto-reply"})
_SERVERS: Final = frozenset({"mailer-daemon", "postmaster", "mail-daemon"})
_MOST_REPORT_PARTS: Final = 20


@dataclass(frozen=True, slots=True)
class Bounce:
    """A delivery report on a mail: local part of its Message-ID, its recipient, and the server's reply; each may be
    empty. `is_final`: delivery was given up.
    """

    message_id: str
    recipient: str
    answer: str
    is_final: bool


def kind_of(message: MailMessage, sender: str, ours: Collection[str]) -> MessageKind:
    """Classifies a mail. `ours` are our own addresses, normalised: mails from them are loops."""
    if _is_report(message, "delivery-status") or (_has_no_return(message) and sender.partition("@")[0] in _SERVERS):
        return MessageKind.BOUNCE
    if sender in ours:
        return MessageKind.LOOP
    return MessageKind.AUTO_REPLY if _is_automatic(message) else MessageKind.NORMAL


def bounce_of(message: MailMessage) -> Bounce:
    """The contents of a delivery report; empty if it is written for people only."""
    message_id, recipient, answer, is_final = "", "", "", False
    for part in list(message.walk())[:_MOST_REPORT_PARTS]:
        kind = part.get_content_type()
        if kind == "message/delivery-status":
            for block in children_of(part)[1:2]:
                recipient = _address(block, "original-recipient") or _address(block, "final-recipient")
                answer = _answer(block)
                is_final = header(block, "action").strip().lower() == "failed"
        elif kind in ("message/rfc822", "text/rfc822-headers"):
            message_id = message_id or _returned_id(part)
    return Bounce(message_id, recipient, answer, is_final)


def header(message: MailMessage, name: str) -> str:
    """The first header of this name, undecoded; may be empty. Non-ASCII bytes, which many programs send against the
    standard, are read as UTF-8 or Windows-1252.
    """
    return next(iter(headers(message, name)), "")


def headers(message: MailMessage, name: str) -> list[str]:
    """All headers of this name; a mail should have one and may have more."""
    sent = [str(value) for field, value in message.raw_items() if field.lower() == name]
    return [in_charset(value.encode("utf-8", "surrogateescape"), "") for value in sent]


def children_of(part: MailMessage) -> list[MailMessage]:
    payload = part.get_payload()
    return [one for one in payload if isinstance(one, MailMessage)] if isinstance(payload, list) else []


def _is_automatic(message: MailMessage) -> bool:
    submitted = header(message, "auto-submitted").partition(";")[0].strip().lower()
    if submitted not in ("", "no") or header(message, "precedence").strip().lower() in _BULK:
        return True
    if any(header(message, name) for name in _AUTOMATIC) or _is_report(message, "disposition-notification"):
        return True
    return _has_no_return(message) or header_text(header(message, "subject")).lower().startswith(_ABSENT)


def _is_report(message: MailMessage, kind: str) -> bool:
    is_report = message.get_content_type() == "multipart/report"
    return is_report and str(message.get_param("report-type", "")).lower() == kind


def _has_no_return(message: MailMessage) -> bool:
    return header(message, "return-path").replace(" ", "") == "<>"


def _address(block: MailMessage, name: str) -> str:
    """`rfc822; anna@example.org`."""
    return parseaddr(header(block, name).rpartition(";")[2].strip())[1].lower()


def _answer(block: MailMessage) -> str:
    """Like a server's reply in the SMTP dialogue: `550 5.1.1 …` (`mail/refusals.py`)."""
    status = header(block, "status").split("(")[0].strip()
    words = " ".join(header(block, "diagnostic-code").rpartition(";")[2].split())
    if words[:3].isdecimal():
        return words
    code = {"5": "550", "4": "450"}.get(status[:1], "550")
    return f"{code} {status} {words}".strip()


def _returned_id(part: MailMessage) -> str:
    if part.is_multipart():
        text = "".join(header(inner, "message-id") for inner in children_of(part)[:1])
    else:
        lines = str(part.get_payload()).splitlines()
        text = next((line.partition(":")[2] for line in lines if line.lower().startswith("message-id:")), "")
    return text.strip(" <>\t").partition("@")[0]
