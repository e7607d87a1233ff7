"""Renders a mail's typed values to the finished message: German text and HTML from one pair of templates."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from email.message import EmailMessage
from email.utils import format_datetime, parseaddr
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from services.core.clock import BERLIN
from services.core.money import format_decimal, format_eur
from services.core.storage.installed import files_of
from services.core.storage.storage import Storage
from services.mail import drawings
from services.mail.catalogue import MailKind, from_values
from services.mail.letters.answers import StaffAnswer
from services.mail.link_tokens import link_token, stop_token
from services.mail.outbox import Attachment, Leased
from services.mail.paper.document import Sheet, letters_document
from services.mail.paper.letter import Letter
from services.mail.report_letters import ReportArrived
from services.offer import money
from services.settings import Settings

_TEMPLATES = Path(__file__).with_name("templates")
_ROLE_NAMES = {"admin": "Administration", "staff": "Sachbearbeitung", "marketing": "Marketing"}
_COLUMN_GAP = "  "
_WIDEST_COLUMN = 34
"""Of tables in the text part; longer cells are cut, with an ellipsis."""

LONGEST_WORD = 15
"""In tables of reports: longer ones, which only tags are, may be broken."""
_UNBROKEN = re.compile(rf"([^\s-]{{{LONGEST_WORD + 1},}})")
_PARTS = re.compile(rf".{{1,{LONGEST_WORD}}}")


def _cent(tenth_ct: int) -> str:
    return format_decimal(Decimal(tenth_ct) / 10, 0 if tenth_ct % 10 == 0 else 1)


def _reference(value: str) -> Markup:
    """A reference to read out on the telephone, kept on one line at any window width."""
    return Markup('<strong style="white-space:nowrap">{}</strong>').format(value)


def _foldable(text: str) -> Markup:
    """A text in a narrow column: words stay whole, but parts of tags that are longer than any word may be broken. Of
    what could be broken anywhere (`overflow-wrap: anywhere`) a column would be made narrower than „Optimistisch“.
    """
    parts = (_PARTS.findall(part) if _UNBROKEN.fullmatch(part) else [part] for part in _UNBROKEN.split(text))
    return Markup("").join(Markup("<wbr>").join(part) for part in parts)


@cache
def _environment() -> Environment:
    """One for the process, since compiling the templates of a mail takes longer than rendering it."""
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "eur": format_eur,
        "eur_short": lambda cents: format_eur(cents, short=True),
        "number": lambda value: format_decimal(Decimal(value), 0),
        "cent": _cent,
        "percent": lambda basis_points: format_decimal(Decimal(basis_points) / 100, 2),
        "foldable": _foldable,
        "text_chart": _text_chart,
        "text_table": _text_table,
        "years": lambda tenths: format_decimal(Decimal(tenths) / 10, 1),
    }
    environment.globals |= {
        "role_names": _ROLE_NAMES,
        "reference": _reference,
        "drawings": drawings,
        "money": money,
    }
    return environment


@dataclass(frozen=True, slots=True)
class Sender:
    """The sender, and what the footer says about it."""

    address: str
    company: str
    street: str
    postcode_city: str
    email: str
    phone: str
    public_url: str
    representative: str
    register: str
    """Court and number."""
    vat_id: str
    link_key: bytes = field(repr=False)
    """What tokens of links are made with."""

    def household_link(self, seed: str) -> str:
        """The address of a household's own page, with its token in the fragment, which no server ever gets. Without a
        seed the page asks where to send a link.
        """
        page = f"{self.public_url}/meine-reservierung"
        return f"{page}#link={link_token(self.link_key, seed)}" if seed else page

    def hand_over_link(self, seed: str) -> str:
        """The address where another household sees the place that it is offered, in the same way."""
        return f"{self.public_url}/meine-reservierung#uebernahme={link_token(self.link_key, seed)}"

    def waiting_link(self, seed: str) -> str:
        """The address of a household's place on the waiting list, in the same way."""
        return f"{self.public_url}/warteliste#link={link_token(self.link_key, seed)}"

    def stop_link(self, delivery: int) -> str:
        """The address where a recipient ends the deliveries of a report."""
        return f"{self.public_url}/bericht-abbestellen/{stop_token(self.link_key, delivery)}"

    @property
    def domain(self) -> str:
        """The part of the address behind the @, which also closes the Message-ID."""
        return parseaddr(self.address)[1].rpartition("@")[2]


class AttachmentGone(Exception):
    """An attachment is missing, or its content is not the expected one."""


