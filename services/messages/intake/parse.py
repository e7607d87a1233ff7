"""Parses a mail: sender, text and files. Pure, and tolerates mails that break every rule."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from email import policy
from email.message import Message as MailMessage
from email.parser import BytesParser
from typing import Final

from services.messages.intake.decoded import addresses_of, clean, header_text, in_charset, line
from services.messages.intake.files import FoundFile, TakenFile, taken_files
from services.messages.intake.html_text import text_of_html
from services.messages.intake.kinds import Bounce, bounce_of, children_of, header, headers, kind_of
from services.messages.intake.quoted import newly_written
from services.messages.models import (
    LONGEST_ADDRESS,
    LONGEST_MESSAGE_ID,
    LONGEST_NAME,
    LONGEST_SUBJECT,
    MessageKind,
)

LONGEST_TEXT: Final = 200_000
_LONGEST_CONTENT: Final = 4_000_000
"""Bytes of a text to read at most; HTML may be nearly all tags."""
_CUT: Final = "\n[…] Der Rest des Textes war zu lang und wurde nicht übernommen."
_DEEPEST: Final = 20
_MOST_PARTS: Final = 200
_MOST_REFERENCES: Final = 50
_ID: Final = re.compile(r"<([^<>\s]{1,500})>")
_MESSAGE_ID: Final = re.compile(r"[!-~]{1,500}")
_PLACEHOLDER: Final = re.compile(r"\bhtml\b", re.I)
_LONGEST_PLACEHOLDER: Final = 400
_PARSER: Final = BytesParser(policy=policy.compat32)
"""The lenient policy: the modern one raises at malformed headers."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """A parsed mail. Texts are bounded, Unicode-normalised, and without control characters; addresses are normalised
    too and may be empty.
    """

    message_id: str | None
    in_reply_to: str | None
    references: tuple[str, ...]
    from_name: str
    from_address: str
    from_normalized: str
    to_address: str
    reply_to: str
    subject: str
    body_text: str
    reply_text: str
    kind: MessageKind
    files: tuple[TakenFile, ...]
    bounce: Bounce | None


def parse(raw: bytes, ours: Collection[str] = ()) -> Parsed:
    """Parse a mail. `ours` are our own normalised addresses. Raises whatever the standard library raises for a mail
    that it cannot read.
    """
    message = _PARSER.parsebytes(raw)
    name, address, normalized = _sender(message)
    parts = list(_leaves(message))
    texts = [_shown(part).strip() for part in parts if not _is_file(part)]
    whole = "\n\n".join(filter(None, texts))
    text = whole if len(whole) <= LONGEST_TEXT else whole[:LONGEST_TEXT] + _CUT
    kind = kind_of(message, normalized or address.lower(), ours)
    # The Message-ID; also one without brackets, as some programs write it
    value = header(message, "message-id")
    bare = value.strip().strip("<>")
    found = next(iter(_ids(value)), bare if "@" in bare else "")
    message_id = found if _MESSAGE_ID.fullmatch(found) and len(found) <= LONGEST_MESSAGE_ID else None
    return Parsed(
        message_id=message_id,
        in_reply_to=next(iter(_ids(header(message, "in-reply-to"))), None),
        references=tuple(_ids(header(message, "references"))[-_MOST_REFERENCES:]),
        from_name=name[:LONGEST_NAME],
        from_address=address[:LONGEST_ADDRESS],
        from_normalized=normalized,
        to_address=_recipients(message)[:LONGEST_ADDRESS],
        reply_to=_reply_to(message, normalized, ours),
        subject=header_text(header(message, "subject"))[:LONGEST_SUBJECT],
        body_text=text,
        reply_text=newly_written(text),
        kind=kind,
        files=tuple(taken_files([_file(part) for part in parts if _is_file(part)])),
        bounce=bounce_of(message) if kind is MessageKind.BOUNCE else None,
    )


def _sender(message: MailMessage) -> tuple[str, str, str]:
    """Name, address as written, normalised address. Empty unless there is exactly one address: of several, the author
    is unclear.
    """
    given = ", ".join(headers(message, "from")) or header(message, "sender")
    found = {email.normalized: (name, email) for name, email in addresses_of(given)}
    if len(found) != 1:
        shown = header_text(given)
        return shown if "@" not in shown else line(given), "", ""
    [(name, email)] = found.values()
    return name, *email


def _recipients(message: MailMessage) -> str:
    """The addresses of `To`, with their names; the raw header if it has none."""
    given = header(message, "to")
    found = [f"{name} <{email.typed}>" if name else email.typed for name, email in addresses_of(given)]
    return ", ".join(found) or line(given)


def _reply_to(message: MailMessage, sender: str, ours: Collection[str]) -> str:
    """The `Reply-To` address, if it differs from the sender and is not ours; else empty."""
    wanted = [email for _, email in addresses_of(header(message, "reply-to")) if email.normalized not in ours]
    if not wanted or any(email.normalized == sender for email in wanted):
        return ""
    return wanted[0].typed


def _leaves(part: MailMessage, depth: int = 0) -> Iterator[MailMessage]:
    """Every text or file part in order; of alternatives the best. An enclosed mail counts as one part."""
    kind = part.get_content_type()
    if not part.is_multipart() or kind == "message/rfc822" or depth > _DEEPEST:
        yield part
        return
    children = children_of(part)
    if kind == "multipart/alternative":
        texts = [child for child in children if child.get_content_maintype() in ("text", "multipart")]
        chosen = _best(texts)
        children = [child for child in children if child is chosen or child not in texts]
    for child in children[:_MOST_PARTS]:
        yield from _leaves(child, depth + 1)


def _best(alternatives: list[MailMessage]) -> MailMessage | None:
    """The plain text, unless it only says that HTML is needed; else the last alternative, which the sender prefers."""
    plain = [one for one in alternatives if one.get_content_type() == "text/plain" and _text(one).strip()]
    html = next((one for one in alternatives if one.get_content_type() == "text/html"), None)
    if plain and html is not None and _is_placeholder(_text(plain[0]), html):
        return html
    return next(iter(plain or alternatives[::-1]), None)


def _is_placeholder(plain: str, html: MailMessage) -> bool:
    """Whether a plain text only refers to an HTML version with other content."""
    if len(plain) > _LONGEST_PLACEHOLDER or not _PLACEHOLDER.search(plain):
        return False
    shown = "".join(_shown(html).split())
    return bool(shown) and "".join(plain.split()) not in shown


def _is_file(part: MailMessage) -> bool:
    kind = part.get_content_type()
    if kind in ("message/delivery-status", "text/rfc822-headers"):
        return False
    # What is called multipart and has no parts is a text that was called by a wrong name.
    is_text = kind in ("text/plain", "text/html") or (kind.startswith("multipart/") and not part.is_multipart())
    is_attached = header(part, "content-disposition").strip().lower().startswith("attachment")
    return not is_text or is_attached or bool(_name(part))


def _shown(part: MailMessage) -> str:
    text = _text(part)
    return clean(text_of_html(text) if part.get_content_type() == "text/html" else text)


def _text(part: MailMessage) -> str:
    content = _content(part)
    charset = str(part.get_content_charset("") or "")
    return in_charset(content[:_LONGEST_CONTENT], charset, is_cut=len(content) > _LONGEST_CONTENT)


def _content(part: MailMessage) -> bytes:
    if part.is_multipart():  # an enclosed mail
        return b"".join(map(bytes, children_of(part)[:1]))
    content = part.get_payload(decode=True)
    return content if isinstance(content, bytes) else b""


def _file(part: MailMessage) -> FoundFile:
    kind = part.get_content_type()
    return FoundFile(_name(part) or ("Nachricht.eml" if kind == "message/rfc822" else "Datei"), kind, _content(part))


def _name(part: MailMessage) -> str:
    try:
        return header_text(part.get_filename() or "")
    except Exception:  # as in `header`
        return "Datei"


def _ids(value: str) -> list[str]:
    return [one for one in _ID.findall(value) if _MESSAGE_ID.fullmatch(one)]
