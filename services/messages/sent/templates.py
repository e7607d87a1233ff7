"""Every kind of mail as its recipient reads it, with the values of a made-up household."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from services.core.clock import BERLIN
from services.mail.catalogue import MailKind, to_values
from services.mail.outbox import Leased
from services.mail.rendering import Renderer
from services.messages.errors import UnknownTemplate
from services.messages.sent.household_samples import HOUSEHOLD_SAMPLES
from services.messages.sent.other_samples import OTHER_SAMPLES

SAMPLES: Final[dict[str, MailKind]] = {mail.kind: mail for mail in (*HOUSEHOLD_SAMPLES, *OTHER_SAMPLES)}
"""One of every kind, in the order in which they are shown: first those to households."""
TO_HOUSEHOLDS: Final = frozenset(mail.kind for mail in HOUSEHOLD_SAMPLES)
_DATED: Final = datetime(2026, 11, 22, 19, 42, tzinfo=BERLIN)
_RECIPIENT: Final = "nele.hartwig@example.org"


@dataclass(frozen=True, slots=True)
class Shown:
    """A rendered sample. `size`: bytes of its HTML as it is sent; some programs cut what is longer than 102 kB."""

    kind: str
    subject: str
    text: str
    html: str
    size: int


def shown(kind: str, renderer: Renderer) -> Shown:
    """The sample of a kind. UnknownTemplate."""
    sample = SAMPLES.get(kind)
    if sample is None:
        raise UnknownTemplate
    message = renderer.message(Leased(0, kind, _RECIPIENT, to_values(sample), f"muster-{kind}", 1, _DATED))
    text, html = message.get_body(("plain",)), message.get_body(("html",))
    if text is None or html is None:
        raise RuntimeError(f"the mail {kind} lacks a part")
    return Shown(kind, sample.subject, text.get_content(), html.get_content(), len(html.as_bytes()))