class Renderer:
    """Makes messages; the templates are read once. `files` is where attachments are."""

    def __init__(self, sender: Sender, files: Storage | None = None) -> None:
        self._sender = sender
        self._files = files
        self._environment = _environment()

    @property
    def domain(self) -> str:
        """What closes the Message-ID of every mail."""
        return self._sender.domain

    def message(self, mail: Leased) -> EmailMessage:
        """The message of a leased mail. The same row always gives the same message, byte by byte. Raises
        AttachmentGone, StorageFault, and whatever is wrong with its values.
        """
        values = from_values(mail.kind, mail.values)
        context = {"mail": values, "sender": self._sender, "subject": values.subject, "on_paper": False}
        message = EmailMessage()
        message["Message-ID"] = f"<{mail.message_id}@{self._sender.domain}>"
        message["Date"] = format_datetime(mail.created_at.astimezone(BERLIN))
        message["From"] = self._sender.address
        message["To"] = mail.recipient
        message["Reply-To"] = values.reply_to or self._sender.email
        # ValueError if the header would be read as another address than the intended one, as with encoded words
        if [address.addr_spec for address in message["To"].addresses] != [mail.recipient]:
            raise ValueError("the recipient reads as another address")
        message["Subject"] = " ".join(values.subject.splitlines())  # no text that it is made of may break the header
        _name_origin(message, values)
        if isinstance(values, ReportArrived) and values.delivery:
            message["List-Unsubscribe"] = f"<{self._sender.stop_link(values.delivery)}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"  # RFC 8058
        message.set_content(self._environment.get_template(f"{mail.kind}.txt").render(context))
        html = self._environment.get_template(f"{mail.kind}.html").render(context)
        message.add_alternative(html, subtype="html")
        for file in mail.attachments:
            kind, _, subtype = file.media_type.partition(";")[0].partition("/")
            message.add_attachment(self._content(file), maintype=kind, subtype=subtype, filename=file.name)
        # Only now: making the message multipart moves every Content- header into its first part.
        message["Content-Language"] = "de"
        # Give the parts deterministic boundaries; by default they are random. No text can contain one: nobody knows
        # the id before the mail is sent.
        for number, part in enumerate(part for part in message.walk() if part.is_multipart()):
            part.set_boundary(f"=={mail.message_id}-{number}==")
        return message

    def letters(self, letters: Sequence[Letter]) -> bytes:
        """The PDF of mails for households without a mailbox, one after the other. Raises whatever is wrong with their
        values.
        """
        sheets = [
            Sheet(one, from_values(one.kind, dict(one.values)).subject, self.letter_text(one.kind, one.values))
            for one in letters
        ]
        return letters_document(sheets, self._sender)

    def letter_text(self, kind: str, values: Mapping[str, Any]) -> str:
        """The sentences on paper: those of the mail, without what only a screen can follow."""
        made = from_values(kind, dict(values))
        context = {"mail": made, "sender": self._sender, "subject": made.subject, "on_paper": True}
        return self._environment.get_template(f"{kind}.txt").render(context).strip("\n")

    def _content(self, file: Attachment) -> bytes:
        content = self._read(file) if file.row is None else file.content
        if content is None:
            raise AttachmentGone(f"attachment is gone: {file.name or file.row}")
        if hashlib.sha256(content).hexdigest() != file.sha256:
            raise AttachmentGone(f"attachment was altered: {file.name}")
        return content

    def _read(self, file: Attachment) -> bytes | None:
        return None if self._files is None else self._files.get(file.path)


def _name_origin(message: EmailMessage, values: MailKind) -> None:
    """Mark the mail as automatic, or add the threading headers of a person's answer."""
    if not isinstance(values, StaffAnswer):
        message["Auto-Submitted"] = "auto-generated"
        # Exchange looks at this one alone. Reports that a mail could not be delivered (NDR) are wanted.
        message["X-Auto-Response-Suppress"] = "DR, RN, NRN, OOF, AutoReply"
        return
    if values.in_reply_to:
        message["In-Reply-To"] = f"<{values.in_reply_to}>"
    if values.references:
        message["References"] = " ".join(f"<{one}>" for one in values.references)


def renderer_for(settings: Settings) -> Renderer:
    return _renderer(
        Sender(
            address=settings.mail_from,
            company=settings.company_name,
            street=settings.company_street,
            postcode_city=settings.company_postcode_city,
            email=settings.company_email,
            phone=settings.company_phone,
            public_url=settings.public_url,
            representative=settings.company_representative,
            register=f"{settings.company_register_court}, {settings.company_register_number}",
            vat_id=settings.company_vat_id,
            link_key=settings.secret_key,
        ),
        files_of(settings),
    )


_renderer = cache(Renderer)
"""One for each sender: the templates are read once."""


def _text_table(table: Mapping[str, Any]) -> str:
    """Aligns `heads` and `rows` (of `ReportArrived.tables`) by spaces, figures to the right."""
    heads = [_fitting(head["label"]) for head in table["heads"]]
    is_number = [head["is_number"] for head in table["heads"]]
    rows = [[_fitting(cell) for cell in row] for row in table["rows"]]
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    lines = [_line(cells, widths, is_number) for cells in (heads, *rows)]
    return "\n".join([lines[0], _COLUMN_GAP.join("-" * width for width in widths), *lines[1:]])


def _text_chart(chart: Mapping[str, Any]) -> str:
    """The values of a chart as a table; `heads` and `bars` are those of `ReportArrived.charts`."""
    heads = [{"label": head, "is_number": place == 1} for place, head in enumerate(chart["heads"])]
    return _text_table({"heads": heads, "rows": [[bar["label"], bar["value"]] for bar in chart["bars"]]})


def _line(cells: Sequence[str], widths: Sequence[int], is_number: Sequence[bool]) -> str:
    placed = [
        cell.rjust(width) if right else cell.ljust(width)
        for cell, width, right in zip(cells, widths, is_number, strict=True)
    ]
    return _COLUMN_GAP.join(placed).rstrip()


def _fitting(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= _WIDEST_COLUMN else f"{plain[: _WIDEST_COLUMN - 1]}…"
