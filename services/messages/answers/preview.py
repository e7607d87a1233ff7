"""Previews a message with the renderer that is used for sending."""

from datetime import datetime
from typing import Final

from services.mail.catalogue import to_values
from services.mail.letters.answers import StaffAnswer
from services.mail.outbox import Leased
from services.mail.rendering import Renderer
from services.messages.answers.inputs import PreviewIn
from services.messages.answers.schemas import MessagePreviewOut
from services.messages.answers.thread import with_reference

_RECIPIENT: Final = "vorschau@voltigo.example"


def preview(renderer: Renderer, body: PreviewIn, clerk: str, reference: str, now: datetime) -> MessagePreviewOut:
    """The message, without an address."""
    return as_read(renderer, StaffAnswer(with_reference(body.subject, reference), body.text, clerk, reference), now)


def as_read(renderer: Renderer, letter: StaffAnswer, now: datetime) -> MessagePreviewOut:
    """A letter as its mail shows it, as HTML and as text."""
    message = renderer.message(Leased(0, letter.kind, _RECIPIENT, to_values(letter), "preview", 1, now))
    parts = {part.get_content_type(): part.get_content() for part in message.walk() if not part.is_multipart()}
    return MessagePreviewOut(subject=letter.subject, html=parts["text/html"], text=parts["text/plain"])
