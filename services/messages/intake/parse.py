"""Takes a mail apart: who wrote, what, and which files came with it. Pure, and ready for mails that break all rules."""

import re
import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from email import policy
from email.header import decode_header, make_header
from email.message import Message as MailMessage
from email.parser import BytesParser
from email.utils import getaddresses
from typing import Final

from mailparser_reply import EmailReplyParser

from services.core.contact_details import read_email
from services.core.fields import Refused
from services.messages.intake.files import FoundFile, TakenFile, taken_files
from services.messages.intake.html_text import text_of_html
from services.messages.intake.kinds import Bounce, bounce_of, children_of, header, kind_of
from services.messages.models import (
    LONGEST_ADDRESS,
    LONGEST_MESSAGE_ID,
    LONGEST_NAME,
    LONGEST_SUBJECT,
    MessageKind,
)

LONGEST_TEXT: Final = 200_000
_LONGEST_CONTENT: Final = 4_000_000
"""Bytes of a text that are read at all; one of HTML may be nearly all tags."""
_LONGEST_SPLIT: Final = 20_000
_LONGEST_LINE: Final = 400
"""Beyond these a text or a line is not searched for the beginning of what it quotes: that would take seconds."""
_SET_ASIDE: Final = re.compile(r"\ue000(\d+)\ue000")
_CUT: Final = "\n[…] Der Rest des Textes war zu lang und wurde nicht übernommen."
_DEEPEST: Final = 20
_MOST_PARTS: Final = 200
_MOST_REFERENCES: Final = 50
_ID: Final = re.compile(r"<([^<>\s]{1,500})>")
_MESSAGE_ID: Final = re.compile(r"[!-~]{1,500}")
_BREAKS: Final = re.compile(r"\r\n?|\u2028|\u2029|\x0b|\x0c")
_REPLIES: Final = EmailReplyParser(languages=["de", "en"])
_PARSER: Final = BytesParser(policy=policy.compat32)
"""The lenient policy: the modern one raises errors of its own at headers that are none."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """A mail taken apart. Texts are bounded, composed, and hold no control characters; addresses are normalised too,
    empty where there is none.
    """

    message_id: str | None
    in_reply_to: str | None
    references: tuple[str, ...]
    from_name: str
    from_address: str
    from_normalized: str
    to_address: str
    subject: str
    body_text: str
    reply_text: str
    kind: MessageKind
    files: tuple[TakenFile, ...]
    bounce: Bounce | None


def parse(raw: bytes, ours: Collection[str] = ()) -> Parsed:
    """Take a mail apart. `ours` are our own normalised addresses. Whatever the standard library raises for a mail that
    it cannot read at all.
    """
    message = _PARSER.parsebytes(raw)
    name, address, normalized = _sender(message)
    parts = list(_leaves(message))
    text = _body(parts)
    kind = kind_of(message, normalized or address.lower(), ours)
    message_id = _one_id(header(message, "message-id"))
    return Parsed(
        message_id=message_id,
        in_reply_to=next(iter(_ids(header(message, "in-reply-to"))), None),
        references=tuple(_ids(header(message, "references"))[-_MOST_REFERENCES:]),
        from_name=name[:LONGEST_NAME],
        from_address=address[:LONGEST_ADDRESS],
        from_normalized=normalized,
        to_address=_line(_decoded(header(message, "to")))[:LONGEST_ADDRESS],
        subject=_line(_decoded(header(message, "subject")))[:LONGEST_SUBJECT],
        body_text=text,
        reply_text=newly_written(text),
        kind=kind,
        files=tuple(taken_files([_file(part) for part in parts if _is_file(part)])),
        bounce=bounce_of(message) if kind is MessageKind.BOUNCE else None,
    )


def newly_written(text: str) -> str:
    """A text without what it quotes; all of it where nothing would be left, or where it is too long to tell."""
    if len(text) > _LONGEST_SPLIT:
        return text
    lines = text.split("\n")
    short = "\n".join(
        line if len(line) <= _LONGEST_LINE else f"\ue000{number}\ue000" for number, line in enumerate(lines)
    )
    reply = (_REPLIES.parse_reply(short) or "").strip()
    return _SET_ASIDE.sub(lambda found: lines[int(found[1])], reply) or text


def _sender(message: MailMessage) -> tuple[str, str, str]:
    """Name, address as written, address normalised."""
    given = _decoded(header(message, "from")) or _decoded(header(message, "sender"))
    name, address = next(((n, a) for n, a in getaddresses([_line(given)]) if "@" in a), ("", ""))
    try:
        typed, normalized = read_email(address, allow_test_domains=True)
    except Refused:
        return _line(name or given), "", ""
    return _line(name), typed, normalized


def _leaves(part: MailMessage, depth: int = 0) -> Iterator[MailMessage]:
    """Every part that is text or a file, in the order of the mail; of alternatives the best. An enclosed mail is one
    part: what it says was said elsewhere.
    """
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
    """The plain text if it says anything, else the last one, which its writer meant most."""
    plain = [one for one in alternatives if one.get_content_type() == "text/plain" and _text(one).strip()]
    return next(iter(plain or alternatives[::-1]), None)


def _is_file(part: MailMessage) -> bool:
    kind = part.get_content_type()
    if kind in ("message/delivery-status", "text/rfc822-headers"):
        return False
    # What is called multipart and has no parts is a text that was called by a wrong name.
    is_text = kind in ("text/plain", "text/html") or (kind.startswith("multipart/") and not part.is_multipart())
    is_attached = header(part, "content-disposition").strip().lower().startswith("attachment")
    return not is_text or is_attached or bool(_name(part))


def _body(parts: list[MailMessage]) -> str:
    texts = [_shown(part).strip() for part in parts if not _is_file(part)]
    whole = "\n\n".join(filter(None, texts))
    return whole if len(whole) <= LONGEST_TEXT else whole[:LONGEST_TEXT] + _CUT


def _shown(part: MailMessage) -> str:
    text = _text(part)
    return clean(text_of_html(text) if part.get_content_type() == "text/html" else text)


def _text(part: MailMessage) -> str:
    """The text in whatever character set it really is: that it names, else UTF-8, else that of Windows."""
    content = _content(part)[:_LONGEST_CONTENT]
    for charset in (str(part.get_content_charset("") or ""), "utf-8"):
        try:
            return content.decode(charset)
        except UnicodeDecodeError as error:
            if error.end >= len(content) == _LONGEST_CONTENT:  # cut within a character
                return content[: error.start].decode(charset)
        except (LookupError, ValueError):
            continue
    return content.decode("windows-1252", "replace")


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
        return _line(_decoded(part.get_filename() or ""))
    except Exception:  # as in `header`
        return "Datei"


def _decoded(value: str) -> str:
    """A header with its encoded words read; as it is where they are broken."""
    try:
        return str(make_header(decode_header(value)))
    except Exception:  # as in `header`
        return value


def _ids(value: str) -> list[str]:
    return [one for one in _ID.findall(value) if _MESSAGE_ID.fullmatch(one)]


def _one_id(value: str) -> str | None:
    """The Message-ID; also one without brackets, as some programs write it."""
    bare = value.strip().strip("<>")
    found = next(iter(_ids(value)), bare if "@" in bare else "")
    return found if _MESSAGE_ID.fullmatch(found) and len(found) <= LONGEST_MESSAGE_ID else None


def clean(text: str) -> str:
    """Composed, with line feeds alone, and without characters that no database or no reader can bear."""
    broken = _BREAKS.sub("\n", text)
    return "".join(one for one in unicodedata.normalize("NFC", broken) if not _is_hidden(one))


def _is_hidden(character: str) -> bool:
    return character not in "\n\t" and unicodedata.category(character) in ("Cc", "Cs", "Co", "Cn", "Cf")


def _line(text: str) -> str:
    return " ".join(clean(text).split())
